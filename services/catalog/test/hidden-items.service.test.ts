import { describe, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import {
  aCode,
  admin,
  type Catalog,
  type GivenApplication,
  type GivenPlan,
  givenEntitlement,
  givenPlan,
  givenPrice,
  useCatalog,
} from './support.ts';

let t: Catalog;
let application: GivenApplication;
useCatalog((...given) => {
  [t, application] = given;
});

const priceOf = async (plan: GivenPlan, amount = 990) => givenPrice(t, plan, { amount });

async function givenPaywall(prices: { id: string }[], status: 'active' | 'draft' = 'active') {
  const body = { code: aCode('wall'), name: 'Wall', status };
  const { data } = await admin(t).createPaywall({ params: application.params, body });
  const params = { ...application.params, paywall_id: data.id };
  const items = prices.map(({ id }) => ({ plan_price_id: id }));
  const reply = await admin(t).setPaywallItems({ params, body: { items } });
  return { params, id: data.id, code: data.code, reply };
}
const items = async ({ params }: { params: { application_id: string; paywall_id: string } }) =>
  (await admin(t).getPaywallById({ params })).data.items.map(({ hidden_reason }) => hidden_reason);
const shown = async (code: string) => {
  const params = { app_code: application.code, paywall_code: code };
  return (await t.as({ application: application.context }).getPaywall({ params })).data.paywall_items.length;
};

describe('a change that takes offers from paywalls names them', () => {
  test('the archiving of a plan and of a price: which paywall loses how many, and which is empty', async () => {
    const [plan, other] = [await givenPlan(t, application), await givenPlan(t, application)];
    const [month, year, rest] = [await priceOf(plan), await priceOf(plan, 4_990), await priceOf(other)];
    const [both, mixed] = [await givenPaywall([month, year]), await givenPaywall([year, rest])];
    await givenPaywall([month], 'draft');
    const named = (wall: { id: string; code: string }, hidden_items: number, is_empty: boolean) => ({
      id: wall.id,
      code: wall.code,
      hidden_items,
      is_empty,
    });
    const byCode = <T extends { code: string }>(walls: T[]) => walls.toSorted((a, b) => (a.code < b.code ? -1 : 1));

    const price = await admin(t).archivePlanPrice({ params: year.params });
    expect(price.data.affected_paywalls).toEqual(byCode([named(both, 1, false), named(mixed, 1, false)]));
    expect((await admin(t).archivePlanPrice({ params: year.params })).data.affected_paywalls).toEqual([]);
    const archived = await admin(t).archivePlan({ params: plan.params });
    expect(archived.data.affected_paywalls).toEqual([named(both, 1, true)]);
    expect([await shown(both.code), await shown(mixed.code)]).toEqual([0, 1]);
    const restored = await admin(t).updatePlan({ params: plan.params, body: { status: 'active' } });
    expect([restored.data.affected_paywalls, await shown(both.code)]).toEqual([[], 1]);
    const inactive = await admin(t).updatePlanPrice({ params: month.params, body: { is_active: false } });
    expect(inactive.data.affected_paywalls).toEqual([named(both, 1, true)]);
  });

  test('a plan that grants nothing any more', async () => {
    const plan = await givenPlan(t, application);
    const wall = await givenPaywall([await priceOf(plan), await priceOf(plan, 0)]);
    const { data } = await admin(t).setPlanEntitlements({ params: plan.params, body: { codes: [] } });
    expect(data.affected_paywalls).toEqual([{ id: wall.id, code: wall.code, hidden_items: 1, is_empty: false }]);
    expect(await items(wall)).toEqual(['plan_grants_nothing', null]);
  });
});

test('an item says why clients do not get it, and the items that they get are counted', async () => {
  const [sold, draft, archived, empty] = [
    await givenPlan(t, application),
    await givenPlan(t, application, { status: 'draft' }),
    await givenPlan(t, application),
    await givenPlan(t, application, { entitlement_codes: [] }),
  ];
  const prices = [
    await priceOf(sold),
    await givenPrice(t, sold, { is_active: false }),
    await priceOf(draft),
    await priceOf(archived),
    await priceOf(empty),
    await priceOf(empty, 0),
  ];
  await admin(t).archivePlan({ params: archived.params });
  const reasons = [null, 'price_inactive', 'plan_draft', 'plan_archived', 'plan_grants_nothing', null];
  const wall = await givenPaywall(prices);
  expect(wall.reply.status).toBe(200);
  expect(wall.reply.data.items.map(({ hidden_reason }) => hidden_reason)).toEqual(reasons);
  expect([wall.reply.data.shown_items, await shown(wall.code)]).toEqual([2, 2]);
  expect(await items(wall)).toEqual(reasons);
  // The items of a read are taken as they are.
  const read = (await admin(t).getPaywallById({ params: wall.params })).data;
  const again = await admin(t).setPaywallItems({
    params: wall.params,
    body: { items: read.items },
  });
  expect([again.status, again.data]).toEqual([200, read]);
});

test('a plan with an archived entitlement goes on granting it to new buyers, and no further plan gets it', async () => {
  const right = await givenEntitlement(t, application);
  const plan = await givenPlan(t, application, { entitlement_codes: [right.code] });
  const price = await priceOf(plan);
  await admin(t).archiveEntitlement({ params: { ...application.params, entitlement_id: right.id } });
  const asked = { application_id: application.id, plan_price_id: price.id };
  expect((await t.ask(catalog.queries.getPriceOffer, asked)).offer).toMatchObject({
    is_purchasable: true,
    entitlement_codes: [right.code],
  });
  const wall = await givenPaywall([price]);
  expect(await items(wall)).toEqual([null]);
  const body = { code: aCode('plan'), name: 'x', billing_type: 'lifetime' as const, entitlement_codes: [right.code] };
  expect(await admin(t).createPlan({ params: application.params, body })).toMatchObject({ error: 'conflict' });
  await admin(t).setPlanEntitlements({ params: plan.params, body: { codes: [] } });
  expect((await t.ask(catalog.queries.getPriceOffer, asked)).offer?.is_purchasable).toBe(false);
});
