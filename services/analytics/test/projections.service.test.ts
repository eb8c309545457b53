import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import type { EventContract } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import fc from 'fast-check';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let analytics: AnalyticsTest;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-11T12:00:00Z');
});
afterAll(() => analytics.service.stop());

interface Announced {
  id: string;
  event: EventContract;
  occurred_at: string;
  data: object;
}

const at = (hour: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000).toISOString();
const [anna, boris, clara] = [newId(), newId(), newId()];
const paid = (payment_id: string, user_id: string, hour: number) => ({
  payment_id,
  user_id,
  plan_id: newId(),
  plan_code: 'month',
  entitlement_codes: ['pro'],
  amount: 10.5,
  currency: 'USD',
  acquisition_source: 'ads',
  starts_at: at(hour),
  expires_at: at(hour + 720),
});
const created = (payment_id: string, user_id: string) => ({
  payment_id,
  user_id,
  plan_code: 'month',
  amount: 10.5,
  currency: 'USD',
});
const device = (device_id: string, user_id: string) => ({
  device_id,
  user_id,
  installation_id: device_id,
  platform: 'ios',
});
const grant = (grant_id: string, user_id: string, source_id: string) => ({
  grant_id,
  user_id,
  source: 'payment' as const,
  source_id,
  entitlement_codes: ['pro'],
});

/**
 * One of everything: paid, paid after it was canceled, canceled, refunded in part and in whole, and a user
 * who is erased.
 */
function aHistory(): Announced[] {
  const [first, second, third, fourth] = [newId(), newId(), newId(), newId()];
  const [phone, tablet, bought] = [newId(), newId(), newId()];
  const registered = (user_id: string, acquisition_source: string | null) => ({
    user_id,
    platform: 'ios',
    acquisition_source,
    utm_campaign: null,
    country_code: 'DE',
  });
  const history: [EventContract, number, object][] = [
    [identity.events.userRegistered, 1, registered(anna, 'ads')],
    [identity.events.userRegistered, 2, registered(boris, null)],
    [identity.events.userRegistered, 3, registered(clara, 'blog')],
    [identity.events.deviceRegistered, 4, { ...device(phone, anna), reason: 'new' }],
    [identity.events.deviceRevoked, 5, { ...device(phone, anna), reason: 'evicted' }],
    [identity.events.deviceRegistered, 6, { ...device(phone, anna), reason: 'again' }],
    [identity.events.deviceRegistered, 6, { ...device(tablet, clara), reason: 'new' }],
    [billing.events.paymentCreated, 10, created(first, anna)],
    [billing.events.paymentSucceeded, 11, paid(first, anna, 11)],
    [
      billing.events.paymentRefunded,
      12,
      { payment_id: first, user_id: anna, amount: 4, currency: 'USD', is_full: false },
    ],
    [
      billing.events.paymentRefunded,
      13,
      { payment_id: first, user_id: anna, amount: 6.5, currency: 'USD', is_full: true },
    ],
    [billing.events.paymentCreated, 20, created(second, boris)],
    [billing.events.paymentCanceled, 21, { payment_id: second, user_id: boris, reason: 'expired' }],
    [billing.events.paymentSucceeded, 22, paid(second, boris, 22)],
    [billing.events.paymentCreated, 30, created(third, boris)],
    [billing.events.paymentCanceled, 31, { payment_id: third, user_id: boris, reason: null }],
    [billing.events.paymentSucceeded, 40, paid(fourth, clara, 40)],
    [
      catalog.events.entitlementGranted,
      11,
      { ...grant(bought, anna, first), plan_code: 'month', starts_at: at(11), expires_at: null },
    ],
    [catalog.events.entitlementRevoked, 13, grant(bought, anna, first)],
    [identity.events.userErased, 50, { user_id: clara }],
  ];
  return history.map(([event, hour, data]) => ({ id: newId(), event, occurred_at: at(hour), data }));
}

const tables = ['users', 'device_changes', 'payments', 'refunds', 'grants'];

