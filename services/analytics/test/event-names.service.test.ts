import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { analytics, cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser } from '@platform/testing';
import { type AnalyticsTest, startAnalytics } from './analytics-test.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const site = { id: newId(), code: 'shop' };
const applications = Array.from({ length: 12 }, (_, at) => ({ id: newId(), code: `app-${at}` }));
let t: AnalyticsTest;
let application: { id: string; code: string };
beforeAll(async () => {
  t = await startAnalytics('2026-03-11T12:00:00Z', applications, {
    RATE_LIMIT_NEW_EVENT_NAMES_USER: '5',
    RATE_LIMIT_NEW_EVENT_NAMES_ADDRESS: '8',
  });
  await t.service.answer(cms.queries.resolveSite, (asked) => ({
    site:
      'id' in asked && asked.id === site.id
        ? { ...site, status: 'active' as const, application_id: null, keys: [] }
        : null,
  }));
});
afterAll(() => t.service.stop());
beforeEach(() => {
  application = applications.pop() ?? t.application;
});

const someone = (client_ip = '198.51.100.1') => {
  const call = t.service.as({ application, user: aUser(), client_ip });
  const of = application;
  return {
    send: async (...names: string[]) => {
      const reply = await call.recordEvents({ body: { events: names.map((event) => ({ event })) } });
      expect(reply).toMatchObject({ status: 202, data: { accepted: names.length, rejected: [] } });
    },
    of,
  };
};
const stored = async () =>
  (
    await t.service.database.query<{ event: string; n: number }>(
      'SELECT event, count(*)::int AS n FROM analytics.events WHERE application_id = $1 GROUP BY 1 ORDER BY event COLLATE "C"',
      [application.id],
    )
  ).map(({ event, n }) => `${event} ${n}`);
const params = () => ({ application_id: application.id });
const listed = async () => {
  const { data } = await t.admin.listEventNames({ params: params(), query: {} });
  return data.map(({ event_name, status, merged_into }) => [event_name, status, merged_into]);
};
const summary = async () => {
  await t.countDays();
  const { data } = await t.admin.getAnalyticsSummary({ query: { application_code: application.code, days: 1 } });
  if (data.kind !== 'application') throw new Error('not of an application');
  return Object.fromEntries(data.top_events.map(({ event, events, uniques }) => [event, [events, uniques]]));
};

describe('new names', () => {
  test('of one user are five an hour, and more count as (other) without a refusal', async () => {
    await someone().send('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a1');
    expect(await stored()).toEqual(['(other) 2', 'a1 2', 'a2 1', 'a3 1', 'a4 1', 'a5 1']);
  });

  test('of one address are eight an hour, for all its users together', async () => {
    await someone('198.51.100.2').send('b1', 'b2', 'b3', 'b4', 'b5');
    await someone('198.51.100.2').send('c1', 'c2', 'c3', 'c4');
    expect(await listed()).toHaveLength(8);
    await someone('198.51.100.3').send('c4');
    expect(await stored()).toEqual([
      '(other) 1',
      ...['b1', 'b2', 'b3', 'b4', 'b5', 'c1', 'c2', 'c3', 'c4'].map((n) => `${n} 1`),
    ]);
  });

  test('that find no room are shown to administrators', async () => {
    await someone('198.51.100.4').send('a1', 'a2', 'a3', 'a4', 'a5', 'a6');
    const { data } = await t.admin.getIngestion({ query: { application_code: application.code, days: 1 } });
    expect(data.days).toMatchObject([{ stored: 6, rejected: {}, without_name: 1 }]);
  });
});

describe('the list of names', () => {
  const countsOf = async () => {
    const { data } = await t.admin.listEventNames({ params: params(), query: {} });
    return Object.fromEntries(data.map(({ event_name, events }) => [event_name, events]));
  };

  test('counts the events that reports count, and each repeat of an id once', async () => {
    const call = t.service.as({ application, user: aUser(), client_ip: '198.51.100.21' });
    const event = { event: 'opened', event_id: newId() };
    const batch = [event, event, { event: 'opened' }, { event: 'closed', event_id: newId() }];
    await call.recordEvents({ body: { events: batch } });
    for (let times = 0; times < 3; times += 1) await call.recordEvent({ body: event });
    expect(await countsOf()).toEqual({ opened: 2, closed: 1 });
    expect(await summary()).toEqual({ opened: [2, 1], closed: [1, 1] });
    await call.recordEvents({ body: { events: batch } });
    expect(await countsOf()).toEqual({ opened: 3, closed: 1 });
    expect(await summary()).toEqual({ opened: [3, 1], closed: [1, 1] });
  });

  test('counts a merged name for the events that came with it', async () => {
    const call = t.service.as({ application, user: aUser(), client_ip: '198.51.100.22' });
    await call.recordEvent({ body: { event: 'opened' } });
    await t.admin.mergeEventNames({ params: params(), body: { from: ['open'], into: 'opened' } });
    const event = { event: 'open', event_id: newId() };
    for (let times = 0; times < 2; times += 1) await call.recordEvent({ body: event });
    expect(await countsOf()).toEqual({ open: 1, opened: 1 });
    expect(await summary()).toEqual({ opened: [2, 1] });
  });

  test('counts the events of a site alike', async () => {
    const of = { ...site, id: site.id };
    const visitor = t.service.as({
      site: { ...of, application_id: null },
      client_ip: '198.51.100.23',
      user_agent: browser,
    });
    const event = { event: 'scrolled', event_id: newId().toUpperCase(), url: 'https://shop.test/' };
    for (let times = 0; times < 3; times += 1)
      await visitor.recordSiteEvents({ params: { site_code: site.code }, body: { events: [event, event] } });
    const { data } = await t.admin.listSiteEventNames({ params: { site_id: site.id }, query: {} });
    expect(data.find(({ event_name }) => event_name === 'scrolled')?.events).toBe(1);
  });
});

