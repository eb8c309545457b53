import { YooCheckout } from '@a2seven/yoo-checkout';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { YooKassa } from '@webzaytsev/yookassa-ts-sdk';
import { type Fixture, startFixture } from './sandbox-fixture.ts';

/** Two SDKs from npm against the sandbox. One script uses both. */

let f: Fixture;
beforeEach(async () => {
  f = await startFixture();
});
afterEach(() => f.close());

interface Payment {
  id: string;
  status: string;
  amount: { value: string };
  created_at: string;
  captured_at?: string;
  receipt_registration?: string;
}
interface Item {
  description: string;
  quantity: string;
  amount: { value: string; currency: 'RUB' };
  vat_code: 1;
}
interface Receipt {
  items: Item[];
  customer: { email: string };
}
type Filter = Record<string, string | number>;
type Listed = { id: string }[];

/** What the script asks of an SDK. A filter has the names of the provider: `created_at.gte`. */
interface Sdk {
  create(body: { amount: Item['amount']; capture: boolean; receipt?: Receipt }, key?: string): Promise<Payment>;
  load(id: string): Promise<Payment>;
  capture(id: string, amount: Item['amount']): Promise<Payment>;
  cancel(id: string): Promise<Payment>;
  payments(filter: Filter): Promise<Listed>;
  refund(body: {
    payment_id: string;
    amount: Item['amount'];
    receipt?: Receipt;
  }): Promise<{ id: string; status: string }>;
  loadRefund(id: string): Promise<{ id: string; created_at: string }>;
  refunds(filter: Filter): Promise<Listed>;
  createReceipt(body: { type: 'payment' | 'refund'; payment_id?: string; refund_id?: string } & Receipt): Promise<{
    id: string;
    status: string;
  }>;
  loadReceipt(id: string): Promise<{ id: string; type: string; payment_id?: string; registered_at?: string }>;
  receipts(filter: Filter): Promise<Listed>;
}

const confirmation = { type: 'redirect', return_url: 'https://app.example/return' } as const;
const settlementOf = ({ items }: Receipt) => [
  { type: 'cashless' as const, amount: items[0]?.amount ?? { value: '0.00', currency: 'RUB' } },
];

/** The first SDK as JavaScript has it: its types want enums of their own, and call a receipt a string. */
interface WebzaytsevSdk {
  payments: {
    create(body: object, key?: string): Promise<Payment>;
    load: Sdk['load'];
    capture(id: string, body: object): Promise<Payment>;
    cancel: Sdk['cancel'];
    list: Sdk['payments'];
  };
  refunds: { create: Sdk['refund']; load: Sdk['loadRefund']; list: Sdk['refunds'] };
  receipts: {
    create(body: object): ReturnType<Sdk['createReceipt']>;
    load: Sdk['loadReceipt'];
    list: Sdk['receipts'];
  };
}

function webzaytsev(): Sdk {
  const options = { endpoint: `${f.mount}/v3`, maxRPS: 1_000, retries: 0 };
  const sdk = YooKassa({ shop_id: '100500', secret_key: 'test_secret', ...options }, true);
  const { payments, refunds, receipts } = sdk as unknown as WebzaytsevSdk;
  // Nested filters leave the SDK as `created_at[gte]`, which is no spelling of the provider; flat ones
  // arrive.
  return {
    create: (body, key) => payments.create({ ...body, confirmation }, key),
    load: payments.load,
    capture: (id, amount) => payments.capture(id, { amount }),
    cancel: payments.cancel,
    // The SDK writes the cursor into the filter that it was given.
    payments: (filter) => payments.list({ ...filter }),
    refund: refunds.create,
    loadRefund: refunds.load,
    refunds: (filter) => refunds.list({ ...filter }),
    createReceipt: (body) => receipts.create({ ...body, send: true, settlements: settlementOf(body) }),
    loadReceipt: receipts.load,
    receipts: (filter) => receipts.list({ ...filter }),
  };
}

