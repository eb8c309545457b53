import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createInstagramSandbox,
  createMaxSandbox,
  createTelegramSandbox,
  createThreadsSandbox,
  createVkSandbox,
  type MaxSandbox,
  type MetaSandbox,
  type TelegramSandbox,
  type VkSandbox,
} from '@platform/sandbox';
import { anAdmin, fakeClock, startService, type TestService } from '@platform/testing';
import { socialService } from '../src/service.ts';
import { patientTiming } from './patient-timing.ts';

/** Credentials of the emulated channels, and a bot that is no administrator. */
export const secrets = {
  telegram: '7000001:AAcanary_telegram_token',
  vk: 'vk1.a.canary_user_token',
  vkCommunity: 'vk1.a.canary_community_token',
  vkid: 'vk2.a.canary_vkid_token',
  instagram: 'IGAAcanary_instagram_token',
  threads: 'THAAcanary_threads_token',
  max: 'canary_max_token',
} as const;
export const places = {
  channel: '-1001000000001',
  probe: '-1001000000009',
  foreign: '-1001000000002',
  community: '-901',
  chat: '-7001',
  mute: '-7002',
  profile: '17841400000000123',
} as const;
/** A `PUBLIC_API_URL` from which the emulated networks of Meta fetch the images of the service. */
export const publicUrl = 'https://api.notes.ru';
export const metaClient = { id: 'meta_app', secret: 'meta_app_secret' } as const;

/**
 * Environment of a suite in which channels hang. Each call that hangs takes this time. The limit is also above
 * the delay of an event loop under load: an answered call that reaches it has an unknown outcome.
 */
export const shortCalls = { SOCIAL_TIMEOUT_MS: '3000' } as const;

export interface SocialWorld {
  service: TestService<typeof socialService.contract>;
  /** The service as an owner calls it. */
  owner: ReturnType<TestService<typeof socialService.contract>['as']>;
  staff: ReturnType<TestService<typeof socialService.contract>['as']>;
  clock: ReturnType<typeof fakeClock>;
  telegram: TelegramSandbox;
  vk: VkSandbox;
  instagram: MetaSandbox;
  threads: MetaSandbox;
  max: MaxSandbox;
  /** Address of the emulators. */
  origin: string;
  /** Answers at `{origin}/feeds/{name}`, and how often each was asked for. */
  feeds: Map<string, { status: number; headers?: Record<string, string>; body: string; calls?: number }>;
  /** Configuration of the service. */
  environment: Record<string, string>;
  /** Closes every connection to the emulators. A call that hangs fails at once. */
  closeConnections(): void;
  stop(): Promise<void>;
}

