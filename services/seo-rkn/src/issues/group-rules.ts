import { invertLinks } from '../packed-links.ts';
import { isWall, siteSubject } from './crawl-rules.ts';
import { isHreflangCode } from './extended-rules.ts';
import { fold } from './fold-title.ts';
import { groupPages } from './group-pages.ts';
import { hashOf, type PageSummary, type SummaryStore } from './page-summary.ts';
import type { SiteInput } from './site-input.ts';
import type { Verdicts } from './verdicts.ts';

/** Share of the pages from which a fault of each page is a fault of the template. */
export const templateShare = 0.2;
/**
 * Share of the titles that end in the same words, from which these are a brand; and the least pages for
 * that.
 */
const brandShare = 0.3;
const brandPages = 3;
/** Links to a dead URL from which it weighs as much as one in the sitemap. */
const manyInlinks = 3;

/** The pages of a scan with their links turned round. */
export interface SiteGraph {
  pages: readonly PageSummary[];
  byId: ReadonlyMap<number, PageSummary>;
  /** Ids of the pages that a page links to. */
  linksOf(page: PageSummary): Int32Array;
  /** Ids of the pages that link to an id, redirects followed. */
  inlinksOf(id: number): Int32Array;
  /** Signature of the text of a page; null without one. */
  binsOf(page: PageSummary): Uint16Array | null;
  keys: readonly string[];
}

/** Inverts the links; other work of the process goes on meanwhile. */
export async function graphOf(pages: readonly PageSummary[], { ids, links, bins }: SummaryStore): Promise<SiteGraph> {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const redirects = new Map(pages.flatMap(({ id, hops, final_id }) => (hops > 0 ? [[id, final_id] as const] : [])));
  const followed = (index: number): Iterable<number> => {
    const page = pages[index];
    if (!page) return [];
    const direct = links.at(page.out);
    if (redirects.size === 0) return direct;
    const targets = new Set(direct);
    for (const id of direct) {
      const target = redirects.get(id);
      if (target !== undefined) targets.add(target);
    }
    targets.delete(page.id);
    return targets;
  };
  const inlinksOf = await invertLinks(
    pages.map(({ id }) => id),
    followed,
  );
  const binsOf = (page: PageSummary) => (page.bins === null ? null : bins.at(page.bins));
  return { pages, byId, linksOf: (page) => links.at(page.out), inlinksOf, binsOf, keys: ids.keys };
}

const urlsOf = (pages: readonly PageSummary[]): string[] => pages.map(({ subject }) => subject.url);

/** URL keys of pages. */
export const keysOf = (pages: readonly PageSummary[]): string[] => pages.map(({ subject }) => subject.key);

const linkingUrls = (graph: SiteGraph, id: number): string[] =>
  [...graph.inlinksOf(id).subarray(0, 20)].map((from) => graph.byId.get(from)?.subject.url ?? '');

/** URLs that are gone, or that only say so: linked, in the sitemap or in the cms. */
export function judgeNotFound(graph: SiteGraph, verdicts: Verdicts): void {
  for (const page of graph.pages) {
    const inlinks = graph.inlinksOf(page.id).length;
    const isGone = page.status !== null && page.status >= 400 && page.status < 500;
    if ((!isGone && !page.is_soft_not_found) || page.is_dead_item) continue;
    if (isWall(page.status)) {
      verdicts.leave('http_4xx', page.subject.key);
      continue;
    }
    if (!page.is_listed && !page.is_home && inlinks === 0) continue;
    verdicts.report('http_4xx', page.subject, {
      ...(page.is_soft_not_found ? { variant: 'soft_404' } : {}),
      circumstance: page.is_listed || page.is_home || inlinks >= manyInlinks ? null : 'few_inlinks',
      evidence: { measured: page.status ?? 0, threshold: 200, related: linkingUrls(graph, page.id) },
    });
  }
}

/** Pages that nothing lists and most of which are closed to the index: a template of a test stand, as a rule. */
const leastClosed = 3;
const closedShare = 0.5;

