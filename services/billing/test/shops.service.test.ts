import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { billing } from '@platform/contracts';
import { sha256 } from '@platform/runtime';
import { anAdmin } from '@platform/testing';
import type { PaymentProvider } from '../src/providers/payment-provider.ts';
import { type BillingTest, type Purchase, startBilling } from './billing-test.ts';

let t: BillingTest;
let owner: ReturnType<BillingTest['service']['as']>;
beforeAll(async () => {
  t = await startBilling();
  owner = t.service.as({ admin: anAdmin() });
});
afterEach(async () => {
  t.yookassa.faults.reset();
  await owner.removeApplicationShop({ params: params() });
});
afterAll(() => t.stop());

const params = () => ({ application_id: t.application_id });
let shopsMade = 0;

/** A shop at the provider that no other test uses. */
function givenShop() {
  shopsMade += 1;
  const shop = { shopId: String(200_000 + shopsMade), secretKey: `test_key_of_shop_${shopsMade}` };
  t.yookassa.setShop(shop);
  return { ...shop, body: { shop_id: shop.shopId, secret_key: shop.secretKey } };
}

const setShop = (body: { shop_id: string; secret_key: string; rotate_webhook_token?: boolean }) =>
  owner.setApplicationShop({ params: params(), body });

/** The shop that took the money of a purchase. */
const accountOf = ({ payment }: Purchase): string | undefined =>
  t.yookassa.payments().find(({ id }) => id === payment.provider_payment_id)?.recipient.account_id;

/** Id of the shop of an address. */
async function shopOf(webhookUrl: string | null) {
  const token = new URL(webhookUrl ?? 'http://none/').searchParams.get('token') ?? '';
  const { shop } = await t.service.ask(billing.queries.resolveWebhookToken, { token_hash: sha256(token) });
  return shop?.id ?? null;
}

const notify = (purchase: Purchase, shop: string | null) =>
  t.service.as({ shop: { id: shop } }).receiveYookassaWebhook({
    query: {},
    body: { event: 'payment.succeeded', object: { id: purchase.payment.provider_payment_id } },
  });

describe('the shop of an application', () => {
  test('is that of the installation at first, and after its removal', async () => {
    const none = { source: 'installation', shop_id: null, key_hint: null };
    expect((await owner.getApplicationShop({ params: params() })).data).toMatchObject(none);
    await setShop(givenShop().body);
    const removed = await owner.removeApplicationShop({ params: params() });
    expect([removed.status, removed.data]).toMatchObject([200, none]);
    expect((await owner.getApplicationShop({ params: params() })).data).toMatchObject(none);
    const unknown = { params: { application_id: randomUUID() } };
    expect((await owner.getApplicationShop(unknown)).error).toBe('application_not_found');
    expect((await owner.removeApplicationShop(unknown)).error).toBe('application_not_found');
  });

  test('is answered without its key, which is stored sealed, and with its address once', async () => {
    const { body } = givenShop();
    const reply = await setShop(body);
    expect(reply.data).toMatchObject({
      source: 'application',
      shop_id: body.shop_id,
      key_hint: body.secret_key.slice(-4),
      is_test: true,
      webhook_url: expect.stringMatching(/\/v1\/webhooks\/yookassa\?token=svc_whk_[0-9A-Za-z]{32}$/),
    });
    const read = await owner.getApplicationShop({ params: params() });
    const again = await setShop(body);
    expect(again.data).toEqual({ ...read.data, webhook_url: null });
    expect(JSON.stringify([reply.body, read.body, again.body])).not.toContain(body.secret_key);
    const rows = await t.service.database.query('SELECT * FROM billing.shops');
    expect(JSON.stringify(rows)).not.toContain(body.secret_key);
    const rotated = await setShop({ ...body, rotate_webhook_token: true });
    expect(rotated.data.webhook_url).not.toBe(reply.data.webhook_url);
    expect(await shopOf(reply.data.webhook_url)).toBeNull();
    expect(await shopOf(rotated.data.webhook_url)).not.toBeNull();
  });

  test('is refused with a wrong key, and nothing is stored without an answer of the provider', async () => {
    const { body } = givenShop();
    const wrong = await setShop({ ...body, secret_key: 'a_wrong_secret_key' });
    expect([wrong.status, wrong.error]).toEqual([400, 'shop_refused']);
    expect((await setShop({ ...body, shop_id: '999999' })).error).toBe('shop_refused');
    t.yookassa.faults.set({ outage: true });
    const unanswered = await setShop(body);
    expect([unanswered.status, unanswered.error]).toEqual([503, 'service_unavailable']);
    t.yookassa.faults.reset();
    expect((await owner.getApplicationShop({ params: params() })).data.source).toBe('installation');
    expect((await setShop(body)).status).toBe(200);
  });

  test('of two that are set at once, one is current', async () => {
    const replies = await Promise.all([givenShop(), givenShop(), givenShop()].map(({ body }) => setShop(body)));
    for (const { status, error } of replies) expect(['200 undefined', '409 conflict']).toContain(`${status} ${error}`);
    const current = await t.service.database.query(
      'SELECT FROM billing.shops WHERE application_id = $1 AND is_current',
      [t.application_id],
    );
    expect(current).toHaveLength(1);
  });

  test('is refused as a test shop where the installation refuses test payments', async () => {
    const strict = await startBilling({ env: { YOOKASSA_TEST_PAYMENTS: 'refuse' } });
    try {
      const shop = { shopId: '300001', secretKey: 'test_key_of_a_shop' };
      strict.yookassa.setShop(shop);
      const body = { shop_id: shop.shopId, secret_key: shop.secretKey };
      const reply = await strict.service
        .as({ admin: anAdmin() })
        .setApplicationShop({ params: { application_id: strict.application_id }, body });
      expect(reply.error).toBe('shop_refused');
    } finally {
      await strict.stop();
    }
  });
});

