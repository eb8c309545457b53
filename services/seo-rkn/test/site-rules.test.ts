import { describe, expect, test } from '@jest/globals';
import { createSite } from '@platform/sandbox';
import { judgeSite } from '../src/issues/judge.ts';
import type { PsiInput, SiteInput } from '../src/issues/site-input.ts';
import { judgeWhole } from '../src/scans/judge-whole.ts';
import { outlineOf, type PageOutline } from '../src/scans/page-outline.ts';
import { judgeAnswers, type ScannedSite, scanAnswers, scanOf } from './scan-answers.ts';

const origin = 'https://vector.example';
const clean = createSite({ seed: 5, defects: [], origin });

const names = (findings: Awaited<ReturnType<typeof judgeSite>>['findings']): string[] =>
  findings.map(({ issue_type, variant, weight }) => `${issue_type}${variant === null ? '' : `:${variant}`} ${weight}`);

/** A site of the given paths: HTML of a page, or a whole answer. */
function siteOf(
  paths: Record<string, string | { status: number; type?: string; body?: string; location?: string }>,
): ScannedSite {
  const answers = new Map(
    Object.entries(paths).map(([path, value]) => {
      const answer = typeof value === 'string' ? { status: 200, body: value } : value;
      const headers: Record<string, string> = {
        'content-type': answer.type ?? 'text/html; charset=utf-8',
        ...(answer.location === undefined ? {} : { location: answer.location }),
      };
      return [path, { status: answer.status, headers, body: Buffer.from(answer.body ?? '') }];
    }),
  );
  return { origin, answers, items: [] };
}

const text = (body: string) => ({ status: 200, type: 'text/plain', body });
const xml = (body: string) => ({ status: 200, type: 'application/xml', body });
const urlset = (...paths: string[]) =>
  xml(`<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`);

/** A Cyrillic word of its own for each path. */
const wordOf = (path: string): string =>
  `слово${path.replace(/[^a-z]/g, '').replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 97 + 0x430))}`;

const page = (
  path: string,
  {
    title = `Страница о ремонте квартир ${path}`,
    head = '',
    body = '<h1>Ремонт</h1>',
    canonical = path,
    words = 220,
  } = {},
): string =>
  `<!doctype html><html lang="ru"><head><title>${title}</title><meta name="viewport" content="width=device-width">` +
  `<meta name="description" content="Описание страницы ${path}: цены, сроки, условия и ответы на вопросы клиентов.">` +
  `<link rel="canonical" href="${origin}${canonical}">${head}</head><body><a href="/">Главная</a><main>${body}` +
  `${Array.from({ length: words }, (_, index) => `${wordOf(path)}${index}`).join(' ')}</main></body></html>`;

const homeData =
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Вектор","url":"https://vector.example/"}</script>' +
  '<meta property="og:title" content="a"><meta property="og:type" content="website"><meta property="og:url" content="https://vector.example/"><meta property="og:image" content="https://vector.example/c.png">';
const home = (links: string[] = [], head = '') =>
  page('/', {
    head: homeData + head,
    body: `<h1>Вектор</h1>${links.map((link) => `<a href="${link}">x</a>`).join('')}`,
  });
const robots = text(`User-agent: *\nDisallow: /admin\nSitemap: ${origin}/sitemap.xml`);
const basics = (...paths: string[]) => ({ '/robots.txt': robots, '/sitemap.xml': urlset('/', ...paths) });

