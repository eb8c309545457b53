import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { type FakeClock, fakeClock } from '@platform/testing';
import {
  counted,
  type PlatformClient,
  type StartedPayment,
  startTestPlatform,
  type TestPlatform,
  until,
} from './test-platform.ts';

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];
const dayMs = 86_400_000;

interface Watched extends TestPlatform {
  clock: FakeClock;
  /** Data of the events of a type that concern a user, in the order they left. */
  eventsOf(type: string, userId: string): Record<string, unknown>[];
}

/** Observes all events; the clock stands until a test moves it. */
async function startWatched(options: { webhooks: boolean }): Promise<Watched> {
  const clock = fakeClock();
  const platform = await startTestPlatform({ ...options, clock });
  const seen = new Map<string, { id: string; type: string; data: Record<string, unknown> }>();
  for (const type of [
    'payment.created',
    'payment.succeeded',
    'payment.canceled',
    'payment.refunded',
    'entitlement.granted',
    'entitlement.revoked',
  ])
    await platform.platform.host.bus.observe(type, ({ id, data }) => {
      seen.set(id, { id, type, data: data as Record<string, unknown> });
    });
  return {
    ...platform,
    clock,
    eventsOf: (type, userId) =>
      [...seen.values()]
        .filter((event) => event.type === type && event.data.user_id === userId)
        .map(({ data }) => data),
  };
}

/** With the provider's notifications, as in production. */
let t: Watched;
/** The provider sends no notifications: payments settle only by a sync. */
let quiet: Watched;
/**
 * A call whose answer never comes; our client gives up on it after 35 s, so it runs beside the other tests.
 */
let unanswered: { user: Buyer; at: Date; reply: ReturnType<PlatformClient['createPayment']> };

beforeAll(async () => {
  [t, quiet] = await Promise.all([startWatched({ webhooks: true }), startWatched({ webhooks: false })]);
  const user = await quiet.registered();
  quiet.sandboxes.yookassa.faults.set({ createTimeout: { value: 'hang', times: 1 } });
  const body = await paymentBody(quiet, 'lifetime');
  const reply = user.client.createPayment({ body });
  // Only the last test checks it; a run of selected tests ends before it.
  reply.catch(() => {});
  await until('the provider has made the payment', () => quiet.sandboxes.yookassa.payments().length === 1);
  unanswered = { user, at: quiet.clock.now(), reply };
});
afterEach(() => {
  t.sandboxes.yookassa.faults.reset();
  quiet.sandboxes.yookassa.faults.reset();
});
afterAll(async () => {
  await Promise.all([t.stop(), quiet.stop()]);
});

type Buyer = Awaited<ReturnType<TestPlatform['registered']>>;

const paymentBody = async (on: TestPlatform, planCode: string) => ({
  plan_price_id: await on.priceOf(planCode),
  return_url: 'https://app.example.test/return',
  consents: await on.consents(['license_offer']),
});

interface Purchase {
  user: Buyer;
  payment: StartedPayment;
}

async function startPurchase(on: TestPlatform, planCode = 'monthly'): Promise<Purchase> {
  const user = await on.registered();
  return { user, payment: await on.startPayment(user.client, planCode) };
}

/** A paid and settled purchase. */
async function bought(on: TestPlatform, planCode = 'monthly'): Promise<Purchase> {
  const purchase = await startPurchase(on, planCode);
  on.sandboxes.yookassa.pay(purchase.payment.provider_payment_id);
  await purchase.user.client.syncPayment({ params: { payment_id: purchase.payment.payment_id } });
  await on.untilIdle();
  return purchase;
}

