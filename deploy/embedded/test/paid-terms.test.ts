import { describe, expect, test } from '@jest/globals';
import { addPrice, adminOf, buy, paidBack, paymentsOf, startPaymentFor, untilCodes } from './shop.ts';
import { type StartedPayment, type TestPlatform, until } from './test-platform.ts';
import {
  dayMs,
  demoApp,
  grantsOf,
  proCodes,
  refund,
  startPurchase,
  sync,
  useWatchedShop,
  type WatchedShop,
} from './watched-shop.ts';

/** The provider sends no notifications: payments settle only by a sync. */
let quiet: WatchedShop;
useWatchedShop({ webhooks: false }, (shop) => {
  quiet = shop;
});

/**
 * Holds events of a type back from the bus until released, like a slow delivery: later ones overtake them.
 */
function hold(on: TestPlatform, type: string): () => void {
  const { bus } = on.platform.host;
  const { publish } = bus;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  bus.publish = async (envelope) => {
    if (envelope.type === type) await released;
    return publish(envelope);
  };
  return () => {
    bus.publish = publish;
    release();
  };
}

describe('refunds', () => {
  test('one whose answer is lost pays back once and is finished by the reconcile', async () => {
    const { user, payment } = await buy(quiet);
    quiet.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    const failed = await refund(quiet, payment.payment_id);
    expect([failed.status, failed.error]).toEqual([503, 'service_unavailable']);
    expect((await refund(quiet, payment.payment_id, 1)).error).toBe('payment_not_refundable');
    quiet.clock.advance({ minutes: 2 });
    await quiet.client(quiet.workerHeaders).reconcilePayments();
    await quiet.untilIdle();
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
    expect(paidBack(quiet, payment)).toHaveLength(1);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
  });

  test('a refund event that overtakes its purchase event still ends revoked', async () => {
    const { user, payment } = await startPurchase(quiet);
    await quiet.untilIdle();
    const release = hold(quiet, 'payment.succeeded');
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    await untilCodes(user.client, proCodes);
    expect((await refund(quiet, payment.payment_id)).data).toMatchObject({ status: 'refunded' });
    await until('the refund is known', () => quiet.eventsOf('payment.refunded', user.user_id).length === 1);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
    release();
    await quiet.untilIdle();
    expect(quiet.eventsOf('payment.succeeded', user.user_id)).toHaveLength(1);
    const grants = await grantsOf(quiet, user.user_id);
    expect(grants).toHaveLength(1);
    expect(grants[0]?.revoked_at).not.toBeNull();
    expect(quiet.eventsOf('entitlement.granted', user.user_id)).toEqual([]);
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
  });

  test('a purchase event that overtakes the event of its start leaves nothing open', async () => {
    const release = hold(quiet, 'payment.created');
    const purchase = await startPurchase(quiet);
    quiet.sandboxes.yookassa.pay(purchase.payment.provider_payment_id);
    await sync(purchase);
    const { user } = purchase;
    await until('the purchase is granted', () => quiet.eventsOf('entitlement.granted', user.user_id).length === 1);
    release();
    await quiet.untilIdle();
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual(proCodes);
    // From now on the grant decides, not the answer of billing.
    const admin = await adminOf(quiet);
    const [grant] = await quiet.database.query<{ id: string }>('SELECT id FROM catalog.grants WHERE user_id = $1', [
      user.user_id,
    ]);
    await admin.revokeGrantForReason({
      params: { application_id: quiet.demo.application_id, user_id: user.user_id, grant_id: grant?.id ?? '' },
      body: { reason: 'a mistake' },
    });
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
  });
});

