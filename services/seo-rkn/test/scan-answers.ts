import type { SeededSite } from '@platform/sandbox';
import { type RobotsAgent, readRobots } from '../src/crawl/robots.ts';
import { urlKey } from '../src/crawl/url-key.ts';
import { judgeSite } from '../src/issues/judge.ts';
import type { MirrorInput, PageInput, SiteInput, SitemapInput } from '../src/issues/site-input.ts';
import { absolute, type FetchedFacts } from '../src/pages/page-facts.ts';
import { readPage } from '../src/pages/read-page.ts';
import { mirrorsOf } from '../src/scans/check-site.ts';
import { isNoPage, mayRecover } from '../src/scans/crawl.ts';
import { judgeWhole } from '../src/scans/judge-whole.ts';
import { outlineOf } from '../src/scans/page-outline.ts';
import type { ScanRow } from '../src/scans/scan.ts';
import { aiReadersOf, homeKeyOf } from '../src/scans/site-facts.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const agents: readonly RobotsAgent[] = ['*', 'Googlebot', 'Yandex'];

/** What a scan needs of a site: its answers by path. */
export type ScannedSite = Pick<SeededSite, 'origin' | 'answers' | 'items'>;

function fetchFrom(site: ScannedSite, url: string): FetchedFacts & { body: Buffer } {
  const hops: FetchedFacts['hops'] = [];
  const seen = new Set<string>();
  let current = url;
  for (;;) {
    const { pathname, search } = new URL(current);
    const answer = site.answers.get(pathname + search);
    const isLoop = seen.has(current);
    seen.add(current);
    const location = isLoop ? undefined : answer?.headers.location;
    if (answer && location) {
      hops.push({ url: current, status: answer.status, location });
      current = new URL(location, current).href;
      continue;
    }
    const failure = isLoop ? { code: 'redirect_loop' as const, detail: current } : (answer?.failure ?? null);
    return {
      url,
      final_url: current,
      hops,
      status: failure ? null : (answer?.status ?? 404),
      failure,
      headers: {
        content_type: answer?.headers['content-type'] ?? 'text/html',
        robots: answer?.headers['x-robots-tag'] ? [answer.headers['x-robots-tag']] : [],
        link: answer?.headers.link ? [answer.headers.link] : [],
        etag: null,
        last_modified: null,
        retry_after: null,
        content_security_policy: null,
        set_cookie: false,
        strict_transport_security: null,
      },
      timings: { connect_ms: 1, ttfb_ms: 20, total_ms: 25 },
      bytes: answer?.body.length ?? 0,
      address: '203.0.113.7',
      body: answer?.body ?? Buffer.from('<h1>404</h1>'),
    };
  }
}

const withoutBody = ({ body: _, ...fetched }: FetchedFacts & { body: Buffer }): FetchedFacts => fetched;

function readSitemaps(site: ScannedSite, lines: readonly string[], locs: Set<string>): SitemapInput[] {
  const found: SitemapInput[] = [];
  const visit = (url: string, isChild: boolean, isGuess: boolean): void => {
    const { status, body } = fetchFrom(site, url);
    const text = body.toString();
    const isIndex = text.includes('<sitemapindex');
    const isXml = isIndex || text.includes('<urlset');
    const all = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '');
    const foreign = all.filter((loc) => new URL(loc).origin !== site.origin);
    found.push({
      url,
      is_child: isChild,
      is_guess: isGuess,
      status,
      outcome: status !== 200 ? 'unreachable' : isXml ? 'ok' : 'not_xml',
      own_locs: isXml ? all.length - foreign.length : 0,
      foreign_locs: foreign.length,
      foreign_samples: foreign,
    });
    if (isIndex) for (const loc of all) visit(loc, true, false);
    else if (isXml) for (const loc of all) if (!foreign.includes(loc)) locs.add(loc);
  };
  for (const line of lines) visit(line, false, false);
  const guess = `${site.origin}/sitemap.xml`;
  if (!lines.includes(guess)) visit(guess, false, true);
  return found;
}

