import { afterEach, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { DateTime } from 'luxon';
import { type AnalyticsTest, type StoredEvent, startAnalytics } from './analytics-test.ts';

let analytics: AnalyticsTest;
afterEach(() => analytics.service.stop());

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const users = Array.from({ length: 40 }, newId);
const names = ['app_opened', 'paywall_viewed', 'checkout_started'];

function randomEvents(count: number, seed: number, from: string, days: number): StoredEvent[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => ({
    user_id: users[random(users.length)] ?? '',
    event: names[random(names.length)] ?? '',
    occurred_at: new Date(Date.parse(from) + random(days * 86_400) * 1000).toISOString(),
    platform: ['ios', 'android', null][random(3)],
    country_code: ['RU', 'DE', null][random(3)],
  }));
}

/** The same numbers by counting every event, one after another. */
function countOneByOne(events: readonly StoredEvent[], timezone: string, from: string, to: string) {
  const rows = events.map((event) => ({
    ...event,
    day: DateTime.fromISO(event.occurred_at, { zone: timezone }).toISODate() ?? '',
  }));
  const within = (first: string, last: string) => rows.filter(({ day }) => day >= first && day <= last);
  const usersOf = (some: readonly { user_id: string }[]) => new Set(some.map(({ user_id }) => user_id)).size;
  const minus = (day: string, days: number) => DateTime.fromISO(day, { zone: 'UTC' }).minus({ days }).toISODate() ?? '';
  const range = within(from, to);
  const days = new Map(Map.groupBy(range, ({ day }) => day));
  const userDays = [...days.values()].reduce((sum, some) => sum + usersOf(some), 0);
  const length = DateTime.fromISO(to).diff(DateTime.fromISO(from), 'days').days + 1;
  return {
    events: range.length,
    uniques: usersOf(range),
    dau: Math.round((userDays / length) * 100) / 100,
    wau: usersOf(within(minus(to, 6), to)),
    mau: usersOf(within(minus(to, 29), to)),
    ios: usersOf(range.filter(({ platform }) => platform === 'ios')),
    byDay: [...days].map(([date, some]) => ({ date, events: some.length, uniques: usersOf(some) })),
    opened: range.filter(({ event }) => event === 'app_opened').length,
  };
}

async function expectSameAsOneByOne(events: readonly StoredEvent[], timezone: string, from: string, to: string) {
  const { data } = await analytics.admin.getAnalyticsSummary({
    query: { application_code: analytics.application.code, from, to },
  });
  if (data.kind !== 'application') throw new Error('not a summary of an application');
  const expected = countOneByOne(events, timezone, from, to);
  const { metrics } = data;
  expect({
    events: metrics.events.value,
    uniques: metrics.uniques.value,
    dau: metrics.dau.value,
    wau: metrics.wau.value,
    mau: metrics.mau.value,
    ios: data.platforms.find(({ platform }) => platform === 'ios')?.uniques ?? 0,
    byDay: data.series
      .filter(({ events }) => events > 0)
      .map(({ date, events, uniques }) => ({ date, events, uniques })),
    opened: data.top_events.find(({ event }) => event === 'app_opened')?.events ?? 0,
  }).toEqual({ ...expected, byDay: expected.byDay.sort((a, b) => (a.date < b.date ? -1 : 1)) });
}

