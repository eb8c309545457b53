import { helmBinary } from './helm-render.ts';

/** Prints the path of the helm that the checks use, for tests that type commands of an administrator. */
process.stdout.write(await helmBinary());
