import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, type Fixture, PAYMENT, startFixture } from './sandbox-fixture.ts';

let f: Fixture;
beforeEach(async () => {
  f = await startFixture();
});
afterEach(() => f.close());

const events = () => f.received.map(({ event }) => event);

describe('a webhook', () => {
  test('carries the whole payment and nothing to authenticate it by', async () => {
    const { id } = await f.create();
    const payment = f.sandbox.pay(id);
    await f.sandbox.flush();
    expect(f.received).toEqual([{ type: 'notification', event: 'payment.succeeded', object: payment }]);
    expect(f.sandbox.deliveries()).toMatchObject([{ state: 'delivered', objectId: id, attempts: [{ status: 200 }] }]);
  });

  test('reports a held, a captured and a canceled payment, but no pending one', async () => {
    const { id } = await f.create({ capture: false });
    await f.sandbox.flush();
    expect(events()).toEqual([]);
    f.sandbox.pay(id);
    await f.sandbox.flush();
    await f.api('POST', `/payments/${id}/capture`);
    await f.sandbox.flush();
    f.sandbox.decline((await f.create()).id);
    await f.sandbox.flush();
    expect(events()).toEqual(['payment.waiting_for_capture', 'payment.succeeded', 'payment.canceled']);
  });

  test.each([201, 204, 301, 404, 500])('is repeated after a %i until the answer is exactly 200', async (status) => {
    f.receiver.headers = status === 301 ? { location: `${f.server.origin}/shop/elsewhere` } : {};
    let answers = 0;
    f.receiver.status = () => {
      answers += 1;
      return answers < 3 ? status : 200;
    };
    f.sandbox.pay((await f.create()).id);
    await eventually(() => f.sandbox.deliveries()[0]?.state === 'delivered');
    expect(f.sandbox.deliveries()[0]?.attempts.map((attempt) => attempt.status)).toEqual([status, status, 200]);
    expect(f.received).toHaveLength(3);
  });

  test('is given up 24 hours after the event', async () => {
    f.receiver.status = () => 503;
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    expect(f.sandbox.deliveries()[0]?.state).toBe('pending');
    f.clock.advance(24 * 60 * 60 * 1000);
    await eventually(() => f.sandbox.deliveries()[0]?.state === 'abandoned');
  });

  test('is not waited for longer than a retry away, and can be sent again at once', async () => {
    await f.close();
    f = await startFixture({ webhookRetryDelaysMs: [3_600_000] });
    f.receiver.status = () => 503;
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    f.receiver.status = () => 200;
    await f.sandbox.redeliver();
    expect(f.sandbox.deliveries()[0]?.attempts.map(({ status }) => status)).toEqual([503, 200]);
  });

  test('is sent nowhere when the shop has no address for it', async () => {
    await f.close();
    f = await startFixture({ webhookUrl: null });
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    expect(f.sandbox.deliveries()).toEqual([]);
  });

  test('never shows the token of its address in the log', async () => {
    await f.close();
    const lines: string[] = [];
    f = await startFixture({ log: (line) => lines.push(line) });
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    expect(lines.join('\n')).toContain('payment.succeeded');
    expect(lines.join('\n')).not.toContain('token');
  });
});

