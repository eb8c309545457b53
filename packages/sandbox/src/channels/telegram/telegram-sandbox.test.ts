import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Api, GrammyError, HttpError, InlineKeyboard, InputFile } from 'grammy';
import sharp from 'sharp';
import { type MountedServer, startMountedServer } from '../../http/mounted-server.ts';
import { createTelegramSandbox, type TelegramSandbox } from './telegram-sandbox.ts';

const token = '7000001:AAtest_token-1';
const channel = -1_001_000_000_001;
const group = -1_001_000_000_002;
const probe = -1_001_000_000_003;

let dataDir: string;
let server: MountedServer;
let sandbox: TelegramSandbox;
let api: Api;
let photo: Buffer;

const open = () => {
  sandbox = createTelegramSandbox({
    dataDir,
    bots: [{ token, id: 7_000_001, username: 'demo_bot' }],
    chats: [
      {
        id: channel,
        type: 'channel',
        title: 'Demo',
        username: 'demo_channel',
        linked_chat_id: group,
        member_count: 12,
        bots: { 7000001: 'administrator' },
      },
      { id: group, type: 'supergroup', title: 'Talk', bots: { 7000001: 'member' } },
      { id: probe, type: 'channel', title: 'Probe', bots: { 7000001: 'administrator' } },
    ],
  });
  server.mount('/telegram', sandbox.handler);
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'telegram-sandbox-'));
  server = await startMountedServer();
  open();
  api = new Api(token, { apiRoot: `${server.origin}/telegram`, timeoutSeconds: 2 });
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2455d6' } })
    .jpeg()
    .toBuffer();
});
afterEach(() => sandbox.faults.reset());
afterAll(async () => {
  sandbox.stop();
  await server.close();
  await rm(dataDir, { recursive: true });
});

const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof GrammyError ? error : null),
  );

test('grammy sends formatted text with a keyboard, and reads it back by a forward', async () => {
  const keyboard = new InlineKeyboard().url('Open', 'https://example.com/').row().url('Buy', 'https://example.com/b');
  const html = '  <b>Hi</b> &lt;all&gt; <a href="https://example.com/?a=1&amp;b=2">there</a> 🙂 ';
  const sent = await api.sendMessage(channel, html, { parse_mode: 'HTML', reply_markup: keyboard });
  expect(sent.text).toBe('Hi <all> there 🙂');
  expect(sent.entities).toEqual([
    { type: 'bold', offset: 0, length: 2 },
    { type: 'text_link', offset: 9, length: 5, url: 'https://example.com/?a=1&b=2' },
  ]);
  const copy = await api.forwardMessage(probe, channel, sent.message_id);
  expect(copy).toMatchObject({ text: sent.text, forward_origin: { message_id: sent.message_id } });
  await api.deleteMessage(probe, copy.message_id);
  const post = sandbox.posts().find(({ id }) => id === `${channel}_${sent.message_id}`);
  expect(post?.buttons).toEqual([
    { text: 'Open', url: 'https://example.com/' },
    { text: 'Buy', url: 'https://example.com/b' },
  ]);
});