describe('fixtures of the catalogue', () => {
  test('1: a title of 45 Russian letters and a description of 140 give no length issue', async () => {
    const title = 'Ремонт квартир под ключ недорого в городе Ом'.padEnd(45, 'е');
    expect(title).toHaveLength(45);
    const site = siteOf({
      ...basics('/remont'),
      '/': home(['/remont']),
      '/remont': page('/remont', { title }).replace(
        /content="Описание[^"]*"/,
        `content="${'Описание работ '.repeat(10).trim().slice(0, 140)}"`,
      ),
    });
    expect(names((await judgeAnswers(site)).findings)).toEqual([]);
  });

  test('2: an application that answers every address with its HTML has neither robots.txt nor sitemap', async () => {
    const shell = { status: 200, body: home() };
    const { findings } = await judgeAnswers(siteOf({ '/robots.txt': shell, '/sitemap.xml': shell, '/': shell }));
    expect(names(findings)).toEqual(['robots_unreachable:html_fallback 20', 'sitemap_unreachable 20']);
  });

  test('3: robots.txt with status 503 is critical, and the other rules stay unverified', async () => {
    const { findings, unverified } = await judgeAnswers(siteOf({ '/robots.txt': { status: 503 }, '/': home() }));
    expect(names(findings)).toEqual(['robots_unreachable 40']);
    expect(unverified.map(({ issue_type }) => issue_type)).toEqual(
      expect.arrayContaining(['robots_blocks_all', 'sitemap_unreachable', 'page_not_in_sitemap']),
    );
  });

  test('4: without robots.txt the scan goes on', async () => {
    const { findings, pages } = await judgeAnswers(siteOf({ '/sitemap.xml': urlset('/'), '/': home() }));
    expect(names(findings)).toEqual(['robots_unreachable:absent 2']);
    expect(pages).toHaveLength(1);
  });

  test('5: Disallow: / with Allow: /$ leaves the home page and blocks the rest', async () => {
    const { findings } = await judgeAnswers(
      siteOf({
        ...basics('/a'),
        '/robots.txt': text(`User-agent: *\nDisallow: /\nAllow: /$\nSitemap: ${origin}/sitemap.xml`),
        '/': home(['/a']),
        '/a': page('/a'),
      }),
    );
    expect(names(findings).toSorted()).toEqual(['noindex_in_sitemap:robots_blocked 8', 'robots_blocks_all:partial 8']);
  });

  test('6: a sitemap index with one child that is gone', async () => {
    const index = xml(
      `<sitemapindex><sitemap><loc>${origin}/s1.xml</loc></sitemap><sitemap><loc>${origin}/s2.xml</loc></sitemap></sitemapindex>`,
    );
    const { findings } = await judgeAnswers(
      siteOf({ '/robots.txt': robots, '/sitemap.xml': index, '/s1.xml': urlset('/'), '/': home() }),
    );
    expect(names(findings)).toEqual(['sitemap_unreachable:child_failed 8']);
    expect(findings[0]?.url).toBe(`${origin}/s2.xml`);
  });

  test('7: one constant canonical on all pages is critical on each of them', async () => {
    const paths = ['/a', '/b', '/c'];
    const others = Object.fromEntries(paths.map((path) => [path, page(path, { canonical: '/' })]));
    const { findings } = await judgeAnswers(siteOf({ ...basics(...paths), '/': home(paths), ...others }));
    expect(names(findings)).toEqual(['canonical_to_home 40', 'canonical_to_home 40', 'canonical_to_home 40']);
  });

  test('8: the H1 of the template and the H1 of the body are two', async () => {
    const body = '<h1>Шаблон</h1><div><h1>Из текста</h1></div>';
    const { findings } = await judgeAnswers(siteOf({ ...basics('/a'), '/': home(['/a']), '/a': page('/a', { body }) }));
    expect(names(findings)).toEqual(['multiple_h1 2']);
  });

  test('9: an image with an empty alt is a decoration', async () => {
    const body = '<h1>Ремонт</h1><img src="/d.png" alt="">';
    const site = siteOf({
      ...basics('/a'),
      '/': home(['/a']),
      '/a': page('/a', { body }),
      '/d.png': { status: 200, type: 'image/png' },
    });
    expect(names((await judgeAnswers(site)).findings)).toEqual([]);
  });

  test('10: JSON-LD with a trailing comma is a parse error, a graph with a valid article is fine', async () => {
    const broken = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Thing",}</script>';
    const graph =
      '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Article","headline":"А","datePublished":"2026-01-02","author":{"name":"Б"}}]}</script>';
    const og = homeData.slice(homeData.indexOf('<meta'));
    const site = siteOf({
      ...basics('/a', '/b'),
      '/': home(['/a', '/b']),
      '/a': page('/a', { head: broken }),
      '/b': page('/b', { head: graph + og, words: 450 }),
    });
    expect(names((await judgeAnswers(site)).findings)).toEqual(['schema_invalid:parse_error 20']);
  });

  test('13: a bot wall on all pages opens no issue of a page', async () => {
    const site = siteOf({ ...basics('/a'), '/': { status: 403 }, '/a': { status: 403 } });
    const { findings, unverified } = await judgeAnswers(site);
    expect(names(findings)).toEqual([]);
    expect(unverified.filter(({ issue_type }) => issue_type === 'http_4xx')).toHaveLength(2);
  });
});

