import { describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { adminOf, buy, paymentsOf, refundInCabinet } from './shop.ts';
import {
  demoApp,
  expectGrantedOnce,
  expectNothingGranted,
  grantsOf,
  notify,
  proCodes,
  refund,
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

describe('refunds', () => {
  test('a full one revokes what this payment granted and nothing else', async () => {
    const { user, payment } = await buy(t);
    const lifetime = await t.startPayment(user.client, 'lifetime');
    t.sandboxes.yookassa.pay(lifetime.provider_payment_id);
    await t.untilIdle();
    const reply = await refund(t, payment.payment_id);
    expect(reply.data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
    await t.untilIdle();
    const grants = await grantsOf(t, user.user_id);
    expect(grants.map(({ source_id, revoked_at }) => [source_id, revoked_at !== null]).sort()).toEqual(
      [
        [payment.payment_id, true],
        [lifetime.payment_id, false],
      ].sort(),
    );
    expect((await user.client.getMyEntitlements(demoApp)).data).toMatchObject({ codes: proCodes, is_lifetime: true });
    expect(t.eventsOf('payment.refunded', user.user_id)).toMatchObject([{ is_full: true, amount: 299 }]);
    expect(t.eventsOf('entitlement.revoked', user.user_id)).toMatchObject([{ source_id: payment.payment_id }]);
    const repeated = await refund(t, payment.payment_id);
    expect([repeated.status, repeated.error]).toEqual([409, 'payment_not_refundable']);
  });

  test('partial ones keep access until the whole amount is back', async () => {
    const { user, payment } = await buy(t);
    expect((await refund(t, payment.payment_id, 100)).data).toMatchObject({
      status: 'succeeded',
      refunded_amount: 100,
    });
    await t.untilIdle();
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual(proCodes);
    const over = await refund(t, payment.payment_id, 199.01);
    expect([over.status, over.error]).toEqual([409, 'payment_not_refundable']);
    expect((await refund(t, payment.payment_id, 199)).data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
    await t.untilIdle();
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
    expect(t.eventsOf('payment.refunded', user.user_id).map(({ is_full }) => is_full)).toEqual([false, true]);
  });

  test('one made in the cabinet of the provider comes by its notification', async () => {
    const { user, payment } = await buy(t);
    await refundInCabinet(t, payment.provider_payment_id, '99.00');
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded', refunded_amount: '99.00' }]);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual(proCodes);
    const rest = await refundInCabinet(t, payment.provider_payment_id, '200.00');
    await t.untilIdle();
    await notify(t, 'refund.succeeded', { id: rest, payment_id: payment.provider_payment_id });
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
  });

  test('one that the provider cancels is answered as a failure and can be retried', async () => {
    const { user, payment } = await buy(t);
    t.sandboxes.yookassa.faults.set({ refundCanceled: { value: 'insufficient_funds', times: 1 } });
    const failed = await refund(t, payment.payment_id);
    expect([failed.status, failed.error]).toEqual([502, 'provider_error']);
    await expectGrantedOnce(t, user.user_id);
    expect((await refund(t, payment.payment_id)).data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
  });
});

describe('payments that are not paid', () => {
  test('a declined one is canceled with the reason of the provider, and the next attempt is a new payment', async () => {
    const { user, payment } = await startPurchase(t);
    t.sandboxes.yookassa.decline(payment.provider_payment_id, 'insufficient_funds');
    await t.untilIdle();
    const { data } = await user.client.getMyPayment({ params: { payment_id: payment.payment_id } });
    expect(data).toMatchObject({ status: 'canceled', status_reason: 'insufficient_funds', confirmation_url: null });
    expect(t.eventsOf('payment.canceled', user.user_id)).toMatchObject([{ reason: 'insufficient_funds' }]);
    await expectNothingGranted(t, user.user_id);
    // The event of the cancellation may overtake that of the start: a read closes what is left open.
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
    expect(await t.database.query('SELECT 1 FROM catalog.open_payments WHERE user_id = $1', [user.user_id])).toEqual(
      [],
    );
    expect((await t.startPayment(user.client, 'monthly')).payment_id).not.toBe(payment.payment_id);
  });

  test('one that a grant by an administrator made redundant is closed as already_granted; if paid later, it counts', async () => {
    const purchase = await startPurchase(t);
    const { user, payment } = purchase;
    const admin = await adminOf(t);
    await admin.grantEntitlements({
      params: { application_id: t.demo.application_id, user_id: user.user_id },
      body: { plan_code: 'monthly', reason: 'a gift' },
      headers: { 'idempotency-key': newId() },
    });
    expect((await sync(purchase)).data).toMatchObject({
      status: 'canceled',
      status_reason: 'already_granted',
      entitlements_granted: false,
    });
    await t.untilIdle();
    const watched = await admin.syncPendingPayments();
    expect(watched.data).toMatchObject({ succeeded: 0, canceled: 0 });
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded', status_reason: null }]);
    const fromPayment = (await grantsOf(t, user.user_id)).filter(({ source_id }) => source_id === payment.payment_id);
    expect(fromPayment).toHaveLength(1);
    expect((await sync(purchase)).data).toMatchObject({ status: 'succeeded', entitlements_granted: true });
  });
});
