import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cms, seoRkn } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { createIndexNowSandbox } from '@platform/sandbox';
import { eventually } from '@platform/testing';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

const indexNow = createIndexNowSandbox();
let server: Server;
let t: TestSeo;
let key = '';

/** A test holds calls to IndexNow back with it. */
let gate: { reached: () => void; released: Promise<void> } | null = null;

beforeAll(async () => {
  server = createServer(async (req, res) => {
    if (gate && req.url === '/indexnow') {
      const { reached, released } = gate;
      gate = null;
      reached();
      await released;
    }
    return indexNow.handler(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  t = await startSeo({
    env: { INDEXNOW_URL: `http://${host}/indexnow`, SAFE_FETCH_ALLOWED_HOSTS: `${host},127.0.0.1:*` },
    overrides: { timing: { retryMs: 20, pollMs: 20, recheckDelaysMs: [0, 20, 60_000] } },
  });
  t.site.pages.set('/', at('/', ['/p/post']));
  t.site.pages.set('/p/post', at('/p/post', ['/']));
  key = (await t.client.getSeoSettings({ params: params() })).data.indexnow_key;
});
beforeEach(async () => {
  indexNow.fail(null);
  t.site.pages.set(`/${key}.txt`, { headers: { 'content-type': 'text/plain' }, body: key });
  await t.database.query(
    `UPDATE "seo-rkn".indexnow_keys SET not_before = NULL; DELETE FROM "seo-rkn".rechecks; DELETE FROM "seo-rkn".indexnow_urls;`,
  );
});
afterAll(async () => {
  await t.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(t.errors()).toEqual([]);
});

const params = () => ({ site_id: t.described.id });
const at = (path: string, links: string[], head = '') =>
  page({ title: `Страница о делах студии ${path}`, path, origin: t.site.origin, head, links });
function holdCall() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gate = { reached: reached.resolve, released: released.promise };
  return { reached: reached.promise, release: released.resolve };
}
/** Changes, as they are stored. */
const stored = () =>
  t.database.query<{ is_leased: boolean; due: string; wait: number }>(`SELECT lease_until > now() AS is_leased,
    due_at::text AS due, extract(epoch FROM due_at - now())::int AS wait FROM "seo-rkn".indexnow_urls ORDER BY url`);
const calls = () => indexNow.journal().filter(({ method }) => method === 'POST');
const submit = (body = {}) => t.client.submitSeoIndexNow({ params: params(), body });
const listed = async () =>
  (await t.client.listSeoIndexNow({ params: params() })).data.map(({ url, state, http_status }) => ({
    path: url.replace(t.site.origin, ''),
    state,
    http_status,
  }));

function publish(revision: number) {
  const url = `${t.site.origin}/p/post`;
  const item = { id: newId(), kind: 'post' as const, locale: 'ru', slug: 'post', url, revision };
  t.items.splice(0, 1, {
    ...item,
    body: null,
    fields: { title: 'Заметка' },
    published_at: new Date().toISOString(),
  });
  const { id: item_id, ...rest } = item;
  return t.deliver(
    cms.events.contentPublished,
    { ...params(), ...rest, item_id, previous_url: null, is_first: false },
    { application_id: newId() },
  );
}

test('nothing is announced before the site serves its key, and the refusal says where', async () => {
  t.site.pages.set(`/${key}.txt`, { headers: { 'content-type': 'text/html' }, body: '<html>' });
  const refused = await submit({ urls: [`${t.site.origin}/p/post`] });
  expect([refused.status, refused.error]).toEqual([409, 'indexnow_key_unverified']);
  expect(refused.body).toMatchObject({ key, key_location: `${t.site.origin}/${key}.txt` });
  expect(calls()).toEqual([]);
});

test('named addresses are announced in one call, those of another site are refused', async () => {
  const before = calls().length;
  const urls = ['/', '/p/post', '/p/post#part'].map((path) => t.site.origin + path);
  expect((await submit({ urls })).data).toEqual({ sent: 2, accepted: 2, pending: 0 });
  const { host, origin } = t.site;
  expect(
    calls()
      .slice(before)
      .map(({ body }) => body),
  ).toEqual([{ host, key, keyLocation: `${origin}/${key}.txt`, urlList: expect.arrayContaining(urls.slice(0, 2)) }]);
  expect((await listed()).map(({ state, http_status }) => [state, http_status])).toEqual([
    ['accepted', 200],
    ['accepted', 200],
  ]);
  const about = { ...params(), item_id: newId(), locale: 'en' as const };
  const described = await t.ask(seoRkn.queries.describeItem, { ...about, url: `${origin}/p/post` });
  expect(described.indexnow).toEqual({ state: 'accepted', at: expect.any(String) });
  expect(await submit({ urls: ['https://other.example/'] })).toMatchObject({ status: 400, error: 'validation_failed' });
  expect((await submit()).data).toEqual({ sent: 0, accepted: 0, pending: 0 });
});

test('a published page is announced once, when the site shows it', async () => {
  await t.scan();
  const before = calls().length;
  await publish(2);
  await eventually(async () => (await listed()).length === 1);
  expect(calls()).toHaveLength(before);
  t.site.pages.set('/p/post', at('/p/post', ['/'], '<meta name="platform-revision" content="2">'));
  await eventually(async () => (await listed())[0]?.state === 'accepted');
  // A second change within ten minutes waits.
  t.site.pages.set('/p/post', at('/p/post', ['/'], '<meta name="platform-revision" content="3">'));
  await publish(3);
  await eventually(async () => {
    const [row] = await t.database.query<{ left: string }>('SELECT count(*) AS left FROM "seo-rkn".rechecks');
    return row?.left === '0';
  });
  expect(await listed()).toEqual([{ path: '/p/post', state: 'pending', http_status: 200 }]);
  expect(
    calls()
      .slice(before)
      .map(({ body }) => (body as { urlList: string[] }).urlList),
  ).toEqual([[`${t.site.origin}/p/post`]]);
});

/** A connection of Yandex, whose recrawl queue is not asked in this world: the platform has no client id. */
const connectYandex = () =>
  t.database.query(
    `INSERT INTO "seo-rkn".search_connections (id, site_id, provider, sealed_tokens, access_expires_at, properties,
       property, connected_by, connected_at, next_sync_at)
     VALUES ($1, $2, 'yandex', '', now(), '[]', 'https:notes.example.com:443', '', now(), now() + interval '1 day')`,
    [newId(), params().site_id],
  );
/** Seconds until a page goes into the recrawl queue; null when it does not. */
const recrawlWait = async () => {
  const [row] = await t.database.query<{ wait: number | null }>(
    'SELECT extract(epoch FROM due_at - now())::int AS wait FROM "seo-rkn".recrawl_urls',
  );
  return row?.wait;
};

test('a page that asks not to be indexed is not announced', async () => {
  await connectYandex();
  const head = '<meta name="platform-revision" content="4"><meta name="robots" content="noindex">';
  t.site.pages.set('/p/post', at('/p/post', ['/'], head));
  const before = calls().length;
  await publish(4);
  expect(await recrawlWait()).toBeGreaterThan(60);
  await eventually(async () => (await listed()).length === 0);
  expect(calls()).toHaveLength(before);
  expect(await recrawlWait()).toBeNull();
});

test('search engines that ask for a pause get one, and a call without an answer is sent again', async () => {
  const urls = [`${t.site.origin}/`];
  indexNow.fail('too_many');
  expect((await submit({ urls })).data).toEqual({ sent: 1, accepted: 0, pending: 1 });
  indexNow.fail(null);
  expect((await submit()).data).toEqual({ sent: 0, accepted: 0, pending: 1 });
  await t.database.query(`UPDATE "seo-rkn".indexnow_keys SET not_before = NULL`);
  indexNow.fail('hang_up');
  expect((await submit()).data).toEqual({ sent: 1, accepted: 0, pending: 1 });
  indexNow.fail(null);
  await t.database.query(`UPDATE "seo-rkn".indexnow_urls SET due_at = now()`);
  await eventually(async () => (await listed())[0]?.state === 'accepted');
});

test('two calls at the same time send each address once', async () => {
  const urls = ['/', '/p/post'].map((path) => t.site.origin + path);
  const before = calls().length;
  const held = holdCall();
  const first = submit({ urls });
  await held.reached;
  // The same addresses by name, and those that wait: both are on their way.
  const others = [(await submit({ urls })).data, (await submit()).data];
  held.release();
  expect(others).toEqual([
    { sent: 0, accepted: 0, pending: 2 },
    { sent: 0, accepted: 0, pending: 2 },
  ]);
  expect((await first).data).toEqual({ sent: 2, accepted: 2, pending: 0 });
  expect(calls()).toHaveLength(before + 1);
});

test('a change that comes while its address is sent keeps its own time and is sent later', async () => {
  const held = holdCall();
  const first = submit({ urls: [`${t.site.origin}/p/post`] });
  await held.reached;
  const [sending] = await stored();
  expect(sending?.is_leased).toBe(true);
  t.site.pages.set('/p/post', at('/p/post', ['/'], '<meta name="platform-revision" content="6">'));
  await publish(7);
  const [changed] = await stored();
  expect(changed).toMatchObject({ is_leased: null });
  expect(changed?.wait).toBeGreaterThan(60);
  held.release();
  expect((await first).data).toEqual({ sent: 1, accepted: 1, pending: 1 });
  expect(await stored()).toMatchObject([{ is_leased: null, due: changed?.due }]);
  expect(await listed()).toMatchObject([{ state: 'pending' }]);
});

test('the lease of a change leaves the time alone at which it is due', async () => {
  const held = holdCall();
  indexNow.fail('server_error');
  const first = submit({ urls: [`${t.site.origin}/p/post`] });
  await held.reached;
  await t.database.query(`UPDATE "seo-rkn".indexnow_urls SET due_at = now() - interval '1 hour'`);
  held.release();
  expect((await first).data).toEqual({ sent: 1, accepted: 0, pending: 1 });
  indexNow.fail(null);
  const [waiting] = await stored();
  expect(waiting).toMatchObject({ is_leased: null });
  const second = holdCall();
  const again = submit();
  await second.reached;
  expect(await stored()).toMatchObject([{ is_leased: true, due: waiting?.due }]);
  second.release();
  expect((await again).data).toEqual({ sent: 1, accepted: 1, pending: 0 });
});

test('a process whose change another one took over writes nothing', async () => {
  const held = holdCall();
  const first = submit({ urls: [`${t.site.origin}/p/post`] });
  await held.reached;
  // The lease ended, and the next process claimed it.
  await t.database.query(`UPDATE "seo-rkn".indexnow_urls SET lease_fence = lease_fence + 1,
    lease_until = now() + interval '1 minute'`);
  held.release();
  expect((await first).data).toEqual({ sent: 1, accepted: 1, pending: 1 });
  expect(await stored()).toMatchObject([{ is_leased: true }]);
});

test('a key that search engines refuse is given up, until the page changes or is named again', async () => {
  // The site shows the file to us alone.
  t.site.pages.set(`/${key}.txt`, () =>
    t.site.requests.at(-1)?.user_agent.includes('AppPlatformBot')
      ? { headers: { 'content-type': 'text/plain' }, body: key }
      : { status: 403 },
  );
  const urls = [`${t.site.origin}/p/post`];
  expect((await submit({ urls })).data).toEqual({ sent: 1, accepted: 0, pending: 1 });
  expect((await t.client.listSeoIndexNow({ params: params() })).data).toMatchObject([
    { state: 'pending', http_status: 403, reason: 'key_refused' },
  ]);
  for (const pending of [1, 1, 1, 0]) expect((await submit()).data).toEqual({ sent: 1, accepted: 0, pending });
  expect((await t.client.listSeoIndexNow({ params: params() })).data).toMatchObject([
    { state: 'failed', http_status: 403, reason: 'key_refused' },
  ]);
  expect((await submit()).data).toEqual({ sent: 0, accepted: 0, pending: 0 });
  t.site.pages.set(`/${key}.txt`, { headers: { 'content-type': 'text/plain' }, body: key });
  expect((await submit({ urls })).data).toEqual({ sent: 1, accepted: 1, pending: 0 });
  expect((await t.client.listSeoIndexNow({ params: params() })).data).toMatchObject([
    { state: 'accepted', reason: null },
  ]);
});

test('a newer publication that comes while its page is fetched is announced when the page shows it', async () => {
  await t.database.query(`UPDATE "seo-rkn".indexnow_urls SET sent_at = NULL`);
  const shows = (revision: number) =>
    at('/p/post', ['/'], `<meta name="platform-revision" content="${revision}">`) as { body: string };
  const before = calls().length;
  let fetches = 0;
  const seen: unknown[] = [];
  t.site.pages.set('/p/post', async () => {
    fetches += 1;
    // The first fetch is one for the older publication, which this page shows.
    if (fetches === 1) await publish(9);
    seen.push([(await listed())[0]?.state, ((await recrawlWait()) ?? 0) > 60]);
    return shows(fetches < 3 ? 8 : 9);
  });
  await publish(8);
  await eventually(async () => (await listed())[0]?.state === 'accepted');
  expect(fetches).toBe(3);
  expect(seen).toEqual([
    ['pending', true],
    ['pending', true],
    ['pending', true],
  ]);
  expect(calls()).toHaveLength(before + 1);
  expect(await recrawlWait()).toBeLessThanOrEqual(0);
});

test('a host whose key file was read within a day may be scanned as its owner wishes', async () => {
  const host = t.described.website_url;
  t.described.website_url = 'https://notes.example.com';
  const hasty = { params: params(), body: { interval_ms: 0 } };
  expect(await t.client.startSeoScan(hasty)).toMatchObject({ status: 409, error: 'host_not_verified' });
  await t.database.query(`UPDATE "seo-rkn".indexnow_keys SET verified_origin = 'https://notes.example.com'`);
  const started = await t.client.startSeoScan(hasty);
  expect(started.status).toBe(202);
  await t.client.cancelSeoScan({ params: { ...params(), scan_id: started.data.scan.id } });
  // The host may have another owner since then: its key file is read again.
  await t.database.query(`UPDATE "seo-rkn".indexnow_keys SET verified_at = now() - interval '25 hours'`);
  expect(await t.client.startSeoScan(hasty)).toMatchObject({ status: 409, error: 'host_not_verified' });
  t.described.website_url = host;
  await t.database.query(`UPDATE "seo-rkn".indexnow_keys SET verified_origin = '${host}',
    verified_at = now() - interval '25 hours'`);
  await t.scan();
  const [row] = await t.database.query<{ hours: number }>(
    `SELECT (extract(epoch FROM now() - verified_at) / 3600)::float8 AS hours FROM "seo-rkn".indexnow_keys`,
  );
  expect(row?.hours).toBeLessThan(1);
});