/** Starts the service beside the five emulated channels, which go by the same clock. */
export async function startSocial(
  env: Record<string, string> = {},
  clock: SocialWorld['clock'] = fakeClock('2027-03-01T09:00:00Z'),
  timing = patientTiming,
): Promise<SocialWorld> {
  const now = () => clock.now();
  const mounts = new Map<string, RequestListener>();
  const server = createServer((req, res) => {
    const [, name = ''] = (req.url ?? '').split('/');
    const handler = mounts.get(name);
    if (!handler) return void res.writeHead(404).end();
    req.url = (req.url ?? '').slice(name.length + 1) || '/';
    return handler(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const right = 'administrator';
  const telegram = createTelegramSandbox({
    now,
    bots: [{ token: secrets.telegram, id: 7_000_001, username: 'test_bot' }],
    chats: [
      {
        id: Number(places.channel),
        type: 'channel',
        title: 'Notes',
        username: 'notes',
        member_count: 12,
        bots: { 7000001: right },
      },
      { id: Number(places.probe), type: 'channel', title: 'Probe', bots: { 7000001: right } },
      {
        id: Number(places.foreign),
        type: 'channel',
        title: 'Foreign',
        bots: { 7000001: 'administrator_without_posting' },
      },
    ],
  });
  const vk = createVkSandbox({
    now,
    publicUrl: `${origin}/vk`,
    tokens: [
      { token: secrets.vk, kind: 'user', owner_id: 44 },
      { token: secrets.vkCommunity, kind: 'community', owner_id: 901 },
      { token: secrets.vkid, kind: 'vkid', owner_id: 44 },
    ],
    communities: [{ id: 901, name: 'Notes', screen_name: 'notes', members_count: 34 }],
  });
  const max = createMaxSandbox({
    now,
    publicUrl: `${origin}/max`,
    bots: [{ token: secrets.max, user_id: 501, name: 'Notes', username: 'notes_bot' }],
    chats: [
      {
        chat_id: Number(places.chat),
        type: 'channel',
        title: 'Notes',
        participants_count: 56,
        bots: { 501: ['read_all_messages', 'write'] },
      },
      { chat_id: Number(places.mute), type: 'channel', title: 'Mute', participants_count: 1, bots: { 501: [] } },
    ],
  });
  const client = (network: string) => ({
    ...metaClient,
    redirectUris: [`http://platform.test/v1/social/oauth/${network}/callback`],
  });
  const users = [
    { user_id: places.profile, username: 'notes' },
    { user_id: '17841400000000999', username: 'another' },
  ];
  const resolve = { [publicUrl]: `${origin}/public` };
  const instagram = createInstagramSandbox({ now, client: client('instagram'), users, resolve });
  const threads = createThreadsSandbox({ now, client: client('threads'), users, resolve });
  instagram.add({ tokens: [{ token: secrets.instagram, user_id: places.profile }] });
  threads.add({ tokens: [{ token: secrets.threads, user_id: places.profile }] });
  const sandboxes = { telegram, vk, instagram, threads, max };
  for (const [name, sandbox] of Object.entries(sandboxes)) mounts.set(name, sandbox.handler);

  const folder = await mkdtemp(join(tmpdir(), 'social-files-'));
  const environment = {
    LOG_LEVEL: 'info',
    STORAGE_URL: pathToFileURL(folder).href,
    SOCIAL_MAX: 'on',
    SOCIAL_PUBLISHER: 'off',
    SOCIAL_INBOX: 'off',
    SOCIAL_TIMEOUT_MS: '15000',
    SAFE_FETCH_ALLOWED_HOSTS: new URL(origin).host,
    ...Object.fromEntries(
      ['TELEGRAM', 'VK', 'INSTAGRAM', 'THREADS', 'MAX'].map((name) => [
        `SOCIAL_${name}_API_URL`,
        `${origin}/${name.toLowerCase()}`,
      ]),
    ),
    ...Object.fromEntries(
      ['INSTAGRAM', 'THREADS'].flatMap((name) => [
        [`SOCIAL_${name}_AUTHORIZE_URL`, `${origin}/${name.toLowerCase()}/oauth/authorize`],
        [`SOCIAL_${name}_OAUTH_URL`, `${origin}/${name.toLowerCase()}`],
        [`SOCIAL_${name}_CLIENT_ID`, metaClient.id],
        [`SOCIAL_${name}_CLIENT_SECRET`, metaClient.secret],
      ]),
    ),
    ...env,
  };
  const service = await startService(socialService, {
    clock,
    env: environment,
    overrides: { timing },
  });
  mounts.set('public', async (req, res) => {
    const headers = { 'x-platform-context': service.sign({}, 'openSocialCover') };
    const response = await fetch(`${service.baseUrl}${req.url}`, { headers });
    res.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()));
  });
  // The address of webhooks, as the gateway serves it.
  mounts.set('hooks', async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const isRead = req.method === 'GET';
    const context = service.sign({}, isRead ? 'verifySocialWebhook' : 'receiveSocialWebhook');
    const { connection: _, host: __, 'transfer-encoding': ___, 'content-length': ____, ...given } = req.headers;
    const response = await fetch(`${service.baseUrl}${req.url}`, {
      method: req.method ?? 'GET',
      headers: { ...(given as Record<string, string>), 'x-platform-context': context },
      ...(isRead ? {} : { body: new Uint8Array(Buffer.concat(chunks)) }),
    });
    res
      .writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? '' })
      .end(Buffer.from(await response.arrayBuffer()));
  });
  const feeds: SocialWorld['feeds'] = new Map();
  mounts.set('feeds', (req, res) => {
    const feed = feeds.get((req.url ?? '').slice(1));
    if (feed) feed.calls = (feed.calls ?? 0) + 1;
    res.writeHead(feed?.status ?? 404, feed?.headers).end(feed?.body);
  });
  return {
    service,
    clock,
    ...sandboxes,
    origin,
    environment,
    feeds,
    owner: service.as({ admin: anAdmin() }),
    staff: service.as({ admin: anAdmin({ role: 'staff' }) }),
    closeConnections: () => server.closeAllConnections(),
    async stop() {
      await service.stop();
      await rm(folder, { recursive: true });
      for (const sandbox of Object.values(sandboxes)) sandbox.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Owner = SocialWorld['owner'];

/** The data of a success; a failure ends the test. */
export function dataOf<T>(reply: { status: number; body: unknown; data: T }): T {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.data;
}

let brandCount = 0;
/** A brand with a code of its own. */
export async function givenBrand(owner: Owner, changes: object = {}) {
  brandCount += 1;
  const body = { code: `brand-${brandCount}`, name: 'Notes', timezone: 'Europe/Moscow', ...changes };
  return dataOf(await owner.createSocialBrand({ body: body as never }));
}

/** An account of a channel; with credentials it is verified. */
export async function givenAccount(
  owner: Owner,
  brand_id: string,
  channel: 'telegram' | 'vk' | 'instagram' | 'threads' | 'max',
  credentials: Record<string, string> | null = goodCredentials[channel],
) {
  const made = await owner.createSocialAccount({ params: { brand_id: brand_id }, body: { channel, name: channel } });
  const account = dataOf(made);
  if (credentials === null) return account;
  dataOf(await owner.putSocialCredentials({ params: { account_id: account.id }, body: credentials as never }));
  return dataOf(await owner.verifySocialAccount({ params: { account_id: account.id } }));
}

export const goodCredentials = {
  telegram: { bot_token: secrets.telegram, chat_id: places.channel },
  vk: { access_token: secrets.vk, owner_id: places.community },
  instagram: { access_token: secrets.instagram, user_id: places.profile },
  threads: { access_token: secrets.threads, user_id: places.profile },
  max: { access_token: secrets.max, chat_id: places.chat },
} as const;
