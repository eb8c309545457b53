import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import {
  addPrice,
  adminOf,
  type Buyer,
  buy,
  liveGrantsOf,
  openShop,
  paidBack,
  payAndSettle,
  paymentBody,
  paymentsOf,
  reconcileLater,
  refundInCabinet,
  type Shop,
  startPaymentFor,
  syncOwn,
} from './shop.ts';
import { counted, type StartedPayment } from './test-platform.ts';

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];

let t: Shop;
/** Another price of the lifetime plan, as a second tab may show it. */
let otherPrice: string;
/** While set, the process dies before it asks the provider for a refund. */
let isKilledBeforeRefund = false;

beforeAll(async () => {
  const wrapProvider = <P extends { createRefund(...args: unknown[]): unknown }>(provider: P): P => ({
    ...provider,
    createRefund: (...args: unknown[]) =>
      isKilledBeforeRefund ? Promise.reject(new Error('killed')) : provider.createRefund(...args),
  });
  t = await openShop({ overrides: { wrapProvider } });
  otherPrice = await addPrice(t, 'lifetime', 3990);
});
afterEach(() => {
  isKilledBeforeRefund = false;
  t.sandboxes.yookassa.faults.reset();
});
afterAll(() => t.stop());

const create = async (user: Buyer, planPriceId: string) =>
  user.client.createPayment({ body: { ...(await paymentBody(t, 'monthly')), plan_price_id: planPriceId } });

const grant = async (user: Buyer, body: { plan_code?: string; entitlement_codes?: string[]; expires_at?: null }) => {
  const params = { application_id: t.demo.application_id, user_id: user.user_id };
  const headers = { 'idempotency-key': newId() };
  const reply = await (await adminOf(t)).grantEntitlements({ params, body: { ...body, reason: 'a gift' }, headers });
  expect(reply.status).toBe(201);
  return reply.data;
};

const outcomes = (cause: string, outcome: string) => counted(t, 'automatic_refunds_total', { cause, outcome });

describe('an owner for life', () => {
  test('is not charged again, by no price and no plan that adds nothing', async () => {
    const { user } = await buy(t, 'lifetime');
    const asked = t.sandboxes.yookassa.journal().length;
    for (const price of [await t.priceOf('lifetime'), otherPrice, await t.priceOf('monthly')]) {
      const reply = await create(user, price);
      expect([reply.status, reply.error]).toEqual([409, 'already_owned']);
    }
    expect(t.sandboxes.yookassa.journal()).toHaveLength(asked);
    expect(await paymentsOf(t, user.user_id)).toHaveLength(1);
  });

  test('is not charged before the grant of the paid purchase is written', async () => {
    const { bus } = t.platform.host;
    const { publish } = bus;
    bus.publish = async (envelope) => {
      if (envelope.type === 'payment.succeeded') throw new Error('the bus is down');
      return publish(envelope);
    };
    const user = await t.registered();
    const payment = await t.startPayment(user.client, 'lifetime');
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    expect((await syncOwn(user, payment)).data.status).toBe('succeeded');
    expect(await liveGrantsOf(t, user.user_id)).toEqual([]);
    const reply = await create(user, otherPrice);
    bus.publish = publish;
    expect([reply.status, reply.error]).toEqual([409, 'already_owned']);
    await t.untilIdle();
  });

  test('by grants of an administrator may buy what they lack, until they cover all of it together', async () => {
    const user = await t.registered();
    await grant(user, { entitlement_codes: ['export_pdf'], expires_at: null });
    const first = await t.startPayment(user.client, 'monthly');
    t.sandboxes.yookassa.decline(first.provider_payment_id);
    await syncOwn(user, first);
    const second = await grant(user, { entitlement_codes: ['notes_unlimited'], expires_at: null });
    expect((await create(user, await t.priceOf('monthly'))).error).toBe('already_owned');
    const params = { application_id: t.demo.application_id, user_id: user.user_id };
    await (await adminOf(t)).revokeGrant({ params: { ...params, grant_id: second.id } });
    expect((await create(user, await t.priceOf('monthly'))).status).toBe(201);
  });

  test('whose purchase was refunded may buy again, as may the owner of a month', async () => {
    const { user, payment } = await buy(t, 'lifetime');
    await (await adminOf(t)).refundPayment({ params: { payment_id: payment.payment_id }, body: {} });
    await t.untilIdle();
    await payAndSettle(t, user, await t.startPayment(user.client, 'monthly'));
    expect((await create(user, await t.priceOf('lifetime'))).status).toBe(201);
  });
});

