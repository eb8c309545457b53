import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog, createSealer, openDatabase } from '@platform/runtime';
import { testEncryptionKeys } from '@platform/testing';
import { maintainAccounts } from '../src/accounts/maintain-accounts.ts';
import { closeChannels, openChannels } from '../src/channels/open-channels.ts';
import { socialConfig } from '../src/config.ts';
import { givenAccount, givenBrand, places, type SocialWorld, startSocial } from './start-social.ts';

let t: SocialWorld;
let database: ReturnType<typeof openDatabase>;
let worker: Parameters<typeof maintainAccounts>[0];
beforeAll(async () => {
  t = await startSocial();
  const log = createLog('test', 'silent');
  const url = t.service.database.urlFor('social');
  database = openDatabase({ url, poolSize: 10, service: 'social', log, traced: false });
  const settings = socialConfig.parse({
    STORAGE_URL: 'file:///unused',
    SOCIAL_TELEGRAM_API_URL: `${t.origin}/telegram`,
    SOCIAL_THREADS_API_URL: `${t.origin}/threads`,
  });
  worker = {
    db: database.db,
    clock: t.clock,
    channels: openChannels(settings),
    sealer: createSealer([testEncryptionKeys('social')]),
    audit: { record: async () => {}, postpone: () => null },
    log,
  };
});
afterAll(async () => {
  await closeChannels(worker.channels);
  await database.close();
  await t.stop();
});

const read = async (id: string) => (await t.owner.getSocialAccount({ params: { account_id: id } })).data;
const refreshes = () => t.threads.journal().filter(({ path }) => path.startsWith('/refresh_access_token')).length;

async function connected() {
  const brand = await givenBrand(t.owner);
  const { id } = await givenAccount(t.owner, brand.id, 'threads', null);
  const started = await t.owner.startSocialOauth({ params: { provider: 'threads' }, query: { account_id: id } });
  const { pathname, search } = new URL(t.threads.allow(started.data.authorize_url, places.profile));
  const headers = { 'x-platform-context': t.service.sign({}, 'finishSocialOauth') };
  const page = await (await fetch(`${t.service.baseUrl}${pathname}${search}`, { headers })).text();
  const confirmation_code = /[A-Z]{4}-[A-Z]{4}/.exec(page)?.[0] ?? '';
  const confirmed = await t.owner.confirmSocialOauth({ params: { account_id: id }, body: { confirmation_code } });
  expect(confirmed.status).toBe(200);
  return id;
}

test('of two workers one refreshes a token, from the half of its life', async () => {
  const id = await connected();
  t.clock.advance({ days: 29 });
  await maintainAccounts(worker);
  expect(refreshes()).toBe(0);
  t.clock.advance({ days: 2 });
  const before = await read(id);
  await Promise.all([maintainAccounts(worker), maintainAccounts(worker)]);
  expect(refreshes()).toBe(1);
  const after = await read(id);
  expect(after.credentials?.access_token).not.toBe(before.credentials?.access_token);
  expect(after.access_expires_at).toBe('2027-05-31T09:00:00.000Z');
  expect((await t.owner.verifySocialAccount({ params: { account_id: id } })).data.state).toBe('active');
});

test('a refresh never replaces credentials that were entered meanwhile', async () => {
  const id = await connected();
  t.clock.advance({ days: 31 });
  const slow = worker.channels.threads.refresh;
  const entered = { access_token: 'THAAentered_meanwhile', user_id: places.profile };
  const channels = {
    ...worker.channels,
    threads: {
      ...worker.channels.threads,
      refresh: async (token: string) => {
        await t.owner.putSocialCredentials({ params: { account_id: id }, body: entered });
        return slow?.(token) ?? { access_token: '', expires_in: 0 };
      },
    },
  };
  await maintainAccounts({ ...worker, channels });
  expect((await read(id)).credentials?.access_token).toBe('…hile');
});

test('the daily check reads the members, and stops an account that its channel refuses', async () => {
  const brand = await givenBrand(t.owner);
  const { id } = await givenAccount(t.owner, brand.id, 'telegram');
  const chat = { id: Number(places.channel), type: 'channel', title: 'Notes', username: 'notes' } as const;
  t.telegram.add({ chats: [{ ...chat, member_count: 99, bots: { 7000001: 'administrator' } }] });
  await maintainAccounts(worker);
  expect((await read(id)).members).toBe(12);
  t.clock.advance({ days: 1, minutes: 1 });
  await maintainAccounts(worker);
  expect(await read(id)).toMatchObject({ members: 99, state: 'active' });
  t.telegram.faults.set({ unauthorized: true });
  t.clock.advance({ days: 1, minutes: 1 });
  await maintainAccounts(worker);
  expect(await read(id)).toMatchObject({ state: 'needs_reconnect', last_error: { code: '401' } });
  const calls = t.telegram.journal().length;
  t.clock.advance({ days: 1, minutes: 1 });
  await maintainAccounts(worker);
  expect(t.telegram.journal()).toHaveLength(calls);
});

test('no secret of an account is in an answer, a log line, an audit record or a table', async () => {
  const { lines, tables } = await searchForSecrets(t);
  expect({ lines, tables }).toEqual({ lines: [], tables: [] });
});

/** Log lines and tables that have one of the planted secrets. */
async function searchForSecrets({ service }: SocialWorld) {
  const planted = ['canary_', 'THAAentered_meanwhile', 'meta_app_secret'];
  const lines = service.logged().filter((line) => planted.some((secret) => line.includes(secret)));
  const names = await service.database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'social'`,
  );
  const tables: string[] = [];
  for (const { name } of names) {
    const rows = await service.database.query(`SELECT FROM social."${name}" AS t WHERE t::text ~ $1`, [
      planted.join('|'),
    ]);
    if (rows.length > 0) tables.push(name);
  }
  return { lines, tables };
}
