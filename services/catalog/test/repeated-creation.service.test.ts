import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { admin, type Catalog, givenApplication, givenEntitlement, givenPlan, startCatalog } from './support.ts';

let t: Catalog;
beforeAll(async () => {
  t = await startCatalog();
});
afterAll(() => t.stop());

test('an object that an administrator created before a crash is not created again under the same key', async () => {
  const application = await givenApplication(t);
  const { application_id } = application.params;
  const right = await givenEntitlement(t, application);
  const plan = await givenPlan(t, application, { entitlement_codes: [right.code] });
  const user_id = newId();
  const headers = { 'idempotency-key': newId() };
  const price = () => admin(t).createPlanPrice({ params: plan.params, body: { amount: 77, currency: 'RUB' }, headers });
  const grant = () =>
    admin(t).grantEntitlements({
      params: { application_id, user_id },
      body: { plan_code: plan.code, reason: 'a gift' },
      headers,
    });
  const [madePrice, madeGrant] = [await price(), await grant()];
  // The process died between its commit and the storage of the answer.
  await t.database.query('DELETE FROM catalog.idempotency_keys');
  const [priceAgain, grantAgain] = [await price(), await grant()];
  expect([priceAgain.status, grantAgain.status]).toEqual([201, 201]);
  expect(priceAgain.data).toEqual(madePrice.data);
  expect(grantAgain.data).toEqual(madeGrant.data);
  expect(await t.database.query('SELECT 1 FROM catalog.grants WHERE user_id = $1', [user_id])).toHaveLength(1);
});