describe('a payment', () => {
  test('goes to the shop of its application, and is settled and refunded there after a change of the shop', async () => {
    const first = givenShop();
    await setShop(first.body);
    const open = await t.startPurchase();
    const paid = await t.bought();
    expect([accountOf(open), accountOf(paid)]).toEqual([first.shopId, first.shopId]);

    const second = givenShop();
    await setShop(second.body);
    const later = await t.startPurchase();
    await owner.removeApplicationShop({ params: params() });
    const ofInstallation = await t.startPurchase();
    expect([accountOf(later), accountOf(ofInstallation)]).toEqual([second.shopId, '100500']);

    for (const purchase of [open, later, ofInstallation]) {
      t.yookassa.pay(purchase.payment.provider_payment_id);
      expect((await t.sync(purchase)).data.status).toBe('succeeded');
    }
    expect((await t.refund(paid.payment.payment_id)).data).toMatchObject({
      status: 'refunded',
      provider_shop_id: first.shopId,
    });
    expect(t.paidBack(paid)).toHaveLength(1);
  });

  test('that waits at a former shop is not handed out again by a second click', async () => {
    const before = await t.startPurchase();
    const shop = givenShop();
    await setShop(shop.body);
    const again = await t.startPayment(before.user.client, 'monthly');
    expect(again.payment_id).not.toBe(before.payment.payment_id);
    expect(accountOf({ user: before.user, payment: again })).toBe(shop.shopId);
  });

  test('whose creating call had no answer is made at its shop by the reconcile, once, although the shop changed', async () => {
    const shop = givenShop();
    await setShop(shop.body);
    const user = t.newBuyer();
    t.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await user.client.createPayment({ body: t.bodyFor('monthly') })).status).toBe(503);
    await setShop(givenShop().body);
    await t.admin.syncPendingPayments();
    const made = await t.providerPaymentsOf(user.user_id);
    expect(made.map(({ recipient }) => recipient.account_id)).toEqual([shop.shopId]);
  });

  test('is settled with the new key of its shop', async () => {
    const shop = givenShop();
    await setShop(shop.body);
    const purchase = await t.startPurchase();
    const reissued = { shopId: shop.shopId, secretKey: 'test_key_that_was_reissued' };
    t.yookassa.setShop(reissued);
    t.yookassa.pay(purchase.payment.provider_payment_id);
    await setShop({ shop_id: shop.shopId, secret_key: reissued.secretKey });
    expect((await t.sync(purchase)).data.status).toBe('succeeded');
  });
});

