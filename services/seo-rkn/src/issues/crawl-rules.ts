import { clean, lengthOf } from '../pages/page-facts.ts';
import { textSimilarity } from '../pages/text-signature.ts';
import type { PageState } from './page-state.ts';
import type { RobotsInput, SiteInput } from './site-input.ts';
import type { Subject, Verdicts } from './verdicts.ts';

/** Statuses of a bot wall: they say nothing about the page. */
export const isWall = (status: number | null): boolean => status !== null && [401, 403, 429, 451].includes(status);
const isServerError = (status: number | null): boolean => status !== null && status >= 500 && status <= 599;
/** What the headings of pages of errors say: the number alone may be a room, a model, or a song. */
const notFoundTexts: readonly RegExp[] = [
  /(?:ошибка|error|http|page|страница)[ :—–-]{0,3}404(?![\p{L}\p{N}])/iu,
  /^404(?:$|[ |:—–-]{1,3}(?:$|error|ошибка|page|страниц|not found|не найден))/iu,
  /не найден[аоы]?(?![\p{L}])/iu,
  /страниц[аы] (?:больше )?(?:не существует|нет(?![\p{L}]))/iu,
  /(?:page|file|document|product|post|article) (?:was |is |could |can)?(?:not|n.t) (?:be )?found|(?:page|file|document|product|post|article) not found|^not found(?:$|[ |:—–-])/iu,
  /page can.t be found|页面不存在|页面未找到|找不到页面|找不到该页面/iu,
];
/** Words of a page about an error from which it is a text, and no error. */
const notFoundWords = 120;
const randomPageSimilarity = 0.9;
const maxHops = 10;

export const siteSubject = (site: SiteInput, path = '/'): Subject => {
  const base = site.website_url !== null && URL.canParse(site.website_url) ? site.website_url : `https://${site.host}/`;
  return { key: `site:${path}`, url: new URL(path, base).href };
};

/** robots.txt did not answer, or with an error of the server: nothing else may be fetched. */
export const robotsFailed = ({ status, failure }: RobotsInput): boolean =>
  failure !== null || status === null || isServerError(status);

export function judgeRobots(site: SiteInput, verdicts: Verdicts): void {
  const { robots } = site;
  const subject = siteSubject(site, '/robots.txt');
  const measured = robots.failure?.code ?? robots.status ?? 'none';
  if (robotsFailed(robots)) {
    verdicts.report('robots_unreachable', subject, { evidence: { measured, threshold: 200 } });
    verdicts.leave('robots_blocks_all', subject.key);
    verdicts.leave('robots_sitemap_missing', subject.key);
    return;
  }
  if ((robots.status ?? 0) >= 400) {
    verdicts.report('robots_unreachable', subject, { variant: 'absent', evidence: { measured, threshold: 200 } });
    return;
  }
  if (robots.is_html) {
    verdicts.report('robots_unreachable', subject, { variant: 'html_fallback', evidence: { measured: 'text/html' } });
    return;
  }
  if (robots.home_refused.length > 0)
    verdicts.report('robots_blocks_all', subject, { evidence: { measured: robots.home_refused.join(', ') } });
  if (robots.sitemaps.length === 0) {
    const works = site.sitemaps.some(({ is_guess, outcome, own_locs }) => is_guess && outcome === 'ok' && own_locs > 0);
    verdicts.report('robots_sitemap_missing', subject, { circumstance: works ? null : 'sitemap_fails' });
  }
}

export const hasReadableSitemap = (site: SiteInput): boolean =>
  site.sitemaps.some(({ outcome, own_locs }) => outcome === 'ok' && own_locs > 0);

