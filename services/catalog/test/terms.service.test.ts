import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { billing, catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, fakeClock } from '@platform/testing';
import fc from 'fast-check';
import {
  admin,
  type Catalog,
  type GivenApplication,
  type GivenPlan,
  givenApplication,
  givenEntitlement,
  givenPlan,
  startCatalog,
} from './support.ts';

const start = new Date('2026-01-10T12:00:00Z');
const dayMs = 86_400_000;
const clock = fakeClock(start);
const day = (days: number) => new Date(start.getTime() + days * dayMs);
const goTo = (days: number) => clock.set(day(days));

let t: Catalog;
let app: GivenApplication;
let month: GivenPlan;
let year: GivenPlan;
let forLife: GivenPlan;
beforeAll(async () => {
  t = await startCatalog({
    clock,
    env: { RATE_LIMIT_LICENSE_IP: '1000000', RATE_LIMIT_LICENSE_KEY: '1000000' },
  });
  app = await givenApplication(t);
  for (const code of ['pro', 'export']) await givenEntitlement(t, app, code);
  month = await givenPlan(t, app, { entitlement_codes: ['pro'] });
  year = await givenPlan(t, app, { duration_days: 365, entitlement_codes: ['pro', 'export'] });
  forLife = await givenPlan(t, app, { billing_type: 'lifetime', duration_days: null, entitlement_codes: ['pro'] });
});
afterAll(() => t.stop());
beforeEach(() => goTo(0));

/** The event of a payment that succeeded now. */
function purchase(user_id: string, plan = month, payment_id = newId()) {
  const now = clock.now();
  const expires_at = plan.duration_days === null ? null : new Date(now.getTime() + plan.duration_days * dayMs);
  const data = {
    payment_id,
    user_id,
    plan_id: plan.id,
    plan_code: plan.code,
    entitlement_codes: plan.entitlement_codes,
    starts_at: now.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    amount: 990,
    currency: 'RUB',
    acquisition_source: null,
  };
  return { data, occurred_at: now.toISOString() };
}
type Purchase = ReturnType<typeof purchase>;
const deliver = ({ data, occurred_at }: Purchase) =>
  t.deliver(billing.events.paymentSucceeded, data, { application_id: app.id, occurred_at });
const buy = async (user_id: string, plan = month) => {
  const bought = purchase(user_id, plan);
  await deliver(bought);
  return bought.data.payment_id;
};
const refund = (user_id: string, payment_id: string, occurred_at = clock.now().toISOString()) =>
  t.deliver(
    billing.events.paymentRefunded,
    { payment_id, user_id, amount: 990, currency: 'RUB', is_full: true },
    { application_id: app.id, occurred_at },
  );
const issueKey = async (changes: { max_redemptions?: number } = {}) => {
  const { data } = await admin(t).issueLicenseKeys({
    params: app.params,
    body: { plan_code: month.code, ...changes },
  });
  return { key: data.keys[0]?.key ?? '', id: data.keys[0]?.id ?? '' };
};
const tryKey = (user_id: string, key: string) =>
  t
    .as({ application: app.context, user: aUser({ id: user_id }), client_ip: '203.0.113.5' })
    .activateLicenseKey({ params: { app_code: app.code }, body: { key } });
const activate = async (user_id: string, key: string) => {
  const reply = await tryKey(user_id, key);
  expect(reply.status).toBe(200);
  return reply.data;
};
const grant = async (user_id: string, changes: object = { plan_code: month.code }) => {
  const { data, status } = await admin(t).grantEntitlements({
    params: { ...app.params, user_id },
    body: { reason: 'a present', ...changes },
  });
  expect(status).toBe(201);
  return data;
};
const revoke = (user_id: string, grant_id: string) =>
  admin(t).revokeGrantForReason({ params: { ...app.params, user_id, grant_id }, body: { reason: 'a mistake' } });
const revokeKey = (license_key_id: string) =>
  admin(t).revokeLicenseKey({ params: { ...app.params, license_key_id }, body: { reason: 'a leak' } });
const snapshotOf = async (user_id: string) =>
  (
    await t
      .as({ application: app.context, user: aUser({ id: user_id }) })
      .getMyEntitlements({ params: { app_code: app.code } })
  ).data;
/**
 * The day on which the code ends for the user, counted from the start; null for lifetime, undefined without
 * access.
 */
const endOf = async (user_id: string, code = 'pro') => {
  const row = (await snapshotOf(user_id)).entitlements.find((entitlement) => entitlement.code === code);
  return row && (row.expires_at === null ? null : (Date.parse(row.expires_at) - start.getTime()) / dayMs);
};
const grantsOf = async (user_id: string) =>
  (await t.ask(catalog.queries.listUserGrants, { application_id: app.id, user_id })).grants;

