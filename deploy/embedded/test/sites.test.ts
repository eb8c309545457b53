import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Reply } from '@platform/contracts';
import { publicationOf } from '@platform/testing';
import { wire } from './probes.ts';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/** Sites from end to end: cms, identity and analytics behind the gateway. */

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let t: TestPlatform;
let send: ReturnType<typeof wire>;
let admin: PlatformClient;

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  admin = t.client(await t.adminHeaders());
});
afterAll(async () => {
  send.close();
  await t.stop();
});

function ok<T>(reply: Reply<T>): T {
  if (reply.status >= 400) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

async function givenSite(application_id: string | null = null) {
  const site = ok(await admin.createSite({ body: { name: 'Landing', application_id } }));
  return { ...site, params: { site_id: site.id }, at: { params: { site_code: site.code } } };
}
const as = (key: string, more: Record<string, string> = {}) => t.client({ 'x-public-key': key, ...more });
const answer = async (reply: Promise<Reply>) => {
  const { status, error } = await reply;
  return error ?? status;
};

test('the demo application has a site, readable with either key', async () => {
  const { site_code, site_key, public_key } = t.demo;
  const direct = await as(site_key).readSite({ params: { site_code } });
  expect(direct.data).toMatchObject({
    code: site_code,
    name: 'Demo Notes',
    icon_url: null,
    website_url: 'https://example.test',
  });
  expect(direct.headers.get('cache-control')).toBe(
    'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  );
  expect(direct.headers.get('ratelimit-limit')).not.toBeNull();
  const under = await as(public_key).readApplicationSite({ params: { app_code: 'demo', site_code } });
  expect([under.status, under.data]).toEqual([200, direct.data]);
});

describe('the key of a site', () => {
  beforeEach(() => void stopCacheClock());
  afterEach(() => void jest.restoreAllMocks());

  test('is replaced at once: the new one opens, the old one for the grace period, and none after it', async () => {
    const site = await givenSite();
    const read = (key: string) => answer(as(key).readSite(site.at));
    expect(await read(site.site_key)).toBe(200);
    const second = ok(await admin.rotateSiteKey({ params: site.params, body: {} })).site_key;
    await until('the new key opens', async () => (await read(second)) === 200);
    expect(await read(site.site_key)).toBe(200);
    const third = ok(await admin.rotateSiteKey({ params: site.params, body: { grace_hours: 0 } })).site_key;
    await until('the new key opens', async () => (await read(third)) === 200);
    expect([await read(second), await read(site.site_key)]).toEqual(['invalid_public_key', 'invalid_public_key']);
  });

  test('opens nothing while the site is archived, and opens again afterwards', async () => {
    const site = await givenSite();
    const read = () => answer(as(site.site_key).readSite(site.at));
    expect(await read()).toBe(200);
    ok(await admin.updateSite({ params: site.params, body: { status: 'archived' } }));
    await until('it is gone', async () => (await read()) === 'site_not_found');
    ok(await admin.updateSite({ params: site.params, body: { status: 'active' } }));
    await until('it is back', async () => (await read()) === 200);
  });

  test('is not the key of the application, and the other way round', async () => {
    const site = await givenSite(t.demo.application_id);
    expect(await answer(as(t.demo.public_key).readSite(site.at))).toBe('invalid_public_key');
    const under = { params: { app_code: 'demo', site_code: site.code } };
    expect(await answer(as(site.site_key).readApplicationSite(under))).toBe('invalid_public_key');
  });
});

test('an application reads the sites that are linked to it, from the moment of the link to its end', async () => {
  const site = await givenSite();
  const startClock = stopCacheClock();
  const read = () =>
    answer(as(t.demo.public_key).readApplicationSite({ params: { app_code: 'demo', site_code: site.code } }));
  expect(await read()).toBe('site_not_found');
  ok(await admin.updateSite({ params: site.params, body: { application_id: t.demo.application_id } }));
  await until('it is linked', async () => (await read()) === 200);
  ok(await admin.updateSite({ params: site.params, body: { application_id: null } }));
  await until('it is unlinked', async () => (await read()) === 'site_not_found');
  startClock();
});

test('agreements and the consent to payment data are documents of applications alone', async () => {
  const site = await givenSite();
  const body = { title: 'Title', body: 'Text' };
  for (const [kind, status] of [
    ['terms_notes', 400],
    ['payment_data_consent', 400],
    ['mobile_apps_terms', 200],
    ['personal_data_consent', 200],
  ] as const) {
    const params = { owner_type: 'cms_site' as const, owner_id: site.id, kind };
    const replies = [
      await admin.saveLegalDraft({ params, body }),
      await admin.publishLegalDocument({ params, ...publicationOf({ lock_version: 1 }) }),
    ];
    expect([kind, ...replies.map((reply) => reply.status)]).toEqual([kind, status, status]);
  }
});

test('legal texts of a site are written, published and read under it and its application, and nowhere else', async () => {
  const site = await givenSite(t.demo.application_id);
  const other = await givenSite(t.demo.application_id);
  const slot = { params: { owner_type: 'cms_site' as const, owner_id: site.id, kind: 'privacy_policy' } };
  const draft = ok(await admin.saveLegalDraft({ ...slot, body: { title: 'Privacy of the site', body: 'Text' } }));
  const kind = { doc_kind: 'privacy_policy' };
  const direct = as(site.site_key);
  const under = as(t.demo.public_key);
  const inApplication = { params: { app_code: 'demo', site_code: site.code } };
  expect(ok(await direct.listSiteLegalDocuments(site.at))).toEqual([]);
  expect(await answer(direct.getSiteLegalDocument({ params: { site_code: site.code, ...kind } }))).toBe(
    'legal_document_not_found',
  );
  const {
    lock_version: _,
    warnings,
    ...published
  } = ok(await admin.publishLegalDocument({ ...slot, ...publicationOf(draft) }));
  expect(warnings).toEqual([]);
  const lists = [
    ok(await direct.listSiteLegalDocuments(site.at)),
    ok(await under.listApplicationSiteLegalDocuments(inApplication)),
  ];
  expect(lists).toEqual([[published], [published]]);
  for (const reply of [
    await direct.getSiteLegalDocument({ params: { ...site.at.params, ...kind } }),
    await under.getApplicationSiteLegalDocument({ params: { ...inApplication.params, ...kind } }),
  ])
    expect([reply.data, reply.headers.get('etag')]).toEqual([{ ...published, body: 'Text' }, expect.any(String)]);
  expect(ok(await as(other.site_key).listSiteLegalDocuments(other.at))).toEqual([]);
  const ofApplication = ok(await under.listLegalDocuments({ params: { app_code: 'demo' } }));
  expect(ofApplication.map(({ id }) => id)).not.toContain(published.id);
  const unknown = { params: { ...slot.params, owner_id: t.demo.application_id } };
  expect((await admin.saveLegalDraft({ ...unknown, body: { title: 'x', body: 'x' } })).error).toBe('site_not_found');
});

describe('events of a site', () => {
  const post = (target: string, body: unknown, headers: Record<string, string>) =>
    send({
      method: 'POST',
      target,
      headers: { 'content-type': 'application/json', 'user-agent': browser, ...headers },
      body: JSON.stringify(body),
    });
  const view = { event: 'page_viewed', url: 'https://example.test/pricing' };

  test('come from browsers: a preflight allows it, a beacon has the key in its address, and the summary counts them', async () => {
    const site = await givenSite();
    const target = `/v1/sites/${site.code}/events`;
    const preflight = await send({
      method: 'OPTIONS',
      target,
      headers: {
        origin: 'https://example.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-public-key',
      },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toContain('x-public-key');

    const origin = { origin: 'https://example.test' };
    const fetched = await post(target, view, { ...origin, 'x-public-key': site.site_key });
    expect([fetched.status, fetched.headers['access-control-allow-origin']]).toEqual([202, '*']);
    const beacon = await post(`${target}?public_key=${site.site_key}`, { events: [view] }, origin);
    expect([beacon.status, beacon.json]).toEqual([202, { data: { accepted: 1, rejected: [] } }]);
    expect((await post(target, view, origin)).error).toBe('missing_public_key');
    expect((await post(`${target}?public_key=${t.demo.site_key}`, view, origin)).error).toBe('invalid_public_key');
    // A header that is wrong is not saved by an address that is right.
    const both = await post(`${target}?public_key=${site.site_key}`, view, { 'x-public-key': t.demo.site_key });
    expect(both.error).toBe('invalid_public_key');
    expect((await post(`/v1/sites/${site.code}/legal?public_key=${site.site_key}`, view, {})).status).toBe(405);

    await until('they are counted', async () => {
      const { data } = await admin.getAnalyticsSummary({ query: { cms_site_code: site.code, days: 1 } });
      return data.kind === 'site' && data.metrics.views.value === 2 && data.metrics.visitors.value === 1;
    });
  });

  test('of a signed-in user count for a site of the application', async () => {
    const site = await givenSite(t.demo.application_id);
    const anna = await t.registered();
    // A service that queried before the site existed needs its event first.
    await until('it counts', async () => {
      ok(await anna.client.recordEvent({ body: { event: 'page_viewed', cms_site_code: site.code } }));
      const rows = await t.database.query<{ visitor_id: string }>(
        'SELECT DISTINCT visitor_id FROM analytics.site_events WHERE site_id = $1',
        [site.id],
      );
      return rows.length === 1 && rows[0]?.visitor_id === anna.user_id;
    });
  });

  test('name no user after an erasure', async () => {
    const site = await givenSite(t.demo.application_id);
    const anna = await t.registered();
    const visitors = () =>
      t.database.query<{ visitor_id: string }>('SELECT visitor_id FROM analytics.site_events WHERE site_id = $1', [
        site.id,
      ]);
    await until('it counts', async () => {
      ok(await anna.client.recordEvent({ body: { event: 'page_viewed', cms_site_code: site.code } }));
      return (await visitors()).length > 0;
    });
    expect((await anna.client.eraseMe({ params: { app_code: 'demo' } })).status).toBe(204);
    const isRenamed = async () => (await visitors()).every(({ visitor_id }) => visitor_id !== anna.user_id);
    await until('the visitor has another name', isRenamed);
  });
});
