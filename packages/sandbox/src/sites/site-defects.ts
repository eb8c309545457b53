import type { Defect, ExpectedIssue } from './defect.ts';
import type { PageModel, SiteModel } from './site-model.ts';

const expected = (issue: string, path: string | null): ExpectedIssue => {
  const [issueType = '', variant = null] = issue.split(':');
  return { issue_type: issueType, variant, path };
};

const withPosts = (
  id: string,
  victims: number,
  apply: (site: SiteModel, pages: [PageModel, PageModel, PageModel]) => ExpectedIssue[],
): Defect => ({
  id,
  victims,
  kind: 'post',
  apply(site, [first, second, third]) {
    if (!first) return [];
    return apply(site, [first, second ?? first, third ?? second ?? first]);
  },
});

const onSite = (id: string, apply: (site: SiteModel) => ExpectedIssue[]): Defect => ({
  id,
  victims: 0,
  kind: 'post',
  apply: (site) => apply(site),
});

const redirect = (site: SiteModel, from: string, to: string): void => {
  site.answers.set(from, { status: 301, headers: { location: site.origin + to }, body: '' });
};

/** Defects of several pages, of links, and of the files in the root of the site; all of them fit one site. */
export const siteDefects: readonly Defect[] = [
  onSite('foreign_sitemap', (site) => {
    site.extraLocs.push('https://staging.invalid/services');
    return [expected('sitemap_unreachable:foreign_host', null)];
  }),
  onSite('no_sitemap_line', (site) => {
    site.robots = (site.robots ?? []).filter((line) => !line.startsWith('Sitemap:'));
    return [expected('robots_sitemap_missing', null)];
  }),
  onSite('answer_engine_refused', (site) => {
    site.robots?.unshift('User-agent: PerplexityBot', 'Disallow: /', '');
    return [expected('ai_readers_refused', null)];
  }),
  withPosts('blocked_page', 1, (site, [page]) => {
    site.robots?.push(`Disallow: ${page.path}$`);
    return [expected('robots_blocks_all:partial', null), expected('noindex_in_sitemap:robots_blocked', page.path)];
  }),
  onSite('redirect_in_sitemap', (site) => {
    redirect(site, '/old-services', '/services');
    site.extraLocs.push(`${site.origin}/old-services`);
    return [expected('noindex_in_sitemap:redirect', '/old-services')];
  }),
  onSite('gone_in_sitemap', (site) => {
    site.extraLocs.push(`${site.origin}/gone-service`);
    return [expected('noindex_in_sitemap:non_200', '/gone-service'), expected('http_4xx', '/gone-service')];
  }),
  withPosts('canonical_to_gone', 1, (site, [page]) => {
    page.canonicals = [`${site.origin}/gone-canonical`];
    page.links.push('/gone-canonical');
    page.in_sitemap = false;
    return [expected('missing_canonical:target_not_200', page.path), expected('http_4xx', '/gone-canonical')];
  }),
  withPosts('dead_links', 3, (_, pages) => {
    for (const page of pages) page.links.push('/removed-page');
    return [expected('http_4xx', '/removed-page')];
  }),
  withPosts('soft_404', 1, (site, [page]) => {
    page.links.push('/removed-offer');
    site.answers.set('/removed-offer', {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><html lang="ru"><meta name="viewport" content="width=device-width"><title>Страница не найдена</title><h1>Страница не найдена</h1>',
    });
    return [expected('http_4xx:soft_404', '/removed-offer')];
  }),
  withPosts('broken_connection', 1, (site, [page]) => {
    site.answers.set(page.path, {
      status: 0,
      headers: {},
      body: '',
      failure: { code: 'reset', detail: 'the connection was closed' },
    });
    return [expected('http_unreachable', page.path)];
  }),
  withPosts('redirect_loop', 1, (site, [page]) => {
    page.links.push('/loop-a');
    redirect(site, '/loop-a', '/loop-b');
    redirect(site, '/loop-b', '/loop-a');
    return [expected('http_unreachable:redirect_loop', '/loop-a')];
  }),
  withPosts('redirect_chain', 1, (site, [page]) => {
    page.links.push('/moved-1');
    redirect(site, '/moved-1', '/moved-2');
    redirect(site, '/moved-2', '/services');
    return [expected('redirect_chain', '/moved-1')];
  }),
  withPosts('same_title', 2, (_, [first, second]) => {
    second.titles = [...first.titles];
    return [expected('duplicate_title', null)];
  }),
  withPosts('same_description', 2, (_, [first, second]) => {
    second.description = first.description;
    return [expected('missing_description:duplicate', null)];
  }),
  withPosts('same_text', 2, (_, [first, second]) => {
    second.text = [...first.text];
    second.h1s = [...first.h1s];
    return [expected('duplicate_content:exact', null)];
  }),
  withPosts('nearly_same_text', 2, (_, [first, second]) => {
    second.text = [...first.text, 'Цены действуют до конца сезона.'];
    return [expected('duplicate_content:near', null)];
  }),
  withPosts('dead_item', 1, (_, [page]) => {
    page.status = 404;
    page.raw = '<h1>404</h1>';
    page.is_linked = false;
    page.in_sitemap = false;
    return [expected('cms_item_not_live', page.path)];
  }),
  withPosts('hreflang_without_return', 2, (site, [first, second]) => {
    first.hreflang = [
      { code: 'ru', href: site.origin + first.path },
      { code: 'en', href: site.origin + second.path },
    ];
    return [expected('hreflang_invalid:no_return', first.path)];
  }),
  withPosts('hreflang_without_self', 2, (site, [first, second]) => {
    first.hreflang = [{ code: 'en', href: site.origin + second.path }];
    second.hreflang = [
      { code: 'ru', href: site.origin + first.path },
      { code: 'en', href: site.origin + second.path },
    ];
    return [expected('hreflang_invalid:no_self', first.path)];
  }),
  withPosts('hreflang_to_closed', 2, (site, [first, second]) => {
    first.hreflang = [
      { code: 'ru', href: site.origin + first.path },
      { code: 'en', href: site.origin + second.path },
    ];
    second.robots = 'noindex';
    second.in_sitemap = false;
    return [expected('hreflang_invalid:target_bad', first.path), expected('noindex_in_sitemap:cms', second.path)];
  }),
  withPosts('unlisted_copy', 1, (site, [page]) => {
    const path = `${page.path}-print`;
    page.links.push(path);
    const canonicals = [`https://staging.invalid${path}`];
    site.pages.push({ ...page, path, canonicals, links: [], is_linked: false, in_sitemap: false, item: null });
    return [expected('missing_canonical:other_site', path)];
  }),
  withPosts('absent_in_sitemap', 1, (_, [page]) => {
    page.in_sitemap = false;
    return [expected('page_not_in_sitemap', null)];
  }),
  withPosts('dead_external_link', 1, (_, [page]) => {
    page.links.push('https://partner.invalid/price');
    return [expected('broken_external_link', null)];
  }),
  withPosts('deep_series', 1, (site, [page]) => {
    const parts = [1, 2, 3].map((part) => `/blog/series-part-${part}`);
    page.links.push(parts[0] ?? '');
    for (const [index, path] of parts.entries()) {
      const copy: PageModel = {
        ...page,
        path,
        titles: [`Большая серия о ремонте дома, часть ${index + 1}`],
        description: `Часть ${index + 1} большой серии: что изменилось на объекте, сколько заняли работы и что дальше.`,
        h1s: [`Серия о ремонте, часть ${index + 1}`],
        text: page.text.map((text) => text.split(' ').toReversed().join(` ч${index} `)),
        canonicals: [site.origin + path],
        links: index < 2 ? [parts[index + 1] ?? ''] : [],
        is_linked: false,
        item: null,
      };
      site.pages.push(copy);
    }
    return [expected('deep_page', parts[2] ?? '')];
  }),
];

