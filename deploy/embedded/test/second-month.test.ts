import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inParallel } from '@platform/testing';
import { killHosts, type Lane, openLane } from './crash-lane.ts';
import type { PlatformClient } from './harness.ts';
import { ok } from './make-once.ts';
import { until } from './test-platform.ts';

/** What a team does in its second month: mistakes, a leak and a new feature, on an application that is in use. */

const ownerCount = Number(process.env.OWNERS ?? 10_000);
const app = { params: { app_code: 'demo' } };

let lane: Lane;
let admin: PlatformClient;
let application: { application_id: string };
let visitor: PlatformClient;
let readers: PlatformClient[];
beforeAll(async () => {
  lane = await openLane();
  const { harness } = lane;
  admin = harness.client(await harness.adminHeaders());
  application = { application_id: harness.demo.application_id };
  visitor = harness.client({ 'x-public-key': harness.demo.public_key, 'x-application-code': 'demo' });
  readers = [];
  for (let n = 0; n < 12; n += 1) readers.push((await harness.registered()).client);
});
afterAll(async () => {
  await lane?.stop();
  killHosts();
});

const planOf = async (code: string) => {
  const plan = ok(await admin.listPlans({ params: application, query: {} })).find((each) => each.code === code);
  if (!plan) throw new Error(`there is no plan ${code}`);
  return { ...plan, params: { ...application, plan_id: plan.id } };
};
const mainPaywall = async () => {
  const paywalls = ok(await admin.listPaywalls({ params: application, query: {} }));
  const main = paywalls.find(({ code }) => code === 'main');
  return ok(await admin.getPaywallById({ params: { ...application, paywall_id: main?.id ?? '' } }));
};
const readPaywall = () => visitor.getPaywall({ params: { ...app.params, paywall_code: 'main' } });
const messageOf = ({ body }: { body: unknown }) => String((body as { message?: string }).message);

test('an application that is archived by mistake comes back as it was', async () => {
  const before = ok(await readPaywall());
  const refused = await admin.archiveApplication({ params: application, query: {} });
  expect([refused.status, refused.error]).toEqual([409, 'confirmation_required']);
  expect(messageOf(refused)).toMatch(/confirm/);
  expect((await readPaywall()).status).toBe(200);

  ok(await admin.archiveApplication({ params: application, query: { confirm: 'demo' } }));
  await until('clients get 404', async () => (await readPaywall()).error === 'application_not_found');
  expect(ok(await admin.listApplications({ query: {} })).map(({ code }) => code)).not.toContain('demo');
  const inside = await admin.createEntitlement({ params: application, body: { code: 'new', name: 'New' } });
  expect(inside.error).toBe('conflict');

  ok(await admin.updateApplication({ params: application, body: { status: 'active' } }));
  await until('clients are served again', async () => (await readPaywall()).status === 200);
  expect(ok(await readPaywall())).toEqual(before);
});

test('a plan with a typing error is repaired before its first sale, and not after it', async () => {
  const plan = ok(
    await admin.createPlan({
      params: application,
      body: {
        code: 'quartr',
        name: 'Quarter',
        billing_type: 'recurring',
        duration_days: 9,
        entitlement_codes: ['notes_basic'],
      },
    }),
  );
  const params = { ...application, plan_id: plan.id };
  const stale = { 'if-match': '"999"' };
  const lost = await admin.updatePlan({ params, body: { code: 'quarter' }, headers: stale });
  expect(lost.error).toBe('precondition_failed');
  const repaired = ok(
    await admin.updatePlan({
      params,
      body: { code: 'quarter', duration_days: 90 },
      headers: { 'if-match': `"${plan.version}"` },
    }),
  );
  expect(repaired).toMatchObject({ code: 'quarter', duration_days: 90 });

  const sold = await planOf('monthly');
  const [buyer] = readers;
  if (!buyer) throw new Error('no reader');
  const price = ok(await readPaywall()).paywall_items.find((item) => item.plan.code === 'monthly');
  ok(
    await buyer.createPayment({
      body: {
        plan_price_id: price?.plan_price_id ?? '',
        return_url: 'https://app.example.test/return',
        consents: await lane.harness.consents(['license_offer']),
      },
    }),
  );
  const refused = await admin.updatePlan({ params: sold.params, body: { duration_days: 31 } });
  expect([refused.status, refused.error]).toEqual([409, 'field_in_use']);
  expect(messageOf(refused)).toMatch(/duration_days/);
});

test('a change that empties a paywall says so, and its items say why they are hidden', async () => {
  const { items } = await mainPaywall();
  const plans = [...new Set(ok(await readPaywall()).paywall_items.map((item) => item.plan.code))];
  const effects = [];
  for (const code of plans) {
    const { params } = await planOf(code);
    effects.push(ok(await admin.archivePlan({ params })).affected_paywalls);
  }
  expect(effects.at(-1)).toMatchObject([{ code: 'main', is_empty: true }]);
  expect((await mainPaywall()).items.map(({ hidden_reason }) => hidden_reason)).toEqual(
    items.map(() => 'plan_archived'),
  );
  for (const code of plans)
    ok(await admin.updatePlan({ params: (await planOf(code)).params, body: { status: 'active' } }));
  await until('the paywall is full again', async () => ok(await readPaywall()).paywall_items.length === items.length);
});

