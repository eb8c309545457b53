import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { purchaseJourney } from './journey.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';

const userLimit = 150;

let t: SeparatePlatform;
beforeAll(async () => {
  t = await startSeparatePlatform({
    places: () => 2,
    replicas: () => 2,
    env: () => ({ RATE_LIMIT_USER: String(userLimit) }),
  });
}, 120_000);
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
}, 30_000);

test('the journey of a buyer, over two replicas of everything', () => purchaseJourney(t), 60_000);

test('a limit is counted over both gateways', async () => {
  const { client } = await t.registered();
  const answers = [];
  for (let n = 0; n < userLimit + 20; n += 1) answers.push((await client.listMyPayments()).status);
  // Registering was one.
  expect(answers.filter((status) => status === 200)).toHaveLength(userLimit - 1);
  expect(answers.filter((status) => status === 429)).toHaveLength(21);
}, 30_000);

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
}, 30_000);

test('what an administrator changes is seen by every replica', async () => {
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
  await t.settled();
  const closed = [];
  for (let n = 0; n < 6; n += 1) closed.push(await pays());
  await admin.updateApplication({ params: { application_id }, body: { payments_enabled: true } });
  expect(closed).toEqual(closed.map(() => 'payments_disabled'));
}, 30_000);

test('both replicas of everything took part, and one of each relays', async () => {
  for (const [service, replicas] of Object.entries(t.replicas)) {
    const answered = await Promise.all(
      replicas.map(async (replica) => /^http_request_duration_seconds_count/m.test(await replica.metrics())),
    );
    // The site services are not on the way of a buyer.
    if (!['cms', 'analytics'].includes(service)) expect([service, answered]).toEqual([service, [true, true]]);
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
