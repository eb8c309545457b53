import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { addPrice, adminOf, buy, openShop, paymentBody, type Shop, syncOwn } from './shop.ts';

let t: Shop;
beforeAll(async () => {
  t = await openShop();
});
afterAll(() => t.stop());

describe('a creating call that is replayed', () => {
  test('after it was paid answers that it is paid, and has no address to pay at', async () => {
    const user = await t.registered();
    const body = await paymentBody(t, 'monthly');
    const headers = { 'idempotency-key': newId() };
    const first = await user.client.createPayment({ body, headers });
    t.sandboxes.yookassa.pay(first.data.provider_payment_id);
    await syncOwn(user, first.data);
    const replayed = await user.client.createPayment({ body, headers });
    expect(replayed.status).toBe(201);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.data).toEqual({ ...first.data, status: 'succeeded', confirmation_url: null });
  });

  test('after it was declined or given back says so, and a refusal stays the refusal it was', async () => {
    const user = await t.registered();
    const body = await paymentBody(t, 'monthly');
    const headers = { 'idempotency-key': newId() };
    const first = await user.client.createPayment({ body, headers });
    expect((await user.client.createPayment({ body, headers })).body).toEqual(first.body);
    t.sandboxes.yookassa.decline(first.data.provider_payment_id);
    await syncOwn(user, first.data);
    expect((await user.client.createPayment({ body, headers })).data.status).toBe('canceled');

    const refused = { body: { ...body, consents: [] }, headers: { 'idempotency-key': newId() } };
    const refusal = await user.client.createPayment(refused);
    const again = await user.client.createPayment(refused);
    expect([again.status, again.body]).toEqual([refusal.status, refusal.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('a notification', () => {
  const notify = (event: string, object: { id: string } & Record<string, unknown>) =>
    t.client().receiveYookassaWebhook({ query: { token: t.secrets.webhook_token }, body: { event, object } });

  test.each([
    'payout.succeeded',
    'payout.canceled',
    'deal.closed',
    'payment_method.active',
    'payment.waiting_for_capture',
  ])('of %s is received, although nothing comes of it', async (event) => {
    const asked = t.sandboxes.yookassa.journal().length;
    expect((await notify(event, { id: newId() })).status).toBe(200);
    expect(t.sandboxes.yookassa.journal()).toHaveLength(asked);
  });

  test.each(['payment.succeeded', 'payment.canceled', 'refund.succeeded'])(
    'of %s for a payment that is not here is to be sent again',
    async (event) => {
      const reply = await notify(event, { id: newId(), payment_id: newId() });
      expect([reply.status, reply.error]).toEqual([404, 'payment_not_found']);
    },
  );
});

describe('a refund of a part', () => {
  test('needs an Idempotency-Key: without one the same call twice would pay twice', async () => {
    const { payment } = await buy(t);
    const params = { payment_id: payment.payment_id };
    const admin = await adminOf(t);
    for (let call = 0; call < 2; call += 1) {
      const reply = await admin.refundPayment({ params, body: { amount: 100 } });
      expect([reply.status, reply.error]).toEqual([400, 'idempotency_key_required']);
    }
    expect(t.sandboxes.yookassa.refunds().filter((it) => it.payment_id === payment.provider_payment_id)).toEqual([]);
    const headers = { 'idempotency-key': newId() };
    for (let call = 0; call < 2; call += 1)
      expect((await admin.refundPayment({ params, body: { amount: 100 }, headers })).data.refunded_amount).toBe(100);
  });

  test.each([{}, { amount: 299 }])('is not what %j is, which needs none', async (body) => {
    const { payment } = await buy(t);
    const reply = await (await adminOf(t)).refundPayment({ params: { payment_id: payment.payment_id }, body });
    expect(reply.data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
  });
});

test('a price of nothing is free on a paid plan too, and is never bought', async () => {
  const user = await t.registered();
  const price = await addPrice(t, 'monthly', 0);
  const body = { ...(await paymentBody(t, 'monthly')), plan_price_id: price };
  const reply = await user.client.createPayment({ body });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: 'free_plan_offline',
    is_free: true,
    requires_purchase: false,
    works_offline: true,
  });
});

describe('an application that has published no license offer', () => {
  test('answers with an empty list, and one with an offer names the missing version', async () => {
    const user = await t.registered();
    const body = { ...(await paymentBody(t, 'monthly')), consents: [] };
    const [offer] = await t.consents(['license_offer']);
    const named = await user.client.createPayment({ body });
    expect(named.body).toMatchObject({
      error: 'license_offer_required',
      missing: [{ doc_kind: 'license_offer', document_id: offer?.document_id, version: offer?.version }],
    });
    await t.database.query(
      `UPDATE identity.legal_documents SET published_version = NULL, published_title = NULL, published_hash = NULL,
         published_at = NULL WHERE owner_id = $1 AND doc_kind = 'license_offer'`,
      [t.demo.application_id],
    );
    const none = await user.client.createPayment({ body });
    expect([none.status, none.error]).toEqual([400, 'license_offer_required']);
    expect(none.body).toMatchObject({ missing: [], message: expect.stringContaining('published no') });
  });
});
