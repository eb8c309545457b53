import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { adminActionRecorded, type SearchProvider } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin, eventually } from '@platform/testing';
import { googleRedirect, startConsoles, type TestConsoles } from './search-consoles.ts';
import { startSeo, type TestSeo } from './start-seo.ts';

let consoles: TestConsoles;
let t: TestSeo;
const property = 'sc-domain:notes.example.com';
const hostId = 'https:notes.example.com:443';
const row = (query: string, page: string, impressions = 100) => ({
  ...{ query, page: `https://notes.example.com${page}`, clicks: 5, impressions, position: 4.5 },
});

beforeAll(async () => {
  consoles = await startConsoles();
  t = await startSeo({ env: { ...consoles.env, LOG_LEVEL: 'trace' } });
  t.described.website_url = 'https://notes.example.com';
});
beforeEach(async () => {
  consoles.google.faults.reset();
  consoles.yandex.faults.reset();
  consoles.google.setData({
    sites: [
      { siteUrl: 'sc-domain:other.example.com', permissionLevel: 'siteOwner' },
      { siteUrl: property, permissionLevel: 'siteOwner' },
      { siteUrl: 'https://notes.example.com/', permissionLevel: 'siteUnverifiedUser' },
    ],
    rows: { [property]: [row('купить заметки', '/'), row('заметки онлайн', '/online', 40)] },
  });
  const host = { host_id: hostId, ascii_host_url: 'https://notes.example.com/', verified: true };
  consoles.yandex.setData({
    hosts: [{ ...host, unicode_host_url: host.ascii_host_url }],
    queries: {
      [hostId]: [{ query_text: 'блокнот', TOTAL_SHOWS: 70, TOTAL_CLICKS: 3, AVG_SHOW_POSITION: null }],
    },
  });
  for (const provider of ['google', 'yandex'] as const)
    await t.client.disconnectSearchConsole({ params: { ...site(), provider } });
});
afterAll(async () => {
  await t.stop();
  await consoles.server.close(100);
});

const site = () => ({ site_id: t.described.id });
const at = (provider: SearchProvider) => ({ params: { ...site(), provider } });

const begin = async (provider: SearchProvider, { return_url = null as string | null, client = t.client } = {}) =>
  client.connectSearchConsole({ ...at(provider), body: { return_url } });
const comeBack = (location: string, endpoint = 'finishGoogleSearch') => {
  const { pathname, search } = new URL(location);
  const headers = { 'x-platform-context': t.sign({}, endpoint) };
  return fetch(`${t.baseUrl}${pathname}${search}`, { redirect: 'manual', headers });
};
const connectGoogle = async () => {
  const { data } = await begin('google');
  const answer = await comeBack(consoles.google.allow(data.authorize_url).location);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Google Search Console')]);
};
const readConsole = async (provider: SearchProvider) => {
  const { data } = await t.client.getSearchConsoles({ params: site() });
  const found = data.consoles.find((each) => each.provider === provider);
  if (!found) throw new Error(`there is no ${provider}`);
  return found;
};
const untilSynced = (provider: SearchProvider) =>
  eventually(async () => {
    const found = await readConsole(provider);
    return !found.is_syncing && found;
  });
const stored = () =>
  t.database.query('SELECT source, query, url, impressions FROM "seo-rkn".keywords ORDER BY source, query');

test('a connection of Google is made by the callback and reads the keywords of the property that is the site', async () => {
  const { data } = await begin('google');
  expect(data).toMatchObject({ mode: 'callback', redirect_uri: googleRedirect });
  const asked = new URL(data.authorize_url).searchParams;
  expect(asked.get('redirect_uri')).toBe(data.redirect_uri);
  expect(Buffer.from(asked.get('state') ?? '', 'base64url')).toHaveLength(32);
  await connectGoogle();

  expect(await untilSynced('google')).toMatchObject({
    state: 'connected',
    property,
    last_sync_rows: 2,
    last_error: null,
  });
  expect(await stored()).toEqual([
    { source: 'google', query: 'заметки онлайн', url: 'https://notes.example.com/online', impressions: 40 },
    { source: 'google', query: 'купить заметки', url: 'https://notes.example.com/', impressions: 100 },
  ]);
  const before = await stored();
  expect((await t.client.syncSearchConsole(at('google'))).status).toBe(202);
  await untilSynced('google');
  expect(await stored()).toEqual(before);
});

test('a connection of Yandex is made with the code of its page', async () => {
  const { data } = await begin('yandex');
  expect(data).toMatchObject({ mode: 'code', redirect_uri: expect.stringMatching(/\/verification_code$/) });
  const { code } = consoles.yandex.allow(data.authorize_url);
  const made = await t.client.enterYandexSearchCode({ params: site(), body: { code: ` ${code}\n` } });
  expect(made).toMatchObject({ status: 200, data: { state: 'connected', property: hostId } });
  expect(await untilSynced('yandex')).toMatchObject({ last_sync_rows: 1, recrawl_quota: { daily: 100, left: 100 } });
  expect(await stored()).toEqual([{ source: 'yandex', query: 'блокнот', url: null, impressions: 70 }]);
  expect(
    (await comeBack('https://x/v1/cms/seo/oauth/yandex/callback?state=a&code=b', 'finishYandexSearch')).status,
  ).toBe(404);
});

