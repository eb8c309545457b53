import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inParallel } from '@platform/testing';
import type { CrashPoint } from './crash-host.ts';
import { killHosts, type Lane, openLane } from './crash-lane.ts';
import type { PlatformClient } from './harness.ts';
import { ok } from './make-once.ts';
import { until } from './test-platform.ts';

/** A team moves to another identity provider, which has its own name for each user. */
const userCount = 1_000;
/** Users that signed in with the new provider before their old logins were moved: new users, until the merge. */
const early = 20;
const newIssuer = 'https://id.new.example';
const code = 'moved';

let lane: Lane;
let admin: PlatformClient;
beforeAll(async () => {
  lane = await openLane();
  admin = lane.harness.client(await lane.harness.adminHeaders());
});
afterAll(async () => {
  await lane?.stop();
  killHosts();
});

interface Login {
  iss: string;
  sub: string;
}
const formerLogin = (n: number): Login => ({ iss: lane.harness.sandboxes.idp.issuer, sub: `former|${n}` });
const newLogin = (n: number): Login => ({ iss: newIssuer, sub: `new|${n}` });

async function givenApplication() {
  const { idp } = lane.harness.sandboxes;
  const { id: application_id, public_keys } = ok(await admin.createApplication({ body: { code, name: code } }));
  const params = { application_id };
  const provider = { audience: code, jwks_url: idp.jwksUrl };
  ok(await admin.setIdentityProvider({ params, body: { ...provider, issuer: idp.issuer } }));
  ok(await admin.createEntitlement({ params, body: { code: 'pro', name: 'pro' } }));
  const key = { 'x-public-key': public_keys[0]?.key ?? '', 'x-application-code': code };
  const signIn = async (login: Login) => {
    const authorization = `Bearer ${await idp.mint({ ...login, aud: code })}`;
    const client = lane.harness.client({ ...key, authorization });
    const app = { params: { app_code: code } };
    const registered = await client.registerUser({ ...app, body: { explicit_consent: false } });
    return { registered, entitlements: async () => ok(await client.getMyEntitlements(app)) };
  };
  const moveToNewIssuer = async () => {
    const body = { ...provider, issuer: newIssuer };
    expect(await admin.setIdentityProvider({ params, body })).toMatchObject({ error: 'issuer_has_users' });
    ok(await admin.setIdentityProvider({ params, body: { ...body, confirm: true } }));
  };
  return { params, signIn, moveToNewIssuer };
}

const logins = Array.from({ length: userCount }, (_, n) => ({ subject: `former|${n}`, new_subject: `new|${n}` }));
const csv = () =>
  new Blob([['subject;new_subject', ...logins.map((row) => `${row.subject};${row.new_subject}`)].join('\r\n')], {
    type: 'text/csv',
  });
const jsonl = () => new Blob([logins.map((row) => JSON.stringify(row)).join('\n')], { type: 'application/x-ndjson' });

test('a thousand users move to another issuer by a file, also when its import is killed and repeated', async () => {
  const { params, signIn, moveToNewIssuer } = await givenApplication();
  const numbers = logins.map((_, n) => n);
  const ids = new Map<number, string>();
  await inParallel(numbers, async (n) => void ids.set(n, ok((await signIn(formerLogin(n))).registered).user.id));
  const paid = numbers.filter((n) => n % 50 === 0 || n < 5);
  for (const n of paid)
    ok(
      await admin.grantEntitlements({
        params: { ...params, user_id: ids.get(n) ?? '' },
        body: { entitlement_codes: ['pro'], expires_at: null, reason: 'paid before' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    );
  await moveToNewIssuer();
  // The gateway hears of the change by an event.
  await until(
    'the former issuer is refused',
    async () => (await signIn(formerLogin(0))).registered.error === 'invalid_token',
  );
  const earlyIds = await inParallel(numbers.slice(0, early), async (n) => {
    const { registered, entitlements } = await signIn(newLogin(n));
    expect((await entitlements()).codes).toEqual([]);
    return ok(registered).user.id;
  });

  const importLogins = (file: Blob, query: { dry_run?: 'true' | 'false'; on_taken?: 'fail' | 'merge' }) =>
    admin.importLogins({ params, query: query as never, file });
  const planned = { rows: userCount, moved: userCount - early, merged: 0, unchanged: 0, failed: early };
  for (const file of [csv(), jsonl()])
    expect(ok(await importLogins(file, {}))).toMatchObject({ dry_run: true, ...planned });
  const told = ok(await importLogins(csv(), {})).failures[0];
  expect(told).toEqual({
    line: 2,
    path: 'new_subject',
    message: '`new_subject` is the login of another user: send on_taken=merge if both are one person.',
  });
  expect((await signIn(newLogin(early))).registered).toMatchObject({ data: { created: true } });

  const merging = { dry_run: 'false', on_taken: 'merge' } as const;
  for (const point of crashPoints) {
    await lane.host.arm(point);
    await importLogins(csv(), merging).catch(() => null);
    expect(await lane.host.crashedAt()).toBe(point.label);
    await lane.restart();
  }
  const report = ok(await importLogins(jsonl(), merging));
  expect(report).toMatchObject({ dry_run: false, rows: userCount, failed: 0 });
  expect([report.moved > 0, report.unchanged > 0]).toEqual([true, true]);
  expect(report.moved + report.merged + report.unchanged).toBe(userCount);

  const events = 'SELECT FROM identity.outbox UNION ALL SELECT FROM catalog.outbox';
  await until('no event is on its way', async () => (await lane.harness.database.query(events)).length === 0);
  const wrong: unknown[] = [];
  await inParallel(numbers, async (n) => {
    const { registered, entitlements } = await signIn(newLogin(n));
    const { user, created } = ok(registered);
    const codes = paid.includes(n) ? (await entitlements()).codes : ['pro'];
    if (created || user.id !== ids.get(n) || codes.join() !== 'pro') wrong.push({ n, created, user, codes });
  });
  expect(wrong).toEqual([]);
  for (const user_id of earlyIds)
    expect(await admin.getUser({ params: { ...params, user_id } })).toMatchObject({ error: 'user_not_found' });
  const unchanged = { moved: 0, merged: 0, unchanged: userCount, failed: 0 };
  for (const file of [csv(), jsonl()]) expect(ok(await importLogins(file, merging))).toMatchObject(unchanged);
  const log = await lane.harness.database.query(
    `SELECT FROM identity.audit_log WHERE action = 'importLogins' AND target->>'user_id' = ANY($1::text[])`,
    [[...ids.values()]],
  );
  expect(log.length).toBe(userCount);
  expect(await lane.harness.database.query('SELECT FROM identity.dead_letters')).toEqual([]);
});

/** In the middle of the file: within the merges of its first rows, and later. */
const crashPoints: CrashPoint[] = [
  {
    label:
      'after the commit of UPDATE identity.devices, UPDATE identity.users, UPDATE identity.customers, INSERT INTO identity.outbox',
    occurrence: 1,
  },
  {
    label: 'before the commit of UPDATE identity.users, UPDATE identity.customers, INSERT INTO identity.outbox',
    occurrence: 2,
  },
  {
    label: 'after the commit of UPDATE identity.users, UPDATE identity.customers, INSERT INTO identity.outbox',
    occurrence: 3,
  },
];