function a2seven(): Sdk {
  /** The SDK has no option for the address; it is a field of the client. */
  class LocalCheckout extends YooCheckout {
    override readonly root = `${f.mount}/v3`;
  }
  const checkout = new LocalCheckout({ shopId: '100500', secretKey: 'test_secret' });
  /** A page of this SDK has a cursor; the next page is the work of its caller. */
  const all = async (page: (filter: Filter) => Promise<{ items: Listed; next_cursor: string }>, filter: Filter) => {
    const items: Listed = [];
    let cursor: string | undefined;
    do {
      const { items: more, next_cursor } = await page(cursor === undefined ? filter : { ...filter, cursor });
      items.push(...more);
      cursor = next_cursor;
    } while (cursor !== undefined);
    return items;
  };
  return {
    create: (body, key) => checkout.createPayment({ ...body, confirmation }, key),
    load: (id) => checkout.getPayment(id),
    capture: (id, amount) => checkout.capturePayment(id, { amount }),
    cancel: (id) => checkout.cancelPayment(id),
    payments: (filter) => all((each) => checkout.getPaymentList(each), filter),
    refund: (body) => checkout.createRefund(body),
    loadRefund: (id) => checkout.getRefund(id),
    refunds: (filter) => all((each) => checkout.getRefundList(each), filter),
    createReceipt: (body) => checkout.createReceipt({ ...body, send: true, settlements: settlementOf(body) }),
    loadReceipt: (id) => checkout.getReceipt(id),
    receipts: (filter) => all((each) => checkout.getReceiptList(each), filter),
  };
}

const rub = (value: string) => ({ value, currency: 'RUB' as const });
const receiptFor = (value: string): Receipt => ({
  customer: { email: 'ada@example.com' },
  items: [{ description: 'Pro', quantity: '1.00', amount: rub(value), vat_code: 1 }],
});
const idsOf = async (listed: Promise<Listed>) => (await listed).map(({ id }) => id);
const minute = () => f.clock.advance(60_000);

