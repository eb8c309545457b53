import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { billing } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { type BillingTest, startBilling } from './billing-test.ts';

/** Payments and refunds as an administrator finds and reads them, and the moments at which they are booked. */

const providerClock = fakeClock();
let t: BillingTest;
beforeAll(async () => {
  t = await startBilling({ providerClock });
  // The two clocks are one, until a test says otherwise.
  providerClock.set(t.clock.now());
});
afterEach(() => {
  t.yookassa.faults.reset();
  providerClock.set(t.clock.now());
});
afterAll(() => t.stop());

const params = () => ({ application_id: t.application_id });
const read = async (payment_id: string) => (await t.admin.getPayment({ params: { ...params(), payment_id } })).data;
const pass = (duration: { seconds?: number; minutes?: number }) => {
  t.clock.advance(duration);
  providerClock.advance(duration);
};

describe('the books', () => {
  test('a payment is booked when the provider took the money, and its term begins when the platform learned of it', async () => {
    const purchase = await t.startPurchase();
    t.yookassa.pay(purchase.payment.provider_payment_id);
    const captured = providerClock.now().toISOString();
    pass({ minutes: 20 });
    await t.sync(purchase);
    const settled = t.clock.now().toISOString();
    expect(await read(purchase.payment.payment_id)).toMatchObject({ succeeded_at: captured, settled_at: settled });
    const events = await t.service.envelopes(billing.events.paymentSucceeded);
    expect(events.find(({ data }) => data.payment_id === purchase.payment.payment_id)).toMatchObject({
      occurred_at: captured,
      data: { starts_at: settled, refunded_at: null },
    });
  });

  test('a refund is booked when the provider made it', async () => {
    const { payment } = await t.bought();
    const id = await t.refundInCabinet(payment.provider_payment_id, '100.00');
    const made = providerClock.now().toISOString();
    pass({ minutes: 30 });
    await t.notify('refund.succeeded', { id, payment_id: payment.provider_payment_id });
    const shown = await read(payment.payment_id);
    expect(shown).toMatchObject({ refunded_amount: 100, refunded_at: made, status: 'succeeded' });
    expect(shown.refunds).toMatchObject([
      { provider_refund_id: id, amount: 100, requested_by: 'provider', refunded_at: made, admin_id: null },
    ]);
  });

  test('a canceled payment says when and why', async () => {
    const { payment } = await t.startPurchase();
    t.yookassa.decline(payment.provider_payment_id, 'insufficient_funds');
    await t.notify('payment.canceled', { id: payment.provider_payment_id });
    expect(await read(payment.payment_id)).toMatchObject({
      status: 'canceled',
      status_reason: 'insufficient_funds',
      canceled_at: t.clock.now().toISOString(),
      refunded_at: null,
    });
  });

  test('a payment that was paid back before the platform heard of it is granted at no moment', async () => {
    const purchase = await t.startPurchase();
    t.yookassa.pay(purchase.payment.provider_payment_id);
    await t.refundInCabinet(purchase.payment.provider_payment_id, '299.00');
    await t.sync(purchase);
    expect(await read(purchase.payment.payment_id)).toMatchObject({ status: 'refunded', refunded_amount: 299 });
    const { payment_id } = purchase.payment;
    const open = { application_id: t.application_id, user_id: purchase.user.user_id, payment_ids: [payment_id] };
    expect((await t.service.call(billing.commands.settleOpenPayments, open)).paid).toEqual([]);
    const [paid] = (await t.service.envelopes(billing.events.paymentSucceeded)).filter(
      ({ data }) => data.payment_id === payment_id,
    );
    expect(paid?.data.refunded_at).toBe(providerClock.now().toISOString());
    expect(await t.refundRows(payment_id)).toHaveLength(1);
  });

  test('a part that was paid back before the platform heard of the payment is booked once, and access stays', async () => {
    const purchase = await t.startPurchase();
    t.yookassa.pay(purchase.payment.provider_payment_id);
    await t.refundInCabinet(purchase.payment.provider_payment_id, '100.00');
    await t.sync(purchase);
    await t.worker.reconcilePayments({});
    const shown = await read(purchase.payment.payment_id);
    expect(shown).toMatchObject({ status: 'succeeded', refunded_amount: 100 });
    expect(shown.refunds).toHaveLength(1);
  });
});

describe('an open payment', () => {
  const create = (user: { client: BillingTest['admin'] }, return_url = 'https://app.example.test/return') =>
    user.client.createPayment({ body: { ...t.bodyFor('monthly'), return_url } });

  test('that leads back to another address is not handed out', async () => {
    const user = t.newBuyer();
    const web = await create(user);
    expect((await create(user)).data.payment_id).toBe(web.data.payment_id);
    const app = await create(user, 'demonotes://paid');
    expect(app.status).toBe(201);
    expect(app.data.payment_id).not.toBe(web.data.payment_id);
  });

  test('that was declined meanwhile gives way to a new one', async () => {
    const user = t.newBuyer();
    const first = await create(user);
    t.yookassa.decline(first.data.provider_payment_id);
    pass({ seconds: 5 });
    const second = await create(user);
    expect(second.data).toMatchObject({ status: 'pending', confirmation_url: expect.stringContaining('http') });
    expect(second.data.payment_id).not.toBe(first.data.payment_id);
    expect(await read(first.data.payment_id)).toMatchObject({ status: 'canceled' });
  });

  test('that was paid meanwhile is the answer, and nothing is sold twice', async () => {
    const user = t.newBuyer();
    const first = await create(user);
    t.yookassa.pay(first.data.provider_payment_id);
    pass({ seconds: 5 });
    const second = await create(user);
    expect(second.data).toMatchObject({
      payment_id: first.data.payment_id,
      status: 'succeeded',
      confirmation_url: null,
    });
    expect(await t.providerPaymentsOf(user.user_id)).toHaveLength(1);
  });

  test('is handed out while the provider does not answer', async () => {
    const user = t.newBuyer();
    const first = await create(user);
    pass({ seconds: 5 });
    t.yookassa.faults.set({ outage: true });
    const second = await create(user);
    expect(second.data).toMatchObject({ payment_id: first.data.payment_id, status: 'pending' });
  });
});