export function judgeSitemaps(site: SiteInput, verdicts: Verdicts): void {
  const subject = siteSubject(site, '/sitemap.xml');
  if (robotsFailed(site.robots)) {
    verdicts.leave('sitemap_unreachable', subject.key);
    return;
  }
  const isFailed = ({ outcome }: (typeof site.sitemaps)[number]) => outcome !== 'ok' && outcome !== 'too_large';
  if (!hasReadableSitemap(site) && !site.sitemaps.some(({ outcome }) => outcome === 'too_large')) {
    // A bot wall says nothing about the sitemap behind it.
    if (site.sitemaps.some(({ status }) => isWall(status))) {
      verdicts.leave('sitemap_unreachable', subject.key);
      return;
    }
    const related = site.sitemaps.map(({ url }) => url);
    const foreign = site.sitemaps.some(({ foreign_locs }) => foreign_locs > 0);
    verdicts.report('sitemap_unreachable', subject, {
      evidence: { measured: site.sitemaps.map(({ outcome }) => outcome).join(', ') || 'none', related },
    });
    if (!foreign) return;
  }
  for (const sitemap of site.sitemaps) {
    const sitemapSubject = { key: `sitemap:${sitemap.url}`, url: sitemap.url };
    // A guessed address that is absent is no fault while another sitemap works.
    if (hasReadableSitemap(site) && isFailed(sitemap) && !sitemap.is_guess && !isWall(sitemap.status))
      verdicts.report('sitemap_unreachable', sitemapSubject, {
        variant: 'child_failed',
        evidence: { measured: sitemap.status ?? sitemap.outcome, threshold: 200 },
      });
    if (sitemap.outcome === 'too_large')
      verdicts.report('sitemap_unreachable', sitemapSubject, { variant: 'too_large', evidence: { threshold: 50_000 } });
    if (sitemap.foreign_locs > 0)
      verdicts.report('sitemap_unreachable', sitemapSubject, {
        variant: 'foreign_host',
        evidence: { measured: sitemap.foreign_locs, threshold: 0, related: [...sitemap.foreign_samples] },
      });
  }
}

/** Two answers, 30 s apart, agree; without the second one nothing is said. */
function twice(
  page: PageState,
  test: (outcome: { status: number | null; failed: boolean }) => boolean,
): boolean | null {
  const { fetched, retried } = page.input;
  if (fetched === null || !test({ status: fetched.status, failed: fetched.failure !== null })) return false;
  return retried === null ? null : test({ status: retried.status, failed: retried.failure !== null });
}

export function judgeServerError(page: PageState, verdicts: Verdicts): void {
  const { subject, is_home, input } = page;
  const verdict = twice(page, ({ status }) => isServerError(status));
  if (verdict === null) verdicts.leave('http_5xx', subject.key);
  if (verdict)
    verdicts.report('http_5xx', subject, {
      circumstance: is_home ? 'home' : null,
      evidence: { measured: input.fetched?.status ?? 0, threshold: 200 },
    });
}

export function judgeUnreachable(page: PageState, verdicts: Verdicts): void {
  const { subject, is_home, input } = page;
  const circumstance = is_home ? 'home' : null;
  const failure = input.fetched?.failure;
  if (input.is_too_complex) {
    verdicts.report('http_unreachable', subject, { variant: 'page_too_complex', circumstance });
    return;
  }
  if (!failure) return;
  const evidence = { measured: clean(`${failure.code} ${failure.detail}`) };
  if (failure.code === 'redirect_loop' || failure.code === 'too_many_redirects') {
    const related = input.fetched?.hops.map(({ location }) => location) ?? [];
    verdicts.report('http_unreachable', subject, {
      variant: 'redirect_loop',
      circumstance,
      evidence: { ...evidence, threshold: maxHops, related },
    });
  } else if (failure.code === 'body_too_large')
    verdicts.report('http_unreachable', subject, { variant: 'body_too_large', circumstance, evidence });
  else {
    const verdict = twice(page, ({ failed }) => failed);
    if (verdict === null) verdicts.leave('http_unreachable', subject.key);
    if (verdict) verdicts.report('http_unreachable', subject, { circumstance, evidence });
  }
}

/**
 * A page that answers 200 and says that it does not exist: its heading says so, and it says little else; or it is what
 * the site shows at an address that nothing is at. An article about errors is a text.
 */
export function isSoftNotFound(page: PageState, site: SiteInput): boolean {
  if (!page.is_ok || page.is_home || page.is_unrendered || !page.facts) return false;
  const { facts } = page;
  const heads = [facts.titles[0] ?? '', ...facts.h1s.filter((h1) => h1.is_visible).map(({ text }) => text)];
  const isArticle = page.page_class === 'article' && facts.json_ld.types.length > 0;
  const saysLittle = facts.words < notFoundWords && !isArticle;
  if (
    saysLittle &&
    heads.some((text) => lengthOf(text) <= 80 && notFoundTexts.some((pattern) => pattern.test(text.trim())))
  )
    return true;
  const random = site.random_page;
  if (random?.status !== 200 || !random.facts || facts.words === 0) return false;
  return textSimilarity(facts, random.facts) >= randomPageSimilarity;
}

