import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { auditEventOf } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { anAdmin } from '@platform/testing';
import { googleRedirect } from './search-consoles.ts';
import { hostId, property, startSearch, type TestSearch } from './start-search.ts';
import { startSeo } from './start-seo.ts';

let t: TestSearch;
let consoles: TestSearch['consoles'];
beforeAll(async () => {
  t = await startSearch();
  ({ consoles } = t);
});
beforeEach(() => t.reset());
afterAll(() => t.stop());

test('a connection of Google is made by the callback and reads the keywords of the property that is the site', async () => {
  const { data } = await t.begin('google');
  expect(data).toMatchObject({ mode: 'callback', redirect_uri: googleRedirect });
  const asked = new URL(data.authorize_url).searchParams;
  expect(asked.get('redirect_uri')).toBe(data.redirect_uri);
  expect(Buffer.from(asked.get('state') ?? '', 'base64url')).toHaveLength(32);
  await t.connectGoogle();

  expect(await t.untilSynced('google')).toMatchObject({
    state: 'connected',
    property,
    last_sync_rows: 2,
    last_error: null,
  });
  expect(await t.stored()).toEqual([
    { source: 'google', query: 'заметки онлайн', url: 'https://notes.example.com/online', impressions: 40 },
    { source: 'google', query: 'купить заметки', url: 'https://notes.example.com/', impressions: 100 },
  ]);
  const before = await t.stored();
  expect((await t.client.syncSearchConsole(t.at('google'))).status).toBe(202);
  await t.untilSynced('google');
  expect(await t.stored()).toEqual(before);
});

test('a connection of Yandex is made with the code of its page', async () => {
  const { data } = await t.begin('yandex');
  expect(data).toMatchObject({ mode: 'code', redirect_uri: expect.stringMatching(/\/verification_code$/) });
  const { code } = consoles.yandex.allow(data.authorize_url);
  const made = await t.client.enterYandexSearchCode({ params: t.params(), body: { code: ` ${code}\n` } });
  expect(made).toMatchObject({ status: 200, data: { state: 'connected', property: hostId } });
  expect(await t.untilSynced('yandex')).toMatchObject({ last_sync_rows: 1, recrawl_quota: { daily: 100, left: 100 } });
  expect(await t.stored()).toEqual([{ source: 'yandex', query: 'блокнот', url: null, impressions: 70 }]);
  expect(
    (await t.comeBack('https://x/v1/cms/seo/oauth/yandex/callback?state=a&code=b', 'finishYandexSearch')).status,
  ).toBe(404);
});

test('a state is refused when it is foreign, used, expired, or of another provider', async () => {
  const invalid = async (location: string, endpoint?: string) => {
    const answer = await t.comeBack(location, endpoint);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'oauth_state_invalid' }]);
  };
  await invalid(`${googleRedirect}?code=c&state=${'a'.repeat(43)}`);
  await invalid(`${googleRedirect}?code=c`);
  const { data } = await t.begin('google');
  const { location } = consoles.google.allow(data.authorize_url);
  await t.database.query(`UPDATE "seo-rkn".search_states SET expires_at = now() - interval '1 second'`);
  await invalid(location);
  const second = consoles.google.allow((await t.begin('google')).data.authorize_url).location;
  const answers = await Promise.all([t.comeBack(second), t.comeBack(second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await invalid(second);
  const yandexState = new URL((await t.begin('yandex')).data.authorize_url).searchParams.get('state');
  await invalid(`${googleRedirect}?code=c&state=${yandexState}`);
});

test('a search console is connected only by the administrator who started it, with the code of the page', async () => {
  t.described.name = 'Notes <b>&"';
  const { data } = await t.begin('google');
  const answer = await t.comeBack(consoles.google.allow(data.authorize_url).location);
  const page = await answer.text();
  expect(page).toContain('Notes &lt;b&gt;&amp;&quot; (https://notes.example.com)');
  expect(page).not.toContain('<script');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await t.readConsole('google')).state).toBe('disconnected');
  const confirmation_code = /[A-Z]{4}-[A-Z]{4}/.exec(page)?.[0] ?? '';
  const refused = { status: 400, error: 'confirmation_code_invalid' };
  const other = t.as({ admin: anAdmin() });
  expect(await other.confirmSearchConsole({ ...t.at('google'), body: { confirmation_code } })).toMatchObject(refused);
  expect(await t.client.confirmSearchConsole({ ...t.at('yandex'), body: { confirmation_code } })).toMatchObject(
    refused,
  );
  expect(await t.confirm('google', 'BBBB-BBBB')).toMatchObject(refused);
  const confirmed = await Promise.all([t.confirm('google', page), t.confirm('google', page)]);
  expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect((await t.readConsole('google')).state).toBe('connected');
});

