import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Bot, Keyboard, MaxError } from '@maxhub/max-bot-api';
import sharp from 'sharp';
import { type MountedServer, startMountedServer } from '../../http/mounted-server.ts';
import { createMaxSandbox, type MaxSandbox } from './max-sandbox.ts';

const token = 'max_bot_token';
const chatId = -7001;
const permissions = ['read_all_messages', 'write', 'post_edit_delete_message'];

let dataDir: string;
let server: MountedServer;
let sandbox: MaxSandbox;
let bot: Bot;

const open = () => {
  sandbox = createMaxSandbox({
    publicUrl: `${server.origin}/max`,
    dataDir,
    bots: [{ token, user_id: 501, name: 'Demo', username: 'demo_bot' }],
    chats: [
      { chat_id: chatId, type: 'channel', title: 'Demo', participants_count: 12, bots: { 501: permissions } },
      { chat_id: -7002, type: 'channel', title: 'Mute', participants_count: 1, bots: { 501: [] } },
    ],
  });
  server.mount('/max', sandbox.handler);
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'max-sandbox-'));
  server = await startMountedServer();
  open();
  bot = new Bot(token, { clientOptions: { baseUrl: `${server.origin}/max/` } });
});
afterEach(() => sandbox.faults.reset());
afterAll(async () => {
  sandbox.stop();
  await server.close();
  await rm(dataDir, { recursive: true });
});
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof MaxError ? error : null),
  );

test('the client of MAX sends text, a photo and a keyboard, and reads them back', async () => {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#333' } })
    .jpeg()
    .toBuffer();
  const image = await bot.api.uploadImage({ source: jpeg });
  const keyboard = Keyboard.inlineKeyboard([[Keyboard.button.link('Open', 'https://example.com/')]]);
  const sent = await bot.api.sendMessageToChat(chatId, '<b>Hi</b> &amp; <a href="https://example.com/">there</a>', {
    format: 'html',
    attachments: [image.toJson(), keyboard],
  });
  expect(sent.body.text).toBe('Hi & there');
  expect(sent.body.markup).toEqual([
    { type: 'strong', from: 0, length: 2 },
    { type: 'link', from: 5, length: 5, url: 'https://example.com/' },
  ]);
  const { messages } = await bot.api.getMessages(chatId, { count: 5 });
  expect(messages[0]?.body).toEqual(sent.body);
  const [post] = sandbox.posts();
  expect(post?.buttons).toEqual([{ text: 'Open', url: 'https://example.com/' }]);
  const shown = await fetch(`${server.origin}/max/${post?.image}`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(jpeg);
});

test('messages are read, edited and deleted by their id', async () => {
  const { body } = await bot.api.sendMessageToChat(chatId, '**Before**', { format: 'markdown' });
  expect(body.markup).toEqual([{ type: 'strong', from: 0, length: 6 }]);
  await bot.api.editMessage(body.mid, { text: 'After' });
  expect((await bot.api.getMessage(body.mid)).body.text).toBe('After');
  await bot.api.deleteMessage(body.mid);
  expect((await refusal(bot.api.getMessage(body.mid)))?.status).toBe(404);
});

test('rights, lengths and tokens are checked', async () => {
  expect(await bot.api.getMyInfo()).toMatchObject({ user_id: 501, is_bot: true });
  expect((await bot.api.getChatMembership(chatId)).permissions).toEqual(permissions);
  expect((await refusal(bot.api.sendMessageToChat(-7002, 'x')))?.status).toBe(403);
  expect((await bot.api.sendMessageToChat(chatId, 'я'.repeat(4_000))).body.text).toHaveLength(4_000);
  expect((await refusal(bot.api.sendMessageToChat(chatId, 'я'.repeat(4_001))))?.status).toBe(400);
  const other = new Bot('other', { clientOptions: { baseUrl: `${server.origin}/max/` } });
  expect((await refusal(other.api.getMyInfo()))?.status).toBe(401);
});

test('a fault refuses a post, or publishes it without an answer', async () => {
  const send = () => bot.api.sendMessageToChat(chatId, 'Once');
  const count = () => sandbox.posts().filter(({ text }) => text === 'Once').length;
  sandbox.faults.set({ tooManyRequests: 1 });
  expect((await refusal(send()))?.status).toBe(429);
  expect(count()).toBe(0);
  sandbox.faults.set({ postedThenInternal: 1 });
  expect((await refusal(send()))?.status).toBe(500);
  sandbox.faults.set({ postedThenReset: 1 });
  await expect(send()).rejects.toThrow();
  expect(count()).toBe(2);
  // The client library retries a call that was certainly not processed.
  sandbox.faults.set({ notReady: 1 });
  await send();
  expect(count()).toBe(3);
});

test('an edit and a deletion meet the faults of a post', async () => {
  const { body } = await bot.api.sendMessageToChat(chatId, 'Once more');
  const shown = () => sandbox.posts().find(({ id }) => id === body.mid)?.text;
  const edit = () => bot.api.editMessage(body.mid, { text: 'Edited' });
  const remove = () => bot.api.deleteMessage(body.mid);
  for (const change of [edit, remove]) {
    sandbox.faults.set({ tooManyRequests: 1 });
    expect((await refusal(change()))?.status).toBe(429);
    sandbox.faults.set({ internal: 1 });
    expect((await refusal(change()))?.status).toBe(500);
  }
  expect(shown()).toBe('Once more');
  sandbox.faults.set({ postedThenInternal: 1 });
  expect((await refusal(edit()))?.status).toBe(500);
  expect(shown()).toBe('Edited');
  sandbox.faults.set({ postedThenReset: 1 });
  await expect(remove()).rejects.toThrow();
  expect(shown()).toBeUndefined();
});

test('posts survive a kill, and the journal has no token', async () => {
  const kept = sandbox.posts();
  open();
  expect(sandbox.posts()).toEqual(kept);
  await bot.api.getMyInfo();
  expect(JSON.stringify(sandbox.journal())).not.toContain(token);
});

test('a message of a channel has the views that were set', async () => {
  const { body } = await bot.api.sendMessageToChat(chatId, 'Counted');
  sandbox.stats.set(body.mid, { views: 31 });
  const response = await fetch(`${server.origin}/max/messages?message_ids=${body.mid}`, {
    headers: { authorization: token },
  });
  expect(await response.json()).toMatchObject({ messages: [{ stat: { views: 31 } }] });
});
