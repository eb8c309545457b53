import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { openTransaction, untilBlocked } from '@platform/testing';
import { until } from './harness.ts';
import { purchaseJourney } from './journey.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { addPrice, liveGrantsOf, paidBack, paymentsOf, questionsAbout, startPaymentFor, syncOwn } from './shop.ts';

const userLimit = 150;

let t: SeparatePlatform;
beforeAll(async () => {
  t = await startSeparatePlatform({
    places: () => 2,
    replicas: () => 2,
    env: () => ({ RATE_LIMIT_USER: String(userLimit) }),
  });
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
});

test('the journey of a buyer, over two replicas of everything', () => purchaseJourney(t));

test('a limit is counted over both gateways', async () => {
  const { client } = await t.registered();
  const answers = [];
  for (let n = 0; n < userLimit + 20; n += 1) answers.push((await client.listMyPayments()).status);
  // Registering was one.
  expect(answers.filter((status) => status === 200)).toHaveLength(userLimit - 1);
  expect(answers.filter((status) => status === 429)).toHaveLength(21);
});

test('an Idempotency-Key holds over both replicas, also while the first call runs', async () => {
  const user = await t.registered();
  const body = {
    plan_price_id: await t.priceOf('monthly'),
    return_url: 'https://app.example.test/return',
    consents: await t.consents(['license_offer']),
  };
  const headers = { 'idempotency-key': newId() };
  t.sandboxes.yookassa.faults.set({ delayMs: { value: 300, times: 1 } });
  const together = await Promise.all(Array.from({ length: 6 }, () => user.client.createPayment({ body, headers })));
  for (const { status, error } of together)
    expect(['201 undefined', '409 idempotency_conflict']).toContain(`${status} ${error}`);
  const after = await Promise.all(Array.from({ length: 6 }, () => user.client.createPayment({ body, headers })));
  const made = [...together, ...after].flatMap(({ status, data }) => (status === 201 ? [data.payment_id] : []));
  expect(made.length).toBeGreaterThanOrEqual(7);
  expect(new Set(made).size).toBe(1);
});

test('of two replicas that are about to ask the provider about one payment in the same moment, one asks', async () => {
  const user = await t.registered();
  const payment = await t.startPayment(user.client, 'monthly');
  await t.untilIdle();
  const lock = await openTransaction(t.database, 'SELECT FROM billing.payments WHERE id = $1 FOR UPDATE', [
    payment.payment_id,
  ]);
  const reads = Array.from({ length: 20 }, () => user.client.getMyEntitlements({ params: { app_code: 'demo' } }));
  await untilBlocked(t.database, { statement: 'UPDATE billing.payments SET asked_at', sessions: 2 });
  await lock.rollback();
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  await until('the provider is asked', () => questionsAbout(t, payment).some(({ status }) => status === 200));
  expect(questionsAbout(t, payment)).toHaveLength(1);
});

test('two payments for life that two replicas settle at once leave one, and the other goes back once', async () => {
  const otherPrice = await addPrice(t, 'lifetime', 3990);
  for (let round = 0; round < 5; round += 1) {
    const user = await t.registered();
    const pair = [await t.startPayment(user.client, 'lifetime'), await startPaymentFor(t, user, otherPrice)];
    for (const { provider_payment_id } of pair) t.sandboxes.yookassa.pay(provider_payment_id);
    await Promise.all([...pair, ...pair].map((payment) => syncOwn(user, payment)));
    await until('one of them is refunded', async () => {
      const states = (await paymentsOf(t, user.user_id)).map(({ status }) => status);
      return states.toSorted().join() === 'refunded,succeeded';
    });
    await t.untilIdle();
    const kept = (await paymentsOf(t, user.user_id)).find(({ status }) => status === 'succeeded');
    expect(pair.flatMap((payment) => paidBack(t, payment))).toHaveLength(1);
    await until('only the kept one grants', async () => {
      const live = await liveGrantsOf(t, user.user_id);
      return live.length === 1 && live[0] === kept?.id;
    });
  }
});

test('every replica sees a change by an administrator', async () => {
  const admin = t.client(await t.adminHeaders());
  const { client } = await t.registered();
  const { application_id } = t.demo;
  const plan_price_id = await t.priceOf('lifetime');
  const pays = async () =>
    (
      await client.createPayment({
        body: { plan_price_id, return_url: 'https://app.example.test/return', consents: [] },
      })
    ).error;
  expect(await pays()).toBe('license_offer_required');
  await admin.updateApplication({ params: { application_id }, body: { payments_enabled: false } });
  await t.untilIdle();
  const closed = [];
  for (let n = 0; n < 6; n += 1) closed.push(await pays());
  await admin.updateApplication({ params: { application_id }, body: { payments_enabled: true } });
  expect(closed).toEqual(closed.map(() => 'payments_disabled'));
});

test('both replicas of everything took part, and one of each relays', async () => {
  for (const [service, replicas] of Object.entries(t.replicas)) {
    const answered = await Promise.all(
      replicas.map(async (replica) => /^http_requests_total/m.test(await replica.metrics())),
    );
    // The services of sites and posts are not on the way of a buyer.
    if (!['cms', 'analytics', 'seo-rkn', 'social'].includes(service))
      expect([service, answered]).toEqual([service, [true, true]]);
  }
  const leaders = await t.database.query<{ service: string }>(
    `SELECT application_name AS service FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND application_name LIKE '%-relay' AND datname = current_database()
     ORDER BY application_name`,
  );
  const names = leaders.map(({ service }) => service);
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThanOrEqual(4);
  for (const replica of Object.values(t.replicas).flat()) expect(replica.output()).not.toContain('"level":"error"');
});
