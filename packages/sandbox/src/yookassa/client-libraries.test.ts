import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Fixture, PAYMENT, startFixture } from './sandbox-fixture.ts';

/** Details of the API that client libraries of the provider depend on. */
let f: Fixture;
beforeEach(async () => {
  f = await startFixture();
});
afterEach(() => f.close());

const idsOf = async (query: string): Promise<unknown[]> => {
  const { status, body } = await f.api('GET', `/payments?${query}`);
  expect(status).toBe(200);
  return (body.items as { id: string }[]).map(({ id }) => id);
};

test('payments are listed by the means and by the moment they were paid with', async () => {
  const [paid, open] = [await f.create(), await f.create()];
  f.sandbox.pay(paid.id);
  const { captured_at } = (await f.api('GET', `/payments/${paid.id}`)).body as { captured_at: string };
  expect(await idsOf('payment_method=bank_card')).toEqual([paid.id]);
  expect(await idsOf('payment_method=yoo_money')).toEqual([]);
  expect(await idsOf(`captured_at.gte=${captured_at}`)).toEqual([paid.id]);
  expect(await idsOf(`captured_at.gt=${captured_at}`)).toEqual([]);
  expect(await idsOf(`captured_at.lte=${captured_at}`)).toEqual([paid.id]);
  expect(await idsOf('limit=100')).toEqual([open.id, paid.id]);
  const wrong = await f.api('GET', '/payments?captured_at.gte=yesterday');
  expect([wrong.status, wrong.body.parameter]).toEqual([400, 'captured_at.gte']);
});

test('a means of payment says whether the shop may charge it again', async () => {
  const [once, again] = [await f.create(), await f.create({ save_payment_method: true })];
  for (const { id } of [once, again]) f.sandbox.pay(id);
  const methodOf = async (id: string) => (await f.api('GET', `/payments/${id}`)).body.payment_method;
  expect(await methodOf(once.id)).toMatchObject({ saved: false, status: 'inactive' });
  expect(await methodOf(again.id)).toMatchObject({ saved: true, status: 'active' });
});

test('a payment has a confirmation only while the payer has to confirm', async () => {
  const { id } = await f.create();
  expect((await f.api('GET', `/payments/${id}`)).body.confirmation).toMatchObject({ type: 'redirect' });
  f.sandbox.pay(id);
  expect((await f.api('GET', `/payments/${id}`)).body).not.toHaveProperty('confirmation');
});

test('a quantity may be a text, and an optional field may be null', async () => {
  const items = [{ description: 'Pro', quantity: '2.00', amount: { value: '495.00', currency: 'RUB' }, vat_code: 1 }];
  const receipt = { customer: { email: 'ada@example.com', phone: null }, items, tax_system_code: null };
  const accepted = await f.api('POST', '/payments', { ...PAYMENT, receipt, merchant_customer_id: null });
  expect([accepted.status, accepted.body.receipt_registration]).toEqual([200, 'pending']);
  const refused = await f.api('POST', '/payments', {
    ...PAYMENT,
    receipt: { ...receipt, items: [{ ...items[0], quantity: 'two' }] },
  });
  expect([refused.status, refused.body.parameter]).toEqual([400, 'receipt.items.0.quantity']);
});

test('what does not exist is answered in the words of the provider', async () => {
  for (const [method, path, parameter] of [
    ['GET', '/payments/none', 'payment_id'],
    ['POST', '/payments/none/cancel', 'payment_id'],
    ['GET', '/refunds/none', 'refund_id'],
  ] as const) {
    const { status, body } = await f.api(method, path, method === 'POST' ? {} : undefined);
    expect([path, status, body.parameter]).toEqual([path, 404, parameter]);
    expect(body.description).toMatch(/doesn't exist or access denied$/);
  }
});

test('the shop describes itself', async () => {
  expect((await f.api('GET', '/me')).body).toMatchObject({ account_id: '100500', status: 'enabled', test: true });
});

test('a payer that cancels on the checkout page is back in the shop, and the payment stays pending', async () => {
  const { id } = await f.create();
  const leave = await fetch(`${f.mount}/checkout/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ leave: '1' }),
    redirect: 'manual',
  });
  expect([leave.status, leave.headers.get('location')]).toEqual([303, 'https://app.example/return?from=shop']);
  expect((await f.api('GET', `/payments/${id}`)).body.status).toBe('pending');
});