test('grammy uploads a photo as chunked multipart, and the page shows it', async () => {
  const sent = await api.sendPhoto(channel, new InputFile(photo, 'p.jpg'), {
    caption: '<i>Look</i>',
    parse_mode: 'HTML',
  });
  expect(sent.caption).toBe('Look');
  expect(sent.photo?.at(-1)).toMatchObject({ width: 60, height: 40 });
  const image = sandbox.posts().at(-2)?.image ?? '';
  const shown = await fetch(`${server.origin}/telegram/${image}`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(photo);
  const page = await (await fetch(`${server.origin}/telegram/`)).text();
  expect(page).toContain('Look');
});

test('the limits count code points after parsing', async () => {
  const sent = await api.sendMessage(channel, '🙂'.repeat(4_096));
  expect(sent.text).toHaveLength(8_192);
  expect((await refusal(api.sendMessage(channel, '🙂'.repeat(4_097))))?.description).toBe(
    'Bad Request: message is too long',
  );
  const long = `<b>${'я'.repeat(1_025)}</b>`;
  const caption = api.sendPhoto(channel, new InputFile(photo, 'p.jpg'), { caption: long, parse_mode: 'HTML' });
  expect((await refusal(caption))?.description).toBe('Bad Request: message caption is too long');
});

test('broken markup, buttons without an address and foreign chats are refused as by Telegram', async () => {
  const html = (text: string) => refusal(api.sendMessage(channel, text, { parse_mode: 'HTML' }));
  expect((await html('<b>open'))?.description).toContain('Can\'t find end tag corresponding to start tag "b"');
  expect((await html('<font>x</font>'))?.description).toContain('Unsupported start tag "font" at byte offset 0');
  expect((await html('<b><i>x</b></i>'))?.description).toContain('Unmatched end tag');
  const keyboard = { inline_keyboard: [[{ text: 'x', url: 'javascript:alert(1)' }]] };
  expect((await refusal(api.sendMessage(channel, 'x', { reply_markup: keyboard })))?.error_code).toBe(400);
  expect((await refusal(api.sendMessage(-1, 'x')))?.description).toBe('Bad Request: chat not found');
  const other = new Api('7000001:other', { apiRoot: `${server.origin}/telegram` });
  expect((await refusal(other.getMe()))?.error_code).toBe(401);
});

test('a post appears in the discussion group, and one poll at a time hears of it', async () => {
  const before = await api.getUpdates({ timeout: 0 });
  const offset = (before.at(-1)?.update_id ?? 0) + 1;
  const first = refusal(api.getUpdates({ timeout: 30, offset }));
  while (!sandbox.journal().some(({ status }) => status === null))
    await new Promise((resolve) => setImmediate(resolve));
  expect(await api.getUpdates({ timeout: 0, offset })).toEqual([]);
  expect((await first)?.error_code).toBe(409);
  const sent = await api.sendMessage(channel, 'To discuss');
  const updates = await api.getUpdates({ timeout: 0, offset });
  expect(updates.at(-1)?.message).toMatchObject({
    text: 'To discuss',
    is_automatic_forward: true,
    forward_origin: { message_id: sent.message_id },
  });
});

test('a bot edits and deletes its post', async () => {
  const { message_id } = await api.sendMessage(channel, 'Before');
  const edited = await api.editMessageText(channel, message_id, 'After');
  expect(edited).toMatchObject({ text: 'After' });
  expect((await refusal(api.editMessageText(channel, message_id, 'After')))?.description).toContain(
    'message is not modified',
  );
  sandbox.clock.advance(49 * 3_600_000);
  expect((await refusal(api.deleteMessage(channel, message_id)))?.error_code).toBe(400);
  const { message_id: young } = await api.sendMessage(channel, 'Young');
  expect(await api.deleteMessage(channel, young)).toBe(true);
});

test('a fault refuses a post, or publishes it without an answer', async () => {
  const count = () => sandbox.posts().filter(({ text }) => text === 'Once').length;
  const send = () => api.sendMessage(channel, 'Once');
  sandbox.faults.set({ tooManyRequests: 1 });
  expect((await refusal(send()))?.parameters).toEqual({ retry_after: 3 });
  sandbox.faults.set({ forbidden: 1 });
  expect((await refusal(send()))?.error_code).toBe(403);
  expect(count()).toBe(0);
  sandbox.faults.set({ postedThenReset: 1 });
  await expect(send()).rejects.toBeInstanceOf(HttpError);
  // The post and its copy in the discussion group.
  expect(count()).toBe(2);
  sandbox.faults.set({ postedThenBadGateway: 1 });
  await expect(send()).rejects.toBeInstanceOf(HttpError);
  sandbox.faults.set({ postedThenHang: 1 });
  await expect(send()).rejects.toBeInstanceOf(HttpError);
  expect(count()).toBe(6);
});

test('an edit and a deletion meet the faults of a post, also those after the work', async () => {
  const { message_id } = await api.sendMessage(channel, 'Once more');
  const shown = () => sandbox.posts().find(({ id }) => id === `${channel}_${message_id}`)?.text;
  for (const change of [
    () => api.editMessageText(channel, message_id, 'Edited'),
    () => api.editMessageReplyMarkup(channel, message_id),
    () => api.deleteMessage(channel, message_id),
  ]) {
    sandbox.faults.set({ tooManyRequests: 1 });
    expect((await refusal(change()))?.parameters).toEqual({ retry_after: 3 });
    sandbox.faults.set({ forbidden: 1 });
    expect((await refusal(change()))?.error_code).toBe(403);
  }
  expect(shown()).toBe('Once more');
  sandbox.faults.set({ postedThenReset: 1 });
  await expect(api.editMessageText(channel, message_id, 'Edited')).rejects.toBeInstanceOf(HttpError);
  expect(shown()).toBe('Edited');
  sandbox.faults.set({ postedThenBadGateway: 1 });
  await expect(api.deleteMessage(channel, message_id)).rejects.toBeInstanceOf(HttpError);
  expect(shown()).toBeUndefined();
});

test('a group that became a supergroup names its new id', async () => {
  sandbox.add({ chats: [{ id: -55, type: 'group', title: 'Small', bots: { 7000001: 'member' } }] });
  sandbox.faults.set({ migrate: 1 });
  const moved = (await refusal(api.sendMessage(-55, 'x')))?.parameters.migrate_to_chat_id ?? 0;
  expect(await api.sendMessage(moved, 'x')).toMatchObject({ chat: { type: 'supergroup' } });
  expect((await refusal(api.sendMessage(-55, 'x')))?.parameters.migrate_to_chat_id).toBe(moved);
});

test('posts survive a kill, the journal has no token, and the control API answers this machine', async () => {
  const kept = sandbox.posts();
  // Not closed: the file is read as a kill leaves it.
  open();
  expect(sandbox.posts()).toEqual(kept);
  await api.getMe();
  expect(JSON.stringify(sandbox.journal())).not.toContain(token);
  const control = (path: string, init: RequestInit) => fetch(`${server.origin}/telegram/__ctl${path}`, init);
  const headers = { 'content-type': 'application/json' };
  const put = await control('/faults', { method: 'PUT', headers, body: '{"forbidden":{"rate":1}}' });
  expect(await put.json()).toEqual({ forbidden: { rate: 1 } });
  expect((await refusal(api.sendMessage(channel, 'x')))?.error_code).toBe(403);
  expect((await control('/faults', { method: 'PUT', headers, body: '{"nothing":true}' })).status).toBe(400);
  const outside = await control('/posts', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(outside.status).toBe(403);
});

test('counts of reactions come to administrators that ask for such updates, and to no other poll', async () => {
  const { message_id } = await api.sendMessage(probe, 'Counted');
  sandbox.stats.set(`${probe}_${message_id}`, { reactions: 4 });
  const last = async (allowed_updates: 'message_reaction_count'[]) => {
    const updates = await api.getUpdates({ allowed_updates: [...allowed_updates, 'message'] as const });
    return updates.findLast((update) => update.message_reaction_count)?.message_reaction_count;
  };
  expect(await last([])).toBeUndefined();
  expect(await last(['message_reaction_count'])).toMatchObject({
    chat: { id: probe },
    message_id,
    reactions: [{ type: { type: 'emoji' }, total_count: 4 }],
  });
});
