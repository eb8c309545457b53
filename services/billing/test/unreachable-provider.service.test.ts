import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type BillingTest, startBilling } from './billing-test.ts';

let t: BillingTest;
beforeAll(async () => {
  t = await startBilling();
});
afterEach(() => t.yookassa.faults.reset());
afterAll(() => t.stop());

describe('when the provider is unreachable for long', () => {
  test('payments that a run did not reach are due again at once', async () => {
    for (let index = 0; index < 24; index += 1) await t.startPurchase();
    t.clock.advance({ minutes: 1 });
    t.yookassa.faults.set({ outage: true });
    const { data } = await t.worker.reconcilePayments();
    expect(data.checked).toBeLessThan(24);
    expect(data.failed).toBe(data.checked);
    t.yookassa.faults.reset();
    expect((await t.worker.reconcilePayments()).data.checked).toBeGreaterThanOrEqual(24 - data.checked);
  });

  test('wrong credentials close no payment and raise an alarm at the payment, and one a run', async () => {
    const denied = await startBilling({ env: { YOOKASSA_SECRET_KEY: 'revoked' } });
    try {
      const users = [denied.newBuyer(), denied.newBuyer()];
      for (const { client } of users)
        expect((await client.createPayment({ body: denied.bodyFor('monthly') })).status).toBe(503);
      const told = expect.stringContaining('refuses the credentials');
      expect(denied.service.errors()).toMatchObject([told, told]);
      await denied.admin.syncPendingPayments();
      expect(denied.service.errors()).toMatchObject([expect.stringContaining('refuses the credentials')]);
      for (const { user_id } of users) expect(await denied.paymentsOf(user_id)).toMatchObject([{ status: 'pending' }]);
    } finally {
      await denied.stop();
    }
  });
});

describe('payments that are not paid', () => {
  test('one that never reached the provider is closed after a day', async () => {
    const user = t.newBuyer();
    t.yookassa.faults.set({ outage: { value: true, times: 1 } });
    expect((await user.client.createPayment({ body: t.bodyFor('monthly') })).status).toBe(503);
    t.clock.advance({ hours: 24 });
    await t.admin.syncPendingPayments();
    expect(await t.paymentsOf(user.user_id)).toMatchObject([
      { status: 'canceled', status_reason: 'never_reached_provider' },
    ]);
    expect(await t.providerPaymentsOf(user.user_id)).toEqual([]);
    t.clock.set(new Date());
  });
});

test('a run claims payments until none is due', async () => {
  const { payment } = await t.startPurchase();
  // Of other people, and unknown to the provider: each is asked about and left as it is. One claim takes 200.
  await t.service.database.query(
    `INSERT INTO billing.payments SELECT (jsonb_populate_record(p, jsonb_build_object(
       'id', gen_random_uuid(), 'user_id', gen_random_uuid(), 'provider_payment_id', gen_random_uuid()))).*
     FROM billing.payments AS p, generate_series(1, 210) WHERE id = $1`,
    [payment.payment_id],
  );
  t.clock.advance({ minutes: 1 });
  const { data } = await t.worker.reconcilePayments();
  expect(data.checked).toBeGreaterThanOrEqual(211);
  expect(data.failed).toBe(210);
  expect((await t.worker.reconcilePayments()).data.checked).toBe(0);
  t.clock.advance({ minutes: 1 });
  // An administrator asks about all of them, due or not, each once.
  await t.worker.reconcilePayments();
  const pending = await t.service.database.query("SELECT FROM billing.payments WHERE status = 'pending'");
  expect((await t.admin.syncPendingPayments()).data).toMatchObject({ checked: pending.length, failed: 210 });
  await t.service.database.query('DELETE FROM billing.payments WHERE id <> $1', [payment.payment_id]);
  t.clock.set(new Date());
});

test('a creating call that is never answered ends as a retriable error, and its payment is the one of the repeat', async () => {
  const impatient = await startBilling({ overrides: { providerTimeoutMs: 2_000 } });
  try {
    const user = impatient.newBuyer();
    impatient.yookassa.faults.set({ createTimeout: { value: 'hang', times: 1 } });
    const failed = await user.client.createPayment({ body: impatient.bodyFor('lifetime') });
    expect([failed.status, failed.error]).toEqual([503, 'service_unavailable']);
    const repeated = await impatient.startPayment(user.client, 'lifetime');
    expect(await impatient.paymentsOf(user.user_id)).toHaveLength(1);
    expect(await impatient.providerPaymentsOf(user.user_id)).toMatchObject([{ id: repeated.provider_payment_id }]);
  } finally {
    await impatient.stop();
  }
});
