import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf } from '@platform/contracts';
import { anAdmin } from '@platform/testing';
import {
  givenAccount,
  givenBrand,
  goodCredentials,
  places,
  type SocialWorld,
  secrets,
  shortCalls,
  startSocial,
} from './start-social.ts';

let t: SocialWorld;
let brand_id: string;
beforeAll(async () => {
  t = await startSocial(shortCalls);
  brand_id = (await givenBrand(t.owner)).id;
});
afterEach(() => {
  for (const sandbox of [t.telegram, t.vk, t.instagram, t.threads, t.max]) sandbox.faults.reset();
});
afterAll(() => t.stop());

const put = (id: string, credentials: object) =>
  t.owner.putSocialCredentials({ params: { account_id: id }, body: credentials as never });
const verify = (id: string) => t.owner.verifySocialAccount({ params: { account_id: id } });
const read = async (id: string) => (await t.owner.getSocialAccount({ params: { account_id: id } })).data;

test.each(['telegram', 'vk', 'instagram', 'threads', 'max'] as const)(
  '%s proves its credentials, and an account shows the end of them alone',
  async (channel) => {
    const made = await givenAccount(t.owner, brand_id, channel, null);
    expect(made).toMatchObject({ state: 'unverified', credentials: null, remote: null });
    const stored = await put(made.id, goodCredentials[channel]);
    expect(stored.data).toMatchObject({ state: 'unverified' });
    const verified = (await verify(made.id)).data;
    const secret =
      Object.values(secrets).find((one) => Object.values(goodCredentials[channel]).includes(one as never)) ?? '';
    expect(Object.values(verified.credentials ?? {})).toContain(`…${secret.slice(-4)}`);
    expect(verified).toMatchObject({
      state: 'active',
      last_error: null,
      abilities: { photos: true },
      members: { telegram: 12, vk: 34, max: 56, instagram: 12, threads: 12 }[channel],
    });
  },
);

test('a bot with a probe chat sends there and leaves nothing behind', async () => {
  const credentials = { ...goodCredentials.telegram, probe_chat_id: places.probe };
  const account = await givenAccount(t.owner, brand_id, 'telegram', credentials);
  expect(account).toMatchObject({ state: 'active', abilities: { reads_posts: true } });
  expect(t.telegram.journal().some(({ path }) => path.endsWith('/deleteMessage'))).toBe(true);
  expect(t.telegram.posts()).toEqual([]);
});

test.each([
  ['a bot without the right to post', 'telegram', { bot_token: secrets.telegram, chat_id: places.foreign }, 'rights'],
  ['a token that Telegram does not know', 'telegram', { bot_token: '7000001:AAother', chat_id: places.channel }, '401'],
  ['a chat that is not there', 'telegram', { bot_token: secrets.telegram, chat_id: '-100999' }, '400'],
  ['a token of VK ID', 'vk', { access_token: secrets.vkid, owner_id: places.community }, '1051'],
  ['a token of another community', 'vk', { access_token: secrets.vkCommunity, owner_id: '-902' }, 'rights'],
  ['a bot that may not write', 'max', { access_token: secrets.max, chat_id: places.mute }, 'rights'],
  ['a token of another profile', 'threads', { access_token: secrets.threads, user_id: '17841400000000999' }, 'profile'],
] as const)('%s leaves the account unverified and says why', async (_what, channel, credentials, code) => {
  const account = await givenAccount(t.owner, brand_id, channel, credentials);
  expect(account).toMatchObject({ state: 'unverified', last_error: { code } });
});

test('a community token of VK may post, and neither uploads nor reads', async () => {
  const credentials = { access_token: secrets.vkCommunity, owner_id: places.community };
  expect(await givenAccount(t.owner, brand_id, 'vk', credentials)).toMatchObject({
    state: 'active',
    abilities: { photos: false, reads_posts: false, edits: false, deletes: false },
  });
});

test('a channel that does not answer changes nothing, one that refuses stops the account', async () => {
  const credentials = { ...goodCredentials.telegram, probe_chat_id: places.probe };
  const { id } = await givenAccount(t.owner, brand_id, 'telegram', credentials);
  const before = await read(id);
  t.telegram.faults.set({ badGateway: 1 });
  expect(await verify(id)).toMatchObject({ status: 502, body: { error: 'provider_error' } });
  t.telegram.faults.set({ hang: 1 });
  expect(await verify(id)).toMatchObject({ status: 502, body: { error: 'provider_error' } });
  expect(await read(id)).toEqual(before);
  t.telegram.faults.set({ unauthorized: true });
  expect((await verify(id)).data).toMatchObject({ state: 'needs_reconnect', last_error: { code: '401' } });
  t.telegram.faults.reset();
  expect((await verify(id)).data).toMatchObject({ state: 'active', last_error: null });
});

