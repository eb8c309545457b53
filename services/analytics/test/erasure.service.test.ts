import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, openTransaction, untilBlocked } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

let t: AnalyticsTest;
beforeEach(async () => {
  t = await startAnalytics('2026-03-11T12:00:00Z');
  await t.service.answer(identity.commands.heartbeatDevice, () => ({ is_written: true }));
});
afterEach(() => t.service.stop());

/** Tables of the service that name an id anywhere, as the database shows their rows. */
async function tablesWith(id: string): Promise<string[]> {
  const tables = await t.service.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'analytics' AND c.relkind IN ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await t.service.database.query(
      `SELECT FROM analytics.${name} AS row WHERE row::text LIKE $1 LIMIT 1`,
      [`%${id}%`],
    );
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

const about = (occurred_at: string) => ({ application_id: t.application.id, occurred_at });
const send = (user_id: string, events: object[]) =>
  t.service.as({ application: t.application, user: aUser({ id: user_id }) }).recordEvents({ body: { events } });
const event = (name: string, occurred_at: string) => ({
  event: name,
  occurred_at,
  platform: 'ios',
  app_version: '1.0',
  installation_id: newId(),
  properties: { note: 'secret' },
});

/** Two users who did the same; one of them will be erased. */
async function twoUsers(): Promise<[string, string]> {
  const [erased, other] = [newId(), newId()];
  for (const user_id of [erased, other]) {
    const registered = { user_id, platform: 'ios', acquisition_source: 'ads', utm_campaign: null, country_code: 'DE' };
    await t.service.deliver(identity.events.userRegistered, registered, about('2026-03-05T10:00:00.000Z'));
    const device = { device_id: newId(), user_id, installation_id: newId(), platform: 'ios' };
    await t.service.deliver(
      identity.events.deviceRegistered,
      { ...device, reason: 'new' },
      about('2026-03-05T10:00:01.000Z'),
    );
    const payment = { payment_id: newId(), user_id, plan_code: 'pro', amount: 10, currency: 'USD' };
    const period = {
      plan_id: newId(),
      entitlement_codes: ['pro'],
      starts_at: '2026-03-07T09:00:00Z',
      expires_at: null,
    };
    await t.service.deliver(
      billing.events.paymentSucceeded,
      { ...payment, ...period, acquisition_source: 'ads' },
      about('2026-03-07T09:00:00.000Z'),
    );
    const { payment_id, currency } = payment;
    const refund = { payment_id, user_id, amount: 1, currency, is_full: false };
    await t.service.deliver(billing.events.paymentRefunded, refund, about('2026-03-08T09:00:00.000Z'));
    const grant = { grant_id: newId(), user_id, source: 'payment' as const, source_id: payment_id, plan_code: 'pro' };
    const granted = { ...grant, entitlement_codes: ['pro'], starts_at: '2026-03-07T09:00:00Z', expires_at: null };
    await t.service.deliver(catalog.events.entitlementGranted, granted, about('2026-03-07T09:00:00.000Z'));
    await send(user_id, [
      event('app_opened', '2026-03-06T08:00:00Z'),
      event('paywall_viewed', '2026-03-06T08:01:00Z'),
      event('app_opened', '2026-03-10T08:00:00Z'),
    ]);
  }
  return [erased, other];
}

async function numbers() {
  const range = { application_code: t.application.code, from: '2026-03-01', to: '2026-03-10' };
  const [summary, funnel, retention, versions, cohort] = await Promise.all([
    t.admin.getAnalyticsSummary({ query: range }),
    t.admin.getFunnel({ query: { ...range, steps: 'app_opened,paywall_viewed', breakdown: 'channel' } }),
    t.admin.getRetention({ query: range }),
    t.admin.getAppVersions({ query: { ...range, to: '2026-03-11' } }),
    t.admin.listPaywallNoPurchase({ query: range }),
  ]);
  const plain = (data: object) => ({ ...data, as_of: '' });
  return [plain(summary.data), plain(funnel.data), plain(retention.data), plain(versions.data), cohort.data.length];
}

test('an erased user is nowhere any longer, and every number stays', async () => {
  const [erased, other] = await twoUsers();
  await t.counted();
  await t.countWeeks();
  const before = await numbers();
  expect(before[0]).toMatchObject({ metrics: { uniques: { value: 2 }, paying_users: { value: 2 } } });

  await t.service.deliver(identity.events.userErased, { user_id: erased }, about('2026-03-11T12:00:00.000Z'));
  // At once everything but the events.
  expect(await tablesWith(erased)).toEqual(['erasures', 'events', 'events_20260302', 'events_20260309']);
  expect(await t.eraseUsers()).toBe(0);
  expect(await tablesWith(erased)).toEqual(['erasures']);
  await t.counted();
  expect(await numbers()).toEqual(before);

  // A token that is still good, and an event of another service that was on its way.
  await send(erased, [event('app_opened', '2026-03-11T11:59:00Z')]);
  const late = { payment_id: newId(), user_id: erased, plan_code: 'pro', amount: 10, currency: 'USD' };
  await t.service.deliver(billing.events.paymentCreated, late, about('2026-03-11T11:59:00.000Z'));
  await t.counted();
  expect(await tablesWith(erased)).toEqual(['erasures', 'events', 'events_20260309', 'payments']);
  t.clock.advance({ seconds: 61 });
  expect(await t.eraseUsers()).toBe(1);
  expect(await tablesWith(erased)).toEqual([]);
  await t.counted();
  expect(await tablesWith(erased)).toEqual([]);
  expect(await tablesWith(other)).toContain('events');

  const after = await numbers();
  // Today has the late event; all else is as before.
  expect(after).toEqual(before);
});

test('events of an erased user lose their personal data, those of other users keep it', async () => {
  const [erased, other] = await twoUsers();
  await t.service.deliver(identity.events.userErased, { user_id: erased }, about('2026-03-11T12:00:00.000Z'));
  await t.eraseUsers();
  const rows = await t.service.database.query<Record<string, unknown>>(
    'SELECT user_id, installation_id, city, timezone, properties, platform FROM analytics.events WHERE application_id = $1',
    [t.application.id],
  );
  const renamed = rows.filter(({ user_id }) => user_id !== other);
  expect(renamed).toHaveLength(3);
  for (const row of renamed)
    expect(row).toMatchObject({ installation_id: null, city: null, timezone: null, properties: null, platform: 'ios' });
  expect(new Set(renamed.map(({ user_id }) => user_id)).size).toBe(1);
  for (const row of rows.filter(({ user_id }) => user_id === other))
    expect(row).toMatchObject({ properties: { note: 'secret' } });
});

test('a source that only the erased user has is nowhere any longer, one that others have stays', async () => {
  const [anna, boris, clara] = [newId(), newId(), newId()];
  for (const [user_id, acquisition_source] of [
    [anna, 'letter-to-anna'],
    [boris, 'ads'],
    [clara, 'ads'],
  ] as const) {
    const registered = { user_id, platform: 'ios', acquisition_source, utm_campaign: null, country_code: 'DE' };
    await t.service.deliver(identity.events.userRegistered, registered, about('2026-03-05T10:00:00.000Z'));
    const payment = { payment_id: newId(), user_id, plan_id: newId(), plan_code: 'pro', entitlement_codes: ['pro'] };
    const paid = {
      amount: 10,
      currency: 'USD',
      acquisition_source,
      starts_at: '2026-03-07T09:00:00Z',
      expires_at: null,
    };
    await t.service.deliver(
      billing.events.paymentSucceeded,
      { ...payment, ...paid },
      about('2026-03-07T09:00:00.000Z'),
    );
    await send(user_id, [event('app_opened', '2026-03-06T08:00:00Z')]);
  }
  await t.counted();
  expect(await tablesWith('letter-to-anna')).toEqual(['payments', 'rollups', 'users']);
  for (const user_id of [anna, boris])
    await t.service.deliver(identity.events.userErased, { user_id }, about('2026-03-11T12:00:00.000Z'));
  await t.eraseUsers();
  t.clock.advance({ seconds: 61 });
  expect(await t.eraseUsers()).toBe(2);
  await t.counted();
  expect(await tablesWith('letter-to-anna')).toEqual([]);
  const channels = await t.service.database.query('SELECT channel FROM analytics.users ORDER BY channel');
  expect(channels).toEqual([{ channel: 'ads' }, { channel: 'ads' }, { channel: null }]);
});

test('counts of a week made while its events wait for the rename are renamed too', async () => {
  const [erased] = await twoUsers();
  await t.counted();
  await t.service.deliver(identity.events.userErased, { user_id: erased }, about('2026-03-11T12:00:00.000Z'));
  const statement = 'SELECT FROM analytics.events WHERE user_id = $1 FOR UPDATE';
  const lock = await openTransaction(t.service.database, statement, [erased]);
  try {
    const erasing = t.eraseUsers();
    erasing.catch(() => {});
    await untilBlocked(t.service.database);
    expect(await tablesWith(erased)).not.toContain('user_clients');
    // As a day does that was being counted when the erasure became known.
    await t.service.database.query(
      `INSERT INTO analytics.user_clients VALUES ($1, $2, 'ios', '1.0', '2026-03-10T08:00:00Z')`,
      [t.application.id, erased],
    );
    await lock.rollback();
    await erasing;
  } finally {
    await lock.rollback();
  }
  expect(await tablesWith(erased)).toEqual(['erasures']);
});

test('dead letters are still to be counted, for the pseudonym', async () => {
  const user_id = newId();
  const dead = { id: newId(), type: 'payment.created', application_id: t.application.id, data: { user_id, amount: 1 } };
  await t.service.database.query(
    `INSERT INTO analytics.dead_letters (id, consumer, envelope, error, attempts) VALUES ($1, 'analytics__project-payment', $2, 'broken', 8)`,
    [newId(), JSON.stringify(dead)],
  );
  await t.service.deliver(identity.events.userErased, { user_id }, about('2026-03-11T12:00:00.000Z'));
  const [row] = await t.service.database.query<{ same: boolean; amount: string }>(
    `SELECT envelope #>> '{data,user_id}' = pseudonym::text AS same, envelope #>> '{data,amount}' AS amount FROM analytics.dead_letters, analytics.erasures`,
  );
  expect(row).toEqual({ same: true, amount: '1' });
});

test('a week with so many events of sites that renaming takes longer than the statement timeout is renamed', async () => {
  const user_id = newId();
  const { database } = t.service;
  await database.query(
    `INSERT INTO analytics.site_events (site_id, event_id, event, visitor_id, occurred_at, received_at, path)
     VALUES ($1, $2, 'page_viewed', $3, '2026-03-10T12:00:00Z', now(), '/')`,
    [newId(), newId(), user_id],
  );
  await database.query(
    'CREATE FUNCTION analytics.take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(5.5); RETURN NEW; END $$',
  );
  await database.query(
    'CREATE TRIGGER slow BEFORE UPDATE ON analytics.site_events FOR EACH ROW EXECUTE FUNCTION analytics.take_long()',
  );
  await t.service.deliver(identity.events.userErased, { user_id }, about('2026-03-11T12:00:00.000Z'));
  await t.eraseUsers();
  expect(await database.query('SELECT FROM analytics.site_events WHERE visitor_id = $1', [user_id])).toEqual([]);
});

test('a merged user is one person with the user that stays: nothing is lost, and no value goes', async () => {
  const [former, kept] = await twoUsers();
  await t.counted();
  const userMerged = { user_id: kept, merged_user_id: former };
  await t.service.deliver(identity.events.userMerged, userMerged, about('2026-03-11T12:00:00.000Z'));
  expect(await t.eraseUsers()).toBe(0);
  expect(await tablesWith(former)).toEqual(['erasures']);
  await t.counted();
  const [summary] = await numbers();
  expect(summary).toMatchObject({
    metrics: { uniques: { value: 1 }, paying_users: { value: 1 } },
  });
  const events = await t.service.database.query<Record<string, unknown>>(
    'SELECT user_id, properties FROM analytics.events WHERE application_id = $1',
    [t.application.id],
  );
  expect(events).toHaveLength(6);
  for (const row of events) expect(row).toEqual({ user_id: kept, properties: { note: 'secret' } });

  // The person is erased before the last pass of the merge.
  await t.service.deliver(identity.events.userErased, { user_id: kept }, about('2026-03-11T12:00:10.000Z'));
  await send(former, [event('app_opened', '2026-03-11T11:59:00Z')]);
  await t.eraseUsers();
  t.clock.advance({ seconds: 61 });
  await t.eraseUsers();
  for (const id of [former, kept]) expect(await tablesWith(id)).toEqual([]);
});

test('a user into which an older one is merged has the first registration and channel of both', async () => {
  const [former, kept] = [newId(), newId()];
  for (const [user_id, channel, at] of [
    [former, 'letter', '2026-02-01T10:00:00.000Z'],
    [kept, 'ads', '2026-03-05T10:00:00.000Z'],
  ] as const) {
    const registered = {
      user_id,
      platform: 'ios',
      acquisition_source: channel,
      utm_campaign: null,
      country_code: 'DE',
    };
    await t.service.deliver(identity.events.userRegistered, registered, about(at));
  }
  const userMerged = { user_id: kept, merged_user_id: former };
  await t.service.deliver(identity.events.userMerged, userMerged, about('2026-03-11T12:00:00.000Z'));
  const rows = await t.service.database.query('SELECT user_id, channel, registered_at FROM analytics.users');
  expect(rows).toEqual([{ user_id: kept, channel: 'letter', registered_at: new Date('2026-02-01T10:00:00.000Z') }]);
});
