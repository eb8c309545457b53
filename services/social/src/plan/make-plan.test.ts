import { expect, test } from '@jest/globals';
import type { StrategyRubric } from '@platform/contracts';
import { minuteMs } from '@platform/runtime';
import { allocate, allocateNext, spread } from './allocate.ts';
import { chooseTimes, horizonOf } from './choose-times.ts';
import { makePlan, type OpenSlot, type PlanInput } from './make-plan.ts';
import { excerptOf, type PlanSource } from './plan-source.ts';
import { knownTexts } from './similar-texts.ts';
import { writePost } from './write-post.ts';

const words =
  'альфа бета гамма дельта эпсилон дзета эта тета йота каппа лямбда мю ню кси омикрон пи ро сигма тау'.split(' ');
/** A text of its own for each number. */
const textOf = (number: number): string => {
  let state = number + 1;
  return Array.from({ length: 12 }, () => {
    state = (state * 48_271 + 11) % 2_147_483_647;
    return words[state % words.length];
  }).join(' ');
};

const sourceOf = (kind: PlanSource['kind'], number: number, changes: Partial<PlanSource> = {}): PlanSource => {
  const [title, text] = [`${kind === 'post' ? 'Пост' : 'Изменение'} ${number}`, textOf(number)];
  const url = `https://notes.example.com/${kind}/${number}`;
  const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const source = { kind, id, url, revision: 1, excerpt: excerptOf(title, text) } as PlanSource['source'];
  return { key: `${kind}:${number}`, kind, title, text, source, days: null, ...changes };
};
const slotOn = (day: number, changes: Partial<OpenSlot> = {}): OpenSlot => {
  const date = `2027-03-${String(day).padStart(2, '0')}`;
  return { at: new Date(`${date}T07:00:00Z`), local_time: `${date}T10:00`, slot_id: null, rubric: null, ...changes };
};
const rubrics: StrategyRubric[] = [
  { code: 'how_to', weight: 65, sources: ['post', 'occasion'] },
  { code: 'news', weight: 35, sources: ['changelog_entry'] },
];
const inputOf = (
  changes: Partial<PlanInput> = {},
  openSlots = Array.from({ length: 28 }, (_, at) => slotOn(at + 1)),
): PlanInput => ({
  rubrics,
  languages: ['ru'],
  sources: new Map([
    ['post' as const, Array.from({ length: 20 }, (_, at) => sourceOf('post', at))],
    ['changelog_entry' as const, Array.from({ length: 10 }, (_, at) => sourceOf('changelog_entry', 100 + at))],
  ]),
  accounts: [{ id: 'a', channel: 'telegram', openSlots, used: new Set(), texts: [], counts: new Map() }],
  ...changes,
});

test('whole numbers follow their weights by the largest remainder, and those that are behind catch up', () => {
  expect(allocate([40, 60], 28)).toEqual([11, 17]);
  expect(allocate([1, 1, 1], 10)).toEqual([4, 3, 3]);
  expect(allocate([0, 0], 5)).toEqual([0, 0]);
  expect(allocateNext([50, 50], [6, 0], 4)).toEqual([0, 4]);
  expect(allocateNext([50, 50], [1, 1], 1)).toEqual([1, 0]);
  expect(spread([2, 4])).toEqual([1, 0, 1, 1, 0, 1]);
});

test('twenty posts and ten entries fill 28 places, each with a source and its address, by weight', () => {
  const { posts, skipped } = makePlan(inputOf());
  expect(posts.map(({ post }) => post?.source.source.url ?? null)).not.toContain(null);
  const count = (rubric: string) => posts.filter((one) => one.rubric === rubric).length;
  expect([count('how_to'), count('news'), skipped]).toEqual([18, 10, []]);
  expect(new Set(posts.map(({ post }) => post?.source.key)).size).toBe(28);
  // The same input gives the same plan, byte for byte.
  expect(JSON.stringify(makePlan(inputOf()))).toBe(JSON.stringify({ posts, skipped }));
});

test('a rubric without a source gives its place to the next one, and the last places stay empty', () => {
  const even = rubrics.map((rubric) => ({ ...rubric, weight: 50 }));
  const openSlots = Array.from({ length: 31 }, (_, at) => slotOn(at + 1));
  const { posts } = makePlan(inputOf({ rubrics: even }, openSlots));
  expect(posts.filter(({ post }) => post?.source.kind === 'changelog_entry')).toHaveLength(10);
  expect(posts.filter(({ post }) => post?.source.kind === 'post')).toHaveLength(20);
  expect(posts.filter(({ post }) => post === null)).toHaveLength(1);
});

test('what an account has posted of is not used again, and a text that nearly equals a known one is skipped', () => {
  const sources = new Map([['post' as const, [0, 1, 2].map((number) => sourceOf('post', number))]]);
  const written = writePost(sourceOf('post', 1), 'telegram', 'ru').body.replace('альфа', 'омега');
  const [account] = inputOf().accounts;
  if (!account) throw new Error('there is no account');
  const accounts = [{ ...account, openSlots: [slotOn(1)], used: new Set(['post:0']), texts: [written] }];
  const { posts, skipped } = makePlan(inputOf({ sources, accounts }));
  expect(posts.map(({ post }) => post?.source.key)).toEqual(['post:2']);
  expect(skipped).toEqual([{ at: slotOn(1).at, account_id: 'a', reason: 'duplicate' }]);
});

