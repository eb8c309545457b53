import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Fixture, PAYMENT, startFixture } from './sandbox-fixture.ts';

const HOUR = 60 * 60 * 1000;
let f: Fixture;
beforeEach(async () => {
  f = await startFixture();
});
afterEach(() => f.close());

describe('a request', () => {
  test('without credentials, or with wrong ones, is answered 401 invalid_credentials', async () => {
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    for (const authorization of [null, basic('100500:wrong'), basic('1:test_secret'), 'Bearer test_secret']) {
      const { status, body } = await f.api('POST', '/payments', PAYMENT, { authorization });
      expect(status).toBe(401);
      expect(body).toMatchObject({ type: 'error', code: 'invalid_credentials' });
      expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(f.sandbox.payments()).toEqual([]);
  });

  test('with a wrong method, path, content type or body is answered 405, 404, 415 or 400', async () => {
    const wrongMethod = await f.api('DELETE', '/payments');
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get('allow')).toBe('POST, GET');
    expect((await f.api('GET', '/nothing')).status).toBe(404);
    expect((await f.api('GET', '/payments/unknown')).body).toMatchObject({ type: 'error', code: 'not_found' });
    expect((await f.api('GET', '/refunds/unknown')).status).toBe(404);
    expect((await f.api('POST', '/payments', PAYMENT, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await f.api('POST', '/payments', '{"amount"')).status).toBe(400);
  });

  test('is kept in the journal without its secrets', async () => {
    await f.api('POST', '/payments', PAYMENT, { 'idempotence-key': 'key-1' });
    const [entry] = f.sandbox.journal();
    expect(entry).toMatchObject({ method: 'POST', path: '/v3/payments', body: PAYMENT, status: 200 });
    expect(entry?.headers['idempotence-key']).toBe('key-1');
    expect(JSON.stringify(entry)).not.toMatch(/authorization|Basic/i);
  });
});

describe('idempotence', () => {
  test('demands a key of 1 to 64 legal characters', async () => {
    for (const key of [null, 'k'.repeat(65), 'ключ'.replace(/./g, '~')]) {
      const { status, body } = await f.api('POST', '/payments', PAYMENT, { 'idempotence-key': key });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid_request', parameter: 'Idempotence-Key' });
    }
    expect((await f.api('POST', '/payments', PAYMENT, { 'idempotence-key': 'k'.repeat(64) })).status).toBe(200);
  });

  test('gives the same answer for the same key and body, even when the payment has moved on', async () => {
    const key = { 'idempotence-key': 'once' };
    const first = await f.api('POST', '/payments', PAYMENT, key);
    f.sandbox.pay(String(first.body.id));
    const second = await f.api('POST', '/payments', PAYMENT, key);
    expect(second.body).toEqual(first.body);
    expect(f.sandbox.payments()).toHaveLength(1);
  });

  test('refuses the same key with another body or another path', async () => {
    const key = { 'idempotence-key': 'once' };
    await f.api('POST', '/payments', PAYMENT, key);
    const other = await f.api('POST', '/payments', { ...PAYMENT, description: 'another' }, key);
    expect(other.status).toBe(400);
    expect(other.body).toMatchObject({ description: 'Idempotence key duplicated', parameter: 'Idempotence-Key' });
    expect((await f.api('POST', '/refunds', PAYMENT, key)).body.description).toBe('Idempotence key duplicated');
  });

  test('keeps a refusal under its key, so that a corrected request needs a new one', async () => {
    const key = { 'idempotence-key': 'once' };
    const bad = { ...PAYMENT, amount: { value: '1', currency: 'RUB' } };
    const first = await f.api('POST', '/payments', bad, key);
    expect((await f.api('POST', '/payments', bad, key)).body).toEqual(first.body);
    expect((await f.api('POST', '/payments', PAYMENT, key)).body.description).toBe('Idempotence key duplicated');
  });

  test('makes one payment of many concurrent calls with one key', async () => {
    const calls = Array.from({ length: 20 }, () =>
      f.api('POST', '/payments', PAYMENT, { 'idempotence-key': 'together' }),
    );
    const ids = new Set((await Promise.all(calls)).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(f.sandbox.payments()).toHaveLength(1);
  });

  test('forgets a key after 24 hours', async () => {
    const key = { 'idempotence-key': 'once' };
    const first = await f.api('POST', '/payments', PAYMENT, key);
    f.clock.advance(24 * HOUR - 1);
    expect((await f.api('POST', '/payments', PAYMENT, key)).body.id).toBe(first.body.id);
    f.clock.advance(2);
    expect((await f.api('POST', '/payments', PAYMENT, key)).body.id).not.toBe(first.body.id);
  });
});

describe('creating a payment', () => {
  test('answers a pending payment with an address to confirm it at', async () => {
    const payment = await f.create();
    expect(payment.id).toHaveLength(36);
    expect(payment).toMatchObject({
      status: 'pending',
      paid: false,
      amount: PAYMENT.amount,
      confirmation: {
        type: 'redirect',
        return_url: PAYMENT.confirmation.return_url,
        confirmation_url: `${f.mount}/checkout/${payment.id}`,
      },
      created_at: '2026-01-15T10:00:00.000Z',
      metadata: PAYMENT.metadata,
      recipient: { account_id: '100500' },
      refundable: false,
      test: true,
    });
    expect(payment).not.toHaveProperty('payment_method');
    expect((await f.api('GET', `/payments/${payment.id}`)).body).toEqual(payment);
  });

  const item = { description: 'Plan', quantity: 1, amount: PAYMENT.amount, vat_code: 1 };
  const receipt = { customer: { email: 'a@b.example' }, items: [item] };
  test.each<[string, Record<string, unknown>, string]>([
    ['no amount', { amount: undefined }, 'amount'],
    ['a number for the amount', { amount: { value: 990, currency: 'RUB' } }, 'amount.value'],
    ['an amount without kopecks', { amount: { value: '990', currency: 'RUB' } }, 'amount.value'],
    ['an amount with three decimals', { amount: { value: '990.000', currency: 'RUB' } }, 'amount.value'],
    ['less than one rouble', { amount: { value: '0.99', currency: 'RUB' } }, 'amount.value'],
    ['more than 350 000 roubles', { amount: { value: '350000.01', currency: 'RUB' } }, 'amount.value'],
    ['another currency', { amount: { value: '990.00', currency: 'USD' } }, 'amount.currency'],
    ['a description of 129 characters', { description: 'я'.repeat(129) }, 'description'],
    ['no confirmation', { confirmation: undefined }, 'confirmation'],
    ['no return_url', { confirmation: { type: 'redirect' } }, 'confirmation.return_url'],
    [
      'a return_url of 2049 characters',
      { confirmation: { type: 'redirect', return_url: `https://a.example/${'a'.repeat(2031)}` } },
      'confirmation.return_url',
    ],
    [
      'a return_url that is a script',
      { confirmation: { type: 'redirect', return_url: 'javascript:alert(1)' } },
      'confirmation.return_url',
    ],
    [
      '17 metadata keys',
      { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v'])) },
      'metadata',
    ],
    ['a metadata key of 33 characters', { metadata: { ['k'.repeat(33)]: 'v' } }, `metadata.${'k'.repeat(33)}`],
    ['a metadata value of 513 characters', { metadata: { k: 'v'.repeat(513) } }, 'metadata.k'],
    ['a metadata value that is no string', { metadata: { k: 1 } }, 'metadata.k'],
    ['a receipt without a customer', { receipt: { items: [item] } }, 'receipt.customer'],
    ['a receipt without email and phone', { receipt: { ...receipt, customer: {} } }, 'receipt.customer'],
    ['a receipt without items', { receipt: { ...receipt, items: [] } }, 'receipt.items'],
    ['a receipt with another sum', { receipt: { ...receipt, items: [item, item] } }, 'receipt.items'],
    [
      'an unknown VAT code',
      { receipt: { ...receipt, items: [{ ...item, vat_code: 13 }] } },
      'receipt.items.0.vat_code',
    ],
    ['an unknown saved method', { payment_method_id: 'nothing', confirmation: undefined }, 'payment_method_id'],
    ['a saved method with a confirmation', { payment_method_id: 'x' }, 'confirmation'],
    ['a method that a test shop lacks', { payment_method_data: { type: 'sbp' } }, 'payment_method_data.type'],
    ['a merchant_customer_id of 201 characters', { merchant_customer_id: 'c'.repeat(201) }, 'merchant_customer_id'],
  ])('refuses %s and names the field', async (_case, changes, parameter) => {
    const { status, body } = await f.api('POST', '/payments', { ...PAYMENT, ...changes });
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'error', code: 'invalid_request', parameter });
    expect(f.sandbox.payments()).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['the smallest amount', { amount: { value: '1.00', currency: 'RUB' } }],
    ['the greatest amount', { amount: { value: '350000.00', currency: 'RUB' } }],
    ['a description of 128 characters outside the basic plane', { description: '😀'.repeat(128) }],
    [
      '16 metadata keys',
      { metadata: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, 'v'.repeat(512)])) },
    ],
    ['a scheme of an application', { confirmation: { type: 'redirect', return_url: 'myapp://paid' } }],
    [
      'a receipt by phone',
      {
        receipt: {
          customer: { phone: '+79000000000' },
          items: [{ ...item, quantity: 2, amount: { value: '495.00', currency: 'RUB' } }],
        },
      },
    ],
  ])('accepts %s', async (_case, changes) => {
    expect((await f.api('POST', '/payments', { ...PAYMENT, ...changes })).status).toBe(200);
  });

  test('demands a receipt of a shop with fiscalization', async () => {
    const fiscal = await startFixture({ receiptRequired: true });
    const { status, body } = await fiscal.api('POST', '/payments', PAYMENT);
    expect([status, body.description, body.parameter]).toEqual([400, 'Receipt is missing or illegal', 'receipt']);
    const payment = await fiscal.create({ receipt });
    expect(payment.receipt_registration).toBe('pending');
    expect(fiscal.sandbox.pay(payment.id).receipt_registration).toBe('succeeded');
    await fiscal.close();
  });
});