interface Grant {
  source_id: string;
  starts_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

const grantsOf = (on: TestPlatform, userId: string): Promise<Grant[]> =>
  on.database.query<Grant & Record<string, unknown>>(
    'SELECT * FROM catalog.grants WHERE user_id = $1 ORDER BY starts_at',
    [userId],
  );

interface PaymentFacts {
  id: string;
  status: string;
  status_reason: string | null;
  provider_payment_id: string | null;
  refunded_amount: string;
}

const paymentsOf = (on: TestPlatform, userId: string): Promise<PaymentFacts[]> =>
  on.database.query<PaymentFacts & Record<string, unknown>>(
    'SELECT * FROM billing.payments WHERE user_id = $1 ORDER BY id',
    [userId],
  );

/** The objects of the provider for these payments of ours. */
async function providerPaymentsOf(on: TestPlatform, userId: string) {
  const ids = new Set((await paymentsOf(on, userId)).map(({ id }) => id));
  return on.sandboxes.yookassa.payments().filter(({ metadata }) => ids.has(metadata.payment_id ?? ''));
}

/** Reads tables and events only: an API read would itself settle the payment. */
async function expectGrantedOnce(on: Watched, userId: string): Promise<void> {
  await on.untilIdle();
  expect(await paymentsOf(on, userId)).toMatchObject([{ status: 'succeeded' }]);
  expect(await grantsOf(on, userId)).toMatchObject([{ revoked_at: null }]);
  expect(on.eventsOf('payment.succeeded', userId)).toHaveLength(1);
  expect(on.eventsOf('entitlement.granted', userId)).toHaveLength(1);
}

async function expectNothingGranted(on: Watched, userId: string): Promise<void> {
  await on.untilIdle();
  expect(await grantsOf(on, userId)).toEqual([]);
  expect(on.eventsOf('payment.succeeded', userId)).toEqual([]);
  expect(on.eventsOf('entitlement.granted', userId)).toEqual([]);
}

/** Advances the clock past the time in which the provider is not asked about the same payment again. */
const askAgain = (on: Watched) => on.clock.advance({ seconds: 3 });

const adminOf = async (on: TestPlatform) => on.client(await on.adminHeaders());

const sync = (purchase: Purchase) =>
  purchase.user.client.syncPayment({ params: { payment_id: purchase.payment.payment_id } });

const webhook = (on: TestPlatform, event: string, object: { id: string } & Record<string, unknown>) =>
  on.client().receiveYookassaWebhook({ query: { token: on.secrets.webhook_token }, body: { event, object } });

/** A refund made in the provider's own cabinet, without a request from the platform. */
async function refundInCabinet(on: TestPlatform, providerPaymentId: string, amount: string): Promise<string> {
  const { shop_id, shop_secret } = on.secrets;
  const response = await fetch(`${new URL(on.sandboxes.idp.issuer).origin}/sandbox/yookassa/v3/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${shop_id}:${shop_secret}`).toString('base64')}`,
      'idempotence-key': newId(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ payment_id: providerPaymentId, amount: { value: amount, currency: 'RUB' } }),
  });
  const refund = (await response.json()) as { id: string };
  expect(response.status).toBe(200);
  return refund.id;
}

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

describe('each way to settle works alone', () => {
  test('the webhook', async () => {
    const { user, payment } = await startPurchase(t);
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await expectGrantedOnce(t, user.user_id);
  });

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
    const { data } = await user.client.getMyEntitlements(app);
    expect(data).toMatchObject({ codes: proCodes, entitlements: [{ source: 'payment' }, { source: 'payment' }] });
    await expectGrantedOnce(quiet, user.user_id);
    expect(
      await quiet.database.query('SELECT 1 FROM catalog.open_payments WHERE user_id = $1', [user.user_id]),
    ).toEqual([]);
  });

  test('the reconcile and the webhook ask for their own credentials', async () => {
    const refused = await quiet.client({ 'x-worker-secret': 'x'.repeat(32) }).reconcilePayments();
    expect([refused.status, refused.error]).toEqual([401, 'invalid_worker_secret']);
    for (const query of [{}, { token: 'x'.repeat(32) }]) {
      const reply = await t
        .client()
        .receiveYookassaWebhook({ query, body: { event: 'payment.succeeded', object: { id: 'x' } } });
      expect([reply.status, reply.error]).toEqual([401, 'invalid_webhook_token']);
    }
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
      user.client.getMyEntitlements(app),
      webhook(t, 'payment.succeeded', { id: payment.provider_payment_id }),
      admin.syncPendingPayments(),
      sync(purchase),
      user.client.getMyEntitlements(app),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    await expectGrantedOnce(t, user.user_id);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
  }
}, 60_000);

test('200 identical requests at once make one payment and get one answer', async () => {
  const user = await quiet.registered();
  const body = await paymentBody(quiet, 'monthly');
  const replies = await Promise.all(Array.from({ length: 200 }, () => user.client.createPayment({ body })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await paymentsOf(quiet, user.user_id)).toHaveLength(1);
  expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
  await quiet.untilIdle();
  expect(quiet.eventsOf('payment.created', user.user_id)).toHaveLength(1);
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

  test('it is slow', async () => {
    const user = await quiet.registered();
    quiet.sandboxes.yookassa.faults.set({ delayMs: { value: 700, times: 1 } });
    await quiet.startPayment(user.client, 'monthly');
    expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
  });

  test('a payment whose creation was never answered is found by every way to settle', async () => {
    const admin = await adminOf(quiet);
    const ways: ((user: Buyer, id: string) => Promise<unknown>)[] = [
      (user, id) => user.client.syncPayment({ params: { payment_id: id } }),
      () => admin.syncPendingPayments(),
      (user) => user.client.getMyEntitlements(app),
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
    quiet.sandboxes.yookassa.faults.set({ delayMs: { value: 2_000, times: 1 } });
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
    const read = await purchase.user.client.getMyEntitlements(app);
    expect([read.status, read.data.codes]).toEqual([200, []]);
    const admin = await adminOf(quiet);
    const report = await admin.syncPendingPayments();
    expect(report.status).toBe(200);
    expect(report.data).toMatchObject({ succeeded: 0, canceled: 0 });
    expect(report.data.failed).toBeGreaterThanOrEqual(1);
    await expectNothingGranted(quiet, purchase.user.user_id);
    quiet.sandboxes.yookassa.faults.reset();
    askAgain(quiet);
    expect((await purchase.user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    await expectGrantedOnce(quiet, purchase.user.user_id);
  });
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
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
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
    const { user: other, payment: paid } = await bought(t);
    const metadata = { payment_id: payment.payment_id };
    const forged = { id: payment.provider_payment_id, status: 'succeeded', paid: true, metadata };
    expect((await webhook(t, 'payment.succeeded', forged)).status).toBe(200);
    // The money of another user with the id of this payment.
    expect((await webhook(t, 'payment.succeeded', { id: paid.provider_payment_id, metadata })).status).toBe(200);
    expect((await webhook(t, 'payment.succeeded', { id: newId(), metadata })).status).toBe(404);
    expect((await webhook(t, 'payment.canceled', { ...forged, status: 'canceled' })).status).toBe(200);
    const refund = { id: newId(), payment_id: paid.provider_payment_id, amount: { value: '299.00', currency: 'RUB' } };
    expect((await webhook(t, 'refund.succeeded', refund)).status).not.toBe(200);
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
    expect((await webhook(t, 'payment.succeeded', { id: newId(), metadata })).status).toBe(404);
    await expectNothingGranted(t, user.user_id);
    const [made] = await providerPaymentsOf(t, user.user_id);
    t.sandboxes.yookassa.pay(made?.id ?? '');
    await expectGrantedOnce(t, user.user_id);
    expect(await providerPaymentsOf(t, user.user_id)).toHaveLength(1);
  });

  test('a refund of another payment is alarmed and changes nothing', async () => {
    const { user, payment } = await bought(t);
    const { payment: other } = await bought(t);
    t.sandboxes.yookassa.faults.set({ webhook: { value: 'lost', times: 1 } });
    const refundId = await refundInCabinet(t, other.provider_payment_id, '299.00');
    await webhook(t, 'refund.succeeded', { id: refundId, payment_id: payment.provider_payment_id });
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
    await user.client.getMyEntitlements(app);
    expect((await sync(purchase)).data).toMatchObject({ status: 'pending', entitlements_granted: false });
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

describe('terms', () => {
  test('a renewal extends from the running expiry', async () => {
    const { user, payment } = await bought(quiet);
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
    const { data } = await user.client.getMyEntitlements(app);
    expect(data.expires_at).toBe(new Date(started.getTime() + 60 * dayMs).toISOString());
    quiet.clock.set(new Date(started.getTime() + 60 * dayMs - 1));
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    quiet.clock.set(new Date(started.getTime() + 60 * dayMs));
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
    quiet.clock.set(new Date());
  });

  test('a refund of the older of two purchases keeps the paid time of the newer one', async () => {
    const first = await bought(quiet);
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
    const { data } = await first.user.client.getMyEntitlements(app);
    expect(data).toMatchObject({
      codes: proCodes,
      expires_at: new Date(started.getTime() + 40 * dayMs).toISOString(),
    });
    quiet.clock.set(new Date());
  });

  test('a purchase after an administrator revoked the grant of the first one begins at once', async () => {
    const { user } = await bought(quiet);
    quiet.clock.advance({ days: 3 });
    const admin = await adminOf(quiet);
    const params = { application_id: quiet.demo.application_id, user_id: user.user_id };
    const [granted] = (await admin.getUser({ params })).data.grants;
    await admin.revokeGrant({ params: { ...params, grant_id: granted?.id ?? '' } });
    const again = await quiet.startPayment(user.client, 'monthly');
    quiet.sandboxes.yookassa.pay(again.provider_payment_id);
    await sync({ user, payment: again });
    await quiet.untilIdle();
    const { data } = await user.client.getMyEntitlements(app);
    const end = new Date(quiet.clock.now().getTime() + 30 * dayMs).toISOString();
    expect(data).toMatchObject({ codes: proCodes, expires_at: end });
    quiet.clock.set(new Date());
  });

  test('after the term a purchase starts anew', async () => {
    const { user } = await bought(quiet);
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
    for (let n = 0; n < 10; n += 1) {
      payments.push(await quiet.startPayment(user.client, 'monthly'));
      quiet.clock.advance({ minutes: 15 });
    }
    for (const { provider_payment_id } of payments) quiet.sandboxes.yookassa.pay(provider_payment_id);
    await Promise.all([
      ...payments.map((payment) => sync({ user, payment })),
      user.client.getMyEntitlements(app),
      user.client.getMyEntitlements(app),
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

describe('refunds', () => {
  /** A partial refund uses its own idempotency key, unless a test names one. */
  const refund = async (
    on: TestPlatform,
    paymentId: string,
    amount?: number,
    key = amount === undefined ? undefined : newId(),
  ) =>
    (await adminOf(on)).refundPayment({
      params: { payment_id: paymentId },
      body: { amount },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const paidBack = (on: TestPlatform, { payment }: Purchase) =>
    on.sandboxes.yookassa.refunds().filter(({ payment_id }) => payment_id === payment.provider_payment_id);
  const refundRows = (on: TestPlatform, paymentId: string) =>
    on.database.query('SELECT * FROM billing.refunds WHERE payment_id = $1 ORDER BY id', [paymentId]);
  /** A refund that was requested and not answered, as a crashed process leaves it. */
  const addUnanswered = async (on: Watched, { payment }: Purchase, options: { amount: string; createdAt: Date }) => {
    const id = newId();
    const request = {
      payment_id: payment.provider_payment_id,
      amount: { value: options.amount, currency: 'RUB' },
    };
    await on.database.query(
      `INSERT INTO billing.refunds (id, payment_id, amount, status, provider_request, created_at)
       VALUES ($1, $2, $3, 'pending', $4, $5)`,
      [id, payment.payment_id, options.amount, JSON.stringify(request), options.createdAt.toISOString()],
    );
    return id;
  };

  test('a full one revokes what this payment granted and nothing else', async () => {
    const { user, payment } = await bought(t);
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
    expect((await user.client.getMyEntitlements(app)).data).toMatchObject({ codes: proCodes, is_lifetime: true });
    expect(t.eventsOf('payment.refunded', user.user_id)).toMatchObject([{ is_full: true, amount: 299 }]);
    expect(t.eventsOf('entitlement.revoked', user.user_id)).toMatchObject([{ source_id: payment.payment_id }]);
    const repeated = await refund(t, payment.payment_id);
    expect([repeated.status, repeated.error]).toEqual([409, 'payment_not_refundable']);
  });

  test('partial ones keep access until the whole amount is back', async () => {
    const { user, payment } = await bought(t);
    expect((await refund(t, payment.payment_id, 100)).data).toMatchObject({
      status: 'succeeded',
      refunded_amount: 100,
    });
    await t.untilIdle();
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    const over = await refund(t, payment.payment_id, 199.01);
    expect([over.status, over.error]).toEqual([409, 'payment_not_refundable']);
    expect((await refund(t, payment.payment_id, 199)).data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
    await t.untilIdle();
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
    expect(t.eventsOf('payment.refunded', user.user_id).map(({ is_full }) => is_full)).toEqual([false, true]);
  });

  test('one beyond the amount, or of an unpaid payment, is refused before the provider is asked', async () => {
    const { payment } = await bought(t);
    const open = await startPurchase(t);
    const asked = t.sandboxes.yookassa.journal().length;
    for (const [id, amount] of [
      [payment.payment_id, 299.01],
      [open.payment.payment_id, 1],
    ] as const) {
      const reply = await refund(t, id, amount);
      expect([reply.status, reply.error]).toEqual([409, 'payment_not_refundable']);
    }
    expect((await refund(t, newId())).error).toBe('payment_not_found');
    expect(t.sandboxes.yookassa.journal()).toHaveLength(asked);
  });

  test('one made in the cabinet of the provider comes by its notification', async () => {
    const { user, payment } = await bought(t);
    await refundInCabinet(t, payment.provider_payment_id, '99.00');
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded', refunded_amount: '99.00' }]);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    const rest = await refundInCabinet(t, payment.provider_payment_id, '200.00');
    await t.untilIdle();
    await webhook(t, 'refund.succeeded', { id: rest, payment_id: payment.provider_payment_id });
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
  });

  test('several at once never exceed the amount', async () => {
    const { user, payment } = await bought(t);
    const admin = await adminOf(t);
    const params = { payment_id: payment.payment_id };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.refundPayment({ params, body: { amount: 100 }, headers: { 'idempotency-key': newId() } }),
      ),
    );
    await t.untilIdle();
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded', refunded_amount: '200.00' }]);
    expect(paidBack(t, { user, payment })).toHaveLength(2);
    const both = await Promise.all([
      admin.refundPayment({ params, body: {}, headers: { 'idempotency-key': newId() } }),
      admin.refundPayment({ params, body: {}, headers: { 'idempotency-key': newId() } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
  });

  test('one that the provider cancels is answered as a failure and can be retried', async () => {
    const { user, payment } = await bought(t);
    t.sandboxes.yookassa.faults.set({ refundCanceled: { value: 'insufficient_funds', times: 1 } });
    const failed = await refund(t, payment.payment_id);
    expect([failed.status, failed.error]).toEqual([502, 'provider_error']);
    await expectGrantedOnce(t, user.user_id);
    expect((await refund(t, payment.payment_id)).data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
  });

  test('one whose answer is lost pays back once and is finished by the reconcile', async () => {
    const { user, payment } = await bought(quiet);
    quiet.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    const failed = await refund(quiet, payment.payment_id);
    expect([failed.status, failed.error]).toEqual([503, 'service_unavailable']);
    expect((await refund(quiet, payment.payment_id, 1)).error).toBe('payment_not_refundable');
    quiet.clock.advance({ minutes: 2 });
    await quiet.client(quiet.workerHeaders).reconcilePayments();
    await quiet.untilIdle();
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
    expect(paidBack(quiet, { user, payment })).toHaveLength(1);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
  });

  test.each([
    ['with its Idempotency-Key', newId(), 100],
    ['with a key, of the whole amount,', newId(), 299],
    ['without a key and amount', undefined, undefined],
  ])('one whose answer is lost is repeated %s and pays back once', async (_, key, amount) => {
    const purchase = await bought(quiet);
    const { payment_id } = purchase.payment;
    quiet.sandboxes.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await refund(quiet, payment_id, amount, key)).status).toBe(503);
    const repeated = await refund(quiet, payment_id, amount, key);
    expect([repeated.status, repeated.data.refunded_amount]).toEqual([200, amount ?? 299]);
    expect(paidBack(quiet, purchase)).toHaveLength(1);
    expect(await refundRows(quiet, payment_id)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('a key that the reconcile has finished meanwhile pays back nothing more, and names one amount only', async () => {
    const purchase = await bought(quiet);
    const { payment_id } = purchase.payment;
    const key = newId();
    quiet.sandboxes.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await refund(quiet, payment_id, 100, key)).status).toBe(503);
    quiet.clock.advance({ minutes: 2 });
    await quiet.client(quiet.workerHeaders).reconcilePayments();
    expect((await refund(quiet, payment_id, 50, key)).error).toBe('idempotency_conflict');
    const repeated = await refund(quiet, payment_id, 100, key);
    expect([repeated.status, repeated.data.refunded_amount]).toEqual([200, 100]);
    expect(paidBack(quiet, purchase)).toHaveLength(1);
    expect((await refund(quiet, payment_id, 100, newId())).data).toMatchObject({ refunded_amount: 200 });
  });

  test('one of the same amount that the cabinet made during our call is booked beside ours', async () => {
    const purchase = await bought(quiet);
    const { user, payment } = purchase;
    quiet.sandboxes.yookassa.faults.set({ delayMs: { value: 700, times: 1 } });
    const ours = refund(quiet, payment.payment_id, 100);
    await until('the provider has made ours', () => paidBack(quiet, purchase).length === 1);
    const theirs = await refundInCabinet(quiet, payment.provider_payment_id, '100.00');
    await webhook(quiet, 'refund.succeeded', { id: theirs, payment_id: payment.provider_payment_id });
    expect(await refundRows(quiet, payment.payment_id)).toMatchObject([{ provider_refund_id: theirs }]);
    expect((await ours).data).toMatchObject({ refunded_amount: 200 });
    for (const { id } of paidBack(quiet, purchase))
      await webhook(quiet, 'refund.succeeded', { id, payment_id: payment.provider_payment_id });
    expect(await refundRows(quiet, payment.payment_id)).toHaveLength(2);
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([{ refunded_amount: '200.00' }]);
  });

  test('many open ones are finished at the same time, and one that cannot be booked stops no other', async () => {
    const purchase = await bought(quiet);
    const { user, payment } = purchase;
    const worker = quiet.client(quiet.workerHeaders);
    await worker.reconcilePayments();
    const createdAt = new Date(quiet.clock.now().getTime() - 120_000);
    const ids: string[] = [];
    for (let index = 0; index < 24; index += 1)
      ids.push(await addUnanswered(quiet, purchase, { amount: '1.00', createdAt }));
    await quiet.database.query(
      `ALTER TABLE billing.refunds ADD CONSTRAINT not_bookable CHECK (id <> '${ids[0]}' OR status = 'pending')`,
    );
    quiet.sandboxes.yookassa.faults.set({ delayMs: 500 });
    const started = Date.now();
    const reply = await worker.reconcilePayments();
    const took = Date.now() - started;
    quiet.sandboxes.yookassa.faults.reset();
    await quiet.database.query('ALTER TABLE billing.refunds DROP CONSTRAINT not_bookable');
    expect(reply.status).toBe(200);
    expect(took).toBeLessThan(6_000);
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([{ refunded_amount: '23.00' }]);
    await worker.reconcilePayments();
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([{ refunded_amount: '24.00' }]);
    expect(paidBack(quiet, purchase)).toHaveLength(24);
    expect(payment.payment_id).toBe((await paymentsOf(quiet, user.user_id))[0]?.id);
  }, 30_000);

  test('one too old for a retry is never sent again and raises one alarm; one with an id is still read', async () => {
    const purchase = await bought(quiet);
    const { user, payment } = purchase;
    const worker = quiet.client(quiet.workerHeaders);
    const createdAt = new Date(quiet.clock.now().getTime() - 23 * 3_600_000);
    await addUnanswered(quiet, purchase, { amount: '279.00', createdAt });
    const known = await addUnanswered(quiet, purchase, { amount: '20.00', createdAt });
    const made = await refundInCabinet(quiet, payment.provider_payment_id, '20.00');
    await quiet.database.query('UPDATE billing.refunds SET provider_refund_id = $2 WHERE id = $1', [known, made]);
    await worker.reconcilePayments();
    await worker.reconcilePayments();
    expect(quiet.errors()).toMatchObject([expect.stringContaining('was never answered')]);
    expect(paidBack(quiet, purchase)).toHaveLength(1);
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([{ refunded_amount: '20.00' }]);
    expect((await refund(quiet, payment.payment_id)).error).toBe('payment_not_refundable');
  });

  test('a refund event that overtakes its purchase event still ends revoked', async () => {
    const { user, payment } = await startPurchase(quiet);
    await quiet.untilIdle();
    const release = hold(quiet, 'payment.succeeded');
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    expect((await refund(quiet, payment.payment_id)).data).toMatchObject({ status: 'refunded' });
    await until('the refund is known', () => quiet.eventsOf('payment.refunded', user.user_id).length === 1);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
    release();
    await quiet.untilIdle();
    expect(quiet.eventsOf('payment.succeeded', user.user_id)).toHaveLength(1);
    const grants = await grantsOf(quiet, user.user_id);
    expect(grants).toHaveLength(1);
    expect(grants[0]?.revoked_at).not.toBeNull();
    expect(quiet.eventsOf('entitlement.granted', user.user_id)).toEqual([]);
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
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
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    // From now on the grant decides, not the answer of billing.
    const admin = await adminOf(quiet);
    const [grant] = await quiet.database.query<{ id: string }>('SELECT id FROM catalog.grants WHERE user_id = $1', [
      user.user_id,
    ]);
    await admin.revokeGrant({
      params: { application_id: quiet.demo.application_id, user_id: user.user_id, grant_id: grant?.id ?? '' },
    });
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
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
    expect(await t.database.query('SELECT 1 FROM catalog.open_payments WHERE user_id = $1', [user.user_id])).toEqual(
      [],
    );
    expect((await t.startPayment(user.client, 'monthly')).payment_id).not.toBe(payment.payment_id);
  });

  test('one that expired is found by a sync', async () => {
    const purchase = await startPurchase(quiet);
    quiet.sandboxes.yookassa.expire(purchase.payment.provider_payment_id);
    expect((await sync(purchase)).data).toMatchObject({ status: 'canceled', status_reason: 'expired_on_confirmation' });
    await expectNothingGranted(quiet, purchase.user.user_id);
  });

  test('one that never reached the provider is closed after a day', async () => {
    const user = await quiet.registered();
    quiet.sandboxes.yookassa.faults.set({ outage: { value: true, times: 1 } });
    expect((await user.client.createPayment({ body: await paymentBody(quiet, 'monthly') })).status).toBe(503);
    quiet.clock.advance({ hours: 24 });
    const admin = await adminOf(quiet);
    await admin.syncPendingPayments();
    expect(await paymentsOf(quiet, user.user_id)).toMatchObject([
      { status: 'canceled', status_reason: 'never_reached_provider' },
    ]);
    expect(await providerPaymentsOf(quiet, user.user_id)).toEqual([]);
    quiet.clock.set(new Date());
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

  test('a redundant one that was paid before the sync is settled, not closed', async () => {
    const purchase = await startPurchase(quiet);
    const admin = await adminOf(quiet);
    await admin.grantEntitlements({
      params: { application_id: quiet.demo.application_id, user_id: purchase.user.user_id },
      body: { entitlement_codes: proCodes, reason: 'a gift' },
      headers: { 'idempotency-key': newId() },
    });
    quiet.sandboxes.yookassa.pay(purchase.payment.provider_payment_id);
    expect((await sync(purchase)).data).toMatchObject({ status: 'succeeded' });
  });

  test('a closed one that is paid without a notification is found by the reconcile', async () => {
    const purchase = await startPurchase(quiet);
    const admin = await adminOf(quiet);
    await admin.grantEntitlements({
      params: { application_id: quiet.demo.application_id, user_id: purchase.user.user_id },
      body: { plan_code: 'monthly', reason: 'a gift' },
      headers: { 'idempotency-key': newId() },
    });
    expect((await sync(purchase)).data).toMatchObject({ status_reason: 'already_granted' });
    quiet.sandboxes.yookassa.pay(purchase.payment.provider_payment_id);
    quiet.clock.advance({ minutes: 1 });
    await quiet.client(quiet.workerHeaders).reconcilePayments();
    expect(await paymentsOf(quiet, purchase.user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('an open one is answered again for 15 minutes, then replaced; when both are paid, both count', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.clock.advance({ minutes: 14, seconds: 59 });
    expect((await quiet.startPayment(user.client, 'monthly')).payment_id).toBe(payment.payment_id);
    quiet.clock.advance({ seconds: 1 });
    const second = await quiet.startPayment(user.client, 'monthly');
    expect(second.payment_id).not.toBe(payment.payment_id);
    expect(second.confirmation_url).not.toBe(payment.confirmation_url);
    // Catalog learns of a payment from its event, which arrives before any real buyer pays.
    await quiet.untilIdle();
    for (const { provider_payment_id } of [payment, second]) quiet.sandboxes.yookassa.pay(provider_payment_id);
    const { data } = await user.client.getMyEntitlements(app);
    expect(data.expires_at).toBe(new Date(quiet.clock.now().getTime() + 60 * dayMs).toISOString());
    await quiet.untilIdle();
    expect(await grantsOf(quiet, user.user_id)).toHaveLength(2);
  });
});

describe('a second click', () => {
  test('after the first payment was paid without a notification is answered with that one, and no plan is sold twice', async () => {
    const { user, payment } = await startPurchase(quiet);
    quiet.sandboxes.yookassa.pay(payment.provider_payment_id);
    quiet.clock.advance({ minutes: 15 });
    const { status, data } = await user.client.createPayment({ body: await paymentBody(quiet, 'monthly') });
    expect(status).toBe(201);
    expect(data).toMatchObject({ payment_id: payment.payment_id, status: 'succeeded', confirmation_url: null });
    await expectGrantedOnce(quiet, user.user_id);
    expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
    expect(quiet.eventsOf('payment.created', user.user_id)).toHaveLength(1);
  });

  test('that accepts a newer offer than the first one is answered with the same payment and puts it in the ledger', async () => {
    const { user, payment } = await startPurchase(quiet);
    const reference = `payment:${payment.payment_id}`;
    const accepted = async () =>
      (
        await quiet.database.query<{ document_id: string; version: string }>(
          'SELECT document_id, version FROM identity.consent_ledger WHERE user_id = $1 AND reference = $2 ORDER BY seq',
          [user.user_id, reference],
        )
      ).map(({ document_id, version }) => ({ document_id, version }));
    const [older] = await quiet.consents(['license_offer']);
    const admin = await adminOf(quiet);
    const params = { owner_type: 'application', owner_id: quiet.demo.application_id, kind: 'license_offer' } as const;
    await admin.saveLegalDraft({ params, body: { title: 'Offer', body: `A newer text: ${newId()}` } });
    const newer = (await admin.publishLegalDocument({ params })).data;
    expect(newer).toMatchObject({ id: older?.document_id, version: String(Number(older?.version) + 1) });
    const before = { document_id: newer.id, version: older?.version };
    expect(await accepted()).toEqual([before]);

    for (let click = 0; click < 2; click += 1) {
      expect((await quiet.startPayment(user.client, 'monthly')).payment_id).toBe(payment.payment_id);
      expect(await accepted()).toEqual([before, { document_id: newer.id, version: newer.version }]);
    }
  });

  test('on a payment that the provider disagrees about starts another one, which can be paid', async () => {
    const purchase = await startPurchase(quiet);
    const { user, payment } = purchase;
    quiet.sandboxes.yookassa.tamper(payment.provider_payment_id, { amount: '1.00' });
    expect((await sync(purchase)).data).toMatchObject({ status: 'pending' });
    expect(quiet.errors()).toMatchObject([expect.stringContaining('disagrees about a payment')]);

    const second = await quiet.startPayment(user.client, 'monthly');
    expect(second.payment_id).not.toBe(payment.payment_id);
    expect(second.provider_payment_id).not.toBe(payment.provider_payment_id);
    quiet.sandboxes.yookassa.pay(second.provider_payment_id);
    expect((await sync({ user, payment: second })).data).toMatchObject({ status: 'succeeded' });
    await quiet.untilIdle();
    expect(await grantsOf(quiet, user.user_id)).toMatchObject([{ source_id: second.payment_id, revoked_at: null }]);
  });
});

describe('Idempotency-Key', () => {
  test('a repeat gets the stored answer, another body a conflict, another user the key for itself', async () => {
    const [user, other] = [await quiet.registered(), await quiet.registered()];
    const body = await paymentBody(quiet, 'monthly');
    const headers = { 'idempotency-key': newId() };
    const first = await user.client.createPayment({ body, headers });
    const repeated = await user.client.createPayment({ body, headers });
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect([first.headers.get('idempotent-replayed'), repeated.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(repeated.body).toEqual(first.body);
    const changed = await user.client.createPayment({ body: { ...body, return_url: 'https://other.test' }, headers });
    expect([changed.status, changed.error]).toEqual([409, 'idempotency_conflict']);
    const foreign = await other.client.createPayment({ body, headers });
    expect(foreign.status).toBe(201);
    expect(foreign.data.payment_id).not.toBe(first.data.payment_id);
  });

  test('a repeat while the first is in flight is a conflict; a server error frees the key', async () => {
    const user = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    const headers = { 'idempotency-key': newId() };
    quiet.sandboxes.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await user.client.createPayment({ body, headers })).status).toBe(503);
    quiet.sandboxes.yookassa.faults.set({ delayMs: { value: 500, times: 1 } });
    const asked = quiet.sandboxes.yookassa.journal().length;
    const first = user.client.createPayment({ body, headers });
    await until('the first is in flight', () => quiet.sandboxes.yookassa.journal().length > asked);
    const second = await user.client.createPayment({ body, headers });
    expect([second.status, second.error]).toEqual([409, 'idempotency_conflict']);
    expect((await first).status).toBe(201);
    expect((await user.client.createPayment({ body, headers })).headers.get('idempotent-replayed')).toBe('true');
    expect(await providerPaymentsOf(quiet, user.user_id)).toHaveLength(1);
  });
});

test('an object that an administrator created before a crash is not created again under the same key', async () => {
  const admin = await adminOf(quiet);
  const { application_id } = quiet.demo;
  const { user_id } = await quiet.registered();
  const plans = await admin.listPlans({ params: { application_id } });
  const plan_id = plans.data.find(({ code }) => code === 'monthly')?.id ?? '';
  const headers = { 'idempotency-key': newId() };
  const price = () =>
    admin.createPlanPrice({ params: { application_id, plan_id }, body: { amount: 77, currency: 'RUB' }, headers });
  const grant = () =>
    admin.grantEntitlements({
      params: { application_id, user_id },
      body: { plan_code: 'monthly', reason: 'a gift' },
      headers,
    });
  const [madePrice, madeGrant] = [await price(), await grant()];
  // The process died between its commit and the storage of the answer.
  await quiet.database.query('DELETE FROM catalog.idempotency_keys');
  const [priceAgain, grantAgain] = [await price(), await grant()];
  expect([priceAgain.status, grantAgain.status]).toEqual([201, 201]);
  expect(priceAgain.data).toEqual(madePrice.data);
  expect(grantAgain.data).toEqual(madeGrant.data);
  expect(await grantsOf(quiet, user_id)).toHaveLength(1);
  const params = { application_id, plan_id, plan_price_id: madePrice.data.id };
  await admin.updatePlanPrice({ params, body: { is_active: false } });
});

describe('when the provider is unreachable for long', () => {
  test('payments that a run did not reach are due again at once', async () => {
    const worker = quiet.client(quiet.workerHeaders);
    for (let index = 0; index < 24; index += 1) await startPurchase(quiet);
    quiet.clock.advance({ minutes: 1 });
    quiet.sandboxes.yookassa.faults.set({ outage: true });
    const { data } = await worker.reconcilePayments();
    expect(data.checked).toBeLessThan(24);
    expect(data.failed).toBe(data.checked);
    quiet.sandboxes.yookassa.faults.reset();
    expect((await worker.reconcilePayments()).data.checked).toBeGreaterThanOrEqual(24 - data.checked);
  });

  test('wrong credentials close no payment and raise an alarm at the payment, and one a run', async () => {
    const denied = await startTestPlatform({ webhooks: false, env: { YOOKASSA_SECRET_KEY: 'revoked' } });
    try {
      const users = [await denied.registered(), await denied.registered()];
      for (const { client } of users)
        expect((await client.createPayment({ body: await paymentBody(denied, 'monthly') })).status).toBe(503);
      const told = expect.stringContaining('denies us access');
      expect(denied.errors()).toMatchObject([told, told]);
      await (await adminOf(denied)).syncPendingPayments();
      expect(denied.errors()).toMatchObject([expect.stringContaining('denies us access')]);
      for (const { user_id } of users) expect(await paymentsOf(denied, user_id)).toMatchObject([{ status: 'pending' }]);
    } finally {
      await denied.stop();
    }
  }, 30_000);
});

describe('rules of a purchase', () => {
  test('a free price is refused, with the fields that a client needs', async () => {
    const { client } = await quiet.registered();
    const reply = await client.createPayment({ body: await paymentBody(quiet, 'free') });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: 'free_plan_offline',
      is_free: true,
      requires_purchase: false,
      works_offline: true,
    });
  });

  test('the license offer is accepted in its published version, and the acceptance is in the ledger', async () => {
    const user = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    const [offer] = body.consents;
    if (!offer) throw new Error('the demo application has no license offer');
    const pay = (consents: typeof body.consents) => user.client.createPayment({ body: { ...body, consents } });

    for (const consents of [[], [{ ...offer, accepted: false }], await quiet.consents(['privacy_policy'])]) {
      const reply = await pay(consents);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        error: 'license_offer_required',
        missing: [{ doc_kind: 'license_offer', document_id: offer.document_id, version: offer.version }],
      });
    }
    const stale = await pay([{ ...offer, version: '0' }]);
    expect(stale.status).toBe(400);
    expect(stale.body).toMatchObject({
      error: 'consent_version_mismatch',
      document_id: offer.document_id,
      published_version: offer.version,
    });
    expect((await pay([offer, { ...offer, document_id: newId() }])).error).toBe('consent_document_unknown');
    expect(await paymentsOf(quiet, user.user_id)).toEqual([]);

    const { data } = await pay([offer]);
    const ledger = await quiet.database.query(
      'SELECT doc_kind, version, accepted, source, reference FROM identity.consent_ledger WHERE user_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.user_id],
    );
    expect(ledger).toEqual([
      {
        doc_kind: 'license_offer',
        version: offer.version,
        accepted: true,
        source: 'paywall',
        reference: `payment:${data.payment_id}`,
      },
    ]);
  });

  test('a price that is inactive or does not exist is unavailable', async () => {
    const admin = await adminOf(quiet);
    const { application_id } = quiet.demo;
    const plans = await admin.listPlans({ params: { application_id } });
    const monthly = plans.data.find(({ code }) => code === 'monthly');
    const params = { application_id, plan_id: monthly?.id ?? '' };
    const price = await admin.createPlanPrice({
      params,
      body: { amount: 150, currency: 'RUB' },
      headers: { 'idempotency-key': newId() },
    });
    await admin.updatePlanPrice({ params: { ...params, plan_price_id: price.data.id }, body: { is_active: false } });
    const { client } = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    for (const plan_price_id of [price.data.id, newId()]) {
      const reply = await client.createPayment({ body: { ...body, plan_price_id } });
      expect([reply.status, reply.error]).toEqual([400, 'plan_price_unavailable']);
    }
  });

  test('an application whose payments are off sells nothing', async () => {
    const admin = await adminOf(quiet);
    const { application_id } = quiet.demo;
    const { client } = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    await admin.updateApplication({ params: { application_id }, body: { payments_enabled: false } });
    const reply = await client.createPayment({ body });
    await admin.updateApplication({ params: { application_id }, body: { payments_enabled: true } });
    expect([reply.status, reply.error]).toEqual([403, 'payments_disabled']);
    expect((await client.createPayment({ body })).status).toBe(201);
  });

  test('the body may name only the application of the key', async () => {
    const { client } = await quiet.registered();
    const body = { ...(await paymentBody(quiet, 'monthly')), application_code: 'another' };
    const reply = await client.createPayment({ body });
    expect([reply.status, reply.error]).toEqual([400, 'application_mismatch']);
  });

  test('the person is sent back to http(s) or to a registered app scheme only', async () => {
    const { client } = await quiet.registered();
    const body = await paymentBody(quiet, 'monthly');
    for (const return_url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'otherapp://paid',
      'file:///etc/passwd',
      '//evil.test',
      'paid',
    ]) {
      const reply = await client.createPayment({ body: { ...body, return_url } });
      expect([return_url, reply.status, reply.error]).toEqual([return_url, 400, 'validation_failed']);
      expect(reply.body).toMatchObject({ details: [{ path: 'return_url' }] });
    }
    for (const return_url of [
      'demonotes://paid',
      'DEMONOTES://paid',
      'http://localhost:3000/x',
      'https://a.test/?b=c#d',
    ]) {
      const user = await quiet.registered();
      const reply = await user.client.createPayment({ body: { ...body, return_url } });
      expect([return_url, reply.status]).toEqual([return_url, 201]);
    }
  });
});

test('a payment of another user is not found', async () => {
  const { payment } = await startPurchase(quiet);
  const { client } = await quiet.registered();
  const params = { payment_id: payment.payment_id };
  for (const reply of [await client.getMyPayment({ params }), await client.syncPayment({ params })])
    expect([reply.status, reply.error]).toEqual([404, 'payment_not_found']);
});

test('a creating call that is never answered ends as a retriable error, and its payment is the one of the repeat', async () => {
  const { user } = unanswered;
  quiet.clock.set(unanswered.at);
  const failed = await unanswered.reply;
  expect([failed.status, failed.error]).toEqual([503, 'service_unavailable']);
  const repeated = await quiet.startPayment(user.client, 'lifetime');
  expect(await paymentsOf(quiet, user.user_id)).toHaveLength(1);
  expect(await providerPaymentsOf(quiet, user.user_id)).toMatchObject([{ id: repeated.provider_payment_id }]);
}, 60_000);
