import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';
import { ok } from './world.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await startTestPlatform();
});
afterAll(() => t.stop());

test('a plan is repaired until its price is in a payment, and then says what to do; its buyer keeps the terms', async () => {
  const admin = t.client(await t.adminHeaders());
  const application = { application_id: t.demo.application_id };
  const plans = ok(await admin.listPlans({ params: application }));
  const plan = plans.find(({ code }) => code === 'monthly');
  const price = plan?.prices.find(({ is_active, is_free }) => is_active && !is_free);
  const ofPlan = { ...application, plan_id: plan?.id ?? '' };
  const ofPrice = { ...ofPlan, plan_price_id: price?.id ?? '' };
  const amount = (price?.amount ?? 0) + 10;
  ok(await admin.updatePlanPrice({ params: ofPrice, body: { amount } }));
  ok(await admin.updatePlan({ params: ofPlan, body: { duration_days: 31 } }));

  const buyer = await t.registered();
  const payment = await t.startPayment(buyer.client, 'monthly');
  const read = await admin.getPayment({ params: { ...application, payment_id: payment.payment_id } });
  expect(ok(read).amount).toBe(amount);
  const refused = [
    await admin.updatePlanPrice({ params: ofPrice, body: { amount: 1 } }),
    await admin.updatePlan({ params: ofPlan, body: { duration_days: 30 } }),
    await admin.updatePlan({ params: ofPlan, body: { code: 'month' } }),
  ];
  expect(refused.map(({ status, error, body }) => [status, error, (body as { field?: string }).field])).toEqual([
    [409, 'field_in_use', 'amount'],
    [409, 'field_in_use', 'duration_days'],
    [409, 'field_in_use', 'code'],
  ]);
});

test('an application that was archived by mistake is served again as it was', async () => {
  const admin = t.client(await t.adminHeaders());
  const params = { application_id: t.demo.application_id };
  const { client } = await t.registered();
  const entitlements = async () => {
    await t.untilIdle();
    const { status, error } = await client.getMyEntitlements({ params: { app_code: 'demo' } });
    return error ?? status;
  };
  expect(await entitlements()).toBe(200);
  // A released client sends no confirmation.
  expect(await admin.archiveApplication({ params })).toMatchObject({ status: 409, error: 'confirmation_required' });
  expect(await entitlements()).toBe(200);
  ok(await admin.archiveApplication({ params, query: { confirm: 'demo' } }));
  expect(await entitlements()).toBe('application_not_found');
  ok(await admin.updateApplication({ params, body: { status: 'active' } }));
  expect(await entitlements()).toBe(200);
});
