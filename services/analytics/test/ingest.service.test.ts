import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type analytics, catalog, identity, maxEventNames } from '@platform/contracts';
import { contextHeader, newId } from '@platform/runtime';
import {
  anAdmin,
  anApplication,
  aUser,
  type Caller,
  eventually,
  fakeClock,
  noLimits,
  startService,
  type TestService,
  writeGeoDatabase,
} from '@platform/testing';
import { analyticsService } from '../src/service.ts';

/** A Wednesday, in the middle of a week of events. */
const wednesday = '2026-03-11T12:00:00.000Z';
const clock = fakeClock(wednesday);
const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000).toISOString();
const days = (count: number) => minutes(count * 1_440);

let t: TestService<typeof analytics>;
let folder: string;
const applications: { id: string; code: string }[] = [];
const heartbeats: Record<string, unknown>[] = [];
let isIdentityUp = true;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-ingest-'));
  const path = join(folder, 'places.mmdb');
  await writeGeoDatabase(path, {
    '77.0.0.0/8': { country_code: 'RU', city: 'Moscow', latitude: 55.75, longitude: 37.62 },
  });
  t = await startService(analyticsService, { clock, env: { ...noLimits, GEO_DATABASE_PATH: path } });
  await t.answer(catalog.queries.resolveApplication, (asked) => {
    const found = applications.find(({ id, code }) =>
      'code' in asked ? asked.code === code : 'id' in asked && asked.id === id,
    );
    const facts = { status: 'active' as const, public_keys: [], identity_provider: null };
    return { application: found ? { ...found, ...facts } : null };
  });
  await t.answer(identity.commands.heartbeatDevice, (seen) => {
    if (!isIdentityUp) throw new Error('identity is down');
    heartbeats.push(seen);
    return { is_written: true };
  });
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  clock.set(wednesday);
  heartbeats.length = 0;
});

/** A user of an application of its own. */
function someone(application = anApplication(), changes: Partial<Caller> = {}) {
  if (!applications.includes(application)) applications.push(application);
  const caller = { application, user: aUser(), ...changes };
  const client = t.as(caller);
  const stored = () =>
    t.database.query<Record<string, unknown>>(
      'SELECT * FROM analytics.events WHERE application_id = $1 ORDER BY occurred_at, event_id',
      [application.id],
    );
  return {
    application,
    caller,
    user_id: caller.user.id,
    stored,
    one: (body: Parameters<typeof client.recordEvent>[0]['body']) => client.recordEvent({ body }),
    batch: (body: unknown) => client.recordEvents({ body: body as unknown[] }),
    count: async () => (await stored()).length,
  };
}
const reasons = (reply: { data?: { rejected: { index: number; error: string }[] } }) =>
  reply.data?.rejected.map(({ index, error }) => [index, error]);

