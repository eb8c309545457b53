import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { catalog, identity, maxEventNames } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

/** A Wednesday. */
const now = '2026-03-11T12:00:00.000Z';
const issuer = 'https://issuer.example/';
const formerIssuer = 'https://former.example/';
const alias = 'https://issuer.example';

let t: AnalyticsTest;
/** Users as identity knows them. */
const people = {
  ann: { user_id: newId(), issuer, subject: 'ann' },
  bob: { user_id: newId(), issuer, subject: 'bob' },
  former: { user_id: newId(), issuer: formerIssuer, subject: 'ann' },
};
const questions: { user_ids: string[]; issuers: { issuer: string; subjects: string[] }[] }[] = [];
const heartbeats: unknown[] = [];

beforeAll(async () => {
  t = await startAnalytics(now, [], { RATE_LIMIT_NEW_EVENT_NAMES_ADDRESS: '3' });
  await t.service.answer(catalog.queries.resolveApplication, (asked) => {
    const isKnown =
      'id' in asked ? asked.id === t.application.id : 'code' in asked && asked.code === t.application.code;
    const identity_provider = {
      issuer,
      issuer_aliases: [alias],
      audience: null,
      allow_missing_audience: false,
      jwks_url: null,
      sealed_hs256_secret: null,
      authorized_party: null,
    };
    return {
      application: isKnown ? { ...t.application, status: 'active' as const, public_keys: [], identity_provider } : null,
    };
  });
  await t.service.answer(identity.queries.resolveUsers, ({ user_ids, issuers }) => {
    questions.push({ user_ids, issuers });
    const known = Object.values(people);
    return {
      user_ids: user_ids.map((id) => known.find(({ user_id }) => user_id === id)?.user_id ?? null),
      issuers: issuers.map((asked) => ({
        user_ids: asked.subjects.map(
          (subject) =>
            known.find((person) => person.subject === subject && person.issuer === asked.issuer)?.user_id ?? null,
        ),
      })),
    };
  });
  await t.service.answer(identity.commands.heartbeatDevice, (sign) => {
    heartbeats.push(sign);
    return { is_written: true };
  });
});
afterAll(() => t.service.stop());
beforeEach(async () => {
  t.clock.set(now);
  questions.length = 0;
  await t.service.database.query(
    'TRUNCATE analytics.events, analytics.event_names, analytics.rollups, analytics.rollup_hours',
  );
});

const send = (events: unknown[], application_id = t.application.id) =>
  t.admin.recordBackEndEvents({ params: { application_id }, body: { events } });
const stored = () =>
  t.service.database.query<Record<string, unknown>>(
    'SELECT user_id, event, occurred_at, platform, country_code, properties, from_back_end FROM analytics.events ORDER BY event',
  );
const days = (count: number) => new Date(Date.parse(now) + count * 86_400_000).toISOString();
/** The summary of today as JSON, after everything is counted. */
const summary = async () => {
  await t.counted();
  const { data } = await t.admin.getAnalyticsSummary({ query: { application_code: t.application.code, days: 1 } });
  if (data?.kind !== 'application') throw new Error('this is no summary of an application');
  return data;
};

test('an event of a back end is stored for its user, by id, by subject, and by a subject of an alias or a former issuer', async () => {
  const reply = await send([
    { user_id: people.bob.user_id, event: 'a_by_id', occurred_at: days(-1), properties: { rows: 5 } },
    { subject: 'ann', event: 'b_by_subject' },
    { subject: 'ann', issuer: alias, event: 'c_by_alias' },
    { subject: 'ann', issuer: formerIssuer, event: 'd_by_former' },
  ]);
  expect(reply).toMatchObject({ status: 202, data: { accepted: 4, rejected: [] } });
  const common = { platform: null, country_code: null, from_back_end: true };
  expect(await stored()).toEqual([
    {
      ...common,
      user_id: people.bob.user_id,
      event: 'a_by_id',
      occurred_at: new Date(days(-1)),
      properties: { rows: 5 },
    },
    { ...common, user_id: people.ann.user_id, event: 'b_by_subject', occurred_at: new Date(now), properties: null },
    { ...common, user_id: people.ann.user_id, event: 'c_by_alias', occurred_at: new Date(now), properties: null },
    { ...common, user_id: people.former.user_id, event: 'd_by_former', occurred_at: new Date(now), properties: null },
  ]);
  expect(questions).toEqual([
    {
      user_ids: [people.bob.user_id],
      issuers: [
        { issuer, subjects: ['ann'] },
        { issuer: formerIssuer, subjects: ['ann'] },
      ],
    },
  ]);
});