const judged = async (over: Partial<SiteInput>) => names((await judgeAnswers(clean, over)).findings);
const psi = (over: Partial<PsiInput>): Partial<SiteInput> => ({
  psi: [{ url: `${origin}/`, url_key: `${origin}/`, scores: [], field: null, lab: null, top_audits: [], ...over }],
});

describe('measurements', () => {
  test.each<[string, Partial<SiteInput>, string[]]>([
    [
      'a readiness of 69',
      { readiness: [{ item_id: 'i', url: origin, url_key: origin, score: 69, failed: ['title'] }] },
      ['cms_seo_readiness 8'],
    ],
    [
      'a readiness of 49',
      { readiness: [{ item_id: 'i', url: origin, url_key: origin, score: 49, failed: [] }] },
      ['cms_seo_readiness 20'],
    ],
    ['a readiness of 70', { readiness: [{ item_id: 'i', url: origin, url_key: origin, score: 70, failed: [] }] }, []],
    ['no address of the site', { website_url: '' }, ['cms_no_website_url 20']],
    ['an address over http', { website_url: 'http://vector.example/' }, ['cms_no_website_url 20']],
    ['scores with a median of 49', psi({ scores: [30, 49, 90] }), ['psi_low_score 20']],
    ['scores with a median of 69', psi({ scores: [30, 69, 90] }), ['psi_low_score 8']],
    ['two scores of which one is good', psi({ scores: [30, 75] }), []],
    ['one low score', psi({ scores: [30] }), []],
    ['a slow main element', psi({ field: { lcp_ms: 4_001, cls: 0.1, inp_ms: 200 } }), ['cwv_lcp 20']],
    [
      'a slow main element in the lab',
      psi({ lab: { lcp_ms: 2_501, cls: 0.3, tbt_ms: 601 } }),
      ['cwv_lcp:lab 8', 'cwv_cls:lab 20', 'cwv_inp:proxy 2'],
    ],
    ['slow clicks', psi({ field: { lcp_ms: 2_500, cls: 0.26, inp_ms: 501 } }), ['cwv_cls 20', 'cwv_inp 20']],
    [
      'field values before those of the lab',
      psi({ field: { lcp_ms: 2_000, cls: 0, inp_ms: 100 }, lab: { lcp_ms: 9_000, cls: 1, tbt_ms: 900 } }),
      [],
    ],
    ['a slow server', { ttfb: [{ url: origin, url_key: origin, samples_ms: [100, 1_001, 1_500] }] }, ['slow_ttfb 20']],
    ['a middling server', { ttfb: [{ url: origin, url_key: origin, samples_ms: [100, 801, 1_500] }] }, ['slow_ttfb 8']],
    ['two samples of a server', { ttfb: [{ url: origin, url_key: origin, samples_ms: [2_000, 2_000] }] }, []],
  ])('%s', async (_, over, expected) => {
    expect(await judged(over)).toEqual(expected);
  });

  test('a site of another final host is no address of the site', async () => {
    const { input, pages } = scanAnswers(clean);
    const website = input.website ? { ...input.website, final_url: 'https://www.vector.example/' } : null;
    expect(names((await judgeSite({ ...input, website }, pages)).findings)).toEqual(['cms_no_website_url 20']);
  });
});

