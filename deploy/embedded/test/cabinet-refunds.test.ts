import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  adminOf,
  buy,
  liveGrantsOf,
  openShop,
  paidBack,
  paymentsOf,
  reconcileLater,
  refundInCabinet,
  type Shop,
  syncOwn,
} from './shop.ts';
import { until } from './test-platform.ts';

/** The provider sends no notifications: the platform learns of a refund only by asking. */
let t: Shop;
beforeAll(async () => {
  t = await openShop();
});
afterAll(() => t.stop());

const app = { params: { app_code: 'demo' } };
const refundRows = (paymentId: string) =>
  t.database.query('SELECT * FROM billing.refunds WHERE payment_id = $1 ORDER BY id', [paymentId]);
const listedUntil = async (): Promise<number> => {
  const [row] = await t.database.query<{ listed_until: Date }>('SELECT listed_until FROM billing.refund_watermarks');
  return row?.listed_until.getTime() ?? 0;
};
/** Addresses of the lists of refunds that were asked for since a number of calls. */
const listsSince = (calls: number): URLSearchParams[] =>
  t.sandboxes.yookassa
    .journal()
    .slice(calls)
    .filter(({ path }) => path.startsWith('/v3/refunds?'))
    .map(({ path }) => new URL(path, 'http://provider.test').searchParams);

test('a refund in the cabinet is found by the reconcile, a part first and then the rest', async () => {
  const { user, payment } = await buy(t);
  await refundInCabinet(t, payment.provider_payment_id, '99.00');
  await reconcileLater(t);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded', refunded_amount: '99.00' }]);
  expect(await liveGrantsOf(t, user.user_id)).toEqual([payment.payment_id]);
  await refundInCabinet(t, payment.provider_payment_id, '200.00');
  await reconcileLater(t);
  await reconcileLater(t);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
  expect(await liveGrantsOf(t, user.user_id)).toEqual([]);
  expect(await refundRows(payment.payment_id)).toHaveLength(2);
});

test('a refund in the cabinet is found at once when an administrator asks about its payment', async () => {
  const { user, payment } = await buy(t);
  await refundInCabinet(t, payment.provider_payment_id, '99.00');
  await refundInCabinet(t, payment.provider_payment_id, '200.00');
  const reply = await (await adminOf(t)).syncPayment({ params: { payment_id: payment.payment_id } });
  expect(reply.data).toMatchObject({ status: 'refunded', entitlements_granted: false });
  await t.untilIdle();
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
  expect((await user.client.getMyEntitlements(app)).data.codes).toEqual([]);
});

test('a payment that was paid and given back before it was asked about leaves no access', async () => {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await refundInCabinet(t, payment.provider_payment_id, '299.00');
  expect((await syncOwn(user, payment)).data).toMatchObject({ status: 'refunded', entitlements_granted: false });
  await t.untilIdle();
  expect(await liveGrantsOf(t, user.user_id)).toEqual([]);
});

test('a refund notified before its payment is known as paid books the revenue first', async () => {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  const refundId = await refundInCabinet(t, payment.provider_payment_id, '299.00');
  const reply = await t.client().receiveYookassaWebhook({
    query: { token: t.secrets.webhook_token },
    body: { event: 'refund.succeeded', object: { id: refundId, payment_id: payment.provider_payment_id } },
  });
  expect(reply.status).toBe(200);
  await t.untilIdle();
  const [row] = await paymentsOf(t, user.user_id);
  expect(row).toMatchObject({ status: 'refunded', refunded_amount: '299.00', succeeded_at: expect.any(Date) });
  expect(await refundRows(payment.payment_id)).toHaveLength(1);
  expect(await liveGrantsOf(t, user.user_id)).toEqual([]);
});

test('a refund of ours is booked once, however often it is listed', async () => {
  const { user, payment } = await buy(t);
  const params = { payment_id: payment.payment_id };
  t.sandboxes.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
  expect((await (await adminOf(t)).refundPayment({ params, body: {} })).status).toBe(503);
  await t.client(t.workerHeaders).reconcilePayments();
  await reconcileLater(t);
  await (await adminOf(t)).syncPayment({ params });
  expect(await refundRows(payment.payment_id)).toMatchObject([{ status: 'succeeded', amount: '299.00' }]);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
  expect(paidBack(t, payment)).toHaveLength(1);
});

