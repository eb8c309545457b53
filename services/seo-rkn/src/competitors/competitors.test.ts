import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createSafeFetch, type SafeFetch } from '@platform/runtime';
import { comparedPath, comparePaths } from './compare-paths.ts';
import { readCompetitor } from './read-competitor.ts';

test.each([
  ['https://e.ru/Blog/Post.HTML', '/blog/post'],
  ['https://e.ru/ru/blog/', '/blog'],
  ['https://e.ru/en-us', '/'],
  ['https://e.ru/news/2024/7?x=1#y', '/news/:n/:n'],
  ['https://e.ru/index.php', '/'],
  ['https://e.ru/rules', '/rules'],
])('%s is compared as %s', (address, path) => {
  expect(comparedPath(address)).toBe(path);
});

test('paths are compared in both directions, and the largest missing folders come first', () => {
  const at = (origin: string, paths: string[]) => paths.map((path) => `https://${origin}${path}`);
  const own = at('e.ru', ['/', '/blog/kak-vesti-zametki', '/price']);
  const theirs = at('rival.ru', ['/', '/en/price/', '/about', '/blog/zametki-online', '/blog/uchet']);
  expect(comparePaths(own, theirs)).toEqual({
    paths: 5,
    overlap_pct: 40,
    jaccard: 0.333,
    word_overlap_pct: 40,
    missing_paths: ['/blog/uchet', '/blog/zametki-online', '/about'],
  });
});

test('a site without a sitemap has no figures', () => {
  const nothing = { paths: null, overlap_pct: null, jaccard: null, word_overlap_pct: null, missing_paths: [] };
  expect(comparePaths(['https://e.ru/'], null)).toEqual(nothing);
  expect(comparePaths([], ['https://rival.ru/a'])).toMatchObject({ paths: 1, overlap_pct: null });
});

const pages = new Map<string, { status?: number; body?: string; location?: string }>();
const asked: string[] = [];
const server = createServer((req, res) => {
  const { status = 200, body = '', location } = pages.get(req.url ?? '') ?? { status: 404 };
  asked.push(req.url ?? '');
  res.writeHead(location ? 302 : status, { 'content-type': 'application/xml', ...(location ? { location } : {}) });
  res.end(body);
});
let origin: string;
let fetch: SafeFetch;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetch = createSafeFetch([new URL(origin).host]);
});
beforeEach(() => {
  pages.clear();
  asked.length = 0;
});
afterAll(async () => {
  await fetch.close();
  await new Promise((resolve) => server.close(resolve));
});
const read = () => readCompetitor(fetch, origin, new AbortController().signal);
const list = (root: string, paths: string[]) => {
  const item = root === 'urlset' ? 'url' : 'sitemap';
  return `<${root}>${paths.map((path) => `<${item}><loc>${origin}${path}</loc></${item}>`).join('')}</${root}>`;
};

test('five sitemap files and 5,000 addresses of a competitor are read, and no page', async () => {
  const children = Array.from({ length: 9 }, (_, at) => `/child-${at}.xml`);
  pages.set('/sitemap.xml', { body: list('sitemapindex', children) });
  for (const [at, child] of children.entries())
    pages.set(child, {
      body: list(
        'urlset',
        Array.from({ length: 1_500 }, (_, page) => `/p/${at}-${page}`),
      ),
    });
  const found = await read();
  expect('addresses' in found && found.addresses).toHaveLength(5_000);
  expect(asked).toEqual(['/robots.txt', '/sitemap.xml', ...children.slice(0, 4)]);
});

test('a competitor without a sitemap has no addresses', async () => {
  expect(await read()).toEqual({ addresses: null });
});

test('robots.txt decides which sitemaps are read, and one that fails refuses all of them', async () => {
  pages.set('/sitemap.xml', { body: list('urlset', ['/a']) });
  pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /sitemap' });
  expect(await read()).toEqual({ error: 'robots_refused' });
  pages.set('/robots.txt', { status: 503 });
  expect(await read()).toEqual({ error: 'unreachable' });
  expect(asked.filter((path) => path === '/sitemap.xml')).toEqual([]);
});

test('no address inside the network is asked for by a sitemap, a redirect or an origin', async () => {
  const signal = new AbortController().signal;
  const guarded = createSafeFetch();
  expect(await readCompetitor(guarded, origin, signal)).toEqual({ error: 'address_refused' });
  await guarded.close();
  const inside = 'http://127.0.0.2:9/sitemap.xml';
  pages.set('/robots.txt', { body: `Sitemap: ${inside}\nSitemap: ${origin}/moved.xml` });
  pages.set('/moved.xml', { location: inside });
  expect(await read()).toEqual({ addresses: null });
});
