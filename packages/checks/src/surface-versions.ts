import type { Surface } from './breaking-changes.ts';

/** Versions of the clients; null for a client that is not there. */
export interface ClientVersions {
  typescript: string;
  flutter: string | null;
}

/** A surface as it was released: with its version and those of its clients. */
export interface VersionedSurface extends Surface {
  info?: { version: string };
  'x-clients'?: ClientVersions;
}

const texts = new Set(['description', 'summary', 'example', 'examples', 'remedy']);

/**
 * A part of the document without its texts.
 * @param isNames its keys are names of fields, which stay: a field may be called `description`
 */
function withoutTexts(part: unknown, isNames = false): unknown {
  if (Array.isArray(part)) return part.map((item) => withoutTexts(item));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => isNames || !texts.has(key))
      .map(([key, value]) => [key, withoutTexts(value, key === 'properties')]),
  );
}

const surfaceOf = ({ paths, components, 'x-errors': errors }: VersionedSurface): string =>
  JSON.stringify(withoutTexts({ paths, components, errors }));

/** Whether a version comes after another one; a prerelease mark counts as none. */
function isLater(version: string, than: string): boolean {
  const [now = [], before = []] = [version, than].map((text) => text.split(/[.+-]/).map(Number));
  const at = [0, 1, 2].find((place) => now[place] !== before[place]);
  return at !== undefined && (now[at] ?? 0) > (before[at] ?? 0);
}

/**
 * A changed surface has a later version of the document and of each client than the released one has. Texts
 * are no change of the surface.
 * @returns one line for each version that has to rise
 */
export function versionsToBump(released: VersionedSurface, current: VersionedSurface): string[] {
  if (surfaceOf(released) === surfaceOf(current)) return [];
  const [was, is] = [released['x-clients'], current['x-clients']];
  const versions = [
    ['documentVersion of packages/contracts/src/version.ts', released.info?.version, current.info?.version],
    ['packages/client/package.json', was?.typescript, is?.typescript],
    ['packages/client_flutter/pubspec.yaml', was?.flutter, is?.flutter],
  ] as const;
  return versions.flatMap(([place, before, now]) => {
    if (!before) return [];
    if (!now) return [`${place}: its version is not there, the released one is ${before}`];
    return isLater(now, before)
      ? []
      : [`${place}: the surface has changed since ${before}: the version has to be later than that, it is ${now}`];
  });
}
