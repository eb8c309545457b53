import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inParallel } from '@platform/testing';
import type { CrashPoint } from './crash-host.ts';
import { killHosts, type Lane, openLane } from './crash-lane.ts';
import type { PlatformClient } from './harness.ts';
import { ok } from './make-once.ts';
import { until } from './test-platform.ts';

/** A team brings the customers of its former shop. By hand, all of both files sign in: `SIGN_INS=5000 make test TEST=…`. */
const customerCount = Number(process.env.CUSTOMERS ?? 5_000);
/** Sign-ins of customers of each file. */
const signIns = Number(process.env.SIGN_INS ?? 1_000);
const registeredBefore = 40;
const latecomers = 20;
const dayMs = 86_400_000;

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

interface Row {
  subject?: string;
  email?: string;
  plan_code?: string;
  entitlement_codes?: string;
  purchased_at?: string;
  expires_at?: string;
  external_id?: string;
}

/** A customer of the former shop, with the claims of the first sign-in here and the access that was paid. */
interface Customer {
  rows: Row[];
  claims: { sub: string; email: string };
  access: { codes: string[]; expires_at: string | null; is_lifetime: boolean };
}

const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
const inDays = (days: number): string => new Date(hour.getTime() + days * dayMs).toISOString();

/** The n-th customer: each fifth one has bought in the same way. */
function customerOf(code: string, n: number): Customer {
  const subject = `${code}-${n}`;
  const email = `${code}-${n}@shop.test`;
  const purchased_at = inDays(-1 - (n % 20));
  const end = inDays(40 + (n % 300));
  const timed = (expires_at: string, codes = ['pro']) => ({ codes, expires_at, is_lifetime: false });
  const bySubject = { sub: subject, email: `other-${email}` };
  const byEmail = { sub: `new-${subject}`, email: email.toUpperCase() };
  const month = { plan_code: 'month', purchased_at };
  const ways: Customer[] = [
    { rows: [{ subject, ...month }], claims: bySubject, access: timed(inDays(29 - (n % 20))) },
    { rows: [{ email, ...month, expires_at: end }], claims: byEmail, access: timed(end) },
    {
      rows: [{ subject, email, entitlement_codes: 'export', purchased_at, expires_at: end }],
      claims: n % 2 === 0 ? bySubject : byEmail,
      access: timed(end, ['export']),
    },
    {
      rows: [{ subject, plan_code: 'life' }],
      claims: bySubject,
      access: { codes: ['export', 'pro'], expires_at: null, is_lifetime: true },
    },
    {
      rows: ['1', '2'].map((order) => ({ email, ...month, external_id: `${subject}-${order}` })),
      claims: byEmail,
      access: timed(inDays(59 - (n % 20))),
    },
  ];
  return ways[n % ways.length] as Customer;
}

const columns = [
  'subject',
  'email',
  'plan_code',
  'entitlement_codes',
  'purchased_at',
  'expires_at',
  'external_id',
] as const;
const files: Record<string, (rows: readonly Row[]) => Blob> = {
  csv: (rows) =>
    new Blob([[columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].join('\r\n')], {
      type: 'text/csv',
    }),
  jsonl: (rows) => new Blob([rows.map((row) => JSON.stringify(row)).join('\n')], { type: 'application/x-ndjson' }),
};

/** An application that sells `month` and `life`, without legal documents. */
async function givenShop(code: string) {
  const { idp } = lane.harness.sandboxes;
  const { id: application_id, public_keys } = ok(await admin.createApplication({ body: { code, name: code } }));
  const params = { application_id };
  ok(
    await admin.setIdentityProvider({
      params,
      body: { issuer: idp.issuer, audience: code, jwks_url: idp.jwksUrl },
    }),
  );
  for (const name of ['pro', 'export']) ok(await admin.createEntitlement({ params, body: { code: name, name } }));
  const plan = { name: 'Plan', billing_type: 'recurring' as const };
  ok(
    await admin.createPlan({
      params,
      body: { ...plan, code: 'month', duration_days: 30, entitlement_codes: ['pro'] },
    }),
  );
  ok(
    await admin.createPlan({
      params,
      body: { name: 'Plan', billing_type: 'lifetime', code: 'life', entitlement_codes: ['pro', 'export'] },
    }),
  );
  const key = { 'x-public-key': public_keys[0]?.key ?? '', 'x-application-code': code };
  const signIn = async ({ claims }: Customer) => {
    const authorization = `Bearer ${await idp.mint({ ...claims, aud: code })}`;
    const client = lane.harness.client({ ...key, authorization });
    ok(await client.registerUser({ params: { app_code: code }, body: { explicit_consent: false } }));
    return { read: async () => ok(await client.getMyEntitlements({ params: { app_code: code } })) };
  };
  const count = async (table: string) => {
    const [row] = await lane.harness.database.query<{ count: number }>(
      `SELECT count(*)::int FROM ${table} WHERE application_id = $1`,
      [application_id],
    );
    return row?.count ?? 0;
  };
  const countAll = () => inParallel(['identity.customers', 'catalog.waiting_grants', 'catalog.grants'], count);
  return { params, signIn, count, countAll };
}

