import { readFileSync } from 'node:fs';

/** Version of the platform. */
export const platformVersion: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/**
 * Version of the documentation: `info.version` of the API document. A change of what clients may call bumps
 * it together with the versions of the clients.
 */
export const documentVersion = '0.2.0';
