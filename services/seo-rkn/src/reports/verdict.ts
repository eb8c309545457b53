import type { IssueType, SeoVerdict } from '@platform/contracts';
import type { z } from 'zod';
import { systematicCaps } from './systematic-faults.ts';

/** Scores of sites and pages. */

type Verdict = z.output<typeof SeoVerdict>;
export type VerdictPart = keyof Verdict['parts'];

const shares: Record<VerdictPart, number> = { crawl: 35, on_page: 30, cms: 15, performance: 20 };

const parts: Record<VerdictPart, readonly IssueType[]> = {
  crawl: [
    'sitemap_unreachable',
    'robots_unreachable',
    'robots_blocks_all',
    'robots_sitemap_missing',
    'noindex_in_sitemap',
    'missing_canonical',
    'canonical_to_home',
    'http_4xx',
    'http_5xx',
    'http_unreachable',
    'mirror_not_redirected',
    'cms_item_not_live',
    'redirect_chain',
    'orphan_page',
    'hreflang_invalid',
    'crawl_trap',
    'js_only_content',
    'page_not_in_sitemap',
    'deep_page',
    'ai_readers_refused',
    'llms_txt_invalid',
  ],
  on_page: [
    'missing_title',
    'duplicate_title',
    'missing_description',
    'missing_h1',
    'multiple_h1',
    'thin_content',
    'dirty_url_slug',
    'images_without_alt',
    'duplicate_content',
    'mixed_content',
    'charset_mismatch',
    'broken_external_link',
    'broken_image',
    'missing_og',
    'missing_lang',
    'missing_viewport',
    'accessibility',
    'security_headers',
  ],
  cms: ['missing_json_ld', 'schema_invalid', 'cms_seo_readiness', 'cms_no_website_url', 'cms_field_ignored'],
  performance: ['psi_low_score', 'cwv_lcp', 'cwv_cls', 'cwv_inp', 'slow_ttfb'],
};

const partOf = new Map<IssueType, VerdictPart>(
  Object.entries(parts).flatMap(([part, types]) => types.map((type) => [type, part as VerdictPart] as const)),
);

/** The part of the verdict that a type counts in. */
export const partOfType = (type: IssueType): VerdictPart => partOf.get(type) ?? 'on_page';

/** The heaviest finding of each type at one page, or of the site as a whole. */
export type TypeWeights = ReadonlyMap<IssueType, number>;

export interface JudgedPage {
  isHome: boolean;
  isListed: boolean;
  /** It answered with a page of its own, which was read. */
  isReadable: boolean;
  /** The rules of content judged it. */
  isContentJudged: boolean;
  /** Its speed was measured. */
  isMeasured: boolean;
  types: TypeWeights;
}

/** 100 less the weights of the distinct types, never below 0. */
export function scorePage(types: TypeWeights): number {
  let score = 100;
  for (const weight of types.values()) score -= weight;
  return Math.max(0, score);
}

const pageWeight = ({ isHome, isListed }: JudgedPage): number => (isHome ? 3 : isListed ? 1 : 0.5);

/** A fault that limits the score, however good the rest is. */
export interface Cap {
  issue_type: IssueType;
  max: number;
}

export interface VerdictInput {
  pages: readonly JudgedPage[];
  /** Findings about the site as a whole. */
  site: TypeWeights;
  caps: readonly Cap[];
  /** Parts that something was measured for. */
  measured: ReadonlySet<VerdictPart>;
  coverage: Verdict['coverage'];
  /** Why there is no score; null where there may be one. */
  reason: string | null;
}

/** Percent of a site that has to be seen for a score. */
const minCoverage = 50;

const word = (score: number): Verdict['verdict'] =>
  score >= 90 ? 'excellent' : score >= 75 ? 'good' : score >= 50 ? 'needs_work' : 'critical';

/** Faults that decide the verdict although few pages, or none, could be judged: they are why. */
const isDecisive = ({ issue_type }: Cap): boolean => issue_type === 'robots_blocks_all';

/** Points that pages lose in each part, weighed, and the weights of the pages that each part was judged at. */
function loseInParts(pages: readonly JudgedPage[]) {
  const lost: Record<VerdictPart, number> = { crawl: 0, on_page: 0, cms: 0, performance: 0 };
  const weights: Record<VerdictPart, number> = { crawl: 0, on_page: 0, cms: 0, performance: 0 };
  for (const page of pages) {
    const weight = pageWeight(page);
    weights.crawl += weight;
    if (page.isContentJudged) {
      weights.on_page += weight;
      weights.cms += weight;
    }
    if (page.isMeasured) weights.performance += weight;
    const here: Partial<Record<VerdictPart, number>> = {};
    for (const [type, points] of page.types) here[partOfType(type)] = (here[partOfType(type)] ?? 0) + points;
    for (const [part, points] of Object.entries(here)) lost[part as VerdictPart] += Math.min(100, points) * weight;
  }
  return { lost, weights };
}

/**
 * The verdict about a site. The score is the mean of the parts that were measured, by their shares, and at most what
 * the caps and the faults of many pages allow. The home page counts three times, a page that nothing lists half.
 */
export function computeVerdict({
  pages,
  site,
  caps,
  measured,
  coverage,
  reason,
}: VerdictInput): Pick<Verdict, 'score' | 'verdict' | 'parts' | 'caps' | 'coverage' | 'reason'> {
  const { lost, weights } = loseInParts(pages);
  const ofSite: Record<VerdictPart, number> = { crawl: 0, on_page: 0, cms: 0, performance: 0 };
  for (const [type, points] of site) ofSite[partOfType(type)] += points;

  const scoreOf = (part: VerdictPart): number | null => {
    if (!measured.has(part) || weights[part] === 0) return null;
    return Math.max(0, Math.round(100 - Math.min(100, lost[part] / weights[part]) - ofSite[part]));
  };
  const parts = {
    crawl: scoreOf('crawl'),
    on_page: scoreOf('on_page'),
    cms: scoreOf('cms'),
    performance: scoreOf('performance'),
  };
  const why = reason ?? (coverage.pct < minCoverage ? 'low_coverage' : null);
  if (why !== null) {
    const decisive = caps.filter(isDecisive);
    if (decisive.length === 0)
      return { score: null, verdict: 'unknown', parts, caps: [...caps], coverage, reason: why };
    const score = Math.min(...decisive.map(({ max }) => max));
    return { score, verdict: word(score), parts, caps: [...caps], coverage, reason: null };
  }
  let sum = 0;
  let share = 0;
  for (const [part, value] of Object.entries(parts) as [VerdictPart, number | null][]) {
    if (value === null) continue;
    sum += value * shares[part];
    share += shares[part];
  }
  const mean = share === 0 ? 0 : Math.round(sum / share);
  // Each limit of many pages is made of those before it, so they are shown together.
  const ofMany = systematicCaps(pages, pageWeight);
  const limits = [...caps.filter(({ max }) => max < mean), ...((ofMany.at(-1)?.max ?? 100) < mean ? ofMany : [])];
  const score = Math.min(mean, ...limits.map(({ max }) => max));
  return { score, verdict: word(score), parts, caps: lowestOfEach(limits), coverage, reason: null };
}

/** Of several limits by one type the lowest, in the order of the first. */
function lowestOfEach(limits: readonly Cap[]): Cap[] {
  const lowest = new Map<IssueType, Cap>();
  for (const cap of limits) {
    const known = lowest.get(cap.issue_type);
    if (!known || cap.max < known.max) lowest.set(cap.issue_type, cap);
  }
  return [...lowest.values()];
}
