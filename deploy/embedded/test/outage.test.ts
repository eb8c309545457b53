import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { defaultDatabaseWait, servicesWithSchema } from '@platform/testing';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { type StartedPayment, until } from './test-platform.ts';

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];
const userLimit = 60;

let t: SeparatePlatform;
beforeAll(async () => {
  const env = { RATE_LIMIT_USER: String(userLimit), ...defaultDatabaseWait };
  t = await startSeparatePlatform({ breakableDatabase: true, env: () => env });
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
});

type Buyer = Awaited<ReturnType<SeparatePlatform['registered']>>;

const count = async (statement: string, values: unknown[] = []): Promise<number> => {
  const [row] = await t.database.query<{ count: string }>(`SELECT count(*) FROM ${statement}`, values);
  return Number(row?.count);
};

async function customer(): Promise<Buyer & { username: string; price: string; payment: StartedPayment }> {
  const username = `user-${newId()}`;
  const user = await t.registered(username);
  const price = await t.priceOf('monthly');
  return { ...user, username, price, payment: await t.startPayment(user.client, 'monthly') };
}

const isHealthy = async () => (await t.client().getHealth()).status === 200;

/** Reads of a page before a login, with the settings of an administrator. */
const publicReads = (client: Buyer['client']) => ({
  paywall: () => client.getPaywall({ params: { ...app.params, paywall_code: 'main' } }),
  config: () => client.getConfig(app),
  branding: () => client.getBranding(app),
});

