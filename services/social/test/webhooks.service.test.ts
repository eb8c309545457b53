import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addTalks, dialog, discussion, givenInbox } from './given-inbox.ts';
import { type ChannelName, givenChannel } from './given-posts.ts';
import { dataOf, metaClient, places, publicUrl, type SocialWorld, secrets, startSocial } from './start-social.ts';

let t: SocialWorld;
beforeAll(async () => {
  t = await startSocial({ PUBLIC_API_URL: publicUrl, LOG_LEVEL: 'debug' });
  addTalks(t);
});
afterAll(() => t.stop());

const accountOf = async (account_id: string) => {
  const account = dataOf(await t.owner.getSocialAccount({ params: { account_id } }));
  const url = `${t.origin}/hooks/v1/social/webhooks/${account.channel}/${account.hook_token}`;
  return { ...account, url, secret: account.hook_secret ?? '' };
};
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const ok = [{ status: 200, text: 'ok' }];

test('an account has a token and a secret for its webhook, which staff and the audit log do not see', async () => {
  const { account } = await givenChannel(t, 'telegram');
  const params = { account_id: account.id };
  const shown = dataOf(await t.owner.getSocialAccount({ params }));
  expect(shown).toMatchObject({ hook_token: expect.stringMatching(/^[0-9A-Za-z]{32}$/) });
  expect(shown.hook_secret).toMatch(/^[0-9A-Za-z]{32}$/);
  expect(dataOf(await t.staff.getSocialAccount({ params }))).toMatchObject({ hook_token: null, hook_secret: null });
  const { brand_id } = shown;
  const [listed] = dataOf(await t.staff.listSocialAccounts({ params: { brand_id }, query: {} }));
  expect(listed).toMatchObject({ hook_token: null, hook_secret: null });
  const rows = await t.service.database.query<{ row: string }>(
    'SELECT to_jsonb(a)::text AS row FROM social.accounts a WHERE id = $1',
    [account.id],
  );
  expect(JSON.stringify(rows)).not.toContain(shown.hook_secret);
  expect(t.service.logged().join('\n')).not.toContain(shown.hook_secret);
});

test('Telegram delivers by its secret header, and polling is refused meanwhile', async () => {
  const here = await givenInbox(t, 'telegram');
  const { url, secret } = await accountOf(here.account.id);
  const set = { url, secret_token: secret };
  await post(`${t.origin}/telegram/bot${secrets.telegram}/setWebhook`, set);
  const { deliveries } = await t.telegram.write({
    chat_id: discussion,
    text: 'By webhook?',
    from: { id: 7, first_name: 'Ada' },
  });
  expect(deliveries).toEqual(ok);
  expect((await here.list()).map(({ text, author }) => [text, author?.name])).toEqual([['By webhook?', 'Ada']]);
  expect(await here.pull()).toMatchObject({ new: 0, errors: [{ code: '409' }] });
  await post(`${t.origin}/telegram/bot${secrets.telegram}/deleteWebhook`, {});
});

test('a delivery that comes again, or by polling as well, makes one item', async () => {
  const here = await givenInbox(t, 'telegram');
  const { url, secret } = await accountOf(here.account.id);
  const text = await here.comment();
  const message_id = Number(
    t.telegram
      .posts()
      .findLast((one) => one.text === text)
      ?.id.split('_')[1],
  );
  const chat = { id: discussion, type: 'supergroup' };
  const update = {
    update_id: 1,
    message: { message_id, date: 1_800_000_000, chat, from: { id: 77, first_name: 'Ada' }, text },
  };
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(url, update, headers)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await here.pull();
  expect((await here.list()).filter((one) => one.text === text)).toHaveLength(1);
});

