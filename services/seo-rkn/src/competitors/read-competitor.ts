import type { CompetitorError } from '@platform/contracts';
import type { SafeFetch } from '@platform/runtime';
import type { z } from 'zod';
import { fetchPage } from '../crawl/fetch-page.ts';
import type { Fetched } from '../crawl/fetched.ts';
import { readRobots } from '../crawl/robots.ts';
import { readSitemaps } from '../crawl/sitemap.ts';
import { bareHost } from '../pages/page-facts.ts';

type Failure = z.output<typeof CompetitorError>;

const timeoutMs = 15_000;
/** Redirects of robots.txt that are followed (RFC 9309 §2.3.1.2), and the bytes of it that count. */
const maxRobotsHops = 5;
const maxRobotsBytes = 512_001;
const maxSitemapBytes = 10 * 1_048_576;
const maxFiles = 5;
const maxPaths = 5_000;
const guesses = ['/sitemap.xml', '/sitemap_index.xml'];

/** Addresses in the sitemaps of a site, null without a sitemap; or why they could not be read. */
export type ReadCompetitor = { addresses: string[] | null } | { error: Failure };

/**
 * Reads robots.txt and the sitemaps of another site, and no page of it. Each redirect is a guarded call.
 * @throws the reason of the signal
 */
export async function readCompetitor(fetch: SafeFetch, origin: string, signal: AbortSignal): Promise<ReadCompetitor> {
  const get = (url: string, maxBytes: number, maxHops?: number): Promise<Fetched> =>
    fetchPage(fetch, url, { maxBytes, timeoutMs, signal, ...(maxHops === undefined ? {} : { maxHops }) });
  const robots = await get(`${origin}/robots.txt`, maxRobotsBytes, maxRobotsHops);
  if (robots.failure?.code === 'address_refused') return { error: 'address_refused' };
  const isEndless = robots.failure?.code === 'redirect_loop' || robots.failure?.code === 'too_many_redirects';
  // A server that cannot say what it disallows disallows everything (RFC 9309 §2.3.1.4).
  if (robots.failure && !isEndless) return { error: 'unreachable' };
  if ((robots.status ?? 0) >= 500) return { error: 'unreachable' };
  const rules = readRobots(robots.status === 200 && robots.body ? robots.body : Buffer.from(''));
  let isRefused = false;
  const getSitemap = async (url: string): Promise<Fetched> => {
    if (rules.isAllowed('AppPlatformBot', url)) return get(url, maxSitemapBytes);
    isRefused = true;
    return { ...robots, url, final_url: url, status: 403, failure: null, body: null };
  };
  const candidates = [...new Set([...rules.sitemaps, ...guesses.map((path) => origin + path)])];
  const bare = bareHost(new URL(origin).host);
  const { locs, files } = await readSitemaps(getSitemap, candidates, {
    hosts: new Set([bare, `www.${bare}`]),
    maxLocs: maxPaths,
    maxFiles,
    signal,
  });
  if (files.some(({ kind }) => kind !== null)) return { addresses: locs.map(({ url }) => url) };
  return isRefused ? { error: 'robots_refused' } : { addresses: null };
}