test('a page whose first byte was not measured keeps its issue, and one that was measured loses it', async () => {
  const measured = { url: `${origin}/`, url_key: `${origin}/`, samples_ms: [100, 100, 100] };
  const { input, pages } = scanAnswers(siteOf({ ...basics(), '/': home() }), { ttfb: [measured] });
  const outlines = pages.map((page, number) => outlineOf({ number, input: page }, input));
  const other = { ...outlines[0], number: outlines.length, url_key: `${origin}/other` } as PageOutline;
  const all = [...outlines, other];
  const whole = judgeWhole({ scan: scanOf(all.length), site: input, outlines: all, findings: [], unverified: [] });
  const isJudged = (subject: string) => whole.isJudged({ issue_type: 'slow_ttfb', subject });
  expect([isJudged(measured.url_key), isJudged(other.url_key)]).toEqual([true, false]);
});

describe('twins, traps and browsers', () => {
  const mirrorOf = (path: string, html: string) => {
    const { pages } = scanAnswers(siteOf({ ...basics(), '/': html, [path]: html }));
    const main = pages[0];
    return main?.fetched
      ? { fetched: { ...main.fetched, url: origin + path, final_url: origin + path }, facts: main.facts }
      : null;
  };

  test('a twin without a canonical that shows the page is a mirror; a redirect or a canonical makes it none', async () => {
    const html = home();
    const site = siteOf({ ...basics(), '/': html });
    const copy = mirrorOf('/index.html', html.replace(/<link rel="canonical"[^>]*>/, ''));
    const twin = mirrorOf('/index.html', html);
    const input = { kind: 'index_html' as const, url: `${origin}/index.html`, main_url: `${origin}/` };
    if (!copy || !twin) throw new Error('no page');
    expect(names((await judgeAnswers(site, { mirrors: [{ ...input, ...copy }] })).findings)).toEqual([
      'mirror_not_redirected:index_html 2',
    ]);
    const hops = [{ url: input.url, status: 302, location: '/' }];
    const redirected = { ...input, ...copy, fetched: { ...copy.fetched, hops } };
    expect(names((await judgeAnswers(site, { mirrors: [redirected, { ...input, ...twin }] })).findings)).toEqual([]);
  });

  test('skipped queries are a trap; a pattern of digits is one only where its pages say little', async () => {
    const numbered = (words: number) =>
      Object.fromEntries(
        ['/news/1', '/news/2', '/news/3', '/news/4'].map((path, index) => [
          path,
          page(path, { words, title: `Новость о ремонте номер ${'абвг'[index]}` }),
        ]),
      );
    const trap = { kind: 'pattern' as const, pattern: '/news/:n', skipped: 500, samples: [`${origin}/news/999`] };
    const traps = [trap, { ...trap, kind: 'query' as const, pattern: '/list' }];
    const links = Object.keys(numbered(0));
    const poor = await judgeAnswers(siteOf({ ...basics(), '/': home(links), ...numbered(20) }), { traps });
    expect(names(poor.findings)).toEqual(expect.arrayContaining(['crawl_trap:pattern 8', 'crawl_trap:query 8']));
    const different = Object.fromEntries(
      links.map((path, index) => [
        path,
        page(path, { words: 220 }).replaceAll(wordOf('/news'), `слово${'абвг'[index]}`),
      ]),
    );
    const rich = await judgeAnswers(siteOf({ ...basics(), '/': home(links), ...different }), { traps: [trap] });
    expect(names(rich.findings).filter((name) => name.startsWith('crawl_trap'))).toEqual([]);
  });

  const shell =
    '<!doctype html><html lang="ru"><head><title>Приложение</title><meta name="viewport" content="width=device-width"></head><body><div id="app"></div><script type="module" src="/m.js"></script></body></html>';

  test('a shell that was not rendered leaves its content unverified; a rendered one needs JavaScript', async () => {
    const site = siteOf({ ...basics('/app'), '/': home(['/app']), '/app': shell });
    const { input, pages } = scanAnswers(site);
    const blind = await judgeSite(input, pages);
    expect(names(blind.findings)).toEqual([]);
    expect(blind.unverified.map(({ issue_type }) => issue_type)).toEqual(
      expect.arrayContaining(['missing_title', 'missing_h1', 'thin_content', 'js_only_content']),
    );
    const full = scanAnswers(siteOf({ ...basics('/app'), '/': home(['/app']), '/app': page('/app') })).pages;
    const seen = pages.map((each) => ({
      ...each,
      rendered: each.facts?.is_shell ? (full.find(({ url }) => url === each.url)?.facts ?? null) : null,
    }));
    expect(names((await judgeSite(input, seen)).findings)).toEqual(['js_only_content 8']);
  });

  test('a page that is too complex, and a body that is too large, are unreachable without a second try', async () => {
    const { input, pages } = scanAnswers(
      siteOf({ ...basics('/a', '/b'), '/': home(['/a', '/b']), '/a': page('/a'), '/b': page('/b') }),
    );
    const broken = pages.map((each) => {
      if (each.url.endsWith('/a')) return { ...each, facts: null, is_too_complex: true };
      if (!each.url.endsWith('/b') || !each.fetched) return each;
      const failure = { code: 'body_too_large' as const, detail: '5 MiB' };
      return { ...each, facts: null, fetched: { ...each.fetched, status: null, failure } };
    });
    expect(names((await judgeSite(input, broken)).findings)).toEqual([
      'http_unreachable:page_too_complex 20',
      'http_unreachable:body_too_large 20',
    ]);
  });

  test('a failure without a second try, and one that healed, open no issue', async () => {
    const { input, pages } = scanAnswers(createSite({ seed: 5, defects: ['server_error'], origin }));
    const first = pages.map((each) => ({ ...each, retried: null }));
    const untried = await judgeSite(input, first);
    expect(names(untried.findings)).toEqual([]);
    expect(untried.unverified.map(({ issue_type }) => issue_type)).toContain('http_5xx');
    const healed = pages.map((each) => ({ ...each, retried: { status: 200, failure: null } }));
    expect(names((await judgeSite(input, healed)).findings)).toEqual([]);
  });
});