test('a state is refused when it is foreign, used, expired, or of another provider', async () => {
  const invalid = async (location: string, endpoint?: string) => {
    const answer = await comeBack(location, endpoint);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'oauth_state_invalid' }]);
  };
  await invalid(`${googleRedirect}?code=c&state=${'a'.repeat(43)}`);
  await invalid(`${googleRedirect}?code=c`);
  const { data } = await begin('google');
  const { location } = consoles.google.allow(data.authorize_url);
  await t.database.query(`UPDATE "seo-rkn".search_states SET expires_at = now() - interval '1 second'`);
  await invalid(location);
  const second = consoles.google.allow((await begin('google')).data.authorize_url).location;
  const answers = await Promise.all([comeBack(second), comeBack(second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await invalid(second);
  const yandexState = new URL((await begin('yandex')).data.authorize_url).searchParams.get('state');
  await invalid(`${googleRedirect}?code=c&state=${yandexState}`);
});

test('a code of Yandex counts for the administrator and the site that began the connection, once', async () => {
  const { code } = consoles.yandex.allow((await begin('yandex')).data.authorize_url);
  const refused = { status: 400, error: 'oauth_code_invalid' };
  const other = t.as({ admin: anAdmin() });
  expect(await other.enterYandexSearchCode({ params: site(), body: { code } })).toMatchObject(refused);
  const first = t.described.id;
  t.described.id = newId();
  expect(await t.client.enterYandexSearchCode({ params: site(), body: { code } })).toMatchObject(refused);
  t.described.id = first;
  expect(await t.client.enterYandexSearchCode({ params: site(), body: { code } })).toMatchObject({ status: 200 });
  expect(await t.client.enterYandexSearchCode({ params: site(), body: { code } })).toMatchObject(refused);

  await begin('yandex');
  expect(await t.client.enterYandexSearchCode({ params: site(), body: { code: 'abcd1234' } })).toMatchObject(refused);
  // The wrong code ended the connection that was begun.
  expect(await t.client.enterYandexSearchCode({ params: site(), body: { code } })).toMatchObject(refused);
});

test('a refusal at the provider is told at an allowed return address, or in the answer', async () => {
  const elsewhere = await begin('google', { return_url: 'https://evil.example.com/' });
  expect(elsewhere).toMatchObject({ status: 400, error: 'validation_failed' });
  const { data } = await begin('google', { return_url: 'https://admin.example.com/seo?tab=search' });
  const state = new URL(data.authorize_url).searchParams.get('state');
  const back = await comeBack(`${googleRedirect}?error=access_denied&state=${state}`);
  expect([back.status, back.headers.get('location')]).toEqual([
    302,
    'https://admin.example.com/seo?tab=search&search=google&result=oauth_denied',
  ]);
  consoles.google.faults.set({ lessScope: 1 });
  const answer = await comeBack(consoles.google.allow((await begin('google')).data.authorize_url).location);
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'oauth_denied' }]);
  expect((await readConsole('google')).state).toBe('disconnected');
});

