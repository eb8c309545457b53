import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMetrics, type Metrics, withOwnMetrics } from '@platform/runtime';
import { createYookassaSandbox, type YookassaSandbox } from '@platform/sandbox';
import { type BillingMetrics, billingMetrics } from '../metrics.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { close, draft, listen, openYookassa, type Provider } from './yookassa-fixture.ts';

describe('against the API of the provider', () => {
  let server: Server;
  let sandbox: YookassaSandbox;
  let provider: Provider;
  let metrics: Metrics & BillingMetrics;

  beforeAll(async () => {
    const listening = await listen((req, res) => sandbox.handler(req, res));
    server = listening.server;
  });
  afterAll(() => close(server));
  beforeEach(() => {
    const { port } = server.address() as AddressInfo;
    const publicUrl = `http://127.0.0.1:${port}`;
    sandbox = createYookassaSandbox({ shopId: '100500', secretKey: 'secret', publicUrl, webhookUrl: null });
    metrics = withOwnMetrics(createMetrics(), billingMetrics);
    provider = openYookassa({ apiUrl: `${publicUrl}/v3`, shopId: '100500', secretKey: 'secret', metrics });
  });
  afterEach(async () => {
    await provider.close();
    await sandbox.stop();
  });

  const create = (payment = draft(), key = payment.payment_id) =>
    provider.createPayment(provider.buildPaymentRequest(payment), key);
  /** A payment that exists, or the test fails. */
  const created = async (payment = draft()) => {
    const result = await create(payment);
    if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
    return result.value;
  };
  const sent = () => sandbox.journal().at(-1);
  const calls = async () =>
    (await metrics.providerCalls.get()).values.map(({ labels, value }) => [labels.operation, labels.outcome, value]);

  test('a payment is asked for in the words of the provider, with our id as the idempotence key', async () => {
    const payment = draft();
    const result = await create(payment);
    expect(sent()).toMatchObject({
      method: 'POST',
      path: '/v3/payments',
      headers: { 'idempotence-key': payment.payment_id, 'content-type': 'application/json' },
      body: {
        amount: { value: '990.00', currency: 'RUB' },
        capture: true,
        confirmation: { type: 'redirect', return_url: 'https://app.example/return' },
        description: 'Pro, 30 days',
        metadata: { payment_id: payment.payment_id, application_code: 'demo' },
      },
    });
    expect(sent()?.body).not.toHaveProperty('receipt');
    expect(result).toEqual({
      kind: 'ok',
      value: {
        id: expect.any(String),
        status: 'pending',
        amount: '990.00',
        currency: 'RUB',
        refunded_amount: '0.00',
        payment_id: payment.payment_id,
        confirmation_url: expect.stringContaining('http'),
        cancellation_reason: null,
        is_test: true,
        captured_at: null,
        receipt_registration: null,
      },
    });
    expect(await calls()).toEqual([['create_payment', 'ok', 1]]);
  });

  test('the same key and request give the same payment, the same key and another request none', async () => {
    const payment = draft();
    const [first, second] = [await create(payment), await create(payment)];
    expect(second).toEqual(first);
    expect(sandbox.payments()).toHaveLength(1);
    const other = await create({ ...payment, amount: '1.00' });
    expect(other.kind).toBe('refused');
    expect(sandbox.payments()).toHaveLength(1);
  });

  test('the state of a payment is read by its id', async () => {
    const { id, payment_id } = await created();
    expect(await provider.getPayment(id)).toMatchObject({ kind: 'ok', value: { id, status: 'pending', payment_id } });
    sandbox.pay(id);
    expect(await provider.getPayment(id)).toMatchObject({ kind: 'ok', value: { status: 'succeeded' } });
    expect(sent()).toMatchObject({ method: 'GET', path: `/v3/payments/${id}`, body: null });
    expect(sent()?.headers).not.toHaveProperty('idempotence-key');
    const declined = await created();
    sandbox.decline(declined.id, 'insufficient_funds');
    expect(await provider.getPayment(declined.id)).toMatchObject({
      kind: 'ok',
      value: { status: 'canceled', cancellation_reason: 'insufficient_funds' },
    });
  });

  test('its report is passed on unchanged, also when it contradicts the request', async () => {
    const { id } = await created();
    sandbox.tamper(id, { amount: '1.00', currency: 'USD', metadata: {} });
    expect(await provider.getPayment(id)).toMatchObject({
      kind: 'ok',
      value: { amount: '1.00', currency: 'USD', payment_id: null },
    });
  });

  test('a payment or refund that it does not know is not found', async () => {
    expect(await provider.getPayment('2d000000-000f-5000-8000-000000000000')).toEqual({ kind: 'not_found' });
    expect(await provider.getRefund('nothing')).toEqual({ kind: 'not_found' });
    expect(await calls()).toEqual([
      ['get_payment', 'not_found', 1],
      ['get_refund', 'not_found', 1],
    ]);
  });

  test('an id cannot lead to another address', async () => {
    await provider.getPayment('../refunds?x=1#');
    expect(sent()?.path).toBe('/v3/payments/..%2Frefunds%3Fx%3D1%23');
  });

  test('a request that it refuses is refused with its reason and the name of the field', async () => {
    const refused = await create(draft({ amount: '0.50' }));
    expect(refused).toMatchObject({ kind: 'refused', code: 'invalid_request' });
    expect(refused).toHaveProperty('message', expect.stringContaining('(amount.value)'));
    const stranger = openYookassa({
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/`,
      shopId: '100500',
      secretKey: 'wrong',
      metrics,
    });
    expect(await stranger.getPayment('x')).toMatchObject({
      kind: 'denied',
      reason: '401 invalid_credentials',
    });
    await stranger.close();
  });

  test('a failure without an outcome is unknown, and a repeat with the key finds it', async () => {
    const payment = draft();
    sandbox.faults.set({ createStatus500AfterAccepting: { value: true, times: 1 } });
    expect(await create(payment)).toMatchObject({ kind: 'unknown', retryAfterMs: null });
    expect(sandbox.payments()).toHaveLength(1);
    expect(await create(payment)).toMatchObject({ kind: 'ok', value: { payment_id: payment.payment_id } });
    expect(sandbox.payments()).toHaveLength(1);
    sandbox.faults.set({ outage: true });
    expect(await create()).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('500') });
    expect(await provider.getPayment('x')).toMatchObject({ kind: 'unknown' });
  });

  test('too many requests are unknown, with the milliseconds to wait', async () => {
    sandbox.faults.set({ tooManyRequests: { value: 2_500, times: 1 } });
    expect(await create()).toEqual({
      kind: 'unknown',
      reason: expect.stringContaining('429'),
      retryAfterMs: 2_500,
    });
    expect((await create()).kind).toBe('ok');
  });

  test('a connection that is cut is unknown, and a repeat finds the payment', async () => {
    const payment = draft();
    sandbox.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    expect(await create(payment)).toMatchObject({ kind: 'unknown', retryAfterMs: null });
    expect(sandbox.payments()).toHaveLength(1);
    expect((await create(payment)).kind).toBe('ok');
    expect(sandbox.payments()).toHaveLength(1);
  });

  test('an answer that does not come in time is unknown', async () => {
    const impatient = openYookassa({
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
      shopId: '100500',
      secretKey: 'secret',
      metrics,
      timeoutMs: 200,
    });
    sandbox.faults.set({ createTimeout: { value: 'hang', times: 1 } });
    const payment = draft();
    const result = await impatient.createPayment(impatient.buildPaymentRequest(payment), payment.payment_id);
    expect(result).toMatchObject({ kind: 'unknown', retryAfterMs: null });
    await impatient.close();
  });

  test('a refund is asked for with its reason and receipt, and read', async () => {
    const { id } = await created();
    sandbox.pay(id);
    const receipt = {
      customer: { email: 'anna@example.test' },
      items: [{ description: 'Pro', quantity: 1, amount: { value: '90.00', currency: 'RUB' }, vat_code: 1 }],
    };
    const request = provider.buildRefundRequest({
      provider_payment_id: id,
      amount: '90.00',
      currency: 'RUB',
      reason: 'as agreed',
      receipt,
    });
    const key = randomUUID();
    const result = await provider.createRefund(request, key);
    expect(sent()).toMatchObject({
      path: '/v3/refunds',
      headers: { 'idempotence-key': key },
      body: { payment_id: id, amount: { value: '90.00', currency: 'RUB' }, description: 'as agreed', receipt },
    });
    const refund = {
      id: expect.any(String),
      provider_payment_id: id,
      status: 'succeeded',
      amount: '90.00',
      currency: 'RUB',
      created_at: expect.any(Date),
      cancellation_reason: null,
      receipt_registration: 'succeeded',
    };
    expect(result).toEqual({ kind: 'ok', value: refund });
    if (result.kind !== 'ok') return;
    expect(await provider.getRefund(result.value.id)).toEqual({ kind: 'ok', value: refund });
    expect(await provider.getPayment(id)).toMatchObject({ kind: 'ok', value: { refunded_amount: '90.00' } });
    expect(await provider.createRefund(request, key)).toEqual(result);
    expect(sandbox.refunds()).toHaveLength(1);
    const plain = provider.buildRefundRequest({
      provider_payment_id: id,
      amount: '1.00',
      currency: 'RUB',
      reason: null,
      receipt: null,
    });
    expect(plain).toEqual({ payment_id: id, amount: { value: '1.00', currency: 'RUB' } });
  });

  test('refunds are listed newest first, in pages, of one payment or of a span of time', async () => {
    const ids: string[] = [];
    const payments: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { id } = await created();
      payments.push(id);
      sandbox.pay(id);
      for (let part = 0; part < 60; part += 1) {
        const result = await provider.createRefund(
          provider.buildRefundRequest({
            provider_payment_id: id,
            amount: '1.00',
            currency: 'RUB',
            reason: null,
            receipt: null,
          }),
          randomUUID(),
        );
        if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
        ids.unshift(result.value.id);
      }
    }
    const list = async (filter: Parameters<PaymentProvider['listRefunds']>[0]) => {
      const result = await provider.listRefunds(filter);
      if (result.kind !== 'ok') throw new Error(JSON.stringify(result));
      return { ...result.value, ids: result.value.refunds.map(({ id }) => id) };
    };
    const first = await list({});
    const second = await list({ cursor: first.next_cursor ?? '' });
    expect([...first.ids, ...second.ids]).toEqual(ids);
    expect([first.ids.length, second.next_cursor]).toEqual([100, null]);
    expect((await list({ provider_payment_id: payments[0] })).ids).toEqual(ids.slice(60));
    const newest = first.refunds[0]?.created_at ?? new Date(0);
    expect((await list({ created_from: newest })).ids).toContain(ids[0]);
    expect((await list({ created_from: new Date(newest.getTime() + 1) })).ids).toEqual([]);
    expect((await list({ created_until: new Date(0) })).ids).toEqual([]);
    expect(await calls()).toContainEqual(['list_refunds', 'ok', 6]);
  });

  test('a refund beyond the payment is refused, one that the bank refuses ends canceled with the reason', async () => {
    const { id } = await created();
    sandbox.pay(id);
    const refund = (amount: string) =>
      provider.createRefund(
        provider.buildRefundRequest({ provider_payment_id: id, amount, currency: 'RUB', reason: null, receipt: null }),
        randomUUID(),
      );
    expect(await refund('990.01')).toMatchObject({ kind: 'refused', code: 'invalid_request' });
    sandbox.faults.set({ refundCanceled: { value: 'insufficient_funds', times: 1 } });
    expect(await refund('10.00')).toMatchObject({
      kind: 'ok',
      value: { status: 'canceled', cancellation_reason: 'insufficient_funds' },
    });
  });

  test('long texts are cut by characters as people count them, never through one', async () => {
    const { value } = { value: await created(draft({ description: '🙂'.repeat(200) })) };
    expect(value.status).toBe('pending');
    const body = sent()?.body as { description: string };
    expect([...body.description]).toHaveLength(128);
    expect(body.description).toBe('🙂'.repeat(128));
    const { description } = provider.buildRefundRequest({
      provider_payment_id: 'x',
      amount: '1.00',
      currency: 'RUB',
      reason: `a${'🙂'.repeat(300)}`,
      receipt: null,
    });
    expect(description).toBe(`a${'🙂'.repeat(249)}`);
  });

  test('a receipt has one line that adds up to the payment, also where the shop demands one', async () => {
    const { port } = server.address() as AddressInfo;
    await sandbox.stop();
    sandbox = createYookassaSandbox({
      shopId: '100500',
      secretKey: 'secret',
      publicUrl: `http://127.0.0.1:${port}`,
      webhookUrl: null,
      receiptRequired: true,
    });
    expect(await create()).toMatchObject({ kind: 'refused', message: expect.stringContaining('Receipt') });
    for (const amount of ['1.00', '19.99', '1234.56', '350000.00']) {
      const words = { vat_code: 4, payment_subject: 'service', payment_mode: 'full_payment', measure: 'piece' };
      const line = { description: 'Pro, 30 days', ...words, tax_system_code: 2 };
      const payment = draft({ amount, receipt: { line, customer: { email: 'anna@example.test' } } });
      expect((await create(payment)).kind).toBe('ok');
      expect(sent()?.body).toMatchObject({
        receipt: {
          customer: { email: 'anna@example.test' },
          items: [
            {
              description: 'Pro, 30 days',
              quantity: 1,
              amount: { value: amount, currency: 'RUB' },
              vat_code: 4,
              payment_subject: 'service',
              payment_mode: 'full_payment',
              measure: 'piece',
            },
          ],
          tax_system_code: 2,
        },
      });
    }
  });
});
