import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gateway, upstreamNames } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform, withItsLog } from './processes.ts';

const app = { params: { app_code: 'demo' } };

let t: SeparatePlatform;
beforeAll(async () => {
  // A stop that waits for its whole grace period would exceed the time of a test.
  t = await startSeparatePlatform({ places: () => 2, env: () => ({ STOP_TIMEOUT_SECONDS: '300' }) });
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
});

interface Load {
  /** How many requests were answered as they should be, by what they ask. */
  answered: Map<string, number>;
  failed: string[];
  stop(): Promise<void>;
}

/** Clients that read, buy and send events without a pause and without a retry. */
async function startLoad(): Promise<Load> {
  const answered = new Map<string, number>();
  const failed: string[] = [];
  let isOver = false;
  const admin = t.client(await t.adminHeaders());
  const ask = async (what: string, expected: number, call: () => Promise<{ status: number; body: unknown }>) => {
    const outcome = await call().catch((error) => ({ status: 0, body: `${error} ${error.cause}` }));
    if (outcome.status === expected) answered.set(what, (answered.get(what) ?? 0) + 1);
    else failed.push(`${what}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
    return outcome.status === expected;
  };

  const reader = async () => {
    const { client } = await t.registered();
    while (!isOver) {
      await ask('paywall', 200, () => client.getPaywall({ params: { ...app.params, paywall_code: 'main' } }));
      await ask('entitlements', 200, () => client.getMyEntitlements(app));
      await ask('legal', 200, () => client.listLegalDocuments(app));
      await ask('payments', 200, () => client.listMyPayments());
      await ask('events', 202, () =>
        client.recordEvents({ body: [{ event: 'app_opened', event_id: newId(), application_code: 'demo' }] }),
      );
      await ask('health', 200, () => client.getHealth());
      await sleep(5);
    }
  };
  const buyer = async () => {
    const [plan_price_id, consents] = [await t.priceOf('monthly'), await t.consents(['license_offer'])];
    while (!isOver) {
      const bought = await t.registered().catch((error) => void failed.push(`register: ${error}`));
      if (!bought) continue;
      const body = { plan_price_id, return_url: 'https://app.example.test/return', consents };
      let paid: { payment_id: string; provider_payment_id: string } | undefined;
      await ask('pay', 201, async () => {
        const reply = await bought.client.createPayment({ body });
        if (reply.status === 201) paid = reply.data;
        return reply;
      });
      if (!paid) continue;
      t.sandboxes.yookassa.pay(paid.provider_payment_id);
      const { payment_id } = paid;
      await ask('sync', 200, () => bought.client.syncPayment({ params: { payment_id } }));
      await sleep(20);
    }
  };
  const administrator = async () => {
    while (!isOver) {
      await ask('settings', 200, () => admin.getApplication({ params: { application_id: t.demo.application_id } }));
      await sleep(20);
    }
  };
  const running = [reader(), reader(), reader(), buyer(), administrator()];
  return {
    answered,
    failed,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

test('every service, and the gateway, is replaced under load: not one request fails', async () => {
  const load = await startLoad();
  await sleep(1_000);
  const ends = [];
  for (const name of [...upstreamNames, gateway.name]) {
    const first = t.services[name];
    if (!first) throw new Error(`${name} does not run`);
    await t.startAt(name, 1);
    ends.push(first.end('SIGTERM'));
    await sleep(500);
  }
  const ended = await Promise.all(ends);
  await sleep(1_000);
  await load.stop();
  expect(ended).toEqual(ended.map(() => ({ code: 0, signal: null })));
  const total = [...load.answered.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `  ${total} requests while ${ended.length} processes were replaced, ${load.failed.length} failed\n`,
  );
  expect(load.failed.slice(0, 20).map((failure) => withItsLog(Object.values(t.replicas).flat(), failure))).toEqual([]);
  expect([...load.answered.keys()].sort()).toEqual([
    'entitlements',
    'events',
    'health',
    'legal',
    'pay',
    'payments',
    'paywall',
    'settings',
    'sync',
  ]);
  for (const count of load.answered.values()) expect(count).toBeGreaterThan(10);
  for (const { output } of Object.values(t.services)) expect(output()).not.toContain('"level":"error"');
  for (const [second] of Object.values(t.replicas).map((all) => all.slice(1)))
    expect(second?.output()).not.toContain('"level":"error"');

  // Every purchase of that time was granted, once.
  await t.untilIdle();
  const [books] = await t.database.query(
    `SELECT (SELECT count(*)::int FROM billing.payments WHERE status = 'succeeded') AS paid, (SELECT count(*)::int FROM catalog.grants) AS granted`,
  );
  expect(books?.granted).toBe(books?.paid);
});
