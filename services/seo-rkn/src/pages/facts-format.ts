import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./', import.meta.url);
const manifest = new URL('../../package.json', import.meta.url);

/**
 * Names the reader of pages: facts of another reader are not reused. It is the hash of the sources of the
 * reader and of the versions of its libraries, so no old facts outlive a change of them.
 */
export const factsFormat: string = hash(
  'sha256',
  JSON.stringify([
    (JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: Record<string, string> }).dependencies,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  ]),
).slice(0, 32);