/**
 * Scans a generated site without a network, as the crawler does: robots.txt, sitemaps, items, links.
 * @param over parts of the input that the site itself does not show
 */
export function scanAnswers(
  site: ScannedSite,
  over: Partial<SiteInput> = {},
): { input: SiteInput; pages: PageInput[] } {
  const host = new URL(site.origin).host;
  const keyOf = (address: string) => (URL.parse(address)?.host === host ? urlKey(address) : null);
  const robotsAnswer = fetchFrom(site, `${site.origin}/robots.txt`);
  const robots = readRobots(robotsAnswer.status === 200 ? robotsAnswer.body : Buffer.alloc(0));
  const isAllowed = (url: string) => agents.every((agent) => robots.isAllowed(agent, url));
  const hasFailed = (robotsAnswer.status ?? 500) >= 500;
  const locs = new Set<string>();
  const sitemaps = hasFailed ? [] : readSitemaps(site, robots.sitemaps, locs);
  const pages = new Map<string, PageInput>();
  const queue: { url: string; source: PageInput['sources'][number]; depth: number }[] = [];
  const home = `${site.origin}/`;
  const items = new Map(site.items.map((item) => [site.origin + item.path, item]));
  queue.push({ url: home, source: 'home', depth: 0 });
  for (const url of items.keys()) queue.push({ url, source: 'cms', depth: 1 });
  for (const url of locs) queue.push({ url, source: 'sitemap', depth: 1 });
  for (let at = 0; at < queue.length && !hasFailed; at += 1) {
    const next = queue[at];
    const key = next ? keyOf(next.url) : null;
    if (!next || key === null) continue;
    const known = pages.get(key);
    if (known) {
      if (!known.sources.includes(next.source)) known.sources = [...known.sources, next.source];
      known.is_listed ||= next.source === 'cms' || next.source === 'sitemap';
      continue;
    }
    const robotsAllowed = isAllowed(key);
    const answer = robotsAllowed ? fetchFrom(site, key) : null;
    const fetched = answer ? withoutBody(answer) : null;
    const isPage =
      fetched?.status === 200 && fetched.hops.length === 0 && /html/.test(fetched.headers.content_type ?? '');
    const facts = answer && fetched && isPage ? readPage({ fetched, body: answer.body, site_host: host }) : null;
    const item = items.get(key);
    const isDoubtful = fetched !== null && (mayRecover(fetched) || (item !== undefined && isNoPage(fetched)));
    pages.set(key, {
      url_key: key,
      url: key,
      fetched,
      retried: isDoubtful ? { status: fetched.status, failure: fetched.failure } : null,
      facts,
      is_too_complex: false,
      rendered: null,
      sources: [next.source],
      sitemap_hreflang: alternatesOf(site, key),
      depth: next.depth,
      is_listed: next.source === 'cms' || next.source === 'sitemap',
      robots_allowed: robotsAllowed,
      item: item ? { ...item, cover_alt: null, published_at: now - 86_400_000, body: null, revision: null } : null,
    });
    for (const reference of facts ? [...facts.own_links, ...facts.own_nofollow] : [])
      if (facts) queue.push({ url: absolute(reference, facts), source: 'link', depth: next.depth + 1 });
    if (fetched && fetched.hops.length > 0 && fetched.failure === null)
      queue.push({ url: fetched.final_url, source: 'link', depth: next.depth });
  }
  const all = [...pages.values()];
  const externals = new Set(all.flatMap(({ facts }) => facts?.external_links ?? []));
  const images = new Set(all.flatMap(({ facts }) => facts?.images.map(({ src }) => absolute(src, facts)) ?? []));
  const website = withoutBody(fetchFrom(site, home));
  const input: SiteInput = {
    website_url: home,
    host,
    home_key: homeKeyOf({ home, website, refresh: refreshOf(pages.get(keyOf(website.final_url) ?? '')), keyOf }),
    keyOf,
    website,
    robots: {
      status: robotsAnswer.status,
      failure: robotsAnswer.failure,
      is_html: robots.html_fallback,
      sitemaps: robots.sitemaps,
      home_refused: agents.filter((agent) => !robots.isAllowed(agent, home)),
    },
    sitemaps,
    ai_readers: aiReadersOf(robots, home, 'absent'),
    traps: [],
    mirrors: fetchMirrors(site, all, host),
    is_complete: true,
    knows_links: true,
    external_links: [...externals].map((url) => ({
      url,
      outcome: new URL(url).hostname.endsWith('.invalid') ? 'gone' : 'ok',
      status: null,
    })),
    images: [...images].map((url) => {
      const isThere = site.answers.get(new URL(url).pathname)?.status === 200;
      return { url, outcome: isThere ? 'ok' : 'broken', detail: isThere ? '200' : '404' };
    }),
    random_page: { status: 404, facts: null },
    now,
    brand_words: [],
    overrides: [],
    readiness: null,
    psi: null,
    ttfb: null,
    ...over,
  };
  return { input, pages: all };
}

