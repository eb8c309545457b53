import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import fc from 'fast-check';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';
import { type Announced, aPayment, at, historyOf } from './payment-histories.ts';

/** Active subscriptions are summed up from counted hours: the same as what the payments themselves say. */

let analytics: AnalyticsTest;
beforeAll(async () => {
  analytics = await startAnalytics('2026-05-20T12:00:00Z');
});
afterAll(() => analytics.service.stop());

/** The users with a paid period just before each moment, from the payments alone. */
async function fromPayments(application_id: string, moments: readonly string[]): Promise<number[]> {
  const rows = await analytics.service.database.query<{ users: number }>(
    `SELECT (SELECT count(DISTINCT user_id) FROM analytics.payments WHERE application_id = $1 AND succeeded_at IS NOT NULL
       AND starts_at < moment AND coalesce(least(expires_at, fully_refunded_at), 'infinity') >= moment)::int AS users
     FROM unnest($2::timestamptz[]) AS moment ORDER BY moment`,
    [application_id, moments],
  );
  return rows.map(({ users }) => users);
}

const counted = async (application_id: string, moments: readonly string[]): Promise<number[]> => {
  await analytics.countPaidHours();
  const numbers: number[] = [];
  for (const moment of moments) numbers.push(await analytics.activeSubscriptions(application_id, new Date(moment)));
  return numbers;
};

const tell = async (application_id: string, { event, data, occurred_at }: Announced): Promise<void> =>
  analytics.service.deliver(event, data, { application_id, occurred_at });

/** Moments at and around the hours in which periods begin and end. */
const moments = Array.from({ length: 12 }, (_, n) => at(n * 5, 3)).flatMap((hour) => [
  hour,
  new Date(Date.parse(hour) + 1).toISOString(),
  new Date(Date.parse(hour) + 5_400_000).toISOString(),
]);

test('any payments of several users, in any order and with an erasure between them, are active when their periods run', async () => {
  const histories = fc
    .array(fc.array(aPayment, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((users) =>
      users.flatMap((payments) => {
        const user_id = newId();
        const erased = { event: identity.events.userErased, occurred_at: at(40, 0), data: { user_id } };
        return [...payments.flatMap((payment) => historyOf(user_id, payment)), erased];
      }),
    )
    .chain((history) => fc.shuffledSubarray(history));
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const application_id = newId();
      for (const [n, told] of history.entries()) {
        await tell(application_id, told);
        if (n % 3 === 0) await analytics.countPaidHours();
      }
      expect(await counted(application_id, moments)).toEqual(await fromPayments(application_id, moments));
    }),
    { numRuns: 25 },
  );
});

test('periods that follow each other are one paid time, and its hours have one begin and one end', async () => {
  const application_id = newId();
  const user_id = newId();
  const payment = { isCanceled: false, isPaid: true, refundedAfter: null, returnedAfter: null, movedBy: null };
  for (const begins of [0, 10])
    for (const told of historyOf(user_id, { ...payment, begins, days: 10 })) await tell(application_id, told);
  await analytics.countPaidHours();
  const hours = await analytics.service.database.query(
    'SELECT hour, begun, ended FROM analytics.paid_hours WHERE application_id = $1 AND begun + ended > 0 ORDER BY hour',
    [application_id],
  );
  expect(hours).toEqual([
    { hour: new Date(at(0, 3)), begun: 1, ended: 0 },
    { hour: new Date(at(20, 3)), begun: 0, ended: 1 },
  ]);
});

test('a note of a user who is erased before it is counted names the pseudonym', async () => {
  const application_id = newId();
  const user_id = newId();
  const payment = { isCanceled: false, isPaid: true, refundedAfter: null, returnedAfter: null, movedBy: null };
  for (const told of historyOf(user_id, { ...payment, begins: 0, days: 10 })) await tell(application_id, told);
  const notesOf = (id: string) =>
    analytics.service.database.query('SELECT FROM analytics.stale_paid_hours WHERE user_id = $1', [id]);
  expect(await notesOf(user_id)).not.toEqual([]);
  await tell(application_id, { event: identity.events.userErased, occurred_at: at(5, 0), data: { user_id } });
  expect(await notesOf(user_id)).toEqual([]);
  expect(await counted(application_id, [at(5, 0)])).toEqual([1]);
});

test('before the first count of every hour the payments are counted', async () => {
  const application_id = newId();
  const payment = { isCanceled: false, isPaid: true, refundedAfter: null, returnedAfter: null, movedBy: null };
  for (const told of historyOf(newId(), { ...payment, begins: 0, days: 10 })) await tell(application_id, told);
  // As the migration leaves it: no hour is counted, and a note of the migration waits.
  await analytics.service.database.query('DELETE FROM analytics.stale_paid_hours');
  await analytics.service.database.query(
    'INSERT INTO analytics.stale_paid_hours (application_id, hour) VALUES ($1, $2)',
    [application_id, at(0, 3)],
  );
  expect(await analytics.activeSubscriptions(application_id, new Date(at(5, 0)))).toBe(1);
  expect(await counted(application_id, [at(5, 0)])).toEqual([1]);
});
