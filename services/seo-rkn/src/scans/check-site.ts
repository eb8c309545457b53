import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Fetched } from '../crawl/fetched.ts';
import type { LinkCheck, MirrorInput } from '../issues/site-input.ts';
import { checkImages, readImageUrls } from './check-images.ts';
import { type CheckProgress, createCheckProgress } from './check-progress.ts';
import { runAll } from './run-all.ts';
import type { ScanWork } from './scan-work.ts';
import type { SiteChecks } from './site-checks.ts';

const maxExternalLinks = 200;
/** Requests at once; external links are on many hosts. */
const maxAtOnce = 8;
const timeoutMs = 10_000;
/** Time of one round of all external links: those that are left are unverified. */
const externalMs = 60_000;
/** Pages whose first byte is measured, and how often. */
const measuredPages = 3;
const samples = 3;

/** Requests facts that no single page of the crawl contains. */
export async function checkSite(work: ScanWork): Promise<SiteChecks> {
  const pages = await readSamplePages(work);
  const links = await readExternalLinks(work);
  const images = await readImageUrls(work);
  const progress = createCheckProgress(work);
  const mirrors = pages.slice(0, 2).flatMap(mirrorsOf).length;
  progress.plan(pages.length * samples + mirrors + links.length + images.length);
  return {
    ttfb: await measureFirstByte(work, pages, progress),
    mirrors: await fetchMirrors(work, pages, progress),
    external_links: await checkExternalLinks(work, links, progress),
    images: await checkImages(work, images, progress),
  };
}

/** The home page and listed pages that answered, in the order of the crawl. */
async function readSamplePages({ app, scan }: ScanWork): Promise<string[]> {
  const { rows } = await app.db.execute<{ url: string }>(sql`
    SELECT url FROM "seo-rkn".pages WHERE scan_id = ${scan.id} AND status = 200 AND facts IS NOT NULL
      AND (is_listed OR number = 0)
    ORDER BY number LIMIT ${measuredPages}`);
  return rows.map(({ url }) => url);
}

async function measureFirstByte(
  { app, gentleFetch }: ScanWork,
  urls: readonly string[],
  progress: CheckProgress,
): Promise<SiteChecks['ttfb']> {
  const measured = [];
  for (const url of urls) {
    const samples_ms: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const fetched = await gentleFetch(url, { timeoutMs });
      await progress.done();
      if (fetched.status === 200) samples_ms.push(app.firstByteOf(fetched));
    }
    if (samples_ms.length === samples) measured.push({ url, url_key: url, samples_ms });
  }
  return measured.length === 0 ? null : measured;
}

