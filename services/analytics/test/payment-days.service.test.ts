import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billing, catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import fc from 'fast-check';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';
import { type Announced, aPayment, at, historyOf } from './payment-histories.ts';

/**
 * An event of a payment changes what was counted of other days, and of other payments of the user: all of
 * them are counted again.
 */

let analytics: AnalyticsTest;
beforeAll(async () => {
  analytics = await startAnalytics('2026-05-20T12:00:00Z');
});
afterAll(() => analytics.service.stop());

const countedDays = (application_id: string) =>
  analytics.service.database.query(
    `SELECT starts_on::text AS day, dimension, value, events::int, uniques FROM analytics.rollups
     WHERE owner_id = $1 AND grain = 'day' AND dimension <> '' ORDER BY 1, 2, 3`,
    [application_id],
  );

/** Counts every day again, with and without a note. */
async function countAll(application_id: string): Promise<void> {
  await analytics.service.database.query(
    `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
     SELECT $1, 'application', generate_series('2026-02-28'::timestamptz, '2026-05-01'::timestamptz, '12 hours'), now()`,
    [application_id],
  );
  await analytics.countDays();
}

test('counted after each event, in whatever order they come, the days are what they are when all is counted at the end', async () => {
  const histories = fc
    .array(aPayment, { minLength: 2, maxLength: 3 })
    .map((payments) => {
      const user_id = newId();
      return payments.flatMap((payment) => historyOf(user_id, payment));
    })
    .chain((history) => fc.shuffledSubarray(history, { minLength: history.length }));
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const application_id = newId();
      for (const { event, data, occurred_at } of history) {
        await analytics.service.deliver(event, data, { occurred_at, application_id });
        await analytics.countDays();
      }
      const stepByStep = await countedDays(application_id);
      await countAll(application_id);
      expect(stepByStep).toEqual(await countedDays(application_id));
    }),
    { numRuns: 30 },
  );
});

test('a full refund takes the end of the period from the day on which it would have expired', async () => {
  const application_id = newId();
  const payment = {
    begins: 0,
    days: 19,
    isCanceled: false,
    isPaid: true,
    refundedAfter: null,
    returnedAfter: null,
    movedBy: null,
  };
  const tell = async (history: Announced[]) => {
    for (const { event, data, occurred_at } of history)
      await analytics.service.deliver(event, data, { occurred_at, application_id });
    await analytics.countDays();
  };
  const [created, paid, , , back] = historyOf(newId(), { ...payment, returnedAfter: 4 });
  const ends = async () =>
    (await countedDays(application_id)).filter(({ value }) => value === 'ended').map(({ day }) => day);
  if (!created || !paid || !back) throw new Error('no history');
  await tell([created, paid]);
  expect(await ends()).toEqual(['2026-03-20']);
  await tell([back]);
  expect(await ends()).toEqual(['2026-03-05']);
});

test('a period that moves when an older one is refunded ends on its new day', async () => {
  const application_id = newId();
  const [user_id, payment_id] = [newId(), newId()];
  const paid = {
    payment_id,
    user_id,
    plan_id: newId(),
    plan_code: 'month',
    entitlement_codes: ['pro'],
    amount: 10,
    currency: 'USD',
    acquisition_source: null,
    starts_at: at(1, 0),
    expires_at: at(21, 0),
  };
  const grant = { grant_id: newId(), user_id, source: 'payment' as const, source_id: payment_id, plan_code: 'month' };
  const term = (starts: number, ends: number, revision: number) => ({
    ...grant,
    entitlement_codes: ['pro'],
    starts_at: at(starts, 0),
    expires_at: at(ends, 0),
    revision,
  });
  const about = { application_id, occurred_at: at(1, 0) };
  const ended = async () => {
    await analytics.countDays();
    return (await countedDays(application_id)).filter(({ value }) => value === 'ended').map(({ day }) => day);
  };
  await analytics.service.deliver(billing.events.paymentSucceeded, paid, about);
  expect(await ended()).toEqual(['2026-03-22']);
  await analytics.service.deliver(catalog.events.entitlementGranted, term(15, 35, 2), about);
  expect(await ended()).toEqual(['2026-04-05']);
  await analytics.service.deliver(catalog.events.entitlementRescheduled, term(5, 25, 3), about);
  expect(await ended()).toEqual(['2026-03-26']);
  // An event of an older revision that arrives late changes nothing.
  await analytics.service.deliver(catalog.events.entitlementRescheduled, term(15, 35, 2), about);
  expect(await ended()).toEqual(['2026-03-26']);
  await analytics.service.deliver(catalog.events.entitlementRevoked, term(5, 10, 4), about);
  expect(await ended()).toEqual(['2026-03-11']);
});

test('a period that waits behind a lifetime is no subscription yet, and the days are counted all the same', async () => {
  const application_id = newId();
  const grant = { grant_id: newId(), user_id: newId(), source: 'payment' as const, source_id: newId() };
  const end = '9999-12-31T23:59:59.999Z';
  const waiting = { plan_code: 'month', entitlement_codes: ['pro'], starts_at: end, expires_at: end, revision: 2 };
  const about = { application_id, occurred_at: at(1, 0) };
  await analytics.service.deliver(catalog.events.entitlementGranted, { ...grant, ...waiting }, about);
  const { user_id, source_id: payment_id } = grant;
  const paid = { plan_id: newId(), amount: 10, currency: 'USD', acquisition_source: null };
  const nominal = { starts_at: at(1, 0), expires_at: at(31, 0), plan_code: 'month', entitlement_codes: ['pro'] };
  await analytics.service.deliver(billing.events.paymentSucceeded, { payment_id, user_id, ...paid, ...nominal }, about);
  await analytics.countDays();
  const days = await countedDays(application_id);
  expect(days.find(({ dimension, value }) => dimension === 'revenue' && value === 'USD')).toMatchObject({
    day: '2026-03-02',
    events: 1_000,
  });
  expect(days.filter(({ value }) => value === 'ended')).toEqual([]);
});
