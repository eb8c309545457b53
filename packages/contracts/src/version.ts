import { readFileSync } from 'node:fs';

/** Version of the platform and of its API document. */
export const platformVersion: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
