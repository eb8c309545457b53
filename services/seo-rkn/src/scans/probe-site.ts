import { randomUUID } from 'node:crypto';
import type { Fetched } from '../crawl/fetched.ts';
import { type Robots, readRobots } from '../crawl/robots.ts';
import { type ListedUrl, readSitemaps, type SitemapFile, type SitemapProblem } from '../crawl/sitemap.ts';
import { maxSitemapBytes } from '../crawl/sitemap-file.ts';
import { isHtml } from '../issues/page-state.ts';
import type { SitemapInput } from '../issues/site-input.ts';
import { absolute, bareHost } from '../pages/page-facts.ts';
import type { ScanRow } from './scan.ts';
import type { ScanWork } from './scan-work.ts';
import type { SiteProbe } from './site-probe.ts';

const timeoutMs = 15_000;
/** Redirects of robots.txt that are followed (RFC 9309 §2.3.1.2). */
const maxRobotsHops = 5;
/** The rules take the first part of a longer file. */
const maxRobotsBytes = 5 * 1_048_576;
const maxLlmsBytes = 1_048_576;
const storedRobotsBytes = 512_001;
/** Addresses that are tried although no line names them. */
const guesses = ['/sitemap.xml', '/sitemap_index.xml'];

/** The rules of robots.txt of a site; none where it has no such file. */
export function robotsOf({ robots }: SiteProbe): Robots {
  const known = readFiles.get(robots);
  if (known) return known;
  const parsed = readRobots(Buffer.from(robots.body));
  readFiles.set(robots, parsed);
  return parsed;
}

/** Of the scans that are worked on: a file of 500 KiB takes tens of milliseconds, and each image asks for it. */
const readFiles = new WeakMap<SiteProbe['robots'], Robots>();

/**
 * Reads what the scan has to know before its first page: robots.txt, the sitemaps, the answer of the site and
 * its answer to an address that nothing is at.
 * @throws LostLeaseError, the reason of the signal
 */
export async function probeSite(work: ScanWork): Promise<{ probe: SiteProbe; locs: ListedUrl[] }> {
  const { scan } = work;
  const robots = await readRobotsFile(work);
  const rules = readRobots(Buffer.from(robots.body));
  if (isRefused(scan, robots)) {
    const probe = { robots, website: null, sitemaps: [], random_page: null };
    return { probe, locs: [] };
  }
  const candidates = [...new Set([...rules.sitemaps, ...guesses.map((path) => scan.origin + path)])];
  const { files, locs } = await readSitemaps((url) => get(work, url, maxSitemapBytes), candidates, {
    hosts: hostsOf(scan.origin),
    signal: work.signal,
  });
  const { body, ...website } = await get(work, `${scan.origin}/`, scan.options.max_body_bytes);
  const probe: SiteProbe = {
    robots,
    website,
    website_refresh: await readRefreshTarget(work, website, body),
    llms_txt: await readLlmsTxt(work, rules),
    sitemaps: files.map((file) => toSitemapInput(file, candidates, rules.sitemaps)),
    random_page: await readRandomPage(work),
  };
  return { probe, locs };
}

const get = ({ gentleFetch }: ScanWork, url: string, maxBytes: number, maxHops?: number): Promise<Fetched> =>
  gentleFetch(url, { maxBytes, timeoutMs, ...(maxHops === undefined ? {} : { maxHops }) });

/** Redirects that end nowhere: the file is as if it were not there (RFC 9309 §2.3.1.2). */
const redirectFailures: string[] = ['redirect_loop', 'too_many_redirects', 'bad_redirect'];

/** A server that cannot say what it disallows disallows everything (RFC 9309 §2.3.1.4). */
export const isRefused = ({ options }: Pick<ScanRow, 'options'>, { status, failure }: SiteProbe['robots']): boolean => {
  if (options.ignore_robots || (failure !== null && redirectFailures.includes(failure.code))) return false;
  return failure !== null || status === null || status >= 500;
};

/** The origin and its twin with or without `www.`. */
const hostsOf = (origin: string): ReadonlySet<string> => {
  const bare = bareHost(new URL(origin).host);
  return new Set([bare, `www.${bare}`]);
};

async function readRobotsFile(work: ScanWork): Promise<SiteProbe['robots']> {
  const { status, failure, body } = await get(work, `${work.scan.origin}/robots.txt`, maxRobotsBytes, maxRobotsHops);
  const isText = status === 200 && failure === null && body !== null;
  return { status, failure, body: isText ? body.subarray(0, storedRobotsBytes).toString('utf8') : '' };
}

/** Where the home page leads to at once by a `meta` refresh; null where it does not. */
async function readRefreshTarget(
  { app, scan }: ScanWork,
  fetched: NonNullable<SiteProbe['website']>,
  body: Uint8Array | null,
): Promise<string | null> {
  if (body === null || fetched.status !== 200 || !isHtml(fetched.headers.content_type)) return null;
  const { facts } = await app.pageReader.read({ fetched, body, site_host: new URL(scan.origin).hostname });
  return facts?.refresh ? absolute(facts.refresh, facts) : null;
}

/**
 * `/llms.txt` begins with a heading of the first level: https://llmstxt.org. A page of the site in its place means that
 * there is none.
 */
async function readLlmsTxt(work: ScanWork, rules: Robots): Promise<NonNullable<SiteProbe['llms_txt']>> {
  const url = `${work.scan.origin}/llms.txt`;
  if (!work.scan.options.ignore_robots && !rules.isAllowed('AppPlatformBot', url)) return 'absent';
  const { status, failure, headers, body } = await get(work, url, maxLlmsBytes);
  if (status !== 200 || failure !== null || body === null || /html/i.test(headers.content_type ?? '')) return 'absent';
  const start = body
    .subarray(0, 4_096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^<(?:!doctype|html)/i.test(start)) return 'absent';
  return /^#\s+\S/.test(start) ? 'valid' : 'invalid';
}

async function readRandomPage(work: ScanWork): Promise<SiteProbe['random_page']> {
  const { app, scan } = work;
  const { body, ...fetched } = await get(work, `${scan.origin}/${randomUUID()}`, scan.options.max_body_bytes);
  if (body === null || fetched.status !== 200 || fetched.hops.length > 0)
    return { status: fetched.status, facts: null };
  const { facts } = await app.pageReader.read({ fetched, body, site_host: new URL(scan.origin).hostname });
  return { status: fetched.status, facts };
}

const outcomes: Partial<Record<SitemapProblem, SitemapInput['outcome']>> = {
  unreachable: 'unreachable',
  status: 'unreachable',
  not_xml: 'not_xml',
  wrong_root: 'not_xml',
  no_locs: 'empty',
  too_large: 'too_large',
};

const toSitemapInput = (
  { url, status, locs, foreign, problem }: SitemapFile,
  candidates: readonly string[],
  namedSitemaps: readonly string[],
): SitemapInput => ({
  url,
  status,
  own_locs: locs,
  foreign_locs: foreign.count,
  foreign_samples: foreign.samples,
  is_child: !candidates.includes(url),
  is_guess: candidates.includes(url) && !namedSitemaps.includes(url),
  outcome: problem === null ? 'ok' : (outcomes[problem] ?? 'ok'),
});