describe('while Redis is down', () => {
  test('no request fails for it, and the limits go on in each process', async () => {
    const user = await t.registered();
    await t.redis.stop();
    const answers: number[] = [];
    for (let n = 0; n < userLimit + 15; n += 1) answers.push((await user.client.getMyEntitlements(app)).status);
    const { payment, client, user_id } = await customer();
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    await t.untilIdle();
    expect((await client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
    expect(
      (await t.client().openAdminSession({ body: { email: t.secrets.admin_email, password: 'wrong' } })).status,
    ).toBe(401);
    await t.redis.start();
    expect(answers.filter((status) => status === 200)).toHaveLength(userLimit);
    expect(answers.filter((status) => status === 429)).toHaveLength(15);
    expect(await count('catalog.grants WHERE user_id = $1', [user_id])).toBe(1);
  });
});

describe('while Redis hangs', () => {
  test('no request fails for it', async () => {
    const user = await t.registered();
    const ask = async () => (await user.client.getMyEntitlements(app)).status;
    await ask();
    t.redis.pause();
    try {
      expect(await ask()).toBe(200);
      await sleep(1_200);
      expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([200, 200, 200, 200, 200]);
    } finally {
      t.redis.resume();
    }
    await until('everything is well', isHealthy);
  });
});

describe('while NATS is down', () => {
  test('a purchase succeeds at the provider and is granted afterwards; existing entitlements are still read', async () => {
    const owner = await customer();
    t.sandboxes.yookassa.pay(owner.payment.provider_payment_id);
    await until(
      'the owner has it',
      async () => (await count('catalog.grants WHERE user_id = $1', [owner.user_id])) === 1,
    );
    const buyer = await customer();
    await t.untilIdle();

    await t.nats.stop();
    t.sandboxes.yookassa.pay(buyer.payment.provider_payment_id);
    await until(
      'the payment succeeded',
      async () => (await count("billing.payments WHERE user_id = $1 AND status = 'succeeded'", [buyer.user_id])) === 1,
    );
    const reads = [
      await owner.client.getMyEntitlements(app),
      // A new login: the gateway has not seen this token, but it has seen this person.
      await t.client(await t.userHeaders(owner.username)).getMyEntitlements(app),
    ];
    expect(reads.map(({ status, data }) => [status, data?.codes])).toEqual(reads.map(() => [200, proCodes]));
    for (const read of Object.values(publicReads(buyer.client))) expect((await read()).status).toBe(200);

    // A call that needs another service is refused with `Retry-After`.
    const refused = await buyer.client.createPayment({
      body: { plan_price_id: buyer.price, return_url: 'https://app.example.test/', consents: [] },
    });
    expect([refused.status, refused.error]).toEqual([503, 'service_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Kubernetes must not take every replica away for it.
    for (const replica of Object.values(t.services))
      expect([replica.service, await replica.ready()]).toEqual([replica.service, 200]);
    expect((await t.client().getHealth()).status).toBe(503);

    await t.nats.start();
    await until(
      'the purchase is granted',
      async () => (await count('catalog.grants WHERE user_id = $1', [buyer.user_id])) === 1,
    );
    await until('everything is well', isHealthy);
    await t.untilIdle();
    expect(await count('catalog.grants WHERE user_id = $1', [buyer.user_id])).toBe(1);
    expect((await buyer.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
  });
});

describe('while PostgreSQL is down', () => {
  test('a call that needs it is refused, a cached read is still answered', async () => {
    const user = await customer();
    const reads = publicReads(user.client);
    const before = await Promise.all(Object.values(reads).map((read) => read()));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
    await t.untilIdle();

    await t.databaseNetwork.cut();
    for (const call of [
      () => user.client.getMyEntitlements(app),
      () => user.client.listMyPayments(),
      () => user.client.syncPayment({ params: { payment_id: user.payment.payment_id } }),
      () => t.client().openAdminSession({ body: { email: t.secrets.admin_email, password: t.secrets.admin_password } }),
    ]) {
      const refused = await call();
      expect([refused.status, refused.error]).toEqual([503, 'service_unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const during = await Promise.all(Object.values(reads).map((read) => read()));
    expect(during.map(({ status, body }) => [status, body])).toEqual(before.map(({ body }) => [200, body]));
    for (const replica of Object.values(t.services))
      expect([replica.service, await replica.ready()]).toEqual([replica.service, 200]);
    // A database that answered within the last second counts as up.
    await until('the health says so', async () => (await t.client().getHealth()).status === 503);
    // A notification that could not be dealt with is refused, so that the provider sends it again.
    t.sandboxes.yookassa.pay(user.payment.provider_payment_id);
    await t.sandboxes.yookassa.flush();

    await t.databaseNetwork.restore();
    await until('everything is well', isHealthy);
    await t.sandboxes.yookassa.redeliver();
    await until(
      'the purchase is granted',
      async () => (await count('catalog.grants WHERE user_id = $1', [user.user_id])) === 1,
    );
    expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
  });
});

describe('while PostgreSQL hangs', () => {
  test('a waiting call is refused in the end, and everything works again over a new connection', async () => {
    const user = await t.registered();
    const calls = [
      () => user.client.getMyEntitlements(app),
      () => user.client.listMyPayments(),
      () => user.client.updateMyProfile({ ...app, body: { display_name: 'Anna' } }),
    ];
    expect((await Promise.all(calls.map((call) => call()))).map(({ status }) => status)).toEqual([200, 200, 200]);
    await t.untilIdle();
    t.databaseNetwork.freeze();
    for (const refused of await Promise.all([...calls, ...calls].map((call) => call()))) {
      expect([refused.status, refused.error]).toEqual([503, 'service_unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // The connections are closed by now, and no new one can be opened.
    for (const refused of await Promise.all(calls.map((call) => call()))) expect(refused.status).toBe(503);

    await t.databaseNetwork.restore();
    await until('everything is well', isHealthy);
    for (const call of calls) expect((await call()).status).toBe(200);
  });
});

test('nothing was put aside, and no outage is an error of ours', async () => {
  await sleep(100);
  for (const schema of servicesWithSchema())
    expect([schema, await count(`"${schema}".dead_letters`)]).toEqual([schema, 0]);
  for (const replica of Object.values(t.services)) {
    const errors = replica
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    expect(errors).toEqual([]);
  }
});
