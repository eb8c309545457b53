import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createLog, createSealer, openDatabase } from '@platform/runtime';
import { eventually, fakeClock, testEncryptionKeys } from '@platform/testing';
import { eq } from 'drizzle-orm';
import { credentialsContext } from '../src/accounts/account.ts';
import { accounts } from '../src/schema.ts';
import { type ChannelName, givenChannel, tickOf } from './given-posts.ts';
import { startCall } from './start-call.ts';
import { dataOf, places, publicUrl, type SocialWorld, startSocial } from './start-social.ts';

/** Edits and deletions of published posts: their pace, their circuit, and what a refusal says about the account. */

let t: SocialWorld;
const channels = ['telegram', 'vk', 'threads', 'max'] as const;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl }, fakeClock('2027-03-01T09:00:00Z'));
});
afterEach(() => {
  for (const channel of channels) t[channel].faults.reset();
  // What one test made a token wait for is not of the next one.
  t.clock.advance({ minutes: 2 });
});
afterAll(() => t.stop());

const fault = (channel: ChannelName, faults: object) =>
  (t[channel] as { faults: { set(given: object): void } }).faults.set(faults);
const changeCalls = /\/editMessage|\/deleteMessage|wall\.edit|wall\.delete|^\/messages\?message_id=/;
const callsOf = (channel: ChannelName) =>
  t[channel].journal().filter(({ method, path }) => method !== 'GET' && changeCalls.test(path)).length;

/** A published post that was sent a moment ago, with its changes. */
async function givenPublished(channel: ChannelName, options: Parameters<typeof givenChannel>[2] = {}) {
  const here = await givenChannel(t, channel, options);
  const variant_id = await here.approved();
  dataOf(await here.publish(variant_id));
  t.clock.advance({ seconds: 2 });
  const params = { variant_id };
  const account_id = here.account.id;
  return {
    ...here,
    variant_id,
    edit: (body: string) => t.owner.editSocialRemote({ params, body: { body } }),
    remove: () => t.owner.deleteSocialRemote({ params }),
    state: async () => dataOf(await t.owner.getSocialAccount({ params: { account_id } })),
    /** The end of the lease of the account; null while nothing has it. */
    leased: async () => {
      const text = 'SELECT publishing_until AS until FROM social.accounts WHERE id = $1';
      const [row] = await t.service.database.query<{ until: Date | null }>(text, [account_id]);
      return row?.until;
    },
  };
}