describe('terms', () => {
  test('a renewal extends from the running expiry', async () => {
    const { user, payment } = await buy(quiet);
    const started = quiet.clock.now();
    quiet.clock.advance({ days: 10 });
    const renewal = await quiet.startPayment(user.client, 'monthly');
    expect(renewal.payment_id).not.toBe(payment.payment_id);
    quiet.sandboxes.yookassa.pay(renewal.provider_payment_id);
    await sync({ user, payment: renewal });
    await quiet.untilIdle();
    const grants = await grantsOf(quiet, user.user_id);
    expect(grants.map(({ starts_at, expires_at }) => [starts_at, expires_at])).toEqual([
      [started, new Date(started.getTime() + 30 * dayMs)],
      [new Date(started.getTime() + 30 * dayMs), new Date(started.getTime() + 60 * dayMs)],
    ]);
    const { data } = await user.client.getMyEntitlements(demoApp);
    expect(data.expires_at).toBe(new Date(started.getTime() + 60 * dayMs).toISOString());
    quiet.clock.set(new Date(started.getTime() + 60 * dayMs - 1));
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual(proCodes);
    quiet.clock.set(new Date(started.getTime() + 60 * dayMs));
    expect((await user.client.getMyEntitlements(demoApp)).data.codes).toEqual([]);
    quiet.clock.set(new Date());
  });

  test('a refund of the older of two purchases keeps the paid time of the newer one', async () => {
    const first = await buy(quiet);
    const started = quiet.clock.now();
    quiet.clock.advance({ days: 5 });
    const newer = await quiet.startPayment(first.user.client, 'monthly');
    quiet.sandboxes.yookassa.pay(newer.provider_payment_id);
    await sync({ user: first.user, payment: newer });
    await quiet.untilIdle();
    quiet.clock.advance({ days: 5 });
    const reply = await (await adminOf(quiet)).refundPayment({
      params: { payment_id: first.payment.payment_id },
      body: {},
    });
    expect(reply).toMatchObject({ status: 200, data: { status: 'refunded' } });
    await quiet.untilIdle();
    const { data } = await first.user.client.getMyEntitlements(demoApp);
    expect(data).toMatchObject({
      codes: proCodes,
      expires_at: new Date(started.getTime() + 40 * dayMs).toISOString(),
    });
    quiet.clock.set(new Date());
  });

  test('a purchase after an administrator revoked the grant of the first one begins at once', async () => {
    const { user } = await buy(quiet);
    quiet.clock.advance({ days: 3 });
    const admin = await adminOf(quiet);
    const params = { application_id: quiet.demo.application_id, user_id: user.user_id };
    const [granted] = (await admin.getUser({ params })).data.grants;
    await admin.revokeGrantForReason({
      params: { ...params, grant_id: granted?.id ?? '' },
      body: { reason: 'a mistake' },
    });
    const again = await quiet.startPayment(user.client, 'monthly');
    quiet.sandboxes.yookassa.pay(again.provider_payment_id);
    await sync({ user, payment: again });
    await quiet.untilIdle();
    const { data } = await user.client.getMyEntitlements(demoApp);
    const end = new Date(quiet.clock.now().getTime() + 30 * dayMs).toISOString();
    expect(data).toMatchObject({ codes: proCodes, expires_at: end });
    quiet.clock.set(new Date());
  });

  test('after the term a purchase starts anew', async () => {
    const { user } = await buy(quiet);
    quiet.clock.advance({ days: 31 });
    const again = await quiet.startPayment(user.client, 'monthly');
    quiet.sandboxes.yookassa.pay(again.provider_payment_id);
    await sync({ user, payment: again });
    await quiet.untilIdle();
    expect((await grantsOf(quiet, user.user_id)).at(-1)?.starts_at).toEqual(quiet.clock.now());
    quiet.clock.set(new Date());
  });

  test('ten payments of one plan that are settled at once queue up behind each other', async () => {
    const user = await quiet.registered();
    const payments: StartedPayment[] = [];
    // Of two open payments of one price, one alone counts.
    for (let n = 0; n < 10; n += 1) {
      payments.push(await startPaymentFor(quiet, user, await addPrice(quiet, 'monthly', 299 + n)));
      quiet.clock.advance({ seconds: 30 });
    }
    for (const { provider_payment_id } of payments) quiet.sandboxes.yookassa.pay(provider_payment_id);
    await Promise.all([
      ...payments.map((payment) => sync({ user, payment })),
      user.client.getMyEntitlements(demoApp),
      user.client.getMyEntitlements(demoApp),
    ]);
    await quiet.untilIdle();
    const grants = await grantsOf(quiet, user.user_id);
    expect(grants).toHaveLength(10);
    for (const [at, grant] of grants.entries()) {
      if (at > 0) expect(grant.starts_at).toEqual(grants[at - 1]?.expires_at);
    }
    quiet.clock.set(new Date());
  });
});