/** Twins of the home page and of one page below it, at the host of the site. */
function fetchMirrors(site: ScannedSite, pages: readonly PageInput[], host: string): MirrorInput[] {
  const sample = pages.filter(({ facts, is_listed, sources }) => facts && (is_listed || sources.includes('home')));
  return sample.slice(0, 2).flatMap(({ url: main_url }) =>
    mirrorsOf(main_url)
      .filter(({ kind }) => kind === 'index_html' || kind === 'slash')
      .map(({ kind, url }) => {
        const { body, ...fetched } = fetchFrom(site, url);
        const isPage = fetched.status === 200 && fetched.hops.length === 0;
        return { kind, url, main_url, fetched, facts: isPage ? readPage({ fetched, body, site_host: host }) : null };
      }),
  );
}

/** Versions that the sitemap of a site names for an address. */
function alternatesOf(site: ScannedSite, url: string): PageInput['sitemap_hreflang'] {
  const text = site.answers.get('/sitemap.xml')?.body.toString() ?? '';
  const entry = text.split('<url>').find((part) => part.includes(`<loc>${url}</loc>`)) ?? '';
  return [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, code = '', href = '']) => ({ code, href }));
}

function refreshOf(page: PageInput | undefined): string | null {
  const facts = page?.facts;
  return facts?.refresh ? absolute(facts.refresh, facts) : null;
}

/** Findings of a generated site as `type:variant path`, the path of the site for a finding of a group. */
export async function judgeAnswers(site: ScannedSite, over: Partial<SiteInput> = {}) {
  const { input, pages } = scanAnswers(site, over);
  return { ...(await judgeSite(input, pages)), pages };
}

/** What the verdict needs of a scan that saw so many pages of those that it planned. */
export function scanOf(
  pages_done: number,
  { planned = pages_done, error = null }: { planned?: number; error?: ScanRow['error'] } = {},
): Pick<ScanRow, 'id' | 'error' | 'options' | 'pages_planned' | 'pages_done'> {
  const options = { max_pages: 10_000 } as ScanRow['options'];
  return { id: 'scan', error, options, pages_planned: planned, pages_done };
}

/** Findings and verdict of a generated site. */
export async function judgeVerdict(
  site: ScannedSite,
  { over = {}, scan }: { over?: Partial<SiteInput>; scan?: ReturnType<typeof scanOf> } = {},
) {
  const { input, pages } = scanAnswers(site, over);
  const { findings, unverified } = await judgeSite(input, pages);
  const outlines = pages.map((page, number) => outlineOf({ number, input: page }, input));
  const whole = judgeWhole({ scan: scan ?? scanOf(pages.length), site: input, outlines, findings, unverified });
  return { findings, verdict: whole.verdict };
}
