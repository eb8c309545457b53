import { expect, test } from '@jest/globals';
import { PostMetric } from '@platform/contracts';
import { bestTimes } from '../strategy/goal-table.ts';
import { rankTimes } from './best-times.ts';
import { hoursOf } from './hours.ts';
import type { MeasuredPost } from './measured-posts.ts';
import { medianOf, rankPosts } from './rank-posts.ts';

let made = 0;
function aPost(at: string, numbers: Partial<Record<PostMetric, number>> | null, account_id = 'a'): MeasuredPost {
  made += 1;
  const none = Object.fromEntries(PostMetric.options.map((metric) => [metric, null])) as Record<PostMetric, null>;
  return {
    variant_id: String(made),
    account_id,
    channel: 'vk',
    published_at: new Date(at),
    title: '',
    url: null,
    rubric: null,
    is_ad: false,
    numbers: numbers && { ...none, ...numbers, missing: {} },
  };
}
/** So many posts of weeks one after another, at the same hour in Moscow. */
const weekly = (first: string, reaches: readonly number[]): MeasuredPost[] =>
  reaches.map((reach, week) => aPost(new Date(Date.parse(first) + week * 7 * 86_400_000).toISOString(), { reach }));

test('the median of an even number of values lies between the two in the middle', () => {
  expect([medianOf([]), medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 5])]).toEqual([null, 3, 2.5, 5]);
});

test('posts of different accounts compare by the median of their own account', () => {
  const small = [10, 20, 60].map((views) => aPost('2027-03-01T09:00:00Z', { views }, 'small'));
  const large = [900, 1_000, 1_100].map((views) => aPost('2027-03-02T09:00:00Z', { views }, 'large'));
  const ranked = rankPosts([...large, ...small, aPost('2027-03-01T09:00:00Z', null, 'small')]);
  expect(ranked.map(({ value }) => value)).toEqual([60, 1_100, 1_000, 20, 900, 10]);
  expect(ranked[0]).toMatchObject({ value: 60, ratio: 3, metric: 'views' });
});

test('reach counts where an account has any, and posts without it are left out', () => {
  const ranked = rankPosts([
    aPost('2027-03-01T09:00:00Z', { views: 1_000 }),
    aPost('2027-03-02T09:00:00Z', { views: 10, reach: 8 }),
  ]);
  expect(ranked).toMatchObject([{ metric: 'reach', value: 8 }]);
});

test('an hour needs five posts, and is an hour of the time zone of the brand', () => {
  const posts = [...weekly('2027-01-05T07:10:00Z', [5, 1, 3, 2, 4]), ...weekly('2027-01-06T07:10:00Z', [9, 9, 9, 9])];
  expect(hoursOf(posts, 'Europe/Moscow')).toEqual([{ weekday: 2, hour: 10, posts: 5, metric: 'reach', median: 3 }]);
  expect(hoursOf(posts, 'UTC')).toMatchObject([{ weekday: 2, hour: 7 }]);
});

test('without five posts of an hour the times are those of the table', () => {
  expect(rankTimes([], 'Europe/Moscow')).toEqual(bestTimes);
  expect(rankTimes(weekly('2027-01-05T07:10:00Z', [5, 1, 3, 2]), 'Europe/Moscow')).toEqual(bestTimes);
});

test('hours that five posts prove come first, a day each before a second one, and weak ones last', () => {
  const posts = [
    ...weekly('2027-01-07T05:00:00Z', [90, 90, 90, 90, 90]),
    ...weekly('2027-01-07T06:00:00Z', [80, 80, 80, 80, 80]),
    ...weekly('2027-01-08T05:00:00Z', [70, 70, 70, 70, 70]),
    // Tuesday at ten is the first time of the table.
    ...weekly('2027-01-05T07:00:00Z', [1, 1, 1, 1, 1]),
    ...weekly('2027-01-09T04:00:00Z', [2, 2, 2, 2, 2]),
  ];
  const ranked = rankTimes(posts, 'Europe/Moscow');
  expect(ranked.slice(0, 3)).toEqual([
    { weekday: 4, at: '08:00' },
    { weekday: 5, at: '08:00' },
    { weekday: 4, at: '09:00' },
  ]);
  expect(ranked.at(-1)).toEqual({ weekday: 2, at: '10:00' });
  expect(ranked[3]).toEqual(bestTimes[1]);
  expect(rankTimes(posts.toReversed(), 'Europe/Moscow')).toEqual(ranked);
});
