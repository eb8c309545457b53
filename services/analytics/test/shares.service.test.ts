import { afterEach, expect, test } from '@jest/globals';
import { billing } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let t: AnalyticsTest;
afterEach(() => t.service.stop());

const summaryOf = async (range: { from: string; to: string }) => {
  const { data } = await t.admin.getAnalyticsSummary({ query: { application_code: t.application.code, ...range } });
  if (data.kind !== 'application') throw new Error('not a summary of an application');
  return data;
};

const pay = (user_id: string, occurred_at: string) =>
  t.service.deliver(
    billing.events.paymentSucceeded,
    {
      payment_id: newId(),
      user_id,
      plan_id: newId(),
      plan_code: 'pro',
      entitlement_codes: ['pro'],
      amount: 10,
      currency: 'EUR',
      starts_at: occurred_at,
      expires_at: null,
      acquisition_source: null,
    },
    { application_id: t.application.id, occurred_at },
  );

test('buyers whose clients sent no event are part of the whole of which the conversion is a share', async () => {
  t = await startAnalytics('2026-03-11T20:00:00Z');
  const moment = '2026-03-11T10:00:00Z';
  const active = Array.from({ length: 11 }, () => newId());
  await t.store(active.map((user_id) => ({ user_id, event: 'app_opened', occurred_at: moment })));
  const buyers = [...active.slice(0, 3), ...Array.from({ length: 12 }, () => newId())];
  for (const user_id of buyers) await pay(user_id, moment);
  await t.counted();
  for (const range of [
    { from: '2026-03-11', to: '2026-03-11' },
    { from: '2026-03-10', to: '2026-03-11' },
  ]) {
    const { metrics, money } = await summaryOf(range);
    expect(metrics).toMatchObject({
      uniques: { value: 11 },
      paying_users: { value: 15 },
      active_or_paying_users: { value: 23 },
      conversion: { value: 65.22, previous: 0 },
    });
    expect(money).toMatchObject([{ currency: 'EUR', net_revenue: { value: 150 }, arpu: { value: 6.52 } }]);
  }
});

test('the stickiness of a range of many days compares the users of the last 30 days with each other', async () => {
  t = await startAnalytics('2026-04-30T20:00:00Z');
  const many = Array.from({ length: 20 }, () => newId());
  const events = Array.from({ length: 60 }, (_, day) => ({
    at: new Date(Date.parse('2026-01-31T10:00:00Z') + day * 86_400_000).toISOString(),
  })).flatMap(({ at }) => many.map((user_id) => ({ user_id, event: 'app_opened', occurred_at: at })));
  const [last = ''] = many;
  await t.store([
    ...events,
    ...['2026-04-28', '2026-04-29', '2026-04-30'].map((day) => ({
      user_id: last,
      event: 'app_opened',
      occurred_at: `${day}T10:00:00Z`,
    })),
  ]);
  await t.counted();
  const { metrics } = await summaryOf({ from: '2026-01-31', to: '2026-04-30' });
  expect(metrics).toMatchObject({ mau: { value: 1 }, stickiness: { value: 10 } });
  expect(metrics.dau.value).toBeGreaterThan(1);
  expect((await summaryOf({ from: '2026-04-29', to: '2026-04-30' })).metrics.stickiness.value).toBe(100);
});
