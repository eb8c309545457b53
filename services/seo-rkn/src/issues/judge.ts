import { setImmediate } from 'node:timers/promises';
import { createInt32Lists, createUint16Lists } from '../packed-links.ts';
import { collectBarriers, createBarriers, judgeBarriers } from './accessibility-rules.ts';
import { judgeFields, judgeItemLive, judgeReadiness, judgeWebsiteUrl } from './cms-rules.ts';
import {
  judgeCanonical,
  judgeListed,
  judgeRobots,
  judgeServerError,
  judgeSitemaps,
  judgeUnreachable,
  siteSubject,
} from './crawl-rules.ts';
import {
  judgeCharset,
  judgeImageChecks,
  judgeLang,
  judgeMirror,
  judgeMixedContent,
  judgeOpenGraph,
} from './extended-rules.ts';
import type { Finding } from './finding.ts';
import {
  graphOf,
  judgeCanonicalTargets,
  judgeClosedPages,
  judgeDuplicates,
  judgeHreflang,
  judgeNotFound,
  judgeRedirectChains,
  type SiteGraph,
} from './group-rules.ts';
import {
  contentTypes,
  judgeDescription,
  judgeHeadings,
  judgeImages,
  judgeSlug,
  judgeText,
  judgeTitle,
} from './on-page-rules.ts';
import { type PageState, stateOf } from './page-state.ts';
import { createKeyIds, type PageSummary, summarise } from './page-summary.ts';
import { judgePsi, judgeTtfb } from './performance-rules.ts';
import { judgeDuplicateContent, judgeReach, judgeSitemapCoverage, judgeTemplates, judgeTraps } from './reach-rules.ts';
import type { PageInput, SiteInput } from './site-input.ts';
import { judgeAiReaders, judgeSecurityHeaders } from './site-wide-rules.ts';
import { judgeStructuredData } from './structured-data-rules.ts';
import { collectVerdicts, type Unverified, type Verdicts } from './verdicts.ts';

/** Pages between two turns of the event loop, about ten milliseconds. */
const pagesAtOnce = 40;

/** Rules that need one page alone. */
function judgePage(page: PageState, site: SiteInput, verdicts: Verdicts): void {
  judgeServerError(page, verdicts);
  judgeUnreachable(page, verdicts);
  judgeListed(page, site, verdicts);
  judgeCanonical(page, site, verdicts);
  judgeCharset(page, verdicts);
  judgeMixedContent(page, verdicts);
  judgeFields(page, site, verdicts);
  if (page.is_unrendered) for (const type of contentTypes) verdicts.leave(type, page.subject.key);
  if (!page.is_judged) return;
  judgeTitle(page, verdicts);
  judgeDescription(page, verdicts);
  judgeHeadings(page, verdicts);
  judgeText(page, verdicts);
  judgeSlug(page, verdicts);
  judgeImages(page, verdicts);
  judgeStructuredData(page, verdicts);
  judgeOpenGraph(page, verdicts);
  judgeLang(page, verdicts);
}

/** A broken external address, and the pages that link to it, 20 at most. */
interface BrokenLink {
  linking: string[];
  /** Item of the CMS behind the first of them. */
  item_id: string | null;
}

function collectLinking(page: PageState, broken: ReadonlyMap<string, BrokenLink>): void {
  const { facts } = page.input;
  if (!facts || broken.size === 0) return;
  for (const url of [...facts.external_links, ...facts.external_nofollow]) {
    const link = broken.get(url);
    if (!link || link.linking.length >= 20) continue;
    if (link.linking.length === 0) link.item_id = page.subject.item_id ?? null;
    link.linking.push(page.input.url_key);
  }
}

/** A twin of a page has one fault, that it is one: what follows from it is no fault of its own. */
function dropTwins(twins: ReadonlySet<string>, summaries: PageSummary[], { findings }: Verdicts): void {
  if (twins.size === 0) return;
  const isOfTwin = ({ subject, issue_type }: Finding) => twins.has(subject) && !issue_type.startsWith('http_');
  findings.splice(0, findings.length, ...findings.filter((finding) => !isOfTwin(finding)));
  for (const summary of summaries)
    if (twins.has(summary.subject.key)) Object.assign(summary, { is_judged: false, is_indexable: false });
}

