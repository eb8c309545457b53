import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type BillingTest, startBilling } from './billing-test.ts';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

describe('redundant payments', () => {
  test('the sync settles a payment that is already paid and does not close it', async () => {
    const purchase = await t.startPurchase();
    t.catalog.covered.add(purchase.user.user_id);
    t.yookassa.pay(purchase.payment.provider_payment_id);
    expect((await t.sync(purchase)).data).toMatchObject({ status: 'succeeded' });
  });

  test('the reconcile settles a closed payment that is paid without a notification', async () => {
    const purchase = await t.startPurchase();
    t.catalog.covered.add(purchase.user.user_id);
    expect((await t.sync(purchase)).data).toMatchObject({ status_reason: 'already_granted' });
    t.yookassa.pay(purchase.payment.provider_payment_id);
    t.clock.advance({ minutes: 1 });
    await t.worker.reconcilePayments();
    expect(await t.paymentsOf(purchase.user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  });
});
