import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch, type SafeFetch } from '@platform/runtime';
import { type HostileSite, insideRedirects, startHostileSite } from '@platform/sandbox';
import { type FetchPageOptions, fetchPage } from './fetch-page.ts';
import { readRobots } from './robots.ts';
import { readSitemaps } from './sitemap.ts';
import { maxSitemapBytes } from './sitemap-file.ts';
import { createTrapGuard } from './traps.ts';
import { urlKey } from './url-key.ts';

const mebibyte = 1_048_576;

let site: HostileSite;
let safeFetch: SafeFetch;
beforeAll(async () => {
  site = await startHostileSite();
  safeFetch = createSafeFetch([new URL(site.origin).host]);
});
afterAll(async () => {
  await safeFetch.close();
  await site.close();
});

const fetchPath = (path: string, options?: FetchPageOptions) => fetchPage(safeFetch, site.origin + path, options);

/** Bytes that the process grew by at its peak, while the work ran. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(watch);
  return peak - before;
}

test.each([
  ['/drip?ms=20', 'timeout', 200, { timeoutMs: 3_000 }],
  ['/loop/a', 'redirect_loop', 302, {}],
  ['/hops/12', 'too_many_redirects', 301, {}],
  ['/huge', 'body_too_large', 200, {}],
  ['/bomb', 'body_too_large', 200, {}],
] as const)('%s ends as %s', async (path, code, status, options) => {
  expect(await fetchPath(path, options)).toMatchObject({ status, failure: { code }, body: null, bytes: 0 });
});

test('a huge body and a bomb are left at the limit, not at their end', async () => {
  const before = site.sentBytes();
  const growth = await growthOf(() =>
    Promise.all(['/huge', '/bomb', '/huge', '/bomb'].map((path) => fetchPath(path, { maxBytes: 5 * mebibyte }))),
  );
  // What is under way in buffers of both sockets counts as sent.
  expect(site.sentBytes() - before).toBeLessThan(60 * mebibyte);
  expect(growth).toBeLessThan(200 * mebibyte);
});

test('ten redirects of twelve are followed', async () => {
  const fetched = await fetchPath('/hops/12');
  expect(fetched.hops).toHaveLength(11);
  expect((await fetchPath('/hops/10')).status).toBe(200);
});

test('a server that is busy says how long', async () => {
  expect(await fetchPath('/busy')).toMatchObject({ status: 503, failure: null, headers: { retry_after: '3600' } });
});

test('costly markup is only fetched here', async () => {
  const fetched = await fetchPath('/nested');
  expect(fetched).toMatchObject({ status: 200, failure: null });
  expect(fetched.body?.toString().match(/<div>/g)).toHaveLength(50_000);
});

test('no redirect reaches an address inside the network', async () => {
  for (let n = 0; n < insideRedirects; n += 1) {
    const fetched = await fetchPath(`/inside/${n}`);
    expect([fetched.hops[0]?.location, fetched.failure?.code]).toEqual([fetched.hops[0]?.location, 'address_refused']);
    expect(fetched.hops).toHaveLength(1);
    // Its port alone would not let it through.
    const direct = safeFetch(fetched.hops[0]?.location ?? '');
    await expect(direct).rejects.toMatchObject({ code: 'address_refused' });
  }
  expect(site.canaryHits()).toBe(0);
});

test('the sitemaps of robots.txt are read within their limits', async () => {
  const robots = readRobots((await fetchPath('/robots.txt')).body ?? Buffer.alloc(0));
  expect(robots.sitemaps).toHaveLength(4);
  const before = site.requests().length;
  const fetch = (url: string) => fetchPage(safeFetch, url, { maxBytes: maxSitemapBytes, timeoutMs: 60_000 });
  let result: Awaited<ReturnType<typeof readSitemaps>> | undefined;
  const growth = await growthOf(async () => {
    result = await readSitemaps(fetch, robots.sitemaps, { hosts: new Set([new URL(site.origin).host]) });
  });
  const files = result?.files.map(({ url, problem, locs }) => [url.slice(site.origin.length), problem, locs]);
  expect(files).toEqual([
    ['/entities.xml', 'not_xml', 0],
    ['/self.xml', 'cycle', 3],
    ['/self.xml?again', 'cycle', 3],
    ['/listed.xml', null, 1],
    ['/many.xml', 'too_large', 50_000],
  ]);
  expect(result?.locs).toHaveLength(50_000);
  expect(result?.is_cut).toBe(true);
  expect(site.requests().length - before).toBe(5);
  expect(growth).toBeLessThan(200 * mebibyte);
  expect(site.canaryHits()).toBe(0);
});

test('a sitemap that inflates is left at its limit', async () => {
  const fetch = (url: string) => fetchPage(safeFetch, url, { maxBytes: maxSitemapBytes });
  let files: { problem: string | null }[] = [];
  const growth = await growthOf(async () => {
    const hosts = new Set([new URL(site.origin).host]);
    files = (await readSitemaps(fetch, [`${site.origin}/bomb.xml.gz`], { hosts })).files;
  });
  expect(files).toMatchObject([{ locs: 0, problem: 'not_xml' }]);
  expect(growth).toBeLessThan(200 * mebibyte);
});

test('a crawl of all that can be reached ends by itself', async () => {
  const guard = createTrapGuard({ maxPages: 500 });
  const known = new Set<string>();
  const queue: string[] = [];
  const find = (url: string) => {
    const key = urlKey(url);
    if (key === null || !key.startsWith(site.origin) || known.has(key)) return;
    known.add(key);
    if (guard.admit(key, { isListed: false }) === null) queue.push(key);
  };
  const fetched: string[] = [];
  find(site.origin);
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const { body, final_url } = await fetchPage(safeFetch, url, { timeoutMs: 3_000 });
    fetched.push(url.slice(site.origin.length));
    for (const [, link = ''] of body?.toString().matchAll(/href="([^"]*)"/g) ?? [])
      find(new URL(link.replaceAll('&amp;', '&'), final_url).href);
  }
  const under = (path: string) => fetched.filter((each) => each.startsWith(path)).length;
  expect(under('/calendar/')).toBe(200);
  expect(under('/filter')).toBe(51);
  expect(under('/deeper/')).toBeLessThan(20);
  expect(fetched.length).toBeLessThan(300);
  expect(guard.skipped().map(({ reason, pattern }) => [reason, pattern])).toEqual(
    expect.arrayContaining([
      ['pattern', '/calendar/:n/:n/'],
      ['query', '/filter?…'],
    ]),
  );
  expect(guard.skipped().some(({ reason }) => reason === 'repeat')).toBe(true);
  expect(site.canaryHits()).toBe(0);
});

test('a request without a guard gets inside, and the site counts it', async () => {
  const counts = async () => (await fetch(`${site.origin}/__ctl/counts`)).json();
  expect(await counts()).toMatchObject({ canary_hits: 0, sent_bytes: expect.any(Number) });
  expect((await fetch(`${site.origin}/inside/0`)).status).toBe(200);
  expect(await counts()).toMatchObject({ canary_hits: 1 });
});
