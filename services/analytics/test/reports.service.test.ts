import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { DateTime } from 'luxon';
import { furthestStep } from '../src/reports/furthest-step.ts';
import { type AnalyticsTest, type StoredEvent, startAnalytics } from './analytics-test.ts';

const timezone = 'America/New_York';
const names = ['app_opened', 'paywall_viewed', 'checkout_started'];
const platforms = ['ios', 'android', null];
const channels = ['ads', null, 'blog'];
const users = Array.from({ length: 60 }, (_, at) => ({
  user_id: newId(),
  channel: channels[at % 3] ?? null,
  registered_at: '',
}));

let t: AnalyticsTest;
let events: StoredEvent[];
let application_code: string;

/** Numbers that look random and are the same in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

beforeAll(async () => {
  t = await startAnalytics('2026-04-10T20:00:00Z');
  application_code = t.application.code;
  await t.setTimezone(timezone);
  const random = randomFrom(11);
  for (const user of users) {
    user.registered_at = new Date(Date.parse('2026-02-20T00:00:00Z') + random(30 * 86_400) * 1000).toISOString();
    const { user_id, channel, registered_at } = user;
    const data = { user_id, acquisition_source: channel, platform: null, utm_campaign: null, country_code: null };
    await t.service.deliver(identity.events.userRegistered, data, {
      application_id: t.application.id,
      occurred_at: registered_at,
    });
  }
  events = Array.from({ length: 2_500 }, () => {
    const user = users[random(users.length)];
    const after = Date.parse(user?.registered_at ?? '');
    return {
      user_id: user?.user_id ?? '',
      event: names[random(names.length)] ?? '',
      // Whole hours, so that many come in one moment.
      occurred_at: new Date(Math.ceil((after + random(20 * 86_400) * 1000) / 3_600_000) * 3_600_000).toISOString(),
      platform: platforms[random(3)] ?? null,
      app_version: ['1.0', '1.1', '1.10', 'nightly', null][random(5)] ?? null,
    };
  });
  await t.store(events);
  await t.counted();
});
afterAll(() => t.service.stop());

const dayOf = (time: string) => DateTime.fromISO(time, { zone: timezone });
const midnight = (day: string) => DateTime.fromISO(day, { zone: timezone }).toMillis();
const range = { from: '2026-03-01', to: '2026-03-20' };
const [starts_at, ends_at] = [midnight('2026-03-01'), midnight('2026-03-21')];

/** How far each user came, one after another. */
function funnelOneByOne(
  steps: readonly string[],
  windowHours: number,
  value: (user_id: string, event: StoredEvent) => string | null,
) {
  const different = [...new Set(steps)];
  const counts = new Map<string | null, number[]>();
  for (const { user_id } of users) {
    const own = events
      .filter((event) => event.user_id === user_id && Date.parse(event.occurred_at) >= starts_at)
      .map((event) => ({ event, at: Date.parse(event.occurred_at), value: value(user_id, event) }))
      .sort((a, b) => a.at - b.at || (a.value === null ? 1 : b.value === null ? -1 : a.value < b.value ? -1 : 1));
    const of = (name: string) => own.filter(({ event }) => event.event === name);
    const moments = different.map((name) => of(name).map(({ at }) => at));
    const best = furthestStep(
      moments,
      steps.map((step) => different.indexOf(step)),
      windowHours * 3_600_000,
      ends_at,
    );
    if (!best) continue;
    const first = of(steps[0] ?? '')[best.start]?.value ?? null;
    const row = counts.get(first) ?? steps.map(() => 0);
    counts.set(
      first,
      row.map((count, step) => count + (step < best.steps ? 1 : 0)),
    );
  }
  return [...counts].map(([value, users]) => ({ value, users }));
}

const byValue = (rows: readonly { value: string | null; users: readonly number[] }[]) =>
  rows.toSorted((a, b) => (a.value ?? '').localeCompare(b.value ?? ''));

