import { expect, test } from '@jest/globals';
import type { InsightFacts } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { unsupportedAssertions } from '../facts/unsupported-assertions.ts';
import { readPost } from '../posts/readable-post.ts';
import { writeReport } from './write-report.ts';

const post = (title: string, value: number, ratio: number | null): InsightFacts['top'][number] => ({
  variant_id: newId(),
  account_id: newId(),
  channel: 'vk',
  title,
  published_at: '2027-03-02T10:00:00Z',
  url: null,
  rubric: 'news',
  metric: 'reach',
  value,
  ratio,
});
const facts: InsightFacts = {
  numbers: [
    { metric: 'posts', value: 3, reason: null, before: 2, change_percent: 50 },
    { metric: 'reach', value: 400, reason: null, before: 350.5, change_percent: 14.1 },
    { metric: 'saved', value: null, reason: 'not_offered_by_channel', before: null, change_percent: null },
    { metric: 'likes', value: 0, reason: null, before: null, change_percent: null },
  ],
  top: [post('Offline first', 300, 1.5)],
  bottom: [post('A small fix', 100, null)],
  hours: [{ account_id: newId(), weekday: 2, hour: 10, posts: 6, metric: 'reach', median: 275 }],
  rubrics: [{ rubric: 'how_to', posts: 6, ratio: 1.5 }],
  revenue: {
    totals: {
      visits: 40,
      registers: 4,
      payers: 2,
      payments: 3,
      refunds: 1,
      net: [{ amount: 1_980, currency: 'RUB' }],
    },
    reason: null,
  },
  proposals: [{ kind: 'weights', why: 'how_to +10 %', patch: {} }],
  is_cut: false,
};

test('a report says the numbers that are there in the language of the brand, and no others', () => {
  expect(writeReport(facts, '2027-03-01', ['en']).split('\n')).toEqual([
    'Week 2027-03-01 – 2027-03-07.',
    'Posts: 3 (median of four weeks: 2, +50 %).',
    'Reach: 400 (median of four weeks: 350.5, +14.1 %).',
    'Likes: 0.',
    'Best post: «Offline first», reach 300 (× 1.5 of a usual one).',
    'Weakest post: «A small fix», reach 100.',
    'Best hour: Tuesday, 10:00, n = 6.',
    'Rubric how_to: × 1.5 of a usual one, n = 6.',
    'Revenue: 1980 RUB; registrations: 4, payments: 3.',
    'Proposal: how_to +10 %.',
  ]);
  expect(writeReport(facts, '2027-03-01', ['ru-RU'])).toContain('Охват: 400 (медиана четырёх недель: 350.5, +14.1 %).');
});

test('a week without posts and money says so', () => {
  const [posts] = facts.numbers;
  const empty: InsightFacts = {
    ...facts,
    numbers: posts ? [{ ...posts, value: 0 }] : [],
    top: [],
    bottom: [],
    hours: [],
    rubrics: [],
    revenue: { totals: null, reason: 'not_answering' },
    proposals: [],
  };
  expect(writeReport(empty, '2027-03-01', ['en']).split('\n').slice(1)).toEqual([
    'There were no posts.',
    'The revenue is not known.',
  ]);
});

test('the same report in other words passes the fact check, also with numbers in the way of the language', () => {
  const report = writeReport(facts, '2027-03-01', ['ru']);
  const check = (text: string) =>
    unsupportedAssertions(readPost({ body: text, buttons: [] }), { texts: [report], urls: [] });
  expect(check('Охват вырос на 14,1 % и составил 400. Лучше всех сработал пост «Offline first».')).toEqual([]);
  expect(check('Выручка составила 1 980 ₽.')).toEqual([]);
  expect(check('Охват вырос на 41 %.')).toEqual(['41 %']);
});
