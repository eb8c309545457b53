import { expect, test } from '@jest/globals';
import { extendedIssueTypes, type IssueType, specIssueTypes } from '@platform/contracts';
import { computeVerdict, type JudgedPage, partOfType, scorePage, type VerdictInput } from './verdict.ts';

const types = (weights: Partial<Record<IssueType, number>>) =>
  new Map(Object.entries(weights) as [IssueType, number][]);
const page = (weights: Partial<Record<IssueType, number>>, about: Partial<JudgedPage> = {}): JudgedPage => ({
  isHome: false,
  isListed: true,
  isReadable: true,
  isContentJudged: true,
  isMeasured: false,
  types: types(weights),
  ...about,
});
const judge = (about: Partial<VerdictInput>) =>
  computeVerdict({
    pages: [page({})],
    site: types({}),
    caps: [],
    reason: null,
    measured: new Set(['crawl', 'on_page', 'cms']),
    coverage: { fetched: 1, blocked: 0, failed: 0, unrendered: 0, pct: 100 },
    ...about,
  });

test('every type counts in a part of its own group', () => {
  const all = [...specIssueTypes, ...extendedIssueTypes];
  const counts = Object.groupBy(all, partOfType);
  expect(Object.fromEntries(Object.entries(counts).map(([part, list]) => [part, list.length]))).toEqual({
    crawl: 21,
    on_page: 18,
    cms: 5,
    performance: 5,
  });
});

test('a page loses the weights of its types and never more than it has', () => {
  expect(scorePage(types({}))).toBe(100);
  expect(scorePage(types({ missing_title: 20, missing_h1: 8 }))).toBe(72);
  expect(scorePage(types({ http_5xx: 40, http_unreachable: 40, robots_unreachable: 40 }))).toBe(0);
});

test('a site without a finding is excellent, and what was not measured does not count', () => {
  expect(judge({})).toMatchObject({
    score: 100,
    verdict: 'excellent',
    reason: null,
    parts: { crawl: 100, on_page: 100, cms: 100, performance: null },
  });
});

test('the home page weighs three times as much as a listed page, and that twice as much as another one', () => {
  const bad = { missing_title: 20 };
  const partOfPages = (...pages: JudgedPage[]) => judge({ pages }).parts.on_page;
  expect(partOfPages(page(bad, { isHome: true }), page({}), page({}))).toBe(88);
  expect(partOfPages(page({}, { isHome: true }), page(bad), page({}))).toBe(96);
  expect(partOfPages(page({}, { isHome: true }), page(bad, { isListed: false }), page({}))).toBe(98);
});

test('the score is the mean of the parts by their shares', () => {
  // (80 × 35 + 100 × 30 + 92 × 15) / 80 = 89.75
  expect(judge({ site: types({ sitemap_unreachable: 20, schema_invalid: 8 }) })).toMatchObject({
    score: 90,
    parts: { crawl: 80, on_page: 100, cms: 92 },
  });
});

test('a cap limits the score however good the rest is', () => {
  expect(judge({ caps: [{ issue_type: 'robots_blocks_all', max: 10 }] })).toMatchObject({
    score: 10,
    verdict: 'critical',
  });
});

test('a site of which less than half was seen has no score', () => {
  const coverage = { fetched: 4, blocked: 5, failed: 0, unrendered: 0, pct: 49 };
  expect(judge({ coverage })).toMatchObject({ score: null, verdict: 'unknown', reason: 'low_coverage' });
  expect(judge({ coverage: { ...coverage, pct: 50 } })).toMatchObject({ score: 100 });
});

test.each([
  [90, 'excellent'],
  [89, 'good'],
  [75, 'good'],
  [74, 'needs_work'],
  [50, 'needs_work'],
  [49, 'critical'],
])('a score of %i is called %s', (max, verdict) => {
  expect(judge({ caps: [{ issue_type: 'sitemap_unreachable', max }] }).verdict).toBe(verdict);
});