const robotsSnippet = ({ facts }: PageState): string =>
  facts?.robots.map(({ agent, directives }) => `${agent}: ${directives.join(', ')}`).join('; ') ?? '';

/** Kinds of items that are written for readers from the search; a document may be for those who have its link. */
const indexedKinds = new Set(['post', 'article']);

/** The home page and a published text are to be in the index, also when no sitemap lists them. */
function judgeUnlisted(page: PageState, verdicts: Verdicts): void {
  if (!page.is_noindex || !page.input.robots_allowed) return;
  const evidence = { snippet: robotsSnippet(page) };
  if (page.is_home) verdicts.report('noindex_in_sitemap', page.subject, { variant: 'home', evidence });
  else if (page.input.item && indexedKinds.has(page.input.item.kind))
    verdicts.report('noindex_in_sitemap', page.subject, { variant: 'cms', evidence });
}

/** A URL of the sitemap is to be a page of the index. */
export function judgeListed(page: PageState, site: SiteInput, verdicts: Verdicts): void {
  const { input, subject } = page;
  if (!input.sources.includes('sitemap')) {
    judgeUnlisted(page, verdicts);
    return;
  }
  const report = (variant: string, evidence = {}) =>
    verdicts.report('noindex_in_sitemap', subject, { variant, evidence });
  if (!input.robots_allowed) {
    // A site that is blocked as a whole has one issue, not one for each page.
    if (site.robots.home_refused.length === 0) report('robots_blocked');
    return;
  }
  const { fetched } = input;
  if (fetched === null || fetched.failure !== null || isWall(fetched.status) || isServerError(fetched.status)) {
    verdicts.leave('noindex_in_sitemap', subject.key);
    return;
  }
  if (fetched.status !== null && fetched.status >= 400) {
    report('non_200', { measured: fetched.status, threshold: 200 });
    return;
  }
  if (fetched.hops.length > 0) {
    report('redirect', { measured: fetched.final_url });
    return;
  }
  if (page.is_refresh) {
    report('redirect', { selector: 'meta[http-equiv=refresh]', measured: input.facts?.refresh ?? '' });
    return;
  }
  if (page.is_noindex)
    verdicts.report('noindex_in_sitemap', subject, {
      circumstance: page.is_home ? 'home' : null,
      evidence: { snippet: robotsSnippet(page) },
    });
}

/** Faults of the canonical that show on the page alone; its target is a rule of groups. */
export function judgeCanonical(page: PageState, site: SiteInput, verdicts: Verdicts): void {
  const { facts, subject } = page;
  if (!page.is_ok || page.is_noindex || !page.input.robots_allowed || !facts) return;
  if (page.is_unrendered) {
    verdicts.leave('missing_canonical', subject.key);
    return;
  }
  const inHead = facts.canonicals.filter(({ place }) => place === 'head');
  const inHeader = facts.canonicals.filter(({ place }) => place === 'header');
  const report = (variant: string | undefined, related: string[] = []) =>
    verdicts.report('missing_canonical', subject, {
      ...(variant === undefined ? {} : { variant }),
      evidence: { selector: 'link[rel=canonical]', ...(related.length > 0 ? { related } : {}) },
    });
  if (inHead.length === 0 && inHeader.length === 0) {
    const outside = facts.canonicals.filter(({ place }) => place === 'body').map(({ href }) => href);
    report(outside.length > 0 ? 'outside_head' : undefined, outside);
    return;
  }
  const hrefs = inHead.map(({ href }) => href);
  if (inHead.length > 1) report('multiple', hrefs);
  if (inHead.some(({ is_absolute }) => !is_absolute)) report('relative', hrefs);
  const keyOf = (url: string | null) => (url === null ? null : (site.keyOf(url) ?? url));
  const first = inHead[0];
  const header = inHeader[0];
  if (first && header && keyOf(first.url) !== keyOf(header.url)) report('header_mismatch', [first.href, header.href]);
}