/** Twins of an address, at which a well-kept site redirects. */
export function mirrorsOf(main_url: string): { kind: MirrorInput['kind']; url: string }[] {
  const url = new URL(main_url);
  const twin = (change: (copy: URL) => void): string => {
    const copy = new URL(url);
    change(copy);
    return copy.href;
  };
  const mirrors: { kind: MirrorInput['kind']; url: string }[] = [];
  const isName = /[a-z]$/i.test(url.hostname) && url.hostname.includes('.');
  if (url.protocol === 'https:' && url.port === '')
    mirrors.push({ kind: 'http', url: twin((copy) => (copy.protocol = 'http:')) });
  if (isName && url.port === '') {
    const host = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`;
    mirrors.push({ kind: 'www', url: twin((copy) => (copy.hostname = host)) });
  }
  if (url.search !== '') return mirrors;
  if (url.pathname === '/') mirrors.push({ kind: 'index_html', url: twin((copy) => (copy.pathname = '/index.html')) });
  else {
    const isFolder = url.pathname.endsWith('/');
    const path = isFolder ? url.pathname.slice(0, -1) : `${url.pathname}/`;
    mirrors.push({ kind: 'slash', url: twin((copy) => (copy.pathname = path)) });
  }
  return mirrors;
}

async function fetchMirrors(
  { app, scan, gentleFetch }: ScanWork,
  urls: readonly string[],
  progress: CheckProgress,
): Promise<MirrorInput[]> {
  const mirrors: MirrorInput[] = [];
  // The home page, and one page below it.
  for (const main_url of urls.slice(0, 2))
    for (const { kind, url } of mirrorsOf(main_url)) {
      const { body, ...fetched } = await gentleFetch(url, { maxBytes: scan.options.max_body_bytes, timeoutMs });
      await progress.done();
      const isPage = body !== null && fetched.status === 200 && fetched.hops.length === 0;
      const readPage = isPage
        ? await app.pageReader.read({ fetched, body, site_host: new URL(scan.origin).hostname })
        : null;
      mirrors.push({ kind, url, main_url, fetched, facts: readPage?.facts ?? null });
    }
  return mirrors;
}

/** Links to other sites, in the order of the pages that have them. */
async function readExternalLinks({ app, scan }: ScanWork): Promise<string[]> {
  const { rows } = await app.db.execute<{ url: string }>(sql`
    SELECT url FROM (
      SELECT link AS url, min(p.number) AS first FROM "seo-rkn".pages p,
        jsonb_array_elements_text(p.facts -> 'external_links') AS link
      WHERE p.scan_id = ${scan.id} AND p.facts IS NOT NULL GROUP BY link) AS links
    ORDER BY first, url LIMIT ${maxExternalLinks}`);
  return rows.map(({ url }) => url);
}

/** HEAD of links to other sites. A link that is gone is asked twice. */
async function checkExternalLinks(
  work: ScanWork,
  links: readonly string[],
  progress: CheckProgress,
): Promise<LinkCheck[]> {
  const { app, signal } = work;
  const outcomes = new Map<string, LinkCheck>(links.map((url) => [url, unverified(url)]));
  const namesWithoutAddress = new Set<string>();
  const checkAll = (urls: readonly string[]) =>
    runAll(urls, { signal, atOnce: maxAtOnce, ms: externalMs }, async (url, end) => {
      const { hasName, ...check } = await checkLink(work, url, end);
      outcomes.set(url, check);
      if (hasName) namesWithoutAddress.delete(url);
      else namesWithoutAddress.add(url);
      await progress.done();
    });
  const gone = () => [...outcomes.values()].filter(({ outcome }) => outcome === 'gone').map(({ url }) => url);
  await checkAll([...outcomes.keys()]);
  const first = gone();
  if (first.length > 0) {
    await sleep(app.timing.retryMs, undefined, { signal });
    for (const url of first) outcomes.set(url, unverified(url));
    progress.plan(first.length);
    await checkAll(first);
  }
  return withoutOwnFaults([...outcomes.values()], namesWithoutAddress);
}

/**
 * Where no host at all resolves, the resolver of the platform is the cause (an offline stand, a split DNS, an egress
 * policy), and a name without an address says nothing about its link.
 * @param namesWithoutAddress links whose host has no address
 */
export function withoutOwnFaults(checks: readonly LinkCheck[], namesWithoutAddress: ReadonlySet<string>): LinkCheck[] {
  const isResolving = checks.some(({ url, status }) => status !== null && !namesWithoutAddress.has(url));
  return checks.map((check) => (!isResolving && namesWithoutAddress.has(check.url) ? unverified(check.url) : check));
}

const unverified = (url: string): LinkCheck => ({ url, outcome: 'unverified', status: null });

async function checkLink(
  { gentleFetch }: ScanWork,
  url: string,
  signal: AbortSignal,
): Promise<LinkCheck & { hasName: boolean }> {
  const head = await gentleFetch(url, { method: 'HEAD', timeoutMs, signal });
  const isUnable = head.status === 405 || head.status === 501;
  const answer = isUnable ? await gentleFetch(url, { timeoutMs, maxBytes: 65_536, signal }) : head;
  return { url, outcome: outcomeOf(answer), status: answer.status, hasName: answer.failure?.code !== 'dns' };
}

/** What the answer of a link to another site proves. */
export function outcomeOf({ status, failure }: Pick<Fetched, 'status' | 'failure'>): LinkCheck['outcome'] {
  if (failure?.code === 'dns' || status === 404 || status === 410) return 'gone';
  return status !== null && status < 400 ? 'ok' : 'unverified';
}
