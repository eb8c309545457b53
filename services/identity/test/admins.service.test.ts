import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { sha256 } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { type Identity, startIdentity } from './support.ts';

const password = 'correct horse battery';
const clock = fakeClock('2026-01-10T08:00:00Z');
let t: Identity;
let root: AdminContext;

beforeAll(async () => {
  t = await startIdentity({
    clock,
    env: { PLATFORM_ADMIN_EMAIL: 'Root@Example.test', PLATFORM_ADMIN_PASSWORD: password },
  });
});
afterAll(() => t.stop());

const login = (email: string, secret = password, caller: { client_ip?: string } = {}) =>
  t.as(caller).openAdminSession({ body: { email, password: secret } });
const resolve = (token: string) => t.ask(identity.queries.resolveAdminSession, { token_hash: sha256(token) });
const signedIn = async (email: string): Promise<{ token: string; context: AdminContext }> => {
  const { data } = await login(email);
  const { admin } = await resolve(data.access_token);
  if (!admin) throw new Error('the session does not resolve');
  return { token: data.access_token, context: admin };
};
let made = 0;
const givenAdmin = async (role: 'staff' | 'admin' | 'owner' = 'staff') => {
  made += 1;
  const { data } = await t
    .as({ admin: root })
    .createAdmin({ body: { email: `a${made}@example.test`, password, role } });
  return data;
};

beforeEach(async () => {
  root = (await signedIn('root@example.test')).context;
});

describe('sessions', () => {
  test('the first owner comes from the configuration, signs in, is known and signs out', async () => {
    const reply = await login('ROOT@example.test');
    expect(reply).toMatchObject({
      status: 201,
      data: { expires_at: '2026-01-10T20:00:00.000Z', admin: { email: 'root@example.test', role: 'owner' } },
    });
    expect(reply.data.access_token).toMatch(/^adm_[A-Za-z0-9]{43}$/);
    const { context, token } = await signedIn('root@example.test');
    expect((await t.as({ admin: context }).getCurrentAdmin()).data).toMatchObject({ id: context.id });

    expect((await t.as({ admin: context }).closeAdminSession()).status).toBe(204);
    expect(await resolve(token)).toEqual({ admin: null, expires_at: null });
    expect((await resolve(reply.data.access_token)).admin?.id).toBe(context.id);
    expect((await t.published(identity.events.adminSessionsRevoked)).at(-1)).toEqual({ admin_id: context.id });
  });

  test('a session ends after twelve hours', async () => {
    const { token } = await signedIn('root@example.test');
    clock.advance({ hours: 11, minutes: 59 });
    expect((await resolve(token)).admin).not.toBeNull();
    clock.advance({ minutes: 1 });
    expect((await resolve(token)).admin).toBeNull();
  });

  test('the token is stored as its hash only', async () => {
    const { token } = await signedIn('root@example.test');
    const rows = await t.database.query<{ text: string }>('SELECT s::text AS text FROM identity.admin_sessions s');
    expect(rows.some(({ text }) => text.includes(sha256(token)))).toBe(true);
    expect(rows.some(({ text }) => text.includes(token.slice(4)))).toBe(false);
  });

  test('a wrong password and an unknown e-mail get the same answer; ten failures lock the login', async () => {
    const admin = await givenAdmin();
    const wrong = await login(admin.email, 'not the password');
    const unknown = await login('nobody@example.test', 'not the password');
    expect([wrong.status, wrong.error]).toEqual([401, 'invalid_credentials']);
    expect([unknown.status, unknown.error]).toEqual([401, 'invalid_credentials']);

    for (let n = 0; n < 12; n += 1) expect((await login(admin.email)).status).toBe(201);
    const guesses = await Promise.all(Array.from({ length: 14 }, () => login(admin.email, 'not the password')));
    // A guess that found no place in the queue was not checked and does not count.
    let checked = guesses.filter(({ status }) => status === 401).length;
    let refused = await login(admin.email, 'not the password');
    for (; refused.status === 401; refused = await login(admin.email, 'not the password')) checked += 1;
    expect(checked).toBeLessThanOrEqual(9);
    expect(refused.error).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(admin.email)).error).toBe('rate_limited');
    expect((await login('root@example.test')).status).toBe(201);
    // The lock applies to the guessing address alone.
    expect((await login(admin.email, password, { client_ip: '203.0.113.8' })).status).toBe(201);
  });
});

describe('accounts', () => {
  test('one e-mail has one account', async () => {
    const admin = await givenAdmin();
    const body = { email: admin.email.toUpperCase(), password, role: 'staff' } as const;
    expect(await t.as({ admin: root }).createAdmin({ body })).toMatchObject({ status: 409, error: 'conflict' });
    expect((await t.as({ admin: root }).listAdmins({ query: { limit: 1 } })).data).toEqual([admin]);
  });

  test('a new role, a new password and removal end the sessions', async () => {
    const admin = await givenAdmin();
    const params = { admin_id: admin.id };
    const changes = [{ role: 'admin' as const }, { password: 'another long password' }];
    for (const body of changes) {
      await t.as({ admin: root }).updateAdmin({ params, body: { password } });
      const { token } = await signedIn(admin.email);
      expect((await t.as({ admin: root }).updateAdmin({ params, body })).status).toBe(200);
      expect((await resolve(token)).admin).toBeNull();
    }
    expect((await login(admin.email)).status).toBe(401);
    expect((await t.as({ admin: root }).deleteAdmin({ params })).status).toBe(204);
    expect((await login(admin.email, 'another long password')).status).toBe(401);
    expect(await t.as({ admin: root }).deleteAdmin({ params })).toMatchObject({
      status: 404,
      error: 'admin_not_found',
    });
    const revoked = (await t.published(identity.events.adminSessionsRevoked)).filter(
      ({ admin_id }) => admin_id === admin.id,
    );
    expect(revoked).toHaveLength(5);
  });

  test('the last owner stays, also when two owners remove each other at once', async () => {
    const params = { admin_id: root.id };
    const call = t.as({ admin: root });
    expect(await call.updateAdmin({ params, body: { role: 'admin' } })).toMatchObject({
      status: 409,
      error: 'conflict',
    });
    expect(await call.deleteAdmin({ params })).toMatchObject({ status: 409, error: 'conflict' });

    for (let round = 0; round < 4; round += 1) {
      const other = await givenAdmin('owner');
      const replies = await Promise.all([
        call.updateAdmin({ params, body: { role: 'staff' } }),
        call.deleteAdmin({ params: { admin_id: other.id } }),
      ]);
      expect(replies.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
      await t.database.query("UPDATE identity.admins SET role = 'owner' WHERE id = $1", [root.id]);
      await t.database.query('DELETE FROM identity.admins WHERE id = $1', [other.id]);
    }
  });
});
