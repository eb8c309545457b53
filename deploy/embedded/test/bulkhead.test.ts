import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@platform/contracts';
import { defaultDatabaseWait, type OpenTransaction, openTransaction, untilBlocked } from '@platform/testing';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';

/**
 * A table that a test holds makes every read of it as slow as a read may be. The reads of administrators then
 * fill the reports pool of each service, and nothing else.
 */

let t: TestPlatform;
let admin: PlatformClient;
let user: PlatformClient;
let app: { app_code: string };
let ofApplication: { application_id: string };

beforeAll(async () => {
  t = await startTestPlatform({ webhooks: false, env: defaultDatabaseWait });
  admin = t.client(await t.adminHeaders());
  ({ client: user } = await t.registered());
  app = { app_code: t.demo.application_code };
  ofApplication = { application_id: t.demo.application_id };
});
afterAll(() => t.stop());

const locks: OpenTransaction[] = [];
const hold = async (...tables: string[]) => {
  const lock = await openTransaction(t.database, `LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  locks.push(lock);
  return lock;
};
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.rollback();
});

type Ask = () => Promise<Reply<unknown>>;
/** A read of an administrator of each service, and a table that no call of a user needs. */
const reads: Record<string, { table: string; ask: Ask }> = {
  identity: { table: 'identity.audit_log', ask: () => admin.listAuditLog({ query: {} }) },
  catalog: {
    table: 'catalog.license_keys',
    ask: () => admin.listLicenseKeys({ params: ofApplication, query: {} }),
  },
  billing: { table: 'billing.payments', ask: () => admin.listPayments({ params: ofApplication, query: {} }) },
  cms: { table: 'cms.sites', ask: () => admin.listSites({ query: {} }) },
  analytics: {
    table: 'analytics.rollups',
    ask: () => admin.getAnalyticsSummary({ query: { application_code: t.demo.application_code } }),
  },
};
const many = (ask: Ask, count: number) => Promise.all(Array.from({ length: count }, ask));
const statuses = (replies: Reply<unknown>[]) => [...new Set(replies.map(({ status }) => status))].sort();

test('slow reads of administrators, of every service at once, leave the calls of users alone', async () => {
  const lock = await hold(...Object.values(reads).map(({ table }) => table));
  const asked = Object.values(reads).map(({ ask }) => many(ask, 12));
  // Every service has a read in its reports pool that stands still.
  await untilBlocked(t.database, { sessions: Object.keys(reads).length });
  const replies = await Promise.all([
    user.getMyEntitlements({ params: app }),
    user.getMyProfile({ params: app }),
    user.getPaywall({ params: { ...app, paywall_code: 'main' } }),
    user.recordEvent({ body: { event: 'opened' } }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 202]);
  await lock.rollback();
  const answers = (await Promise.all(asked)).flat();
  expect(statuses(answers).filter((status) => status >= 500)).toEqual([]);
});

describe.each(Object.entries(reads))('%s', (_service, { table, ask }) => {
  test('answers 429 with Retry-After to reads that find no place, and 200 again after it', async () => {
    const lock = await hold(table);
    const replies = await many(ask, 60);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ error: 'rate_limited' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses(replies).filter((status) => status >= 500)).toEqual([]);
    await lock.rollback();
    expect((await ask()).status).toBe(200);
  });
});

test('a list whose statement takes too long is refused as query_too_expensive, which no client repeats by itself', async () => {
  const lock = await hold('identity.audit_log');
  const reply = await reads.identity?.ask();
  await lock.rollback();
  expect(reply?.body).toMatchObject({ error: 'query_too_expensive' });
  expect(reply?.status).toBe(400);
  expect(reply?.headers.get('retry-after')).toBeNull();
});

test('600 logins at once, from 60 addresses, leave the owner and the users their answers', async () => {
  const guard = await startTestPlatform({
    webhooks: false,
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    // On a busy machine one check of a password may take seconds.
    overrides: { loginWaitMs: 60_000 },
  });
  try {
    const { client } = await guard.registered();
    await guard.adminHeaders();
    const body = { email: guard.secrets.admin_email, password: 'not the password' };
    const flood = Array.from({ length: 600 }, (_, at) =>
      guard.client({ 'x-forwarded-for': `198.51.100.${at % 60}` }).openAdminSession({ body }),
    );
    const owner = await guard.client().openAdminSession({ body: { ...body, password: guard.secrets.admin_password } });
    const read = await client.getMyEntitlements({ params: { app_code: guard.demo.application_code } });
    expect([owner.status, read.status]).toEqual([201, 200]);
    const replies = await Promise.all(flood);
    expect(replies.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
    expect(statuses(replies)).toEqual([401, 429]);
  } finally {
    await guard.stop();
  }
});
