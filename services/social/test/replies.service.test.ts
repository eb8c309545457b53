import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { auditEventOf } from '@platform/contracts';
import { eventually, fakeClock } from '@platform/testing';
import { addTalks, countReplies, givenInbox } from './given-inbox.ts';
import { type ChannelName, tickOf } from './given-posts.ts';
import { startCall } from './start-call.ts';
import { dataOf, publicUrl, type SocialWorld, secrets, shortCalls, startSocial } from './start-social.ts';

let t: SocialWorld;
const channels: ChannelName[] = ['telegram', 'vk', 'instagram', 'threads', 'max'];
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl, ...shortCalls }, fakeClock('2027-03-01T09:00:00Z'));
  addTalks(t);
});
afterEach(() => {
  for (const channel of channels as 'telegram'[]) t[channel].faults.reset();
});
afterAll(() => t.stop());

const fault = (channel: ChannelName, faults: object) =>
  (t[channel] as { faults: { set(given: object): void } }).faults.set(faults);
/** The next look of the platform at replies with an unknown outcome. */
const later = async (seconds: number) => {
  t.clock.advance({ seconds });
  await tickOf(t);
};

test.each(channels)('a reply goes to the comment of %s, and closes its item', async (channel) => {
  const here = await givenInbox(t, channel);
  const item = await here.received();
  const reply = dataOf(await here.reply(item.id, `Yes, in ${channel}.`));
  expect(reply).toMatchObject({ state: 'sent', outcome: 'published', text: `Yes, in ${channel}.`, code: null });
  expect(reply.remote_id).not.toBeNull();
  expect(await countReplies(t, channel, reply.text)).toBe(1);
  expect(await here.read(item.id)).toMatchObject({ state: 'done', replies: [{ id: reply.id, state: 'sent' }] });
  // The same text again is refused, and no own reply comes in as an item.
  expect(await here.reply(item.id, reply.text)).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const { brand_id } = here;
  dataOf(await t.owner.pullSocialInbox({ params: { brand_id } }));
  expect((await here.list()).map(({ text }) => text)).not.toContain(reply.text);
});

test('a reply names the message that it answers', async () => {
  const here = await givenInbox(t, 'telegram');
  const item = await here.received();
  dataOf(await here.reply(item.id, 'It names it.'));
  const sent = t.telegram.journal().findLast(({ path }) => path.endsWith('/sendMessage'));
  expect(sent?.body).toMatchObject({ reply_parameters: { message_id: expect.any(Number) }, text: 'It names it.' });
});

test('one call with an Idempotency-Key sends one reply, however often it is made', async () => {
  const here = await givenInbox(t, 'max');
  const item = await here.received();
  const call = () => here.reply(item.id, 'Once only.', {}, { 'idempotency-key': 'reply-1' });
  const first = dataOf(await call());
  expect(dataOf(await call()).id).toBe(first.id);
  expect(await countReplies(t, 'max', 'Once only.')).toBe(1);
});

test('many calls at once send one reply', async () => {
  const here = await givenInbox(t, 'telegram');
  const item = await here.received();
  const replies = await Promise.all(Array.from({ length: 6 }, () => here.reply(item.id, 'Of six.')));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await countReplies(t, 'telegram', 'Of six.')).toBe(1);
});

test.each([
  ['telegram', { postedThenHang: 1 }],
  ['telegram', { postedThenReset: 1 }],
  ['telegram', { postedThenBadGateway: 1 }],
  ['instagram', { postedThenHang: 1 }],
  ['threads', { postedThenHang: 1 }],
  ['max', { postedThenInternal: 1 }],
] as const)(
  'a reply of %s that may be there (%j) is uncertain, and is never sent again by itself',
  async (channel, faults) => {
    const here = await givenInbox(t, channel);
    const item = await here.received();
    fault(channel, faults);
    const text = `Perhaps ${JSON.stringify(faults)} ${here.brand.code}`;
    const reply = dataOf(await here.reply(item.id, text));
    expect(reply).toMatchObject({ state: 'uncertain', outcome: 'uncertain' });
    expect(await here.reply(item.id, text)).toMatchObject({ status: 409, body: { error: 'outcome_uncertain' } });
    expect(await here.reply(item.id, 'Another')).toMatchObject({ status: 409, body: { error: 'outcome_uncertain' } });
    await later(11);
    const known = (await here.read(item.id)).replies[0];
    if (channel === 'telegram') expect(known).toMatchObject({ state: 'uncertain', resolution: null });
    else expect(known).toMatchObject({ state: 'sent', resolution: 'found' });
    expect(await countReplies(t, channel, text)).toBe(1);
  },
);

test('a person that looked lets another reply be sent behind an uncertain one', async () => {
  const here = await givenInbox(t, 'telegram');
  const item = await here.received();
  t.telegram.faults.set({ hang: 1 });
  const first = dataOf(await here.reply(item.id, 'It hangs.'));
  expect(first.state).toBe('uncertain');
  const second = dataOf(await here.reply(item.id, 'It hangs.', { confirms_absent: true }));
  expect(second.state).toBe('sent');
  const { replies } = await here.read(item.id);
  expect(replies.map(({ state, resolution }) => [state, resolution])).toEqual([
    ['sent', null],
    ['failed', 'person_not_published'],
  ]);
  expect(await countReplies(t, 'telegram', 'It hangs.')).toBe(1);
});

/** How often a text is among the comments of a post of VK. */
const commentsOf = async (post_id: string, text: string): Promise<number> => {
  const answer = await fetch(`${t.origin}/vk/method/wall.getComments`, {
    method: 'POST',
    body: new URLSearchParams({
      access_token: secrets.vk,
      v: '5.199',
      owner_id: '-901',
      post_id,
      count: '100',
      thread_items_count: '10',
    }),
  });
  return JSON.stringify(await answer.json()).split(text).length - 1;
};

