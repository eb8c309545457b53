import { describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { adminOf, buy, paymentBody, paymentsOf, refundInCabinet } from './shop.ts';
import { counted, until } from './test-platform.ts';
import {
  askAgain,
  demoApp,
  expectGrantedOnce,
  expectNothingGranted,
  grantsOf,
  notify,
  proCodes,
  providerPaymentsOf,
  startPurchase,
  sync,
  useWatchedShop,
  type WatchedShop,
} from './watched-shop.ts';

/** With the provider's notifications, as in production. */
let t: WatchedShop;
useWatchedShop({ webhooks: true }, (shop) => {
  t = shop;
});

describe('each way to settle works alone', () => {
  test('the webhook', async () => {
    const { user, payment } = await startPurchase(t);
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await expectGrantedOnce(t, user.user_id);
  });
});

test('50 rounds of all four ways at once grant once each', async () => {
  const worker = t.client(t.workerHeaders);
  const admin = await adminOf(t);
  for (let round = 0; round < 50; round += 1) {
    const purchase = await startPurchase(t);
    const { user, payment } = purchase;
    t.clock.advance({ minutes: 1 });
    // Its notification is on the way from here on.
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    const replies = await Promise.all([
      sync(purchase),
      worker.reconcilePayments(),
      user.client.getMyEntitlements(demoApp),
      notify(t, 'payment.succeeded', { id: payment.provider_payment_id }),
      admin.syncPendingPayments(),
      sync(purchase),
      user.client.getMyEntitlements(demoApp),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    await expectGrantedOnce(t, user.user_id);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual(proCodes);
  }
});

describe('notifications', () => {
  test('a lost one is replaced by the reconcile', async () => {
    const { user, payment } = await startPurchase(t);
    t.sandboxes.yookassa.faults.set({ webhook: { value: 'lost', times: 1 } });
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await expectNothingGranted(t, user.user_id);
    t.clock.advance({ minutes: 1 });
    expect((await t.client(t.workerHeaders).reconcilePayments()).data).toMatchObject({ succeeded: 1 });
    await expectGrantedOnce(t, user.user_id);
  });

  test('one that comes twice counts once', async () => {
    const { user, payment } = await startPurchase(t);
    t.sandboxes.yookassa.faults.set({ webhook: { value: 'duplicate', times: 1 } });
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await expectGrantedOnce(t, user.user_id);
    const delivered = t.sandboxes.yookassa
      .deliveries()
      .filter(({ objectId }) => objectId === payment.provider_payment_id);
    expect(delivered.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  test('the notification of a refund that overtakes the one of the payment leaves no access', async () => {
    const { user, payment } = await startPurchase(t);
    t.sandboxes.yookassa.faults.set({ webhook: { value: 'out_of_order', times: 2 } });
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await refundInCabinet(t, payment.provider_payment_id, '299.00');
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
    expect((await grantsOf(t, user.user_id)).filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  });

  test('one that overtakes the answer to our creating call settles by itself', async () => {
    const user = await t.registered();
    t.sandboxes.yookassa.faults.set({ webhook: { value: 'before_response', times: 1 } });
    const reply = await user.client.createPayment({ body: await paymentBody(t, 'monthly') });
    expect(reply.status).toBe(201);
    await expectGrantedOnce(t, user.user_id);
    expect(await providerPaymentsOf(t, user.user_id)).toHaveLength(1);
  });

  test('one that comes while an older question is being answered is not answered with the older state', async () => {
    const purchase = await startPurchase(t);
    const { provider_payment_id } = purchase.payment;
    t.sandboxes.yookassa.faults.set({ delayMs: { value: 500, times: 1 } });
    const asked = sync(purchase);
    const path = `/v3/payments/${provider_payment_id}`;
    await until('the provider works on the older question', () =>
      t.sandboxes.yookassa.journal().some((entry) => entry.path === path && entry.status === null),
    );
    t.sandboxes.yookassa.pay(provider_payment_id);
    await asked;
    await expectGrantedOnce(t, purchase.user.user_id);
  });

  test('one for a payment that is not stored yet is answered 404 and accepted when it is repeated', async () => {
    const { user, payment } = await startPurchase(t);
    const [row] = await t.database.query<{ row: unknown }>(
      'WITH moved AS (DELETE FROM billing.payments WHERE id = $1 RETURNING *) SELECT row_to_json(moved) AS row FROM moved',
      [payment.payment_id],
    );
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await t.sandboxes.yookassa.flush();
    const delivery = () =>
      t.sandboxes.yookassa.deliveries().find(({ objectId }) => objectId === payment.provider_payment_id);
    expect(delivery()).toMatchObject({ state: 'pending', attempts: [{ status: 404 }] });
    await t.database.query(
      'INSERT INTO billing.payments SELECT * FROM json_populate_record(null::billing.payments, $1)',
      [JSON.stringify(row?.row)],
    );
    await t.sandboxes.yookassa.redeliver();
    expect(delivery()).toMatchObject({ state: 'delivered' });
    await expectGrantedOnce(t, user.user_id);
  });

  test('a forged one changes nothing that the provider does not confirm', async () => {
    const { user, payment } = await startPurchase(t);
    const { user: other, payment: paid } = await buy(t);
    const metadata = { payment_id: payment.payment_id };
    const forged = { id: payment.provider_payment_id, status: 'succeeded', paid: true, metadata };
    expect((await notify(t, 'payment.succeeded', forged)).status).toBe(200);
    // The money of another user with the id of this payment.
    expect((await notify(t, 'payment.succeeded', { id: paid.provider_payment_id, metadata })).status).toBe(200);
    expect((await notify(t, 'payment.succeeded', { id: newId(), metadata })).status).toBe(404);
    expect((await notify(t, 'payment.canceled', { ...forged, status: 'canceled' })).status).toBe(200);
    const refund = { id: newId(), payment_id: paid.provider_payment_id, amount: { value: '299.00', currency: 'RUB' } };
    expect((await notify(t, 'refund.succeeded', refund)).status).not.toBe(200);
    await expectNothingGranted(t, user.user_id);
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'pending' }]);
    await expectGrantedOnce(t, other.user_id);
  });

  test('one for a payment whose creation was never answered counts with the right id only', async () => {
    const user = await t.registered();
    t.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    expect((await user.client.createPayment({ body: await paymentBody(t, 'monthly') })).status).toBe(503);
    const [row] = await paymentsOf(t, user.user_id);
    expect(row).toMatchObject({ provider_payment_id: null });
    const metadata = { payment_id: row?.id };
    expect((await notify(t, 'payment.succeeded', { id: newId(), metadata })).status).toBe(404);
    await expectNothingGranted(t, user.user_id);
    const [made] = await providerPaymentsOf(t, user.user_id);
    t.sandboxes.yookassa.pay(made?.id ?? '');
    await expectGrantedOnce(t, user.user_id);
    expect(await providerPaymentsOf(t, user.user_id)).toHaveLength(1);
  });

  test('a refund of another payment is alarmed and changes nothing', async () => {
    const { user, payment } = await buy(t);
    const { payment: other } = await buy(t);
    t.sandboxes.yookassa.faults.set({ webhook: { value: 'lost', times: 1 } });
    const refundId = await refundInCabinet(t, other.provider_payment_id, '299.00');
    await notify(t, 'refund.succeeded', { id: refundId, payment_id: payment.provider_payment_id });
    await expectGrantedOnce(t, user.user_id);
    expect(t.errors()).toHaveLength(1);
  });
});

describe('a provider that disagrees with us', () => {
  const lies = [
    ['amount', { amount: '1.00' }],
    ['currency', { currency: 'KZT' }],
    ['metadata', { metadata: { payment_id: newId() } }],
  ] as const;
  const mismatches = (field: string) => counted(t, 'payment_mismatches_total', { field });

  test.each(lies)('about the %s grants nothing and raises an alarm once', async (field, lie) => {
    const purchase = await startPurchase(t);
    const { user, payment } = purchase;
    const before = await mismatches(field);
    t.sandboxes.yookassa.tamper(payment.provider_payment_id, lie);
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await t.sandboxes.yookassa.flush();
    await user.client.getMyEntitlements(demoApp);
    const synced = { status: 'pending', status_reason: 'mismatch', entitlements_granted: false };
    expect((await sync(purchase)).data).toMatchObject(synced);
    const params = { application_id: t.demo.application_id };
    const { data: found } = await (await adminOf(t)).listPayments({ params, query: { has_mismatch: 'true' } });
    const shown = {
      payment_id: payment.payment_id,
      status_reason: 'mismatch',
      mismatch: field,
      confirmation_url: null,
    };
    expect(found).toMatchObject([shown]);
    await expectNothingGranted(t, user.user_id);
    const errors = t.errors();
    expect(errors).toHaveLength(1);
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({ level: 'error', payment_id: payment.payment_id, field });
    expect(await mismatches(field)).toBe(before + 1);

    t.sandboxes.yookassa.tamper(payment.provider_payment_id, {});
    askAgain(t);
    expect((await sync(purchase)).data).toMatchObject({ status: 'succeeded' });
    await expectGrantedOnce(t, user.user_id);
  });
});