test('a purchase for life that an administrator has taken back stops no other, and sends none back', async () => {
  const { user } = await buy(t, 'lifetime');
  const admin = await adminOf(t);
  const [grant] = await t.database.query<{ id: string }>('SELECT id FROM catalog.grants WHERE user_id = $1', [
    user.user_id,
  ]);
  const params = { application_id: t.demo.application_id, user_id: user.user_id, grant_id: grant?.id ?? '' };
  expect((await admin.revokeGrantForReason({ params, body: { reason: 'a mistake' } })).status).toBe(200);
  await t.untilIdle();
  const again = await t.startPayment(user.client, 'lifetime');
  await payAndSettle(t, user, again);
  expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  expect(await liveGrantsOf(t, user.user_id)).toEqual([again.payment_id]);
});

/** Two tabs that show two prices of one plan. */
async function twoTabs(): Promise<{ user: Buyer; first: StartedPayment; second: StartedPayment }> {
  const user = await t.registered();
  const [first, second] = [await t.startPayment(user.client, 'lifetime'), await startPaymentFor(t, user, otherPrice)];
  for (const { provider_payment_id } of [first, second]) t.sandboxes.yookassa.pay(provider_payment_id);
  return { user, first, second };
}

describe('two payments for life that are both paid', () => {
  test('leave the first one, and the second goes back by itself', async () => {
    const { user, first, second } = await twoTabs();
    expect((await syncOwn(user, first)).data).toMatchObject({ status: 'succeeded', entitlements_granted: true });
    expect((await syncOwn(user, second)).data).toMatchObject({ status: 'refunded', entitlements_granted: false });
    await t.untilIdle();
    expect(await paymentsOf(t, user.user_id)).toMatchObject([
      { status: 'succeeded', refunded_amount: '0.00' },
      { status: 'refunded', refunded_amount: '3990.00' },
    ]);
    expect(paidBack(t, second)).toMatchObject([{ status: 'succeeded', amount: { value: '3990.00' } }]);
    expect(paidBack(t, first)).toEqual([]);
    expect(await liveGrantsOf(t, user.user_id)).toEqual([first.payment_id]);
    expect((await user.client.getMyEntitlements(app)).data).toMatchObject({ codes: proCodes, is_lifetime: true });
  });

  test('and settled in every way at once leave one of them, whichever it is', async () => {
    const admin = await adminOf(t);
    for (let round = 0; round < 10; round += 1) {
      const { user, first, second } = await twoTabs();
      t.clock.advance({ minutes: 2 });
      await Promise.all([
        syncOwn(user, first),
        syncOwn(user, second),
        user.client.getMyEntitlements(app),
        t.client(t.workerHeaders).reconcilePayments(),
        admin.syncPayment({ params: { payment_id: second.payment_id } }),
        admin.syncPayment({ params: { payment_id: first.payment_id } }),
      ]);
      await reconcileLater(t);
      const rows = await paymentsOf(t, user.user_id);
      expect(rows.map(({ status }) => status).toSorted()).toEqual(['refunded', 'succeeded']);
      expect([...paidBack(t, first), ...paidBack(t, second)]).toHaveLength(1);
      const kept = rows.find(({ status }) => status === 'succeeded');
      expect(await liveGrantsOf(t, user.user_id)).toEqual([kept?.id]);
    }
  });

  test('leave the refund of a process that died before it asked to the reconcile', async () => {
    const { user, first, second } = await twoTabs();
    await syncOwn(user, first);
    isKilledBeforeRefund = true;
    await syncOwn(user, second);
    expect(paidBack(t, second)).toEqual([]);
    isKilledBeforeRefund = false;
    await reconcileLater(t);
    await reconcileLater(t);
    expect(paidBack(t, second)).toHaveLength(1);
    expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['succeeded', 'refunded']);
    expect(await liveGrantsOf(t, user.user_id)).toEqual([first.payment_id]);
  });

  test('pay back the rest of the second one when a part of it went back in the cabinet', async () => {
    const { user, first, second } = await twoTabs();
    await syncOwn(user, first);
    await refundInCabinet(t, second.provider_payment_id, '990.00');
    expect((await syncOwn(user, second)).data).toMatchObject({ status: 'refunded' });
    await reconcileLater(t);
    expect(paidBack(t, second).map(({ amount }) => amount.value)).toEqual(['990.00', '3000.00']);
    expect(await paymentsOf(t, user.user_id)).toMatchObject([
      { status: 'succeeded', refunded_amount: '0.00' },
      { status: 'refunded', refunded_amount: '3990.00' },
    ]);
  });

  test('pay back once when the answer of the provider is lost', async () => {
    const { user, first, second } = await twoTabs();
    await syncOwn(user, first);
    t.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    await syncOwn(user, second);
    await reconcileLater(t);
    await reconcileLater(t);
    expect(paidBack(t, second)).toHaveLength(1);
    expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['succeeded', 'refunded']);
  });

  test('raise an alarm that names the second one when the provider does not pay it back', async () => {
    const { user, first, second } = await twoTabs();
    await syncOwn(user, first);
    const before = await outcomes('already_owned', 'refused');
    t.sandboxes.yookassa.faults.set({ refundCanceled: { value: 'insufficient_funds', times: 1 } });
    expect((await syncOwn(user, second)).data.status).toBe('succeeded');
    await reconcileLater(t);
    const errors = t.errors();
    expect(errors).toHaveLength(1);
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({
      level: 'error',
      payment_id: second.payment_id,
      cause: 'already_owned',
    });
    expect(await outcomes('already_owned', 'refused')).toBe(before + 1);
    expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    // A person pays it back.
    const reply = await (await adminOf(t)).refundPayment({ params: { payment_id: second.payment_id }, body: {} });
    expect(reply.data).toMatchObject({ status: 'refunded' });
  });
});

