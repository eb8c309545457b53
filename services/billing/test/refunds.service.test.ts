import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { type BillingTest, startBilling } from './billing-test.ts';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling({ webhooks: true });
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

describe('refunds', () => {
  test('one beyond the amount, or of an unpaid payment, is refused before the provider is asked', async () => {
    const { payment } = await t.bought();
    const open = await t.startPurchase();
    const asked = t.yookassa.journal().length;
    for (const [id, amount] of [
      [payment.payment_id, 299.01],
      [open.payment.payment_id, 1],
    ] as const) {
      const reply = await t.refund(id, amount);
      expect([reply.status, reply.error]).toEqual([409, 'payment_not_refundable']);
    }
    expect((await t.refund(newId())).error).toBe('payment_not_found');
    expect(t.yookassa.journal()).toHaveLength(asked);
  });

  test('several at once never exceed the amount', async () => {
    const { user, payment } = await t.bought();
    const params = { payment_id: payment.payment_id };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        t.admin.refundPayment({ params, body: { amount: 100 }, headers: { 'idempotency-key': newId() } }),
      ),
    );
    await t.untilIdle();
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await t.paymentsOf(user.user_id)).toMatchObject([{ status: 'succeeded', refunded_amount: '200.00' }]);
    expect(t.paidBack({ user, payment })).toHaveLength(2);
    const both = await Promise.all([
      t.admin.refundPayment({ params, body: {}, headers: { 'idempotency-key': newId() } }),
      t.admin.refundPayment({ params, body: {}, headers: { 'idempotency-key': newId() } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await t.untilIdle();
    expect(await t.paymentsOf(user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
  });

  test('one of the same amount that the cabinet made during our call is booked beside ours', async () => {
    const purchase = await t.bought();
    const { user, payment } = purchase;
    t.yookassa.faults.set({ delayMs: { value: 4_000, times: 1 } });
    const ours = t.refund(payment.payment_id, 100);
    await eventually(() => t.paidBack(purchase).length === 1);
    const theirs = await t.refundInCabinet(payment.provider_payment_id, '100.00');
    await t.notify('refund.succeeded', { id: theirs, payment_id: payment.provider_payment_id });
    expect(await t.refundRows(payment.payment_id)).toMatchObject([{ provider_refund_id: theirs }]);
    expect((await ours).data).toMatchObject({ refunded_amount: 200 });
    for (const { id } of t.paidBack(purchase))
      await t.notify('refund.succeeded', { id, payment_id: payment.provider_payment_id });
    expect(await t.refundRows(payment.payment_id)).toHaveLength(2);
    expect(await t.paymentsOf(user.user_id)).toMatchObject([{ refunded_amount: '200.00' }]);
  });
});
