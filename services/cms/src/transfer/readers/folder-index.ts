import { decodePercent } from '@platform/contracts/decode-percent';
import type { ImportTarget } from '../import-address.ts';
import { type FolderLayout, markdownEnding } from './folder-layout.ts';

/** Files that a page loads and no reader opens. */
const neverLinked = /\.(?:html?|[cm]?[jt]sx?|css|s[ac]ss|less|map|vue|svelte|astro|toml|ya?ml|lock|log|exe|sh)$/i;
/** Directories that stand for the top of the site, or of all texts. */
const siteRoots = [
  '',
  'static/',
  'public/',
  'assets/',
  'source/',
  'content/',
  'src/',
  'src/content/',
  'src/assets/',
  'docs/',
  'src/pages/',
];
const textEndings = ['', '.md', '.mdx', '.markdown', '/index.md', '/index.mdx', '/_index.md', '/README.md'];

/** Finds files of a folder by addresses of its texts. */
export interface FolderIndex {
  resolve(from: string, address: string): ImportTarget | null;
  resolveName(from: string, name: string): ImportTarget | null;
}

/**
 * An index of the files of a folder. Pure.
 * @param items names of the files that are texts
 * @param paths texts by the paths that they had on the former site
 */
export function indexFolder(
  names: readonly string[],
  { root }: FolderLayout,
  items: ReadonlySet<string>,
  paths: ReadonlyMap<string, string>,
): FolderIndex {
  const byName = new Map<string, string>();
  const byLast = new Map<string, string>();
  for (const name of names) {
    const lower = name.toLowerCase();
    if (!byName.has(lower)) byName.set(lower, name);
    const last = lower.slice(lower.lastIndexOf('/') + 1);
    for (const key of [last, last.replace(markdownEnding, '')]) if (!byLast.has(key)) byLast.set(key, name);
  }
  const targetOf = (name: string | undefined): ImportTarget | null => {
    if (name === undefined) return null;
    if (items.has(name)) return { type: 'item', name };
    return markdownEnding.test(name) || neverLinked.test(name) ? null : { type: 'file', name };
  };
  const find = (path: string | null): ImportTarget | null => {
    if (path === null || path === '') return null;
    const lower = path.toLowerCase();
    const exact = targetOf(byName.get(lower));
    if (exact) return exact;
    // A link may name the file with another ending than it has.
    const bare = lower.replace(markdownEnding, '');
    for (const ending of textEndings) {
      const target = targetOf(byName.get(bare + ending));
      if (target) return target;
    }
    return null;
  };
  const findFirst = (candidates: readonly (string | null)[]): ImportTarget | null => {
    for (const candidate of candidates) {
      const target = find(candidate);
      if (target) return target;
    }
    return null;
  };
  const resolve = (from: string, address: string): ImportTarget | null => {
    const path = decodePercent(address.split('?', 1)[0] ?? '')
      .replaceAll('\\', '/')
      .normalize('NFC');
    const rooted = /^(?:\/|~\/|@\/|@site\/)(.*)$/s.exec(path)?.[1];
    const fromRoot = (inner: string) => siteRoots.map((one) => joined(root, one + inner));
    const directory = from.slice(0, from.lastIndexOf('/') + 1);
    // A page is at an address of its own (`/posts/name/`), so relative addresses may start one level below its file.
    const below = `${from.replace(markdownEnding, '')}/`;
    const target =
      rooted === undefined
        ? findFirst([joined(directory, path), joined(below, path), ...fromRoot(path)])
        : findFirst(fromRoot(rooted));
    if (target) return target;
    const item = paths.get(plainPath(path));
    return rooted !== undefined && item !== undefined ? { type: 'item', name: item } : null;
  };
  return {
    resolve,
    resolveName: (from, name) =>
      resolve(from, name) ?? targetOf(byLast.get(name.toLowerCase().normalize('NFC').split('/').at(-1) ?? '')),
  };
}

/** A path without what says nothing in it. */
export const plainPath = (path: string): string =>
  decodePercent(path)
    .replace(/(?:\/index)?(?:\.html?)?\/?$/i, '')
    .toLowerCase();

/** A path below a directory; null where it leads out of the archive. */
function joined(directory: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of `${directory}${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else parts.push(part);
  }
  return parts.join('/');
}
