import { expect, test } from '@jest/globals';
import { SocialStrategyChanges } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { findProposals } from './find-proposals.ts';
import { lastWeek, mondayOf, periodOf } from './week.ts';

const account_id = newId();
const rubrics = [
  { code: 'how_to', weight: 45, sources: ['article' as const] },
  { code: 'news', weight: 5, sources: ['changelog_entry' as const] },
  { code: 'product', weight: 50, sources: ['post' as const] },
];
const times = [
  { weekday: 1, at: '10:30' },
  { weekday: 3, at: '10:00' },
];
const strategy = { rubrics, cadence: [{ account_id, per_week: 2, times }] };
const hour = (weekday: number, at: number, median: number) => ({
  account_id,
  weekday,
  hour: at,
  posts: 5,
  metric: 'reach' as const,
  median,
});

test('weight goes from the weakest rubric to the best one, and the body is one that the strategy takes', () => {
  const numbers = [
    { rubric: 'product', posts: 6, ratio: 1.5 },
    { rubric: 'unknown', posts: 6, ratio: 1.4 },
    { rubric: 'news', posts: 5, ratio: 0.5 },
  ];
  const [proposal, ...more] = findProposals(strategy, { rubrics: numbers, hours: [] }, 'en');
  expect(more).toEqual([]);
  expect(proposal?.patch.rubrics?.map(({ code, weight }) => [code, weight])).toEqual([
    ['how_to', 45],
    ['news', 1],
    ['product', 54],
  ]);
  expect(SocialStrategyChanges.safeParse(proposal?.patch).success).toBe(true);
});

test('numbers that are close to each other, and a brand without a strategy, are no reason for a change', () => {
  const close = [
    { rubric: 'product', posts: 6, ratio: 1.1 },
    { rubric: 'news', posts: 5, ratio: 1 },
  ];
  const hours = [hour(2, 12, 110), hour(1, 10, 100)];
  expect(findProposals(strategy, { rubrics: close, hours }, 'en')).toEqual([]);
  expect(findProposals(null, { rubrics: close, hours: [hour(2, 12, 900), hour(1, 10, 1)] }, 'en')).toEqual([]);
});

test('the weakest proven time of an account gives way to a better hour', () => {
  const hours = [hour(2, 12, 300), hour(3, 10, 200), hour(1, 10, 100)];
  const [proposal] = findProposals(strategy, { rubrics: [], hours }, 'en');
  expect(proposal?.patch.cadence).toEqual([
    {
      account_id,
      per_week: 2,
      times: [
        { weekday: 2, at: '12:00' },
        { weekday: 3, at: '10:00' },
      ],
    },
  ]);
  expect(SocialStrategyChanges.safeParse(proposal?.patch).success).toBe(true);
});

test('a week runs from Monday to Monday in the time zone of the brand, over a change of its clocks, too', () => {
  expect([mondayOf('2027-03-07'), mondayOf('2027-03-08')]).toEqual(['2027-03-01', '2027-03-08']);
  expect(lastWeek(new Date('2027-03-07T22:30:00Z'), 'Europe/Moscow')).toBe('2027-03-01');
  expect(lastWeek(new Date('2027-03-07T20:30:00Z'), 'Europe/Moscow')).toBe('2027-02-22');
  expect(periodOf('2027-03-22', 1, 'Europe/Berlin')).toEqual({
    from: new Date('2027-03-21T23:00:00Z'),
    to: new Date('2027-03-28T22:00:00Z'),
  });
});
