import { newId } from '@platform/runtime';
import { type FakeClock, fakeClock } from '@platform/testing';
import type { Harness } from './harness.ts';
import {
  type StartedPayment,
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
  until,
} from './test-platform.ts';

export type Buyer = Awaited<ReturnType<Harness['registered']>>;

export interface Shop extends TestPlatform {
  clock: FakeClock;
}

/**
 * A platform whose clock stands until a test moves it, and whose provider sends no notifications unless asked
 * to.
 */
export async function openShop(options: TestPlatformOptions = {}): Promise<Shop> {
  const clock = fakeClock();
  const platform = await startTestPlatform({ webhooks: false, clock, ...options });
  return Object.assign(platform, { clock });
}

export const adminOf = async (on: Harness) => on.client(await on.adminHeaders());

/** The body of a creating call for a plan of the paywall, with every consent. */
export const paymentBody = async (on: Harness, planCode: string) => ({
  plan_price_id: await on.priceOf(planCode),
  return_url: 'https://app.example.test/return',
  consents: await on.consents(['license_offer']),
});

/** Asks about a payment as its owner. */
export const syncOwn = (user: Buyer, { payment_id }: Pick<StartedPayment, 'payment_id'>) =>
  user.client.syncPayment({ params: { payment_id } });

/** Pays an open payment at the provider, and has it settled. */
export async function payAndSettle(on: Harness, user: Buyer, payment: StartedPayment): Promise<void> {
  on.sandboxes.yookassa.pay(payment.provider_payment_id);
  await syncOwn(user, payment);
  await on.untilIdle();
}

/** A paid and settled purchase of a new user. */
export async function buy(on: Harness, planCode = 'monthly'): Promise<{ user: Buyer; payment: StartedPayment }> {
  const user = await on.registered();
  const payment = await on.startPayment(user.client, planCode);
  await payAndSettle(on, user, payment);
  return { user, payment };
}

/**
 * Runs the every-minute settlement two minutes later: calls that are younger than a minute count as running.
 */
export async function reconcileLater(on: Shop): Promise<void> {
  on.clock.advance({ minutes: 2 });
  await on.client(on.workerHeaders).reconcilePayments();
  await on.untilIdle();
}

export interface PaymentFacts extends Record<string, unknown> {
  id: string;
  status: string;
  refunded_amount: string;
}

export const paymentsOf = (on: Harness, userId: string): Promise<PaymentFacts[]> =>
  on.database.query<PaymentFacts>('SELECT * FROM billing.payments WHERE user_id = $1 ORDER BY id', [userId]);

/** Source ids of the unrevoked grants of a user. */
export const liveGrantsOf = async (on: Harness, userId: string): Promise<string[]> =>
  (
    await on.database.query<{ source_id: string }>(
      'SELECT source_id FROM catalog.grants WHERE user_id = $1 AND revoked_at IS NULL ORDER BY id',
      [userId],
    )
  ).map(({ source_id }) => source_id);

/** The amount of a payment that the provider has refunded. */
export const paidBack = (on: Harness, { provider_payment_id }: Pick<StartedPayment, 'provider_payment_id'>) =>
  on.sandboxes.yookassa.refunds().filter(({ payment_id }) => payment_id === provider_payment_id);

/** A refund that is made in the provider's own cabinet: the platform did not ask for it. Answers its id. */
export async function refundInCabinet(on: Harness, providerPaymentId: string, amount: string): Promise<string> {
  const { shop_id, shop_secret } = on.secrets;
  const response = await fetch(`${new URL(on.sandboxes.idp.issuer).origin}/sandbox/yookassa/v3/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${shop_id}:${shop_secret}`).toString('base64')}`,
      'idempotence-key': newId(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ payment_id: providerPaymentId, amount: { value: amount, currency: 'RUB' } }),
  });
  const refund = (await response.json()) as { id?: string };
  if (response.status !== 200 || refund.id === undefined) throw new Error(JSON.stringify(refund));
  return refund.id;
}

/** Another price of a plan. */
export async function addPrice(on: Harness, planCode: string, amount: number): Promise<string> {
  const admin = await adminOf(on);
  const { application_id } = on.demo;
  const plans = await admin.listPlans({ params: { application_id } });
  const plan_id = plans.data.find(({ code }) => code === planCode)?.id ?? '';
  const reply = await admin.createPlanPrice({
    params: { application_id, plan_id },
    body: { amount, currency: 'RUB' },
    headers: { 'idempotency-key': newId() },
  });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.data.id;
}

/** Starts a payment for a price that is on no paywall. */
export async function startPaymentFor(on: Harness, user: Buyer, planPriceId: string): Promise<StartedPayment> {
  const body = { ...(await paymentBody(on, 'monthly')), plan_price_id: planPriceId };
  const reply = await user.client.createPayment({ body });
  if (reply.status !== 201 || reply.data.confirmation_url === null)
    throw new Error(`no payment: ${JSON.stringify(reply.body)}`);
  return { ...reply.data, confirmation_url: reply.data.confirmation_url };
}

/** How often the provider was asked what became of a payment. */
export const questionsAbout = (on: Harness, { provider_payment_id }: Pick<StartedPayment, 'provider_payment_id'>) =>
  on.sandboxes.yookassa
    .journal()
    .filter(({ method, path }) => method === 'GET' && path === `/v3/payments/${provider_payment_id}`);

/**
 * Repeats a read until it has these entitlements: one that waits too long for the provider is answered without
 * it, and settling goes on behind it.
 */
export const untilCodes = (client: Buyer['client'], codes: readonly string[]): Promise<void> =>
  until(`a read has ${codes.join()}`, async () => {
    const { data } = await client.getMyEntitlements({ params: { app_code: 'demo' } });
    return data.codes.join() === codes.join();
  });
