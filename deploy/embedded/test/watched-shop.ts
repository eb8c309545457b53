import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { newId } from '@platform/runtime';
import type { Harness } from './harness.ts';
import { adminOf, type Buyer, openShop, paymentsOf, type Shop, syncOwn } from './shop.ts';
import type { StartedPayment, TestPlatformOptions } from './test-platform.ts';

export const dayMs = 86_400_000;
export const demoApp = { params: { app_code: 'demo' } };
/** Codes that every paid plan of the demo application grants. */
export const proCodes = ['export_pdf', 'notes_unlimited'];

export interface WatchedShop extends Shop {
  /** Data of the events of a type that concern a user, in the order they left. */
  eventsOf(type: string, userId: string): Record<string, unknown>[];
}

/** A shop that observes its events about payments and entitlements. */
async function openWatchedShop(options: Pick<TestPlatformOptions, 'webhooks'>): Promise<WatchedShop> {
  const shop = await openShop(options);
  const seen = new Map<string, { id: string; type: string; data: Record<string, unknown> }>();
  for (const type of [
    'payment.created',
    'payment.succeeded',
    'payment.canceled',
    'payment.refunded',
    'entitlement.granted',
    'entitlement.revoked',
  ])
    await shop.platform.host.bus.observe(type, ({ id, data }) => {
      seen.set(id, { id, type, data: data as Record<string, unknown> });
    });
  return Object.assign(shop, {
    eventsOf: (type: string, userId: string) =>
      [...seen.values()]
        .filter((event) => event.type === type && event.data.user_id === userId)
        .map(({ data }) => data),
  });
}

/**
 * Opens a watched shop for the tests of a file and closes it after them; the faults of its provider end with
 * each test.
 * @param use receives the shop before the first test
 */
export function useWatchedShop(options: Pick<TestPlatformOptions, 'webhooks'>, use: (shop: WatchedShop) => void): void {
  let shop: WatchedShop;
  beforeAll(async () => {
    shop = await openWatchedShop(options);
    use(shop);
  });
  afterEach(() => shop.sandboxes.yookassa.faults.reset());
  afterAll(() => shop.stop());
}

export interface Purchase {
  user: Buyer;
  payment: StartedPayment;
}

export async function startPurchase(on: Harness, planCode = 'monthly'): Promise<Purchase> {
  const user = await on.registered();
  return { user, payment: await on.startPayment(user.client, planCode) };
}

export const sync = ({ user, payment }: Purchase) => syncOwn(user, payment);

interface Grant extends Record<string, unknown> {
  source_id: string;
  starts_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export const grantsOf = (on: Harness, userId: string): Promise<Grant[]> =>
  on.database.query<Grant>('SELECT * FROM catalog.grants WHERE user_id = $1 ORDER BY starts_at', [userId]);

/** The objects of the provider for the payments of a user. */
export async function providerPaymentsOf(on: Harness, userId: string) {
  const ids = new Set((await paymentsOf(on, userId)).map(({ id }) => id));
  return on.sandboxes.yookassa.payments().filter(({ metadata }) => ids.has(metadata.payment_id ?? ''));
}

/** Reads tables and events only: an API read would itself settle the payment. */
export async function expectGrantedOnce(on: WatchedShop, userId: string): Promise<void> {
  await on.untilIdle();
  expect(await paymentsOf(on, userId)).toMatchObject([{ status: 'succeeded' }]);
  expect(await grantsOf(on, userId)).toMatchObject([{ revoked_at: null }]);
  expect(on.eventsOf('payment.succeeded', userId)).toHaveLength(1);
  expect(on.eventsOf('entitlement.granted', userId)).toHaveLength(1);
}

export async function expectNothingGranted(on: WatchedShop, userId: string): Promise<void> {
  await on.untilIdle();
  expect(await grantsOf(on, userId)).toEqual([]);
  expect(on.eventsOf('payment.succeeded', userId)).toEqual([]);
  expect(on.eventsOf('entitlement.granted', userId)).toEqual([]);
}

/** Advances the clock past the time in which the provider is not asked about the same payment again. */
export const askAgain = (on: WatchedShop): void => on.clock.advance({ seconds: 3 });

/** Delivers a notification of the provider. */
export const notify = (on: Harness, event: string, object: { id: string } & Record<string, unknown>) =>
  on.client().receiveYookassaWebhook({ query: { token: on.secrets.webhook_token }, body: { event, object } });

/** A partial refund uses its own idempotency key. */
export const refund = async (on: Harness, paymentId: string, amount?: number) =>
  (await adminOf(on)).refundPayment({
    params: { payment_id: paymentId },
    body: { amount },
    headers: amount === undefined ? {} : { 'idempotency-key': newId() },
  });
