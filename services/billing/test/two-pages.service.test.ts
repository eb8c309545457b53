import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { identity } from '@platform/contracts';
import { type BillingTest, type Buyer, startBilling } from './billing-test.ts';

/** Two payment pages of one price, which the provider lets be paid both: a pending payment cannot be canceled there. */

const web = 'https://app.example.test/return';
const phone = 'demonotes://paid';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
beforeEach(() => {
  t.catalog.receipt_settings = null;
  t.identity.email = 'ada@example.test';
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

interface Page {
  payment_id: string;
  provider_payment_id: string;
}

const open = async ({ client }: Buyer, return_url: string) => {
  const { status, data } = await client.createPayment({ body: { ...t.bodyFor('monthly'), return_url } });
  expect(status).toBe(201);
  // A question to the provider each three seconds.
  t.clock.advance({ seconds: 5 });
  return data;
};
const pay = ({ provider_payment_id }: Page) => t.yookassa.pay(provider_payment_id);
const settle = async (user: Buyer, payment: Page) => (await t.sync({ user, payment })).data;
const twoPages = async () => {
  const user = t.newBuyer();
  return { user, first: await open(user, web), second: await open(user, phone) };
};
const paidBack = ({ provider_payment_id }: Page) =>
  t.yookassa.refunds().flatMap(({ payment_id, amount }) => (payment_id === provider_payment_id ? [amount.value] : []));
const statesOf = async (user: Buyer) => (await t.paymentsOf(user.user_id)).map(({ status }) => status);
/** The part of a payment that goes back in the cabinet of the provider, with its receipt. */
const payBackPart = ({ provider_payment_id }: Page, value: string) =>
  t.refundInCabinet(provider_payment_id, value, {
    customer: { email: 'ada@example.test' },
    items: [{ description: 'A part', quantity: 1, amount: { value, currency: 'RUB' }, vat_code: 1 }],
  });
const askedRefunds = () =>
  t.yookassa.journal().filter(({ method, path }) => method === 'POST' && path === '/v3/refunds');
const fiscal = { vat_code: 1, payment_subject: 'service', payment_mode: 'full_payment', measure: 'piece' } as const;

describe('two pages of one price', () => {
  test.each([
    ['the newer one first', 'second'],
    ['the older one first', 'first'],
  ] as const)(
    'that are both paid, %s, sell once: what was paid later goes back, and the buyer reads why',
    async (_, earlier) => {
      const { user, first, second } = await twoPages();
      const [kept, extra] = earlier === 'first' ? [first, second] : [second, first];
      pay(kept);
      expect(await settle(user, kept)).toMatchObject({ status: 'succeeded', entitlements_granted: true });
      pay(extra);
      expect(await settle(user, extra)).toMatchObject({
        status: 'refunded',
        status_reason: 'paid_twice',
        entitlements_granted: false,
      });
      expect([paidBack(kept), paidBack(extra)]).toEqual([[], ['299.00']]);
      const shown = await user.client.getMyPayment({ params: { payment_id: extra.payment_id } });
      expect(shown.data).toMatchObject({ status: 'refunded', status_reason: 'paid_twice', refunded_amount: 299 });
      const listed = await t.admin.listRefunds({
        params: { application_id: t.application_id },
        query: { payment_id: extra.payment_id },
      });
      expect(listed.data).toMatchObject([
        { requested_by: 'platform', status: 'succeeded', reason: expect.stringContaining('Paid twice') },
      ]);
    },
  );

  test('that are settled at once sell once, whichever it is', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user, first, second } = await twoPages();
      for (const page of [first, second]) pay(page);
      await Promise.all([settle(user, first), settle(user, second), t.worker.reconcilePayments({})]);
      t.clock.advance({ minutes: 2 });
      await t.worker.reconcilePayments({});
      expect((await statesOf(user)).toSorted()).toEqual(['refunded', 'succeeded']);
      expect([...paidBack(first), ...paidBack(second)]).toEqual(['299.00']);
    }
  });

  test('of which one was paid without a notification: the next click is answered with that one', async () => {
    const { user, first, second } = await twoPages();
    pay(first);
    const click = await open(user, phone);
    expect(click).toMatchObject({ payment_id: first.payment_id, status: 'succeeded', confirmation_url: null });
    expect(await statesOf(user)).toEqual(['succeeded', 'pending']);
    pay(second);
    expect(await settle(user, second)).toMatchObject({ status: 'refunded', status_reason: 'paid_twice' });
  });

  test('of which one is paid: the other one is not handed out, and a new purchase counts on top', async () => {
    const { user, first, second } = await twoPages();
    pay(first);
    await settle(user, first);
    t.clock.advance({ seconds: 5 });
    const again = await open(user, phone);
    expect([first.payment_id, second.payment_id]).not.toContain(again.payment_id);
    pay(again);
    expect(await settle(user, again)).toMatchObject({ status: 'succeeded', status_reason: null });
    // The page that is still open somewhere stays a page too many.
    pay(second);
    expect(await settle(user, second)).toMatchObject({ status: 'refunded' });
    expect(await statesOf(user)).toEqual(['succeeded', 'refunded', 'succeeded']);
  });

  test('of which the second payment is on its way back: it is not the answer to a click', async () => {
    const { user, first, second } = await twoPages();
    for (const page of [first, second]) pay(page);
    await settle(user, first);
    t.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    const click = await open(user, phone);
    expect((await t.paymentsOf(user.user_id))[1]).toMatchObject({ status: 'succeeded', status_reason: 'paid_twice' });
    expect(click).toMatchObject({ status: 'pending', confirmation_url: expect.stringContaining('http') });
    t.clock.advance({ minutes: 2 });
    await t.worker.reconcilePayments({});
    expect(await statesOf(user)).toEqual(['succeeded', 'refunded', 'pending']);
  });

  test('of which the paid one went back: the other one stands when it is paid', async () => {
    const { user, first, second } = await twoPages();
    pay(first);
    await settle(user, first);
    expect((await t.refund(first.payment_id)).status).toBe(200);
    pay(second);
    expect(await settle(user, second)).toMatchObject({ status: 'succeeded', status_reason: null });
    expect(paidBack(second)).toEqual([]);
  });

  test('that are opened at once lead back to the address of their own click', async () => {
    const user = t.newBuyer();
    const addresses = [web, phone, 'https://other.example.test/'];
    const pages = await Promise.all(
      addresses.map((return_url) => user.client.createPayment({ body: { ...t.bodyFor('monthly'), return_url } })),
    );
    expect(pages.map(({ status }) => status)).toEqual([201, 201, 201]);
    const rows = await t.paymentsOf(user.user_id);
    const returnOf = ({ data }: { data: Page }) => rows.find(({ id }) => id === data.payment_id)?.return_url;
    expect(pages.map(returnOf)).toEqual(addresses);
    expect(rows.filter(({ superseded_at }) => superseded_at === null)).toHaveLength(1);
  });

  test('two months that are bought one after the other both count', async () => {
    const user = t.newBuyer();
    for (let month = 0; month < 2; month += 1) {
      const page = await open(user, web);
      pay(page);
      expect(await settle(user, page)).toMatchObject({ status: 'succeeded', status_reason: null });
      t.clock.advance({ seconds: 5 });
    }
    expect(await statesOf(user)).toEqual(['succeeded', 'succeeded']);
  });
});

