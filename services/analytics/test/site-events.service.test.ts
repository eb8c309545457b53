import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type analytics, catalog, cms, identity } from '@platform/contracts';
import type { SiteContext } from '@platform/contracts/kit';
import { contextHeader, createLog, newId, openDatabase } from '@platform/runtime';
import {
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
import { createVisitorSalts, destroyVisitorSalts } from '../src/site-events/visitor-salts.ts';
import { aDescribedSite } from './analytics-test.ts';

/** A Wednesday, in the middle of a week of events. */
const wednesday = '2026-03-11T12:00:00.000Z';
const clock = fakeClock(wednesday);
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let t: TestService<typeof analytics>;
let folder: string;
let isCmsUp = true;
/** Time zones of sites; UTC where there is none. */
const zones = new Map<string, string>();
const linked = new Map<string, { id: string; code: string }[]>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-sites-'));
  const path = join(folder, 'places.mmdb');
  await writeGeoDatabase(path, {
    '77.0.0.0/8': { country_code: 'RU', city: 'Moscow', latitude: 55.75, longitude: 37.62 },
  });
  t = await startService(analyticsService, { clock, env: { ...noLimits, GEO_DATABASE_PATH: path } });
  await t.answer(cms.queries.listLinkedSites, ({ application_id }) => {
    if (!isCmsUp) throw new Error('the cms is down');
    return { sites: linked.get(application_id) ?? [] };
  });
  await t.answer(cms.queries.describeSite, ({ id }) => ({ site: aDescribedSite(id, zones.get(id) ?? 'UTC') }));
  await t.answer(catalog.queries.resolveApplication, () => ({ application: null }));
  await t.answer(identity.commands.heartbeatDevice, () => ({ is_written: true }));
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  clock.set(wednesday);
  isCmsUp = true;
});

const openAnalytics = () =>
  openDatabase({
    url: t.database.urlFor('analytics'),
    poolSize: 1,
    service: 'analytics',
    log: createLog('test', 'silent'),
    traced: false,
  });

const aSite = (application_id: string | null = null): SiteContext => {
  const id = newId();
  return { id, code: `site-${id.slice(-8)}`, application_id };
};
const view = (path = '/', more: object = {}) => ({
  event: 'page_viewed',
  url: `https://www.example.test${path}`,
  ...more,
});

/** A visitor with a browser, on a site. */
function visitor(site = aSite(), caller: Partial<Caller> = {}) {
  const client = t.as({ site, client_ip: '77.1.2.3', user_agent: browser, ...caller });
  return {
    site,
    send: (body: unknown, headers: Record<string, string> = {}) =>
      client.recordSiteEvents({ params: { site_code: site.code }, body: body as unknown[], headers }),
    stored: () => storedOn(site),
  };
}
const storedOn = ({ id }: { id: string }) =>
  t.database.query<Record<string, unknown>>(
    'SELECT * FROM analytics.site_events WHERE site_id = $1 ORDER BY occurred_at, event_id',
    [id],
  );
const visitorOf = async (someone: ReturnType<typeof visitor>) => {
  await someone.send(view());
  return (await someone.stored()).at(-1)?.visitor_id;
};