/** Most pages that are only linked say noindex; the home page and items of the cms have findings of their own. */
export function judgeClosedPages(graph: SiteGraph, site: SiteInput, verdicts: Verdicts): void {
  const linked = graph.pages.filter(({ is_ok, is_listed, is_home }) => is_ok && !is_listed && !is_home);
  const closed = linked.filter(({ is_noindex }) => is_noindex);
  if (closed.length < leastClosed || closed.length < linked.length * closedShare) return;
  verdicts.report('noindex_in_sitemap', siteSubject(site), {
    variant: 'most_pages',
    evidence: { measured: closed.length, threshold: 0, related: urlsOf(closed) },
    affected: keysOf(closed),
  });
}

/** Pages whose canonical names a page of another site: they leave the index in favour of it. */
function judgeForeignCanonicals(graph: SiteGraph, verdicts: Verdicts): void {
  const judged = graph.pages.filter(({ is_ok, is_noindex, robots_allowed }) => is_ok && !is_noindex && robots_allowed);
  const foreign = judged.filter(({ canonical }) => canonical === -1);
  const isTemplate = foreign.length >= judged.length * templateShare;
  for (const page of foreign)
    verdicts.report(page.is_in_sitemap ? 'noindex_in_sitemap' : 'missing_canonical', page.subject, {
      variant: 'other_site',
      circumstance: isTemplate ? 'site_wide' : null,
      evidence: { selector: 'link[rel=canonical]', measured: page.canonical_url ?? '' },
    });
}

/** Why a page cannot be the canonical of another one; null if it can. */
function faultOfTarget(target: PageSummary): string | number | null {
  if (!target.robots_allowed) return 'robots.txt';
  if (target.hops > 0) return 301;
  if (target.status !== null && target.status >= 400) return target.status;
  if (target.is_noindex) return 'noindex';
  return target.is_ok && target.canonical !== target.id ? 'canonical' : null;
}

export function judgeCanonicalTargets(graph: SiteGraph, verdicts: Verdicts): void {
  judgeForeignCanonicals(graph, verdicts);
  const judged = graph.pages.filter(({ is_ok }) => is_ok);
  const toHome = judged.filter(({ is_canonical_home, is_noindex }) => is_canonical_home && !is_noindex);
  const isTemplate = toHome.length >= judged.length * templateShare;
  for (const page of toHome)
    verdicts.report('canonical_to_home', page.subject, {
      circumstance: isTemplate ? 'site_wide' : null,
      evidence: { selector: 'link[rel=canonical]', measured: graph.keys[page.canonical] ?? '' },
    });
  for (const page of judged) {
    if (page.canonical === page.id || page.canonical === -1 || page.is_noindex || page.is_canonical_home) continue;
    if (page.is_in_sitemap && page.robots_allowed)
      verdicts.report('noindex_in_sitemap', page.subject, {
        variant: 'canonical_elsewhere',
        evidence: { selector: 'link[rel=canonical]', measured: page.canonical_url ?? '' },
      });
    const target = graph.byId.get(page.canonical);
    if (!target || isWall(target.status)) {
      verdicts.leave('missing_canonical', page.subject.key);
      continue;
    }
    const fault = faultOfTarget(target);
    if (fault !== null)
      verdicts.report('missing_canonical', page.subject, {
        variant: 'target_not_200',
        evidence: {
          measured: fault,
          threshold: 200,
          related: [target.subject.url],
        },
      });
  }
}

/** Hashes of the words that end many titles, and of the names of the site. */
function brandTails(pages: readonly PageSummary[], site: SiteInput): Set<number> {
  const brands = new Set([...site.brand_words, site.host].map((brand) => hashOf(fold(brand))));
  const counts = new Map<number, number>();
  let titles = 0;
  for (const { title, title_tail } of pages) {
    if (title !== null) titles += 1;
    if (title_tail !== null) counts.set(title_tail, (counts.get(title_tail) ?? 0) + 1);
  }
  for (const [tail, count] of counts) if (count >= brandPages && count >= titles * brandShare) brands.add(tail);
  return brands;
}

const areTwins = (left: PageSummary, right: PageSummary): boolean =>
  left.hreflang.some(({ target }) => target === right.id) || right.hreflang.some(({ target }) => target === left.id);

