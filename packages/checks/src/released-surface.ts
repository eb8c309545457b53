import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { platform } from '@platform/contracts';
import { z } from 'zod';
import { breakingChanges, type Surface } from './breaking-changes.ts';
import type { Schema } from './schema-narrowing.ts';

const contracts = new URL('../../contracts/', import.meta.url);
const releasedFile = new URL('released-openapi.json', contracts);

/** The API document of this commit, with the schemas of its events. */
export function currentSurface(): Surface {
  const document = JSON.parse(readFileSync(new URL('openapi.json', contracts), 'utf8')) as Surface;
  const events = Object.values(platform)
    .flatMap((service) => Object.values(service.events))
    .map(({ type, data }): [string, Schema] => [
      type,
      z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' }) as Schema,
    ]);
  return { ...document, 'x-events': Object.fromEntries(events.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Changes that break a client of the released document; none before the first release. */
export function releasedSurfaceViolations(): string[] {
  if (!existsSync(releasedFile)) return [];
  const released = JSON.parse(readFileSync(releasedFile, 'utf8')) as Surface;
  return breakingChanges(released, currentSurface()).map((change) => `released-openapi.json: ${change}`);
}

/** `node packages/checks/src/released-surface.ts` writes the document of a release. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(releasedFile, `${JSON.stringify(currentSurface(), null, 1)}\n`);