describe('a notification', () => {
  test('to the address of one shop says nothing about a payment of another one', async () => {
    const first = await setShop(givenShop().body);
    const purchase = await t.startPurchase();
    const second = await setShop(givenShop().body);
    t.yookassa.pay(purchase.payment.provider_payment_id);
    for (const shop of [null, await shopOf(second.data.webhook_url)]) {
      const foreign = await notify(purchase, shop);
      expect([foreign.status, foreign.error]).toEqual([404, 'payment_not_found']);
    }
    expect(await t.paymentsOf(purchase.user.user_id)).toMatchObject([{ status: 'pending' }]);
    expect((await notify(purchase, await shopOf(first.data.webhook_url))).status).toBe(200);
    expect(await t.paymentsOf(purchase.user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('about a payment of the installation is not taken at the address of a shop', async () => {
    const purchase = await t.startPurchase();
    const { data } = await setShop(givenShop().body);
    t.yookassa.pay(purchase.payment.provider_payment_id);
    expect((await notify(purchase, await shopOf(data.webhook_url))).error).toBe('payment_not_found');
    expect((await notify(purchase, null)).status).toBe(200);
  });
});

describe('a reconcile', () => {
  test('settles the payments of other shops while one shop denies access', async () => {
    const broken = givenShop();
    await setShop(broken.body);
    const stuck = [];
    for (let index = 0; index < 10; index += 1) stuck.push(await t.startPurchase());
    await setShop(givenShop().body);
    const other = await t.startPurchase();
    await owner.removeApplicationShop({ params: params() });
    const ofInstallation = await t.startPurchase();
    t.yookassa.setShop({ shopId: broken.shopId, secretKey: 'another_key_of_the_cabinet' });
    for (const { payment } of [...stuck, other, ofInstallation]) t.yookassa.pay(payment.provider_payment_id);
    t.clock.advance({ minutes: 2 });
    await t.worker.reconcilePayments();
    for (const { user } of [other, ofInstallation])
      expect(await t.paymentsOf(user.user_id)).toMatchObject([{ status: 'succeeded' }]);
    for (const { user } of stuck) expect(await t.paymentsOf(user.user_id)).toMatchObject([{ status: 'pending' }]);
    expect(t.service.errors()).toMatchObject([expect.stringContaining('refuses the credentials')]);
    t.yookassa.setShop(broken);
    t.clock.advance({ minutes: 2 });
    await t.worker.reconcilePayments();
    for (const { user } of stuck) expect(await t.paymentsOf(user.user_id)).toMatchObject([{ status: 'succeeded' }]);
  });

  test('asks for the payments of a shop although many older ones of another shop hang', async () => {
    const silent = { kind: 'unknown', reason: 'no answer', retryAfterMs: null } as const;
    const { promise: isOtherAsked, resolve } = Promise.withResolvers<void>();
    const hanging = await startBilling({
      overrides: {
        wrapProvider: (provider: PaymentProvider): PaymentProvider => ({
          ...provider,
          getPayment(id) {
            if (!id.startsWith('hung-')) resolve();
            return id.startsWith('hung-') ? isOtherAsked.then(() => silent) : provider.getPayment(id);
          },
        }),
      },
    });
    try {
      const other = await hanging.startPurchase();
      hanging.yookassa.pay(other.payment.provider_payment_id);
      const shop = { shopId: '300000', secretKey: 'test_key_of_the_hanging_shop' };
      hanging.yookassa.setShop(shop);
      await hanging.admin.setApplicationShop({
        params: { application_id: hanging.application_id },
        body: { shop_id: shop.shopId, secret_key: shop.secretKey },
      });
      const { payment: hung } = await hanging.startPurchase();
      const columns = `application_id, application_code, plan_price_id, plan_id, plan_code, is_lifetime,
        entitlement_codes, amount, currency, status, provider, application_shop_id, provider_request, created_at`;
      await hanging.service.database.query(
        `INSERT INTO billing.payments (id, user_id, provider_payment_id, next_check_at, ${columns})
         SELECT gen_random_uuid(), gen_random_uuid(), 'hung-' || n, next_check_at - interval '1 minute', ${columns}
         FROM billing.payments, generate_series(1, 250) AS n WHERE id = $1`,
        [hung.payment_id],
      );
      hanging.clock.advance({ minutes: 2 });
      await hanging.worker.reconcilePayments();
      expect(await hanging.paymentsOf(other.user.user_id)).toMatchObject([{ status: 'succeeded' }]);
    } finally {
      await hanging.stop();
    }
  });

  test('books a refund that was made in the cabinet of the shop', async () => {
    const shop = givenShop();
    await setShop(shop.body);
    const purchase = await t.bought();
    const refund = await fetch(t.providerUrl('/refunds'), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${shop.shopId}:${shop.secretKey}`).toString('base64')}`,
        'idempotence-key': randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        payment_id: purchase.payment.provider_payment_id,
        amount: { value: '299.00', currency: 'RUB' },
      }),
    });
    expect(refund.status).toBe(200);
    t.clock.advance({ minutes: 2 });
    await t.worker.reconcilePayments();
    expect(await t.paymentsOf(purchase.user.user_id)).toMatchObject([{ status: 'refunded' }]);
  });
});
