import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, eventually, fakeClock, openTransaction, untilBlocked } from '@platform/testing';
import {
  aCode,
  admin,
  type Catalog,
  type GivenApplication,
  type GivenPlan,
  givenApplication,
  givenEntitlement,
  givenPlan,
  startCatalog,
} from './support.ts';

const clock = fakeClock('2026-01-10T12:00:00Z');
let t: Catalog;
let application: GivenApplication;
beforeAll(async () => {
  t = await startCatalog({ clock });
  application = await givenApplication(t);
  for (const code of ['pro', 'export']) await givenEntitlement(t, application, code);
});
afterAll(() => t.stop());

const about = () => ({ application_id: application.id, occurred_at: clock.now().toISOString() });
const daysFromNow = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
const proPlan = () => givenPlan(t, application, { entitlement_codes: ['pro'] });
const setCodes = async (plan: GivenPlan, codes: string[], apply_to?: 'new' | 'owners') =>
  (await admin(t).setPlanEntitlements({ params: plan.params, body: { codes, apply_to } })).data;
const read = async (plan: GivenPlan, backfill_id: string) =>
  (await admin(t).getPlanBackfill({ params: { ...plan.params, backfill_id } })).data;
/** Sets codes for owners, too, and waits until they have them. */
async function backfill(plan: GivenPlan, codes: string[]) {
  const begun = (await setCodes(plan, codes, 'owners')).backfill;
  await eventually(async () => (await read(plan, begun?.id ?? '')).state === 'finished');
  return read(plan, begun?.id ?? '');
}
const entitlementsOf = async (id: string) => {
  const user = t.as({ application: application.context, user: aUser({ id }) });
  const { data } = await user.getMyEntitlements({ params: { app_code: application.code } });
  return Object.fromEntries(data.entitlements.map(({ code, expires_at }) => [code, expires_at]));
};
/** A purchase of so many days; the codes are those that the plan had when it began. */
async function buy(plan: GivenPlan, { user_id = newId(), days = 30, codes = ['pro'] } = {}) {
  const payment_id = newId();
  const data = {
    payment_id,
    user_id,
    plan_id: plan.id,
    plan_code: plan.code,
    entitlement_codes: codes,
    starts_at: clock.now().toISOString(),
    expires_at: days === Number.POSITIVE_INFINITY ? null : daysFromNow(days),
    amount: 990,
    currency: 'RUB',
    acquisition_source: null,
    refunded_at: null,
  };
  await t.deliver(billing.events.paymentSucceeded, data, about());
  return { user_id, payment_id };
}
/** The grant of a user with one. */
async function grantOf(user_id: string) {
  const asked = { application_id: application.id, user_id };
  const [grant] = (await t.ask(catalog.queries.listUserGrants, asked)).grants;
  const params = { ...application.params, user_id, grant_id: grant?.id ?? '' };
  return {
    revoke: () => admin(t).revokeGrantForReason({ params, body: { reason: 'a mistake' } }),
    restore: () => admin(t).restoreGrant({ params, body: { reason: 'it was one' } }),
  };
}
/** The lock that a purchase of the user holds. */
const lockUser = (user_id: string) =>
  openTransaction(t.database, 'SELECT FROM catalog.grant_revisions WHERE user_id = $1 FOR UPDATE', [user_id]);
const refund = async ({ user_id, payment_id }: { user_id: string; payment_id: string }) => {
  const data = { payment_id, user_id, is_full: true, amount: 990, currency: 'RUB' };
  await t.deliver(billing.events.paymentRefunded, data, about());
};