/** Pages of a group that are neither twins in another language nor copies under one canonical. */
export function distinctPages(pages: readonly PageSummary[]): PageSummary[] {
  const distinct: PageSummary[] = [];
  const canonicals = new Set<number>();
  for (const page of pages) {
    const canonical = page.is_canonical_home ? page.id : page.canonical;
    if (canonicals.has(canonical)) continue;
    // A page counts if one page of the group is no twin of it.
    if (pages.length > 1 && pages.every((other) => other === page || areTwins(page, other))) continue;
    canonicals.add(canonical);
    distinct.push(page);
  }
  return distinct;
}

function groupBy(pages: readonly PageSummary[], hashOfPage: (page: PageSummary) => number | null) {
  const { groups } = groupPages(pages, (page) =>
    page.is_judged && !page.is_paged && !page.is_soft_not_found ? hashOfPage(page) : null,
  );
  return groups
    .map(([hash, group]) => ({ hash, pages: distinctPages(group) }))
    .filter((group) => group.pages.length > 1);
}

export function judgeDuplicates(graph: SiteGraph, site: SiteInput, verdicts: Verdicts): void {
  const brands = brandTails(graph.pages, site);
  const titleOf = ({ title, title_head, title_tail }: PageSummary) =>
    title_tail !== null && brands.has(title_tail) ? title_head : title;
  const reportGroup = (
    type: 'duplicate_title' | 'missing_description',
    prefix: string,
    { hash, pages }: { hash: number; pages: PageSummary[] },
  ) => {
    const first = pages[0];
    if (!first) return;
    verdicts.report(
      type,
      { ...first.subject, key: `${prefix}:${hash}` },
      {
        ...(type === 'missing_description' ? { variant: 'duplicate' } : {}),
        evidence: { measured: pages.length, threshold: 1, related: urlsOf(pages) },
        affected: keysOf(pages),
      },
    );
  };
  for (const group of groupBy(graph.pages, titleOf)) reportGroup('duplicate_title', 'title', group);
  for (const group of groupBy(graph.pages, ({ description }) => description))
    reportGroup('missing_description', 'description', group);
}

export function judgeRedirectChains(graph: SiteGraph, verdicts: Verdicts): void {
  for (const page of graph.pages) {
    if (page.hops < 2 || page.hops > 10 || page.has_failed) continue;
    const isLinked = page.is_listed || graph.inlinksOf(page.id).length > 0;
    if (isLinked)
      verdicts.report('redirect_chain', page.subject, {
        evidence: { measured: page.hops, threshold: 1, related: linkingUrls(graph, page.id) },
      });
  }
}

export function judgeHreflang(graph: SiteGraph, verdicts: Verdicts): void {
  for (const page of graph.pages) {
    if (page.hreflang.length === 0 || !page.is_judged) continue;
    const report = (variant: string, related: string[]) =>
      verdicts.report('hreflang_invalid', page.subject, {
        variant,
        evidence: { selector: 'link[hreflang]', measured: related.length, threshold: 0, related },
      });
    const badCodes = page.hreflang.filter(({ code }) => !isHreflangCode(code)).map(({ code }) => code);
    if (badCodes.length > 0) report('bad_code', badCodes);
    if (!page.hreflang.some(({ target }) => target === page.id)) report('no_self', [page.subject.url]);
    const noReturn: string[] = [];
    const bad: string[] = [];
    for (const id of new Set(page.hreflang.map(({ target }) => target))) {
      if (id === page.id || id === -1) continue;
      const target = graph.byId.get(id);
      if (!target || isWall(target.status) || target.has_failed || target.is_unrendered) {
        verdicts.leave('hreflang_invalid', page.subject.key);
        continue;
      }
      if (!target.is_indexable) bad.push(target.subject.url);
      else if (!target.hreflang.some((link) => link.target === page.id)) noReturn.push(target.subject.url);
    }
    if (noReturn.length > 0) report('no_return', noReturn);
    if (bad.length > 0) report('target_bad', bad);
  }
}
