import { setImmediate } from 'node:timers/promises';
import { pathPattern } from '../crawl/url-key.ts';
import { hasReadableSitemap, siteSubject } from './crawl-rules.ts';
import { groupPages } from './group-pages.ts';
import { distinctPages, keysOf, type SiteGraph, templateShare } from './group-rules.ts';
import { nearGroups, sameText } from './near-groups.ts';
import type { PageSummary } from './page-summary.ts';
import type { SiteInput } from './site-input.ts';
import type { Verdicts } from './verdicts.ts';

const maxClicks = 4;
/** Pages whose links are followed between two turns of the event loop. */
const walkedAtOnce = 1_000;
const trapShare = 0.5;
const trapWords = 50;

/** Listed pages without a link, and pages far from the home page. */
export async function judgeReach(graph: SiteGraph, site: SiteInput, verdicts: Verdicts): Promise<void> {
  const clicks = await clicksFromHome(graph);
  const unrendered = graph.pages.filter(({ is_unrendered }) => is_unrendered).length;
  // Of a site that scripts make, links are unknown until it is rendered.
  const isKnown = site.knows_links && unrendered < graph.pages.length * templateShare;
  for (const page of graph.pages) {
    if (!page.is_indexable || page.is_home || page.is_soft_not_found) continue;
    const isOrphan = graph.inlinksOf(page.id).length === 0;
    const type = isOrphan ? 'orphan_page' : 'deep_page';
    if (isOrphan && !page.is_listed) continue;
    if (!isKnown || (!isOrphan && clicks === null)) {
      verdicts.leave(type, page.subject.key);
      continue;
    }
    if (isOrphan) verdicts.report(type, page.subject, { evidence: { measured: 0, threshold: 1 } });
    const depth = clicks?.get(page.id);
    if (!isOrphan && depth !== undefined && depth > maxClicks)
      verdicts.report(type, page.subject, { evidence: { measured: depth, threshold: maxClicks } });
  }
}

/** Least clicks from the home page; null without it. */
async function clicksFromHome(graph: SiteGraph): Promise<Map<number, number> | null> {
  const home = graph.pages.find(({ is_home, is_ok }) => is_home && is_ok);
  if (!home) return null;
  const clicks = new Map([[home.id, 0]]);
  const queue = [home.id];
  for (let at = 0; at < queue.length; at += 1) {
    if (at % walkedAtOnce === walkedAtOnce - 1) await setImmediate();
    const id = queue[at] ?? 0;
    const next = (clicks.get(id) ?? 0) + 1;
    const page = graph.byId.get(id);
    for (const linked of page ? graph.linksOf(page) : []) {
      const target = graph.byId.get(linked);
      const ids = target && target.hops > 0 ? [linked, target.final_id] : [linked];
      for (const reached of ids)
        if (!clicks.has(reached)) {
          clicks.set(reached, next);
          queue.push(reached);
        }
    }
  }
  return clicks;
}

export function judgeSitemapCoverage(graph: SiteGraph, site: SiteInput, verdicts: Verdicts): void {
  const subject = siteSubject(site, '/sitemap.xml');
  if (!hasReadableSitemap(site) || site.sitemaps.some(({ outcome, is_guess }) => outcome !== 'ok' && !is_guess)) {
    verdicts.leave('page_not_in_sitemap', subject.key);
    return;
  }
  const absent = graph.pages.filter(
    (page) =>
      page.is_indexable &&
      !page.is_in_sitemap &&
      !page.has_query &&
      !page.is_soft_not_found &&
      graph.inlinksOf(page.id).length > 0,
  );
  if (absent.length === 0) return;
  verdicts.report('page_not_in_sitemap', subject, {
    evidence: { measured: absent.length, threshold: 0, related: absent.slice(0, 20).map((page) => page.subject.url) },
    affected: keysOf(absent),
  });
}

