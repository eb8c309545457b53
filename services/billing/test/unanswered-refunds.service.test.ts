import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { type BillingTest, type Purchase, startBilling } from './billing-test.ts';

let t: BillingTest;
/** Refunds that the provider has not answered yet, and the most of them at any time. */
const unanswered = { now: 0, most: 0 };
beforeAll(async () => {
  const wrapProvider = <P extends { createRefund(...args: unknown[]): Promise<unknown> }>(provider: P): P => ({
    ...provider,
    async createRefund(...args: unknown[]) {
      unanswered.now += 1;
      unanswered.most = Math.max(unanswered.most, unanswered.now);
      return provider.createRefund(...args).finally(() => {
        unanswered.now -= 1;
      });
    },
  });
  t = await startBilling({ overrides: { wrapProvider } });
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

describe('refunds', () => {
  /** A refund that was requested and not answered, as a crashed process leaves it. */
  const addUnanswered = async ({ payment }: Purchase, options: { amount: string; createdAt: Date }) => {
    const id = newId();
    const request = {
      payment_id: payment.provider_payment_id,
      amount: { value: options.amount, currency: 'RUB' },
    };
    await t.service.database.query(
      `INSERT INTO billing.refunds (id, payment_id, amount, status, provider_request, created_at)
       VALUES ($1, $2, $3, 'pending', $4, $5)`,
      [id, payment.payment_id, options.amount, JSON.stringify(request), options.createdAt.toISOString()],
    );
    return id;
  };

  test.each([
    ['with its Idempotency-Key', newId(), 100],
    ['with a key, of the whole amount,', newId(), 299],
    ['without a key and amount', undefined, undefined],
  ])('one whose answer is lost is repeated %s and pays back once', async (_, key, amount) => {
    const purchase = await t.bought();
    const { payment_id } = purchase.payment;
    t.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await t.refund(payment_id, amount, key)).status).toBe(503);
    const repeated = await t.refund(payment_id, amount, key);
    expect([repeated.status, repeated.data.refunded_amount]).toEqual([200, amount ?? 299]);
    expect(t.paidBack(purchase)).toHaveLength(1);
    expect(await t.refundRows(payment_id)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('a key that the reconcile has finished meanwhile pays back nothing more, and names one amount only', async () => {
    const purchase = await t.bought();
    const { payment_id } = purchase.payment;
    const key = newId();
    t.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await t.refund(payment_id, 100, key)).status).toBe(503);
    t.clock.advance({ minutes: 2 });
    await t.worker.reconcilePayments();
    expect((await t.refund(payment_id, 50, key)).error).toBe('idempotency_conflict');
    const repeated = await t.refund(payment_id, 100, key);
    expect([repeated.status, repeated.data.refunded_amount]).toEqual([200, 100]);
    expect(t.paidBack(purchase)).toHaveLength(1);
    expect((await t.refund(payment_id, 100, newId())).data).toMatchObject({ refunded_amount: 200 });
  });

  test('many open ones are finished at the same time, and one that cannot be booked stops no other', async () => {
    const purchase = await t.bought();
    const { user, payment } = purchase;
    await t.worker.reconcilePayments();
    const createdAt = new Date(t.clock.now().getTime() - 120_000);
    const ids: string[] = [];
    for (let index = 0; index < 24; index += 1) ids.push(await addUnanswered(purchase, { amount: '1.00', createdAt }));
    await t.service.database.query(
      `ALTER TABLE billing.refunds ADD CONSTRAINT not_bookable CHECK (id <> '${ids[0]}' OR status = 'pending')`,
    );
    t.yookassa.faults.set({ delayMs: 500 });
    unanswered.most = 0;
    const reply = await t.worker.reconcilePayments();
    t.yookassa.faults.reset();
    await t.service.database.query('ALTER TABLE billing.refunds DROP CONSTRAINT not_bookable');
    expect(reply.status).toBe(200);
    expect(unanswered.most).toBeGreaterThan(1);
    expect(await t.paymentsOf(user.user_id)).toMatchObject([{ refunded_amount: '23.00' }]);
    await t.worker.reconcilePayments();
    expect(await t.paymentsOf(user.user_id)).toMatchObject([{ refunded_amount: '24.00' }]);
    expect(t.paidBack(purchase)).toHaveLength(24);
    expect(payment.payment_id).toBe((await t.paymentsOf(user.user_id))[0]?.id);
  });

  test('one too old for a retry is never sent again and raises one alarm; one with an id is still read', async () => {
    const purchase = await t.bought();
    const { user, payment } = purchase;
    const createdAt = new Date(t.clock.now().getTime() - 23 * 3_600_000);
    await addUnanswered(purchase, { amount: '279.00', createdAt });
    const known = await addUnanswered(purchase, { amount: '20.00', createdAt });
    const made = await t.refundInCabinet(payment.provider_payment_id, '20.00');
    await t.service.database.query('UPDATE billing.refunds SET provider_refund_id = $2 WHERE id = $1', [known, made]);
    await t.worker.reconcilePayments();
    await t.worker.reconcilePayments();
    expect(t.service.errors()).toMatchObject([expect.stringContaining('never answered a refund')]);
    expect(t.paidBack(purchase)).toHaveLength(1);
    expect(await t.paymentsOf(user.user_id)).toMatchObject([{ refunded_amount: '20.00' }]);
    expect((await t.refund(payment.payment_id)).error).toBe('payment_not_refundable');
  });
});
