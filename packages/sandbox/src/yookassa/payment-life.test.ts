import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, PAYMENT, startFixture } from './sandbox-fixture.ts';

const HOUR = 60 * 60 * 1000;
let f: Fixture;
beforeEach(async () => {
  f = await startFixture();
});
afterEach(() => f.close());

describe('the life of a payment', () => {
  test('ends succeeded when it is paid and captured at once', async () => {
    const { id } = await f.create();
    f.sandbox.pay(id);
    const { body } = await f.api('GET', `/payments/${id}`);
    expect(body).toMatchObject({
      status: 'succeeded',
      paid: true,
      refundable: true,
      captured_at: '2026-01-15T10:00:00.000Z',
      income_amount: { value: '955.35', currency: 'RUB' },
      refunded_amount: { value: '0.00', currency: 'RUB' },
      payment_method: { type: 'bank_card', id, saved: false, card: { first6: '555555', last4: '4477' } },
      authorization_details: { three_d_secure: { applied: true } },
    });
    expect(body).not.toHaveProperty('expires_at');
    expect(() => f.sandbox.pay(id)).toThrow('not pending');
  });

  test('waits for a capture by default, and then succeeds, in part if so wished', async () => {
    const { id } = await f.create({ capture: undefined });
    expect(f.sandbox.pay(id)).toMatchObject({ status: 'waiting_for_capture', paid: true, refundable: false });
    expect(f.sandbox.payments()[0]?.expires_at).toBe('2026-01-22T10:00:00.000Z');
    const tooMuch = await f.api('POST', `/payments/${id}/capture`, { amount: { value: '990.01', currency: 'RUB' } });
    expect(tooMuch.body.parameter).toBe('amount.value');
    const amount = { value: '500.00', currency: 'RUB' };
    const { body } = await f.api('POST', `/payments/${id}/capture`, { amount });
    expect(body).toMatchObject({ status: 'succeeded', amount });
    expect(body).not.toHaveProperty('expires_at');
    expect((await f.api('POST', `/payments/${id}/capture`)).status).toBe(400);
  });

  test('can be captured with an empty body', async () => {
    const { id } = await f.create({ capture: false });
    f.sandbox.pay(id);
    expect((await f.api('POST', `/payments/${id}/capture`)).body.status).toBe('succeeded');
  });

  test('can be canceled by the shop only while it waits for a capture', async () => {
    const pending = await f.create({ capture: false });
    expect((await f.api('POST', `/payments/${pending.id}/cancel`)).status).toBe(400);
    f.sandbox.pay(pending.id);
    expect((await f.api('POST', `/payments/${pending.id}/cancel`)).body).toMatchObject({
      status: 'canceled',
      paid: false,
      cancellation_details: { party: 'merchant', reason: 'canceled_by_merchant' },
    });
    const paid = await f.create();
    f.sandbox.pay(paid.id);
    expect((await f.api('POST', `/payments/${paid.id}/cancel`)).status).toBe(400);
    expect((await f.api('POST', '/payments/unknown/cancel')).status).toBe(404);
  });

  test.each([
    ['5555555555554600', 'insufficient_funds', 'payment_network'],
    ['5555 5555 5555 4592', '3d_secure_failed', 'payment_network'],
    ['5555555555554584', 'country_forbidden', 'yoo_money'],
    ['5555555555554568', 'fraud_suspected', 'payment_network'],
    ['5555555555554634', 'fraud_suspected', 'yoo_money'],
  ])('ends canceled with the card %s: %s by %s', async (card, reason, party) => {
    const { id } = await f.create({ save_payment_method: true });
    expect(f.sandbox.pay(id, card)).toMatchObject({
      status: 'canceled',
      paid: false,
      cancellation_details: { party, reason },
      payment_method: { saved: false },
    });
  });

  test('ends canceled for any reason a test asks for', async () => {
    const { id } = await f.create();
    expect(f.sandbox.decline(id, 'issuer_unavailable').cancellation_details?.reason).toBe('issuer_unavailable');
  });

  test('expires after an hour without confirmation and notifies the shop', async () => {
    const { id } = await f.create();
    f.clock.advance(HOUR - 1);
    expect((await f.api('GET', `/payments/${id}`)).body.status).toBe('pending');
    f.clock.advance(1);
    expect((await f.api('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { party: 'yoo_money', reason: 'expired_on_confirmation' },
    });
    await f.sandbox.flush();
    expect(f.received.map(({ event }) => event)).toEqual(['payment.canceled']);
  });

  test('expires without a request', async () => {
    await f.create();
    f.clock.advance(HOUR);
    f.sandbox.tick();
    await f.sandbox.flush();
    expect(f.received).toHaveLength(1);
  });

  test('expires after seven days without a capture', async () => {
    const { id } = await f.create({ capture: false });
    f.sandbox.pay(id);
    f.clock.advance(7 * 24 * HOUR);
    expect((await f.api('POST', `/payments/${id}/capture`)).status).toBe(400);
    expect(f.sandbox.payments()[0]?.cancellation_details?.reason).toBe('expired_on_capture');
  });
});

describe('a saved payment method', () => {
  async function savedMethod(): Promise<string> {
    const { id } = await f.create({ save_payment_method: true });
    const { payment_method } = f.sandbox.pay(id, '5555555555554444');
    expect(payment_method?.saved).toBe(true);
    return payment_method?.id ?? '';
  }
  const charge = (payment_method_id: string) =>
    f.api('POST', '/payments', { amount: PAYMENT.amount, capture: true, payment_method_id });

  test('is charged without a confirmation', async () => {
    const { body } = await charge(await savedMethod());
    expect(body).toMatchObject({ status: 'succeeded', payment_method: { saved: true, card: { last4: '4444' } } });
    expect(body).not.toHaveProperty('confirmation');
    await f.sandbox.flush();
    expect(f.received.filter(({ object }) => object.id === body.id)).toHaveLength(1);
  });

  test('is not there when the payer paid without saving it', async () => {
    const { id } = await f.create();
    f.sandbox.pay(id);
    expect((await charge(id)).body.parameter).toBe('payment_method_id');
  });

  test('can be made to decline, or to leave the charge pending', async () => {
    const id = await savedMethod();
    f.sandbox.faults.set({ savedMethodCharge: { value: 'insufficient_funds', times: 1 } });
    expect((await charge(id)).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'insufficient_funds' },
    });
    f.sandbox.faults.set({ savedMethodCharge: { value: 'pending', times: 1 } });
    const { body } = await charge(id);
    expect(body.status).toBe('pending');
    expect(f.sandbox.pay(String(body.id)).payment_method?.id).toBe(id);
    expect((await charge(id)).body.status).toBe('succeeded');
  });
});