test('the admin app gets the confirmation code in the fragment of its return address', async () => {
  const { data } = await t.begin('google', { return_url: 'https://admin.example.com/seo?tab=search' });
  const answer = await t.comeBack(consoles.google.allow(data.authorize_url).location);
  const location = new URL(answer.headers.get('location') ?? '');
  expect([answer.status, location.search]).toEqual([303, '?tab=search&search=google&result=confirm']);
  expect(location.hash).toMatch(/^#confirmation_code=[A-Z]{4}-[A-Z]{4}$/);
  expect((await t.readConsole('google')).state).toBe('disconnected');
  expect((await t.confirm('google', location.hash)).status).toBe(200);
});

test('a code of Yandex counts for the administrator and the site that began the connection, once', async () => {
  const { code } = consoles.yandex.allow((await t.begin('yandex')).data.authorize_url);
  const refused = { status: 400, error: 'oauth_code_invalid' };
  const other = t.as({ admin: anAdmin() });
  expect(await other.enterYandexSearchCode({ params: t.params(), body: { code } })).toMatchObject(refused);
  const first = t.described.id;
  t.described.id = newId();
  expect(await t.client.enterYandexSearchCode({ params: t.params(), body: { code } })).toMatchObject(refused);
  t.described.id = first;
  expect(await t.client.enterYandexSearchCode({ params: t.params(), body: { code } })).toMatchObject({ status: 200 });
  expect(await t.client.enterYandexSearchCode({ params: t.params(), body: { code } })).toMatchObject(refused);
});

test('a mistyped code of Yandex may be entered anew, five codes in all', async () => {
  const enter = async (code: string) =>
    (await t.client.enterYandexSearchCode({ params: t.params(), body: { code } })).status;
  const first = consoles.yandex.allow((await t.begin('yandex')).data.authorize_url);
  for (const wrong of ['abcd1234', 'abcd1235', 'abcd1236', 'abcd1237']) expect(await enter(wrong)).toBe(400);
  expect(await enter(first.code)).toBe(200);
  const second = consoles.yandex.allow((await t.begin('yandex')).data.authorize_url);
  const many = await Promise.all(Array.from({ length: 5 }, (_, at) => enter(`wrong-${at}`)));
  expect(many).toEqual([400, 400, 400, 400, 400]);
  const asked = consoles.yandex.journal().length;
  expect(await enter(second.code)).toBe(400);
  expect(consoles.yandex.journal()).toHaveLength(asked);
});

test('a refusal at the provider is told at an allowed return address, or in the answer', async () => {
  const elsewhere = await t.begin('google', { return_url: 'https://evil.example.com/' });
  expect(elsewhere).toMatchObject({ status: 400, error: 'validation_failed' });
  const { data } = await t.begin('google', { return_url: 'https://admin.example.com/seo?tab=search' });
  const state = new URL(data.authorize_url).searchParams.get('state');
  const back = await t.comeBack(`${googleRedirect}?error=access_denied&state=${state}`);
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    'https://admin.example.com/seo?tab=search&search=google&result=oauth_denied',
  ]);
  consoles.google.faults.set({ lessScope: 1 });
  const answer = await t.comeBack(consoles.google.allow((await t.begin('google')).data.authorize_url).location);
  expect(await t.confirm('google', await answer.text())).toMatchObject({ status: 400, error: 'oauth_denied' });
  expect((await t.readConsole('google')).state).toBe('disconnected');
});

