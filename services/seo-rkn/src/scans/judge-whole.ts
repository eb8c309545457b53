import type { IssueType } from '@platform/contracts';
import { robotsFailed } from '../issues/crawl-rules.ts';
import type { Finding } from '../issues/finding.ts';
import type { SiteInput } from '../issues/site-input.ts';
import type { Unverified } from '../issues/verdicts.ts';
import { type Cap, computeVerdict, partOfType, type VerdictPart } from '../reports/verdict.ts';
import type { PageOutline } from './page-outline.ts';
import type { ScanRow } from './scan.ts';

export interface Whole {
  verdict: NonNullable<ScanRow['verdict']>;
  /** The heaviest finding of each type at a page. */
  typesOf(url_key: string): ReadonlyMap<IssueType, number>;
  /** Whether the scan could detect that an issue is gone. */
  isJudged(issue: { issue_type: IssueType; subject: string }): boolean;
}

interface WholeInput {
  scan: Pick<ScanRow, 'id' | 'error' | 'options' | 'pages_planned' | 'pages_done'>;
  site: SiteInput;
  outlines: readonly PageOutline[];
  findings: readonly Finding[];
  unverified: readonly Unverified[];
}

const none: ReadonlyMap<IssueType, number> = new Map();

/** Subjects are URL keys of pages, or keys of groups and of the site. */
const isAddress = (subject: string): boolean => /^https?:\/\//.test(subject);

/** Types that are about the answer of a page and not about its content. */
const isAboutAnswer = (type: IssueType): boolean =>
  ['http_4xx', 'http_5xx', 'http_unreachable', 'redirect_chain', 'noindex_in_sitemap', 'cms_item_not_live'].includes(
    type,
  );

/** Types that the probe of the site judges, without the crawl. */
const isAboutSite = (type: IssueType): boolean =>
  [
    'sitemap_unreachable',
    'robots_unreachable',
    'robots_blocks_all',
    'robots_sitemap_missing',
    'cms_no_website_url',
  ].includes(type);

/** Types that are judged at the few pages that were measured. */
const isAboutSpeed = (type: IssueType): boolean => speedTypes.includes(type);
const speedTypes: readonly IssueType[] = ['psi_low_score', 'cwv_lcp', 'cwv_cls', 'cwv_inp'];

/** The verdict about a site, and the results for each page and each open issue. */
export function judgeWhole({ scan, site, outlines, findings, unverified }: WholeInput): Whole {
  const byKey = new Map(outlines.map((one) => [one.url_key, one]));
  const ofPages = new Map<string, Map<IssueType, number>>();
  const ofSite = new Map<IssueType, number>();
  const raise = (types: Map<IssueType, number>, { issue_type, weight }: Finding) =>
    types.set(issue_type, Math.max(types.get(issue_type) ?? 0, weight));
  for (const finding of findings) {
    const keys = byKey.has(finding.subject) ? [finding.subject] : keysOf(finding, site, byKey);
    if (keys.length === 0) raise(ofSite, finding);
    for (const key of keys) {
      const types = ofPages.get(key) ?? new Map<IssueType, number>();
      ofPages.set(key, types);
      raise(types, finding);
    }
  }
  const typesOf = (key: string) => ofPages.get(key) ?? none;
  const unverifiedKeys = new Set(unverified.map(({ issue_type, subject }) => `${issue_type} ${subject}`));
  const unmeasured = unmeasuredTypes(site);
  const sample = new Set(site.psi?.map(({ url_key }) => url_key));
  const timed = new Set(site.ttfb?.map(({ url_key }) => url_key));
  const isComplete = scan.error === null && site.is_complete;
  return {
    typesOf,
    isJudged({ issue_type, subject }) {
      if (unverifiedKeys.has(`${issue_type} ${subject}`) || unmeasured.has(issue_type)) return false;
      if (isAboutSpeed(issue_type) && !sample.has(subject)) return false;
      if (issue_type === 'slow_ttfb' && !timed.has(subject)) return false;
      const page = byKey.get(subject);
      if (issue_type === 'js_only_content' && page && !page.isTextKnown) return false;
      if (page) return isAboutAnswer(issue_type) ? page.outcome === 'fetched' : page.isJudged;
      if (isAboutSite(issue_type)) return !robotsFailed(site.robots);
      // A page that this scan did not fetch.
      return !isAddress(subject) && isComplete;
    },
    verdict: {
      ...computeVerdict({
        pages: outlines
          // A redirect without a fault is no page.
          .filter(({ outcome, isRedirect, url_key }) => outcome !== 'blocked' && !(isRedirect && !ofPages.has(url_key)))
          .map(({ url_key, isHome, isListed, isReadable, isContentJudged }) => ({
            isHome,
            isListed,
            isReadable,
            isContentJudged,
            isMeasured: sample.has(url_key) || timed.has(url_key),
            types: typesOf(url_key),
          })),
        site: ofSite,
        caps: capsOf(findings, outlines),
        measured: measuredParts(site, findings, outlines),
        coverage: coverageOf(outlines, typesOf, countUntried(scan)),
        reason: reasonOf(findings, outlines),
      }),
      scan_id: scan.id,
      judged_at: new Date(site.now).toISOString(),
    },
  };
}