/** Every row of the projections; pseudonyms are random, so each is shown as one. */
async function rows(): Promise<string> {
  const all: string[] = [];
  for (const table of tables) {
    const found = await analytics.service.database.query<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM analytics.${table} AS t WHERE application_id = $1`,
      [analytics.application.id],
    );
    const lines = found.map(({ row }) =>
      row.replace(/"user_id":"([^"]+)"/, (whole, id: string) =>
        [anna, boris].includes(id) ? whole : '"user_id":"somebody"',
      ),
    );
    all.push(table, ...lines.sort());
  }
  return all.join('\n');
}

async function deliver(history: readonly Announced[]): Promise<void> {
  for (const { event, data, ...about } of history)
    await analytics.service.deliver(event, data, { ...about, application_id: analytics.application.id });
}

/** Forgets which events came, so that they are taken again and not only recognised. */
const forgetInbox = () => analytics.service.database.query('TRUNCATE analytics.inbox');

async function startAnew(): Promise<void> {
  for (const table of [...tables, 'inbox', 'erasures'])
    await analytics.service.database.query(`TRUNCATE analytics.${table}`);
}

async function eraseToTheEnd(): Promise<void> {
  await analytics.eraseUsers();
  analytics.clock.advance({ minutes: 2 });
  await analytics.eraseUsers();
}

test('the whole history, in any order and twice, ends with the same rows', async () => {
  const history = aHistory();
  await startAnew();
  await deliver(history);
  await eraseToTheEnd();
  const expected = await rows();
  expect(expected).not.toContain(clara);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(history, { minLength: history.length }),
      fc.shuffledSubarray(history, { minLength: history.length }),
      async (first, second) => {
        await startAnew();
        await deliver(first);
        await forgetInbox();
        await deliver(second);
        await eraseToTheEnd();
        expect(await rows()).toBe(expected);
      },
    ),
    { numRuns: 8 },
  );
});

test('a replay of the whole history, long after a user was erased, adds no user', async () => {
  const history = aHistory();
  await startAnew();
  await deliver(history);
  await eraseToTheEnd();
  const expected = await rows();
  await forgetInbox();
  await deliver(history);
  await eraseToTheEnd();
  expect(await rows()).toBe(expected);
});

test('a payment that was paid after it was canceled is paid, and a refund before its payment ends it', async () => {
  await startAnew();
  await deliver(aHistory().toReversed());
  const payments = await analytics.service.database.query(
    `SELECT user_id, amount, currency, channel, created_at, succeeded_at, canceled_at, fully_refunded_at FROM analytics.payments
     WHERE application_id = $1 AND user_id = ANY($2) ORDER BY coalesce(succeeded_at, canceled_at)`,
    [analytics.application.id, [anna, boris]],
  );
  const time = (hour: number) => new Date(at(hour));
  const money = { amount: '10.50', currency: 'USD' };
  expect(payments).toEqual([
    {
      ...money,
      user_id: anna,
      channel: 'ads',
      created_at: time(10),
      succeeded_at: time(11),
      canceled_at: null,
      fully_refunded_at: time(13),
    },
    {
      ...money,
      user_id: boris,
      channel: 'ads',
      created_at: time(20),
      succeeded_at: time(22),
      canceled_at: time(21),
      fully_refunded_at: null,
    },
    {
      ...money,
      user_id: boris,
      channel: null,
      created_at: time(30),
      succeeded_at: null,
      canceled_at: time(31),
      fully_refunded_at: null,
    },
  ]);
});

test('a registration that comes days after the events of the user gives them its channel', async () => {
  await startAnew();
  const late = newId();
  const day = (date: string) => ({ user_id: late, event: 'app_opened', occurred_at: `${date}T10:00:00Z` });
  await analytics.store([day('2026-03-03'), day('2026-03-05'), day('2026-03-08')]);
  await analytics.counted();
  const channels = async () => {
    const query = { application_code: analytics.application.code, from: '2026-03-01', to: '2026-03-10' };
    const { data } = await analytics.admin.getAnalyticsSummary({ query });
    if (data.kind !== 'application') throw new Error('not a summary of an application');
    return data.channels.filter(({ uniques }) => uniques > 0).map(({ channel, uniques }) => ({ channel, uniques }));
  };
  expect(await channels()).toEqual([{ channel: 'direct', uniques: 1 }]);
  const data = { user_id: late, platform: null, acquisition_source: 'ads', utm_campaign: null, country_code: null };
  await deliver([
    { id: newId(), event: identity.events.userRegistered, occurred_at: '2026-03-03T09:00:00.000Z', data },
  ]);
  await analytics.counted();
  expect(await channels()).toEqual([{ channel: 'ads', uniques: 1 }]);
});

test('a revoked device is one less, and one that registers again one more', async () => {
  await startAnew();
  await deliver(aHistory());
  await analytics.counted();
  const devices = async (to: string) => {
    const query = { application_code: analytics.application.code, from: '2026-03-01', to };
    const { data } = await analytics.admin.getAnalyticsSummary({ query });
    return data.kind === 'application' ? data.metrics.active_devices.value : null;
  };
  expect(await devices('2026-03-01')).toBe(2);
});
