import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { platform } from '@platform/contracts';
import { z } from 'zod';
import { breakingChanges } from './breaking-changes.ts';
import type { Schema } from './schema-narrowing.ts';
import { type ClientVersions, type VersionedSurface, versionsToBump } from './surface-versions.ts';

const contracts = new URL('../../contracts/', import.meta.url);
const releasedFile = new URL('released-openapi.json', contracts);

/** @throws Error when the manifest of a client has no version */
function clientVersions(): ClientVersions {
  const { version } = JSON.parse(readFileSync(new URL('../client/package.json', contracts), 'utf8'));
  const pubspec = new URL('../client_flutter/pubspec.yaml', contracts);
  if (!existsSync(pubspec)) return { typescript: version, flutter: null };
  const [, flutter] = /^version: *(\S+)/m.exec(readFileSync(pubspec, 'utf8')) ?? [];
  if (!flutter) throw new Error('packages/client_flutter/pubspec.yaml has no version');
  return { typescript: version, flutter };
}

/** The API document of this commit, with the schemas of its events and the versions of its clients. */
export function currentSurface(): VersionedSurface {
  const document = JSON.parse(readFileSync(new URL('openapi.json', contracts), 'utf8')) as VersionedSurface;
  const events = Object.values(platform)
    .flatMap((service) => Object.values(service.events))
    .map(({ type, data }): [string, Schema] => [
      type,
      z.toJSONSchema(data, { io: 'output', unrepresentable: 'any' }) as Schema,
    ]);
  return {
    ...document,
    'x-clients': clientVersions(),
    'x-events': Object.fromEntries(events.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * What a surface must not do to clients of the released one: break them, or change without later versions.
 * @returns one line for each violation, with its place
 */
export const surfaceViolations = (released: VersionedSurface, current: VersionedSurface): string[] =>
  [...breakingChanges(released, current), ...versionsToBump(released, current)].map(
    (violation) => `released-openapi.json: ${violation}`,
  );

/** Violations of this commit; none before the first release. */
export function releasedSurfaceViolations(): string[] {
  if (!existsSync(releasedFile)) return [];
  const released = JSON.parse(readFileSync(releasedFile, 'utf8')) as VersionedSurface;
  return surfaceViolations(released, currentSurface());
}

/** The text of `released-openapi.json` for the surface of a release. */
export const writeSurface = (surface: VersionedSurface): string => `${JSON.stringify(surface, null, 1)}\n`;

/**
 * A release needs its own surface as the released document: later commits are compared with it.
 * @param text `released-openapi.json`; null where the file is absent
 * @returns one line when the file is absent or of another surface
 */
export function releaseViolations(text: string | null, current: VersionedSurface): string[] {
  if (text === writeSurface(current)) return [];
  const problem = text === null ? 'is absent' : 'is not the surface of this commit';
  return [`packages/contracts/released-openapi.json ${problem}: run node packages/checks/src/released-surface.ts`];
}

/**
 * Without an option it writes the document of a release; with `--check` it exits 1 where that is not current.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isCheck = process.argv.includes('--check');
  if (!isCheck) writeFileSync(releasedFile, writeSurface(currentSurface()));
  const violations = isCheck
    ? releaseViolations(existsSync(releasedFile) ? readFileSync(releasedFile, 'utf8') : null, currentSurface())
    : [];
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
