import { domainToUnicode } from 'node:url';
import { matchesWildcard, stepsOf, type Wildcard } from './wildcard.ts';

/** Query parameters that do not change the page, by the directive `Clean-param` of Yandex. */
export interface CleanParam {
  params: string[];
  /** Matches the beginning of a path. */
  path: Wildcard;
}

/** Parameters of advertising systems. Names are compared as they are, case included. */
const tracking = new Set(['yclid', 'gclid', 'fbclid', 'ysclid', '_openstat']);
const isTracking = (name: string): boolean => tracking.has(name) || name.startsWith('utm_');

/** Comparisons of patterns for one URL, some microseconds; parameters beyond stay in the key. */
const maxSteps = 5_000;
/** Patterns of paths by parameter, of each list that is in use. */
const pathsOfLists = new WeakMap<readonly CleanParam[], ReadonlyMap<string, Wildcard[]>>();

function pathsOf(cleanParams: readonly CleanParam[]): ReadonlyMap<string, Wildcard[]> {
  const known = pathsOfLists.get(cleanParams);
  if (known) return known;
  const paths = new Map<string, Wildcard[]>();
  for (const { params, path } of cleanParams)
    for (const name of new Set(params)) {
      const patterns = paths.get(name);
      if (patterns) patterns.push(path);
      else paths.set(name, [path]);
    }
  pathsOfLists.set(cleanParams, paths);
  return paths;
}

/** Tells the parameters that `Clean-param` takes from a path. */
function cleanNames(path: string, cleanParams: readonly CleanParam[]): (name: string) => boolean {
  if (cleanParams.length === 0) return () => false;
  const paths = pathsOf(cleanParams);
  const known = new Map<string, boolean>();
  let stepsLeft = maxSteps;
  const isTaken = (pattern: Wildcard): boolean => {
    stepsLeft -= stepsOf(pattern, path);
    return stepsLeft >= 0 && matchesWildcard(pattern, path);
  };
  return (name) => {
    const answer = known.get(name) ?? paths.get(name)?.some(isTaken) ?? false;
    known.set(name, answer);
    return answer;
  };
}

const unreserved = /[A-Za-z0-9\-._~]/;

/**
 * Normalises percent-encoding (RFC 3986 §6.2.2): hexadecimal digits in upper case, unreserved characters
 * decoded. A `%` that begins no triplet becomes `%25`, so that decoding forms no new triplet.
 */
export const normalizePercents = (text: string): string =>
  text.replace(/%([0-9a-f]{2})?/gi, (triplet, digits: string | undefined) => {
    if (digits === undefined) return '%25';
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return unreserved.test(character) ? character : triplet.toUpperCase();
  });

/**
 * The normalised form by which the crawler distinguishes URLs: parsed by the WHATWG rules (punycode host, no
 * default port), without credentials and fragment, percent-encoding normalised, query parameters sorted,
 * without those that only track. Slashes and the case of the path stay as they are. Linear in the address, plus
 * {@link maxSteps}.
 * @returns null if it is not an http or https address
 */
export function urlKey(address: string, cleanParams: readonly CleanParam[] = []): string | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const path = normalizePercents(url.pathname);
  const isClean = cleanNames(path, cleanParams);
  const query = normalizePercents(url.search.slice(1))
    .split('&')
    .filter((part) => {
      const name = part.split('=', 1)[0] ?? '';
      return part !== '' && !isTracking(name) && !isClean(name);
    })
    .sort();
  return `${url.protocol}//${url.host}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const encodedText = /(?:%[89a-f][0-9a-f])+/gi;
/** Characters that a reader does not see, or that reorder what is seen. */
const invisible = /[\p{C}\p{Z}]/u;

const decodeText = (text: string): string =>
  text.replace(encodedText, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded);
      return invisible.test(decoded) ? encoded : decoded;
    } catch {
      // Another charset than UTF-8.
      return encoded;
    }
  });

/** A URL for people: the host in Unicode, path and query decoded where that is text. ASCII stays encoded. */
export function shownUrl(address: string): string {
  const url = URL.parse(address);
  if (!url?.host) return address;
  const host = domainToUnicode(url.hostname) || url.hostname;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${host}${port}${decodeText(url.pathname + url.search + url.hash)}`;
}

/** The decoded path with each number as `:n`: `/2026/05/news-7` gives `/:n/:n/news-:n`. */
export function pathPattern(address: string): string {
  const path = URL.parse(address)?.pathname ?? '';
  return decodeText(path).replace(/%[0-9a-f]{2}|\d+/gi, (part) => (part.startsWith('%') ? part : ':n'));
}