test.each([
  [names, 24],
  [names, 3],
  [names.slice(0, 2), 240],
  [['app_opened', 'paywall_viewed', 'app_opened'], 24],
  [['app_opened', 'app_opened', 'app_opened'], 48],
  [['checkout_started', 'app_opened', 'paywall_viewed', 'checkout_started'], 100],
])('the funnel %j within %d hours is what one counts user by user', async (steps, window_hours) => {
  const channelOf = new Map(users.map(({ user_id, channel }) => [user_id, channel ?? 'direct']));
  const values = {
    platform: (_: string, event: StoredEvent) => event.platform ?? null,
    app_version: (_: string, event: StoredEvent) => event.app_version ?? null,
    channel: (user_id: string) => channelOf.get(user_id) ?? null,
  };
  const query = { application_code, ...range, steps: steps.join(','), window_hours };
  const [all] = funnelOneByOne(steps, window_hours, () => null);
  const whole = await t.admin.getFunnel({ query });
  expect(whole.data.steps.map((step) => step.users)).toEqual(all?.users);
  for (const breakdown of ['platform', 'app_version', 'channel'] as const) {
    const { data } = await t.admin.getFunnel({ query: { ...query, breakdown } });
    expect(data.steps.map((step) => step.users)).toEqual(all?.users);
    expect(byValue(data.breakdown)).toEqual(byValue(funnelOneByOne(steps, window_hours, values[breakdown])));
  }
});

/** Users that came back, one after another. */
function retentionOneByOne(unit: 'day' | 'week', starts: readonly string[], periods: number, today: string) {
  const periodOf = (time: string) => dayOf(time).startOf(unit).toISODate() ?? '';
  const came = new Set(events.map(({ user_id, occurred_at }) => `${user_id} ${periodOf(occurred_at)}`));
  const cohorts = Map.groupBy(users, ({ registered_at }) => periodOf(registered_at));
  return starts.map((start) => {
    const cohort = cohorts.get(start) ?? [];
    const returned = Array.from({ length: periods + 1 }, (_, period) => {
      const begin = DateTime.fromISO(start).plus({ [`${unit}s`]: period });
      if ((begin.plus({ [`${unit}s`]: 1 }).toISODate() ?? '') > today) return null;
      return cohort.filter(({ user_id }) => came.has(`${user_id} ${begin.toISODate()}`)).length;
    });
    return { start, users: cohort.length, returned };
  });
}

const every = (from: string, to: string, unit: 'day' | 'week'): string[] => {
  const starts: string[] = [];
  for (let at = DateTime.fromISO(from); (at.toISODate() ?? '') <= to; at = at.plus({ [`${unit}s`]: 1 }))
    starts.push(at.toISODate() ?? '');
  return starts;
};

test('retention is what one counts user by user', async () => {
  const query = { application_code, from: '2026-02-24', to: '2026-04-10', periods: 30 };
  const days = await t.admin.getRetention({ query });
  expect(days.data.cohorts).toEqual(
    retentionOneByOne('day', every('2026-02-24', '2026-04-10', 'day'), 30, '2026-04-10'),
  );
  const weeks = retentionOneByOne('week', every('2026-02-23', '2026-04-10', 'week'), 8, '2026-04-10');
  const read = () => t.admin.getRetention({ query: { ...query, unit: 'week', periods: 8 } });
  expect((await read()).data).toMatchObject({ from: '2026-02-23', to: '2026-04-12', cohorts: weeks });
  expect(await t.countWeeks()).toBeGreaterThan(3);
  expect((await read()).data.cohorts).toEqual(weeks);
});

test('each version in use says as which version rules compare it', async () => {
  const { data } = await t.admin.getAppVersions({ query: { application_code, from: '2026-03-01' } });
  const comparedAs = new Map(data.versions.map(({ app_version, compared_as }) => [app_version, compared_as]));
  expect(Object.fromEntries(comparedAs)).toEqual({
    '1.0': '1.0.0',
    '1.1': '1.1.0',
    '1.10': '1.10.0',
    nightly: null,
    null: null,
  });
});

test('versions up to today and of a range that is over say the same of the same events', async () => {
  const query = { application_code, from: '2026-03-01' };
  const today = await t.admin.getAppVersions({ query });
  const over = await t.admin.getAppVersions({ query: { ...query, to: '2026-04-09' } });
  expect(over.data.versions).toEqual(today.data.versions);
  const all = await t.admin.getAppVersions({ query: { from: '2026-03-01' } });
  expect(all.data.versions).toEqual(today.data.versions);
  const ios = await t.admin.getAppVersions({ query: { ...query, platform: 'ios' } });
  expect(ios.data.total_users).toBe(
    today.data.versions.filter(({ platform }) => platform === 'ios').reduce((sum, { users }) => sum + users, 0),
  );
});

