import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { VK } from 'vk-io';
import { type MountedServer, startMountedServer } from '../../http/mounted-server.ts';
import { createVkSandbox, type VkSandbox } from './vk-sandbox.ts';

const tokens = { user: 'vk1.a.user', community: 'vk1.a.community', service: 'service', vkid: 'vk2.a.vkid' } as const;
const owner_id = -901;
const agent = new Agent({ keepAlive: true });

let dataDir: string;
let server: MountedServer;
let sandbox: VkSandbox;

const open = () => {
  sandbox = createVkSandbox({
    publicUrl: `${server.origin}/vk`,
    dataDir,
    tokens: [
      { token: tokens.user, kind: 'user', owner_id: 44 },
      { token: tokens.community, kind: 'community', owner_id: 901 },
      { token: tokens.service, kind: 'service', owner_id: 1 },
      { token: tokens.vkid, kind: 'vkid', owner_id: 44 },
    ],
    communities: [{ id: 901, name: 'Demo', screen_name: 'demo', members_count: 12 }],
  });
  server.mount('/vk', sandbox.handler);
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vk-sandbox-'));
  server = await startMountedServer();
  open();
});
afterEach(() => sandbox.faults.reset());
afterAll(async () => {
  agent.destroy();
  sandbox.stop();
  await server.close();
  await rm(dataDir, { recursive: true });
});

const vk = (kind: keyof typeof tokens, apiMode: 'sequential' | 'parallel' = 'sequential') =>
  new VK({
    token: tokens[kind],
    apiBaseUrl: `${server.origin}/vk/method`,
    apiMode,
    apiLimit: 1_000,
    apiRetryLimit: 0,
    apiTimeout: 2_000,
    agent: agent as never,
  });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: { code?: number }) => error.code ?? -1,
  );

