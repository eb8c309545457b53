import { describe, expect, test } from '@jest/globals';
import type { SiteInput } from '../src/issues/site-input.ts';
import { judgeVerdict, type ScannedSite, scanOf } from './scan-answers.ts';

const origin = 'https://vector.example';
const subpages = Array.from({ length: 40 }, (_, index) => `/p${index}`);

interface PageOf {
  path: string;
  title?: string;
  description?: string | null;
  canonical?: string | null;
  h1?: string | null;
  head?: string;
  words?: number;
  lang?: string | null;
  viewport?: boolean;
}

const letters = (path: string): string => path.replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)] ?? '').slice(2);

function htmlOf({
  path,
  title = `Ремонт квартир под ключ, раздел ${path}`,
  description = `Описание раздела ${path}: цены, сроки, условия работы и ответы на вопросы.`,
  canonical = path,
  h1 = `Раздел ${path}`,
  head = '',
  words = 220,
  lang = 'ru',
  viewport = true,
}: PageOf): string {
  const links = path === '/' ? subpages.map((target) => `<a href="${target}">${target}</a>`).join(' ') : '';
  const image = `${origin}/cover.png`;
  const og = `<meta property="og:title" content="a"><meta property="og:type" content="website"><meta property="og:url" content="${origin}${path}"><meta property="og:image" content="${image}">`;
  const data = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Вектор","url":"${origin}/"}</script>`;
  const text = Array.from({ length: words }, (_, index) => `слово${letters(path)}${index}`).join(' ');
  return (
    `<!doctype html><html${lang === null ? '' : ` lang="${lang}"`}><head><title>${title}</title>` +
    `${viewport ? '<meta name="viewport" content="width=device-width">' : ''}` +
    `${description === null ? '' : `<meta name="description" content="${description}">`}` +
    `${canonical === null ? '' : `<link rel="canonical" href="${new URL(canonical, origin).href}">`}${og}${data}${head}</head>` +
    `<body><a href="/">Главная</a><main>${h1 === null ? '' : `<h1>${h1}</h1>`}${links} ${text}</main></body></html>`
  );
}

interface Change {
  /** What all pages are made with. */
  page?: (path: string) => Partial<PageOf>;
  /** Status of a page. */
  status?: (path: string, index: number) => number;
  robots?: string;
  hasSitemap?: boolean;
  /** The home page leads there. */
  home?: string;
}

/** A site of 41 pages without a fault, but what the change makes. */
function siteOf({ page = () => ({}), status = () => 200, robots, hasSitemap = true, home = '/' }: Change) {
  const answer = (type: string, body: string, code = 200) => ({
    status: code,
    headers: { 'content-type': type },
    body: Buffer.from(body),
  });
  const lines = robots ?? `User-agent: *\nDisallow: /admin\n${hasSitemap ? `Sitemap: ${origin}/sitemap.xml` : ''}`;
  const paths = [home, ...subpages];
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('');
  const answers = new Map<string, { status: number; headers: Record<string, string>; body: Buffer }>([
    ['/robots.txt', answer('text/plain', lines)],
    ...(hasSitemap ? [['/sitemap.xml', answer('application/xml', `<urlset>${urls}</urlset>`)] as const] : []),
    ...paths.map((path, index) => {
      const html = htmlOf({ path, ...page(path) });
      return [path, answer('text/html; charset=utf-8', html, status(path, index))] as const;
    }),
  ]);
  if (home !== '/')
    answers.set('/', {
      status: 302,
      headers: { 'content-type': 'text/html', location: home } as Record<string, string>,
      body: Buffer.alloc(0),
    });
  return { origin, answers, items: [] } satisfies ScannedSite;
}

const isSubpage = (path: string) => path !== '/';

test('the site without a fault is excellent', async () => {
  const { findings, verdict } = await judgeVerdict(siteOf({}));
  expect(findings).toEqual([]);
  expect(verdict).toMatchObject({ score: 100, verdict: 'excellent', caps: [] });
});

