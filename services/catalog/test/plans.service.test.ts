import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import {
  aCode,
  admin,
  type Catalog,
  everyPage,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  givenPrice,
  startCatalog,
} from './support.ts';

let t: Catalog;
let application: GivenApplication;
let other: GivenApplication;
beforeAll(async () => {
  t = await startCatalog();
  application = await givenApplication(t);
  other = await givenApplication(t);
});
afterAll(() => t.stop());

const nowhere = { application_id: newId() };
const told = async ({ id }: { id: string }) =>
  (await t.published(catalog.events.catalogUpdated)).filter(({ application_id }) => application_id === id).length;

test('the codes of a plan are set under the name by which they are read, and under the former one, but not under both', async () => {
  const plan = await givenPlan(t, application);
  await givenEntitlement(t, application, 'named');
  const set = (body: { entitlement_codes?: string[]; codes?: string[] }) =>
    admin(t).setPlanEntitlements({ params: plan.params, body });
  expect((await set({ entitlement_codes: ['named'] })).data.entitlement_codes).toEqual(['named']);
  expect((await set({ codes: [] })).data.entitlement_codes).toEqual([]);
  for (const body of [{}, { entitlement_codes: ['named'], codes: ['named'] }])
    expect(await set(body)).toMatchObject({ status: 400, error: 'validation_failed' });
});

describe('entitlements', () => {
  test('are made, changed and listed, newest first, and every change publishes an event', async () => {
    const own = await givenApplication(t);
    const first = await givenEntitlement(t, own, 'pro');
    expect(first).toEqual({
      id: expect.any(String),
      code: 'pro',
      name: 'The pro',
      description: null,
      status: 'active',
      version: 1,
      created_at: expect.any(String),
      updated_at: first.created_at,
    });
    const second = await givenEntitlement(t, own, 'export_pdf');
    const params = { ...own.params, entitlement_id: first.id };
    const changed = await admin(t).updateEntitlement({ params, body: { name: 'Pro', description: 'notes' } });
    const later = { version: 2, updated_at: expect.any(String) };
    expect(changed.data).toEqual({ ...first, name: 'Pro', description: 'notes', ...later });
    expect((await admin(t).updateEntitlement({ params, body: {} })).data).toEqual(changed.data);
    expect((await admin(t).listEntitlements({ params: own.params })).data).toEqual([second, changed.data]);
    expect(await told(own)).toBe(3);
  });

  test('have a code that is unique in their application, and is snake case', async () => {
    await givenEntitlement(t, application, 'shared_code');
    await givenEntitlement(t, other, 'shared_code');
    const body = { code: 'shared_code', name: 'x' };
    expect(await admin(t).createEntitlement({ params: application.params, body })).toMatchObject({
      status: 409,
      error: 'conflict',
    });
    for (const code of ['Pro', 'pro-plan', '1pro', 'про', '', 'a'.repeat(64)])
      expect(await admin(t).createEntitlement({ params: application.params, body: { code, name: 'x' } })).toMatchObject(
        { status: 400, error: 'validation_failed' },
      );
  });

  test('of a missing application and of another one are not found', async () => {
    const { id } = await givenEntitlement(t, other);
    const change = (application_id: string, entitlement_id: string) =>
      admin(t).updateEntitlement({ params: { application_id, entitlement_id }, body: { name: 'x' } });
    expect(await change(application.id, id)).toMatchObject({ status: 404, error: 'entitlement_not_found' });
    expect(await change(nowhere.application_id, id)).toMatchObject({ status: 404, error: 'application_not_found' });
    expect(await admin(t).listEntitlements({ params: nowhere })).toMatchObject({ error: 'application_not_found' });
    const body = { code: 'x', name: 'x' };
    expect(await admin(t).createEntitlement({ params: nowhere, body })).toMatchObject({
      error: 'application_not_found',
    });
  });

  test('are listed page by page, each one once, whatever is added meanwhile', async () => {
    const own = await givenApplication(t);
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) made.push((await givenEntitlement(t, own)).id);
    const rows = await everyPage(async (cursor) => {
      const page = await admin(t).listEntitlements({ params: own.params, query: { limit: 3, cursor } });
      await givenEntitlement(t, own);
      return page;
    });
    expect(rows.map(({ id }) => id)).toEqual(made.toReversed());
  });
});

