import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { billing } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { type BillingTest, heldAnswers, startBilling } from './billing-test.ts';

let t: BillingTest;
const answers = heldAnswers();
beforeAll(async () => {
  t = await startBilling({ overrides: answers.overrides });
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

test('200 identical requests at once make one payment and get one answer', async () => {
  const user = t.newBuyer();
  const body = t.bodyFor('monthly');
  const replies = await Promise.all(Array.from({ length: 200 }, () => user.client.createPayment({ body })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await t.paymentsOf(user.user_id)).toHaveLength(1);
  expect(await t.providerPaymentsOf(user.user_id)).toHaveLength(1);
  await t.untilIdle();
  const created = await t.service.published(billing.events.paymentCreated);
  expect(created.filter(({ user_id }) => user_id === user.user_id)).toHaveLength(1);
});

describe('when the provider misbehaves, the client may simply repeat', () => {
  test('it is slow', async () => {
    const user = t.newBuyer();
    t.yookassa.faults.set({ delayMs: { value: 700, times: 1 } });
    await t.startPayment(user.client, 'monthly');
    expect(await t.providerPaymentsOf(user.user_id)).toHaveLength(1);
  });
});

test('a payment has its id under the name that every object has, and under the former one', async () => {
  const user = t.newBuyer();
  const { data: started } = await user.client.createPayment({ body: t.bodyFor('monthly') });
  const { data: read } = await user.client.getMyPayment({ params: { payment_id: started.id } });
  expect([started.payment_id, read.id, read.payment_id]).toEqual([started.id, started.id, started.id]);
});

describe('Idempotency-Key', () => {
  test('the same JSON with other white space and another order of names is the same body', async () => {
    const user = t.newBuyer();
    const body = t.bodyFor('monthly');
    const headers = { 'idempotency-key': newId() };
    const first = await user.client.createPayment({ body, headers });
    const turned = Object.fromEntries(Object.entries(body).toReversed()) as typeof body;
    const repeated = await user.client.createPayment({ body: turned, headers });
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(repeated.body).toEqual(first.body);
  });

  test('a repeat gets the stored answer, another body a conflict, another user the key for itself', async () => {
    const [user, other] = [t.newBuyer(), t.newBuyer()];
    const body = t.bodyFor('monthly');
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
    const user = t.newBuyer();
    const body = t.bodyFor('monthly');
    const headers = { 'idempotency-key': newId() };
    t.yookassa.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect((await user.client.createPayment({ body, headers })).status).toBe(503);
    const release = answers.hold();
    const asked = t.yookassa.journal().length;
    const first = user.client.createPayment({ body, headers });
    await eventually(() => t.yookassa.journal().length > asked);
    const second = await user.client.createPayment({ body, headers });
    expect([second.status, second.error]).toEqual([409, 'idempotency_conflict']);
    expect([second.body, second.headers.get('retry-after')]).toMatchObject([{ in_progress: true }, '1']);
    release();
    expect((await first).status).toBe(201);
    expect((await user.client.createPayment({ body, headers })).headers.get('idempotent-replayed')).toBe('true');
    expect(await t.providerPaymentsOf(user.user_id)).toHaveLength(1);
  });
});

describe('rules of a purchase', () => {
  test('a free price is refused, with the fields that a client needs', async () => {
    const { client } = t.newBuyer();
    const reply = await client.createPayment({ body: t.bodyFor('free') });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: 'free_plan_offline',
      is_free: true,
      requires_purchase: false,
      works_offline: true,
    });
  });

  test('a price that is inactive or does not exist is unavailable', async () => {
    const { client } = t.newBuyer();
    const body = t.bodyFor('monthly');
    const [monthly] = t.catalog.offers.filter(({ plan_code }) => plan_code === 'monthly');
    if (!monthly) throw new Error('catalog offers no monthly plan');
    const inactive = { ...monthly, plan_price_id: newId(), is_purchasable: false };
    t.catalog.offers.push(inactive);
    for (const plan_price_id of [inactive.plan_price_id, newId()]) {
      const reply = await client.createPayment({ body: { ...body, plan_price_id } });
      expect([reply.status, reply.error]).toEqual([400, 'plan_price_unavailable']);
    }
  });

  test('an application whose payments are off sells nothing', async () => {
    const { client } = t.newBuyer();
    const body = t.bodyFor('monthly');
    t.catalog.payments_enabled = false;
    const reply = await client.createPayment({ body });
    t.catalog.payments_enabled = true;
    expect([reply.status, reply.error]).toEqual([403, 'payments_disabled']);
    expect((await client.createPayment({ body })).status).toBe(201);
  });

  test('the body may name only the application of the key', async () => {
    const { client } = t.newBuyer();
    const body = { ...t.bodyFor('monthly'), application_code: 'another' };
    const reply = await client.createPayment({ body });
    expect([reply.status, reply.error]).toEqual([400, 'application_mismatch']);
  });

  test('a buyer returns to http(s) or to a registered app scheme only', async () => {
    const { client } = t.newBuyer();
    const body = t.bodyFor('monthly');
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
      const user = t.newBuyer();
      const reply = await user.client.createPayment({ body: { ...body, return_url } });
      expect([return_url, reply.status]).toEqual([return_url, 201]);
    }
  });
});

test('a payment of another user is not found', async () => {
  const { payment } = await t.startPurchase();
  const { client } = t.newBuyer();
  const params = { payment_id: payment.payment_id };
  for (const reply of [await client.getMyPayment({ params }), await client.syncPayment({ params })])
    expect([reply.status, reply.error]).toEqual([404, 'payment_not_found']);
});
