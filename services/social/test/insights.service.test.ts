import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type AiFailure, analytics, seoRkn } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { type SeededPost, seedMeasured } from './seed-measured.ts';
import { dataOf, givenAccount, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
/** What a model makes of a report; null without a model. */
let phrase: (report: string) => string | null = () => null;
let asked: { system_id: string; report: string }[] = [];
beforeAll(async () => {
  t = await startSocial();
  // Monday, 12:00 in Moscow: the week of the first of March is over.
  t.clock.set('2027-03-08T09:00:00Z');
  await t.service.answer(seoRkn.commands.completeAi, ({ system_id, input }) => {
    const { report = '' } = input as { report?: string };
    asked.push({ system_id, report });
    const text = phrase(report);
    const reason: AiFailure = 'not_configured';
    if (text === null) return { output: null, source: 'none' as const, reason, tokens: 0 };
    return { output: { text }, source: 'ai' as const, reason: null, tokens: 1 };
  });
  await t.service.answer(analytics.queries.getCampaignTotals, ({ campaign, from, to, group_by, timezone }) => ({
    rows: [
      {
        key: campaign,
        // The days of the week are those of the brand, as for its posts.
        visits: timezone === 'Europe/Moscow' ? 40 : 0,
        registers: 4,
        payers: 2,
        payments: 3,
        refunds: 1,
        net: [
          {
            amount: from === '2027-03-01' && to === '2027-03-07' && group_by === 'campaign' ? 1_980 : 0,
            currency: 'RUB',
          },
        ],
      },
    ],
  }));
});
afterAll(() => t.stop());
beforeEach(() => {
  phrase = () => null;
  asked = [];
});

const answers = {
  product: 'Notes that are there on each device, also without a network.',
  audience: ['Students'],
  goals: ['traffic' as const],
  offers: ['Free for a year'],
  competitors: [],
  proofs: [],
  taboos: [],
  faq: [],
};
const rubrics = [
  { code: 'how_to', weight: 60, sources: ['article' as const] },
  { code: 'news', weight: 40, sources: ['changelog_entry' as const] },
];

/**
 * A brand with a VK account and six weeks of posts: how-to posts on Tuesday reach more than news on Thursday.
 */
async function givenMeasured(fields: object = {}) {
  const brand = await givenBrand(t.owner, fields);
  const account = await givenAccount(t.owner, brand.id, 'vk', null);
  const params = { brand_id: brand.id };
  dataOf(await t.owner.putSocialDiscovery({ params, body: answers }));
  dataOf(await t.owner.generateSocialStrategy({ params, body: {} }));
  const times = [
    { weekday: 4, at: '10:00' },
    { weekday: 5, at: '18:00' },
  ];
  const cadence = [{ account_id: account.id, per_week: 2, times }];
  dataOf(await t.owner.updateSocialStrategy({ params: { ...params, version: 1 }, body: { rubrics, cadence } }));
  dataOf(await t.owner.activateSocialStrategy({ params, body: { version: 1 } }));
  const posts = Array.from({ length: 6 }, (_, week): SeededPost[] => {
    const at = (day: number) => new Date(Date.parse('2027-03-01T07:00:00Z') - (week * 7 - day) * 86_400_000);
    return [
      { at: at(1), title: `How ${week}`, rubric: 'how_to', numbers: { reach: 300 - week * 10, views: 500 } },
      { at: at(3), title: `News ${week}`, rubric: 'news', numbers: { reach: 100 - week * 10, views: 200 } },
    ];
  }).flat();
  await seedMeasured(t, { id: account.id, brand_id: brand.id }, posts);
  const report = (body: object = {}) => t.staff.createSocialInsight({ params, body: { use_ai: false, ...body } });
  return { brand, account, params, report };
}

test('a report has the numbers of the week beside the median of four weeks, and its best and weakest posts', async () => {
  const { report } = await givenMeasured();
  const made = dataOf(await report());
  expect(made).toMatchObject({ week: '2027-03-01', version: 1, text_source: 'rules', ai_reason: null });
  const byName = new Map(made.numbers.map((one) => [one.metric, one]));
  expect(byName.get('posts')).toMatchObject({ value: 2, before: 2, change_percent: 0 });
  // The weeks before reached 380, 360, 340 and 320.
  expect(byName.get('reach')).toEqual({ metric: 'reach', value: 400, reason: null, before: 350, change_percent: 14.3 });
  expect(byName.get('likes')).toMatchObject({ value: null, reason: 'not_offered_by_channel', before: null });
  expect(made.top).toMatchObject([{ title: 'How 0', metric: 'reach', value: 300 }]);
  expect(made.bottom).toMatchObject([{ title: 'News 0', value: 100 }]);
  expect(made.hours).toMatchObject([
    { weekday: 2, hour: 10, posts: 6, median: 275 },
    { weekday: 4, hour: 10, posts: 6, median: 75 },
  ]);
  expect(made.rubrics.map(({ rubric, posts }) => [rubric, posts])).toEqual([
    ['how_to', 6],
    ['news', 6],
  ]);
  expect(made.text).toContain('400');
  expect(made.revenue).toEqual({ totals: null, reason: 'no_application' });
});

test('a proposal is a body that a draft of the strategy takes, and that can be activated', async () => {
  const { params, report } = await givenMeasured();
  const { proposals } = dataOf(await report());
  expect(proposals.map(({ kind }) => kind)).toEqual(['weights', 'times']);
  const { version } = dataOf(await t.owner.generateSocialStrategy({ params, body: {} }));
  for (const { patch } of proposals)
    dataOf(await t.owner.updateSocialStrategy({ params: { ...params, version }, body: patch }));
  const active = dataOf(await t.owner.activateSocialStrategy({ params, body: { version } }));
  expect(active.rubrics.map(({ code, weight }) => [code, weight])).toEqual([
    ['how_to', 70],
    ['news', 30],
  ]);
  expect(active.cadence[0]?.times).toEqual([
    { weekday: 2, at: '10:00' },
    { weekday: 5, at: '18:00' },
  ]);
});

test('the revenue of the week is that of the analytics for the code of the brand', async () => {
  const { report } = await givenMeasured({ site_id: null });
  expect(dataOf(await report()).revenue.reason).toBe('no_application');
  const { brand, report: again } = await givenMeasured();
  await t.service.database.query('UPDATE social.brands SET application_id = $2 WHERE id = $1', [brand.id, newId()]);
  expect(dataOf(await again()).revenue).toEqual({
    totals: {
      visits: 40,
      registers: 4,
      payers: 2,
      payments: 3,
      refunds: 1,
      net: [{ amount: 1_980, currency: 'RUB' }],
    },
    reason: null,
  });
});

test('a model phrases the report: a text that states more is dropped, and one that does not stays', async () => {
  const { report } = await givenMeasured();
  const without = dataOf(await report({ use_ai: true }));
  expect(without).toMatchObject({ text_source: 'rules', ai_reason: 'not_configured' });
  phrase = () => 'Охват вырос на 37 % и составил 400.';
  expect(dataOf(await report({ use_ai: true }))).toMatchObject({
    version: 2,
    text: without.text,
    text_source: 'rules',
    ai_reason: 'unsupported_claims',
  });
  phrase = () => 'Хорошая неделя: охват составил 400.';
  expect(dataOf(await report({ use_ai: true }))).toMatchObject({
    version: 3,
    text: 'Хорошая неделя: охват составил 400.',
    text_source: 'ai',
    ai_reason: null,
  });
  expect(asked.map(({ system_id }) => system_id)).toEqual(['social_insight', 'social_insight', 'social_insight']);
  expect(asked[0]?.report).toBe(without.text);
});

test('reports are listed newest first, by week, and twenty versions of a week are kept', async () => {
  const { params, report } = await givenMeasured();
  expect(dataOf(await report({ week: '2027-02-24' }))).toMatchObject({ week: '2027-02-22', version: 1 });
  for (let at = 0; at < 22; at += 1) dataOf(await report());
  const of = async (query: object) =>
    dataOf(await t.staff.listSocialInsights({ params, query: { limit: 200, ...query } }));
  const all = await of({});
  expect(all.map(({ week, version }) => [week, version]).slice(0, 2)).toEqual([
    ['2027-03-01', 22],
    ['2027-03-01', 21],
  ]);
  expect(all).toHaveLength(21);
  expect(await of({ week: '2027-03-07' })).toHaveLength(20);
  expect(await of({ week: '2027-02-22' })).toHaveLength(1);
});

test('a week that is not over, and a day that is none, are refused', async () => {
  const { params, report } = await givenMeasured();
  expect(await report({ week: '2027-03-08' })).toMatchObject({ status: 400, error: 'validation_failed' });
  expect(await report({ week: '2027-02-30' })).toMatchObject({ status: 400, error: 'validation_failed' });
  expect(await report({ week: '2027-03-07' })).toMatchObject({ status: 201 });
  for (const week of ['0000-01-01', '0001-01-03', '9999-12-31']) {
    expect(await report({ week })).toMatchObject({ status: 400, error: 'validation_failed' });
    expect(await t.staff.listSocialInsights({ params, query: { week } })).toMatchObject({ status: 400 });
  }
});

test('a week without posts and numbers has reasons in place of numbers', async () => {
  const brand = await givenBrand(t.owner);
  const params = { brand_id: brand.id };
  const made = dataOf(await t.staff.createSocialInsight({ params, body: { use_ai: false } }));
  expect(made.numbers.find(({ metric }) => metric === 'views')).toEqual({
    metric: 'views',
    value: null,
    reason: 'not_measured',
    before: null,
    change_percent: null,
  });
  expect(made).toMatchObject({ top: [], bottom: [], hours: [], rubrics: [], proposals: [] });
});

test('best own posts come first in a plan, and own hours before those of the table', async () => {
  const brand = await givenBrand(t.owner);
  const account = await givenAccount(t.owner, brand.id, 'vk', null);
  const params = { brand_id: brand.id };
  const own = [
    { at: '2026-10-01T07:00:00Z', body: 'Alpha beta gamma delta epsilon', numbers: { reach: 10 } },
    { at: '2026-10-02T07:00:00Z', body: 'Kappa lambda omega sigma omicron', numbers: { reach: 90 } },
    { at: '2026-10-03T07:00:00Z', body: 'Zeta theta iota upsilon phi' },
    { at: '2026-10-04T07:00:00Z', body: 'Uno dos tres cuatro cinco', numbers: { reach: 40 } },
  ];
  const thursdays = Array.from({ length: 5 }, (_, week) => ({
    at: new Date(Date.parse('2027-01-07T05:20:00Z') + week * 7 * 86_400_000),
    numbers: { reach: 80 },
  }));
  await seedMeasured(t, { id: account.id, brand_id: brand.id }, [...own, ...thursdays]);
  dataOf(await t.owner.putSocialDiscovery({ params, body: answers }));
  dataOf(await t.owner.generateSocialStrategy({ params, body: {} }));
  const drafted = dataOf(await t.owner.getSocialStrategy({ params: { ...params, version: 1 } }));
  expect(drafted.cadence[0]?.times[0]).toEqual({ weekday: 4, at: '08:00' });
  const stories = [
    { code: 'stories', weight: 99, sources: ['own_post' as const] },
    { code: 'news', weight: 1, sources: ['changelog_entry' as const] },
  ];
  const cadence = [{ account_id: account.id, per_week: 4 }];
  dataOf(
    await t.owner.updateSocialStrategy({ params: { ...params, version: 1 }, body: { rubrics: stories, cadence } }),
  );
  dataOf(await t.owner.activateSocialStrategy({ params, body: { version: 1 } }));
  dataOf(await t.owner.generateSocialPlan({ params, body: { days: 7, use_ai: false } }));
  const { slots } = dataOf(
    await t.staff.readSocialCalendar({ params, query: { from: '2027-03-08', to: '2027-03-15' } }),
  );
  expect(slots.map(({ local_time }) => local_time)).toContain('2027-03-11T08:00');
  const bodies = await Promise.all(
    slots
      .flatMap(({ variant_id }) => variant_id ?? [])
      .map(async (variant_id) => {
        return dataOf(await t.staff.getSocialVariant({ params: { variant_id } })).body;
      }),
  );
  expect(bodies).toEqual([own[1]?.body, own[3]?.body, own[0]?.body, own[2]?.body]);
});