describe('a payment that the platform pays back, and whose part went back before, in a shop with receipts', () => {
  /** A page too many, of which a part went back in the cabinet before the platform heard that it is paid. */
  const partlyBack = async () => {
    t.catalog.receipt_settings = fiscal;
    const pages = await twoPages();
    pay(pages.first);
    await settle(pages.user, pages.first);
    pay(pages.second);
    await payBackPart(pages.second, '100.00');
    return pages;
  };

  test('gets a receipt for the rest, with the line of the sale', async () => {
    const { user, second } = await partlyBack();
    // The settings of today are not those of the sale.
    t.catalog.receipt_settings = { vat_code: 4, payment_subject: 'job', payment_mode: 'advance' };
    expect(await settle(user, second)).toMatchObject({ status: 'refunded', status_reason: 'paid_twice' });
    expect(paidBack(second)).toEqual(['100.00', '199.00']);
    expect(askedRefunds().at(-1)?.body).toMatchObject({
      amount: { value: '199.00' },
      receipt: {
        customer: { email: 'ada@example.test' },
        items: [
          { description: 'The plan monthly', quantity: 1, amount: { value: '199.00', currency: 'RUB' }, ...fiscal },
        ],
      },
    });
    const stored = await t.refundRows(second.payment_id);
    expect(JSON.stringify(stored)).not.toContain('ada@example.test');
  });

  test('waits for a person where no recipient of the receipt is known, who names one', async () => {
    const { user, second } = await partlyBack();
    t.identity.email = null;
    const asked = askedRefunds().length;
    expect(await settle(user, second)).toMatchObject({ status: 'succeeded', status_reason: 'paid_twice' });
    expect(askedRefunds()).toHaveLength(asked);
    const alarms = t.service.errors().map((line) => JSON.parse(line));
    expect(alarms).toMatchObject([
      { payment_id: second.payment_id, cause: 'paid_twice', amount: '199.00', reason: 'receipt_contact_required' },
    ]);
    const listed = await t.admin.listRefunds({
      params: { application_id: t.application_id },
      query: { payment_id: second.payment_id, status: 'canceled' },
    });
    expect(listed.data).toMatchObject([{ amount: 199, status_reason: 'receipt_contact_required' }]);
    const params = { payment_id: second.payment_id };
    const reply = await t.admin.refundPayment({ params, body: { receipt_email: 'books@example.test' } });
    expect(reply.data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
    expect(paidBack(second)).toEqual(['100.00', '199.00']);
  });

  test('waits for a person, too, where the platform hears of the erasure of the buyer after the payment', async () => {
    t.catalog.receipt_settings = fiscal;
    const { user, payment } = await t.bought();
    const refundId = await payBackPart(payment, '100.00');
    await t.notify('refund.succeeded', { id: refundId, payment_id: payment.provider_payment_id });
    const asked = askedRefunds().length;
    const occurred_at = new Date(t.clock.now().getTime() - 1_000).toISOString();
    const about = { application_id: t.application_id, occurred_at };
    await t.service.deliver(identity.events.userErased, { user_id: user.user_id }, about);
    t.clock.advance({ minutes: 2 });
    await t.worker.reconcilePayments({});
    expect(askedRefunds()).toHaveLength(asked);
    const alarms = t.service.errors().map((line) => JSON.parse(line));
    expect(alarms.map(({ reason }) => reason)).toContain('receipt_contact_required');
    expect(await t.refundRows(payment.payment_id)).toMatchObject([
      { status: 'succeeded', amount: '100.00' },
      { status: 'canceled', amount: '199.00', provider_request: null },
    ]);
  });

  test('of which nothing went back before needs no receipt: the provider makes it', async () => {
    t.catalog.receipt_settings = fiscal;
    t.identity.email = null;
    const { user, first, second } = await twoPages();
    for (const page of [first, second]) pay(page);
    await settle(user, first);
    expect(await settle(user, second)).toMatchObject({ status: 'refunded' });
    expect(askedRefunds().at(-1)?.body).not.toHaveProperty('receipt');
  });
});