test('each wrong event of a batch is refused by itself, an unknown user as well, and the others are stored', async () => {
  const event = 'import_finished';
  const reply = await send([
    { subject: 'ann', event },
    { subject: 'nobody', event },
    { user_id: newId(), event },
    { event },
    { subject: 'ann', user_id: people.ann.user_id, event },
    { user_id: people.ann.user_id, issuer, event },
    { subject: 'ann', event: '' },
    { subject: 'ann', event, platform: 'ios' },
    { subject: 'ann', event, occurred_at: days(-8) },
    { subject: 'ann', event, occurred_at: days(1) },
    { subject: 'ann', event, properties: { text: 'x'.repeat(16 * 1024) } },
    { subject: 'ann', event, properties: { text: 'a\0b' } },
    'no event',
    { subject: 'bob', event },
  ]);
  expect(reply.data?.accepted).toBe(2);
  expect(
    reply.data?.rejected.map(({ index, error, message }) => [index, error, /`(\w+)`/.exec(message)?.[1] ?? message]),
  ).toEqual([
    [1, 'user_not_found', 'subject'],
    [2, 'user_not_found', 'user_id'],
    [3, 'validation_failed', 'user_id'],
    [4, 'validation_failed', 'user_id'],
    [5, 'validation_failed', 'issuer'],
    [6, 'validation_failed', 'event'],
    [7, 'validation_failed', expect.any(String)],
    [8, 'occurred_at_too_old', 'occurred_at'],
    [9, 'occurred_at_in_future', 'occurred_at'],
    [10, 'properties_too_large', 'properties'],
    [11, 'validation_failed', 'properties'],
    [12, 'validation_failed', expect.any(String)],
  ]);
  expect((await stored()).map(({ user_id }) => user_id).sort()).toEqual(
    [people.ann.user_id, people.bob.user_id].sort(),
  );
  const { data } = await t.admin.getIngestion({ query: { application_code: t.application.code, days: 1 } });
  expect(data?.days.at(-1)?.rejected).toMatchObject({ user_not_found: 2 });
});

test('five hundred users are one question to identity, and one event more is refused whole', async () => {
  const events = Array.from({ length: 500 }, (_, at) => ({ subject: `person-${at}`, event: 'import_finished' }));
  const reply = await send(events);
  expect(reply.data?.accepted).toBe(0);
  expect(reply.data?.rejected).toHaveLength(500);
  expect(questions).toHaveLength(1);
  expect(questions[0]?.issuers[0]?.subjects).toHaveLength(500);
  expect((await send([...events, { subject: 'ann', event: 'import_finished' }])).status).toBe(400);
  expect((await send([])).status).toBe(400);
  expect(await send([{ subject: 'ann', event: 'x' }], newId())).toMatchObject({
    status: 404,
    error: 'application_not_found',
  });
  // An event of an unknown user makes no name.
  expect(await t.service.database.query('SELECT FROM analytics.event_names')).toEqual([]);
});

test('an event with an id counts once, whether the back end or the client repeats it', async () => {
  const event_id = newId();
  const event = { event: 'import_finished', event_id };
  await send([
    { subject: 'ann', ...event },
    { subject: 'ann', ...event },
  ]);
  await send([{ user_id: people.ann.user_id, ...event, occurred_at: days(-5) }]);
  const user = aUser({ id: people.ann.user_id });
  await t.service.as({ application: t.application, user }).recordEvents({ body: { events: [event] } });
  expect(await stored()).toHaveLength(1);
});

test('an event of a back end is a step of a funnel, and is in the paywall cohort', async () => {
  const client = t.service.as({ application: t.application, user: aUser({ id: people.ann.user_id }) });
  const at = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();
  await client.recordEvents({ body: { events: [{ event: 'import_started', occurred_at: at(30), platform: 'ios' }] } });
  await send([
    { subject: 'ann', event: 'import_finished', occurred_at: at(20) },
    { subject: 'bob', event: 'import_started', occurred_at: at(20) },
    { subject: 'bob', event: 'paywall_viewed', occurred_at: at(10) },
  ]);
  const query = { application_code: t.application.code, days: 1, steps: 'import_started,import_finished' };
  const { data } = await t.admin.getFunnel({ query: { ...query, breakdown: 'platform' } });
  expect(data?.steps.map(({ users }) => users)).toEqual([2, 1]);
  expect(data?.breakdown).toEqual(
    expect.arrayContaining([
      { value: 'ios', users: [1, 1] },
      { value: null, users: [1, 0] },
    ]),
  );
  const cohort = await t.admin.listPaywallNoPurchase({ query: { application_code: t.application.code, days: 1 } });
  expect(cohort.data?.map(({ user_id, views }) => [user_id, views])).toEqual([[people.bob.user_id, 1]]);
});

