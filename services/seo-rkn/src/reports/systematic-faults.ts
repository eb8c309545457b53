import type { IssueType } from '@platform/contracts';
import type { Cap, JudgedPage } from './verdict.ts';

/*
 * A fault of many pages is a fault of the site: it limits the score, because the mean of the pages hides it. What a
 * fault on every page costs depends on its severity; less common faults cost their share of the pages.
 */

/** Points that a fault costs when every page has it, by the weight of the finding. */
const costs: Readonly<Record<number, number>> = { 2: 11, 8: 20, 20: 45, 40: 80 };
/** Points that it costs when every page is lost to the index. */
const lostCost = 90;

/** Types with which a page is lost, whatever their weight. */
const answerTypes: ReadonlySet<IssueType> = new Set(['http_4xx', 'http_5xx', 'http_unreachable', 'cms_item_not_live']);
/** Types with which a page is lost when they are high or critical. */
const exclusionTypes: ReadonlySet<IssueType> = new Set([
  'noindex_in_sitemap',
  'canonical_to_home',
  'missing_canonical',
]);
const highWeight = 20;

/** Types that the server decides, also at pages without a readable content. */
const typesOfAnswer: ReadonlySet<IssueType> = new Set([
  ...answerTypes,
  'noindex_in_sitemap',
  'redirect_chain',
  'page_not_in_sitemap',
]);
/** Types of pages that answered: a copy of another page has them too. */
const typesOfReadable: ReadonlySet<IssueType> = new Set([
  'missing_canonical',
  'canonical_to_home',
  'charset_mismatch',
  'mixed_content',
  'missing_viewport',
]);

/** Measurements of one page agree with each other: the costliest of them counts. */
const speedTypes: ReadonlySet<IssueType> = new Set(['psi_low_score', 'cwv_lcp', 'cwv_cls', 'cwv_inp', 'slow_ttfb']);

/** Points below which a fault is not named. */
const leastCost = 0.5;

type Base = 'answer' | 'readable' | 'judged' | 'speed';

const baseOf = (type: IssueType): Base => {
  if (speedTypes.has(type)) return 'speed';
  if (typesOfAnswer.has(type)) return 'answer';
  return typesOfReadable.has(type) ? 'readable' : 'judged';
};

const isIn: Readonly<Record<Base, (page: JudgedPage) => boolean>> = {
  answer: () => true,
  readable: ({ isReadable }) => isReadable,
  judged: ({ isContentJudged }) => isContentJudged,
  speed: ({ isMeasured }) => isMeasured,
};

function costOf(type: IssueType, weight: number): number {
  if (answerTypes.has(type) || (exclusionTypes.has(type) && weight >= highWeight)) return lostCost;
  return costs[weight] ?? 0;
}

/** Cost of each type over the pages that it was judged at, the costliest first. */
function costsOfTypes(pages: readonly JudgedPage[], weigh: (page: JudgedPage) => number): [IssueType, number][] {
  const totals: Record<Base, number> = { answer: 0, readable: 0, judged: 0, speed: 0 };
  const sums = new Map<IssueType, number>();
  for (const page of pages) {
    const weight = weigh(page);
    for (const base of Object.keys(totals) as Base[]) if (isIn[base](page)) totals[base] += weight;
    for (const [type, points] of page.types)
      if (isIn[baseOf(type)](page)) sums.set(type, (sums.get(type) ?? 0) + weight * costOf(type, points));
  }
  const costly = [...sums].map(([type, sum]): [IssueType, number] => [
    type,
    sum / Math.max(totals[baseOf(type)], 1e-9),
  ]);
  const sorted = costly.toSorted(([first, left], [second, right]) => right - left || (first < second ? -1 : 1));
  const slowest = sorted.find(([type]) => speedTypes.has(type));
  return sorted.filter(([type]) => !speedTypes.has(type) || type === slowest?.[0]);
}

/**
 * The limits that faults of many pages set. The costliest fault costs its points, the next one half of its own, the
 * third one a quarter, and so on: three faults of one template are no three sites.
 * @param weigh weight of a page among the others
 * @returns limits in the order in which they fall, each with all faults before it
 */
export function systematicCaps(pages: readonly JudgedPage[], weigh: (page: JudgedPage) => number): Cap[] {
  const caps: Cap[] = [];
  let left = 100;
  let share = 1;
  for (const [issue_type, cost] of costsOfTypes(pages, weigh)) {
    if (cost * share < leastCost) break;
    left -= cost * share;
    share /= 2;
    caps.push({ issue_type, max: Math.max(0, Math.round(left)) });
  }
  return caps;
}