describe('a month and a lifetime', () => {
  test('stay both paid when the month was paid first', async () => {
    const { user } = await buy(t, 'monthly');
    await payAndSettle(t, user, await t.startPayment(user.client, 'lifetime'));
    expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  test('that was paid before it leave nothing to the month, which goes back', async () => {
    const user = await t.registered();
    const month = await t.startPayment(user.client, 'monthly');
    await payAndSettle(t, user, await t.startPayment(user.client, 'lifetime'));
    await payAndSettle(t, user, month);
    expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['refunded', 'succeeded']);
    expect((await user.client.getMyEntitlements(app)).data).toMatchObject({ codes: proCodes, is_lifetime: true });
  });

  test('that is on its way back take no other payment with it', async () => {
    const user = await t.registered();
    const month = await t.startPayment(user.client, 'monthly');
    const lifetime = await t.startPayment(user.client, 'lifetime');
    await payAndSettle(t, user, lifetime);
    // The provider has paid back and its answer is lost.
    t.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
    const params = { payment_id: lifetime.payment_id };
    expect((await (await adminOf(t)).refundPayment({ params, body: {} })).status).toBe(503);
    await payAndSettle(t, user, month);
    await reconcileLater(t);
    expect((await paymentsOf(t, user.user_id)).map(({ status }) => status)).toEqual(['succeeded', 'refunded']);
    expect((await user.client.getMyEntitlements(app)).data).toMatchObject({ codes: proCodes, is_lifetime: false });
  });
});