test('VK reads its confirmation code, and delivers comments and messages by its secret', async () => {
  const credentials = { access_token: secrets.vk, owner_id: places.community, confirmation_code: 'e7e13fe2' };
  const here = await givenInbox(t, 'vk', { credentials });
  const { url, secret } = await accountOf(here.account.id);
  t.vk.add({ callbacks: [{ group_id: 901, url, secret }] });
  expect(await t.vk.confirm(901)).toEqual([{ status: 200, text: 'e7e13fe2' }]);
  const post_id = await here.published();
  const { deliveries } = await t.vk.write({ owner_id: -901, post_id, text: 'By VK?', from_id: 502 });
  expect(deliveries).toEqual(ok);
  expect((await t.vk.message({ group_id: 901, text: 'A message?', from_id: 503 })).deliveries).toEqual(ok);
  const items = (await here.list()).map(({ text, kind, author }) => [text, kind, author?.id]);
  expect(items).toEqual([
    ['A message?', 'message', '503'],
    ['By VK?', 'comment', '502'],
  ]);
  await here.pull();
  expect(await here.list()).toHaveLength(2);
  // Another community, or another secret, is refused or leads nowhere.
  expect((await post(url, { type: 'confirmation', group_id: 902 })).status).toBe(404);
  expect((await post(url, { type: 'wall_reply_new', group_id: 901, secret: `${secret}x`, object: {} })).status).toBe(
    404,
  );
  const object = { id: 900, from_id: 5, date: 1_800_000_000, text: 'Foreign', post_id: 1 };
  expect((await post(url, { type: 'wall_reply_new', group_id: 902, secret, object })).status).toBe(200);
  expect(await here.list()).toHaveLength(2);
  t.vk.add({ callbacks: [{ group_id: 901, url: `${url}x`, secret }] });
});

test.each(['instagram', 'threads'] as const)(
  '%s proves the address, and signs each delivery with the secret of the app',
  async (network) => {
    const here = await givenInbox(t, network);
    const { url, secret } = await accountOf(here.account.id);
    const query = (token: string) => `?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`;
    const proof = await fetch(`${url}${query(secret)}`);
    expect([proof.status, proof.headers.get('content-type'), await proof.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158201444',
    ]);
    expect((await fetch(`${url}${query('wrong')}`)).status).toBe(404);
    t[network].add({ webhook: { url } });
    const media_id = await here.published();
    expect((await t[network].write({ media_id, text: 'By Meta?', from: 'ada' })).deliveries).toEqual(ok);
    expect(await here.list()).toMatchObject([{ text: 'By Meta?', author: { name: 'ada' }, post_remote_id: media_id }]);
    await here.pull();
    expect(await here.list()).toHaveLength(1);
    // One byte that differs from what was signed.
    const body = JSON.stringify({ object: 'instagram', entry: [] });
    const signature = `sha256=${createHmac('sha256', metaClient.secret).update(body).digest('hex')}`;
    expect((await post(url, body, { 'x-hub-signature-256': signature })).status).toBe(200);
    expect((await post(url, ` ${body}`, { 'x-hub-signature-256': signature })).status).toBe(404);
  },
);

test('MAX delivers by its secret header', async () => {
  const here = await givenInbox(t, 'max');
  const { url, secret } = await accountOf(here.account.id);
  await fetch(`${t.origin}/max/subscriptions`, {
    method: 'POST',
    headers: { authorization: secrets.max, 'content-type': 'application/json' },
    body: JSON.stringify({ url, secret, update_types: ['message_created'] }),
  });
  expect((await t.max.write({ chat_id: dialog, text: 'By MAX?', name: 'Ada' })).deliveries).toEqual(ok);
  expect(await here.list()).toMatchObject([{ text: 'By MAX?', kind: 'message', author: { name: 'Ada' } }]);
});

test('a delivery whose id cannot be stored makes no item and no failure', async () => {
  const here = await givenInbox(t, 'max');
  const { url, secret } = await accountOf(here.account.id);
  const sender = { user_id: 5, first_name: 'Ada' };
  const deliver = (mid: string) => {
    const recipient = { chat_id: Number(places.chat), chat_type: 'chat' };
    const message = { sender, recipient, timestamp: t.clock.now().getTime(), body: { mid, text: `With ${mid}` } };
    return post(url, { update_type: 'message_created', message }, { 'x-max-bot-api-secret': secret });
  };
  for (const mid of ['mid.a\u0000', 'mid.\ud800', 'mid.good']) expect((await deliver(mid)).status).toBe(200);
  expect((await here.list()).map(({ text }) => text)).toEqual(['With mid.good']);
});