test('a site without a fitting property waits for one to be chosen', async () => {
  t.described.website_url = 'https://elsewhere.example.org';
  await t.connectGoogle();
  expect(await t.readConsole('google')).toMatchObject({ state: 'no_property', property: null });
  expect(await t.client.syncSearchConsole(t.at('google'))).toMatchObject({
    status: 409,
    error: 'search_property_missing',
  });
  const put = (name: string) => t.client.setSearchProperty({ ...t.at('google'), body: { property: name } });
  expect(await put('sc-domain:nobody.example')).toMatchObject({ status: 400, error: 'validation_failed' });
  expect((await put(property)).data).toMatchObject({ state: 'connected', property });
  await t.untilSynced('google');
  expect(await t.stored()).toHaveLength(2);
  t.described.website_url = 'https://notes.example.com';
});

test('a verified property of the site proves its host', async () => {
  const body = { scan: { interval_ms: 0 } };
  expect(await t.client.putSeoSettings({ params: t.params(), body })).toMatchObject({
    status: 409,
    error: 'host_not_verified',
  });
  await t.connectGoogle();
  expect(await t.client.putSeoSettings({ params: t.params(), body })).toMatchObject({ status: 200 });
  t.described.website_url = 'https://notes.example.org';
  expect(await t.client.putSeoSettings({ params: t.params(), body })).toMatchObject({
    status: 409,
    error: 'host_not_verified',
  });
  t.described.website_url = 'https://notes.example.com';
  await t.untilSynced('google');
  // A property that no sync has read for a week proves nothing any more.
  await t.database.query(`UPDATE "seo-rkn".search_connections SET connected_at = now() - interval '8 days',
    last_sync_at = now() - interval '8 days'`);
  expect((await t.client.putSeoSettings({ params: t.params(), body })).error).toBe('host_not_verified');
  await t.database.query(`UPDATE "seo-rkn".search_connections SET last_sync_at = now() - interval '6 days'`);
  expect((await t.client.putSeoSettings({ params: t.params(), body })).status).toBe(200);
  await t.client.putSeoSettings({ params: t.params(), body: {} });
});

test('a connection that is ended takes its access and its keywords away', async () => {
  await t.connectGoogle();
  await t.untilSynced('google');
  const live = consoles.google.tokens().refresh;
  const ended = await t.client.disconnectSearchConsole(t.at('google'));
  expect(ended).toMatchObject({ status: 200, data: { state: 'disconnected', property: null } });
  expect(consoles.google.tokens().refresh).toBe(live - 1);
  expect(await t.stored()).toEqual([]);
});

test('no token, code or state is in an answer, an audit record, a log line or a column', async () => {
  const { data } = await t.begin('google');
  const state = new URL(data.authorize_url).searchParams.get('state') ?? '';
  const { location, code } = consoles.google.allow(data.authorize_url);
  const page = await (await t.comeBack(location)).text();
  const parked = await t.database.query('SELECT * FROM "seo-rkn".search_states');
  expect((await t.confirm('google', page)).status).toBe(200);
  await t.untilSynced('google');
  const confirmationCode = /[A-Z]{4}-[A-Z]{4}/.exec(page)?.[0] ?? '';
  const shown = JSON.stringify([
    await t.client.getSearchConsoles({ params: t.params() }),
    await t.published(auditEventOf('seo-rkn')),
    t.logged(),
    await t.database.query('SELECT * FROM "seo-rkn".search_connections'),
    parked,
  ]);
  const secrets = [state, code, confirmationCode, 'ya29.', '1//0', 'y0_', 'test-client-secret'];
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  const records = await t.published(auditEventOf('seo-rkn'));
  expect(records.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['connectSearchConsole', 'confirmSearchConsole', 'disconnectSearchConsole']),
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
