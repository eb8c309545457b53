/** Limits of links that are read, of internal ones among them, and of a path in bytes. */
const maxLinks = 5_000;
const maxPaths = 1_000;
const maxPathBytes = 1_024;

/** Internal paths among links: paths, links relative to the page, and links to the address of the site. Pure. */
export const internalPaths = (links: readonly string[], page: string): string[] => [
  ...new Set(internalLinks(links, page).map(({ path }) => path)),
];

/** As {@link internalPaths}, with each link as it is written. */
export function internalLinks(links: readonly string[], page: string): { link: string; path: string }[] {
  const base = URL.parse(page, 'http://site.invalid/');
  return links
    .slice(0, maxLinks)
    .flatMap((link) => {
      const url = base && URL.parse(link, base.href);
      const path = url && url.origin === base.origin && !link.startsWith('#') ? decodePath(url.pathname) : null;
      return path === null || Buffer.byteLength(path) > maxPathBytes ? [] : [{ link, path }];
    })
    .slice(0, maxPaths);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A path goes on with it: `/a` does not stand in `/about` or `/a/b`. */
const goesOn = /^(?:[\p{L}\p{N}_%~-]|[/.](?=[\p{L}\p{N}_%~-]))/u;

/** The line of a text, from 1, in which an address or a path stands first as a whole; null where it does not. Pure. */
export function lineOf(text: string, address: string): number | null {
  if (address === '') return null;
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1))
    if (!goesOn.test(text.slice(at + address.length, at + address.length + 3)))
      return text.slice(0, at).split('\n').length;
  return null;
}

/** A path of an uploaded file. */
const written = /\/assets\/cms\/([0-9a-f]{64}\.[a-z0-9]{1,8})/g;

/** Longest origin of an address. */
const maxOrigin = 260;

/** The origin that an address has before its path, in lower case; null for a path alone. */
function originBefore(text: string, end: number): string | null {
  const before = text.slice(Math.max(0, end - maxOrigin), end);
  const at = before.lastIndexOf('://');
  if (at < 0 || /[\s"'()<>/]/.test(before.slice(at + 3))) return null;
  const scheme = before.slice(0, at).toLowerCase().endsWith('https') ? 'https' : 'http';
  return `${scheme}${before.slice(at)}`.toLowerCase();
}

/**
 * Uploaded files that a text names, with the line of each mention. Pure.
 * @param platform origin of the public address of the platform: the same path of another host is a file of that host
 */
export function* filesNamedIn(text: string, platform: string): Generator<{ name: string; line: number }> {
  let line = 1;
  let position = 0;
  for (const match of text.matchAll(written)) {
    const [, name = ''] = match;
    const origin = originBefore(text, match.index);
    if (origin !== null && origin !== platform) continue;
    for (
      let next = text.indexOf('\n', position);
      next >= 0 && next < match.index;
      next = text.indexOf('\n', position)
    ) {
      line += 1;
      position = next + 1;
    }
    yield { name, line };
  }
}
