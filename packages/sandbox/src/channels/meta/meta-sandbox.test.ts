import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type MountedServer, startMountedServer } from '../../http/mounted-server.ts';
import { createInstagramSandbox, createThreadsSandbox, type MetaSandbox } from './meta-sandbox.ts';

const client = { id: 'meta_app', secret: 'meta_secret', redirectUris: ['https://example.com/callback'] };
const user = { user_id: '17841400000000123', username: 'demo' };
const hour = 3_600_000;

let dataDir: string;
let server: MountedServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'meta-sandbox-'));
  server = await startMountedServer();
  const image = async (width: number, height: number, format: 'jpeg' | 'png') =>
    sharp({ create: { width, height, channels: 3, background: '#2455d6' } })
      .toFormat(format)
      .toBuffer();
  const files: Record<string, Buffer> = {
    '/p.jpg': await image(400, 400, 'jpeg'),
    '/p.png': await image(400, 400, 'png'),
    '/wide.jpg': await image(900, 100, 'jpeg'),
  };
  server.mount('/files', (req, res) => {
    const file = files[req.url ?? ''];
    res.writeHead(file ? 200 : 404).end(file);
  });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const networks = {
  instagram: {
    open: createInstagramSandbox,
    edge: 'media',
    text: 'caption',
    status: 'status_code',
    base: 'instagram_business_basic',
    publish: 'instagram_business_content_publish',
    exchange: 'ig_exchange_token',
    refresh: 'ig_refresh_token',
    tooEarly: 9007,
  },
  threads: {
    open: createThreadsSandbox,
    edge: 'threads',
    text: 'text',
    status: 'status',
    base: 'threads_basic',
    publish: 'threads_content_publish',
    exchange: 'th_exchange_token',
    refresh: 'th_refresh_token',
    tooEarly: 24,
  },
} as const;