describe('an administrator', () => {
  const find = async (query: NonNullable<Parameters<BillingTest['admin']['listPayments']>[0]['query']>) =>
    (await t.admin.listPayments({ params: params(), query })).data.map(({ payment_id }) => payment_id);

  test('finds a payment by its number at the provider, its plan, amount, user and time', async () => {
    pass({ minutes: 60 });
    const from = t.clock.now().toISOString();
    const { user, payment } = await t.bought('lifetime');
    pass({ minutes: 1 });
    const until = t.clock.now().toISOString();
    const other = await t.bought('monthly');
    expect(await find({ provider_payment_id: payment.provider_payment_id })).toEqual([payment.payment_id]);
    expect(await find({ user_id: user.user_id })).toEqual([payment.payment_id]);
    expect(await find({ created_from: from, created_until: until })).toEqual([payment.payment_id]);
    expect(await find({ created_from: from, plan_code: 'lifetime', amount: 4990 })).toEqual([payment.payment_id]);
    expect(await find({ created_from: until, amount: 299 })).toEqual([other.payment.payment_id]);
    expect(await find({ provider_payment_id: 'nothing' })).toEqual([]);
  });

  test('pages through the payments of a time, newest first, each one once', async () => {
    pass({ minutes: 60 });
    const created_from = t.clock.now().toISOString();
    const bought: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      bought.unshift((await t.bought('monthly')).payment.payment_id);
      pass({ seconds: count });
    }
    const created_until = t.clock.now().toISOString();
    await t.bought('monthly');
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const query = { created_from, created_until, limit: 1, ...(cursor !== undefined && { cursor }) };
      const { data, next_cursor } = await t.admin.listPayments({ params: params(), query });
      found.push(...data.map(({ payment_id }) => payment_id));
      cursor = next_cursor ?? undefined;
    }
    expect([found.toSorted(), cursor]).toEqual([bought.toSorted(), undefined]);
    expect(found[0]).toBe(bought[0]);
  });

  test('finds the payments of an e-mail address, which is in no address of a request', async () => {
    const { user, payment } = await t.bought();
    t.identity.usersByEmail.set('ada@example.test', [user.user_id]);
    const search = (email: string) => t.admin.searchPayments({ params: params(), body: { email } });
    expect((await search('ada@example.test')).data.map(({ payment_id }) => payment_id)).toEqual([payment.payment_id]);
    expect((await search('bob@example.test')).data).toEqual([]);
  });

  test('reads a payment with its refunds and the consents of the buyer', async () => {
    const { payment } = await t.bought();
    await t.refund(payment.payment_id, 10);
    const shown = await read(payment.payment_id);
    expect(shown.consents).toMatchObject([{ doc_kind: 'license_offer', version: '1', accepted: true }]);
    expect(shown.refunds).toMatchObject([
      { payment_id: payment.payment_id, amount: 10, status: 'succeeded', requested_by: 'admin', currency: 'RUB' },
    ]);
    const [refund] = shown.refunds;
    const one = await t.admin.getRefund({ params: { ...params(), refund_id: refund?.id ?? '' } });
    expect(one.data).toEqual(refund);
  });

  test('does not find payments and refunds of another application', async () => {
    const { payment } = await t.bought();
    await t.refund(payment.payment_id, 10);
    const [refund] = (await read(payment.payment_id)).refunds;
    const elsewhere = { application_id: newId() };
    const replies = [
      await t.admin.getPayment({ params: { ...elsewhere, payment_id: payment.payment_id } }),
      await t.admin.getRefund({ params: { ...elsewhere, refund_id: refund?.id ?? '' } }),
      await t.admin.listRefunds({ params: elsewhere }),
      await t.admin.getRefund({ params: { ...params(), refund_id: newId() } }),
      await t.admin.getPayment({ params: { ...params(), payment_id: newId() } }),
    ];
    expect(replies.map(({ error }) => error)).toEqual([
      'application_not_found',
      'application_not_found',
      'application_not_found',
      'refund_not_found',
      'payment_not_found',
    ]);
  });

  test('gets every payment and refund that matches as a file', async () => {
    const from = t.clock.now().toISOString();
    const bought = [await t.bought(), await t.bought()];
    for (const { payment } of bought) await t.refund(payment.payment_id, 10);
    const query = { created_from: from, format: 'csv' } as const;
    const payments = String((await t.admin.listPayments({ params: params(), query })).body)
      .trim()
      .split('\r\n');
    expect(payments[0]).toContain('payment_id,provider_payment_id,status');
    for (const { payment } of bought) expect(payments.join()).toContain(payment.provider_payment_id);
    const refunds = String((await t.admin.listRefunds({ params: params(), query })).body);
    for (const { payment } of bought) expect(refunds).toContain(payment.payment_id);
  });
});