describe('an event', () => {
  test('is stored with its sender, place and time before it is answered', async () => {
    const anna = someone(undefined, { client_ip: '77.1.2.3' });
    const event_id = newId();
    const installation_id = newId();
    const reply = await anna.one({
      event: ' paywall_viewed ',
      event_id: event_id.toUpperCase(),
      occurred_at: minutes(-30),
      platform: 'ios',
      app_version: '2.1.0',
      installation_id,
      properties: { paywall: 'main', price: 9.9, nested: { list: [1, null, 'й'] } },
      cms_site_code: 'blog',
    });
    expect(reply).toMatchObject({ status: 202, data: { accepted: 1, rejected: [] } });
    expect(await anna.stored()).toEqual([
      {
        application_id: anna.application.id,
        event_id,
        event: 'paywall_viewed',
        user_id: anna.user_id,
        occurred_at: new Date(minutes(-30)),
        received_at: clock.now(),
        installation_id,
        from_back_end: null,
        platform: 'ios',
        app_version: '2.1.0',
        country_code: 'RU',
        city: 'Moscow',
        timezone: 'Europe/Moscow',
        properties: { site_code: 'blog', paywall: 'main', price: 9.9, nested: { list: [1, null, 'й'] } },
      },
    ]);
  });

  test('may have a time with any offset, alone and in a batch, and is stored at that moment', async () => {
    const anna = someone();
    // Noon in UTC.
    const noon = ['2026-03-11T15:00:00+03:00', '2026-03-11T12:00:00+00:00', '2026-03-11T06:30:00-05:30'];
    expect(await anna.one({ event: 'alone', occurred_at: noon[0] })).toMatchObject({ status: 202 });
    const reply = await anna.batch(noon.map((occurred_at) => ({ event: 'one', occurred_at })));
    expect(reply).toMatchObject({ status: 202, data: { accepted: 3, rejected: [] } });
    const moments = (await anna.stored()).map(({ occurred_at }) => occurred_at);
    expect(moments).toEqual(Array(4).fill(new Date('2026-03-11T12:00:00Z')));
  });

  test('with a name and nothing else happened when it arrived, and has an id of ours', async () => {
    const anna = someone();
    await anna.one({ event: 'app_opened' });
    await anna.one({ event: 'app_opened' });
    const rows = await anna.stored();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ occurred_at: clock.now(), properties: null, country_code: null, platform: null });
  });

  test.each<[string, object, string]>([
    ['without a name', { event: '' }, 'event'],
    ['of more than seven days ago', { occurred_at: '2026-03-04T11:59:59.999Z' }, 'occurred_at'],
    ['of more than five minutes ahead', { occurred_at: '2026-03-11T12:05:00.001Z' }, 'occurred_at'],
    ['with 17 KiB of properties', { properties: { text: 'x'.repeat(17 * 1_024) } }, 'properties'],
    [
      'with properties nested too deep',
      { properties: JSON.parse(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`) },
      'properties',
    ],
    ['with a NUL in its properties', { properties: { a: 'b\0' } }, 'properties'],
  ])('%s is refused by name', async (_what, fields, path) => {
    const anna = someone();
    const reply = await anna.one({ event: 'app_opened', ...fields });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: 'validation_failed', details: [{ path: expect.stringContaining(path) }] },
    });
    expect(await anna.count()).toBe(0);
  });

  test('that names another application is refused, one that names its own is taken', async () => {
    const anna = someone();
    const other = someone();
    for (const body of [{ application_id: other.application.id }, { application_code: other.application.code }])
      expect(await anna.one({ event: 'x', ...body })).toMatchObject({
        status: 400,
        body: { error: 'application_mismatch' },
      });
    const { id, code } = anna.application;
    expect(await anna.one({ event: 'x', application_id: id, application_code: code })).toMatchObject({ status: 202 });
    expect([await anna.count(), await other.count()]).toEqual([1, 0]);
  });
});

describe('a batch', () => {
  test('stores the valid events and names the faults of the others', async () => {
    const anna = someone();
    const reply = await anna.batch([
      { event: 'first' },
      { event: '' },
      { event: 'old', occurred_at: days(-7.01) },
      { event: 'ahead', occurred_at: minutes(6) },
      { event: 'large', properties: { text: 'x'.repeat(17 * 1_024) } },
      { event: 'strange', application_code: 'another' },
      'no object',
      { event: 'nul', properties: { '\0': 1 } },
      { event: 'half', platform: '\ud83d' },
      { event: 'last', occurred_at: days(-6.9) },
    ]);
    expect(reply).toMatchObject({ status: 202, data: { accepted: 2 } });
    expect(reasons(reply)).toEqual([
      [1, 'validation_failed'],
      [2, 'occurred_at_too_old'],
      [3, 'occurred_at_in_future'],
      [4, 'properties_too_large'],
      [5, 'application_mismatch'],
      [6, 'validation_failed'],
      [7, 'validation_failed'],
      [8, 'validation_failed'],
    ]);
    expect((await anna.stored()).map(({ event }) => event)).toEqual(['last', 'first']);
  });

  test('has 1 to 500 events', async () => {
    const anna = someone();
    const of = (count: number) => Array.from({ length: count }, (_, n) => ({ event: `e${n % 7}` }));
    for (const body of [of(0), of(501), { events: of(0) }, { events: of(501) }, {}])
      expect(await anna.batch(body)).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
    expect(await anna.count()).toBe(0);
    expect(await anna.batch(of(500))).toMatchObject({ status: 202, data: { accepted: 500, rejected: [] } });
    expect(await anna.count()).toBe(500);
  });

  test('with nothing right in it is answered like any other', async () => {
    expect(await someone().batch([{ event: '' }])).toMatchObject({ status: 202, data: { accepted: 0 } });
  });

  test('of a device with a wrong clock is corrected by the time of the device', async () => {
    const anna = someone();
    const reply = await anna.batch({
      sent_at: '2020-01-01T00:00:00Z',
      events: [
        { event: 'ten_minutes_before', occurred_at: '2019-12-31T23:50:00Z' },
        { event: 'eight_days_before', occurred_at: '2019-12-24T00:00:00Z' },
        { event: 'now' },
      ],
    });
    expect(reasons(reply)).toEqual([[1, 'occurred_at_too_old']]);
    expect((await anna.stored()).map(({ event, occurred_at }) => [event, occurred_at])).toEqual([
      ['ten_minutes_before', new Date(minutes(-10))],
      ['now', clock.now()],
    ]);
    await anna.batch({ sent_at: minutes(-4), events: [{ event: 'slow_network', occurred_at: minutes(-4) }] });
    expect((await anna.stored()).map(({ occurred_at }) => occurred_at)).toContainEqual(new Date(minutes(-4)));
  });

  test('that names another application as a whole is refused', async () => {
    const anna = someone();
    const reply = await anna.batch({ application_code: 'another', events: [{ event: 'x' }] });
    expect(reply).toMatchObject({ status: 400, body: { error: 'application_mismatch' } });
  });
});

test('events of one application are never stored under another, also when their ids are the same', async () => {
  const [anna, boris] = [someone(), someone()];
  const event_id = newId();
  await Promise.all([anna.one({ event: 'mine', event_id }), boris.one({ event: 'mine', event_id })]);
  await boris.batch([{ event: 'spy', application_id: anna.application.id }]);
  expect(await anna.stored()).toMatchObject([{ event_id, user_id: anna.user_id, application_id: anna.application.id }]);
  expect(await boris.stored()).toMatchObject([
    { event_id, user_id: boris.user_id, application_id: boris.application.id },
  ]);
});

describe('an event id is counted once', () => {
  const same = (event_id: string, fields = {}) => ({ event: 'app_opened', event_id, ...fields });

  test('in one batch, in whichever letters it is written', async () => {
    const anna = someone();
    const id = newId();
    const reply = await anna.batch([same(id), same(id.toUpperCase()), same(id, { occurred_at: days(-5) })]);
    expect(reply).toMatchObject({ data: { accepted: 3, rejected: [] } });
    expect(await anna.count()).toBe(1);
  });

  test('however often it is sent, one after another and all at once', async () => {
    const anna = someone();
    const ids = Array.from({ length: 50 }, newId);
    const send = () => anna.batch(ids.map((id) => same(id)));
    await send();
    const replies = await Promise.all([send(), send(), send(), ...ids.map((id) => anna.one(same(id)))]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
    expect(await anna.count()).toBe(50);
  });

  test('when it comes again in another week, with another time or without one', async () => {
    const anna = someone();
    const [retried, moved, old] = [newId(), newId(), newId()];
    clock.set('2026-03-15T23:59:00Z');
    await anna.batch([same(retried), same(moved, { occurred_at: days(-6) }), same(old, { occurred_at: minutes(-5) })]);
    clock.set('2026-03-16T00:01:00Z');
    const reply = await anna.batch([same(retried), same(moved), same(old), same(newId())]);
    expect(reply).toMatchObject({ data: { accepted: 4 } });
    clock.set('2026-03-20T12:00:00Z');
    await anna.batch([same(retried), same(moved), same(old)]);
    expect(await anna.count()).toBe(4);
  });

  test('for each application by itself, in other weeks too', async () => {
    const [anna, boris] = [someone(), someone()];
    const id = newId();
    clock.set('2026-03-15T23:59:00Z');
    await anna.batch([same(id)]);
    clock.set('2026-03-16T12:00:00Z');
    await boris.batch([same(id)]);
    expect([await anna.count(), await boris.count()]).toEqual([1, 1]);
  });

  test('for seven days: later it is refused with its old time, and counts again without one', async () => {
    const anna = someone();
    const id = newId();
    // The last moment of a week, so that the whole week is out of sight once the seven days are over.
    clock.set('2026-03-15T23:59:59Z');
    const first = same(id, { occurred_at: minutes(0) });
    await anna.one(first);
    clock.set('2026-03-22T23:59:59Z');
    await anna.batch([first, same(id)]);
    expect(await anna.count()).toBe(1);
    clock.set('2026-03-23T00:00:00Z');
    expect(await anna.batch([first])).toMatchObject({
      data: { accepted: 0, rejected: [{ error: 'occurred_at_too_old' }] },
    });
    await anna.batch([same(id)]);
    expect(await anna.count()).toBe(2);
  });

  test('when it comes in two weeks at once, around the end of one', async () => {
    const anna = someone();
    const ids = Array.from({ length: 300 }, newId);
    clock.set('2026-03-16T00:00:30Z');
    const before = (id: string) => anna.one(same(id, { occurred_at: '2026-03-15T23:59:30Z' }));
    await Promise.all(
      ids.flatMap((id, n) => (n % 2 ? [anna.one(same(id)), before(id)] : [before(id), anna.one(same(id))])),
    );
    expect(await anna.count()).toBe(300);
  });
});

test('the hours in which something new was stored are noted for counting, and no others', async () => {
  const anna = someone();
  const batch = [minutes(-10), minutes(-20), minutes(-90)].map((occurred_at) => ({
    event: 'x',
    event_id: newId(),
    occurred_at,
  }));
  // Counting takes the notes away, so a copy is kept here.
  await t.database.query('CREATE TABLE public.notes (LIKE analytics.stale_hours)');
  await t.database.query(
    `CREATE FUNCTION public.keep_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN INSERT INTO public.notes VALUES (NEW.*); RETURN NEW; END $$`,
  );
  await t.database.query(
    'CREATE TRIGGER keep_note AFTER INSERT ON analytics.stale_hours FOR EACH ROW EXECUTE FUNCTION public.keep_note()',
  );
  const kept = () =>
    t.database.query('SELECT hour, owner_kind FROM public.notes WHERE owner_id = $1 ORDER BY hour', [
      anna.application.id,
    ]);
  await anna.batch(batch);
  await anna.batch(batch);
  expect(await kept()).toEqual([
    { hour: new Date('2026-03-11T10:00:00Z'), owner_kind: 'application' },
    { hour: new Date('2026-03-11T11:00:00Z'), owner_kind: 'application' },
  ]);
  await t.database.query('DROP TRIGGER keep_note ON analytics.stale_hours');
});

describe('event names', () => {
  test('are a thousand for each application; a new one beyond counts as (other), and those that are known go on', async () => {
    const [anna, boris] = [someone(), someone()];
    const named = (from: number, count: number) => Array.from({ length: count }, (_, n) => ({ event: `e${from + n}` }));
    await anna.batch(named(0, 500));
    // Many at once, of which together there is room for 500.
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => anna.batch(named(500 + n * 100, 150))));
    expect(replies.flatMap((reply) => reasons(reply) ?? [])).toEqual([]);
    const [row] = await t.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM analytics.event_names WHERE application_id = $1',
      [anna.application.id],
    );
    expect(row?.n).toBe(maxEventNames);
    expect(await anna.one({ event: 'one_more' })).toMatchObject({ status: 202 });
    const [other] = await t.database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM analytics.events WHERE application_id = $1 AND event = '(other)'",
      [anna.application.id],
    );
    // Of the 750 other names that came at once, those that found no room, and the last one.
    expect(other?.n).toBeGreaterThan(1);
    expect(await anna.batch(named(0, 500))).toMatchObject({ data: { accepted: 500 } });
    expect(await boris.one({ event: 'one_more' })).toMatchObject({ status: 202 });
  });
});

describe('a device', () => {
  const told = (count: number) => eventually(() => heartbeats.length >= count && heartbeats);

  test('is seen by an event that names it and its platform, once a minute and never ahead of now', async () => {
    const anna = someone(undefined, { client_ip: '77.1.2.3' });
    const [phone, tablet] = [newId(), newId()];
    const on = (installation_id: string, fields = {}) => ({ event: 'x', installation_id, platform: 'ios', ...fields });
    await anna.batch([
      on(phone, { occurred_at: minutes(-10) }),
      on(phone, { occurred_at: minutes(4) }),
      { event: 'x', installation_id: tablet },
    ]);
    await anna.one(on(phone));
    await anna.one(on(tablet, { app_version: '1.0.0', occurred_at: minutes(-3) }));
    const about = {
      application_id: anna.application.id,
      user_id: anna.user_id,
      client_ip: '77.1.2.3',
      platform: 'ios',
    };
    expect(await told(2)).toEqual([
      { ...about, installation_id: phone, occurred_at: clock.now().toISOString() },
      { ...about, installation_id: tablet, app_version: '1.0.0', occurred_at: minutes(-3) },
    ]);
  });

  test('whose heartbeat fails is reported again by the next event, and the events are stored all the same', async () => {
    const anna = someone();
    const body = { event: 'x', installation_id: newId(), platform: 'web' };
    isIdentityUp = false;
    expect(await anna.one(body)).toMatchObject({ status: 202 });
    isIdentityUp = true;
    await eventually(async () => {
      await anna.one(body);
      return heartbeats.length > 0;
    });
    expect(heartbeats).toMatchObject([{ installation_id: body.installation_id }]);
  });
});

test('administrators can read the outcomes of the events of an application, by day of arrival', async () => {
  const anna = someone();
  const event_id = newId();
  clock.set('2026-03-10T23:59:59Z');
  await anna.batch([{ event: 'x', event_id }, { event: '' }]);
  clock.set(wednesday);
  await anna.batch([{ event: 'x', event_id }, { event: 'y' }, { event: '' }, { event: 'z', occurred_at: minutes(9) }]);
  const admin = t.as({ admin: anAdmin() });
  const reply = await admin.getIngestion({ query: { application_code: anna.application.code, days: 2 } });
  expect(reply.data).toEqual({
    from: '2026-03-10',
    to: '2026-03-11',
    timezone: 'UTC',
    as_of: wednesday,
    days: [
      { date: '2026-03-10', stored: 1, duplicates: 0, rejected: { validation_failed: 1 }, without_name: 0 },
      {
        date: '2026-03-11',
        stored: 1,
        duplicates: 1,
        rejected: { validation_failed: 1, occurred_at_in_future: 1 },
        without_name: 0,
      },
    ],
    sites: [],
    event_names: 2,
    max_event_names: 1000,
  });
  const unknown = await admin.getIngestion({ query: { application_code: 'no-such-app' } });
  expect(unknown).toMatchObject({ status: 404, body: { error: 'application_not_found' } });
  const days367 = await admin.getIngestion({ query: { application_code: anna.application.code, days: 367 } });
  expect(days367).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
});

test('a partition that is not there yet is made by the event that needs it', async () => {
  const anna = someone();
  clock.set('2027-09-15T12:00:00Z');
  expect(
    await anna.batch([
      { event: 'x', event_id: newId() },
      { event: 'y', occurred_at: days(-6) },
    ]),
  ).toMatchObject({
    status: 202,
    data: { accepted: 2 },
  });
  expect(await anna.count()).toBe(2);
});

test('only the gateway may record events', async () => {
  const anna = someone();
  const post = (context: string) =>
    fetch(`${t.baseUrl}/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [contextHeader]: context },
      body: '{"event":"x"}',
    });
  expect((await post('')).status).toBe(403);
  expect((await post(t.sign(anna.caller, 'recordEvents'))).status).toBe(403);
  expect((await post(t.sign(anna.caller, 'recordEvent'))).status).toBe(202);
});
