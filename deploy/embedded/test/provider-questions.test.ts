import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { adminOf, openShop, questionsAbout, type Shop, syncOwn, untilCodes } from './shop.ts';
import { until } from './test-platform.ts';

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];

let t: Shop;
beforeAll(async () => {
  t = await openShop();
});
afterEach(() => t.sandboxes.yookassa.faults.reset());
afterAll(() => t.stop());

async function openPayment() {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  await t.untilIdle();
  return { user, payment };
}

test('250 reads with an open payment ask the provider once in three seconds', async () => {
  const { user, payment } = await openPayment();
  for (let read = 0; read < 50; read += 1) await user.client.getMyEntitlements(app);
  await Promise.all(Array.from({ length: 200 }, () => user.client.getMyEntitlements(app)));
  expect(questionsAbout(t, payment)).toHaveLength(1);
  t.clock.advance({ seconds: 3 });
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await Promise.all(Array.from({ length: 20 }, () => user.client.getMyEntitlements(app)));
  await untilCodes(user.client, proCodes);
  expect(questionsAbout(t, payment)).toHaveLength(2);
});

test('a sync of the owner counts as a read; an administrator may always ask', async () => {
  const { user, payment } = await openPayment();
  for (let call = 0; call < 5; call += 1) expect((await syncOwn(user, payment)).data.status).toBe('pending');
  await user.client.getMyEntitlements(app);
  expect(questionsAbout(t, payment)).toHaveLength(1);
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  const reply = await (await adminOf(t)).syncPayment({ params: { payment_id: payment.payment_id } });
  expect(reply.data.status).toBe('succeeded');
  expect(questionsAbout(t, payment)).toHaveLength(2);
});

test('a clock that is set back does not keep the provider from being asked', async () => {
  const { user, payment } = await openPayment();
  t.clock.advance({ days: 1 });
  await syncOwn(user, payment);
  t.clock.advance({ days: -1 });
  await syncOwn(user, payment);
  expect(questionsAbout(t, payment)).toHaveLength(2);
});

test('a provider that hangs is waited for once: reads after that answer while it still hangs', async () => {
  const { user, payment } = await openPayment();
  const hangsMs = 12_000;
  t.sandboxes.yookassa.faults.set({ delayMs: { value: hangsMs, times: 1 } });
  for (let read = 0; read < 10; read += 1)
    expect((await user.client.getMyEntitlements(app)).data).toMatchObject({ codes: [] });
  // The first question has no answer yet, and it is the only one.
  expect(questionsAbout(t, payment)).toMatchObject([{ status: null }]);

  // A sync by the owner meanwhile waits for that answer, which is older than the payment.
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  expect((await syncOwn(user, payment)).data.status).toBe('pending');
  expect(questionsAbout(t, payment)).toMatchObject([{ status: 200 }]);
  t.clock.advance({ seconds: 3 });
  await untilCodes(user.client, proCodes);
});

test('an owner whose sync got no answer is refused until the next one is allowed', async () => {
  const { user, payment } = await openPayment();
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  t.sandboxes.yookassa.faults.set({ outage: true });
  for (let call = 0; call < 3; call += 1) {
    const reply = await syncOwn(user, payment);
    expect([reply.status, reply.error]).toEqual([503, 'service_unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect((await user.client.getMyEntitlements(app)).status).toBe(200);
  expect(questionsAbout(t, payment)).toHaveLength(1);
  t.sandboxes.yookassa.faults.reset();
  t.clock.advance({ seconds: 3 });
  expect((await syncOwn(user, payment)).data.status).toBe('succeeded');
  await until('it is granted', async () => (await user.client.getMyEntitlements(app)).data.codes.length === 2);
});