describe('plans', () => {
  test('are made with what they grant, and listed with their prices, active ones first', async () => {
    const own = await givenApplication(t);
    await givenEntitlement(t, own, 'b_right');
    await givenEntitlement(t, own, 'a_right');
    const plan = await givenPlan(t, own, { entitlement_codes: ['b_right', 'a_right', 'b_right'] });
    expect(plan).toMatchObject({
      billing_type: 'recurring',
      duration_days: 30,
      is_lifetime: false,
      status: 'active',
      entitlement_codes: ['a_right', 'b_right'],
      prices: [],
    });
    const old = await givenPrice(t, plan, { is_active: false });
    const current = await givenPrice(t, plan, { amount: 1290.5, discount_percent: 30 });
    const draft = await givenPlan(t, own, { status: 'draft' });
    const { data } = await admin(t).listPlans({ params: own.params });
    expect(data.map(({ id }) => id)).toEqual([draft.id, plan.id]);
    expect(data[1]?.prices.map(({ id }) => id)).toEqual([current.id, old.id]);
    const { data: drafts } = await admin(t).listPlans({ params: own.params, query: { status: 'draft' } });
    expect(drafts.map(({ id }) => id)).toEqual([draft.id]);
    expect((await admin(t).listPlans({ params: own.params, query: { limit: 1 } })).next_cursor).not.toBeNull();
  });

  test('have a term exactly when they are timed', async () => {
    const make = (billing_type: 'one_time' | 'recurring' | 'lifetime' | 'free', duration_days: number | null) =>
      admin(t).createPlan({
        params: application.params,
        body: { code: aCode('plan'), name: 'x', billing_type, duration_days },
      });
    for (const [type, days, status] of [
      ['one_time', 30, 201],
      ['recurring', 36_500, 201],
      ['lifetime', null, 201],
      ['free', null, 201],
      ['one_time', null, 400],
      ['recurring', 0, 400],
      ['recurring', 1.5, 400],
      ['lifetime', 30, 400],
      ['free', 30, 400],
    ] as const)
      expect([type, days, (await make(type, days)).status]).toEqual([type, days, status]);
    expect((await make('lifetime', null)).data.is_lifetime).toBe(true);
  });

  test('are refused with a code that is taken or entitlements that do not exist here, and leave nothing behind', async () => {
    const plan = await givenPlan(t, application);
    const params = application.params;
    const body = { code: plan.code, name: 'x', billing_type: 'lifetime' as const };
    expect(await admin(t).createPlan({ params, body })).toMatchObject({ status: 409, error: 'conflict' });
    const foreign = await givenEntitlement(t, other);
    const code = aCode('plan');
    const asking = { ...body, code, entitlement_codes: [foreign.code] };
    expect(await admin(t).createPlan({ params, body: asking })).toMatchObject({
      status: 404,
      error: 'entitlement_not_found',
    });
    const { data } = await admin(t).listPlans({ params });
    expect(data.map((row) => row.code)).not.toContain(code);
    expect(await admin(t).createPlan({ params: nowhere, body })).toMatchObject({ error: 'application_not_found' });
    expect(await admin(t).listPlans({ params: nowhere })).toMatchObject({ error: 'application_not_found' });
  });

  test('change name and status, and what they grant from now on', async () => {
    const right = await givenEntitlement(t, application);
    const { params, id } = await givenPlan(t, application);
    const renamed = await admin(t).updatePlan({ params, body: { name: 'New', status: 'archived' } });
    expect(renamed.data).toMatchObject({ id, name: 'New', status: 'archived' });
    expect((await admin(t).updatePlan({ params, body: {} })).data).toMatchObject({ name: 'New', status: 'archived' });
    const set = (codes: string[]) => admin(t).setPlanEntitlements({ params, body: { codes } });
    expect((await set([right.code])).data.entitlement_codes).toEqual([right.code]);
    expect(await set([right.code, 'unknown_code'])).toMatchObject({ status: 404, error: 'entitlement_not_found' });
    expect((await admin(t).updatePlan({ params, body: {} })).data.entitlement_codes).toEqual([right.code]);
    expect((await set([])).data.entitlement_codes).toEqual([]);
  });

  test('of a missing application and of another one are not found', async () => {
    const { id: plan_id } = await givenPlan(t, other);
    for (const [application_id, error] of [
      [application.id, 'plan_not_found'],
      [nowhere.application_id, 'application_not_found'],
    ] as const) {
      const params = { application_id, plan_id };
      const replies = await Promise.all([
        admin(t).updatePlan({ params, body: { name: 'x' } }),
        admin(t).setPlanEntitlements({ params, body: { codes: [] } }),
        admin(t).createPlanPrice({ params, body: { amount: 1, currency: 'RUB' } }),
        admin(t).updatePlanPrice({ params: { ...params, plan_price_id: newId() }, body: {} }),
      ]);
      for (const reply of replies) expect([reply.status, reply.error]).toEqual([404, error]);
    }
  });
});