describe('an event of a site', () => {
  test('is stored with page, source and country before it is answered, and without address and browser', async () => {
    const anna = visitor();
    const event_id = newId();
    const reply = await anna.send(
      view('/pricing?email=anna@example.test#top', {
        event_id,
        referrer: 'https://www.google.com/search?q=notes',
        utm_source: 'newsletter',
        utm_campaign: 'spring',
        properties: { plan: 'pro', nested: [1] },
      }),
    );
    expect(reply).toMatchObject({ status: 202, data: { accepted: 1, rejected: [] } });
    const rows = await anna.stored();
    expect(rows).toEqual([
      {
        site_id: anna.site.id,
        event_id,
        event: 'page_viewed',
        visitor_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        occurred_at: new Date(wednesday),
        received_at: new Date(wednesday),
        path: '/pricing',
        referrer_host: 'google.com',
        utm_source: 'newsletter',
        utm_medium: null,
        utm_campaign: 'spring',
        utm_term: null,
        utm_content: null,
        country_code: 'RU',
        properties: { plan: 'pro', nested: [1] },
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/77\.1\.2\.3|Firefox|anna@example/);
  });

  test('happens when it arrives, whatever the page says', async () => {
    const anna = visitor();
    await anna.send(view('/', { occurred_at: '2020-01-01T00:00:00Z', visitor_id: newId() }));
    expect(await anna.stored()).toMatchObject([{ occurred_at: new Date(wednesday) }]);
  });

  test('that is wrong is refused with the name of its field, and nothing is stored', async () => {
    const anna = visitor();
    for (const [body, path] of [
      [{ event: 'x' }, 'url'],
      [{ url: 'https://a.test/' }, 'event'],
      [{ ...view(), url: 'ftp://a.test/' }, 'url'],
      [{ ...view(), properties: { a: 'x'.repeat(17_000) } }, 'properties'],
      [{ ...view(), event: 'a\u0000b' }, 'event'],
    ] as const)
      expect(await anna.send(body)).toMatchObject({
        status: 400,
        body: { error: 'validation_failed', details: [{ path }] },
      });
    expect(await anna.stored()).toEqual([]);
  });

  test('with the same id counts once, in one call, in a second one and across the end of a week', async () => {
    const anna = visitor();
    const event = view('/', { event_id: newId() });
    clock.set('2026-03-15T23:59:59Z');
    expect((await anna.send([event, event, event])).data.accepted).toBe(3);
    expect((await anna.send(event)).data.accepted).toBe(1);
    clock.set('2026-03-16T00:00:01Z');
    expect((await anna.send({ events: [event] })).data.accepted).toBe(1);
    expect(await anna.stored()).toHaveLength(1);
    const other = visitor();
    await other.send(event);
    expect(await other.stored()).toHaveLength(1);
  });

  test.each([
    ['an application', 'okhttp/4.12.0', {}, 1],
    ['a server that reports it', 'node', {}, 1],
    ['a browser', browser, {}, 1],
    ['a prerendered page that nobody sees yet', browser, { 'sec-purpose': 'prefetch;prerender' }, 0],
    ['a crawler with the library of an application', 'Googlebot/2.1 okhttp/4.12.0', {}, 0],
  ])('of %s counts as it should', async (_, user_agent, headers, accepted) => {
    const sender = visitor(aSite(), { user_agent });
    expect((await sender.send(view(), headers)).data).toEqual({ accepted, rejected: [] });
    expect(await sender.stored()).toHaveLength(accepted);
  });

  test('of a declared robot is answered and not stored', async () => {
    const crawler = visitor(aSite(), { user_agent: robot });
    expect(await crawler.send([view(), view('/a')])).toMatchObject({
      status: 202,
      data: { accepted: 0, rejected: [] },
    });
    expect(await crawler.stored()).toEqual([]);
  });

  test('has one of a thousand names, or counts as (other)', async () => {
    const anna = visitor();
    const events = Array.from({ length: 1_001 }, (_, at) => ({ ...view(), event: `name_${at}` }));
    for (const from of [0, 400]) expect((await anna.send(events.slice(from, from + 400))).data.rejected).toEqual([]);
    const last = await anna.send(events.slice(800));
    expect(last.data).toMatchObject({ accepted: 201, rejected: [] });
    const [row] = await t.database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM analytics.site_events WHERE event = '(other)'",
    );
    expect(row?.n).toBe(1);
  });
});

describe('a batch', () => {
  test('is judged event by event: valid ones are stored, invalid ones are named by their index', async () => {
    const anna = visitor();
    const reply = await anna.send({
      events: [view('/a'), { event: 'x' }, view('/b'), null, { ...view(), properties: { a: 'x'.repeat(17_000) } }],
    });
    expect(reply).toMatchObject({
      status: 202,
      data: {
        accepted: 2,
        rejected: [
          { index: 1, error: 'validation_failed', message: expect.stringContaining('url') },
          { index: 3, error: 'validation_failed' },
          { index: 4, error: 'properties_too_large' },
        ],
      },
    });
    expect((await anna.stored()).map(({ path }) => path).toSorted()).toEqual(['/a', '/b']);
  });

  test('has one event at least and 500 at most', async () => {
    const anna = visitor();
    const many = (count: number) => Array.from({ length: count }, (_, at) => view(`/${at}`));
    for (const body of [[], { events: [] }, many(501), { events: many(501) }, { events: 'no' }])
      expect(await anna.send(body)).toMatchObject({ status: 400, error: 'validation_failed' });
    expect((await anna.send(many(500))).data.accepted).toBe(500);
    expect(await anna.stored()).toHaveLength(500);
  });

  test('may be compressed', async () => {
    const anna = visitor();
    const response = await fetch(`${t.baseUrl}/v1/sites/${anna.site.code}/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        [contextHeader]: t.sign({ site: anna.site, user_agent: browser }, 'recordSiteEvents'),
      },
      body: gzipSync(JSON.stringify([view(), view('/b')])),
    });
    expect(response.status).toBe(202);
    expect(await anna.stored()).toHaveLength(2);
  });
});

describe('a visitor', () => {
  test('is the same all day, and another one on the next, on another site, at another address, with another browser', async () => {
    const site = aSite();
    const anna = visitor(site);
    const first = await visitorOf(anna);
    clock.set('2026-03-11T23:59:59.999Z');
    expect(await visitorOf(anna)).toBe(first);
    const others = [
      await visitorOf(visitor()),
      await visitorOf(visitor(site, { client_ip: '77.1.2.4' })),
      await visitorOf(visitor(site, { user_agent: `${browser} x` })),
    ];
    clock.set('2026-03-12T00:00:00Z');
    others.push(await visitorOf(anna));
    expect(new Set([first, ...others]).size).toBe(5);
  });

  test('is the same in every process, whichever makes the salt of the day', async () => {
    const handles = Array.from({ length: 4 }, () => openAnalytics());
    try {
      const salts = await Promise.all(handles.map(({ db }) => createVisitorSalts({ db, clock }).of('2026-05-06')));
      expect(salts[0]).toHaveLength(32);
      expect(new Set(salts.map((salt) => salt.toString('hex'))).size).toBe(1);
    } finally {
      await Promise.all(handles.map((handle) => handle.close()));
    }
  });

  test.each([
    // Midnight in Moscow, in Kathmandu, and at the end of the longest day of Berlin (25 hours) and of the shortest (23).
    ['Europe/Moscow', '2026-03-11T21:00:00Z', '2026-03-12T20:59:59.999Z'],
    ['Asia/Kathmandu', '2026-03-11T18:15:00Z', '2026-03-12T18:14:59.999Z'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'],
    ['Pacific/Kiritimati', '2026-03-11T10:00:00Z', '2026-03-12T09:59:59.999Z'],
    ['-12:00', '2026-03-11T12:00:00Z', '2026-03-12T11:59:59.999Z'],
  ])(
    'is the same in a whole day of the site in %s from %s on, and another one before and after',
    async (zone, first, last) => {
      const site = aSite();
      zones.set(site.id, zone);
      const anna = visitor(site);
      const handle = openAnalytics();
      const ids: unknown[] = [];
      for (const moment of [Date.parse(first) - 1, Date.parse(first), Date.parse(last), Date.parse(last) + 1]) {
        clock.set(new Date(moment).toISOString());
        // What is destroyed in the day would be made anew, and the visitor would be another one.
        await destroyVisitorSalts({ db: handle.db, clock });
        ids.push(await visitorOf(anna));
      }
      await handle.close();
      expect(ids[1]).toBe(ids[2]);
      expect(new Set(ids).size).toBe(3);
    },
  );

  test('cannot be recognised once the date is over in every zone: its salt is destroyed an hour later', async () => {
    await t.database.query('DELETE FROM analytics.visitor_salts');
    const days = async () =>
      (await t.database.query<{ day: string }>('SELECT day::text FROM analytics.visitor_salts ORDER BY day')).map(
        ({ day }) => day,
      );
    const handle = openAnalytics();
    const destroy = () => destroyVisitorSalts({ db: handle.db, clock });
    clock.set('2026-06-01T23:59:00Z');
    await visitorOf(visitor());
    await destroy();
    expect(await days()).toEqual(['2026-06-01']);
    clock.set('2026-06-02T00:30:00Z');
    await visitorOf(visitor());
    await destroy();
    expect(await days()).toEqual(['2026-06-01', '2026-06-02']);
    clock.set('2026-06-02T12:59:59Z');
    await destroy();
    expect(await days()).toEqual(['2026-06-01', '2026-06-02']);
    clock.set('2026-06-02T13:00:00Z');
    await destroy();
    expect(await days()).toEqual(['2026-06-02']);
    await handle.close();
  });
});

describe('an event of an application', () => {
  const someone = () => {
    const application = anApplication();
    const site = aSite(application.id);
    linked.set(application.id, [{ id: site.id, code: site.code }]);
    const user = aUser();
    const client = t.as({ application, user, client_ip: '77.1.2.3' });
    return { application, site, user_id: user.id, client };
  };
  const countEvents = async (application_id: string) =>
    (await t.database.query('SELECT 1 FROM analytics.events WHERE application_id = $1', [application_id])).length;

  test('that names a site of the application is one of the site too, and its visitor is the user', async () => {
    const { application, site, user_id, client } = someone();
    const [one, two] = [newId(), newId()];
    const occurred_at = '2026-03-10T08:00:00.000Z';
    const url = 'https://example.test/app?token=1';
    await client.recordEvents({
      body: [
        {
          event: 'page_viewed',
          event_id: one,
          occurred_at,
          cms_site_code: site.code,
          properties: { url, utm_source: 'ad' },
        },
        { event: 'page_viewed', event_id: two, properties: { site_code: site.code } },
        { event: 'app_opened' },
      ],
    });
    expect(await storedOn(site)).toMatchObject([
      {
        event_id: one,
        visitor_id: user_id,
        occurred_at: new Date(occurred_at),
        path: '/app',
        utm_source: 'ad',
        country_code: 'RU',
        properties: null,
      },
      { event_id: two, visitor_id: user_id, path: '/', occurred_at: new Date(wednesday) },
    ]);
    expect(await countEvents(application.id)).toBe(3);
  });

  test('counts once for the site, however often it comes, in whichever week', async () => {
    const { site, client } = someone();
    const event = { event: 'page_viewed', event_id: newId(), cms_site_code: site.code };
    await client.recordEvents({ body: [event, event] });
    await client.recordEvent({ body: event });
    await client.recordEvent({ body: { ...event, occurred_at: '2026-03-07T00:00:00Z' } });
    expect(await storedOn(site)).toHaveLength(1);
  });

  test('that names a site of another application, or none that there is, is stored and counts for no site', async () => {
    const [anna, boris] = [someone(), someone()];
    for (const code of [boris.site.code, 'no-such-site'])
      expect((await anna.client.recordEvent({ body: { event: 'page_viewed', cms_site_code: code } })).status).toBe(202);
    expect(await storedOn(boris.site)).toEqual([]);
    expect(await countEvents(anna.application.id)).toBe(2);
  });

  test('counts for a site from the moment that it is linked', async () => {
    const { application, site, client } = someone();
    linked.set(application.id, []);
    const body = { event: 'page_viewed', cms_site_code: site.code };
    await client.recordEvent({ body });
    expect(await storedOn(site)).toEqual([]);
    linked.set(application.id, [{ id: site.id, code: site.code }]);
    await t.deliver(
      cms.events.siteUpdated,
      { site_id: site.id, code: site.code, application_id: application.id },
      { application_id: application.id },
    );
    await eventually(async () => {
      await client.recordEvent({ body });
      return (await storedOn(site)).length > 0;
    });
  });

  test('is stored while the cms is down, and counts for no site', async () => {
    const { application, site, client } = someone();
    isCmsUp = false;
    expect((await client.recordEvent({ body: { event: 'x', cms_site_code: site.code } })).status).toBe(202);
    expect([await countEvents(application.id), await storedOn(site)]).toEqual([1, []]);
  });
});