test('a comment in the name of a channel is an item, and one of the channel itself or of its group is none', async () => {
  const here = await givenInbox(t, 'telegram');
  const { url, secret } = await accountOf(here.account.id);
  const chat = { id: discussion, type: 'supergroup' };
  // https://core.telegram.org/bots/api#message: the sender is a bot of Telegram then.
  const from = { id: 136_817_688, is_bot: true, first_name: 'Channel' };
  const senders = [-1_001_000_000_555, Number(places.channel), discussion];
  for (const [at, id] of senders.entries()) {
    const sender_chat = { id, title: `Sender ${id}` };
    const message = { message_id: 880_001 + at, date: 1_800_000_000, chat, from, sender_chat, text: 'As a channel?' };
    const headers = { 'x-telegram-bot-api-secret-token': secret };
    expect((await post(url, { update_id: 1, message }, headers)).status).toBe(200);
  }
  expect((await here.list()).map(({ author }) => author?.name)).toEqual(['Sender -1001000000555']);
});

test('an own reply that Threads delivers is no item', async () => {
  const here = await givenInbox(t, 'threads');
  const { url } = await accountOf(here.account.id);
  const deliver = (username: string) => {
    const root_post = { id: '1', owner_id: here.account.remote?.id, username: 'notes' };
    const value = {
      id: `${username}_1`,
      username,
      text: 'Of a delivery',
      timestamp: '2027-03-01T09:00:00+0000',
      root_post,
    };
    const body = JSON.stringify({ topic: 'moderate', values: { field: 'replies', value } });
    const signature = `sha256=${createHmac('sha256', metaClient.secret).update(body).digest('hex')}`;
    return post(url, body, { 'x-hub-signature-256': signature });
  };
  for (const username of ['notes', 'ada']) expect((await deliver(username)).status).toBe(200);
  expect((await here.list()).map(({ author }) => author?.name)).toEqual(['ada']);
});

const signed: [ChannelName, string][] = [
  ['telegram', 'x-telegram-bot-api-secret-token'],
  ['max', 'x-max-bot-api-secret'],
  ['instagram', 'x-hub-signature-256'],
  ['threads', 'x-hub-signature-256'],
  ['vk', 'x-none'],
];

test.each(signed)(
  'a call for %s that its channel did not make is answered alike, whatever is wrong with it',
  async (channel, header) => {
    const { account } = await givenChannel(t, channel);
    const { url, secret } = await accountOf(account.id);
    const elsewhere = url.replace(`/${channel}/`, channel === 'vk' ? '/max/' : '/vk/');
    const body = { update_id: 1 };
    const answers = await Promise.all([
      post(url, body),
      post(url, body, { [header]: '' }),
      post(url, body, { [header]: `${secret.slice(0, -1)}~` }),
      post(`${url.slice(0, -1)}~`, body, { [header]: secret }),
      post(elsewhere, { ...body, secret }, { [header]: secret }),
      post(`${url}`, { ...body, secret: { $ne: null } }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      const { error, message } = (await answer.json()) as { error: string; message: string };
      expect({ error, message }).toEqual({
        error: 'webhook_refused',
        message: expect.stringMatching(/^This webhook delivery is not accepted\. /),
      });
    }
    await t.owner.deleteSocialAccount({ params: { account_id: account.id } });
    expect((await post(url, body, { [header]: secret })).status).toBe(404);
  },
);

test('a delivery is bounded and has to be JSON, and strange bodies make no item and no failure', async () => {
  const here = await givenInbox(t, 'telegram');
  const { url, secret } = await accountOf(here.account.id);
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  expect((await post(url, JSON.stringify({ text: 'x'.repeat(300_000) }), headers)).status).toBe(413);
  expect((await post(url, '{', headers)).status).toBe(400);
  expect((await post(url, '[]', headers)).status).toBe(400);
  const chat = { id: discussion, type: 'supergroup' };
  const from = { id: 1, first_name: 'A\u0000\ud800' };
  const bodies = [
    {},
    { update_id: 'x' },
    { update_id: 1, message: null },
    { update_id: 1, message: { message_id: 1, date: -5, chat, from, text: ' ' } },
    { update_id: 1, message: { message_id: 990_001, date: 9e15, chat, from, text: 'Odd \u0000 \ud800 text' } },
  ];
  for (const body of bodies) expect((await post(url, body, headers)).status).toBe(200);
  const items = await here.list();
  expect(items.map(({ text }) => text)).toEqual(['Odd  \ufffd text']);
  expect(items[0]?.author?.name).toBe('A\ufffd');
  const logged = t.service.logged().join('\n');
  expect(logged).not.toContain(secret);
  expect(logged).not.toContain('Odd');
});
