import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, fakeClock } from '@platform/testing';
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import {
  admin,
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  owner,
  startCatalog,
  unknownUser,
} from './support.ts';

const start = '2026-01-10T12:00:00Z';
const clock = fakeClock(start);
let t: Catalog;
let application: GivenApplication;
beforeAll(async () => {
  t = await startCatalog({ clock });
  application = await givenApplication(t);
  for (const code of ['pro', 'export', 'extra']) await givenEntitlement(t, application, code);
});
afterAll(() => t.stop());

const nowhere = newId();
const later = (duration: { days?: number; seconds?: number }) =>
  new Date(clock.now().getTime() + ((duration.days ?? 0) * 86_400 + (duration.seconds ?? 0)) * 1000).toISOString();
type Body = Parameters<ReturnType<Catalog['as']>['grantEntitlements']>[0]['body'];
const grant = (user_id: string, body: Partial<Body>, application_id = application.id) =>
  admin(t).grantEntitlements({ params: { application_id, user_id }, body: { reason: 'a present', ...body } });
const revoke = (user_id: string, grant_id: string, application_id = application.id) =>
  admin(t).revokeGrant({ params: { application_id, user_id, grant_id } });
const snapshotOf = async (id: string, context = application.context) =>
  (await t.as({ application: context, user: aUser({ id }) }).getMyEntitlements({ params: { app_code: context.code } }))
    .data;
const codesOf = async (id: string) => (await snapshotOf(id)).codes;
const paid = (user_id: string, changes: object = {}) => ({
  payment_id: newId(),
  user_id,
  plan_id: newId(),
  plan_code: 'pro_month',
  entitlement_codes: ['pro'],
  starts_at: clock.now().toISOString(),
  expires_at: later({ days: 30 }),
  amount: 990,
  currency: 'RUB',
  acquisition_source: null,
  ...changes,
});
const about = () => ({ application_id: application.id });