describe('a code that is added to a plan', () => {
  test('reaches purchases from now on, and no owner unless it is asked for', async () => {
    const plan = await proPlan();
    const { user_id } = await buy(plan);
    expect((await setCodes(plan, ['pro', 'export'])).backfill).toBeNull();
    expect(Object.keys(await entitlementsOf(user_id))).toEqual(['pro']);
    const { data } = await admin(t).listPlanBackfills({ params: plan.params });
    expect(data).toEqual([]);
  });

  test('reaches every owner to the end of what the owner has, from a purchase, a license or an administrator', async () => {
    const plan = await proPlan();
    const { user_id: month } = await buy(plan);
    const { user_id: forLife } = await buy(plan, { days: Number.POSITIVE_INFINITY });
    const given = newId();
    const body = { plan_code: plan.code, reason: 'a present' };
    await admin(t).grantEntitlements({ params: { ...application.params, user_id: given }, body });
    const { user_id: other } = await buy(await proPlan());
    expect(await backfill(plan, ['pro', 'export'])).toMatchObject({
      state: 'finished',
      entitlement_codes: ['export', 'pro'],
      owners_total: 3,
      owners_done: 3,
      finished_at: expect.any(String),
    });
    expect(await entitlementsOf(month)).toEqual({ export: daysFromNow(30), pro: daysFromNow(30) });
    expect(await entitlementsOf(forLife)).toEqual({ export: null, pro: null });
    expect(await entitlementsOf(given)).toEqual({ export: daysFromNow(30), pro: daysFromNow(30) });
    expect(await entitlementsOf(other)).toEqual({ pro: daysFromNow(30) });
  });

  test('covers all months that were bought in advance, and goes with the refund of one', async () => {
    const plan = await proPlan();
    const user_id = newId();
    const [first] = [await buy(plan, { user_id }), await buy(plan, { user_id }), await buy(plan, { user_id })];
    await backfill(plan, ['pro', 'export']);
    expect(await entitlementsOf(user_id)).toEqual({ export: daysFromNow(90), pro: daysFromNow(90) });
    await refund(first);
    expect(await entitlementsOf(user_id)).toEqual({ export: daysFromNow(60), pro: daysFromNow(60) });
    await buy(plan, { user_id, codes: ['pro', 'export'] });
    expect(await entitlementsOf(user_id)).toEqual({ export: daysFromNow(90), pro: daysFromNow(90) });
  });

  test('reaches no user whose time is over, and a buyer whose purchase began before', async () => {
    const plan = await proPlan();
    const { user_id: former } = await buy(plan, { days: 1 });
    clock.advance({ days: 2 });
    await backfill(plan, ['pro', 'export']);
    expect(await entitlementsOf(former)).toEqual({});
    const { user_id: late } = await buy(plan, { codes: ['pro'] });
    expect(Object.keys(await entitlementsOf(late))).toEqual(['export', 'pro']);
    const { user_id: ended } = await buy(await proPlan(), { codes: ['pro'] });
    expect(Object.keys(await entitlementsOf(ended))).toEqual(['pro']);
  });

  test('reaches a grant that was revoked meanwhile when it is restored', async () => {
    const plan = await proPlan();
    const { user_id } = await buy(plan);
    const { revoke, restore } = await grantOf(user_id);
    await revoke();
    await backfill(plan, ['pro', 'export']);
    expect(await entitlementsOf(user_id)).toEqual({});
    await restore();
    expect(Object.keys(await entitlementsOf(user_id))).toEqual(['export', 'pro']);
  });

  test('reaches an owner whose purchase began under a former code of the plan', async () => {
    const plan = await proPlan();
    const code = aCode('renamed');
    expect((await admin(t).updatePlan({ params: plan.params, body: { code } })).data.code).toBe(code);
    const { user_id } = await buy(plan);
    await backfill(plan, ['pro', 'export']);
    expect(Object.keys(await entitlementsOf(user_id))).toEqual(['export', 'pro']);
    const asked = { application_id: application.id, user_id };
    expect((await t.ask(catalog.queries.listUserGrants, asked)).grants[0]?.plan_code).toBe(code);
  });

  test('reaches an owner who is merged into another user', async () => {
    const plan = await proPlan();
    const { user_id: merged } = await buy(plan);
    await backfill(plan, ['pro', 'export']);
    const user_id = newId();
    const data = { user_id, merged_user_id: merged };
    await t.deliver(identity.events.userMerged, data, about());
    expect(Object.keys(await entitlementsOf(user_id))).toEqual(['export', 'pro']);
  });
});