async function allPages<Row>(
  read: (cursor: string | undefined) => Promise<{ data: Row[]; next_cursor?: string | null | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read(cursor);
    rows.push(...page.data);
    if (!page.next_cursor) return rows;
    cursor = page.next_cursor;
  }
}

test.each([{ to: '2026-03-20' }, {}])(
  'pages of users of versions have each user once, in any range %j',
  async (end) => {
    const query = { application_code, from: '2026-03-01', ...end };
    const whole = (await t.admin.listAppVersionUsers({ query: { ...query, limit: 200 } })).data;
    const paged = await allPages((cursor) => t.admin.listAppVersionUsers({ query: { ...query, limit: 7, cursor } }));
    expect(paged).toEqual(whole);
    expect(new Set(paged.map(({ user_id, platform }) => `${user_id} ${platform}`)).size).toBe(paged.length);
    expect(paged.length).toBeGreaterThan(60);
  },
);

test('pages of users without a purchase have each user once, also when many viewed in one moment', async () => {
  const query = { application_code, ...range };
  const whole = (await t.admin.listPaywallNoPurchase({ query: { ...query, limit: 200 } })).data;
  const paged = await allPages((cursor) => t.admin.listPaywallNoPurchase({ query: { ...query, limit: 7, cursor } }));
  expect(paged).toEqual(whole);
  const viewers = events.filter(({ event, occurred_at }) => {
    const at = Date.parse(occurred_at);
    return event === 'paywall_viewed' && at >= starts_at && at < ends_at;
  });
  expect(whole.reduce((sum, { views }) => sum + views, 0)).toBe(viewers.length);
});

test('a cursor of another list is refused', async () => {
  const { next_cursor } = await t.admin.listAppVersionUsers({ query: { application_code, limit: 1 } });
  const query = { application_code, cursor: next_cursor ?? '' };
  expect(await t.admin.listPaywallNoPurchase({ query })).toMatchObject({ status: 400, error: 'validation_failed' });
});

test.each([
  ['versions', '', 'platform,app_version,users,share,compared_as'],
  ['versions/users', '', 'user_id,platform,app_version,last_event_at,application_id'],
  [
    'cohorts/paywall-no-purchase',
    '',
    'user_id,views,first_viewed_at,last_viewed_at,channel,registered_at,application_id',
  ],
  ['funnel', '&steps=app_opened,paywall_viewed', 'event,users,share_of_first,share_of_previous,is_known'],
  ['funnel', '&steps=app_opened,paywall_viewed&breakdown=channel', 'value,event,users'],
  ['retention', '&periods=2', 'start,users,0,1,2'],
])('%s%s as a file begins with its columns', async (path, more, columns) => {
  const endpoints = {
    versions: 'getAppVersions',
    'versions/users': 'listAppVersionUsers',
    'cohorts/paywall-no-purchase': 'listPaywallNoPurchase',
    funnel: 'getFunnel',
    retention: 'getRetention',
  } as const;
  const context = t.service.sign(
    { admin: { id: newId(), email: 'a@b.test', role: 'owner', session_id: newId() } },
    endpoints[path as keyof typeof endpoints],
  );
  const url = `${t.service.baseUrl}/v1/analytics/${path}?application_code=${application_code}&from=2026-03-01&format=csv${more}`;
  const response = await fetch(url, { headers: { 'x-platform-context': context } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  const lines = (await response.text()).split('\r\n');
  expect(lines[0]).toBe(columns);
  expect(lines.length).toBeGreaterThan(3);
});

test('reports of an unknown application, and funnels of one step, are refused', async () => {
  const query = { application_code: 'nobody' };
  expect(await t.admin.getAppVersions({ query })).toMatchObject({ error: 'application_not_found' });
  expect(await t.admin.getRetention({ query })).toMatchObject({ error: 'application_not_found' });
  const one = await t.admin.getFunnel({ query: { application_code, steps: 'app_opened' } });
  expect(one).toMatchObject({ error: 'validation_failed' });
});