describe('an administrator', () => {
  test('grants codes for a time, and the user has them', async () => {
    const user = newId();
    const reply = await grant(user, { entitlement_codes: ['pro', 'export', 'pro'], expires_at: later({ days: 3 }) });
    expect(reply.status).toBe(201);
    expect(reply.data).toEqual({
      id: expect.any(String),
      source: 'admin',
      source_id: reply.data.id,
      plan_code: null,
      entitlement_codes: ['export', 'pro'],
      starts_at: clock.now().toISOString(),
      expires_at: later({ days: 3 }),
      terms: ['export', 'pro'].map((code) => ({
        code,
        starts_at: clock.now().toISOString(),
        expires_at: later({ days: 3 }),
      })),
      revoked_at: null,
      reason: 'a present',
      created_at: clock.now().toISOString(),
    });
    expect(await codesOf(user)).toEqual(['export', 'pro']);
    expect((await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user })).grants).toEqual([reply.data]);
    expect(await t.published(catalog.events.entitlementGranted)).toContainEqual({
      grant_id: reply.data.id,
      user_id: user,
      source: 'admin',
      source_id: reply.data.id,
      plan_code: null,
      entitlement_codes: ['export', 'pro'],
      starts_at: clock.now().toISOString(),
      expires_at: later({ days: 3 }),
      terms: reply.data.terms,
      revision: 1,
    });
    const [row] = await t.database.query('SELECT admin_id FROM catalog.grants WHERE id = $1', [reply.data.id]);
    expect(row).toEqual({ admin_id: owner.id });
  });

  test('grants what a plan grants, for its term, for another time or for life', async () => {
    const plan = await givenPlan(t, application, { entitlement_codes: ['pro', 'extra'] });
    const forLife = await givenPlan(t, application, {
      billing_type: 'lifetime',
      duration_days: null,
      entitlement_codes: ['pro'],
    });
    const given = async (body: Partial<Body>) => (await grant(newId(), body)).data;
    expect(await given({ plan_code: plan.code })).toMatchObject({
      plan_code: plan.code,
      entitlement_codes: ['extra', 'pro'],
      expires_at: later({ days: 30 }),
    });
    const starts_at = later({ days: 5 });
    expect(await given({ plan_code: plan.code, starts_at })).toMatchObject({
      starts_at,
      expires_at: later({ days: 35 }),
    });
    expect(await given({ plan_code: plan.code, expires_at: null })).toMatchObject({ expires_at: null });
    expect(await given({ plan_code: forLife.code })).toMatchObject({ expires_at: null });
  });

  test('with a missing reference or an invalid value is refused', async () => {
    const elsewhere = await givenApplication(t);
    const foreign = await givenPlan(t, elsewhere);
    const codes = { entitlement_codes: ['pro'], expires_at: null };
    for (const [body, status, error] of [
      [{ plan_code: 'no_such_plan' }, 404, 'plan_not_found'],
      [{ plan_code: foreign.code }, 404, 'plan_not_found'],
      [{ entitlement_codes: ['no_such_code'], expires_at: null }, 404, 'entitlement_not_found'],
      [{}, 400, 'validation_failed'],
      [{ plan_code: 'a', ...codes }, 400, 'validation_failed'],
      [{ entitlement_codes: [] }, 400, 'validation_failed'],
      [{ ...codes, reason: ' ' }, 400, 'validation_failed'],
      [{ ...codes, expires_at: later({}) }, 400, 'validation_failed'],
      [{ ...codes, starts_at: later({ days: 2 }), expires_at: later({ days: 1 }) }, 400, 'validation_failed'],
      [{ ...codes, expires_at: 'tomorrow' }, 400, 'validation_failed'],
    ] as const) {
      const reply = await grant(newId(), body as Partial<Body>);
      expect([body, reply.status, reply.error]).toEqual([body, status, error]);
    }
    expect(await grant(unknownUser, codes)).toMatchObject({ status: 404, error: 'user_not_found' });
    expect(await grant(newId(), codes, nowhere)).toMatchObject({ status: 404, error: 'application_not_found' });
  });

  test('grants codes for life only by saying so', async () => {
    const silent = await grant(newId(), { entitlement_codes: ['pro'] });
    expect([silent.status, silent.error]).toEqual([400, 'validation_failed']);
    const message = '`expires_at` is missing: with `entitlement_codes` send the end of the grant, or `null` for life.';
    expect(silent.body).toMatchObject({ details: [{ path: 'expires_at', message }] });
    const dated = await grant(newId(), { entitlement_codes: ['pro'], starts_at: later({ days: 1 }) });
    expect([dated.status, dated.error]).toEqual([400, 'validation_failed']);
    const said = await grant(newId(), { entitlement_codes: ['pro'], expires_at: null });
    expect([said.status, said.data.expires_at]).toEqual([201, null]);
  });

  test('is refused times before 1970', async () => {
    const codes = { entitlement_codes: ['pro'], expires_at: null };
    for (const starts_at of ['1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z']) {
      const reply = await grant(newId(), { ...codes, starts_at });
      expect([starts_at, reply.status, reply.error]).toEqual([starts_at, 400, 'validation_failed']);
      expect(reply.body).toMatchObject({
        details: [{ path: 'starts_at', message: '`starts_at` is not between the years 1970 and 9999.' }],
      });
    }
    const first = await grant(newId(), { ...codes, starts_at: '1970-01-01T00:00:00Z' });
    expect([first.status, first.data.starts_at]).toEqual([201, '1970-01-01T00:00:00.000Z']);
  });

  test('is refused a term that runs out of the calendar', async () => {
    const plan = await givenPlan(t, application);
    expect(await grant(newId(), { plan_code: plan.code, starts_at: '9999-12-31T00:00:00Z' })).toMatchObject({
      status: 400,
      error: 'validation_failed',
    });
  });

  test('takes a grant back at once, once, and no other one', async () => {
    const user = newId();
    const kept = (await grant(user, { entitlement_codes: ['extra'], expires_at: null })).data;
    const { id } = (await grant(user, { entitlement_codes: ['pro'], expires_at: null })).data;
    expect(await codesOf(user)).toEqual(['extra', 'pro']);
    const reply = await revoke(user, id);
    expect(reply).toMatchObject({ status: 200, data: { id, revoked_at: clock.now().toISOString() } });
    expect(await codesOf(user)).toEqual(['extra']);
    const before = clock.now().toISOString();
    clock.advance({ seconds: 5 });
    expect((await revoke(user, id)).data.revoked_at).toBe(before);
    const told = (await t.published(catalog.events.entitlementRevoked)).filter(({ grant_id }) => grant_id === id);
    expect(told).toMatchObject([{ grant_id: id, user_id: user, source: 'admin', source_id: id }]);
    const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
    expect(grants.map((row) => [row.id, row.revoked_at])).toEqual([
      [id, before],
      [kept.id, null],
    ]);
  });

  test('takes a purchase back for a reason alone, and can give it again with its former term', async () => {
    const user = newId();
    const period = paid(user);
    await t.deliver(billing.events.paymentSucceeded, period, about());
    const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
    const [{ id, expires_at } = { id: '', expires_at: null }] = grants;
    const params = { application_id: application.id, user_id: user, grant_id: id };
    const silent = await revoke(user, id);
    expect([silent.status, silent.error]).toEqual([409, 'conflict']);
    expect(await codesOf(user)).toEqual(['pro']);
    const taken = await admin(t).revokeGrantForReason({ params, body: { reason: 'a charge back' } });
    expect(taken).toMatchObject({
      status: 200,
      data: { revoked_at: clock.now().toISOString(), reason: 'a charge back' },
    });
    expect(await codesOf(user)).toEqual([]);
    clock.advance({ seconds: 60 });
    const restored = await admin(t).restoreGrant({ params, body: { reason: 'the wrong person' } });
    expect(restored.data).toMatchObject({ id, revoked_at: null, expires_at, reason: 'the wrong person' });
    expect(await codesOf(user)).toEqual(['pro']);
    const again = await admin(t).restoreGrant({ params, body: { reason: 'once more' } });
    expect(again.data).toEqual(restored.data);
    const told = (await t.published(catalog.events.entitlementRestored)).filter(({ grant_id }) => grant_id === id);
    expect(told).toMatchObject([{ user_id: user, source: 'payment', source_id: period.payment_id, expires_at }]);
  });

  test('gives nothing again that was paid back, before or behind the revocation', async () => {
    for (const isRevokedFirst of [true, false]) {
      const user = newId();
      const period = paid(user);
      await t.deliver(billing.events.paymentSucceeded, period, about());
      const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
      const params = { application_id: application.id, user_id: user, grant_id: grants[0]?.id ?? '' };
      if (isRevokedFirst) await admin(t).revokeGrantForReason({ params, body: { reason: 'a mistake' } });
      const { payment_id, user_id } = period;
      const back = { payment_id, user_id, amount: 990, currency: 'RUB', is_full: true };
      await t.deliver(billing.events.paymentRefunded, back, about());
      const refused = await admin(t).restoreGrant({ params, body: { reason: 'please' } });
      expect([isRevokedFirst, refused.status, refused.error]).toEqual([isRevokedFirst, 409, 'conflict']);
      expect(await codesOf(user)).toEqual([]);
    }
  });

  test('gives a purchase again that a later refund takes back', async () => {
    const user = newId();
    const period = paid(user);
    await t.deliver(billing.events.paymentSucceeded, period, about());
    const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
    const params = { application_id: application.id, user_id: user, grant_id: grants[0]?.id ?? '' };
    await admin(t).revokeGrantForReason({ params, body: { reason: 'a mistake' } });
    await admin(t).restoreGrant({ params, body: { reason: 'it was none' } });
    const { payment_id, user_id } = period;
    const back = { payment_id, user_id, amount: 990, currency: 'RUB', is_full: true };
    await t.deliver(billing.events.paymentRefunded, back, about());
    expect(await codesOf(user)).toEqual([]);
  });

  test('does not find grants of other users and applications', async () => {
    const user = newId();
    const { id } = (await grant(user, { entitlement_codes: ['pro'], expires_at: null })).data;
    const elsewhere = await givenApplication(t);
    expect(await revoke(newId(), id)).toMatchObject({ status: 404, error: 'grant_not_found' });
    expect(await revoke(user, newId())).toMatchObject({ status: 404, error: 'grant_not_found' });
    expect(await revoke(user, id, elsewhere.id)).toMatchObject({ status: 404, error: 'grant_not_found' });
    expect(await revoke(user, id, nowhere)).toMatchObject({ status: 404, error: 'application_not_found' });
    expect(await codesOf(user)).toEqual(['pro']);
  });
});