test('an event of a back end counts by its name and makes no user active: no uniques, retention, device, version or site', async () => {
  for (const { user_id } of [people.ann, people.bob])
    await t.service.deliver(
      identity.events.userRegistered,
      { user_id, platform: null, acquisition_source: 'ads', utm_campaign: null, country_code: null },
      { application_id: t.application.id, occurred_at: days(-1) },
    );
  heartbeats.length = 0;
  const client = t.service.as({ application: t.application, user: aUser({ id: people.ann.user_id }) });
  await client.recordEvents({ body: { events: [{ event: 'app_opened', platform: 'ios', app_version: '1.0' }] } });
  await send([
    { subject: 'ann', event: 'invoice_paid', properties: { site_code: 'blog' } },
    { subject: 'bob', event: 'invoice_paid' },
    { subject: 'bob', event: 'app_opened' },
  ]);
  const { metrics, top_events, channels, platforms, countries, hours } = await summary();
  expect(metrics).toMatchObject({ events: { value: 4 }, uniques: { value: 1 }, dau: { value: 1 }, mau: { value: 1 } });
  expect(top_events).toHaveLength(2);
  expect(top_events).toEqual(
    expect.arrayContaining([
      { event: 'app_opened', events: 2, uniques: 2 },
      { event: 'invoice_paid', events: 2, uniques: 2 },
    ]),
  );
  expect(channels.map(({ channel, uniques }) => [channel, uniques])).toEqual([['ads', 1]]);
  expect(platforms.map(({ platform, uniques }) => [platform, uniques])).toEqual([['ios', 1]]);
  expect(countries.map(({ uniques }) => uniques)).toEqual([1]);
  expect(hours.filter(({ events }) => events > 0).map(({ events, uniques }) => [events, uniques])).toEqual([[4, 1]]);
  const versions = (await t.admin.getAppVersions({ query: { application_code: t.application.code, days: 1 } })).data;
  expect(versions?.total_users).toBe(1);
  expect(heartbeats).toEqual([]);
  expect(await t.service.database.query('SELECT FROM analytics.site_events')).toEqual([]);
  // The second day of the cohort is over.
  t.clock.set(days(1));
  const query = { application_code: t.application.code, days: 3, unit: 'day' as const, periods: 1 };
  const { data } = await t.admin.getRetention({ query });
  expect(data?.cohorts.map(({ users, returned }) => [users, returned])).toContainEqual([2, [0, 1]]);
});

test('weeks of retention leave events of back ends out as well, and so do versions of an earlier range', async () => {
  await t.service.deliver(
    identity.events.userRegistered,
    { user_id: people.bob.user_id, platform: null, acquisition_source: null, utm_campaign: null, country_code: null },
    { application_id: t.application.id, occurred_at: days(-8) },
  );
  await send([{ subject: 'bob', event: 'invoice_paid', occurred_at: days(-3) }]);
  t.clock.set(days(7));
  await t.counted();
  await t.countWeeks();
  const week = await t.service.database.query<{ uniques: number }>(
    `SELECT uniques FROM analytics.rollups WHERE owner_id = $1 AND grain = 'week'`,
    [t.application.id],
  );
  expect(week).toEqual([]);
  const query = { application_code: t.application.code, from: '2026-03-08', to: '2026-03-08' };
  expect((await t.admin.getAppVersions({ query })).data?.total_users).toBe(0);
});

test('names of a back end have no limit an hour, only that of the application', async () => {
  await send(Array.from({ length: 10 }, (_, at) => ({ subject: 'ann', event: `fact_${at}` })));
  expect((await stored()).map(({ event }) => event)).toEqual(Array.from({ length: 10 }, (_, at) => `fact_${at}`));
  await t.service.database.query(
    `INSERT INTO analytics.event_names SELECT $1, 'name_' || n, now() FROM generate_series(1, $2::int) AS n`,
    [t.application.id, maxEventNames - 10],
  );
  await t.admin.allowEventName({ params: { application_id: t.application.id, event_name: 'allowed' } });
  await send([
    { subject: 'ann', event: 'allowed' },
    { subject: 'ann', event: 'one_too_many' },
  ]);
  expect((await stored()).map(({ event }) => event).filter((name) => !String(name).startsWith('fact'))).toEqual([
    '(other)',
    'allowed',
  ]);
});
