import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveGrantsOf, openShop, paidBack, paymentsOf, reconcileLater, type Shop } from './shop.ts';
import { until } from './test-platform.ts';

const app = { params: { app_code: 'demo' } };

let t: Shop;
beforeAll(async () => {
  t = await openShop();
});
afterAll(() => t.stop());

/** The one alarm that was raised. */
function alarm(): unknown {
  const errors = t.errors();
  expect(errors).toHaveLength(1);
  return JSON.parse(errors[0] ?? '');
}

test('an erased user that pays an open payment gets a refund, and an alarm names the payment', async () => {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  expect((await user.client.eraseMe(app)).status).toBe(204);
  await t.untilIdle();
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await reconcileLater(t);
  await reconcileLater(t);
  expect(paidBack(t, payment)).toMatchObject([{ status: 'succeeded', amount: { value: '299.00' } }]);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded', refunded_amount: '299.00' }]);
  expect(await liveGrantsOf(t, user.user_id)).toEqual([]);
  expect(alarm()).toMatchObject({
    level: 'error',
    payment_id: payment.payment_id,
    provider_payment_id: payment.provider_payment_id,
    cause: 'user_erased',
  });
});

test('a payment that settles before billing hears of the erasure goes back as well', async () => {
  const { bus } = t.platform.host;
  const { publish } = bus;
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  bus.publish = async (envelope) => {
    if (envelope.type === 'user.erased') throw new Error('the bus is down');
    return publish(envelope);
  };
  expect((await user.client.eraseMe(app)).status).toBe(204);
  t.clock.advance({ minutes: 1 });
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await t.client(t.workerHeaders).reconcilePayments();
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  bus.publish = publish;
  await t.untilIdle();
  await reconcileLater(t);
  await until('it is paid back', () => paidBack(t, payment).length === 1);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'refunded' }]);
  expect(await liveGrantsOf(t, user.user_id)).toEqual([]);
  expect(alarm()).toMatchObject({ payment_id: payment.payment_id, cause: 'user_erased' });
});

test('a purchase before the erasure is not refunded', async () => {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await reconcileLater(t);
  t.clock.advance({ seconds: 1 });
  expect((await user.client.eraseMe(app)).status).toBe(204);
  await t.untilIdle();
  await reconcileLater(t);
  expect(await paymentsOf(t, user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  expect(paidBack(t, payment)).toEqual([]);
});
