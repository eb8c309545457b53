import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { type BillingTest, startBilling } from './billing-test.ts';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

test('a sync promises the next entitlements read only for a purchase that catalog knows', async () => {
  const named: unknown[] = [];
  let isDown = true;
  await t.service.answer(catalog.commands.trackPurchase, (payment) => {
    if (isDown) fail('service_unavailable');
    named.push(payment);
    return {};
  });
  const purchase = await t.startPurchase();
  const { payment_id, provider_payment_id } = purchase.payment;
  expect((await t.sync(purchase)).data).toMatchObject({ status: 'pending', entitlements_granted: false });
  t.yookassa.pay(provider_payment_id);
  t.clock.advance({ seconds: 4 });
  expect((await t.sync(purchase)).data).toMatchObject({ status: 'succeeded', entitlements_granted: false });
  isDown = false;
  expect((await t.sync(purchase)).data).toMatchObject({ status: 'succeeded', entitlements_granted: true });
  expect((await t.admin.syncPayment({ params: { payment_id } })).data).toMatchObject({ entitlements_granted: true });
  const opened_at = expect.any(String);
  const about = { application_id: expect.any(String), user_id: purchase.user.user_id, payment_id, opened_at };
  expect(named).toEqual([about, about]);
});