test.each(['UTC', 'Europe/Moscow', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'])(
  'counted days and months say the same as counting every event, in days of %s',
  async (timezone) => {
    analytics = await startAnalytics('2026-04-10T20:00:00Z');
    await analytics.setTimezone(timezone);
    const events = randomEvents(3_000, 7, '2025-12-20T00:00:00Z', 111);
    await analytics.store(events);
    await analytics.counted();
    const ranges = [
      ['2026-01-01', '2026-04-10'],
      ['2025-12-25', '2026-03-31'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-05', '2026-03-07'],
    ] as const;
    for (const [from, to] of ranges) await expectSameAsOneByOne(events, timezone, from, to);
    // December to March are over; from now on reports take them whole.
    expect(await analytics.countMonths()).toBe(4);
    for (const [from, to] of ranges) await expectSameAsOneByOne(events, timezone, from, to);
  },
);

test.each([
  ['Atlantic/Azores', ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'], [1, 2]],
  // Days begin there half past an hour of UTC: one hour has two days, and the only event may be in either.
  ['Asia/Kolkata', ['2026-10-24T18:10:00Z'], [1, 0]],
  ['Asia/Kolkata', ['2026-10-24T18:50:00Z'], [0, 1]],
])('in %s every event is in one day, also where %j is all there is', async (timezone, moments, days) => {
  analytics = await startAnalytics('2026-10-30T20:00:00Z');
  await analytics.setTimezone(timezone);
  await analytics.store(moments.map((occurred_at) => ({ user_id: newId(), event: 'app_opened', occurred_at })));
  for (const occurred_at of moments) await analytics.pay(occurred_at);
  await analytics.counted();
  const { data } = await analytics.admin.getAnalyticsSummary({
    query: { application_code: analytics.application.code, from: '2026-10-24', to: '2026-10-25' },
  });
  if (data.kind !== 'application') throw new Error('not a summary of an application');
  expect(data.series.map(({ events }) => events)).toEqual(days);
  expect(data.metrics.payments_succeeded.value).toBe(moments.length);
});

test('events that come late, on days and in months that were counted before, are in the numbers', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const first = randomEvents(500, 1, '2026-02-15T00:00:00Z', 50);
  await analytics.store(first);
  await analytics.counted();
  await analytics.countMonths();
  const late = randomEvents(300, 2, '2026-02-20T00:00:00Z', 45);
  await analytics.store(late);
  await analytics.counted();
  const all = [...first, ...late];
  await expectSameAsOneByOne(all, 'UTC', '2026-02-01', '2026-04-10');
  await analytics.countMonths();
  await expectSameAsOneByOne(all, 'UTC', '2026-02-01', '2026-04-10');
});

test('another time zone counts every day anew', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const events = randomEvents(500, 3, '2026-03-01T00:00:00Z', 40);
  await analytics.store(events);
  await analytics.counted();
  await expectSameAsOneByOne(events, 'UTC', '2026-03-01', '2026-04-10');
  await analytics.setTimezone('Pacific/Auckland');
  await analytics.counted();
  await expectSameAsOneByOne(events, 'Pacific/Auckland', '2026-03-01', '2026-04-10');
});

test.each([
  ['day', '2026-01-10', '2026-01-10'],
  ['week', '2024-07-15', '2024-07-21'],
] as const)(
  'a user that comes back ninety %ss after the registration is in the last column of retention',
  async (unit, from, to) => {
    analytics = await startAnalytics('2026-04-20T20:00:00Z');
    const { service, application } = analytics;
    const user_id = newId();
    await service.deliver(
      identity.events.userRegistered,
      { user_id, platform: null, acquisition_source: null, utm_campaign: null, country_code: null },
      { application_id: application.id, occurred_at: `${from}T10:00:00Z` },
    );
    await analytics.store([{ user_id, event: 'app_opened', occurred_at: '2026-04-10T10:00:00Z' }]);
    await analytics.counted();
    await analytics.countWeeks();
    const { data } = await analytics.admin.getRetention({
      query: { application_code: application.code, unit, periods: 90, from, to },
    });
    expect(data.cohorts).toEqual([{ start: from, users: 1, returned: [...Array.from({ length: 90 }, () => 0), 1] }]);
  },
);

test('events of another application are in no number of this one', async () => {
  const other = { id: newId(), code: 'other' };
  analytics = await startAnalytics('2026-04-10T20:00:00Z', [other]);
  const events = randomEvents(200, 4, '2026-04-01T00:00:00Z', 9);
  await analytics.store(events);
  await analytics.store(randomEvents(100, 5, '2026-04-01T00:00:00Z', 9), other.id);
  await analytics.counted();
  await expectSameAsOneByOne(events, 'UTC', '2026-04-01', '2026-04-10');
  const { data } = await analytics.admin.getAnalyticsSummary({ query: { days: 30 } });
  expect(data).toMatchObject({ application_code: null, metrics: { events: { value: 300 } } });
});

test('different users of a single day are exact, however many, also when the month of the day is counted', async () => {
  analytics = await startAnalytics('2026-04-10T20:00:00Z');
  const idOf = (number: number) => `01930000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
  await analytics.store(
    Array.from({ length: 5_000 }, (_, at) => ({
      user_id: idOf(at),
      event: 'app_opened',
      occurred_at: '2026-02-10T10:00:00Z',
      platform: 'ios',
    })),
  );
  await analytics.counted();
  const read = async (from: string, to: string) => {
    const query = { application_code: analytics.application.code, from, to };
    const { data } = await analytics.admin.getAnalyticsSummary({ query });
    if (data.kind !== 'application') throw new Error('not a summary of an application');
    const { uniques, mau, stickiness } = data.metrics;
    return [uniques.value, mau.value, stickiness.value, data.platforms[0]?.uniques];
  };
  expect(await read('2026-02-10', '2026-02-10')).toEqual([5_000, 5_000, 100, 5_000]);
  const inFebruary = async () => (await read('2026-02-01', '2026-02-28')).toSpliced(2, 1);
  expect(await inFebruary()).toEqual([5_000, 5_000, 5_000]);
  expect(await analytics.countMonths()).toBe(1);
  expect(await inFebruary()).toEqual([5_000, 5_000, 5_000]);
});
