import { expect } from '@jest/globals';
import { eventually } from '@platform/testing';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { type Harness, until } from './harness.ts';

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];
const dayMs = 86_400_000;

/**
 * A full user journey: register, see the paywall, pay, use, pay again, get a refund. The same journey runs
 * against every deployment of the services.
 */
export async function purchaseJourney(t: Harness): Promise<void> {
  const { client, user_id } = await t.registered();
  const admin = t.client(await t.adminHeaders());
  expect((await client.getMyEntitlements(app)).data).toMatchObject({ codes: [], is_lifetime: false });

  const paywall = await client.getPaywall({ params: { ...app.params, paywall_code: 'main' } });
  expect(paywall.data.paywall_items.map(({ plan }) => plan.code)).toEqual(['free', 'monthly', 'lifetime']);

  const payment = await t.startPayment(client, 'monthly');
  // The person may come back before anything is known of the payment, also over a bus that is slower than
  // this process.
  await openPaymentIsKnown(t, payment.payment_id);
  const before = Date.now();
  // Without a notification only a read can settle it. It answers without the provider where that takes long.
  t.sandboxes.yookassa.faults.set({ webhook: { value: 'lost', times: 1 } });
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  const bought = await eventually(async () => {
    const reply = await client.getMyEntitlements(app);
    return reply.data.codes.length > 0 && reply;
  });
  expect(bought.data).toMatchObject({ codes: proCodes, is_lifetime: false });
  const expiresAt = Date.parse(bought.data.expires_at ?? '');
  expect(expiresAt).toBeGreaterThanOrEqual(before + 30 * dayMs);
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 30 * dayMs);
  const keys = createRemoteJWKSet(new URL(`${t.baseUrl}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(bought.data.snapshot_token, keys);
  expect(payload).toMatchObject({ sub: user_id, application_code: 'demo', codes: proCodes });

  const renewal = await t.startPayment(client, 'monthly');
  expect(renewal.payment_id).not.toBe(payment.payment_id);
  t.sandboxes.yookassa.pay(renewal.provider_payment_id);
  await t.untilIdle();
  await until('the renewal extends the first term', async () => {
    const { data } = await client.getMyEntitlements(app);
    return Date.parse(data.expires_at ?? '') === expiresAt + 30 * dayMs;
  });

  for (const { payment_id } of [renewal, payment]) {
    const refund = await admin.refundPayment({ params: { payment_id }, body: { reason: 'not needed' } });
    expect(refund.data).toMatchObject({ status: 'refunded', refunded_amount: 299 });
  }
  await until('nothing is left of what was refunded', async () => {
    const { data } = await client.getMyEntitlements(app);
    return data.codes.length === 0;
  });
  expect(t.sandboxes.yookassa.refunds()).toHaveLength(2);
  const { data: own } = await client.listMyPayments();
  expect(own.map(({ status }) => status)).toEqual(['refunded', 'refunded']);
  await until('a funnel of facts has the way of the person', async () => {
    const steps = 'user:registered,payment:succeeded,entitlement:granted';
    const { data } = await admin.getFunnel({ query: { application_code: 'demo', days: 2, steps } });
    return data.steps.every(({ users, is_known }) => users >= 1 && is_known);
  });
}

const openPaymentIsKnown = (t: Harness, paymentId: string): Promise<void> =>
  until('catalog knows of the open payment', async () => {
    const rows = await t.database.query('SELECT 1 FROM catalog.open_payments WHERE payment_id = $1', [paymentId]);
    return rows.length === 1;
  });