describe('one fault on every page moves the class', () => {
  test.each<[string, Change, string, string]>([
    ['no title', { page: () => ({ title: '' }) }, 'needs_work', 'missing_title'],
    ['all subpages are gone', { status: (path) => (isSubpage(path) ? 404 : 200) }, 'critical', 'http_4xx'],
    ['every second page is gone', { status: (_, index) => (index % 2 === 1 ? 404 : 200) }, 'needs_work', 'http_4xx'],
    ['every second page fails', { status: (_, index) => (index % 2 === 1 ? 500 : 200) }, 'needs_work', 'http_5xx'],
    ['all subpages fail', { status: (path) => (isSubpage(path) ? 500 : 200) }, 'critical', 'http_5xx'],
    [
      'all canonicals name another domain',
      { page: (path) => ({ canonical: `https://other.example${path}` }) },
      'critical',
      'noindex_in_sitemap',
    ],
    [
      'all canonicals name another domain, without a sitemap',
      { page: (path) => ({ canonical: `https://other.example${path}` }), hasSitemap: false },
      'critical',
      'missing_canonical',
    ],
    ['all canonicals name the home page', { page: () => ({ canonical: '/' }) }, 'critical', 'canonical_to_home'],
    ['no canonical', { page: () => ({ canonical: null }) }, 'good', 'missing_canonical'],
    ['no description', { page: () => ({ description: null }) }, 'good', 'missing_description'],
    ['no h1', { page: () => ({ h1: null }) }, 'good', 'missing_h1'],
    ['40 words a page', { page: () => ({ words: 40 }) }, 'good', 'thin_content'],
    ['the same title everywhere', { page: () => ({ title: 'Ремонт квартир под ключ' }) }, 'good', 'duplicate_title'],
    ['no language', { page: () => ({ lang: null }) }, 'good', 'missing_lang'],
    ['no viewport', { page: () => ({ viewport: false }) }, 'good', 'missing_viewport'],
  ])('%s', async (_, change, level, type) => {
    const { findings, verdict } = await judgeVerdict(siteOf(change));
    expect(verdict).toMatchObject({ verdict: level, reason: null });
    expect(verdict.caps.map(({ issue_type }) => issue_type)).toContain(type);
    expect(findings.map(({ issue_type }) => issue_type)).toContain(type);
  });

  test('every answer is slow', async () => {
    const ttfb: SiteInput['ttfb'] = ['/', '/p1', '/p2'].map((path) => ({
      url: origin + path,
      url_key: origin + path,
      samples_ms: [1_800, 1_800, 1_800],
    }));
    const { verdict } = await judgeVerdict(siteOf({}), { over: { ttfb } });
    expect(verdict).toMatchObject({ verdict: 'needs_work', parts: { performance: 80 } });
  });

  test('faults of one template add up, each with half the cost of the one before', async () => {
    const { verdict } = await judgeVerdict(
      siteOf({ page: () => ({ canonical: null, description: null, h1: null, lang: null }) }),
    );
    expect(verdict).toMatchObject({ score: 64, verdict: 'needs_work' });
    expect(verdict.caps).toEqual([
      { issue_type: 'missing_canonical', max: 80 },
      { issue_type: 'missing_description', max: 70 },
      { issue_type: 'missing_h1', max: 65 },
      { issue_type: 'missing_lang', max: 64 },
    ]);
  });

  test('a fault of few pages leaves an excellent site excellent', async () => {
    const { verdict } = await judgeVerdict(siteOf({ page: (path) => (path === '/p3' ? { description: null } : {}) }));
    expect(verdict).toMatchObject({ score: 100, verdict: 'excellent' });
  });
});

describe('a critical verdict has its issue', () => {
  const noindex = { head: '<meta name="robots" content="noindex">' };

  test.each<[string, Change, string[]]>([
    ['noindex everywhere, with a sitemap', { page: () => noindex }, ['noindex_in_sitemap']],
    ['noindex everywhere, without a sitemap', { page: () => noindex, hasSitemap: false }, ['home', 'most_pages']],
    ['noindex at the home page alone', { page: (path) => (path === '/' ? noindex : {}), hasSitemap: false }, ['home']],
    ['robots.txt closes the site', { robots: 'User-agent: *\nDisallow: /\n' }, ['robots_blocks_all']],
  ])('%s', async (_, change, expected) => {
    const { findings, verdict } = await judgeVerdict(siteOf(change));
    expect(verdict).toMatchObject({ verdict: 'critical', reason: null });
    const closing = findings.filter(({ issue_type }) => /noindex|blocks_all/.test(issue_type));
    expect([...new Set(closing.map(({ issue_type, variant }) => variant ?? issue_type))]).toEqual(expected);
    expect(closing.some(({ weight }) => weight === 40)).toBe(true);
  });

  test('a few closed pages that nothing lists are a decision of the site', async () => {
    const { findings, verdict } = await judgeVerdict(
      siteOf({ page: (path) => (path === '/p1' || path === '/p2' ? noindex : {}), hasSitemap: false }),
    );
    expect(findings.map(({ issue_type }) => issue_type)).not.toContain('noindex_in_sitemap');
    expect(verdict.verdict).not.toBe('critical');
  });
});

test('a wall against robots leaves the sitemap unverified, and no part has a score', async () => {
  const walled = siteOf({ status: () => 403 });
  walled.answers.set('/sitemap.xml', { status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.alloc(0) });
  const { findings, verdict } = await judgeVerdict(walled);
  expect(findings).toEqual([]);
  expect(verdict).toMatchObject({ score: null, reason: 'low_coverage' });
  expect(Object.values(verdict.parts)).toEqual([null, null, null, null]);
});

test('planned pages that were never tried lower the coverage', async () => {
  const error = { code: 'failures' as const, message: 'The site failed five times in a row.' };
  const { verdict } = await judgeVerdict(siteOf({}), { scan: scanOf(41, { planned: 100, error }) });
  expect(verdict).toMatchObject({ score: null, verdict: 'unknown', reason: 'low_coverage', coverage: { pct: 41 } });
});

test('parts that nothing was measured for are null', async () => {
  const quick: SiteInput['ttfb'] = [{ url: `${origin}/`, url_key: `${origin}/`, samples_ms: [90, 90, 90] }];
  const bare = siteOf({});
  for (const answer of bare.answers.values())
    answer.body = Buffer.from(answer.body.toString().replace(/<script type="application\/ld\+json">.*?<\/script>/, ''));
  const { verdict } = await judgeVerdict(bare, { over: { ttfb: quick } });
  // A missing JSON-LD at the home page is a measured fault of the part.
  expect(verdict.parts).toMatchObject({ performance: null, cms: expect.any(Number) });
  const blocked = await judgeVerdict(siteOf({ robots: 'User-agent: *\nDisallow: /\n' }));
  expect(blocked.verdict.parts).toMatchObject({ on_page: null, cms: null, performance: null });
});

test('a home page that leads to the root of a language is judged at its target', async () => {
  const { findings, verdict } = await judgeVerdict(
    siteOf({ home: '/ru/', page: (path) => (path === '/ru/' ? { description: null, h1: null } : {}) }),
  );
  expect(findings.map(({ issue_type, subject }) => `${issue_type} ${subject}`)).toEqual(
    expect.arrayContaining([`missing_description ${origin}/ru/`, `missing_h1 ${origin}/ru/`]),
  );
  // 16 points at a page that counts three times among 43.
  expect(verdict.parts.on_page).toBe(99);
});