test('fields of another channel, absent ones, and another place are refused', async () => {
  const { id } = await givenAccount(t.owner, brand_id, 'telegram');
  expect(await put(id, { access_token: secrets.vk, owner_id: '-1' })).toMatchObject({ status: 400 });
  expect(await put(id, { ...goodCredentials.telegram, user_id: '1' })).toMatchObject({ status: 400 });
  const elsewhere = { bot_token: secrets.telegram, chat_id: places.foreign };
  expect(await put(id, elsewhere)).toMatchObject({ status: 409, body: { error: 'account_mismatch' } });
  expect(await read(id)).toMatchObject({ state: 'active' });
});

test('an account is paused, resumed and archived, and an archived one has no credentials', async () => {
  const { id } = await givenAccount(t.owner, brand_id, 'max');
  const pause = (is_paused: boolean) =>
    t.owner.updateSocialAccount({ params: { account_id: id }, body: { is_paused } });
  expect((await pause(true)).data.state).toBe('paused');
  expect((await verify(id)).data.state).toBe('paused');
  expect((await pause(false)).data.state).toBe('active');
  const archived = await t.owner.deleteSocialAccount({ params: { account_id: id } });
  expect(archived.data).toMatchObject({ state: 'archived', credentials: null });
  expect(await pause(true)).toMatchObject({ status: 409, body: { error: 'account_not_ready' } });
  expect(await verify(id)).toMatchObject({ status: 409, body: { error: 'account_not_ready' } });
});

/* ---------------------------------------------------------------------------------------------------- OAuth */

const begin = async (provider: 'instagram' | 'threads', account_id: string) =>
  (await t.owner.startSocialOauth({ params: { provider }, query: { account_id } })).data;
async function comeBack(location: string): Promise<Response> {
  const { pathname, search } = new URL(location);
  const context = t.service.sign({}, 'finishSocialOauth');
  return fetch(`${t.service.baseUrl}${pathname}${search}`, {
    headers: { 'x-platform-context': context },
    redirect: 'manual',
  });
}

/** The confirmation code of the page. */
const codeOf = async (answer: Response): Promise<string> => /[A-Z]{4}-[A-Z]{4}/.exec(await answer.text())?.[0] ?? '';
const confirm = (account_id: string, confirmation_code: string, client = t.owner) =>
  client.confirmSocialOauth({ params: { account_id }, body: { confirmation_code } });