test('vk-io uploads a photo, posts it with text and reads the wall back', async () => {
  const { api, upload } = vk('user');
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#333' } })
    .jpeg()
    .toBuffer();
  const photo = await upload.wallPhoto({ source: { value: jpeg }, group_id: 901 });
  const attachments = `${photo},https://example.com/`;
  const { post_id } = await api.wall.post({
    owner_id,
    from_group: true,
    message: 'Hi\nOpen: https://example.com/',
    attachments,
  });
  const { items } = await api.wall.get({ owner_id, count: 20 });
  expect(items[0]).toMatchObject({ id: post_id, owner_id, text: 'Hi\nOpen: https://example.com/' });
  const shown = await fetch(`${server.origin}/vk/${sandbox.posts().at(-1)?.image}`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(jpeg);
});

test('vk-io batches calls with execute', async () => {
  const { api } = vk('user', 'parallel');
  const made = await Promise.all(['One', 'Two (2)'].map((message) => api.wall.post({ owner_id, message })));
  expect(new Set(made.map(({ post_id }) => post_id)).size).toBe(2);
  const direct = await api.execute({ code: 'return [API.wall.post({"owner_id":-901,"message":"a) b\\""}),];' });
  expect(direct.response).toHaveLength(1);
  expect(sandbox.posts().at(-1)?.text).toBe('a) b"');
});

test('each kind of token may do what it may do at VK', async () => {
  expect(await codeOf(vk('community').api.wall.post({ owner_id, message: 'By the community' }))).toBe(0);
  expect(await codeOf(vk('community').api.photos.getWallUploadServer({ group_id: 901 }))).toBe(27);
  expect(await codeOf(vk('community').api.wall.getById({ posts: ['-901_1'] }))).toBe(27);
  expect(await codeOf(vk('service').api.wall.get({ owner_id }))).toBe(0);
  expect(await codeOf(vk('service').api.wall.post({ owner_id, message: 'x' }))).toBe(28);
  expect(await codeOf(vk('vkid').api.wall.post({ owner_id, message: 'x' }))).toBe(1051);
});

test('a repeated guid answers the first post, unless VK does not look at it', async () => {
  const { api } = vk('user');
  const post = () => api.wall.post({ owner_id, message: 'Guid', guid: 'one' });
  const first = await post();
  expect(await post()).toEqual(first);
  sandbox.faults.set({ guidOff: true });
  expect(await post()).not.toEqual(first);
});

test('posts are edited and deleted', async () => {
  const { api } = vk('user');
  const { post_id } = await api.wall.post({ owner_id, message: 'Before' });
  await api.wall.edit({ owner_id, post_id, message: 'After' });
  const { items } = await api.wall.getById({ posts: [`${owner_id}_${post_id}`] });
  expect(items?.[0]).toMatchObject({ text: 'After' });
  await api.wall.delete({ owner_id, post_id });
  expect(sandbox.posts().some(({ id }) => id === `${owner_id}_${post_id}`)).toBe(false);
});

test('errors come with status 200, and a post may be there although the caller does not hear of it', async () => {
  const { api } = vk('user');
  const post = () => codeOf(api.wall.post({ owner_id, message: 'Once' }));
  for (const [fault, code] of [
    ['internal', 10],
    ['captcha', 14],
    ['rateLimit', 29],
    ['postLimit', 214],
    ['floodControl', 9],
  ] as const) {
    sandbox.faults.set({ [fault]: 1 });
    expect(await post()).toBe(code);
  }
  const count = () => sandbox.posts().filter(({ text }) => text === 'Once').length;
  expect(count()).toBe(0);
  for (const fault of ['postedThenReset', 'postedThenHang', 'postedThenInternal'] as const) {
    sandbox.faults.set({ [fault]: 1 });
    expect(await post()).not.toBe(0);
  }
  expect(count()).toBe(3);
});

test('an edit and a deletion meet the errors of a post, without the limit of posts a day', async () => {
  const { api } = vk('user');
  const { post_id } = await api.wall.post({ owner_id, message: 'Once more' });
  const shown = () => sandbox.posts().find(({ id }) => id === `${owner_id}_${post_id}`)?.text;
  const edit = (message: string) => codeOf(api.wall.edit({ owner_id, post_id, message }));
  const remove = () => codeOf(api.wall.delete({ owner_id, post_id }));
  for (const change of [() => edit('Edited'), remove])
    for (const [fault, code] of [
      ['floodControl', 9],
      ['internal', 10],
      ['captcha', 14],
      ['rateLimit', 29],
    ] as const) {
      sandbox.faults.set({ [fault]: 1 });
      expect(await change()).toBe(code);
    }
  expect(shown()).toBe('Once more');
  sandbox.faults.set({ postLimit: 1 });
  expect(await edit('Edited')).toBe(0);
  sandbox.faults.set({ postLimit: false, postedThenReset: 1 });
  expect(await remove()).not.toBe(0);
  expect(shown()).toBeUndefined();
});

test('a picture that VK does not take is refused, and posts survive a kill', async () => {
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'p.svg');
  const body = new FormData();
  body.set('photo', svg);
  const refused = await fetch(`${server.origin}/vk/upload?group=901`, { method: 'POST', body });
  expect(await refused.json()).toEqual({ server: 1, photo: '[]', hash: '' });
  const kept = sandbox.posts();
  open();
  expect(sandbox.posts()).toEqual(kept);
  await vk('user').api.users.get({});
  expect(JSON.stringify(sandbox.journal())).not.toContain(tokens.user);
});

test('a post has the numbers that were set, for vk-io, too; the reach is for users alone', async () => {
  const { post_id } = await vk('user').api.wall.post({ owner_id, message: 'Counted' });
  const control = (body: object) =>
    fetch(`${server.origin}/vk/__ctl/stats`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await control({ id: `${owner_id}_${post_id}`, views: 12, likes: 3, reach: 9 })).status).toBe(200);
  expect((await control({ id: `${owner_id}_${post_id}`, views: -1 })).status).toBe(400);
  const read = async () => {
    const found: unknown = await vk('user').api.wall.getById({ posts: [`${owner_id}_${post_id}`] });
    return (found as { items: unknown[] }).items[0];
  };
  expect(await read()).toMatchObject({ views: { count: 12 }, likes: { count: 3 }, reposts: { count: 0 } });
  const reach = { owner_id: String(owner_id), post_ids: [post_id] } as never;
  expect(await vk('user').api.stats.getPostReach(reach)).toMatchObject([{ post_id, reach_total: 9 }]);
  expect(await codeOf(vk('community').api.stats.getPostReach(reach))).toBe(27);
  sandbox.stop();
  open();
  expect(await read()).toMatchObject({ views: { count: 12 } });
});