test('an access token that has ended is renewed, and a rotated refresh token is kept', async () => {
  const { code } = consoles.yandex.allow((await begin('yandex')).data.authorize_url);
  await t.client.enterYandexSearchCode({ params: site(), body: { code } });
  await untilSynced('yandex');
  // Twice: the second renewal needs the refresh token that the first one gave.
  for (const _ of [1, 2]) {
    consoles.yandex.expireAccess();
    await t.client.syncSearchConsole(at('yandex'));
    expect(await untilSynced('yandex')).toMatchObject({ state: 'connected', last_error: null });
  }
  const refreshes = consoles.yandex.journal().filter(({ body }) => JSON.stringify(body).includes('"refresh_token"'));
  expect(refreshes.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
});

test('a refused refresh token asks for a new connection, which keeps the keywords', async () => {
  await connectGoogle();
  await untilSynced('google');
  consoles.google.expireAccess();
  consoles.google.faults.set({ invalidGrant: true });
  await t.client.syncSearchConsole(at('google'));
  const refused = await eventually(async () => {
    const found = await readConsole('google');
    return found.state === 'needs_reconnect' && found;
  });
  expect(refused).toMatchObject({ is_syncing: false, last_error: 'access_refused' });
  expect(await t.client.syncSearchConsole(at('google'))).toMatchObject({ status: 409, error: 'search_not_connected' });
  consoles.google.faults.reset();
  await connectGoogle();
  expect(await untilSynced('google')).toMatchObject({ state: 'connected', last_error: null });
  expect(await stored()).toHaveLength(2);
});

test('a quota that is used up is waited for, and other refusals are not repeated', async () => {
  await connectGoogle();
  await untilSynced('google');
  consoles.google.faults.set({ quota: true });
  await t.client.syncSearchConsole(at('google'));
  const waiting = await eventually(async () => {
    const found = await readConsole('google');
    return found.last_error !== null && found;
  });
  expect(waiting).toMatchObject({ state: 'connected', is_syncing: true, last_error: 'quota_exceeded' });
  const [{ wait }] = (await t.database.query<{ wait: number }>(
    `SELECT extract(epoch FROM not_before - now())::int AS wait FROM "seo-rkn".search_connections`,
  )) as [{ wait: number }];
  expect(wait).toBeGreaterThan(600);
  consoles.google.faults.reset();
  consoles.google.faults.set({ forbidden: true });
  await t.client.syncSearchConsole(at('google'));
  expect(await untilSynced('google')).toMatchObject({ state: 'connected', last_error: 'property_forbidden' });
  expect(await stored()).toHaveLength(2);
});

test('a tick asks for the syncs that are due, and a process that died leaves its sync to the next', async () => {
  await connectGoogle();
  await untilSynced('google');
  const worker = t.as({});
  expect((await worker.runSeoTick()).data.synced).toBe(0);
  await t.database.query(`UPDATE "seo-rkn".search_connections SET next_sync_at = now() - interval '1 minute',
    last_sync_rows = NULL, lease_until = now() - interval '1 second', attempt = 7`);
  expect((await worker.runSeoTick()).data.synced).toBe(1);
  expect(await eventually(async () => (await readConsole('google')).last_sync_rows)).toBe(2);
  expect((await worker.runSeoTick()).data.synced).toBe(0);
});

test('a site without a fitting property waits for one to be chosen', async () => {
  t.described.website_url = 'https://elsewhere.example.org';
  await connectGoogle();
  expect(await readConsole('google')).toMatchObject({ state: 'no_property', property: null });
  expect(await t.client.syncSearchConsole(at('google'))).toMatchObject({
    status: 409,
    error: 'search_property_missing',
  });
  const put = (name: string) => t.client.setSearchProperty({ ...at('google'), body: { property: name } });
  expect(await put('sc-domain:nobody.example')).toMatchObject({ status: 400, error: 'validation_failed' });
  expect((await put(property)).data).toMatchObject({ state: 'connected', property });
  await untilSynced('google');
  expect(await stored()).toHaveLength(2);
  t.described.website_url = 'https://notes.example.com';
});

test('a verified property of the site proves its host', async () => {
  const body = { scan: { interval_ms: 0 } };
  expect(await t.client.putSeoSettings({ params: site(), body })).toMatchObject({
    status: 409,
    error: 'host_not_verified',
  });
  await connectGoogle();
  expect(await t.client.putSeoSettings({ params: site(), body })).toMatchObject({ status: 200 });
  t.described.website_url = 'https://notes.example.org';
  expect(await t.client.putSeoSettings({ params: site(), body })).toMatchObject({
    status: 409,
    error: 'host_not_verified',
  });
  t.described.website_url = 'https://notes.example.com';
  await t.client.putSeoSettings({ params: site(), body: {} });
});

test('a connection that is ended takes its access and its keywords away', async () => {
  await connectGoogle();
  await untilSynced('google');
  const live = consoles.google.tokens().refresh;
  const ended = await t.client.disconnectSearchConsole(at('google'));
  expect(ended).toMatchObject({ status: 200, data: { state: 'disconnected', property: null } });
  expect(consoles.google.tokens().refresh).toBe(live - 1);
  expect(await stored()).toEqual([]);
});

test('no token, code or state is in an answer, an audit record, a log line or a column', async () => {
  const { data } = await begin('google');
  const state = new URL(data.authorize_url).searchParams.get('state') ?? '';
  const { location, code } = consoles.google.allow(data.authorize_url);
  await comeBack(location);
  await untilSynced('google');
  const shown = JSON.stringify([
    await t.client.getSearchConsoles({ params: site() }),
    await t.published(adminActionRecorded),
    t.logged(),
    await t.database.query('SELECT * FROM "seo-rkn".search_connections'),
    await t.database.query('SELECT * FROM "seo-rkn".search_states'),
  ]);
  const secrets = [state, code, 'ya29.', '1//0', 'y0_', 'test-client-secret'];
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  const records = await t.published(adminActionRecorded);
  expect(records.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['connectSearchConsole', 'finishGoogleSearch', 'disconnectSearchConsole']),
  );
});

test('without client id and secret a search console cannot be connected', async () => {
  const bare = await startSeo();
  const params = { site_id: bare.described.id, provider: 'google' as const };
  expect(await bare.client.connectSearchConsole({ params, body: {} })).toMatchObject({
    status: 409,
    error: 'platform_oauth_missing',
  });
  const { data } = await bare.client.getSearchConsoles({ params });
  expect(data.consoles.map(({ state }) => state)).toEqual(['not_configured', 'not_configured']);
  await bare.stop();
});