describe('a plan is covered', () => {
  const plan_id = newId();
  const dayMs = 86_400_000;
  /** A payment that began a day ago and would buy eight days. */
  const week = () => ({
    granted_after: new Date(clock.now().getTime() - dayMs).toISOString(),
    covers_until: later({ days: 7 }) as string | null,
  });
  const covered = async (user_id: string, entitlement_codes = ['pro', 'export'], plan = plan_id, term = week()) =>
    (await t.ask(catalog.queries.isPlanCovered, { ...about(), user_id, plan_id: plan, entitlement_codes, ...term }))
      .covered;

  test('only by a grant that was made after the payment began and lasts as long', async () => {
    const user = newId();
    const { granted_after, covers_until } = week();
    await grant(user, { entitlement_codes: ['pro', 'export'], expires_at: later({ days: 1 }) });
    expect(await covered(user)).toBe(false);
    expect(await covered(user, undefined, undefined, { granted_after, covers_until: later({ days: 1 }) })).toBe(true);
    await grant(user, { entitlement_codes: ['pro', 'export'], expires_at: later({ days: 7 }) });
    expect(await covered(user)).toBe(true);
    expect(await covered(user, undefined, undefined, { granted_after, covers_until: null })).toBe(false);
    const after = later({ seconds: 1 });
    expect(await covered(user, undefined, undefined, { granted_after: after, covers_until })).toBe(false);
  });

  test('not by less time that is added to what the user has', async () => {
    const user = newId();
    const [month, shorter] = [{ duration_days: 30 }, { duration_days: 2 }];
    const [held, added] = [
      await givenPlan(t, application, { ...month, entitlement_codes: ['pro', 'export'] }),
      await givenPlan(t, application, { ...shorter, entitlement_codes: ['pro', 'export'] }),
    ];
    await grant(user, { plan_code: held.code });
    clock.advance({ days: 2 });
    await grant(user, { plan_code: added.code });
    expect(await covered(user)).toBe(false);
    await grant(user, { plan_code: held.code });
    expect(await covered(user)).toBe(true);
  });

  test('by one grant of an administrator that has all its codes, not by parts of several', async () => {
    const user = newId();
    expect(await covered(user)).toBe(false);
    await grant(user, { entitlement_codes: ['pro'], expires_at: null });
    await grant(user, { entitlement_codes: ['export'], expires_at: null });
    expect(await covered(user)).toBe(false);
    const { id } = (await grant(user, { entitlement_codes: ['pro', 'export', 'extra'], expires_at: null })).data;
    expect(await covered(user)).toBe(true);
    expect(await covered(newId())).toBe(false);
    await revoke(user, id);
    expect(await covered(user)).toBe(false);
  });

  test('by a grant of the very plan, whatever its codes are today', async () => {
    const user = newId();
    const plan = await givenPlan(t, application, { entitlement_codes: ['pro'] });
    await grant(user, { plan_code: plan.code });
    expect(await covered(user, ['pro', 'export', 'extra'], plan.id)).toBe(true);
    expect(await covered(user, ['pro', 'export', 'extra'], newId())).toBe(false);
    expect(await covered(user, [], newId())).toBe(false);
  });

  test('only while the grant runs', async () => {
    const user = newId();
    const term = { ...week(), covers_until: later({ days: 2 }) };
    const coveredNow = () => covered(user, undefined, undefined, term);
    await grant(user, {
      entitlement_codes: ['pro', 'export'],
      starts_at: later({ days: 1 }),
      expires_at: later({ days: 2 }),
    });
    expect(await coveredNow()).toBe(false);
    clock.advance({ days: 1 });
    expect(await coveredNow()).toBe(true);
    clock.advance({ days: 1 });
    expect(await coveredNow()).toBe(false);
  });

  test('not by a payment: a second payment prolongs', async () => {
    const user = newId();
    await t.deliver(
      billing.events.paymentSucceeded,
      paid(user, { plan_id, entitlement_codes: ['pro', 'export'] }),
      about(),
    );
    expect(await codesOf(user)).toEqual(['export', 'pro']);
    expect(await covered(user)).toBe(false);
  });
});