describe('choices of a site', () => {
  test('an extended type may be off or weigh otherwise; a type of the specification may not', async () => {
    const site = createSite({ seed: 5, defects: ['no_og', 'no_viewport', 'no_h1'], origin });
    const { findings } = await judgeAnswers(site, {
      overrides: [
        { issue_type: 'missing_og', off: true, weight: null },
        { issue_type: 'missing_viewport', off: false, weight: 20 },
        { issue_type: 'missing_h1', off: true, weight: 2 },
      ],
    });
    expect(names(findings).toSorted()).toEqual(['missing_h1 8', 'missing_viewport 20']);
  });

  test('a dead item that the site does not ask about is a page that is not found', async () => {
    const site = createSite({ seed: 5, defects: ['dead_item'], origin });
    const overrides = [{ issue_type: 'cms_item_not_live' as const, off: true, weight: null }];
    expect(names((await judgeAnswers(site)).findings)).toEqual(['cms_item_not_live 20']);
    expect(names((await judgeAnswers(site, { overrides })).findings)).toEqual(['http_4xx 20']);
  });

  test('a scan that a limit cut says nothing of links that it may have missed', async () => {
    const site = createSite({ seed: 5, defects: ['orphan', 'deep_series'], origin });
    const { findings, unverified } = await judgeAnswers(site, { knows_links: false });
    expect(names(findings).filter((name) => /orphan|deep/.test(name))).toEqual([]);
    expect(unverified.map(({ issue_type }) => issue_type)).toEqual(
      expect.arrayContaining(['orphan_page', 'deep_page']),
    );
  });
});