describe.each([
  ['@webzaytsev/yookassa-ts-sdk', webzaytsev],
  ['@a2seven/yoo-checkout', a2seven],
])('the SDK %s', (_name, open) => {
  let sdk: Sdk;
  beforeEach(() => {
    sdk = open();
  });

  test('creates, captures, cancels and refunds payments', async () => {
    const held = await sdk.create({ amount: rub('990.00'), capture: false }, 'order-1');
    expect(held).toMatchObject({ status: 'pending', amount: rub('990.00') });
    expect((await sdk.create({ amount: rub('990.00'), capture: false }, 'order-1')).id).toBe(held.id);
    f.sandbox.pay(held.id);
    expect(await sdk.load(held.id)).toMatchObject({ status: 'waiting_for_capture' });
    expect(await sdk.capture(held.id, rub('600.00'))).toMatchObject({ status: 'succeeded', amount: rub('600.00') });

    const unwanted = await sdk.create({ amount: rub('100.00'), capture: false });
    f.sandbox.pay(unwanted.id);
    expect(await sdk.cancel(unwanted.id)).toMatchObject({ status: 'canceled' });

    const refund = await sdk.refund({ payment_id: held.id, amount: rub('200.00') });
    expect(refund).toMatchObject({ status: 'succeeded', amount: rub('200.00') });
    expect(await sdk.loadRefund(refund.id)).toMatchObject({ id: refund.id, payment_id: held.id });
    expect(await sdk.load(held.id)).toMatchObject({ refunded_amount: rub('200.00') });
  });

  test('reports a refused call as an error', async () => {
    await expect(sdk.load('none')).rejects.toBeDefined();
    const { id } = await sdk.create({ amount: rub('10.00'), capture: true });
    await expect(sdk.capture(id, rub('10.00'))).rejects.toBeDefined();
    await expect(sdk.refund({ payment_id: id, amount: rub('10.00') })).rejects.toBeDefined();
  });

  test('lists payments by every filter and over every page', async () => {
    const made: Payment[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.push(await sdk.create({ amount: rub('50.00'), capture: true }));
      minute();
    }
    const [first, second, third, fourth, fifth] = made.map(({ id }) => id) as [string, string, string, string, string];
    for (const id of [second, fourth]) {
      f.sandbox.pay(id);
      minute();
    }
    const [created_at, captured_at] = [made[2]?.created_at ?? '', (await sdk.load(second)).captured_at ?? ''];
    const expected: [Filter, string[]][] = [
      [{}, [fifth, fourth, third, second, first]],
      [{ limit: 2 }, [fifth, fourth, third, second, first]],
      [{ status: 'succeeded' }, [fourth, second]],
      [{ status: 'pending', limit: 1 }, [fifth, third, first]],
      [{ payment_method: 'bank_card' }, [fourth, second]],
      [{ payment_method: 'yoo_money' }, []],
      [{ 'created_at.gte': created_at }, [fifth, fourth, third]],
      [{ 'created_at.gt': created_at }, [fifth, fourth]],
      [{ 'created_at.lte': created_at }, [third, second, first]],
      [{ 'created_at.lt': created_at }, [second, first]],
      [{ 'captured_at.gte': captured_at }, [fourth, second]],
      [{ 'captured_at.gt': captured_at }, [fourth]],
      [{ 'captured_at.lte': captured_at }, [second]],
      [{ 'captured_at.lt': captured_at }, []],
      [{ 'created_at.gt': created_at, status: 'succeeded' }, [fourth]],
    ];
    for (const [filter, ids] of expected) expect([filter, await idsOf(sdk.payments(filter))]).toEqual([filter, ids]);
  });

  test('lists refunds by every filter and over every page', async () => {
    const payments = [
      await sdk.create({ amount: rub('50.00'), capture: true }),
      await sdk.create({ amount: rub('50.00'), capture: true }),
    ] as const;
    const refunds: string[] = [];
    for (const { id } of [...payments, payments[0]]) {
      if (refunds.length < 2) f.sandbox.pay(id);
      refunds.push((await sdk.refund({ payment_id: id, amount: rub('10.00') })).id);
      minute();
    }
    const [first, second, third] = refunds as [string, string, string];
    const { created_at } = await sdk.loadRefund(second);
    const expected: [Filter, string[]][] = [
      [{ limit: 1 }, [third, second, first]],
      [{ payment_id: payments[0].id }, [third, first]],
      [{ status: 'succeeded' }, [third, second, first]],
      [{ status: 'canceled' }, []],
      [{ 'created_at.gte': created_at }, [third, second]],
      [{ 'created_at.gt': created_at }, [third]],
      [{ 'created_at.lte': created_at }, [second, first]],
      [{ 'created_at.lt': created_at }, [first]],
    ];
    for (const [filter, ids] of expected) expect([filter, await idsOf(sdk.refunds(filter))]).toEqual([filter, ids]);
  });

  test('registers receipts and lists them by every filter', async () => {
    const paid = await sdk.create({ amount: rub('50.00'), capture: true, receipt: receiptFor('50.00') });
    expect([paid.receipt_registration, await sdk.receipts({})]).toEqual(['pending', []]);
    f.sandbox.pay(paid.id);
    expect(await sdk.load(paid.id)).toMatchObject({ receipt_registration: 'succeeded' });
    const [ofPayment] = (await idsOf(sdk.receipts({ payment_id: paid.id }))) as [string];
    const loaded = await sdk.loadReceipt(ofPayment);
    expect(loaded).toMatchObject({ type: 'payment', payment_id: paid.id, settlements: [{ amount: rub('50.00') }] });
    minute();

    const part = { payment_id: paid.id, amount: rub('20.00') };
    await expect(sdk.refund(part)).rejects.toBeDefined();
    const refund = await sdk.refund({ ...part, receipt: receiptFor('20.00') });
    const [ofRefund = ''] = await idsOf(sdk.receipts({ refund_id: refund.id }));
    const separate = await sdk.loadReceipt(ofRefund);
    expect(separate).toMatchObject({ id: ofRefund, status: 'succeeded', type: 'refund', refund_id: refund.id });
    minute();
    const later = await sdk.createReceipt({ type: 'payment', payment_id: paid.id, ...receiptFor('30.00') });

    const { registered_at = '' } = await sdk.loadReceipt(separate.id);
    const expected: [Filter, string[]][] = [
      [{ limit: 1 }, [later.id, separate.id, ofPayment]],
      [{ payment_id: paid.id }, [later.id, separate.id, ofPayment]],
      [{ refund_id: refund.id }, [separate.id]],
      [{ status: 'succeeded' }, [later.id, separate.id, ofPayment]],
      [{ status: 'pending' }, []],
      [{ 'created_at.gte': registered_at }, [later.id, separate.id]],
      [{ 'created_at.lt': registered_at }, [ofPayment]],
    ];
    for (const [filter, ids] of expected) expect([filter, await idsOf(sdk.receipts(filter))]).toEqual([filter, ids]);

    await expect(sdk.loadReceipt('none')).rejects.toBeDefined();
    const open = await sdk.create({ amount: rub('10.00'), capture: true });
    const early = { type: 'payment' as const, payment_id: open.id, ...receiptFor('10.00') };
    await expect(sdk.createReceipt(early)).rejects.toBeDefined();
  });
});
