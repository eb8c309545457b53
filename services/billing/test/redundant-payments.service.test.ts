import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type BillingTest, startBilling } from './billing-test.ts';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

describe('payments that are not paid', () => {
  test('a redundant one that was paid before the sync is settled, not closed', async () => {
    const purchase = await t.startPurchase();
    t.catalog.covered.add(purchase.user.user_id);
    t.yookassa.pay(purchase.payment.provider_payment_id);
    expect((await t.sync(purchase)).data).toMatchObject({ status: 'succeeded' });
  });

  test('a closed one that is paid without a notification is found by the reconcile', async () => {
    const purchase = await t.startPurchase();
    t.catalog.covered.add(purchase.user.user_id);
    expect((await t.sync(purchase)).data).toMatchObject({ status_reason: 'already_granted' });
    t.yookassa.pay(purchase.payment.provider_payment_id);
    t.clock.advance({ minutes: 1 });
    await t.worker.reconcilePayments();
    expect(await t.paymentsOf(purchase.user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  });
});
