import { readFile } from 'node:fs/promises';
import type { JsonObject } from './read-schema.ts';

/** A JSON file beside the generator. */
export const readJson = async (path: string): Promise<JsonObject> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