test.each(['instagram', 'threads'] as const)('%s is connected with a code that counts once', async (provider) => {
  const { id } = await givenAccount(t.owner, brand_id, provider, null);
  const started = await begin(provider, id);
  expect(started.redirect_uri).toBe(`http://platform.test/v1/social/oauth/${provider}/callback`);
  if (provider === 'instagram') t.instagram.faults.set({ flatToken: 1 });
  const location = t[provider].allow(started.authorize_url, places.profile);
  const answers = await Promise.all([comeBack(location), comeBack(location)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const code = await codeOf(answers.find(({ status }) => status === 200) as Response);
  const confirmed = await Promise.all([confirm(id, code), confirm(id, code)]);
  expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await read(id)).toMatchObject({
    state: 'active',
    remote: { id: places.profile, title: 'notes' },
    credentials: { user_id: places.profile },
    access_expires_at: '2027-04-30T09:00:00.000Z',
  });
  const records = await t.service.published(auditEventOf('social'));
  expect(records.find(({ action, target }) => action === 'confirmSocialOauth' && target.id === id)?.changed).toEqual(
    expect.arrayContaining(['credentials', 'state']),
  );
});

test('an account is connected only by the administrator who started it, with the code of the page', async () => {
  const brand = await givenBrand(t.owner, { name: 'Notes <b>&"' });
  const { id } = await givenAccount(t.owner, brand.id, 'instagram', null);
  const begun = await begin('instagram', id);
  const answer = await comeBack(t.instagram.allow(begun.authorize_url, places.profile));
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await answer.text();
  expect(page).toContain('Notes &lt;b&gt;&amp;&quot;');
  expect(page).toContain('owner@example.test');
  expect(page).not.toContain('<script');
  expect(await read(id)).toMatchObject({ state: 'unverified', credentials: null });
  const code = /[A-Z]{4}-[A-Z]{4}/.exec(page)?.[0] ?? '';
  const refused = { status: 400, body: { error: 'confirmation_code_invalid' } };
  expect(await confirm(id, code, t.service.as({ admin: anAdmin() }))).toMatchObject(refused);
  expect(await confirm(id, code === 'BBBB-BBBB' ? 'CCCC-CCCC' : 'BBBB-BBBB')).toMatchObject(refused);
  const other = await givenAccount(t.owner, brand.id, 'instagram', null);
  expect(await confirm(other.id, code)).toMatchObject(refused);
  expect(await confirm(id, ` ${code.toLowerCase().replace('-', ' ')} `)).toMatchObject({
    status: 200,
    data: { state: 'active', remote: { id: places.profile } },
  });
});

test('a confirmation code may be mistyped four times, and ends after ten minutes', async () => {
  const { id } = await givenAccount(t.owner, brand_id, 'threads', null);
  const wait = async () =>
    codeOf(await comeBack(t.threads.allow((await begin('threads', id)).authorize_url, places.profile)));
  const first = await wait();
  const wrong = ['BCDF-GHJK', 'BCDF-GHJL', 'BCDF-GHJM', 'BCDF-GHJN', 'BCDF-GHJP'];
  for (const code of wrong) expect((await confirm(id, code)).status).toBe(400);
  expect((await confirm(id, first)).status).toBe(400);
  const second = await wait();
  t.clock.advance({ minutes: 11 });
  expect((await confirm(id, second)).status).toBe(400);
  const third = await wait();
  for (const code of wrong.slice(1)) expect((await confirm(id, code)).status).toBe(400);
  expect((await confirm(id, third)).status).toBe(200);
});

test('a state that is foreign, expired, replaced or of another network is refused', async () => {
  const { id } = await givenAccount(t.owner, brand_id, 'threads', null);
  const invalid = async (location: string) => {
    const answer = await comeBack(location);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'oauth_state_invalid' }]);
  };
  const callback = 'http://platform.test/v1/social/oauth/threads/callback';
  await invalid(`${callback}?code=c&state=${'a'.repeat(43)}`);
  await invalid(`${callback}?code=c`);
  const first = t.threads.allow((await begin('threads', id)).authorize_url, places.profile);
  const second = t.threads.allow((await begin('threads', id)).authorize_url, places.profile);
  await invalid(first);
  await invalid(second.replace('/threads/', '/instagram/'));
  t.clock.advance({ minutes: 11 });
  await invalid(second);
  expect(await read(id)).toMatchObject({ state: 'unverified' });
});

test('a profile that is not the one of the account, and less than was asked, are refused', async () => {
  const { id } = await givenAccount(t.owner, brand_id, 'instagram');
  const connect = async (user_id: string) =>
    confirm(id, await codeOf(await comeBack(t.instagram.allow((await begin('instagram', id)).authorize_url, user_id))));
  expect((await connect('17841400000000999')).body).toMatchObject({ error: 'account_mismatch' });
  t.instagram.faults.set({ lessScope: 1 });
  expect((await connect(places.profile)).body).toMatchObject({ error: 'oauth_denied' });
  const wrong = await begin('instagram', id);
  const refused = await comeBack(
    `${wrong.redirect_uri}?error=access_denied&state=${new URL(wrong.authorize_url).searchParams.get('state')}`,
  );
  expect(await refused.json()).toMatchObject({ error: 'oauth_denied' });
  const telegram = await givenAccount(t.owner, brand_id, 'telegram', null);
  const foreign = { params: { provider: 'instagram' as const }, query: { account_id: telegram.id } };
  expect(await t.owner.startSocialOauth(foreign)).toMatchObject({ status: 409, body: { error: 'account_not_ready' } });
});

test('without a client id the connection cannot begin, and the channels say so', async () => {
  const other = await startSocial({ SOCIAL_THREADS_CLIENT_ID: '', SOCIAL_MAX: 'off' });
  const brand = await givenBrand(other.owner);
  const { id } = await givenAccount(other.owner, brand.id, 'threads', null);
  const begun = other.owner.startSocialOauth({ params: { provider: 'threads' }, query: { account_id: id } });
  expect(await begun).toMatchObject({ status: 409, body: { error: 'platform_oauth_missing' } });
  const { data } = await other.staff.listSocialChannels({});
  const about = (channel: string) => data.channels.find((one) => one.channel === channel);
  expect([about('threads')?.oauth, about('instagram')?.oauth, about('vk')?.oauth]).toEqual([
    'missing',
    'ready',
    'none',
  ]);
  expect(about('max')?.is_enabled).toBe(false);
  const body = { channel: 'max', name: 'x' } as const;
  expect((await other.owner.createSocialAccount({ params: { brand_id: brand.id }, body })).status).toBe(400);
  await other.stop();
});