test('a feature reaches thousands of owners while they read, though the process dies twice', async () => {
  const plan = await planOf('monthly');
  const [own] = plan.entitlement_codes;
  ok(await admin.createEntitlement({ params: application, body: { code: 'voice_notes', name: 'Voice notes' } }));
  const grantTo = (client: PlatformClient) =>
    client.getMyProfile(app).then((reply) =>
      admin.grantEntitlements({
        params: { ...application, user_id: ok(reply).id },
        body: { plan_code: 'monthly', reason: 'a tester' },
      }),
    );
  await inParallel(readers, async (client) => void ok(await grantTo(client)));
  // Owners of the months before; each has bought the plan once.
  await lane.harness.database.query(
    `INSERT INTO catalog.grants (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes,
       granted_at, duration_ms, starts_at, expires_at, created_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'payment', gen_random_uuid()::text, $2, 'monthly', $3,
       at, 30 * 86400000::bigint, at, at + interval '30 days', at
     FROM (SELECT now() - n * interval '10 seconds' AS at FROM generate_series(1, $4::int) AS n) AS bought`,
    [application.application_id, plan.id, plan.entitlement_codes, ownerCount],
  );
  const countOwners = async () => {
    const [row] = await lane.harness.database.query<{ owners: number; changed: number }>(
      `SELECT count(DISTINCT user_id)::int AS owners,
              count(DISTINCT user_id) FILTER (WHERE 'voice_notes' = ANY (entitlement_codes))::int AS changed
       FROM catalog.grants WHERE plan_id = $1`,
      [plan.id],
    );
    return row ?? { owners: 0, changed: 0 };
  };

  let isOver = false;
  const seen = readers.map(async (client) => {
    const answers: string[][] = [];
    while (!isOver) {
      const reply = await client.getMyEntitlements(app).catch(() => null);
      if (reply?.status === 200) answers.push(reply.data.codes);
      await sleep(20);
    }
    return answers;
  });
  const label =
    'the commit of UPDATE catalog.plan_backfills, INSERT INTO catalog.grant_revisions, UPDATE catalog.grants, INSERT INTO catalog.outbox';
  await lane.host.arm({ label: `before ${label}`, occurrence: 20 });
  const body = { codes: [...plan.entitlement_codes, 'voice_notes'], apply_to: 'owners' as const };
  const { backfill } = ok(await admin.setPlanEntitlements({ params: plan.params, body }));
  expect(backfill).toMatchObject({ state: 'queued', owners_done: 0 });
  expect(await lane.host.crashedAt()).toBe(`before ${label}`);
  await lane.restart();
  await lane.host.arm({ label: `after ${label}`, occurrence: 20 });
  expect(await lane.host.crashedAt()).toBe(`after ${label}`);
  const half = await countOwners();
  expect([half.changed > 0, half.changed < half.owners]).toEqual([true, true]);
  await lane.restart();

  const params = { ...plan.params, backfill_id: backfill?.id ?? '' };
  await until('all owners have the feature', async () => {
    const reply = await admin.getPlanBackfill({ params });
    return reply.status === 200 && reply.data.state === 'finished';
  });
  const all = ownerCount + readers.length;
  expect(await countOwners()).toEqual({ owners: all, changed: all });
  expect(ok(await admin.getPlanBackfill({ params }))).toMatchObject({ owners_total: all, owners_done: all });
  await inParallel(readers, async (client) =>
    expect(ok(await client.getMyEntitlements(app)).codes).toContain('voice_notes'),
  );
  isOver = true;
  for (const answers of await Promise.all(seen)) {
    expect(answers.every((codes) => codes.includes(own ?? ''))).toBe(true);
    // Once it is there it stays.
    const first = answers.findIndex((codes) => codes.includes('voice_notes'));
    expect(answers.slice(first).every((codes) => codes.includes('voice_notes'))).toBe(first !== -1);
  }
  await until(
    'no event is on its way',
    async () => (await lane.harness.database.query('SELECT FROM catalog.outbox')).length === 0,
  );
  expect(
    await lane.harness.database.query('SELECT FROM analytics.dead_letters UNION ALL SELECT FROM catalog.dead_letters'),
  ).toEqual([]);
});

test('a rollout from 2.0 on reaches the clients of 2.0', async () => {
  const body = { code: 'voice', rules: [{ app_version: '>=2.0.0', value: true }] };
  ok(await admin.createFeature({ params: application, body }));
  const [reader] = readers;
  const valueFor = async (app_version: string) =>
    ok(await (reader as PlatformClient).getFeatures({ ...app, query: { app_version } })).features.voice;
  await until('the flag is there', async () => (await valueFor('2.0.0')) === true);
  expect([await valueFor('2.0'), await valueFor('2.0.0.1234'), await valueFor('1.9.9')]).toEqual([true, true, false]);
});

test('a leaked key ends at once, also in its grace period, and the fresh one goes on', async () => {
  const leaked = lane.harness.demo.public_key;
  const isServed = async (key: string) =>
    (
      await lane.harness.client({ 'x-public-key': key, 'x-application-code': 'demo' }).getPaywall({
        params: { ...app.params, paywall_code: 'main' },
      })
    ).status === 200;
  const rotated = ok(await admin.rotatePublicKey({ params: application, body: {} }));
  const [fresh, former] = rotated.public_keys;
  expect(former).toMatchObject({ key: leaked, valid_until: expect.any(String) });
  expect([await isServed(leaked), await isServed(fresh?.key ?? '')]).toEqual([true, true]);

  ok(await admin.revokePublicKey({ params: { ...application, key_id: former?.id ?? '' } }));
  await until('the leaked key is refused', async () => !(await isServed(leaked)));
  expect(await isServed(fresh?.key ?? '')).toBe(true);
  const last = await admin.revokePublicKey({ params: { ...application, key_id: fresh?.id ?? '' } });
  expect(last.error).toBe('conflict');
});
