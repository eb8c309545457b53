import { serviceNames } from './platform.ts';

/** Prints the names of all services as a JSON list, for the matrix of the release workflow. */
process.stdout.write(JSON.stringify(serviceNames));