/** Pages that a finding about a group or the site is on. */
function keysOf(
  { affected, evidence }: Finding,
  site: SiteInput,
  pages: ReadonlyMap<string, PageOutline>,
): readonly string[] {
  if (affected.length > 0) return affected.filter((key) => pages.has(key));
  return (evidence.related ?? []).flatMap((url) => {
    const key = site.keyOf(url);
    return key !== null && pages.has(key) ? [key] : [];
  });
}

/** Types of which nothing was measured: their issues stay as they are. */
const unmeasuredTypes = (site: SiteInput): ReadonlySet<IssueType> =>
  new Set<IssueType>([
    ...(site.psi === null ? speedTypes : []),
    ...(site.ttfb === null ? (['slow_ttfb'] as const) : []),
    ...(site.readiness === null ? (['cms_seo_readiness'] as const) : []),
    ...(site.external_links === null ? (['broken_external_link'] as const) : []),
    ...(site.images === null ? (['broken_image'] as const) : []),
  ]);

/**
 * A part counts when something was measured that could have been good: content needs texts of the cms or structured
 * data, and speed a measurement of pages. A quick first byte alone is no good speed, a slow one is a bad one.
 */
function measuredParts(
  site: SiteInput,
  findings: readonly Finding[],
  outlines: readonly PageOutline[],
): ReadonlySet<VerdictPart> {
  const measured = new Set<VerdictPart>(['crawl', 'on_page']);
  const isFound = (part: VerdictPart) => findings.some(({ issue_type }) => partOfType(issue_type) === part);
  const hasData = outlines.some(({ hasStructuredData }) => hasStructuredData);
  if ((site.readiness?.length ?? 0) > 0 || hasData || isFound('cms')) measured.add('cms');
  if (site.psi !== null || isFound('performance')) measured.add('performance');
  return measured;
}

/** Pages that the limits of the scan allow, that were planned and never asked for: the crawl broke off. */
const countUntried = ({ error, options, pages_planned, pages_done }: WholeInput['scan']): number =>
  error === null ? 0 : Math.max(0, Math.min(pages_planned, options.max_pages) - pages_done);

/** @param untried planned pages that were never asked for */
function coverageOf(outlines: readonly PageOutline[], typesOf: Whole['typesOf'], untried: number) {
  const count = (outcome: PageOutline['outcome']) => outlines.filter((one) => one.outcome === outcome).length;
  // An error of the server, seen twice, is a judgement about its page.
  const judgedPages = outlines.filter(({ url_key, isJudged }) => isJudged || typesOf(url_key).has('http_5xx')).length;
  const planned = outlines.length + untried;
  return {
    fetched: count('fetched'),
    blocked: count('blocked'),
    failed: count('failed'),
    unrendered: outlines.filter(({ isUnrendered }) => isUnrendered).length,
    pct: planned === 0 ? 0 : Math.round((judgedPages / planned) * 100),
  };
}

const reasonOf = (findings: readonly Finding[], outlines: readonly PageOutline[]): string | null => {
  if (findings.some(({ issue_type, variant }) => issue_type === 'cms_no_website_url' && variant === null))
    return 'website_url_unreachable';
  return outlines.length === 0 ? 'nothing_fetched' : null;
};

/** Faults that limit the score however few pages have them; faults of many pages limit it by their share. */
function capsOf(findings: readonly Finding[], outlines: readonly PageOutline[]): Cap[] {
  const caps: Cap[] = [];
  const home = outlines.find(({ isHome }) => isHome);
  const has = (type: IssueType, test: (finding: Finding) => boolean = () => true) =>
    findings.some((finding) => finding.issue_type === type && test(finding));
  const isOfHome = ({ subject }: Finding) => subject === home?.url_key;
  if (has('robots_blocks_all', ({ variant }) => variant === null))
    caps.push({ issue_type: 'robots_blocks_all', max: 10 });
  if (has('noindex_in_sitemap', (finding) => isOfHome(finding) && finding.weight === 40))
    caps.push({ issue_type: 'noindex_in_sitemap', max: 20 });
  for (const type of ['http_4xx', 'http_5xx', 'http_unreachable'] as const)
    if (has(type, isOfHome)) caps.push({ issue_type: type, max: 10 });
  if (has('robots_unreachable', ({ weight }) => weight === 40))
    caps.push({ issue_type: 'robots_unreachable', max: 30 });
  if (has('canonical_to_home', ({ weight }) => weight === 40)) caps.push({ issue_type: 'canonical_to_home', max: 40 });
  if (has('sitemap_unreachable', ({ variant }) => variant === null))
    caps.push({ issue_type: 'sitemap_unreachable', max: 75 });
  return caps;
}