test('more refunds than a page holds are all found, and the next run asks for later ones only', async () => {
  const { user, payment } = await buy(t, 'lifetime');
  await reconcileLater(t);
  for (let at = 0; at < 230; at += 1) await refundInCabinet(t, payment.provider_payment_id, '1.00');
  let calls = t.sandboxes.yookassa.journal().length;
  await reconcileLater(t);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded', refunded_amount: '230.00' }]);
  expect(listsSince(calls).length).toBeGreaterThanOrEqual(3);
  const from = listsSince(calls)[0]?.get('created_at.gte');

  calls = t.sandboxes.yookassa.journal().length;
  await reconcileLater(t);
  const [next] = listsSince(calls);
  expect(Date.parse(next?.get('created_at.gte') ?? '')).toBeGreaterThan(Date.parse(from ?? ''));
  expect(await refundRows(payment.payment_id)).toHaveLength(230);
});

test('a list that is too long for one run is gone through by the next ones', async () => {
  const { user, payment } = await buy(t, 'lifetime');
  await reconcileLater(t);
  for (let at = 0; at < 1_020; at += 1) await refundInCabinet(t, payment.provider_payment_id, '1.00');
  await reconcileLater(t);
  const [first] = await paymentsOf(t, user.user_id);
  expect(Number(first?.refunded_amount)).toBeLessThanOrEqual(1_000);
  await until('later runs have booked all of them', async () => {
    await reconcileLater(t);
    return (await paymentsOf(t, user.user_id))[0]?.refunded_amount === '1020.00';
  });
  await reconcileLater(t);
  const [mark] = await t.database.query<{ resume_before: Date | null; listed_until: Date }>(
    'SELECT resume_before, listed_until FROM billing.refund_watermarks',
  );
  const newest = t.sandboxes.yookassa.refunds().at(-1)?.created_at;
  expect(mark).toMatchObject({ resume_before: null, listed_until: new Date(newest ?? '') });
});

test('a refund that cannot be booked stops no other and is found again, also by another process', async () => {
  const [bad, good] = [await buy(t), await buy(t)];
  const before = await listedUntil();
  await t.database.query(
    `ALTER TABLE billing.refunds ADD CONSTRAINT not_bookable CHECK (payment_id <> '${bad.payment.payment_id}')`,
  );
  for (const { payment } of [bad, good]) await refundInCabinet(t, payment.provider_payment_id, '299.00');
  await reconcileLater(t);
  await t.database.query('ALTER TABLE billing.refunds DROP CONSTRAINT not_bookable');
  expect(await paymentsOf(t, good.user.user_id)).toMatchObject([{ status: 'refunded' }]);
  expect(await paymentsOf(t, bad.user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  expect(await listedUntil()).toBe(before);
  await t.platform.stop();
  await t.restart();
  await reconcileLater(t);
  expect(await paymentsOf(t, bad.user.user_id)).toMatchObject([{ status: 'refunded' }]);
  expect(await listedUntil()).toBeGreaterThan(before);
});

test('refunds of payments that are not ours change nothing and stop nothing', async () => {
  const { shop_id, shop_secret } = t.secrets;
  const response = await fetch(`${new URL(t.sandboxes.idp.issuer).origin}/sandbox/yookassa/v3/payments`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${shop_id}:${shop_secret}`).toString('base64')}`,
      'idempotence-key': 'a-sale-of-another-system',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount: { value: '10.00', currency: 'RUB' },
      capture: true,
      confirmation: { type: 'redirect', return_url: 'https://other.test' },
    }),
  });
  const { id } = (await response.json()) as { id: string };
  t.sandboxes.yookassa.pay(id);
  const { user, payment } = await buy(t);
  await refundInCabinet(t, payment.provider_payment_id, '299.00');
  await refundInCabinet(t, id, '10.00');
  await reconcileLater(t);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded' }]);
});