describe('a code that leaves a plan', () => {
  test('stays with its owners unless it is asked for, and then goes where a backfill gave it', async () => {
    const plan = await proPlan();
    const { user_id: before } = await buy(plan);
    await backfill(plan, ['pro', 'export']);
    const { user_id: after } = await buy(plan, { codes: ['pro', 'export'] });
    await setCodes(plan, ['pro']);
    expect(Object.keys(await entitlementsOf(before))).toEqual(['export', 'pro']);
    const { user_id: late } = await buy(plan);
    expect(Object.keys(await entitlementsOf(late))).toEqual(['pro']);
    await backfill(plan, ['pro']);
    expect(Object.keys(await entitlementsOf(before))).toEqual(['pro']);
    // The purchase itself granted it.
    expect(Object.keys(await entitlementsOf(after))).toEqual(['export', 'pro']);
  });

  test('stays with an owner whose grant is revoked by mistake and restored, as with the others', async () => {
    const plan = await proPlan();
    const { user_id } = await buy(plan);
    await backfill(plan, ['pro', 'export']);
    const { revoke, restore } = await grantOf(user_id);
    await revoke();
    await setCodes(plan, ['pro']);
    await restore();
    expect(Object.keys(await entitlementsOf(user_id))).toEqual(['export', 'pro']);
    await revoke();
    const { user_id: other } = await buy(plan);
    await backfill(plan, ['pro']);
    await restore();
    for (const id of [user_id, other]) expect(Object.keys(await entitlementsOf(id))).toEqual(['pro']);
  });

  test('while a backfill adds it reaches the owners of then, and no purchase that comes later', async () => {
    const plan = await proPlan();
    const { user_id: before } = await buy(plan);
    const held = await lockUser(before);
    clock.advance({ seconds: 1 });
    const begun = (await setCodes(plan, ['pro', 'export'], 'owners')).backfill;
    await untilBlocked(t.database, { statement: 'grant_revisions' });
    clock.advance({ seconds: 1 });
    await setCodes(plan, ['pro']);
    const { user_id: after } = await buy(plan);
    await held.rollback();
    await eventually(async () => (await read(plan, begun?.id ?? '')).state === 'finished');
    expect(Object.keys(await entitlementsOf(before))).toEqual(['export', 'pro']);
    expect(Object.keys(await entitlementsOf(after))).toEqual(['pro']);
  });

  test('and comes again is a new beginning', async () => {
    const plan = await proPlan();
    const { user_id } = await buy(plan);
    for (const codes of [['pro', 'export'], ['pro'], ['pro', 'export']]) await backfill(plan, codes);
    expect(Object.keys(await entitlementsOf(user_id))).toEqual(['export', 'pro']);
    const { data } = await admin(t).listPlanBackfills({ params: plan.params });
    expect(data.map(({ state, owners_done }) => [state, owners_done])).toEqual([
      ['finished', 1],
      ['finished', 1],
      ['finished', 1],
    ]);
  });
});

test('a backfill that another one follows is superseded, and the owners have what the last one says', async () => {
  const plan = await proPlan();
  const owners = await Promise.all(Array.from({ length: 250 }, () => buy(plan)));
  const first = (await setCodes(plan, ['pro', 'export'], 'owners')).backfill;
  await backfill(plan, ['pro']);
  const { state } = await read(plan, first?.id ?? '');
  expect(['superseded', 'finished']).toContain(state);
  for (const { user_id } of owners.slice(0, 5)) expect(Object.keys(await entitlementsOf(user_id))).toEqual(['pro']);
  const added = await t.database.query(
    `SELECT 1 FROM catalog.grants WHERE plan_id = '${plan.id}' AND added_codes <> '{}'`,
  );
  expect(added).toEqual([]);
});

test('a backfill begins while a purchase of an owner waits for it, and the former backfill for that owner', async () => {
  const plan = await proPlan();
  const { user_id } = await buy(plan);
  const purchase = await lockUser(user_id);
  await setCodes(plan, ['pro', 'export'], 'owners');
  await untilBlocked(t.database, { statement: 'grant_revisions' });
  const second = setCodes(plan, ['pro'], 'owners');
  await untilBlocked(t.database, { sessions: 2 });
  const asked = `SELECT pg_try_advisory_xact_lock_shared(hashtextextended('catalog.backfill:' || $1, 0)) AS is_locked`;
  expect(await purchase.query(asked, [plan.id])).toEqual([{ is_locked: true }]);
  await purchase.commit();
  const { backfill: begun } = await second;
  await eventually(async () => (await read(plan, begun?.id ?? '')).state === 'finished');
  expect(Object.keys(await entitlementsOf(user_id))).toEqual(['pro']);
});

test('an entitlement that gets another code has it in purchases of a plan that a backfill gave it to', async () => {
  const { id, code: former } = await givenEntitlement(t, application);
  const plan = await proPlan();
  await backfill(plan, ['pro', former]);
  const code = aCode('renamed');
  const params = { ...application.params, entitlement_id: id };
  expect((await admin(t).updateEntitlement({ params, body: { code } })).status).toBe(200);
  const { user_id } = await buy(plan, { codes: ['pro'] });
  expect(Object.keys(await entitlementsOf(user_id)).sort()).toEqual(['pro', code].sort());
});

test('the backfill of another plan or application is not found', async () => {
  const plan = await proPlan();
  const { id } = await backfill(plan, ['pro', 'export']);
  const other = await proPlan();
  const params = { ...other.params, backfill_id: id };
  expect((await admin(t).getPlanBackfill({ params })).error).toBe('plan_backfill_not_found');
});