describe('prices', () => {
  test('are made with everything that follows from them', async () => {
    const plan = await givenPlan(t, application);
    const { params: _, ...price } = await givenPrice(t, plan, { amount: 990, discount_percent: 50 });
    expect(price).toEqual({
      id: expect.any(String),
      amount: 990,
      currency: 'RUB',
      discount_percent: 50,
      payment_provider: 'yookassa',
      is_active: true,
      compare_at_amount: 1980,
      has_discount: true,
      display: {
        amount: expect.stringMatching(/^990.₽$/),
        compare_at_amount: expect.stringMatching(/^1.980.₽$/),
        discount: expect.stringMatching(/^−50.%$/),
      },
      is_free: false,
      requires_purchase: true,
      works_offline: false,
      plan_id: plan.id,
      version: 1,
      created_at: expect.any(String),
      updated_at: price.created_at,
    });
  });

  test('keep amounts exactly', async () => {
    const plan = await givenPlan(t, application);
    for (const amount of [1, 1.01, 1.1, 19.99, 4.35, 349_999.99, 350_000])
      expect((await givenPrice(t, plan, { amount })).amount).toBe(amount);
  });

  test('are refused with amounts and currencies that are none, or that the provider does not take', async () => {
    const { params } = await givenPlan(t, application);
    for (const body of [
      { amount: -1, currency: 'RUB' },
      { amount: 1.001, currency: 'RUB' },
      { amount: 1e-7, currency: 'RUB' },
      { amount: 1.000000001, currency: 'RUB' },
      { amount: 0.01, currency: 'RUB' },
      { amount: 0.99, currency: 'RUB' },
      { amount: 350_000.01, currency: 'RUB' },
      { amount: 100, currency: 'XXX' },
      { amount: 100, currency: 'USD' },
      { amount: 10_000_000_000, currency: 'RUB' },
      { amount: 1, currency: 'rub' },
      { amount: 1, currency: 'RUBL' },
      { amount: 1, currency: 'RUB', discount_percent: 100 },
      { amount: 1, currency: 'RUB', discount_percent: -1 },
      { amount: 1, currency: 'RUB', payment_provider: 'free' as const },
      { amount: 0, currency: 'RUB', payment_provider: 'yookassa' as const },
    ])
      expect([body, (await admin(t).createPlanPrice({ params, body })).error]).toEqual([body, 'validation_failed']);
  });

  test('of nothing are free, whatever their plan is; a free plan has no other', async () => {
    const free = await givenPlan(t, application, { billing_type: 'free', duration_days: null });
    const paid = await givenPlan(t, application);
    const nothing = { amount: 0, currency: 'RUB' };
    const something = { amount: 10, currency: 'RUB' };
    const make = (plan: typeof free, body: typeof nothing) => admin(t).createPlanPrice({ params: plan.params, body });
    for (const plan of [free, paid]) {
      const { data } = await make(plan, nothing);
      expect(data).toMatchObject({
        payment_provider: 'free',
        is_free: true,
        requires_purchase: false,
        works_offline: true,
      });
      const key = { application_id: application.id, plan_price_id: data.id };
      expect((await t.ask(catalog.queries.getPriceOffer, key)).offer).toMatchObject({ is_free: true });
    }
    expect((await make(paid, something)).data).toMatchObject({ payment_provider: 'yookassa', is_free: false });
    expect(await make(free, something)).toMatchObject({ status: 409, error: 'conflict' });
  });

  test('change their label, and whether they are on sale; the provider follows from the amount', async () => {
    const plan = await givenPlan(t, application);
    const { params, id } = await givenPrice(t, plan);
    const change = (body: object) => admin(t).updatePlanPrice({ params, body });
    expect((await change({ is_active: false, discount_percent: 10 })).data).toMatchObject({
      id,
      amount: 990,
      is_active: false,
      compare_at_amount: 1100,
    });
    expect((await change({})).data).toMatchObject({ is_active: false, discount_percent: 10 });
    expect(await change({ payment_provider: 'free' })).toMatchObject({ status: 400, error: 'validation_failed' });
    const elsewhere = await givenPlan(t, application);
    const wrong = { ...elsewhere.params, plan_price_id: id };
    expect(await admin(t).updatePlanPrice({ params: wrong, body: {} })).toMatchObject({
      status: 404,
      error: 'plan_price_not_found',
    });
  });

  test('are what billing asks about before it takes money', async () => {
    const right = await givenEntitlement(t, application);
    const plan = await givenPlan(t, application, { entitlement_codes: [right.code] });
    const price = await givenPrice(t, plan, { amount: 990.5 });
    const offer = async (application_id = application.id, plan_price_id = price.id) =>
      (await t.ask(catalog.queries.getPriceOffer, { application_id, plan_price_id })).offer;
    expect(await offer()).toEqual({
      plan_price_id: price.id,
      amount: 990.5,
      currency: 'RUB',
      payment_provider: 'yookassa',
      is_free: false,
      is_purchasable: true,
      plan_id: plan.id,
      plan_code: plan.code,
      plan_name: 'Pro',
      duration_days: 30,
      is_lifetime: false,
      entitlement_codes: [right.code],
    });
    expect(await offer(other.id)).toBeNull();
    expect(await offer(application.id, newId())).toBeNull();
    await admin(t).updatePlan({ params: plan.params, body: { status: 'draft' } });
    expect((await offer())?.is_purchasable).toBe(false);
    await admin(t).updatePlan({ params: plan.params, body: { status: 'active' } });
    await admin(t).updatePlanPrice({ params: price.params, body: { is_active: false } });
    expect((await offer())?.is_purchasable).toBe(false);
    await admin(t).updatePlanPrice({ params: price.params, body: { is_active: true } });
    expect((await offer())?.is_purchasable).toBe(true);
    await admin(t).setPlanEntitlements({ params: plan.params, body: { codes: [] } });
    expect((await offer())?.is_purchasable).toBe(false);
    const free = await givenPlan(t, application, { billing_type: 'free', duration_days: null });
    const nothing = await givenPrice(t, free, { amount: 0, payment_provider: 'free' });
    expect(await offer(application.id, nothing.id)).toMatchObject({ is_free: true, amount: 0 });
  });
});