describe('a purchase', () => {
  test('grants once, however often and by whatever way it is reported', async () => {
    const user = newId();
    const data = paid(user);
    await t.deliver(billing.events.paymentSucceeded, data, about());
    await t.deliver(billing.events.paymentSucceeded, data, about());
    await Promise.all([1, 2, 3].map(() => t.deliver(billing.events.paymentSucceeded, data, about())));
    const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
    expect(grants).toHaveLength(1);
    expect(grants[0]).toMatchObject({ source: 'payment', source_id: data.payment_id, expires_at: data.expires_at });
    const told = (await t.published(catalog.events.entitlementGranted)).filter(({ user_id }) => user_id === user);
    expect(told).toHaveLength(1);
  });

  test('that is refunded in full is taken back, also when the refund arrives first; a partial one is not', async () => {
    const refunded = (data: ReturnType<typeof paid>, is_full = true) =>
      t.deliver(
        billing.events.paymentRefunded,
        { payment_id: data.payment_id, user_id: data.user_id, amount: 990, currency: 'RUB', is_full },
        about(),
      );
    const [user, early, part] = [newId(), newId(), newId()];
    const other = paid(user, { entitlement_codes: ['extra'] });
    const bought = paid(user);
    for (const data of [other, bought]) await t.deliver(billing.events.paymentSucceeded, data, about());
    await refunded(bought);
    expect(await codesOf(user)).toEqual(['extra']);

    const overtaken = paid(early);
    await refunded(overtaken);
    await t.deliver(billing.events.paymentSucceeded, overtaken, about());
    expect(await codesOf(early)).toEqual([]);
    const told = await t.published(catalog.events.entitlementGranted);
    expect(told.some(({ user_id }) => user_id === early)).toBe(false);

    const partly = paid(part);
    await t.deliver(billing.events.paymentSucceeded, partly, about());
    await refunded(partly, false);
    expect(await codesOf(part)).toEqual(['pro']);
  });

  test('that was refunded before it was granted is in no event, also when the grants before it end', async () => {
    const user = newId();
    const refunded = ({ payment_id }: ReturnType<typeof paid>) =>
      t.deliver(
        billing.events.paymentRefunded,
        { payment_id, user_id: user, amount: 990, currency: 'RUB', is_full: true },
        about(),
      );
    const [pro, both] = [paid(user), paid(user, { entitlement_codes: ['pro', 'export'] })];
    await t.deliver(billing.events.paymentSucceeded, pro, about());
    await refunded(both);
    await t.deliver(billing.events.paymentSucceeded, both, about());
    clock.advance({ days: 1 });
    await refunded(pro);
    const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
    const nothing = grants.find(({ source_id }) => source_id === both.payment_id);
    expect(nothing?.expires_at).toBe(nothing?.starts_at);
    const { entitlementGranted, entitlementRevoked, entitlementRescheduled } = catalog.events;
    for (const event of [entitlementGranted, entitlementRevoked, entitlementRescheduled])
      expect((await t.published(event)).filter(({ source_id }) => source_id === both.payment_id)).toEqual([]);
  });

  test('that is open makes the read ask billing first, and shows what billing settled', async () => {
    const user = newId();
    const { amount, currency, acquisition_source, ...period } = paid(user);
    await t.deliver(
      billing.events.paymentCreated,
      { payment_id: period.payment_id, user_id: user, plan_code: 'pro_month', amount, currency },
      about(),
    );
    const asked: unknown[] = [];
    await t.answer(billing.commands.settleOpenPayments, (question) => {
      asked.push(question);
      return { paid: [{ ...period, application_id: application.id }], closed_payment_ids: [period.payment_id] };
    });
    expect(await codesOf(user)).toEqual(['pro']);
    expect(asked).toEqual([{ ...about(), user_id: user, payment_ids: [period.payment_id] }]);
    // And the event, when it comes, changes nothing of what is shown, and ends the asking.
    await t.deliver(billing.events.paymentSucceeded, { ...period, amount, currency, acquisition_source }, about());
    const { grants } = await t.ask(catalog.queries.listUserGrants, { ...about(), user_id: user });
    expect(grants).toHaveLength(1);
    asked.length = 0;
    expect(await codesOf(user)).toEqual(['pro']);
    expect(asked).toEqual([]);
  });

  test('that billing names is shown by the next read, before any event of it has arrived', async () => {
    const user = newId();
    const { amount, currency, acquisition_source, ...period } = paid(user);
    const { payment_id } = period;
    await t.answer(billing.commands.settleOpenPayments, () => ({
      paid: [{ ...period, application_id: application.id }],
      closed_payment_ids: [payment_id],
    }));
    expect(await codesOf(user)).toEqual([]);
    const named = { ...about(), user_id: user, payment_id, opened_at: new Date().toISOString() };
    for (let count = 0; count < 2; count += 1) await t.call(catalog.commands.trackPurchase, named);
    expect(await codesOf(user)).toEqual(['pro']);
    // With its grant it is not open any more, however late it is named.
    await t.deliver(billing.events.paymentSucceeded, { ...period, amount, currency, acquisition_source }, about());
    await t.call(catalog.commands.trackPurchase, named);
    expect(await t.database.query('SELECT 1 FROM catalog.open_payments WHERE user_id = $1', [user])).toEqual([]);
    expect(await codesOf(user)).toEqual(['pro']);
  });

  test('that has its grant is not opened again by the event of its start, when that comes late', async () => {
    const user = newId();
    const { amount, currency, ...bought } = paid(user);
    const created = { payment_id: bought.payment_id, user_id: user, plan_code: 'pro_month', amount, currency };
    const open = () => t.database.query('SELECT payment_id FROM catalog.open_payments WHERE user_id = $1', [user]);
    await t.deliver(billing.events.paymentSucceeded, { ...bought, amount, currency }, about());
    await t.deliver(billing.events.paymentCreated, created, about());
    expect(await open()).toEqual([]);
    expect(await codesOf(user)).toEqual(['pro']);
    // Another payment of the same person is open all the same.
    const other = newId();
    await t.deliver(billing.events.paymentCreated, { ...created, payment_id: other }, about());
    expect(await open()).toEqual([{ payment_id: other }]);
  });

  test('that is open does not keep the read from answering when billing does not', async () => {
    const user = newId();
    await grant(user, { entitlement_codes: ['extra'], expires_at: null });
    const payment_id = newId();
    const created = { payment_id, user_id: user, plan_code: 'pro_month', amount: 990, currency: 'RUB' };
    await t.deliver(billing.events.paymentCreated, created, about());
    await t.bus.respond(billing.commands.settleOpenPayments.subject, async () => ({
      ok: false,
      error: 'service_unavailable',
      message: 'down',
      fields: {},
    }));
    expect(await codesOf(user)).toEqual(['extra']);
    await t.deliver(billing.events.paymentCanceled, { payment_id, user_id: user, reason: null }, about());
    let isAsked = false;
    await t.answer(billing.commands.settleOpenPayments, () => {
      isAsked = true;
      return { paid: [], closed_payment_ids: [] };
    });
    expect(await codesOf(user)).toEqual(['extra']);
    expect(isAsked).toBe(false);
  });
});