test('a reply of VK whose second try is refused stays uncertain, and its third try makes no double', async () => {
  const here = await givenInbox(t, 'vk');
  const item = await here.received();
  t.vk.faults.set({ postedThenHang: 1 });
  expect(dataOf(await here.reply(item.id, 'Three times.')).state).toBe('uncertain');
  t.vk.faults.set({ captcha: 1 });
  expect(dataOf(await here.reply(item.id, 'Three times.')).state).toBe('failed');
  expect(await here.reply(item.id, 'Another')).toMatchObject({ status: 409, body: { error: 'outcome_uncertain' } });
  expect(dataOf(await here.reply(item.id, 'Three times.')).state).toBe('sent');
  expect(await commentsOf(await here.published(), 'Three times.')).toBe(1);
  expect((await here.read(item.id)).replies.map(({ state }) => state)).toEqual(['sent', 'failed', 'failed']);
});

test('VK drops a double by its guid: the same text may be sent again, and is there once', async () => {
  const here = await givenInbox(t, 'vk');
  const item = await here.received();
  const comments = async () => commentsOf(await here.published(), 'By the guid.');
  t.vk.faults.set({ postedThenHang: 1 });
  expect(dataOf(await here.reply(item.id, 'By the guid.')).state).toBe('uncertain');
  // The account is busy at first: the second reply waits, and still has the guid of the first one.
  const lease = (until: Date | null) =>
    t.service.database.query('UPDATE social.accounts SET publishing_until = $2 WHERE id = $1', [
      here.account.id,
      until,
    ]);
  await lease(new Date(t.clock.now().getTime() + 60_000));
  const again = here.reply(item.id, 'By the guid.');
  await sleep(600);
  await lease(null);
  expect(dataOf(await again).state).toBe('sent');
  expect(await comments()).toBe(1);
  expect(await here.reply(item.id, 'Another')).toMatchObject({ status: 201 });
});

test('a reply that its channel never got is proven absent, and a person may send it again', async () => {
  const here = await givenInbox(t, 'max');
  const item = await here.received();
  t.max.faults.set({ hang: 1 });
  dataOf(await here.reply(item.id, 'Never there.'));
  for (const seconds of [11, 90, 210]) await later(seconds);
  expect((await here.read(item.id)).replies).toMatchObject([{ state: 'failed', resolution: 'absent' }]);
  expect(dataOf(await here.reply(item.id, 'Never there.')).state).toBe('sent');
  expect(await countReplies(t, 'max', 'Never there.')).toBe(1);
});

test.each([
  ['telegram', { tooManyRequests: 1 }, 'throttled', 'active'],
  ['telegram', { forbidden: 1 }, 'content', 'active'],
  ['vk', { captcha: 1 }, 'content', 'active'],
  ['max', { unauthorized: true }, 'auth', 'needs_reconnect'],
] as const)(
  '%s refuses a reply (%j): its class is %s, and the account is %s',
  async (channel, faults, outcome, state) => {
    const here = await givenInbox(t, channel);
    const item = await here.received();
    fault(channel, faults);
    const reply = dataOf(await here.reply(item.id, 'Refused.'));
    expect(reply).toMatchObject({ state: 'failed', outcome });
    const params = { account_id: here.account.id };
    expect(dataOf(await t.owner.getSocialAccount({ params })).state).toBe(state);
    expect(await here.read(item.id)).toMatchObject({ state: 'open' });
    // What a token was throttled for is not of the next test.
    t.clock.advance({ minutes: 2 });
  },
);

test('a text that the channel does not take is refused before it is sent', async () => {
  const here = await givenInbox(t, 'threads');
  const item = await here.received();
  const calls = t.threads.journal().length;
  const { status, body } = await here.reply(item.id, 'x'.repeat(501));
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'channel_check_failed' } });
  expect(t.threads.journal()).toHaveLength(calls);
});

test('the audit log has the author of a reply, and not its text', async () => {
  const here = await givenInbox(t, 'max');
  const item = await here.received();
  const reply = dataOf(await here.reply(item.id, 'For the log.'));
  const records = (await t.service.published(auditEventOf('social'))).filter(({ after }) => after?.id === reply.id);
  expect(records).toMatchObject([{ action: 'replySocialInboxItem', after: { state: 'sent', item_id: item.id } }]);
  expect(reply.created_by).toBe(records[0]?.after?.created_by);
  expect(JSON.stringify(records)).not.toContain('For the log.');
});

test('a process that is killed in the middle of a reply leaves it uncertain, and it is there once', async () => {
  const here = await givenInbox(t, 'telegram');
  const item = await here.received();
  t.telegram.faults.set({ postedThenHang: true });
  const kill = await startCall(t, {
    operation: 'replySocialInboxItem',
    method: 'POST',
    path: `/v1/social/inbox/${item.id}/reply`,
    body: { text: 'Killed.' },
  });
  await eventually(async () => (await countReplies(t, 'telegram', 'Killed.')) === 1);
  await kill();
  t.telegram.faults.reset();
  // While the lease lasts, nothing else of the account leaves.
  expect((await here.read(item.id)).replies).toMatchObject([{ state: 'sending', outcome: null }]);
  await later(61);
  expect((await here.read(item.id)).replies).toMatchObject([{ state: 'uncertain', code: 'lease_ended' }]);
  expect(await here.reply(item.id, 'Killed.')).toMatchObject({ status: 409, body: { error: 'outcome_uncertain' } });
  expect(await countReplies(t, 'telegram', 'Killed.')).toBe(1);
});
