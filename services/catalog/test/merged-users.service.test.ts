import { expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser } from '@platform/testing';
import { admin, type Catalog, type GivenApplication, givenEntitlement, givenPlan, useCatalog } from './support.ts';

let t: Catalog;
let app: GivenApplication;
useCatalog((service, application) => {
  t = service;
  app = application;
});

const dayMs = 86_400_000;
const person = () => {
  const id = newId();
  return { ...aUser({ id }), id };
};
type User = ReturnType<typeof person>;
const about = (occurred_at = new Date().toISOString()) => ({ application_id: app.id, occurred_at });
const merge = (user: User, merged: User) =>
  t.deliver(identity.events.userMerged, { user_id: user.id, merged_user_id: merged.id }, about());
const snapshotOf = async (user: User) =>
  (await t.as({ application: app.context, user }).getMyEntitlements({ params: { app_code: app.code } })).data;
const grantsOf = (user: User) =>
  t.database.query<{ source_id: string; revoked_at: Date | null; reason: string | null }>(
    'SELECT source_id, revoked_at, reason FROM catalog.grants WHERE user_id = $1 ORDER BY granted_at',
    [user.id],
  );

async function givenPaidPlan() {
  const right = await givenEntitlement(t, app);
  const plan = await givenPlan(t, app, { entitlement_codes: [right.code] });
  const pay = (user: User, starts_at: string, payment_id = newId()) =>
    t.deliver(
      billing.events.paymentSucceeded,
      {
        payment_id,
        user_id: user.id,
        plan_id: plan.id,
        plan_code: plan.code,
        entitlement_codes: [right.code],
        amount: 299,
        currency: 'RUB',
        starts_at,
        expires_at: new Date(Date.parse(starts_at) + 30 * dayMs).toISOString(),
        acquisition_source: null,
      },
      about(starts_at),
    );
  return { right: right.code, plan, pay };
}

test('the terms of two users become one row of terms, and every consumer hears of it', async () => {
  const { right, pay } = await givenPaidPlan();
  const [user, former] = [person(), person()];
  const now = Date.now();
  await pay(user, new Date(now).toISOString());
  await pay(former, new Date(now - dayMs).toISOString());
  // The former user has more changes: its terms would win over those of the merge.
  for (let change = 0; change < 3; change += 1)
    await admin(t).grantEntitlements({
      params: { ...app.params, user_id: former.id },
      body: { entitlement_codes: [right], expires_at: new Date(now + dayMs).toISOString(), reason: 'a gift' },
    });
  const events = await t.published(catalog.events.entitlementRescheduled);
  await merge(user, former);
  const { codes, expires_at } = await snapshotOf(user);
  expect(codes).toEqual([right]);
  expect(Date.parse(expires_at ?? '') - (now - dayMs)).toBe(60 * dayMs);
  expect((await snapshotOf(former)).codes).toEqual([]);

  const moved = (await t.published(catalog.events.entitlementRescheduled)).slice(events.length);
  expect(moved.map(({ user_id }) => user_id)).toEqual(moved.map(() => user.id));
  expect(moved).toHaveLength(5);
  const [highest] = await t.database.query<{ revision: string }>(
    'SELECT max(revision)::text AS revision FROM catalog.grant_revisions WHERE user_id = $1',
    [former.id],
  );
  for (const { revision } of moved) expect(revision).toBeGreaterThan(Number(highest?.revision) - 1);

  await merge(user, former);
  expect(await t.published(catalog.events.entitlementRescheduled)).toHaveLength(events.length + 5);
});

test('a purchase and a refund that name the former user reach the user that it is part of', async () => {
  const { right, pay } = await givenPaidPlan();
  const [user, former] = [person(), person()];
  await merge(user, former);
  const payment_id = newId();
  await pay(former, new Date().toISOString(), payment_id);
  expect((await snapshotOf(user)).codes).toEqual([right]);
  await t.deliver(
    billing.events.paymentRefunded,
    { payment_id, user_id: former.id, amount: 299, currency: 'RUB', is_full: true },
    about(),
  );
  expect((await snapshotOf(user)).codes).toEqual([]);
  expect(await grantsOf(former)).toEqual([]);
});

test('merges that arrive in the other order end with the last user', async () => {
  const { right, pay } = await givenPaidPlan();
  const [first, second, last] = [person(), person(), person()];
  await pay(first, new Date().toISOString());
  await merge(last, second);
  await merge(second, first);
  expect((await snapshotOf(last)).codes).toEqual([right]);
  await pay(first, new Date().toISOString());
  expect(await grantsOf(last)).toHaveLength(2);
});

test('a license key that both users activated counts once, and its redemption is free again', async () => {
  const { right, plan } = await givenPaidPlan();
  const { data } = await admin(t).issueLicenseKeys({
    params: app.params,
    body: { plan_code: plan.code, max_redemptions: 2 },
  });
  const key = data.keys[0]?.key ?? '';
  const [user, former, third] = [person(), person(), person()];
  const activate = (holder: User) =>
    t
      .as({ application: app.context, user: holder, client_ip: '203.0.113.5' })
      .activateLicenseKey({ params: { app_code: app.code }, body: { key } });
  for (const holder of [former, user]) expect((await activate(holder)).status).toBe(200);
  const { expires_at } = await snapshotOf(former);
  expect((await activate(third)).error).toBe('license_key_exhausted');
  await merge(user, former);
  expect(await snapshotOf(user)).toMatchObject({ codes: [right], expires_at });
  const grants = await grantsOf(user);
  expect(grants.map(({ revoked_at, reason }) => [revoked_at === null, reason])).toEqual([
    [true, null],
    [false, 'merged'],
  ]);
  expect((await activate(third)).status).toBe(200);
  // The one activation is the user's now: a repeat uses no redemption.
  expect((await activate(user)).status).toBe(200);
});

test('of two activations of a license key the one with access stays, whichever came first', async () => {
  const { right, plan } = await givenPaidPlan();
  const body = { plan_code: plan.code, max_redemptions: 2 };
  const { data } = await admin(t).issueLicenseKeys({ params: app.params, body });
  const key = data.keys[0]?.key ?? '';
  const [user, former] = [person(), person()];
  for (const holder of [former, user]) {
    const client = t.as({ application: app.context, user: holder, client_ip: '203.0.113.5' });
    expect((await client.activateLicenseKey({ params: { app_code: app.code }, body: { key } })).status).toBe(200);
  }
  // Support took the access from the account in which the key was activated by mistake.
  const [grant] = await t.database.query<{ id: string }>('SELECT id FROM catalog.grants WHERE user_id = $1', [
    former.id,
  ]);
  const params = { ...app.params, user_id: former.id, grant_id: grant?.id ?? '' };
  const revoked = await admin(t).revokeGrantForReason({ params, body: { reason: 'activated in the wrong account' } });
  expect(revoked.status).toBe(200);
  await merge(user, former);
  expect((await snapshotOf(user)).codes).toEqual([right]);
});