describe.each(['instagram', 'threads'] as const)('%s', (name) => {
  const network = networks[name];
  let sandbox: MetaSandbox;
  const open = () => {
    sandbox = network.open({ client, dataDir, users: [user], processingMs: 5_000, quota: 30 });
    sandbox.add({ tokens: [{ token: 'meta_token', user_id: user.user_id }] });
    server.mount(`/${name}`, sandbox.handler);
  };
  beforeAll(open);
  afterEach(() => sandbox.faults.reset());
  afterAll(() => sandbox.stop());

  const call = async (method: string, path: string, fields: Record<string, string> = {}) => {
    const params = new URLSearchParams({ access_token: 'meta_token', ...fields });
    const url = `${server.origin}/${name}/v1.0${path}`;
    const response = await (method === 'POST'
      ? fetch(url, { method, body: params })
      : fetch(`${url}?${params}`, { method }));
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const image = (file: string) => ({ image_url: `${server.origin}/files/${file}`, media_type: 'IMAGE' });
  const create = async (text: string, fields: Record<string, string> = image('p.jpg')) =>
    (await call('POST', `/${user.user_id}/${network.edge}`, { [network.text]: text, ...fields })).body;
  const publish = (creation_id: string) => call('POST', `/${user.user_id}/${network.edge}_publish`, { creation_id });
  const statusOf = async (id: string) => (await call('GET', `/${id}`, { fields: network.status })).body[network.status];

  /** Statuses of deletions that meet a fault each; the last fault comes after the work. */
  const deleteWithFaults = async (id: string) => {
    const statuses: number[] = [];
    for (const fault of ['throttled', 'publishFails', 'postedThenInternal'] as const) {
      sandbox.faults.set({ [fault]: 1 });
      statuses.push((await call('DELETE', `/${id}`)).status);
    }
    return [...statuses, (await call('GET', `/${id}`)).status];
  };

  test('a code gives a token of an hour, then one of sixty days, which is refreshed after a day', async () => {
    const scope = `${network.base},${network.publish}`;
    const query = {
      client_id: client.id,
      redirect_uri: 'https://example.com/callback',
      response_type: 'code',
      scope,
      state: 's',
    };
    const authorizeUrl = `${server.origin}/${name}/oauth/authorize?${new URLSearchParams(query)}`;
    expect(await (await fetch(authorizeUrl)).text()).toContain('demo');
    const location = sandbox.allow(authorizeUrl, user.user_id);
    expect(location).toMatch(/state=s#_$/);
    const code = new URL(location).searchParams.get('code') ?? '';
    const form = { client_id: client.id, client_secret: client.secret, grant_type: 'authorization_code', code };
    const exchange = { ...form, redirect_uri: query.redirect_uri };
    const post = () =>
      fetch(`${server.origin}/${name}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(exchange) });
    const text = await (await post()).text();
    const short = /"access_token":"([^"]+)"/.exec(text)?.[1] ?? '';
    // The id of Threads is a number that JavaScript does not hold.
    if (name === 'threads') expect(text).toContain(`"user_id":${user.user_id}}`);
    else expect(JSON.parse(text)).toHaveProperty('data');
    expect((await post()).status).toBe(400);
    const exchanged = await call('GET', '/access_token', {
      access_token: short,
      grant_type: network.exchange,
      client_secret: client.secret,
    });
    expect(exchanged.body.expires_in).toBe(5_184_000);
    const refresh = () =>
      call('GET', '/refresh_access_token', { access_token: exchanged.body.access_token, grant_type: network.refresh });
    expect((await refresh()).status).toBe(400);
    sandbox.clock.advance(25 * hour);
    expect((await refresh()).body.expires_in).toBe(5_184_000);
    expect((await call('GET', '/me', { access_token: short })).body.error.code).toBe(190);
    expect((await call('GET', '/me', { fields: 'user_id,username' })).body).toMatchObject(user);
  });

  test('an image is fetched and processed, and then published once', async () => {
    const { id } = await create('Hello');
    expect(await statusOf(id)).toBe('IN_PROGRESS');
    expect((await publish(id)).body.error.code).toBe(network.tooEarly);
    sandbox.clock.advance(6_000);
    expect(await statusOf(id)).toBe('FINISHED');
    const { body } = await publish(id);
    expect(await statusOf(id)).toBe('PUBLISHED');
    expect((await publish(id)).status).toBe(400);
    const read = await call('GET', `/${body.id}`, { fields: `permalink,${network.text}` });
    expect(read.body[network.text]).toBe('Hello');
    expect(sandbox.posts().map(({ text }) => text)).toEqual(['Hello']);
    const list = await call('GET', `/${user.user_id}/${network.edge}`, { fields: network.text });
    expect(list.body.data).toEqual([{ id: body.id, [network.text]: 'Hello' }]);
  });

  test('what the network does not take is refused', async () => {
    const long = await create('x'.repeat(name === 'instagram' ? 2_201 : 501));
    expect(long.error.error_subcode).toBe(2207010);
    if (name === 'instagram') {
      expect((await create('x', image('missing.jpg'))).error.error_subcode).toBe(2207052);
      expect((await create('x', image('p.png'))).error.error_subcode).toBe(2207005);
      expect((await create('x', image('wide.jpg'))).error.code).toBe(36003);
      return;
    }
    expect(await statusOf((await create('x', image('missing.jpg'))).id)).toBe('ERROR');
    expect((await create('🙂'.repeat(126), { media_type: 'TEXT' })).error.error_subcode).toBe(2207010);
    const text = await create('🙂'.repeat(125), { media_type: 'TEXT', link_attachment: 'https://example.com/' });
    expect((await publish(text.id)).status).toBe(200);
  });

  test('faults decide what becomes of a container and of a publication', async () => {
    const finished = async (text: string) => {
      const { id } = await create(text);
      sandbox.clock.advance(6_000);
      return id as string;
    };
    sandbox.faults.set({ createFails: 1 });
    expect((await create('x')).error.code).toBe(2);
    sandbox.faults.set({ neverFinishes: 1 });
    expect(await statusOf(await finished('x'))).toBe('IN_PROGRESS');
    sandbox.faults.set({ containerError: 1 });
    expect(await statusOf(await finished('x'))).toBe('ERROR');
    sandbox.faults.set({ containerExpires: 1 });
    expect(await statusOf(await finished('x'))).toBe('EXPIRED');
    const blocked = await finished('Blocked');
    sandbox.faults.set({ blockedAfterPublishing: 1 });
    expect((await publish(blocked)).body.error).toMatchObject({ code: 4, error_subcode: 2207051 });
    expect(await statusOf(blocked)).toBe('PUBLISHED');
    const cut = await finished('Cut');
    sandbox.faults.set({ postedThenReset: 1 });
    await expect(publish(cut)).rejects.toThrow();
    expect(await statusOf(cut)).toBe('PUBLISHED');
    expect(sandbox.posts().filter(({ text }) => text === 'Cut')).toHaveLength(1);
  });

  test('the quota is counted and holds', async () => {
    const path = name === 'instagram' ? 'content_publishing_limit' : 'threads_publishing_limit';
    const usage = async () => (await call('GET', `/${user.user_id}/${path}`)).body.data[0].quota_usage;
    for (let used = await usage(); used < 30; used += 1) {
      const { id } = await create(`Post ${used}`);
      sandbox.clock.advance(6_000);
      await publish(id);
    }
    expect(await usage()).toBe(30);
    const { id } = await create('One too many');
    sandbox.clock.advance(6_000);
    expect((await publish(id)).body.error.error_subcode).toBe(2207042);
    sandbox.clock.advance(25 * hour);
    expect(await usage()).toBe(0);
  });

  test('comments of readers are read, and posts survive a kill', async () => {
    const media_id = sandbox.posts().at(-1)?.id ?? '';
    const body = JSON.stringify({ media_id, from: 'reader', text: 'Nice' });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${server.origin}/${name}/__ctl/comments`, { method: 'POST', headers, body });
    const edge = name === 'instagram' ? 'comments' : 'replies';
    expect((await call('GET', `/${media_id}/${edge}`)).body.data).toMatchObject([{ text: 'Nice', username: 'reader' }]);
    if (name === 'threads') expect(await deleteWithFaults(media_id)).toEqual([400, 500, 500, 400]);
    const kept = sandbox.posts();
    open();
    expect(sandbox.posts()).toEqual(kept);
    expect(JSON.stringify(sandbox.journal())).not.toContain('meta_token');
  });

  test('a post has the insights that were set: before that an empty list, and none without their scope', async () => {
    // The quota of the posts above is over then.
    sandbox.clock.advance(60 * hour);
    const { body: container } = await call('POST', `/${user.user_id}/${network.edge}`, {
      ...image('p.jpg'),
      [network.text]: 'Counted',
    });
    sandbox.clock.advance(6_000);
    const { body } = await publish(container.id);
    const insights = (fields: object = {}) => call('GET', `/${body.id}/insights`, { metric: 'views,likes', ...fields });
    expect(await insights()).toEqual({ status: 200, body: { data: [] } });
    sandbox.stats.set(body.id, { views: 8, likes: 0 });
    expect((await insights()).body.data).toMatchObject([
      { name: 'views', values: [{ value: 8 }] },
      { name: 'likes', values: [{ value: 0 }] },
    ]);
    expect((await insights({ metric: 'impressions' })).body.error.code).toBe(100);
    sandbox.add({ tokens: [{ token: 'narrow', user_id: user.user_id, scopes: [network.base, network.publish] }] });
    expect((await insights({ access_token: 'narrow' })).body.error.code).toBe(10);
    if (name === 'threads')
      expect(
        (await call('GET', `/${user.user_id}/threads_insights`, { metric: 'followers_count' })).body.data,
      ).toMatchObject([{ name: 'followers_count', total_value: { value: 12 } }]);
  });
});
