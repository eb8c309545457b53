import { describe, expect, test } from '@jest/globals';
import { auditEventOf, catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import {
  aCode,
  admin,
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  givenPrice,
  owner,
  useCatalog,
} from './support.ts';

let t: Catalog;
let application: GivenApplication;
useCatalog((...given) => {
  [t, application] = given;
});

/** Actions of administrators on an application that changed something. */
const recorded = async () =>
  (await t.published(auditEventOf('catalog'))).filter(({ target }) => target.application_id === application.id);

async function givenPaywall(...prices: { id: string }[]) {
  const { data } = await admin(t).createPaywall({ params: application.params, body: { code: 'main', name: 'Main' } });
  const params = { ...application.params, paywall_id: data.id };
  const items = prices.map(({ id }) => ({ plan_price_id: id }));
  await admin(t).setPaywallItems({ params, body: { items } });
  return params;
}

const paywallAnswer = async () => {
  const reply = await t
    .as({ application: application.context })
    .getPaywall({ params: { app_code: application.code, paywall_code: 'main' } });
  return reply.error ?? reply.data.paywall_items.map(({ plan_price_id }) => plan_price_id);
};

describe('DELETE archives, a repeat changes nothing, and the audit log has one record', () => {
  test('a plan is no longer offered, and what was bought stays', async () => {
    const [plan, other] = [await givenPlan(t, application), await givenPlan(t, application)];
    const [price, otherPrice] = [await givenPrice(t, plan), await givenPrice(t, other)];
    await givenPaywall(price, otherPrice);
    expect(await paywallAnswer()).toEqual([price.id, otherPrice.id]);
    for (let time = 0; time < 2; time += 1) {
      const reply = await admin(t).archivePlan({ params: plan.params });
      expect([reply.status, reply.data.id, reply.data.status]).toEqual([200, plan.id, 'archived']);
    }
    expect(await paywallAnswer()).toEqual([otherPrice.id]);
    const asked = { application_id: application.id, plan_price_id: price.id };
    expect((await t.ask(catalog.queries.getPriceOffer, asked)).offer?.is_purchasable).toBe(false);
    expect((await admin(t).getPlan({ params: plan.params })).data.prices).toHaveLength(1);
    const left = (await recorded()).filter(({ action }) => action === 'archivePlan');
    expect(left).toMatchObject([{ changed: ['status', 'version'], target: { plan_id: plan.id } }]);
  });

  test('a price is no longer offered, and its plan is', async () => {
    const plan = await givenPlan(t, application);
    const [old, present] = [await givenPrice(t, plan), await givenPrice(t, plan)];
    await givenPaywall(old, present);
    for (let time = 0; time < 2; time += 1) {
      const reply = await admin(t).archivePlanPrice({ params: old.params });
      expect([reply.status, reply.data.id, reply.data.is_active]).toEqual([200, old.id, false]);
    }
    expect(await paywallAnswer()).toEqual([present.id]);
    const left = (await recorded()).filter(({ action }) => action === 'archivePlanPrice');
    expect(left).toMatchObject([{ changed: ['is_active', 'version'], target: { plan_price_id: old.id } }]);
  });

  test('a paywall is no longer served, and keeps its items', async () => {
    const price = await givenPrice(t, await givenPlan(t, application));
    const params = await givenPaywall(price);
    for (let time = 0; time < 2; time += 1) {
      const reply = await admin(t).archivePaywall({ params });
      expect([reply.status, reply.data.status, reply.data.items.length]).toEqual([200, 'archived', 1]);
    }
    expect(await paywallAnswer()).toBe('paywall_not_found');
    const listed = async (status: 'active' | 'archived') =>
      (await admin(t).listPaywalls({ params: application.params, query: { status } })).data.map(({ id }) => id);
    expect([await listed('active'), await listed('archived')]).toEqual([[], [params.paywall_id]]);
    const left = (await recorded()).filter(({ action }) => action === 'archivePaywall');
    expect(left).toMatchObject([{ changed: ['status', 'version'], target: params }]);
  });

  test('an entitlement stays in its plans, and no other plan or user gets it', async () => {
    const [old, present] = [await givenEntitlement(t, application), await givenEntitlement(t, application)];
    const plan = await givenPlan(t, application, { entitlement_codes: [old.code] });
    const params = { ...application.params, entitlement_id: old.id };
    for (let time = 0; time < 2; time += 1) {
      const reply = await admin(t).archiveEntitlement({ params });
      expect([reply.status, reply.data]).toEqual([
        200,
        { ...old, status: 'archived', version: 2, updated_at: expect.any(String) },
      ]);
    }
    expect((await admin(t).getEntitlement({ params })).data.status).toBe('archived');
    const listed = async (status: 'active' | 'archived') =>
      (await admin(t).listEntitlements({ params: application.params, query: { status } })).data.map(({ id }) => id);
    expect([await listed('active'), await listed('archived')]).toEqual([[present.id], [old.id]]);

    const codes = [old.code, present.code];
    const kept = await admin(t).setPlanEntitlements({ params: plan.params, body: { codes } });
    expect(kept.data.entitlement_codes).toEqual(codes.toSorted());
    const other = await givenPlan(t, application);
    expect(await admin(t).setPlanEntitlements({ params: other.params, body: { codes } })).toMatchObject({
      status: 409,
      error: 'conflict',
    });
    const plans = { code: aCode('plan'), name: 'x', billing_type: 'lifetime', entitlement_codes: codes } as const;
    expect(await admin(t).createPlan({ params: application.params, body: plans })).toMatchObject({ error: 'conflict' });
    const user = { ...application.params, user_id: newId() };
    const gift = (body: { plan_code?: string; entitlement_codes?: string[]; expires_at?: null }) =>
      admin(t).grantEntitlements({ params: user, body: { reason: 'a gift', ...body } });
    expect(await gift({ entitlement_codes: [old.code], expires_at: null })).toMatchObject({
      status: 409,
      error: 'conflict',
    });
    expect((await gift({ plan_code: plan.code })).status).toBe(201);

    await admin(t).updateEntitlement({ params, body: { status: 'active' } });
    expect((await admin(t).setPlanEntitlements({ params: other.params, body: { codes } })).status).toBe(200);
    const left = (await recorded()).filter(({ action }) => action === 'archiveEntitlement');
    expect(left).toMatchObject([{ changed: ['status', 'version'], target: params }]);
  });

  test('an application is no longer served', async () => {
    for (let time = 0; time < 2; time += 1) {
      const query = { confirm: time === 0 ? application.code : undefined };
      const reply = await admin(t).archiveApplication({ params: application.params, query });
      expect([reply.status, reply.data.id, reply.data.status]).toEqual([200, application.id, 'archived']);
    }
    const { application: found } = await t.ask(catalog.queries.resolveApplication, { code: application.code });
    expect(found?.status).toBe('archived');
    const left = (await recorded()).filter(({ action }) => action === 'archiveApplication');
    expect(left).toMatchObject([{ changed: ['status', 'version'] }]);
  });

  test('an application asks for its code before it goes', async () => {
    const { params, code } = application;
    for (const confirm of [undefined, 'another-app'])
      for (const reply of [
        await admin(t).archiveApplication({ params, query: { confirm } }),
        await admin(t).updateApplication({ params, body: { status: 'archived', confirm } }),
      ])
        expect(reply).toMatchObject({
          status: 409,
          error: 'confirmation_required',
          body: { confirm: code, message: expect.stringContaining(`repeat the request with confirm=${code}`) },
        });
    expect((await admin(t).getApplication({ params })).data).toMatchObject({ status: 'active', version: 1 });
    const archived = await admin(t).updateApplication({ params, body: { status: 'archived', confirm: code } });
    expect(archived.data.status).toBe('archived');
  });

  test('an archived application is restored by an owner, to the status that it had or to a served one', async () => {
    const asAdmin = t.as({ admin: { ...owner, role: 'admin' } });
    for (const [status, answers] of [
      ['active', { draft: 409, suspended: 200, active: 200 }],
      ['draft', { draft: 200, suspended: 200, active: 200 }],
    ] as const)
      for (const [next, expected] of Object.entries(answers)) {
        const { params, code } = await givenApplication(t, { status });
        await admin(t).archiveApplication({ params, query: { confirm: code } });
        const body = { status: next as 'active' };
        const byAdmin = await asAdmin.updateApplication({ params, body });
        expect([status, next, byAdmin.status]).toEqual([status, next, expected === 200 ? 403 : 409]);
        const reply = await admin(t).updateApplication({ params, body: { ...body, name: 'Again' } });
        expect([status, next, reply.status]).toEqual([status, next, expected]);
        const { application: found } = await t.ask(catalog.queries.resolveApplication, { code });
        expect(found?.status).toBe(expected === 200 ? next : 'archived');
      }
    const { params, code } = application;
    await admin(t).archiveApplication({ params, query: { confirm: code } });
    const renamed = await admin(t).updateApplication({ params, body: { name: 'x' } });
    expect(renamed).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('An owner can restore it') },
    });
  });

  test('the list of applications has archived ones only when it is asked for them', async () => {
    const { params, code, id } = application;
    const listed = async (query: { status?: 'archived' }) =>
      (await admin(t).listApplications({ query: { limit: 200, ...query } })).data.map((one) => one.id);
    expect([await listed({}), await listed({ status: 'archived' })]).toEqual([
      expect.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ]);
    await admin(t).archiveApplication({ params, query: { confirm: code } });
    expect([await listed({}), await listed({ status: 'archived' })]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
  });

  test('something of another application, or nothing, is not found', async () => {
    const other = await givenApplication(t);
    const plan = await givenPlan(t, other);
    const price = await givenPrice(t, plan);
    const right = await givenEntitlement(t, other);
    const { params } = application;
    const call = admin(t);
    for (const [reply, error] of [
      [call.archivePlan({ params: { ...params, plan_id: plan.id } }), 'plan_not_found'],
      [call.getPlan({ params: { ...params, plan_id: plan.id } }), 'plan_not_found'],
      [call.archivePlanPrice({ params: { ...price.params, ...params } }), 'plan_not_found'],
      [call.archivePlanPrice({ params: { ...plan.params, plan_price_id: newId() } }), 'plan_price_not_found'],
      [call.archivePaywall({ params: { ...params, paywall_id: newId() } }), 'paywall_not_found'],
      [call.getPaywallById({ params: { ...params, paywall_id: newId() } }), 'paywall_not_found'],
      [call.archiveEntitlement({ params: { ...params, entitlement_id: right.id } }), 'entitlement_not_found'],
      [call.getEntitlement({ params: { ...params, entitlement_id: right.id } }), 'entitlement_not_found'],
      [call.archiveApplication({ params: { application_id: newId() } }), 'application_not_found'],
    ] as const)
      expect(await reply).toMatchObject({ status: 404, error });
  });
});

