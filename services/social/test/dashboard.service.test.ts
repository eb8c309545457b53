import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { givenChannel } from './given-posts.ts';
import { seedMeasured } from './seed-measured.ts';
import { dataOf, givenBrand, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial();
});
afterAll(() => t.stop());

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

test('the dashboard has states, days, doubts, accounts, and the numbers of two periods', async () => {
  const { owner, staff } = t;
  const blackouts = [{ from: '2027-03-03T00:00', to: '2027-03-04T00:00', reason: 'Quiet' }];
  const { brand_id, account, draft, approved, schedule } = await givenChannel(t, 'vk', { brand: { blackouts } });
  const params = { brand_id };
  await draft({ local_time: '2027-03-02T10:00' });
  await schedule(await approved());
  const doubtful = await approved();
  await t.service.database.query(`UPDATE social.variants SET state = 'uncertain', due_at = NULL WHERE id = $1`, [
    doubtful,
  ]);
  await seedMeasured(t, { id: account.id, brand_id }, [
    { at: '2027-02-24T09:00:00Z', numbers: { reach: 60, views: 90 } },
    { at: '2027-02-25T09:00:00Z', numbers: { reach: 40, views: 60 } },
    { at: '2027-02-27T09:00:00Z' },
    { at: '2027-02-18T09:00:00Z', numbers: { reach: 50, views: 75 } },
  ]);
  dataOf(await owner.putSocialDiscovery({ params, body: answers }));
  dataOf(await owner.generateSocialStrategy({ params, body: {} }));
  const times = [2, 3].map((weekday) => ({ weekday, at: '10:00' }));
  const cadence = [{ account_id: account.id, per_week: 2, times }];
  dataOf(await owner.updateSocialStrategy({ params: { ...params, version: 1 }, body: { cadence } }));
  dataOf(await owner.activateSocialStrategy({ params, body: { version: 1 } }));

  const shown = dataOf(await staff.readSocialDashboard({ params, query: { days: 7 } }));
  expect(Object.fromEntries(shown.states.map(({ state, posts }) => [state, posts]))).toEqual({
    draft: 1,
    scheduled: 1,
    uncertain: 1,
    published: 3,
  });
  expect(shown.days).toHaveLength(7);
  // Wednesday is a blackout.
  expect(shown.days.slice(0, 3)).toEqual([
    { date: '2027-03-01', wanted: 0, filled: 1 },
    { date: '2027-03-02', wanted: 1, filled: 1 },
    { date: '2027-03-03', wanted: 0, filled: 0 },
  ]);
  expect(shown.uncertain).toEqual({
    posts: 1,
    for_a_person: 1,
    newest: [
      { variant_id: doubtful, account_id: account.id, title: 'Post', is_for_person: true, next_attempt_at: null },
    ],
  });
  expect(shown.accounts).toMatchObject([{ id: account.id, channel: 'vk', state: 'active', members: 34 }]);
  const kpis = new Map(shown.kpis.map((one) => [one.metric, one]));
  expect(kpis.get('posts')).toMatchObject({ value: 3, before: 1, change_percent: 200 });
  expect(kpis.get('reach')).toEqual({ metric: 'reach', value: 100, reason: null, before: 50, change_percent: 100 });
  expect(kpis.get('saved')).toMatchObject({ value: null, reason: 'not_offered_by_channel' });
});

test('a brand without anything has a dashboard, and an unknown one has none', async () => {
  const params = { brand_id: (await givenBrand(t.owner)).id };
  const shown = dataOf(await t.staff.readSocialDashboard({ params, query: {} }));
  expect(shown).toMatchObject({ states: [{ state: 'published', posts: 0 }], accounts: [], period_days: 28 });
  expect(shown.kpis.find(({ metric }) => metric === 'views')).toMatchObject({ value: null, reason: 'not_measured' });
  const unknown = { brand_id: '0198a3c0-5e1f-7000-8000-000000000001' };
  expect(await t.staff.readSocialDashboard({ params: unknown, query: {} })).toMatchObject({ error: 'brand_not_found' });
  expect((await t.staff.readSocialDashboard({ params, query: { days: 93 } })).status).toBe(400);
});
