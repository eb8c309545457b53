import { describe, expect, test } from '@jest/globals';
import { adminOf, type Buyer, paymentBody, paymentsOf, untilCodes } from './shop.ts';
import { until } from './test-platform.ts';
import {
  askAgain,
  demoApp,
  expectGrantedOnce,
  expectNothingGranted,
  proCodes,
  providerPaymentsOf,
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

describe('each way to settle works alone', () => {
  test('a sync', async () => {
    const purchase = await startPurchase(quiet);
    expect((await sync(purchase)).data).toMatchObject({ status: 'pending', entitlements_granted: false });
    quiet.sandboxes.yookassa.pay(purchase.payment.provider_payment_id);
    await expectNothingGranted(quiet, purchase.user.user_id);
    askAgain(quiet);
    const { data } = await sync(purchase);
    expect(data).toMatchObject({
      payment_id: purchase.payment.payment_id,
      status: 'succeeded',
      entitlements_granted: true,
    });
    await expectGrantedOnce(quiet, purchase.user.user_id);
  });

  test('a sync by an administrator', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    const admin = await adminOf(quiet);
    const { data } = await admin.syncPayment({ params: { payment_id: payment.payment_id } });
    expect(data).toMatchObject({ status: 'succeeded', entitlements_granted: true });
    await expectGrantedOnce(quiet, user.user_id);
  });

  test('the reconcile, once the payment is due', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    const worker = quiet.client(quiet.workerHeaders);
    expect((await worker.reconcilePayments()).data).toMatchObject({ succeeded: 0 });
    await expectNothingGranted(quiet, user.user_id);
    quiet.clock.advance({ minutes: 1 });
    expect((await worker.reconcilePayments()).data).toMatchObject({ succeeded: 1, failed: 0 });
    await expectGrantedOnce(quiet, user.user_id);
    expect((await worker.reconcilePayments()).data).toMatchObject({ checked: 0 });
  });

  test('sync-pending, which waits for no due time', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    const admin = await adminOf(quiet);
    expect((await admin.syncPendingPayments()).data).toMatchObject({ succeeded: 1 });
    await expectGrantedOnce(quiet, user.user_id);
  });

  test('an entitlements read', async () => {
    const { user, payment } = await startPurchase(quiet);
    await quiet.untilIdle();
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    await untilCodes(user.client, proCodes);
    const { data } = await user.client.getMyEntitlements(demoApp);
    expect(data).toMatchObject({ codes: proCodes, entitlements: [{ source: 'payment' }, { source: 'payment' }] });
    await expectGrantedOnce(quiet, user.user_id);
    expect(
      await quiet.database.query('SELECT 1 FROM catalog.open_payments WHERE user_id = $1', [user.user_id]),
    ).toEqual([]);
  });
});

