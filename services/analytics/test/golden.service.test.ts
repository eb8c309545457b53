import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, writeGeoDatabase } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';
import * as answers from './golden/answers.ts';
import * as data from './golden/data.ts';

/**
 * The golden data set goes the way of all data, through the ingest and the bus; what comes out was counted by
 * hand before.
 */
let t: AnalyticsTest;
let folder: string;
let application_code: string;
const { users, utc } = data;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-golden-'));
  const GEO_DATABASE_PATH = join(folder, 'places.mmdb');
  const place = (country_code: string) => ({ country_code, city: 'Somewhere', latitude: 50, longitude: 30 });
  await writeGeoDatabase(GEO_DATABASE_PATH, { '77.0.0.0/8': place('RU'), '5.0.0.0/8': place('DE') });
  t = await startAnalytics(utc('02-20 12:00'), [], { GEO_DATABASE_PATH });
  application_code = t.application.code;
  await t.service.answer(identity.commands.heartbeatDevice, () => ({ is_written: true }));
  await t.setTimezone(data.timezone);
  await announce();
  for (const event of data.events.toSorted((a, b) => (received(a) < received(b) ? -1 : 1)))
    expect((await send(event)).accepted).toBe(1);
  t.clock.set(utc(data.now));
  await t.counted();
});
afterAll(async () => {
  await t.service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A row of a list, with the application that the list names. */
const ofApplication = <Row>(row: Row) => ({ application_id: t.application.id, ...row });

const received = ({ received, at }: data.GoldenEvent) => utc(received ?? at);

/** Sends one event at its time, from the address of its user. */
async function send(golden: data.GoldenEvent) {
  const { user, event, at, client, sent_at, event_id } = golden;
  t.clock.set(received(golden));
  const [platform, app_version] = client.split(' ');
  const caller = {
    application: t.application,
    user: aUser({ id: users[user].id }),
    client_ip: data.addresses[users[user].country],
  };
  const sent = { event, event_id, occurred_at: utc(at), platform, app_version };
  const body = { events: [sent], ...(sent_at === undefined ? {} : { sent_at: utc(sent_at) }) };
  return (await t.service.as(caller).recordEvents({ body })).data;
}

/** The events of the other services, out of order: refunds before payments before users. */
async function announce(): Promise<void> {
  const about = (at: string) => ({ application_id: t.application.id, occurred_at: utc(at) });
  for (const { user, at, ...refund } of data.refunds)
    await t.service.deliver(billing.events.paymentRefunded, { ...refund, user_id: users[user].id }, about(at));
  for (const { id, user, amount, currency, created, canceled, succeeded, starts, expires } of data.payments) {
    const payment = { payment_id: id, user_id: users[user].id, plan_code: 'pro', amount, currency };
    if (succeeded !== undefined && starts !== undefined) {
      const period = {
        plan_id: newId(),
        entitlement_codes: ['pro'],
        starts_at: utc(starts),
        expires_at: expires ? utc(expires) : null,
      };
      const paid = { ...payment, ...period, acquisition_source: users[user].channel };
      await t.service.deliver(billing.events.paymentSucceeded, paid, about(succeeded));
    }
    if (canceled !== undefined)
      await t.service.deliver(billing.events.paymentCanceled, { ...payment, reason: null }, about(canceled));
    await t.service.deliver(billing.events.paymentCreated, payment, about(created));
  }
  for (const { user, device, at, is } of data.devices) {
    const its = { device_id: device, user_id: users[user].id, installation_id: device, platform: 'ios' };
    if (is === 'new' || is === 'again')
      await t.service.deliver(identity.events.deviceRegistered, { ...its, reason: is }, about(at));
    else await t.service.deliver(identity.events.deviceRevoked, { ...its, reason: is }, about(at));
  }
  for (const { id, registered, channel } of Object.values(users)) {
    const user = { user_id: id, platform: null, acquisition_source: channel, utm_campaign: null, country_code: null };
    await t.service.deliver(identity.events.userRegistered, user, about(registered));
  }
}

async function summary() {
  const { data: found } = await t.admin.getAnalyticsSummary({ query: { application_code, ...answers.range } });
  if (found.kind !== 'application') throw new Error('not a summary of an application');
  return found;
}

/** Everything that has to stay when users are erased. */
function everyAnswer(): void {
  test('summary: metrics and money, with those of the range before', async () => {
    const found = await summary();
    expect(found).toMatchObject({
      ...answers.range,
      timezone: data.timezone,
      previous: { from: '2026-02-26', to: '2026-03-04' },
    });
    expect(found.metrics).toEqual(answers.metrics);
    expect(found.money).toEqual(answers.money);
  });

  test('summary: days and hours', async () => {
    const { series, hours } = await summary();
    expect(series).toEqual(answers.series);
    expect(hours.filter(({ events }) => events > 0)).toEqual(answers.hours);
    // Seven days, one of which has 23 hours: an hour without events is there, too.
    expect(hours).toHaveLength(7 * 24 - 1);
    expect(new Set(hours.map(({ hour }) => Date.parse(hour) % 3_600_000))).toEqual(new Set([0]));
  });

  test('summary: channels, countries, platforms, events', async () => {
    const { channels, countries, platforms, top_events } = await summary();
    expect({ channels, countries, platforms, top_events }).toEqual({
      channels: answers.channels,
      countries: answers.countries,
      platforms: answers.platforms,
      top_events: answers.topEvents,
    });
  });

  test('versions of a range that is over, and of one that ends today', async () => {
    const over = await t.admin.getAppVersions({ query: { application_code, ...answers.range } });
    expect(over.data).toMatchObject({ total_users: 13, versions: answers.versions });
    const today = await t.admin.getAppVersions({ query: { application_code, from: answers.range.from } });
    expect(today.data).toMatchObject({ total_users: 13, versions: answers.versionsToday });
  });

  test('users of a version', async () => {
    const query = { application_code, ...answers.range, platform: 'ios' };
    expect((await t.admin.listAppVersionUsers({ query })).data).toEqual(answers.iosUsers.map(ofApplication));
    const updated = { application_code, from: answers.range.from, platform: 'ios', app_version: '1.2' };
    const found = await t.admin.listAppVersionUsers({ query: updated });
    expect(found.data.map(({ user_id }) => user_id)).toEqual([users.cat.id, users.fay.id]);
  });

  test('users with a paywall view and no purchase', async () => {
    const found = await t.admin.listPaywallNoPurchase({ query: { application_code, ...answers.range } });
    expect(found.data).toEqual(answers.paywallNoPurchase.map(ofApplication));
  });

  test('funnel within a day, and within an hour', async () => {
    const query = { application_code, ...answers.range, steps: answers.funnelSteps };
    const found = await t.admin.getFunnel({ query });
    expect(found.data).toMatchObject({ window_hours: 24, steps: answers.funnel, breakdown: [] });
    const hour = await t.admin.getFunnel({ query: { ...query, window_hours: 1, breakdown: 'platform' } });
    expect(hour.data.steps.map((step) => step.users)).toEqual(answers.funnelOfAnHour.users);
    expect(hour.data.breakdown).toEqual(answers.funnelOfAnHour.platform);
  });

  test.each(['platform', 'app_version', 'country_code', 'channel'] as const)('funnel by %s', async (breakdown) => {
    const query = { application_code, ...answers.range, steps: answers.funnelSteps, breakdown };
    const found = await t.admin.getFunnel({ query });
    expect(found.data.steps).toEqual(answers.funnel);
    expect(found.data.breakdown).toEqual(answers.funnelBy[breakdown]);
  });

  test('retention by days', async () => {
    const query = { application_code, from: '2026-02-26', to: answers.range.to, periods: 3 };
    expect((await t.admin.getRetention({ query })).data.cohorts).toEqual(answers.retentionByDay);
  });

  test('retention by weeks, before and after they are counted', async () => {
    const query = { application_code, from: '2026-02-20', to: answers.range.to, periods: 3, unit: 'week' as const };
    expect((await t.admin.getRetention({ query })).data.cohorts).toEqual(answers.retentionByWeek);
    await t.countWeeks();
    expect((await t.admin.getRetention({ query })).data.cohorts).toEqual(answers.retentionByWeek);
  });
}

test('events that are too old or in the future are refused', async () => {
  for (const [event, error] of data.refused) expect((await send(event)).rejected).toMatchObject([{ error }]);
});

describe('the golden data set', everyAnswer);

describe('with users erased, every answer stays', () => {
  beforeAll(async () => {
    for (const user of data.erased)
      await t.service.deliver(
        identity.events.userErased,
        { user_id: users[user].id },
        { application_id: t.application.id },
      );
    await t.eraseUsers();
    await t.counted();
  });
  everyAnswer();
});

describe('in days of UTC', () => {
  beforeAll(async () => {
    await t.setTimezone('UTC');
    await t.counted();
  });
  test('days begin and end elsewhere', async () => {
    const { metrics, series } = await summary();
    const { events, uniques, dau, new_users, days } = answers.inUtc;
    expect([metrics.events, metrics.uniques, metrics.dau, metrics.new_users].map(({ value }) => value)).toEqual([
      events,
      uniques,
      dau,
      new_users,
    ]);
    expect(series.map(({ date, events, uniques, new_users }) => ({ date, events, uniques, new_users }))).toEqual(days);
  });
});