describe('a refund', () => {
  const refund = (payment_id: string, value: string) =>
    f.api('POST', '/refunds', { payment_id, amount: { value, currency: 'RUB' }, description: 'sorry' });

  test('in part and then in whole leaves the payment succeeded', async () => {
    const { id } = await f.create();
    f.sandbox.pay(id);
    // Notifications of two payments may overtake each other.
    await f.sandbox.flush();
    const first = await refund(id, '400.00');
    expect(first.body).toMatchObject({ payment_id: id, status: 'succeeded', amount: { value: '400.00' } });
    expect(first.body.id).toHaveLength(36);
    expect((await f.api('GET', `/refunds/${first.body.id}`)).body).toEqual(first.body);
    expect((await f.api('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'succeeded',
      refunded_amount: { value: '400.00', currency: 'RUB' },
      refundable: true,
    });
    expect((await refund(id, '590.01')).body).toMatchObject({ code: 'invalid_request', parameter: 'amount.value' });
    expect((await refund(id, '590.00')).status).toBe(200);
    expect((await f.api('GET', `/payments/${id}`)).body).toMatchObject({
      status: 'succeeded',
      refunded_amount: { value: '990.00' },
      refundable: false,
    });
    expect((await refund(id, '0.01')).status).toBe(400);
    await f.sandbox.flush();
    expect(f.received.map(({ event }) => event)).toEqual(['payment.succeeded', 'refund.succeeded', 'refund.succeeded']);
  });

  test('is refused for an unpaid or unknown payment and for a zero amount', async () => {
    const { id } = await f.create();
    expect((await refund(id, '1.00')).body.parameter).toBe('payment_id');
    expect((await refund('unknown', '1.00')).status).toBe(404);
    f.sandbox.pay(id);
    expect((await refund(id, '0.00')).status).toBe(400);
  });

  test('that is canceled gives nothing back and has no event', async () => {
    const { id } = await f.create();
    f.sandbox.pay(id);
    f.sandbox.faults.set({ refundCanceled: { value: 'rejected_by_payee', times: 1 } });
    expect((await refund(id, '990.00')).body).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'rejected_by_payee' },
    });
    expect(f.sandbox.payments()[0]?.refunded_amount?.value).toBe('0.00');
    await f.sandbox.flush();
    expect(f.received.map(({ event }) => event)).toEqual(['payment.succeeded']);
  });
});

describe('a list', () => {
  test('comes newest first, in pages that a cursor continues', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      ids.unshift((await f.create()).id);
      f.clock.advance(1000);
    }
    const seen: unknown[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await f.api('GET', `/payments?limit=2${cursor}`);
      expect(body.type).toBe('list');
      seen.push(...(body.items as { id: string }[]).map(({ id }) => id));
      cursor = `&cursor=${body.next_cursor}`;
      expect(body.next_cursor === undefined).toBe(page === 2);
    }
    expect(seen).toEqual(ids);
  });

  test('is filtered by status, time and payment', async () => {
    const paid = await f.create();
    f.sandbox.pay(paid.id);
    await f.api('POST', '/refunds', { payment_id: paid.id, amount: PAYMENT.amount });
    f.clock.advance(60_000);
    const open = await f.create();
    const idsOf = async (path: string) =>
      ((await f.api('GET', path)).body.items as { id: string }[]).map(({ id }) => id);
    expect(await idsOf('/payments?status=succeeded')).toEqual([paid.id]);
    expect(await idsOf('/payments?created_at.gte=2026-01-15T10:01:00.000Z')).toEqual([open.id]);
    expect(await idsOf('/payments?created_at.lt=2026-01-15T10:01:00.000Z')).toEqual([paid.id]);
    expect(await idsOf(`/refunds?payment_id=${paid.id}`)).toHaveLength(1);
    expect(await idsOf(`/refunds?payment_id=${open.id}`)).toEqual([]);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'created_at.gte=x'])('refuses %s', async (query) => {
    const { status, body } = await f.api('GET', `/payments?${query}`);
    expect([status, body.parameter]).toEqual([400, query.split('=')[0]]);
  });
});
