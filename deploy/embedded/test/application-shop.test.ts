import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { ok } from './make-once.ts';
import { openShop, type Shop } from './shop.ts';
import { type PlatformClient, until } from './test-platform.ts';

let t: Shop;
let admin: PlatformClient;
const shop = { shopId: '810001', secretKey: 'test_key_of_the_application' };
beforeAll(async () => {
  t = await openShop();
  admin = t.client(await t.adminHeaders());
  t.sandboxes.yookassa.setShop(shop);
});
afterAll(() => t.stop());

const params = () => ({ application_id: t.demo.application_id });
const tokenIn = (url: string | null): string => new URL(url ?? '').searchParams.get('token') ?? '';
const notify = (token: string, id: string) =>
  t.client().receiveYookassaWebhook({ query: { token }, body: { event: 'payment.succeeded', object: { id } } });

test('a buyer pays at the shop of the application, whose notifications settle and no other ones', async () => {
  const body = { shop_id: shop.shopId, secret_key: shop.secretKey };
  const { webhook_url } = ok(await admin.setApplicationShop({ params: params(), body }));
  const { client } = await t.registered();
  const payment = await t.startPayment(client, 'monthly');
  const made = t.sandboxes.yookassa.payments().find(({ id }) => id === payment.provider_payment_id);
  expect(made?.recipient.account_id).toBe(shop.shopId);
  t.sandboxes.yookassa.pay(payment.provider_payment_id);

  const status = async () => ok(await client.getMyPayment({ params: { payment_id: payment.payment_id } })).status;
  expect((await notify(t.secrets.webhook_token, payment.provider_payment_id)).error).toBe('payment_not_found');
  const unknown = `svc_whk_${'x'.repeat(32)}`;
  expect((await notify(unknown, payment.provider_payment_id)).error).toBe('invalid_webhook_token');
  expect(await status()).toBe('pending');
  expect((await notify(tokenIn(webhook_url), payment.provider_payment_id)).status).toBe(200);
  expect(await status()).toBe('succeeded');

  ok(await admin.removeApplicationShop({ params: params() }));
  const refunded = ok(await admin.refundPayment({ params: { payment_id: payment.payment_id }, body: {} }));
  expect(refunded).toMatchObject({ status: 'refunded', provider_shop_id: shop.shopId });
});

test('the provider delivers its notifications to the address that the answer shows', async () => {
  const body = { shop_id: shop.shopId, secret_key: shop.secretKey, rotate_webhook_token: true };
  const { webhook_url } = ok(await admin.setApplicationShop({ params: params(), body }));
  t.sandboxes.yookassa.setShop({ ...shop, webhookUrl: webhook_url });
  const { client } = await t.registered();
  const payment = await t.startPayment(client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await until('the notification settles it', async () => {
    const { data } = await client.getMyPayment({ params: { payment_id: payment.payment_id } });
    return data.status === 'succeeded';
  });
});

test('only owners change a shop', async () => {
  const email = `${newId()}@example.test`;
  const password = 'a-long-password-of-an-admin';
  ok(await admin.createAdmin({ body: { email, password, role: 'admin' } }));
  const { access_token } = ok(await t.client().openAdminSession({ body: { email, password } }));
  const client = t.client({ authorization: `Bearer ${access_token}` });
  expect((await client.getApplicationShop({ params: params() })).status).toBe(200);
  const body = { shop_id: shop.shopId, secret_key: shop.secretKey };
  expect((await client.setApplicationShop({ params: params(), body })).error).toBe('forbidden');
  expect((await client.removeApplicationShop({ params: params() })).error).toBe('forbidden');
});
