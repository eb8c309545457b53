import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { type BillingTest, startBilling } from './billing-test.ts';

/** Fiscal receipts (54-FZ) of payments and refunds. */

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
beforeEach(() => {
  t.catalog.receipt_settings = {
    vat_code: 1,
    payment_subject: 'service',
    payment_mode: 'full_payment',
    measure: 'piece',
  };
  t.identity.email = 'ada@example.test';
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

const line = { vat_code: 1, payment_subject: 'service', payment_mode: 'full_payment', measure: 'piece' };

/** The receipt in the newest call of the provider with this path. */
const sentReceipt = (path: string) => {
  const call = t.yookassa.journal().findLast((entry) => entry.method === 'POST' && entry.path === path);
  return (call?.body as { receipt?: object } | undefined)?.receipt;
};
const read = async (payment_id: string) =>
  (await t.admin.getPayment({ params: { application_id: t.application_id, payment_id } })).data;
const reconcile = () => t.worker.reconcilePayments({});

describe('the receipt of a sale', () => {
  test('has the measure and the words of the settings', async () => {
    await t.startPurchase();
    expect(sentReceipt('/v3/payments')).toMatchObject({
      customer: { email: 'anna@example.test' },
      items: [{ description: 'The plan monthly', amount: { value: '299.00' }, ...line }],
    });
  });

  test('is followed until the tax office has it, and shown with its number', async () => {
    t.yookassa.faults.set({ receiptRegistration: 'pending' });
    const { payment } = await t.bought();
    expect(await read(payment.payment_id)).toMatchObject({ receipt_registration: 'pending', receipt_number: null });
    await reconcile();
    expect(await read(payment.payment_id)).toMatchObject({ receipt_registration: 'pending', receipt_number: null });
    t.yookassa.faults.reset();
    await reconcile();
    const shown = await read(payment.payment_id);
    expect(shown).toMatchObject({ receipt_registration: 'succeeded', receipt_number: expect.stringMatching(/^\d+$/) });
    const found = await t.admin.listPayments({
      params: { application_id: t.application_id },
      query: { receipt_number: shown.receipt_number ?? '' },
    });
    expect(found.data.map(({ payment_id }) => payment_id)).toContain(payment.payment_id);
  });

  test('that is not registered raises an alarm once, and such payments can be listed', async () => {
    t.yookassa.faults.set({ receiptRegistration: 'pending' });
    const { payment } = await t.bought();
    t.yookassa.faults.set({ receiptRegistration: 'canceled' });
    await reconcile();
    await reconcile();
    const alarms = t.service.errors().filter((text) => text.includes('a fiscal receipt was not registered'));
    expect(alarms).toHaveLength(1);
    const listed = await t.admin.listPayments({
      params: { application_id: t.application_id },
      query: { receipt_registration: 'canceled' },
    });
    expect(listed.data.map(({ payment_id }) => payment_id)).toEqual([payment.payment_id]);
  });
});

describe('the receipt of a refund', () => {
  test('of a part has the line of the sale and the amount of the part', async () => {
    const { payment } = await t.bought();
    t.catalog.receipt_settings = { vat_code: 4, payment_subject: 'job', payment_mode: 'advance' };
    expect((await t.refund(payment.payment_id, 100)).status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toEqual({
      customer: { email: 'ada@example.test' },
      items: [{ description: 'The plan monthly', quantity: 1, amount: { value: '100.00', currency: 'RUB' }, ...line }],
    });
    await reconcile();
    expect((await read(payment.payment_id)).refunds).toMatchObject([
      { receipt_registration: 'succeeded', receipt_number: expect.stringMatching(/^\d+$/) },
    ]);
  });

  test('of the rest behind a part is sent, and of a whole payment the provider makes it itself', async () => {
    const parted = await t.bought();
    await t.refund(parted.payment.payment_id, 100);
    expect((await t.refund(parted.payment.payment_id)).status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toMatchObject({ items: [{ amount: { value: '199.00' } }] });
    const whole = await t.bought();
    expect((await t.refund(whole.payment.payment_id)).status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toBeUndefined();
  });

  test('of a person without a known address needs one, and nothing is refunded without it', async () => {
    const purchase = await t.bought();
    t.identity.email = null;
    const params = { payment_id: purchase.payment.payment_id };
    const headers = { 'idempotency-key': newId() };
    const refused = await t.admin.refundPayment({ params, body: { amount: 100 }, headers });
    expect([refused.status, refused.error]).toEqual([400, 'receipt_contact_required']);
    expect(t.paidBack(purchase)).toEqual([]);
    const named = await t.admin.refundPayment({
      params,
      body: { amount: 100, receipt_phone: '+79000000001' },
      headers: { 'idempotency-key': newId() },
    });
    expect(named.status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toMatchObject({ customer: { phone: '79000000001' } });
    const whole = await t.bought();
    expect((await t.refund(whole.payment.payment_id)).status).toBe(200);
  });

  test.each([
    ['8 (916) 123-45-67', '79161234567'],
    ['84951234567', '74951234567'],
    ['79000000001', '79000000001'],
    ['+49 30 12345678', '493012345678'],
    ['491771234567', '491771234567'],
  ])('goes to the number %s in the form of E.164', async (receipt_phone, phone) => {
    const { payment } = await t.bought();
    const params = { payment_id: payment.payment_id };
    const headers = { 'idempotency-key': newId() };
    const { status } = await t.admin.refundPayment({ params, body: { amount: 100, receipt_phone }, headers });
    expect(status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toMatchObject({ customer: { phone } });
  });

  test('to a text that is no number is refused, and nothing is refunded', async () => {
    const purchase = await t.bought();
    const params = { payment_id: purchase.payment.payment_id };
    for (const receipt_phone of ['8 916 123', 'call me']) {
      const headers = { 'idempotency-key': newId() };
      const refused = await t.admin.refundPayment({ params, body: { amount: 100, receipt_phone }, headers });
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'receipt_phone' }] } });
    }
    expect(t.paidBack(purchase)).toEqual([]);
  });

  test('that an administrator writes is sent as it is', async () => {
    const { payment } = await t.bought();
    const receipt = {
      customer: { email: 'books@example.test' },
      items: [
        { description: 'A part', quantity: 1, amount: { value: '50.00', currency: 'RUB' as const }, vat_code: 1 },
      ],
    };
    const params = { payment_id: payment.payment_id };
    const headers = { 'idempotency-key': newId() };
    expect((await t.admin.refundPayment({ params, body: { amount: 50, receipt }, headers })).status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toEqual(receipt);
  });

  test('of a shop without receipts is none', async () => {
    t.catalog.receipt_settings = null;
    const { payment } = await t.bought();
    expect((await t.refund(payment.payment_id, 100)).status).toBe(200);
    expect(sentReceipt('/v3/refunds')).toBeUndefined();
    expect(await read(payment.payment_id)).toMatchObject({ receipt_registration: null });
  });
});

test('a refund that the provider cancels says its reason, here and in the list', async () => {
  const { payment } = await t.bought();
  t.yookassa.faults.set({ refundCanceled: { value: 'insufficient_funds', times: 1 } });
  const reply = await t.refund(payment.payment_id);
  expect([reply.status, reply.error]).toEqual([502, 'provider_error']);
  expect(reply.body).toMatchObject({ message: expect.stringContaining('insufficient_funds') });
  const listed = await t.admin.listRefunds({
    params: { application_id: t.application_id },
    query: { payment_id: payment.payment_id },
  });
  expect(listed.data).toMatchObject([{ status: 'canceled', status_reason: 'insufficient_funds', refunded_at: null }]);
});