describe('when the provider misbehaves, the client may simply repeat', () => {
  const retriable = [
    ['creates the payment and answers 500', { createStatus500AfterAccepting: { value: true, times: 1 } }],
    ['creates the payment and cuts the connection', { createTimeout: { value: 'destroy', times: 1 } }],
    ['answers 429', { tooManyRequests: { value: 1_500, times: 1 } }],
    ['is down', { outage: { value: true, times: 1 } }],
  ] as const;
  test.each(retriable)('it %s', async (_, fault) => {
    const user = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    quiet.sandboxes.yookassa.faults.set(fault);
    const failed = await user.client.createPayment({ body });
    expect([failed.status, failed.error]).toEqual([503, 'service_unavailable']);
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThanOrEqual('tooManyRequests' in fault ? 2 : 1);
    const repeated = await user.client.createPayment({ body });
    expect(repeated.status).toBe(201);
    expect(await paymentsOf(quiet, user.user_id)).toHaveLength(1);
    expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
    quiet.sandboxes.yookassa.pay(repeated.data.provider_payment_id);
    await sync({ user, payment: { ...repeated.data, confirmation_url: '' } });
    await expectGrantedOnce(quiet, user.user_id);
  });

  test('a payment whose creation was never answered is found by every way to settle', async () => {
    const admin = await adminOf(quiet);
    const ways: ((user: Buyer, id: string) => Promise<unknown>)[] = [
      (user, id) => user.client.syncPayment({ params: { payment_id: id } }),
      () => admin.syncPendingPayments(),
      (user) => user.client.getMyEntitlements(demoApp),
    ];
    for (const settle of ways) {
      const user = await quiet.registered();
      quiet.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
      expect((await user.client.createPayment({ body: await paymentBody(quiet, 'monthly') })).status).toBe(503);
      await quiet.untilIdle();
      const [row] = await paymentsOf(quiet, user.user_id);
      expect(row).toMatchObject({ provider_payment_id: null });
      const [made] = await providerPaymentsOf(quiet, user.user_id);
      quiet.sandboxes.yookassa.pay(made?.id ?? '');
      await settle(user, row?.id ?? '');
      await expectGrantedOnce(quiet, user.user_id);
      expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
    }
  });

  test('a payment refused in one call and registered by a concurrent one stays open and can be paid', async () => {
    const user = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    quiet.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    expect((await user.client.createPayment({ body })).status).toBe(503);
    const [row] = await quiet.database.query<{ id: string; provider_request: unknown }>(
      'SELECT id, provider_request FROM billing.payments WHERE user_id = $1',
      [user.user_id],
    );
    const id = row?.id ?? '';
    const send = (request: unknown) =>
      quiet.database.query('UPDATE billing.payments SET provider_request = $2 WHERE id = $1', [
        id,
        JSON.stringify(request),
      ]);
    // Another body under a key that the provider knows is refused; its answer is on the way for long.
    await send({ ...(row?.provider_request as object), description: 'another' });
    quiet.sandboxes.yookassa.faults.set({ delayMs: { value: 6_000, times: 1 } });
    const asked = quiet.sandboxes.yookassa.journal().length;
    const refused = user.client.syncPayment({ params: { payment_id: id } });
    await until('the provider works on what it refuses', () => quiet.sandboxes.yookassa.journal().length > asked);
    await send(row?.provider_request);
    const clicked = await user.client.createPayment({ body });
    expect([clicked.status, clicked.data.payment_id]).toEqual([201, id]);

    const late = await refused;
    expect([late.status, late.error]).toEqual([502, 'provider_error']);
    await quiet.untilIdle();
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([
      { status: 'pending', status_reason: null, provider_payment_id: clicked.data.provider_payment_id },
    ]);
    expect(quiet.eventsOf('payment.canceled', user.user_id)).toEqual([]);
    quiet.sandboxes.yookassa.pay(clicked.data.provider_payment_id);
    askAgain(quiet);
    await sync({ user, payment: { ...clicked.data, confirmation_url: '' } });
    await expectGrantedOnce(quiet, user.user_id);
  });

  test('an outage while settling changes nothing and fails no read', async () => {
    const purchase = await startPurchase(quiet);
    await quiet.untilIdle();
    quiet.sandboxes.yookassa.pay(purchase.payment.provider_payment_id);
    quiet.sandboxes.yookassa.faults.set({ outage: true });
    const failed = await sync(purchase);
    expect([failed.status, failed.error]).toEqual([503, 'service_unavailable']);
    const read = await purchase.user.client.getMyEntitlements(demoApp);
    expect([read.status, read.data.codes]).toEqual([200, []]);
    const admin = await adminOf(quiet);
    const report = await admin.syncPendingPayments();
    expect(report.status).toBe(200);
    expect(report.data).toMatchObject({ succeeded: 0, canceled: 0 });
    expect(report.data.failed).toBeGreaterThanOrEqual(1);
    await expectNothingGranted(quiet, purchase.user.user_id);
    quiet.sandboxes.yookassa.faults.reset();
    askAgain(quiet);
    await untilCodes(purchase.user.client, proCodes);
    await expectGrantedOnce(quiet, purchase.user.user_id);
  });
});