test.each([
  ['telegram', 1],
  ['vk', 3],
] as const)('thirty edits within a second make no more calls at %s than its pace allows: %s', async (channel, most) => {
  const here = await givenPublished(channel);
  const before = callsOf(channel);
  const replies = await Promise.all(Array.from({ length: 30 }, (_, edit) => here.edit(`Edit ${edit}`)));
  expect(callsOf(channel) - before).toBe(most);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(30 - most);
  for (const reply of refused)
    expect([reply.status, reply.error, reply.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
  t.clock.advance({ seconds: 1 });
  expect(dataOf(await here.edit('The last one'))).toMatchObject({ body: 'The last one' });
});

test('an edit and a deletion that MAX refuses with the status 200 are refused, and the post stays as it is', async () => {
  const here = await givenPublished('max');
  const before = t.max.posts().at(-1);
  for (const change of [() => here.edit('Edited'), here.remove]) {
    fault('max', { refusedInBody: 1 });
    const reply = await change();
    expect([reply.status, reply.error]).toEqual([502, 'provider_error']);
    expect(t.max.posts().at(-1)).toEqual(before);
    t.clock.advance({ minutes: 2 });
  }
  expect(await here.state()).toMatchObject({ state: 'active' });
  expect((await here.edit('Edited')).status).toBe(200);
  t.clock.advance({ minutes: 2 });
  expect((await here.remove()).status).toBe(200);
});

test('a wait that ends while another request has the account locked is refused with the pace', async () => {
  const here = await givenPublished('telegram');
  expect((await here.edit('First')).status).toBe(200);
  const url = t.service.database.urlFor('social');
  const log = createLog('test', 'silent');
  const database = openDatabase({ url, poolSize: 1, service: 'social', log, traced: false });
  const second = here.edit('Second');
  // It has seen the pace by now.
  await sleep(3_000);
  await database.db.transaction(async (tx) => {
    await tx.select().from(accounts).where(eq(accounts.id, here.account.id)).for('update');
    const refused = await second;
    expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
  });
  await database.close();
});

test('an edit that comes right after a post waits for its pace, and is made', async () => {
  const here = await givenPublished('telegram');
  expect((await here.edit('First')).status).toBe(200);
  const second = here.edit('Second');
  await sleep(300);
  t.clock.advance({ seconds: 1 });
  expect(dataOf(await second)).toMatchObject({ body: 'Second' });
});

test('two edits of one post at once lose nothing of each other', async () => {
  const here = await givenPublished('vk');
  const params = { variant_id: here.variant_id };
  const buttons = [{ text: 'Read', url: 'https://e.ru/' }];
  const both = await Promise.all([here.edit('Both changes'), t.owner.editSocialRemote({ params, body: { buttons } })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await here.read(here.variant_id)).toMatchObject({ body: 'Both changes', buttons });
  expect(t.vk.posts().at(-1)?.text).toMatch(/^Both changes\s[\s\S]*e\.ru/);
});

test.each([
  ['telegram', { unauthorized: true }, '401', 'edit'],
  ['telegram', { unauthorized: true }, '401', 'remove'],
  ['telegram', { forbidden: 1 }, '403', 'edit'],
  ['vk', { invalidToken: true }, '5', 'edit'],
  ['max', { unauthorized: true }, 'verify.token', 'remove'],
  ['threads', { invalidToken: true }, '190/460', 'remove'],
] as const)(
  '%s that refuses the token (%j) has the account connected again: %s at %s',
  async (channel, faults, code, name) => {
    const here = await givenPublished(channel);
    fault(channel, faults);
    const refused = name === 'edit' ? await here.edit('Changed') : await here.remove();
    expect(refused).toMatchObject({ status: 409, body: { error: 'account_not_ready' } });
    expect(await here.state()).toMatchObject({ state: 'needs_reconnect', last_error: { code } });
    expect((await here.attempts(here.variant_id))[0]).toMatchObject({ outcome: 'auth', code });
    expect(await here.leased()).toBeNull();
    const calls = t[channel].journal().length;
    expect(await here.edit('Again')).toMatchObject({ status: 409 });
    expect(t[channel].journal()).toHaveLength(calls);
  },
);

test('two deletions of one post at once are one at its channel, and a deleted post is not edited', async () => {
  const here = await givenPublished('telegram');
  const before = callsOf('telegram');
  const replies = await Promise.all([here.remove(), here.remove()]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(callsOf('telegram') - before).toBe(1);
  const edited = await here.edit('Too late');
  expect([edited.status, edited.error]).toEqual([409, 'conflict']);
  expect(callsOf('telegram') - before).toBe(1);
});

test('an account that is paused changes nothing at its channel', async () => {
  const here = await givenPublished('max');
  const params = { account_id: here.account.id };
  dataOf(await t.owner.updateSocialAccount({ params, body: { is_paused: true } }));
  const calls = t.max.journal().length;
  for (const refused of [await here.edit('Changed'), await here.remove()])
    expect(refused).toMatchObject({ status: 409, body: { error: 'account_not_ready' } });
  expect(t.max.journal()).toHaveLength(calls);
  expect(await here.attempts(here.variant_id)).toHaveLength(1);
});

test('a right that is absent for one change holds no posts of the account', async () => {
  const here = await givenPublished('vk');
  t.vk.faults.set({ groupAuth: 1 });
  expect(await here.edit('Changed')).toMatchObject({ status: 502, body: { error: 'provider_error' } });
  expect(await here.state()).toMatchObject({ state: 'active', last_error: null });
  // The message is one of the bot that the account had before.
  const other = await givenPublished('max');
  const bots = { 501: ['read_all_messages', 'write'], 502: ['read_all_messages', 'write'] };
  const chat = { chat_id: Number(places.chat), type: 'channel', title: 'Notes', participants_count: 56, bots } as const;
  t.max.add({ bots: [{ token: 'another_bot', user_id: 502, name: 'Other', username: 'other_bot' }], chats: [chat] });
  const params = { account_id: other.account.id };
  const credentials = { access_token: 'another_bot', chat_id: places.chat };
  dataOf(await t.owner.putSocialCredentials({ params, body: credentials }));
  dataOf(await t.owner.verifySocialAccount({ params }));
  expect(await other.remove()).toMatchObject({ status: 502, body: { error: 'provider_error' } });
  expect(await other.state()).toMatchObject({ state: 'active', last_error: null });
});

test('an edit that its channel throttles says when to repeat it, and holds the posts of the account', async () => {
  const here = await givenPublished('telegram');
  const post = await here.approved();
  dataOf(await here.schedule(post, 1));
  t.clock.advance({ minutes: 1 });
  t.telegram.faults.set({ tooManyRequests: 1 });
  const refused = await here.edit('Changed');
  expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3']);
  const calls = t.telegram.journal().length;
  t.clock.advance({ seconds: 2 });
  await tickOf(t);
  expect(await here.read(post)).toMatchObject({ state: 'scheduled', errors: 0 });
  expect(t.telegram.journal()).toHaveLength(calls);
  t.clock.advance({ seconds: 2 });
  await tickOf(t);
  expect(await here.read(post)).toMatchObject({ state: 'published' });
});

test('five edits whose connection fails open the circuit, and the sixth makes no call', async () => {
  const down = await startSocial({ SOCIAL_MAX_API_URL: 'http://127.0.0.1:9' });
  try {
    const here = await givenChannel(down, 'max', { credentials: null });
    const account = { account_id: here.account.id };
    const body = { access_token: 'unreachable', chat_id: places.chat };
    dataOf(await down.owner.putSocialCredentials({ params: account, body }));
    const { query } = down.service.database;
    await query(`UPDATE social.accounts SET state = 'active', verified_at = now(), remote_id = $2 WHERE id = $1`, [
      here.account.id,
      places.chat,
    ]);
    const variant_id = await here.approved();
    await query(
      `UPDATE social.variants SET state = 'published', published_at = now(), remote_id = 'mid.1' WHERE id = $1`,
      [variant_id],
    );
    const remove = () => down.owner.deleteSocialRemote({ params: { variant_id } });
    for (let failures = 0; failures < 5; failures += 1)
      expect(await remove()).toMatchObject({ status: 502, body: { error: 'provider_error' } });
    const refused = await remove();
    expect([refused.status, refused.error, refused.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '60',
    ]);
    expect(await here.attempts(variant_id)).toHaveLength(5);
    const { channels: health } = dataOf(await down.owner.readSocialHealth());
    expect(health.find(({ channel }) => channel === 'max')).toMatchObject({ circuit: 'open' });
  } finally {
    await down.stop();
  }
});

test('an edit that the platform fails to send leaves the account free for its posts', async () => {
  const here = await givenPublished('telegram');
  const id = here.account.id;
  const [before] = await t.service.database.query<{ sealed: string }>(
    'SELECT sealed_credentials AS sealed FROM social.accounts WHERE id = $1',
    [id],
  );
  const store = (sealed: string | undefined) =>
    t.service.database.query('UPDATE social.accounts SET sealed_credentials = $2 WHERE id = $1', [id, sealed]);
  // No address can have half of a surrogate pair: the request is not made, and nothing says why.
  const credentials = JSON.stringify({ bot_token: '\ud800', chat_id: places.channel });
  await store(createSealer(testEncryptionKeys('social').split(',')).seal(credentials, credentialsContext(id)));
  expect(await here.edit('Changed')).toMatchObject({ status: 409, body: { error: 'outcome_uncertain' } });
  expect((await here.attempts(here.variant_id))[0]).toMatchObject({ outcome: 'uncertain', code: 'platform' });
  expect(await here.leased()).toBeNull();
  await store(before?.sealed);
  const post = await here.approved();
  dataOf(await here.schedule(post, 1));
  t.clock.advance({ minutes: 1 });
  await tickOf(t);
  expect(await here.read(post)).toMatchObject({ state: 'published' });
  t.clock.advance({ seconds: 1 });
  expect(dataOf(await here.edit('Changed'))).toMatchObject({ body: 'Changed' });
});

test('a process that is killed before the answer to an edit leaves it uncertain, and it may be repeated', async () => {
  const here = await givenPublished('telegram');
  t.telegram.faults.set({ postedThenHang: true });
  const kill = await startCall(t, {
    operation: 'editSocialRemote',
    method: 'PATCH',
    path: `/v1/social/variants/${here.variant_id}/remote`,
    body: { body: 'Killed' },
  });
  await eventually(() => t.telegram.posts().some(({ text }) => text === 'Killed'));
  await kill();
  t.telegram.faults.reset();
  // While the lease lasts, nothing else of the account leaves.
  expect(await here.leased()).not.toBeNull();
  expect((await here.attempts(here.variant_id))[0]).toMatchObject({ kind: 'edit', outcome: null });
  const post = await here.approved();
  dataOf(await here.schedule(post, 1));
  t.clock.advance({ seconds: 61 });
  await tickOf(t);
  t.clock.advance({ seconds: 2 });
  await tickOf(t);
  expect((await here.attempts(here.variant_id))[0]).toMatchObject({ outcome: 'uncertain', code: 'lease_ended' });
  expect(await here.read(post)).toMatchObject({ state: 'published' });
  t.clock.advance({ seconds: 2 });
  expect(dataOf(await here.edit('Killed'))).toMatchObject({ body: 'Killed' });
});
