import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { sha256 } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { identityService } from '../src/service.ts';
import { type Identity, startIdentity } from './support.ts';

const email = 'root@example.test';
const password = 'correct horse battery';
const home = '203.0.113.7';
const clock = fakeClock('2026-01-10T08:00:00Z');
let t: Identity;
let runReport: () => Promise<void>;

/** The service, with its job at hand: the test decides when it runs. */
const definition: typeof identityService = {
  ...identityService,
  create(options) {
    const parts = identityService.create(options);
    const job = parts.jobs?.find(({ name }) => name === 'report-failed-logins');
    runReport = async () => void (await job?.run());
    return parts;
  },
};

beforeAll(async () => {
  t = await startIdentity(
    {
      clock,
      env: { PLATFORM_ADMIN_EMAIL: email, PLATFORM_ADMIN_PASSWORD: password },
      // On a busy machine one check may take seconds.
      overrides: { loginWaitMs: 60_000 },
    },
    definition,
  );
});
afterAll(() => t.stop());

const login = (client_ip: string, secret = password, name = email) =>
  t.as({ client_ip }).openAdminSession({ body: { email: name, password: secret } });
const contextOf = async (token: string): Promise<AdminContext> => {
  const { admin } = await t.ask(identity.queries.resolveAdminSession, { token_hash: sha256(token) });
  if (!admin) throw new Error('the session does not resolve');
  return admin;
};
const signedIn = async (client_ip = home, secret = password, name = email) =>
  contextOf((await login(client_ip, secret, name)).data.access_token);
const logged = async () =>
  (await t.published(identity.events.adminActionRecorded)).filter(({ action }) => action === 'openAdminSession');

describe('many logins at once', () => {
  test('do not lock the owner out of a known network, and a login without a place is answered 429', async () => {
    await login(home);
    const flood = Array.from({ length: 600 }, (_, at) => login(`198.51.100.${at % 60}`, 'not the password'));
    const owner = await login(home);
    expect(owner.status).toBe(201);
    const replies = await Promise.all(flood);
    const refused = replies.filter(({ status }) => status === 429);
    // One check runs, twenty wait; those whose turn came since made room for a few others.
    expect(refused.length).toBeGreaterThan(450);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 429]));
  });
});

describe('the audit log', () => {
  test('has each login that succeeds, with account, address and session', async () => {
    const { id, session_id } = await signedIn('192.0.2.1');
    const record = (await logged()).at(-1);
    expect(record).toMatchObject({
      admin: { id, email, role: 'owner' },
      client_ip: '192.0.2.1',
      after: { outcome: 'opened', admin_session_id: session_id },
      target: { admin_session_id: session_id },
    });
    expect(JSON.stringify(record)).not.toContain(password);
  });

  test('has two records of many failures from one network in an hour: the first, and the count', async () => {
    clock.advance({ hours: 1 });
    const records = async () => (await logged()).filter(({ client_ip }) => client_ip === '192.0.2.2');
    for (let at = 0; at < 5; at += 1) expect((await login('192.0.2.2', 'not the password')).status).toBe(401);
    const first = { admin: { email }, after: { outcome: 'failed', failures: 1 } };
    expect(await records()).toMatchObject([first]);
    await runReport();
    expect(await records()).toHaveLength(1);
    clock.advance({ hours: 1 });
    await runReport();
    await runReport();
    expect(await records()).toMatchObject([first, { after: { outcome: 'failed', failures: 5 } }]);
    expect(JSON.stringify(await logged())).not.toContain('not the password');
  });

  test('records of an e-mail without an account only that there was none', async () => {
    await login('192.0.2.3', 'not the password', 'nobody@example.test');
    expect((await logged()).at(-1)).toMatchObject({
      admin: { id: '00000000-0000-0000-0000-000000000000', email: '(unknown)' },
      client_ip: '192.0.2.3',
      after: { outcome: 'failed' },
    });
    expect(JSON.stringify(await logged())).not.toContain('nobody@example.test');
  });

  test('has at most a hundred networks of one account and hour, and the others together', async () => {
    clock.advance({ hours: 1 });
    const before = (await logged()).length;
    for (let at = 0; at < 104; at += 1) await login(`192.0.2.${at + 10}`, 'not the password', 'many@example.test');
    expect((await logged()).length - before).toBe(101);
  });
});

describe('a weak password', () => {
  const weak = [
    ['123456789012', '`password` is one of the most common passwords: choose a longer password, such as four words.'],
    ['new.admin@example.test', '`password` is the e-mail address: choose another password.'],
  ] as const;

  test.each(weak)('%s is refused with its reason', async (secret, message) => {
    const as = t.as({ admin: await signedIn() });
    const made = await as.createAdmin({ body: { email: 'new.admin@example.test', password: secret, role: 'staff' } });
    expect([made.status, made.body]).toMatchObject([400, { error: 'validation_failed', message }]);
    const { data: admin } = await as.createAdmin({
      body: { email: 'new.admin@example.test', password, role: 'staff' },
    });
    const params = { admin_id: admin.id };
    const changed = await as.updateAdmin({ params, body: { password: secret } });
    expect([changed.status, changed.body]).toMatchObject([400, { error: 'validation_failed', message }]);
    await as.deleteAdmin({ params });
  });

  test('of the first owner keeps the service from starting', async () => {
    const env = { PLATFORM_ADMIN_EMAIL: email, PLATFORM_ADMIN_PASSWORD: 'password1234' };
    await expect(startIdentity({ env })).rejects.toThrow('`PLATFORM_ADMIN_PASSWORD` is like one of the most common');
  });
});

describe('the own password', () => {
  const next = 'a lamp over the north door';

  test('is changed by an administrator of any role, and ends the other sessions alone', async () => {
    const root = t.as({ admin: await signedIn() });
    const body = { email: 'staff@example.test', password, role: 'staff' as const };
    const { data: staff } = await root.createAdmin({ body });
    const other = (await login(home, password, staff.email)).data.access_token;
    const token = (await login(home, password, staff.email)).data.access_token;
    const me = t.as({ admin: await contextOf(token) });

    const reply = await me.changeOwnPassword({ body: { current_password: password, new_password: next } });
    expect(reply.status).toBe(204);
    await expect(contextOf(other)).rejects.toThrow('does not resolve');
    expect((await contextOf(token)).id).toBe(staff.id);
    expect((await login(home, password, staff.email)).status).toBe(401);
    expect((await login(home, next, staff.email)).status).toBe(201);
    const record = (await t.published(identity.events.adminActionRecorded)).find(
      ({ action }) => action === 'changeOwnPassword',
    );
    expect(record).toMatchObject({ admin: { id: staff.id }, changed: ['password'], target: { id: staff.id } });
    expect(JSON.stringify(record)).not.toContain(next);
  });

  test('needs the present one, a strong new one, and leaves ten attempts', async () => {
    const me = t.as({ admin: await signedIn(), client_ip: '192.0.2.200' });
    const change = (current_password: string, new_password: string) =>
      me.changeOwnPassword({ body: { current_password, new_password } });
    expect(await change(password, password)).toMatchObject({ status: 400, error: 'validation_failed' });
    expect((await change(password, 'password1234')).body).toMatchObject({
      message: '`new_password` is like one of the most common passwords: choose a longer password, such as four words.',
    });
    for (let at = 0; at < 10; at += 1)
      expect((await change('not the password', next)).error).toBe('invalid_credentials');
    expect(await change(password, next)).toMatchObject({ status: 429, error: 'rate_limited' });
  });
});