test('an occasion is posted on its day alone', () => {
  const occasion = sourceOf('occasion', 500, { title: 'День знаний', text: '', days: ['2027-03-03'] });
  const { sources } = inputOf();
  const withDay = new Map([...sources, ['occasion' as const, [occasion]]]);
  const { posts } = makePlan(inputOf({ sources: withDay }));
  const days = posts.filter(({ post }) => post?.source.kind === 'occasion').map(({ slot }) => slot.local_time);
  expect(days).toEqual(['2027-03-03T10:00']);
});

test('an empty slot gets a post of the rubric that it asks for', () => {
  const { posts } = makePlan(inputOf({}, [slotOn(1, { slot_id: 's', rubric: 'news' })]));
  expect(posts).toMatchObject([
    { rubric: 'news', slot: { slot_id: 's' }, post: { source: { kind: 'changelog_entry' } } },
  ]);
});

test('more than 400 posts are never made at once', () => {
  const openSlots = Array.from({ length: 410 }, (_, at) => slotOn(1, { at: new Date(at * minuteMs) }));
  const { posts, skipped } = makePlan(inputOf({}, openSlots));
  expect([posts.length, skipped.filter(({ reason }) => reason === 'too_many').length]).toEqual([400, 10]);
});

test('texts are the same from a Jaccard index of 0.6 of their runs of three words on', () => {
  const known = knownTexts(['one two three four five six seven eight nine ten']);
  // 8 of 8 runs; 7 of 9; 5 of 11.
  expect(known.has('One, two three; FOUR five six seven eight nine ten!')).toBe(true);
  expect(known.has('one two three four five six seven eight nine zero')).toBe(true);
  expect(known.has('one two three four five six seven zero zero zero')).toBe(false);
  expect(known.has('hi')).toBe(false);
});

const rules = { timezone: 'Europe/Berlin', min_gap_min: 60, blackouts: [] };
const now = new Date('2027-03-01T09:00:00Z');

test('a cadence of a week gives its times, each day one of them while there are days left', () => {
  const { free } = chooseTimes({ per_week: 7, times: [] }, { horizon: horizonOf(now, 28), rules, taken: [] });
  expect(free).toHaveLength(28);
  expect(new Set(free.map(({ local_time }) => local_time.slice(0, 10))).size).toBe(28);
  // Over the change of the clocks the wall clock time stays.
  expect(new Set(free.map(({ local_time }) => local_time.slice(11)))).toEqual(new Set(['10:00']));
  const busiest = chooseTimes(
    { per_week: 35, times: [] },
    { horizon: horizonOf(now, 7), rules: { ...rules, min_gap_min: 0 }, taken: [] },
  );
  expect(busiest.free).toHaveLength(35);
});

test('a time in a blackout, near another slot, or of a full day is skipped with its reason', () => {
  const cadence = {
    per_week: 2,
    times: [
      { weekday: 2, at: '10:00' },
      { weekday: 3, at: '10:00' },
    ],
  };
  const taken = (at: string) => ({ at: new Date(`${at}:00+01:00`), local_time: at });
  const near = chooseTimes(cadence, { horizon: horizonOf(now, 7), rules, taken: [taken('2027-03-02T10:30')] });
  expect(near.skipped).toEqual([{ at: new Date('2027-03-02T09:00:00Z'), reason: 'occupied' }]);
  const blackouts = [{ from: '2027-03-02T10:00', to: '2027-03-02T10:01' }];
  expect(
    chooseTimes(cadence, { horizon: horizonOf(now, 7), rules: { ...rules, blackouts }, taken: [] }).skipped,
  ).toMatchObject([{ reason: 'blackout' }]);
  const five = ['12', '14', '16', '18', '20'].map((hour) => taken(`2027-03-03T${hour}:00`));
  expect(chooseTimes(cadence, { horizon: horizonOf(now, 7), rules, taken: five }).skipped).toMatchObject([
    { reason: 'day_full' },
  ]);
  // The slot that the cadence made itself is no obstacle, and nothing to report.
  const again = chooseTimes(cadence, {
    horizon: horizonOf(now, 7),
    rules,
    taken: [taken('2027-03-02T10:00'), taken('2027-03-03T10:00')],
  });
  expect(again).toEqual({ free: [], skipped: [] });
});

test('times begin half an hour from now', () => {
  const cadence = {
    per_week: 2,
    times: [
      { weekday: 1, at: '10:29' },
      { weekday: 1, at: '10:30' },
    ],
  };
  const { free } = chooseTimes(cadence, { horizon: horizonOf(now, 1), rules: { ...rules, min_gap_min: 0 }, taken: [] });
  expect(free.map(({ local_time }) => local_time)).toEqual(['2027-03-01T10:30']);
});

test.each(['telegram', 'vk', 'max', 'instagram', 'threads'] as const)(
  'a template says on %s what its source says',
  (channel) => {
    const long = sourceOf('changelog_entry', 3, { text: 'слово '.repeat(1_000) });
    const { body, buttons } = writePost(long, channel, 'ru');
    expect(body).toMatch(/^Что нового\. \*\*Изменение 3\*\*\n\nслово/);
    expect(body.length).toBeLessThan(channel === 'threads' ? 400 : 1_300);
    expect(buttons).toEqual([{ text: 'Все изменения', url: 'https://notes.example.com/changelog_entry/3' }]);
  },
);
