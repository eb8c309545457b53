import { trimEndCharacters } from '@platform/contracts/trim-characters';
import type { Comparison } from '../schema/competitors.ts';

const maxMissing = 50;

/**
 * A path as it is compared: lower case, without locale, file ending and slash at the end; segments of digits
 * are `:n`.
 */
export function comparedPath(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const bare = url.pathname
    .toLowerCase()
    .replace(/^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/, '')
    .replace(/\.(?:html?|php|aspx?|jsp)$/, '')
    .replace(/\/index$/, '');
  const path = trimEndCharacters(bare, '/').replaceAll(/\/\d+(?=\/|$)/g, '/:n');
  return path === '' ? '/' : path;
}

const pathsOf = (addresses: Iterable<string>): Set<string> => {
  const paths = new Set<string>();
  for (const address of addresses) {
    const path = comparedPath(address);
    if (path !== null) paths.add(path);
  }
  return paths;
};

/** Words in the last segments: exact paths of two sites rarely match. */
function wordsOf(paths: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const path of paths)
    for (const word of (path.split('/').at(-1) ?? '').split(/[-_.+]|%20/)) if (/[^\d:]../.test(word)) words.add(word);
  return words;
}

const commonOf = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  let common = 0;
  for (const item of left) if (right.has(item)) common += 1;
  return common;
};

const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;
const folderOf = (path: string): string => path.split('/')[1] ?? '';

/**
 * Compares the addresses of a site with those in the sitemaps of another one.
 * @param ownUrls addresses of pages of the site
 * @param theirUrls addresses in the sitemaps; null without a sitemap
 */
export function comparePaths(ownUrls: Iterable<string>, theirUrls: Iterable<string> | null): Comparison {
  const nothing = { overlap_pct: null, jaccard: null, word_overlap_pct: null };
  if (theirUrls === null) return { paths: null, ...nothing, missing_paths: [] };
  const [ownPaths, theirPaths] = [pathsOf(ownUrls), pathsOf(theirUrls)];
  const missing = missingPaths(ownPaths, theirPaths);
  if (ownPaths.size === 0 || theirPaths.size === 0)
    return { paths: theirPaths.size, ...nothing, missing_paths: missing };
  const common = commonOf(theirPaths, ownPaths);
  const words = wordsOf(theirPaths);
  return {
    paths: theirPaths.size,
    overlap_pct: percent(common, theirPaths.size),
    jaccard: Math.round((common / (ownPaths.size + theirPaths.size - common)) * 1000) / 1000,
    word_overlap_pct: words.size === 0 ? null : percent(commonOf(words, wordsOf(ownPaths)), words.size),
    missing_paths: missing,
  };
}

function missingPaths(ownPaths: ReadonlySet<string>, theirPaths: ReadonlySet<string>): string[] {
  const missing = [...theirPaths].filter((path) => !ownPaths.has(path));
  const folders = new Map<string, number>();
  for (const path of missing) folders.set(folderOf(path), (folders.get(folderOf(path)) ?? 0) + 1);
  const sizeOf = (path: string): number => folders.get(folderOf(path)) ?? 0;
  const isBefore = (a: string, b: string): number => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1);
  return missing.sort(isBefore).slice(0, maxMissing);
}