/** In the middle of the file: one commit of each service. Batches without registered persons have these labels. */
const crashPoints: CrashPoint[] = [
  { label: 'after the commit of INSERT INTO identity.customers', occurrence: 2 },
  {
    label: 'before the commit of INSERT INTO catalog.customers, INSERT INTO catalog.waiting_grants',
    occurrence: 3,
  },
  { label: 'after the commit of INSERT INTO catalog.customers, INSERT INTO catalog.waiting_grants', occurrence: 2 },
];

test.each([
  ['csv', signIns],
  ['jsonl', signIns],
])(
  '%s of thousands of customers: a dry run, an import that is killed three times, and each of %i finds the access at the first sign-in',
  async (format, signInCount) => {
    const shop = await givenShop(`former-${format}`);
    const customers = Array.from({ length: customerCount }, (_, n) => customerOf(format, n));
    const rows = customers.flatMap((customer) => customer.rows);
    const file = files[format]?.(rows) as Blob;
    const importAll = (dry_run: 'true' | 'false') =>
      admin.importCustomers({
        params: shop.params,
        query: { dry_run: dry_run as never, reason: 'from the former shop' },
        file,
      });
    await inParallel(customers.slice(0, registeredBefore), shop.signIn);
    const granted = customers.slice(0, registeredBefore).flatMap((customer) => customer.rows).length;

    const planned = { rows: rows.length, created: rows.length, granted, waiting: rows.length - granted, failures: [] };
    expect(ok(await importAll('true'))).toMatchObject({ dry_run: true, ...planned });
    expect(await shop.countAll()).toEqual([0, 0, 0]);

    let waiting = 0;
    for (const point of crashPoints) {
      await lane.host.arm(point);
      await importAll('false').catch(() => null);
      expect(await lane.host.crashedAt()).toBe(point.label);
      await lane.restart();
      const stored = await shop.count('catalog.waiting_grants');
      expect([stored > waiting || point === crashPoints[0], stored < planned.waiting]).toEqual([true, true]);
      waiting = stored;
    }
    // People sign in while a part of the file is in, those of the missing part included.
    const visitors = [...customers.slice(0, signInCount - latecomers), ...customers.slice(-latecomers)];
    await inParallel(visitors.slice(-2 * latecomers), shop.signIn);
    const report = ok(await importAll('false'));
    expect(report).toMatchObject({ rows: rows.length, failed: 0, updated: 0, revoked: 0 });
    expect(report.created + report.unchanged).toBe(rows.length);
    expect([report.created > 0, report.unchanged > 0]).toEqual([true, true]);

    const wrong: unknown[] = [];
    await inParallel(visitors, async (customer) => {
      const { read } = await shop.signIn(customer);
      const find = async () => {
        const { codes, expires_at, is_lifetime } = await read();
        return { codes, expires_at, is_lifetime };
      };
      const isAccess = (found: object) => JSON.stringify(found) === JSON.stringify(customer.access);
      // On a busy machine the registration does not wait for the grants: the event brings them.
      let found = await find();
      for (let tries = 0; !isAccess(found) && tries < 20; tries += 1) {
        await setTimeout(500);
        found = await find();
      }
      if (!isAccess(found)) wrong.push({ ...customer, found });
    });
    expect(wrong).toEqual([]);

    const taken = visitors.flatMap((customer) => customer.rows).length;
    const left = rows.length - taken;
    const expectNothingMore = async () => {
      await until('no event is on its way', async () => {
        const waitingEvents = 'SELECT FROM identity.outbox UNION ALL SELECT FROM catalog.outbox';
        return (await lane.harness.database.query(waitingEvents)).length === 0;
      });
      expect(await shop.countAll()).toEqual([customerCount, left, taken]);
    };
    await expectNothingMore();
    const repeated = { created: 0, updated: 0, unchanged: rows.length, granted: taken, waiting: left, failed: 0 };
    expect(ok(await importAll('true'))).toMatchObject(repeated);
    expect(ok(await importAll('false'))).toMatchObject(repeated);
    await expectNothingMore();
    for (const customer of customers.slice(100, 110))
      expect(await (await shop.signIn(customer)).read()).toMatchObject(customer.access);
    const dead = 'SELECT FROM identity.dead_letters UNION ALL SELECT FROM catalog.dead_letters';
    expect(await lane.harness.database.query(dead)).toEqual([]);
  },
);