describe('paid time is never lost', () => {
  test('a refund of the older of two purchases leaves the newer one, and a third follows without a gap', async () => {
    const user = newId();
    const older = await buy(user);
    goTo(5);
    await buy(user);
    expect(await endOf(user)).toBe(60);
    goTo(10);
    await refund(user, older);
    expect(await endOf(user)).toBe(40);
    goTo(11);
    await buy(user);
    expect(await endOf(user)).toBe(70);
  });

  test('a purchase after an administrator revoked the grant of the first one begins at once', async () => {
    const user = newId();
    await buy(user);
    goTo(3);
    const [granted] = await grantsOf(user);
    await revoke(user, granted?.id ?? '');
    expect(await endOf(user)).toBeUndefined();
    goTo(4);
    await buy(user);
    expect(await endOf(user)).toBe(34);
  });

  test('two license keys last for two months, and the second one begins when the first one is revoked', async () => {
    const user = newId();
    const [first, second] = [await issueKey(), await issueKey()];
    await activate(user, first.key);
    const { license } = await activate(user, second.key);
    expect(license.expires_at).toBe(day(60).toISOString());
    goTo(2);
    await revokeKey(first.id);
    expect(await endOf(user)).toBe(32);
    expect((await activate(user, second.key)).license.expires_at).toBe(day(32).toISOString());
  });

  test('licenses, purchases and grants of an administrator add up', async () => {
    const [one, two, three] = [newId(), newId(), newId()];
    await activate(one, (await issueKey()).key);
    await buy(one);
    expect(await endOf(one)).toBe(60);
    for (const turn of [0, 1]) {
      await activate(two, (await issueKey()).key);
      goTo(turn);
      await buy(two);
    }
    expect(await endOf(two)).toBe(120);
    goTo(0);
    await grant(three);
    await buy(three);
    expect(await endOf(three)).toBe(60);
  });

  test('a year that is bought during a month begins after it, and its other codes at once', async () => {
    const user = newId();
    await buy(user);
    goTo(10);
    await buy(user, year);
    expect([await endOf(user), await endOf(user, 'export')]).toEqual([395, 375]);
    goTo(394);
    expect((await snapshotOf(user)).codes).toEqual(['pro']);
  });

  test('a month that was bought before a lifetime runs on when the lifetime is refunded', async () => {
    const user = newId();
    await buy(user);
    const lifetime = await buy(user, forLife);
    expect(await endOf(user)).toBeNull();
    goTo(10);
    await refund(user, lifetime);
    expect(await endOf(user)).toBe(30);
  });

  test('a license is not used up under a lifetime, and has its whole term after the refund of the lifetime', async () => {
    const user = newId();
    const lifetime = await buy(user, forLife);
    goTo(5);
    const { key } = await issueKey();
    expect(await tryKey(user, key)).toMatchObject({ status: 409, error: 'already_owned' });
    goTo(50);
    await refund(user, lifetime);
    await activate(user, key);
    expect(await endOf(user)).toBe(80);
  });

  test('explicit dates of an administrator stay as they are and move nothing', async () => {
    const user = newId();
    await grant(user, { entitlement_codes: ['pro'], expires_at: day(90).toISOString() });
    await buy(user);
    const rows = await grantsOf(user);
    expect(rows.map(({ source, starts_at, expires_at }) => [source, starts_at, expires_at])).toEqual([
      ['payment', day(0).toISOString(), day(30).toISOString()],
      ['admin', day(0).toISOString(), day(90).toISOString()],
    ]);
  });

  test('a key for many grants the time that is left of it, after what the user has', async () => {
    const [first, second] = [newId(), newId()];
    const { key } = await issueKey({ max_redemptions: 2 });
    await activate(first, key);
    await buy(second);
    goTo(10);
    expect((await activate(second, key)).license.expires_at).toBe(day(50).toISOString());
    expect(await endOf(first)).toBe(30);
  });
});