describe('a fault', () => {
  test('of lost webhooks sends none', async () => {
    f.sandbox.faults.set({ webhook: { value: 'lost', times: 1 } });
    f.sandbox.pay((await f.create()).id);
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    expect(f.received).toHaveLength(1);
    expect(f.sandbox.deliveries().map(({ state }) => state)).toEqual(['lost', 'delivered']);
  });

  test('of duplicates sends each event twice', async () => {
    f.sandbox.faults.set({ webhook: 'duplicate' });
    f.sandbox.pay((await f.create()).id);
    await f.sandbox.flush();
    expect(events()).toEqual(['payment.succeeded', 'payment.succeeded']);
  });

  test('of order lets a later event overtake', async () => {
    f.sandbox.faults.set({ webhook: 'out_of_order' });
    const { id } = await f.create({ capture: false });
    f.sandbox.pay(id);
    await f.api('POST', `/payments/${id}/capture`);
    await f.sandbox.flush();
    expect(events()).toEqual(['payment.succeeded', 'payment.waiting_for_capture']);
  });

  test('of order delivers a single event all the same', async () => {
    f.sandbox.faults.set({ webhook: 'out_of_order' });
    f.sandbox.pay((await f.create()).id);
    expect(f.received).toEqual([]);
    await f.sandbox.flush();
    expect(events()).toEqual(['payment.succeeded']);
  });

  test('sends the event before the answer to the call that caused it', async () => {
    const saved = await f.create({ save_payment_method: true });
    f.sandbox.pay(saved.id);
    await f.sandbox.flush();
    f.sandbox.faults.set({ webhook: 'before_response' });

    let answered = false;
    const order: string[] = [];
    f.receiver.status = () => {
      order.push(answered ? 'answer first' : 'event first');
      return 200;
    };
    const charge = await f.api('POST', '/payments', {
      amount: PAYMENT.amount,
      capture: true,
      payment_method_id: saved.id,
    });
    answered = true;
    expect(charge.body.status).toBe('succeeded');
    expect(order).toEqual(['event first']);
  });

  test('pays a payment before its pending answer is out', async () => {
    f.sandbox.faults.set({ webhook: { value: 'before_response', times: 1 } });
    const { id, status } = await f.create();
    expect(status).toBe('pending');
    expect(f.received).toMatchObject([{ event: 'payment.succeeded', object: { id } }]);
    expect((await f.create()).status).toBe('pending');
    expect(f.received).toHaveLength(1);
  });

  test('of 500 after accepting leaves a payment that the same key finds', async () => {
    f.sandbox.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    const key = { 'idempotence-key': 'once' };
    const first = await f.api('POST', '/payments', PAYMENT, key);
    expect(first.status).toBe(500);
    expect(first.body.code).toBe('internal_server_error');
    expect(f.sandbox.payments()).toHaveLength(1);
    const second = await f.api('POST', '/payments', PAYMENT, key);
    expect(second.body.id).toBe(f.sandbox.payments()[0]?.id);
  });

  test.each(['hang', 'destroy'] as const)('of timeout (%s) leaves a payment and no answer', async (createTimeout) => {
    f.sandbox.faults.set({ createTimeout });
    const key = { 'idempotence-key': 'once' };
    const giveUp = new AbortController();
    const call = fetch(`${f.mount}/v3/payments`, {
      method: 'POST',
      headers: {
        ...key,
        authorization: `Basic ${Buffer.from('100500:test_secret').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(PAYMENT),
      signal: giveUp.signal,
    });
    const outcome = call.then(
      () => 'answered',
      () => 'no answer',
    );
    await eventually(() => f.sandbox.payments().length === 1);
    if (createTimeout === 'hang') {
      // A later call is answered; the first one still waits.
      await f.api('GET', '/payments');
      expect(await Promise.race([outcome, 'waits'])).toBe('waits');
      giveUp.abort();
    }
    expect(await outcome).toBe('no answer');
    f.sandbox.faults.reset();
    expect((await f.api('POST', '/payments', PAYMENT, key)).body.id).toBe(f.sandbox.payments()[0]?.id);
  });

  test('of too many requests names a pause in milliseconds', async () => {
    f.sandbox.faults.set({ tooManyRequests: { value: 2500, times: 1 } });
    const { status, body } = await f.api('POST', '/payments', PAYMENT);
    expect(status).toBe(429);
    expect(body).toMatchObject({ code: 'too_many_requests', retry_after: 2500 });
    expect((await f.api('POST', '/payments', PAYMENT)).status).toBe(200);
  });

  test('of outage answers every call 500 and does nothing', async () => {
    f.sandbox.faults.set({ outage: true });
    expect((await f.api('POST', '/payments', PAYMENT)).status).toBe(500);
    expect((await f.api('GET', '/payments')).status).toBe(500);
    f.sandbox.faults.reset();
    expect(f.sandbox.payments()).toEqual([]);
  });

  test('of delay answers late', async () => {
    f.sandbox.faults.set({ delayMs: { value: 150, times: 1 } });
    const start = performance.now();
    await f.create();
    expect(performance.now() - start).toBeGreaterThanOrEqual(145);
  });

  test('that does not exist is refused', () => {
    expect(() => f.sandbox.faults.set(JSON.parse('{"explode":true}'))).toThrow();
  });
});

describe('the control API', () => {
  test('pays, declines, expires and tampers', async () => {
    const [a, b, c] = [await f.create(), await f.create(), await f.create()];
    expect((await f.control('POST', `/payments/${a.id}/pay`)).body.status).toBe('succeeded');
    expect((await f.control('POST', `/payments/${b.id}/decline`, { reason: 'call_issuer' })).body).toMatchObject({
      cancellation_details: { reason: 'call_issuer' },
    });
    expect((await f.control('POST', `/payments/${c.id}/expire`)).body).toMatchObject({
      cancellation_details: { reason: 'expired_on_confirmation' },
    });
    const lie = { amount: '1.00', currency: 'USD', metadata: { payment_id: 'other' } };
    await f.control('POST', `/payments/${a.id}/tamper`, lie);
    expect((await f.api('GET', `/payments/${a.id}`)).body).toMatchObject({
      amount: { value: '1.00', currency: 'USD' },
      metadata: { payment_id: 'other' },
    });
    expect((await f.control('POST', `/payments/${a.id}/pay`)).status).toBe(409);
    expect((await f.control('POST', '/payments/unknown/pay')).status).toBe(409);
    expect((await f.control('POST', `/payments/${a.id}/pay`, { kard: '1' })).status).toBe(400);
    expect((await f.control('GET', '/payments')).body).toHaveLength(3);
    expect((await f.control('GET', '/journal')).body).toHaveLength(4);
  });

  test('switches faults', async () => {
    expect((await f.control('PUT', '/faults', { outage: { value: true, times: 2 } })).body).toEqual({
      outage: { value: true, times: 2 },
    });
    expect((await f.api('GET', '/payments')).status).toBe(500);
    expect((await f.control('GET', '/faults')).body).toEqual({ outage: { value: true, times: 1 } });
    expect((await f.control('PUT', '/faults', { nothing: true })).status).toBe(400);
    expect((await f.control('DELETE', '/faults')).body).toEqual({});
    expect((await f.api('GET', '/payments')).status).toBe(200);
  });

  test('sends a forged event', async () => {
    const object = { id: 'forged', status: 'succeeded' };
    const { body } = await f.control('POST', '/webhooks/send', { event: 'payment.succeeded', object });
    expect(body).toEqual({ status: 200 });
    expect(f.received).toEqual([{ type: 'notification', event: 'payment.succeeded', object }]);
    expect(f.sandbox.deliveries()).toEqual([]);
  });

  test('answers to this machine only', async () => {
    const response = await fetch(`${f.mount}/__ctl/journal`, {
      headers: { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
    });
    expect(response.status).toBe(403);
  });
});