test('a plan and a paywall are read one by one as lists show them', async () => {
  const plan = await givenPlan(t, application);
  const params = await givenPaywall(await givenPrice(t, plan));
  const { data: plans } = await admin(t).listPlans({ params: application.params });
  expect((await admin(t).getPlan({ params: plan.params })).data).toEqual(plans[0]);
  const { data: paywalls } = await admin(t).listPaywalls({ params: application.params });
  expect((await admin(t).getPaywallById({ params })).data).toEqual(paywalls[0]);
});

describe('the items of a paywall', () => {
  test('go back as they were read, and positions decide the order where items carry them', async () => {
    const plan = await givenPlan(t, application);
    const [a, b, c] = [await givenPrice(t, plan), await givenPrice(t, plan), await givenPrice(t, plan)];
    const params = await givenPaywall(a, b, c);
    const { items } = (await admin(t).getPaywallById({ params })).data;
    const back = await admin(t).setPaywallItems({ params, body: { items } });
    expect([back.status, back.data.items]).toEqual([200, items]);
    expect((await recorded()).filter(({ action }) => action === 'setPaywallItems')).toHaveLength(1);

    const moved = items.map((item) => ({ ...item, position: item.plan_price_id === c.id ? 0 : item.position * 10 }));
    const { data } = await admin(t).setPaywallItems({ params, body: { items: moved } });
    const order = data.items.map(({ plan_price_id, position }) => [plan_price_id, position]);
    expect(order).toEqual([c, a, b].map(({ id }, at) => [id, at + 1]));
  });

  test('with a position twice, or in some items only, are refused', async () => {
    const plan = await givenPlan(t, application);
    const [a, b] = [await givenPrice(t, plan), await givenPrice(t, plan)];
    const params = await givenPaywall(a, b);
    for (const second of [{ position: 1 }, {}]) {
      const items = [
        { plan_price_id: a.id, position: 1 },
        { plan_price_id: b.id, ...second },
      ];
      const reply = await admin(t).setPaywallItems({ params, body: { items } });
      expect(reply).toMatchObject({ status: 400, error: 'validation_failed' });
    }
    expect(await paywallAnswer()).toEqual([a.id, b.id]);
  });
});