describe('a term that moves', () => {
  test('publishes an event with the new term, and is stored with the grant', async () => {
    const user = newId();
    const older = await buy(user);
    goTo(5);
    const newer = await buy(user);
    goTo(10);
    await refund(user, older);
    const ofUser = <E extends { user_id: string }>(events: E[]) => events.filter(({ user_id }) => user_id === user);
    const granted = ofUser(await t.published(catalog.events.entitlementGranted));
    expect(granted.map((event) => [event.source_id, event.starts_at, event.expires_at, event.revision])).toEqual([
      [older, day(0).toISOString(), day(30).toISOString(), 1],
      [newer, day(30).toISOString(), day(60).toISOString(), 2],
    ]);
    const moved = { starts_at: day(10).toISOString(), expires_at: day(40).toISOString() };
    const revoked = ofUser(await t.published(catalog.events.entitlementRevoked));
    expect(revoked).toMatchObject([{ source_id: older, expires_at: day(10).toISOString(), revision: 3 }]);
    expect(ofUser(await t.published(catalog.events.entitlementRescheduled))).toEqual([
      {
        grant_id: expect.any(String),
        user_id: user,
        source: 'payment',
        source_id: newer,
        plan_code: month.code,
        entitlement_codes: ['pro'],
        ...moved,
        terms: [{ code: 'pro', ...moved }],
        revision: 3,
      },
    ]);
    const [row] = await t.database.query('SELECT starts_at, expires_at FROM catalog.grants WHERE source_id = $1', [
      newer,
    ]);
    expect(row).toEqual({ starts_at: day(10), expires_at: day(40) });
  });

  test('of a purchase that comes after its refund publishes the same as in the other order', async () => {
    const user = newId();
    const late = purchase(user);
    goTo(3);
    await refund(user, late.data.payment_id);
    await deliver(late);
    const about = { user_id: user, source_id: late.data.payment_id, starts_at: day(0).toISOString() };
    const term = { ...about, expires_at: day(3).toISOString() };
    expect(await t.published(catalog.events.entitlementGranted)).toContainEqual(expect.objectContaining(term));
    expect(await t.published(catalog.events.entitlementRevoked)).toContainEqual(expect.objectContaining(term));
  });

  test('is the same for purchases that are settled at once', async () => {
    const user = newId();
    await Promise.all(Array.from({ length: 8 }, () => buy(user)));
    const events = (await t.published(catalog.events.entitlementGranted)).filter(({ user_id }) => user_id === user);
    const ends = (await grantsOf(user)).map(({ expires_at }) => expires_at).toSorted();
    expect(ends).toEqual(Array.from({ length: 8 }, (_, n) => day((n + 1) * 30).toISOString()).toSorted());
    expect(new Set(events.map(({ revision }) => revision)).size).toBe(8);
    expect(await endOf(user)).toBe(240);
  });
});

test('grants of the previous release add up as well', async () => {
  const user = newId();
  await t.database.query(
    `INSERT INTO catalog.grants (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, starts_at, expires_at, created_at)
     VALUES ($1::uuid, $2, $3, 'payment', $1::text, $4, $5, ARRAY['pro'], $6, $7, $6)`,
    [newId(), app.id, user, month.id, month.code, day(0), day(30)],
  );
  await buy(user);
  expect(await endOf(user)).toBe(60);
});

describe('the order in which events arrive', () => {
  const plans = () => [month, year];
  const step = fc.record({
    plan: fc.nat(1),
    after: fc.nat(20),
    refundedAfter: fc.option(fc.nat(60), { freq: 2 }),
  });
  const history = fc
    .array(step, { minLength: 2, maxLength: 5 })
    .chain((steps) =>
      fc.tuple(
        fc.constant(steps),
        fc.shuffledSubarray([...Array(steps.length * 2).keys()], { minLength: steps.length * 2 }),
      ),
    );

  test('changes neither terms nor access', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([steps, order]) => {
        const [inOrder, shuffled] = [newId(), newId()];
        const tell = async (user: string, indexes: readonly number[]) => {
          let today = 0;
          const events = steps.flatMap(({ plan, after, refundedAfter }, at) => {
            today += after;
            goTo(today);
            // Equal ids for both users, but unique in the database: the order of equal moments is the order
            // of ids.
            const bought = purchase(user, plans()[plan], `${user.slice(0, 35)}${at}`);
            const refunded = refundedAfter === null ? null : day(today + refundedAfter).toISOString();
            return [
              () => deliver(bought),
              async () => {
                if (refunded) await refund(user, bought.data.payment_id, refunded);
              },
            ];
          });
          goTo(100);
          for (const index of indexes) await events[index]?.();
          return (await grantsOf(user))
            .map(({ source_id, starts_at, expires_at, terms, revoked_at }) => ({
              at: source_id.at(-1),
              starts_at,
              expires_at,
              terms,
              revoked_at,
            }))
            .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
        };
        const expected = await tell(
          inOrder,
          order.toSorted((a, b) => a - b),
        );
        expect(await tell(shuffled, order)).toEqual(expected);
        const { snapshot_token: _, ...access } = await snapshotOf(inOrder);
        expect(await snapshotOf(shuffled)).toMatchObject(access);
      }),
      { numRuns: 20 },
    );
  });
});
