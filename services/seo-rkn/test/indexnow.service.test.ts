import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cms } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { createIndexNowSandbox } from '@platform/sandbox';
import { eventually } from '@platform/testing';
import { page } from './site.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

const indexNow = createIndexNowSandbox();
let server: Server;
let t: TestSeo;
let key = '';

beforeAll(async () => {
  server = createServer(indexNow.handler);
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
  await t.database.query(`UPDATE "seo-rkn".indexnow_keys SET not_before = NULL; DELETE FROM "seo-rkn".indexnow_urls;`);
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
const calls = () => indexNow.journal().filter(({ method }) => method === 'POST');
const submit = (body = {}) => t.client.submitSeoIndexNow({ params: params(), body });
const listed = async () =>
  (await t.client.listSeoIndexNow({ params: params() })).data.map(({ url, state, http_status }) => ({
    ...{ path: url.replace(t.site.origin, ''), state, http_status },
  }));

function publish(revision: number) {
  const url = `${t.site.origin}/p/post`;
  const item = { id: newId(), kind: 'post' as const, locale: 'ru', slug: 'post', url, revision };
  t.items.splice(0, 1, {
    ...{ ...item, body: null, fields: { title: 'Заметка' }, published_at: new Date().toISOString() },
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

test('a page that asks not to be indexed is not announced', async () => {
  const head = '<meta name="platform-revision" content="4"><meta name="robots" content="noindex">';
  t.site.pages.set('/p/post', at('/p/post', ['/'], head));
  const before = calls().length;
  await publish(4);
  await eventually(async () => (await listed()).length === 0);
  expect(calls()).toHaveLength(before);
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

test('a host with the key file of the site may be scanned as its owner wishes', async () => {
  const host = t.described.website_url;
  t.described.website_url = 'https://notes.example.com';
  const hasty = { params: params(), body: { interval_ms: 0 } };
  expect(await t.client.startSeoScan(hasty)).toMatchObject({ status: 409, error: 'host_not_verified' });
  await t.database.query(`UPDATE "seo-rkn".indexnow_keys SET verified_origin = 'https://notes.example.com'`);
  const started = await t.client.startSeoScan(hasty);
  expect(started.status).toBe(202);
  await t.client.cancelSeoScan({ params: { ...params(), scan_id: started.data.scan.id } });
  t.described.website_url = host;
});