/** Defects of which a site has one alone: each of them hides others. */
export const exclusiveDefects: readonly Defect[] = [
  onSite('child_sitemap', (site) => {
    site.children.push(`${site.origin}/sitemap-old.xml`);
    return [expected('sitemap_unreachable:child_failed', null)];
  }),
  onSite('robots_fails', (site) => {
    site.robots = null;
    site.answers.set('/robots.txt', { status: 503, headers: { 'content-type': 'text/plain' }, body: 'unavailable' });
    return [expected('robots_unreachable', null)];
  }),
  onSite('robots_html', (site) => {
    site.robots = null;
    const body = '<!doctype html><html><body><div id="app"></div></body></html>';
    site.answers.set('/robots.txt', { status: 200, headers: { 'content-type': 'text/html' }, body });
    return [expected('robots_unreachable:html_fallback', null)];
  }),
  onSite('robots_absent', (site) => {
    site.robots = null;
    return [expected('robots_unreachable:absent', null)];
  }),
  onSite('robots_closed', (site) => {
    site.robots = ['User-agent: *', 'Disallow: /', `Sitemap: ${site.origin}/sitemap.xml`];
    return [expected('robots_blocks_all', null)];
  }),
  onSite('sitemap_html', (site) => {
    site.hasSitemap = false;
    const body = '<!doctype html><html><body><div id="app"></div></body></html>';
    site.answers.set('/sitemap.xml', { status: 200, headers: { 'content-type': 'text/html' }, body });
    return [expected('sitemap_unreachable', null)];
  }),
  onSite('home_closed', (site) => {
    const home = site.pages.find(({ path }) => path === '/');
    if (home) Object.assign(home, { robots: 'noindex', in_sitemap: false });
    return [expected('noindex_in_sitemap:home', '/')];
  }),
  withPosts('closed_series', 1, (site, [page]) => {
    const paths = [1, 2, 3].map((part) => `${page.path}-part-${part}`);
    page.links.push(...paths);
    for (const path of paths)
      site.pages.push({
        ...page,
        path,
        canonicals: [site.origin + path],
        links: [],
        robots: 'noindex',
        is_linked: false,
        in_sitemap: false,
        item: null,
      });
    return [expected('noindex_in_sitemap:most_pages', null)];
  }),
  onSite('home_fails', (site) => {
    site.answers.set('/', { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' });
    return [expected('http_5xx', '/')];
  }),
];
