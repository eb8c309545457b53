import type { Fetched } from './fetched.ts';
import { type Alternate, readSitemapFile, type SitemapFault, type SitemapText } from './sitemap-file.ts';
import { urlKey } from './url-key.ts';

/**
 * Why a sitemap is not as it should be, the gravest first: `unreachable` (no answer), `status` (not 200),
 * those of the text, `no_locs`, `too_deep` (an index below the second level), `cycle` (an index that leads
 * back to itself), `child_failed`, `foreign_host` (locs of other hosts, left out).
 */
export type SitemapProblem =
  | 'unreachable'
  | 'status'
  | SitemapFault
  | 'no_locs'
  | 'too_deep'
  | 'cycle'
  | 'child_failed'
  | 'foreign_host';

/** One sitemap that was asked for. */
export interface SitemapFile {
  url: string;
  status: number | null;
  kind: SitemapText['kind'];
  /** Locs of the site itself. */
  locs: number;
  /** Locs of other hosts, and the first of them, 20 at most. */
  foreign: { count: number; samples: string[] };
  problem: SitemapProblem | null;
}

export interface ListedUrl {
  url: string;
  /** The file that lists it. */
  sitemap: string;
  /** Versions in other languages; empty for none. */
  alternates: readonly Alternate[];
}

export interface SitemapOptions {
  /** Hosts of the site (with its port, if any), as in `URL.host`: of the origin and of its www twin. */
  hosts: ReadonlySet<string>;
  /** All files together; 50,000 without it. */
  maxLocs?: number;
  /** 200 without it. */
  maxFiles?: number;
  signal?: AbortSignal;
}

export interface Sitemaps {
  locs: ListedUrl[];
  files: SitemapFile[];
  /** Whether a limit of the whole left files or locs unread. */
  is_cut: boolean;
}

/** Levels of index files. */
const maxIndexDepth = 2;
const maxLocLength = 2_048;
const maxSamples = 20;

/**
 * Reads sitemaps and what their indexes name (sitemaps.org). Each file is asked for once.
 * @param fetch a GET of up to 50 MiB that follows redirects and does not throw, except for the signal
 * @param candidates addresses to try
 * @throws the reason of the signal
 */
export async function readSitemaps(
  fetch: (url: string) => Promise<Fetched>,
  candidates: readonly string[],
  { hosts, maxLocs = 50_000, maxFiles = 200, signal }: SitemapOptions,
): Promise<Sitemaps> {
  const result: Sitemaps = { locs: [], files: [], is_cut: false };
  const requestedFiles = new Map<string, SitemapFile>();

  /** The problem of a child is one of its index; null for a child that was read before. */
  const readFile = async (url: string, above: readonly string[]): Promise<SitemapProblem | null> => {
    const key = urlKey(url) ?? url;
    if (above.includes(key)) return 'cycle';
    const known = requestedFiles.get(key);
    if (known) return known.problem;
    if (requestedFiles.size >= maxFiles || result.locs.length >= maxLocs) {
      result.is_cut = true;
      return null;
    }
    signal?.throwIfAborted();
    const foreign = { count: 0, samples: [] };
    const file: SitemapFile = { url, status: null, kind: null, locs: 0, foreign, problem: null };
    requestedFiles.set(key, file);
    result.files.push(file);
    file.problem = await fill(file, [...above, key]);
    return file.problem;
  };

  const fill = async (file: SitemapFile, path: readonly string[]): Promise<SitemapProblem | null> => {
    const fetched = await fetch(file.url);
    file.status = fetched.status;
    if (fetched.failure) return fetched.failure.code === 'body_too_large' ? 'too_large' : 'unreachable';
    if (fetched.status !== 200 || fetched.body === null) return 'status';
    const { kind, locs, alternates, fault } = await readSitemapFile(fetched.body, fetched.headers.content_type);
    file.kind = kind;
    const urls = locs.flatMap((loc, index) => {
      const url = webAddress(loc, fetched.final_url);
      return url ? [{ host: url.host, href: url.href, alternates: alternates.get(index) ?? [] }] : [];
    });
    const own = urls.filter(({ host }) => hosts.has(host));
    const ownUrls = own.map(({ href }) => href);
    const foreignUrls = urls.filter(({ host }) => !hosts.has(host)).map(({ href }) => href);
    file.locs = ownUrls.length;
    file.foreign = { count: foreignUrls.length, samples: foreignUrls.slice(0, maxSamples) };
    const foreign = foreignUrls.length > 0 ? 'foreign_host' : null;
    if (kind === 'sitemapindex') {
      if (path.length > maxIndexDepth) return 'too_deep';
      let worst: SitemapProblem | null = null;
      for (const child of ownUrls) {
        const problem = await readFile(child, path);
        if (problem === 'cycle') worst = 'cycle';
        else if (problem !== null && problem !== 'foreign_host') worst ??= 'child_failed';
      }
      return fault ?? (urls.length === 0 ? 'no_locs' : (worst ?? foreign));
    }
    for (const { href: url, alternates: versions } of own) {
      if (result.locs.length >= maxLocs) {
        result.is_cut = true;
        break;
      }
      result.locs.push({ url, sitemap: file.url, alternates: versions });
    }
    return fault ?? (urls.length === 0 ? 'no_locs' : foreign);
  };

  for (const candidate of candidates) await readFile(candidate, []);
  return result;
}

/** A relative loc, which the protocol forbids, is resolved. */
function webAddress(loc: string, base: string): URL | null {
  const url = loc.length > maxLocLength ? null : URL.parse(loc, base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}