/** One issue a site where a fifth of the pages have the fault, else one a page. */
export function judgeTemplates(graph: SiteGraph, site: SiteInput, verdicts: Verdicts): void {
  const judged = graph.pages.filter(({ is_ok }) => is_ok);
  const judge = (type: 'missing_viewport' | 'js_only_content', bad: readonly PageSummary[]) => {
    if (bad.length >= 2 && bad.length >= judged.length * templateShare) {
      const related = bad.slice(0, 20).map(({ subject }) => subject.url);
      verdicts.report(type, siteSubject(site), {
        evidence: { measured: bad.length, threshold: 0, related },
        affected: keysOf(bad),
      });
    } else for (const page of bad) verdicts.report(type, page.subject, { evidence: { measured: 1, threshold: 0 } });
  };
  judge(
    'missing_viewport',
    judged.filter((page) => page.lacks_viewport),
  );
  judge(
    'js_only_content',
    judged.filter((page) => page.needs_javascript === true),
  );
  const unknown = judged.filter(({ is_unrendered }) => is_unrendered);
  if (unknown.length === 0) return;
  for (const { key } of [siteSubject(site), ...unknown.map(({ subject }) => subject)])
    for (const type of ['missing_viewport', 'js_only_content'] as const) verdicts.leave(type, key);
}

/** Pages whose text is that of another page, exactly or nearly. One issue a group. */
export async function judgeDuplicateContent(graph: SiteGraph, verdicts: Verdicts): Promise<void> {
  const pages = graph.pages.filter((page) => page.is_judged && !page.is_paged && !page.is_soft_not_found);
  const report = (variant: 'exact' | 'near', key: string, group: readonly PageSummary[], measured: number) => {
    const first = group[0];
    if (!first || group.length < 2) return;
    verdicts.report(
      'duplicate_content',
      { ...first.subject, key },
      {
        variant,
        evidence: {
          measured,
          threshold: variant === 'exact' ? 1 : sameText,
          related: group.slice(0, 20).map(({ subject }) => subject.url),
        },
        affected: keysOf(group),
      },
    );
  };
  const { leaders, groups } = groupPages(pages, ({ text_hash }) => text_hash);
  for (const [hash, group] of groups) report('exact', `text:${hash}`, distinctPages(group), 1);
  for (const group of await nearGroups(leaders, graph.binsOf)) {
    const keys = group.map(({ subject }) => subject.key).toSorted();
    report('near', `near:${keys[0]}`, distinctPages(group), sameText);
  }
}

/** Endless addresses. A pattern of digits is a trap only where its pages say little or repeat each other. */
export async function judgeTraps(graph: SiteGraph, site: SiteInput, verdicts: Verdicts): Promise<void> {
  const patterns = site.traps.filter(({ kind }) => kind === 'pattern').map(({ pattern }) => pattern);
  const byPattern = pagesByPattern(graph, new Set(patterns));
  for (const trap of site.traps) {
    const subject = { key: `trap:${trap.kind}:${trap.pattern}`, url: trap.samples[0] ?? siteSubject(site).url };
    if (trap.kind === 'pattern' && !(await isTrapPattern(graph, byPattern.get(trap.pattern) ?? []))) continue;
    verdicts.report('crawl_trap', subject, {
      variant: trap.kind,
      evidence: { snippet: trap.pattern, measured: trap.skipped, threshold: 0, related: trap.samples.slice(0, 5) },
    });
  }
}

/** Fetched pages of some patterns that only links name; each address is parsed once. */
function pagesByPattern(graph: SiteGraph, patterns: ReadonlySet<string>): Map<string, PageSummary[]> {
  const byReason = new Map<string, PageSummary[]>();
  if (patterns.size === 0) return byReason;
  for (const page of graph.pages) {
    if (!page.is_ok || page.is_listed) continue;
    const pattern = pathPattern(page.subject.url);
    if (!patterns.has(pattern)) continue;
    const pages = byReason.get(pattern);
    if (pages) pages.push(page);
    else byReason.set(pattern, [page]);
  }
  return byReason;
}

async function isTrapPattern({ binsOf }: SiteGraph, fetched: readonly PageSummary[]): Promise<boolean> {
  const near = new Set((await nearGroups(fetched, binsOf)).flat());
  const hashes = new Map<string, number>();
  for (const { text_hash } of fetched) if (text_hash) hashes.set(text_hash, (hashes.get(text_hash) ?? 0) + 1);
  const poor = fetched.filter(
    (page) => page.words < trapWords || near.has(page) || (hashes.get(page.text_hash ?? '') ?? 0) > 1,
  );
  return fetched.length > 0 && poor.length >= fetched.length * trapShare;
}