describe('an administrator', () => {
  test('allows a name before its first event, also when a visitor has used up the room', async () => {
    const visitor = someone('198.51.100.5');
    await visitor.send('x1', 'x2', 'x3', 'x4', 'x5', 'wanted');
    const reply = await t.admin.allowEventName({ params: { ...params(), event_name: 'wanted' } });
    expect(reply).toMatchObject({ status: 200, data: { event_name: 'wanted', status: 'allowed', events: 0 } });
    await visitor.send('wanted');
    expect(await stored()).toContain('wanted 1');
    expect((await listed()).at(0)).toEqual(['wanted', 'allowed', null]);
  });

  test('merges names: later events count under the other one, and reports add what was counted', async () => {
    const [anna, boris] = [someone('198.51.100.6'), someone('198.51.100.7')];
    await anna.send('opened', 'app_open', 'app_open');
    await boris.send('app_opened');
    expect(await summary()).toEqual({ app_open: [2, 1], opened: [1, 1], app_opened: [1, 1] });
    const body = { from: ['app_open', 'opened'], into: 'app_opened' };
    expect((await t.admin.mergeEventNames({ params: params(), body })).data).toMatchObject({
      event_name: 'app_opened',
    });
    expect(await listed()).toEqual([
      ['app_open', 'merged', 'app_opened'],
      ['app_opened', 'seen', null],
      ['opened', 'merged', 'app_opened'],
    ]);
    expect(await summary()).toEqual({ app_opened: [4, 2] });
    await boris.send('opened');
    expect(await stored()).toEqual(['app_open 2', 'app_opened 2', 'opened 1']);
    expect(await summary()).toEqual({ app_opened: [5, 2] });
    const steps = { application_code: application.code, days: 1, steps: 'app_opened,opened' };
    const funnel = await t.admin.getFunnel({ query: steps as never });
    expect(funnel.data).toMatchObject({ steps: [{ users: 2 }, { users: 2 }] });
  });

  test('changes names in another process, and this one knows it by the event', async () => {
    const visitor = someone('198.51.100.11');
    await visitor.send('renamed');
    await t.service.database.query(
      "INSERT INTO analytics.event_names (application_id, event, first_seen_at, merged_into) VALUES ($1, 'elsewhere', now(), 'renamed')",
      [application.id],
    );
    await t.service.deliver(
      analytics.events.eventNamesChanged,
      { owner_id: application.id },
      { application_id: application.id },
    );
    await visitor.send('elsewhere');
    expect(await stored()).toEqual(['renamed 2']);
  });

  test('merges a name that clients keep sending into (other)', async () => {
    await t.admin.mergeEventNames({ params: params(), body: { from: ['junk'], into: '(other)' } });
    await someone('198.51.100.8').send('junk', 'good');
    expect(await stored()).toEqual(['(other) 1', 'good 1']);
  });

  test('removes a name and frees its place for another one', async () => {
    await someone('198.51.100.9').send('old');
    expect((await t.admin.removeEventName({ params: { ...params(), event_name: 'old' } })).status).toBe(204);
    expect(await listed()).toEqual([]);
    await someone('198.51.100.9').send('old');
    expect(await listed()).toEqual([['old', 'seen', null]]);
    const unknown = await t.admin.removeEventName({ params: { ...params(), event_name: 'never' } });
    expect(unknown).toMatchObject({ status: 404, error: 'event_name_not_found' });
  });

  test.each([
    ['a name merged into itself', { from: ['a'], into: 'a' }, 400, 'validation_failed'],
    ['a merge into a name that was merged away', { from: ['b'], into: 'gone' }, 409, 'conflict'],
    ['the rest as a name that ends', { from: ['(other)'], into: 'a' }, 400, 'validation_failed'],
  ])('is refused %s', async (_, body, status, error) => {
    const of = { application_id: t.application.id };
    await t.admin.mergeEventNames({ params: of, body: { from: ['gone'], into: 'here' } });
    expect(await t.admin.mergeEventNames({ params: of, body })).toMatchObject({ status, error });
  });

  test('does the same for a site', async () => {
    const of = { site_id: site.id };
    const merge = { from: ['clicked'], into: 'button_clicked' };
    expect(await t.admin.mergeSiteEventNames({ params: of, body: merge })).toMatchObject({ status: 200 });
    const visitor = t.service.as({
      site: { ...site, application_id: null },
      client_ip: '198.51.100.10',
      user_agent: browser,
    });
    const events = [{ event: 'clicked', url: 'https://shop.test/' }];
    await visitor.recordSiteEvents({ params: { site_code: site.code }, body: { events } });
    const rows = await t.service.database.query(
      "SELECT event FROM analytics.site_events WHERE site_id = $1 AND event LIKE '%clicked'",
      [site.id],
    );
    expect(rows).toEqual([{ event: 'button_clicked' }]);
    const { data } = await t.admin.listSiteEventNames({ params: of, query: { limit: 1 } });
    expect(data).toMatchObject([{ event_name: 'button_clicked', status: 'allowed' }]);
    expect(await t.admin.listSiteEventNames({ params: { site_id: newId() }, query: {} })).toMatchObject({
      error: 'site_not_found',
    });
  });
});