describe('the snapshot', () => {
  test('of a user without anything is empty, and of an unknown application is not found', async () => {
    const snapshot = await snapshotOf(newId());
    expect(snapshot).toEqual({
      codes: [],
      entitlements: [],
      expires_at: null,
      is_lifetime: false,
      snapshot_token: expect.any(String),
    });
    const reply = await t
      .as({ application: { id: nowhere, code: 'x' }, user: aUser() })
      .getMyEntitlements({ params: { app_code: 'x' } });
    expect(reply).toMatchObject({ status: 404, error: 'application_not_found' });
  });

  test('carries a token that the published keys verify and that says the same', async () => {
    const user = newId();
    await grant(user, { entitlement_codes: ['pro'], expires_at: later({ days: 3 }) });
    const { snapshot_token, ...content } = await snapshotOf(user);
    const keys = (await t.as({}).getSnapshotKeys()).data as unknown as JSONWebKeySet;
    expect(keys.keys).toHaveLength(2);
    const { payload } = await jwtVerify(snapshot_token, createLocalJWKSet(keys), {
      issuer: 'http://platform.test',
      currentDate: clock.now(),
    });
    expect(payload).toMatchObject({ ...content, sub: user, application_code: application.code });
    expect(payload.exp).toBe(Date.parse(later({ days: 3 })) / 1000);
  });

  test('is never stored by a cache on the way', async () => {
    const user = aUser();
    const reply = await t
      .as({ application: application.context, user })
      .getMyEntitlements({ params: { app_code: application.code } });
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  });

  test('gives the same token again for a minute while nothing changes, and another one when something does', async () => {
    const user = newId();
    await grant(user, { entitlement_codes: ['pro'], expires_at: null });
    const tokenOf = async () => (await snapshotOf(user)).snapshot_token;
    const first = await tokenOf();
    clock.advance({ seconds: 59 });
    expect(await tokenOf()).toBe(first);
    clock.advance({ seconds: 1 });
    const second = await tokenOf();
    expect(second).not.toBe(first);
    const { id } = (await grant(user, { entitlement_codes: ['extra'], expires_at: null })).data;
    expect(decodeJwt(await tokenOf())).toMatchObject({ codes: ['extra', 'pro'] });
    await revoke(user, id);
    expect(decodeJwt(await tokenOf())).toMatchObject({ codes: ['pro'] });
    await admin(t).updateApplication({ params: application.params, body: { offline_grace_days: 1 } });
    expect(decodeJwt(await tokenOf()).exp).toBe(Date.parse(later({ days: 1 })) / 1000);
    await admin(t).updateApplication({ params: application.params, body: { offline_grace_days: 7 } });
  });

  test('is never given again beyond an end or a beginning, however short ago it was made', async () => {
    const user = newId();
    await grant(user, { entitlement_codes: ['pro'], expires_at: later({ seconds: 20 }) });
    await grant(user, {
      entitlement_codes: ['extra'],
      starts_at: later({ seconds: 40 }),
      expires_at: later({ seconds: 50 }),
    });
    const first = await snapshotOf(user);
    expect(first.codes).toEqual(['pro']);
    clock.advance({ seconds: 19 });
    expect((await snapshotOf(user)).snapshot_token).toBe(first.snapshot_token);
    clock.advance({ seconds: 1 });
    expect(await snapshotOf(user)).toMatchObject({ codes: [], expires_at: null });
    clock.advance({ seconds: 19 });
    expect(await codesOf(user)).toEqual([]);
    clock.advance({ seconds: 1 });
    expect(await codesOf(user)).toEqual(['extra']);
    clock.advance({ seconds: 10 });
    expect(await codesOf(user)).toEqual([]);
  });

  test('of one application shows nothing of another one', async () => {
    const user = newId();
    const elsewhere = await givenApplication(t);
    await grant(user, { entitlement_codes: ['pro'], expires_at: null });
    expect((await snapshotOf(user, elsewhere.context)).codes).toEqual([]);
    expect(await codesOf(user)).toEqual(['pro']);
  });
});