/**
 * Judges a scanned site by the rules of the audit. Pages come one after the other and are let go: of each
 * stays a summary of a few hundred bytes. The event loop gets its turns between pages and rules.
 * @param pages each URL of the crawl once
 * @returns findings with weights by `rules/seo.json`, and what could not be judged: it opens no issue, and
 * resolves none
 */
export async function judgeSite(
  site: SiteInput,
  pages: Iterable<PageInput> | AsyncIterable<PageInput>,
): Promise<{ findings: Finding[]; unverified: Unverified[] }> {
  const verdicts = collectVerdicts(site.overrides);
  const barriers = createBarriers();
  const store = { ids: createKeyIds(site.keyOf), links: createInt32Lists(), bins: createUint16Lists() };
  const summaries: PageSummary[] = [];
  const refused: string[] = [];
  const images = site.images && new Map(site.images.map((check) => [check.url, check]));
  const brokenLinks = new Map<string, BrokenLink>(
    (site.external_links ?? [])
      .filter(({ outcome }) => outcome === 'gone')
      .map(({ url }) => [url, { linking: [], item_id: null }]),
  );
  const mirrored = new Map(site.mirrors.map(({ main_url }) => [site.keyOf(main_url), null as PageInput['facts']]));

  let judged = 0;
  for await (const input of pages) {
    judged += 1;
    if (judged % pagesAtOnce === 0) await setImmediate();
    const page = stateOf(input, site);
    const isDeadItem = judgeItemLive(page, verdicts);
    const summary = await summarise(page, site, store, isDeadItem);
    summaries.push(summary);
    // A page that says it is absent has no other fault than that.
    if (!summary.is_soft_not_found) judgePage(page, site, verdicts);
    if (images) judgeImageChecks(page, images, verdicts);
    collectBarriers(page, barriers);
    if (page.is_home) judgeSecurityHeaders(page, site, verdicts);
    collectLinking(page, brokenLinks);
    if (input.is_listed && !input.robots_allowed && refused.length < 20) refused.push(input.url);
    if (mirrored.has(input.url_key)) mirrored.set(input.url_key, page.is_ok ? input.facts : null);
  }

  judgeBarriers(barriers, site, verdicts);
  judgeRobots(site, verdicts);
  judgeAiReaders(site, verdicts);
  if (refused.length > 0 && site.robots.home_refused.length === 0 && site.robots.status === 200)
    verdicts.report('robots_blocks_all', siteSubject(site, '/robots.txt'), {
      variant: 'partial',
      evidence: { measured: refused.length, threshold: 0, related: refused },
    });
  judgeSitemaps(site, verdicts);
  judgeWebsiteUrl(site, verdicts);
  judgeReadiness(site, verdicts);
  judgePsi(site, verdicts);
  judgeTtfb(site, verdicts);
  const twins = new Set<string>();
  for (const mirror of site.mirrors) {
    const isMirror = judgeMirror(mirror, mirrored.get(site.keyOf(mirror.main_url)) ?? null, site, verdicts, {
      isLinked: summaries.some(({ subject }) => subject.key === site.keyOf(mirror.url)),
    });
    const twin = isMirror ? site.keyOf(mirror.url) : null;
    if (twin !== null && twin !== site.keyOf(mirror.main_url)) twins.add(twin);
  }
  dropTwins(twins, summaries, verdicts);
  for (const [url, { linking, item_id }] of brokenLinks)
    if (linking.length > 0)
      verdicts.report(
        'broken_external_link',
        { key: url, url, item_id },
        { evidence: { measured: url, related: linking }, affected: linking },
      );
  for (const { url, outcome } of site.external_links ?? [])
    if (outcome === 'unverified') verdicts.leave('broken_external_link', url);

  const graph = await graphOf(summaries, store);
  const groupRules = [
    judgeNotFound,
    judgeCanonicalTargets,
    judgeRedirectChains,
    judgeHreflang,
    judgeDuplicateContent,
    (found: SiteGraph) => judgeClosedPages(found, site, verdicts),
    (found: SiteGraph) => judgeDuplicates(found, site, verdicts),
    (found: SiteGraph) => judgeReach(found, site, verdicts),
    (found: SiteGraph) => judgeSitemapCoverage(found, site, verdicts),
    (found: SiteGraph) => judgeTemplates(found, site, verdicts),
    (found: SiteGraph) => judgeTraps(found, site, verdicts),
  ];
  for (const judge of groupRules) {
    await setImmediate();
    await judge(graph, verdicts);
  }
  return { findings: verdicts.findings, unverified: verdicts.unverified };
}
