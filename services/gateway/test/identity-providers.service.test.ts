import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { type GatewayTest, startGatewayTest, type User } from './gateway-test.ts';

let t: GatewayTest;
let anna: User;
beforeAll(async () => {
  t = await startGatewayTest({ overrides: { keysTimeoutMs: 5_000 } });
  anna = await t.addUser('anna');
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => t.stop());

/**
 * Registration with this token: 200 when it is accepted, since an application without documents asks for
 * nothing.
 */
const present = (code: string, token: string) =>
  t.client({ authorization: `Bearer ${token}` }).registerUser({ params: { app_code: code }, body: {} });

describe('an identity provider', () => {
  test('that is not set up yet authenticates no user', async () => {
    t.addApplication('without-idp', null);
    expect((await present('without-idp', await t.idp.mint())).error).toBe('invalid_token');
  });

  test('may ask for an authorized party', async () => {
    t.addApplication('with-azp', { audience: 'account', authorized_party: 'web' });
    const party = async (azp?: string) =>
      (await present('with-azp', await t.idp.mint({ aud: ['account', 'x'], azp }))).error;
    expect(await party('web')).toBeUndefined();
    expect([await party('mobile'), await party()]).toEqual(['invalid_token', 'invalid_token']);
  });

  test('with a shared secret has its tokens accepted, and no others', async () => {
    const { issuer, sharedSecret, mint } = t.idp;
    const project = `${new URL(issuer).origin}/auth/v1`;
    t.addApplication('legacy', { issuer: project, audience: 'authenticated', hs256_secret: sharedSecret });
    const other = 'another-secret-that-is-long-enough-for-this';
    t.addApplication('legacy-other', { issuer: project, audience: 'authenticated', hs256_secret: other });
    const token = await mint({}, { kind: 'supabase_user' });
    expect((await present('legacy', token)).status).toBe(200);
    expect((await present('legacy-other', token)).error).toBe('invalid_token');
    const claims = { iss: project, aud: 'authenticated', sub: 'x', exp: Math.floor(Date.now() / 1000) + 600 };
    for (const refused of [
      await mint({}, { kind: 'supabase_anon' }),
      await mint({}, { kind: 'supabase_service_role' }),
      await mint(claims, { kind: 'supabase_anon' }),
      await mint(claims, { kind: 'supabase_service_role' }),
      await mint(claims, { kind: 'alg_none' }),
      await mint(claims),
      await mint(claims, { algorithm: 'ES256' }),
      await mint({}, { kind: 'supabase_user', header: { alg: 'HS512' } }),
    ])
      expect((await present('legacy', refused)).error).toBe('invalid_token');
    expect((await present('legacy', await mint({ exp: 1 }, { kind: 'supabase_user' }))).error).toBe('token_expired');
  });

  test('may sign with either of its algorithms', async () => {
    const app = t.addApplication('both-algorithms');
    for (const algorithm of ['RS256', 'ES256'] as const) {
      const token = await t.idp.mint({ aud: app.code }, { algorithm });
      expect((await present(app.code, token)).status).toBe(200);
    }
  });
});

/** Every application has its own copy of the keys, so that a broken one does not stay for the next test. */
const withKeysAt = async (code: string, jwks_url = `${t.idp.jwksUrl}?${code}`) => {
  t.addApplication(code, { jwks_url });
  return t.idp.mint({ aud: code });
};

/** Advances the monotonic clock of the process. */
const realNow = performance.now.bind(performance);
let passedMs = 0;
const pass = (seconds: number): void => {
  passedMs += seconds * 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
};
afterEach(() => {
  passedMs = 0;
});

describe('the keys of an identity provider', () => {
  afterEach(() => t.idp.faults.reset());

  test('are not followed to another address', async () => {
    const token = await withKeysAt('redirected');
    t.idp.faults.set({ redirectingJwks: true });
    const reply = await present('redirected', token);
    expect([reply.status, reply.error]).toEqual([503, 'service_unavailable']);
    t.idp.faults.reset();
    pass(6);
    expect((await present('redirected', token)).status).toBe(200);
  });

  test('that cannot be read are answered with 503 and not 401, and are fetched again soon', async () => {
    const token = await withKeysAt('down');
    t.idp.faults.set({ down: true });
    const reply = await present('down', token);
    expect([reply.status, reply.error]).toEqual([503, 'service_unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    t.idp.faults.reset();
    // The keys are fetched once in five seconds at most.
    pass(6);
    expect((await present('down', token)).status).toBe(200);
    // Cached keys stay valid while the provider is unavailable.
    t.idp.faults.set({ down: true });
    expect((await present('down', await t.idp.mint({ aud: 'down' }, { username: 'carol' }))).status).toBe(200);
  });

  test('that are slow are waited for a bounded time, and hold up no other application', async () => {
    const token = await withKeysAt('slow');
    // Slower than the test may be: only the time limit of the gateway ends the wait.
    t.idp.faults.set({ slowMs: 600_000 });
    let isWaiting = true;
    const waiting = Promise.all(Array.from({ length: 10 }, () => present('slow', token)));
    void waiting.finally(() => {
      isWaiting = false;
    });
    const other = await t.client(anna.headers).getMyProfile({ params: { app_code: 'demo' } });
    expect([other.status, isWaiting]).toEqual([200, true]);
    const replies = await waiting;
    expect(replies.map(({ error }) => error)).toEqual(Array(10).fill('service_unavailable'));
  });

  test('may be none, and then no token is signed with one of them', async () => {
    const token = await withKeysAt('empty');
    t.idp.faults.set({ emptyKeys: true });
    expect((await present('empty', token)).error).toBe('invalid_token');
  });

  test('are never fetched from inside the network', async () => {
    let fetched = 0;
    const count = (_req: unknown, res: ServerResponse) => {
      fetched += 1;
      res.end('{"keys":[]}');
    };
    const inside = await listen(count, { port: 0, host: '127.0.0.1' });
    t.onStop(() => inside.close(0));
    const hosts = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1'];
    for (const [at, host] of hosts.entries()) {
      const token = await withKeysAt(`inside-${at}`, `http://${host}:${inside.port}/jwks`);
      const reply = await present(`inside-${at}`, token);
      expect([host, reply.status, reply.error]).toEqual([host, 503, 'service_unavailable']);
    }
    for (const [at, address] of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[fd00::1]/'].entries()) {
      const token = await withKeysAt(`private-${at}`, address);
      expect((await present(`private-${at}`, token)).error).toBe('service_unavailable');
    }
    expect(fetched).toBe(0);
  });
});

// The last test: it withdraws the keys of the tests before it.
test('keys may rotate: new ones are found, and the withdrawn ones are refused', async () => {
  const app = 'rotating-keys';
  const { mint, rotate } = t.idp;
  const old = await withKeysAt(app);
  expect((await present(app, old)).status).toBe(200);
  await rotate();
  // The keys are fetched once in five seconds at most, so that forged key ids cause no endless fetches.
  pass(6);
  expect((await present(app, await mint({ aud: app }, { username: 'new' }))).status).toBe(200);
  expect((await present(app, old)).status).toBe(200);
  const unseen = await mint({ aud: app }, { username: 'late' });
  await rotate({ dropOld: true });
  pass(6);
  expect((await present(app, await mint({ aud: app }, { username: 'newer' }))).status).toBe(200);
  expect((await present(app, unseen)).error).toBe('invalid_token');
});
