import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, contractClient, platform as contracts } from '@platform/contracts';
import { contextHeader, createContextSigner, newId, systemClock } from '@platform/runtime';
import { openTransaction, untilBlocked } from '@platform/testing';
import { type CompiledClient, compileClient, runJourney, startOutside } from './client-world.ts';
import { type GatewayKiller, startGatewayKiller } from './gateway-killer.ts';
import { purchaseJourney } from './journey.ts';
import {
  killWhatIsLeft,
  type SeparatePlatform,
  type ServiceReplica,
  startSeparatePlatform,
  withItsLog,
} from './processes.ts';
import { type StartedPayment, until } from './test-platform.ts';

/** By hand with more: `KILLED_PURCHASES=200 KILLED_EVENTS=1000 make test TEST=…`. */
const purchases = Number(process.env.KILLED_PURCHASES ?? 24);
const events = Number(process.env.KILLED_EVENTS ?? 60);

const app = { params: { app_code: 'demo' } };
const proCodes = ['export_pdf', 'notes_unlimited'];
const schemas = ['identity', 'catalog', 'billing'];

let t: SeparatePlatform;
beforeAll(async () => {
  // A stop that waits for its whole grace period would exceed the time of a test.
  t = await startSeparatePlatform({ env: () => ({ STOP_TIMEOUT_SECONDS: '300' }) });
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
});

type Buyer = Awaited<ReturnType<SeparatePlatform['registered']>>;

interface Purchase {
  user: Buyer;
  payment: StartedPayment;
}

async function startPurchase(): Promise<Purchase> {
  const user = await t.registered();
  return { user, payment: await t.startPayment(user.client, 'monthly') };
}

const count = async (statement: string, values: unknown[]): Promise<number> => {
  const [row] = await t.database.query<{ count: string }>(`SELECT count(*) FROM ${statement}`, values);
  return Number(row?.count);
};

/** Reads tables only: a read of the API would settle by itself. */
async function expectGrantedOnce(userId: string): Promise<void> {
  await until('the grant is there', async () => (await count('catalog.grants WHERE user_id = $1', [userId])) > 0);
  await t.untilIdle();
  expect(await count('catalog.grants WHERE user_id = $1', [userId])).toBe(1);
  expect(await count("billing.payments WHERE user_id = $1 AND status = 'succeeded'", [userId])).toBe(1);
}

const nothingWasPutAside = async () => {
  for (const schema of schemas) expect([schema, await count(`"${schema}".dead_letters`, [])]).toEqual([schema, 0]);
};

/** Calls one replica itself, as its gateway would. */
function directly(replica: ServiceReplica, user: Buyer): Client<(typeof contracts)['billing']['endpoints']> {
  const signer = createContextSigner([t.secrets.context_secret], systemClock);
  const { application_id, application_code } = t.demo;
  return contractClient(contracts.billing.endpoints, {
    baseUrl: replica.apiUrl,
    headersFor: (endpointId) => ({
      [contextHeader]: signer.sign(
        {
          request_id: newId(),
          client_ip: '203.0.113.7',
          user_agent: 'test',
          application: { id: application_id, code: application_code },
          user: {
            id: user.user_id,
            issuer: t.sandboxes.idp.issuer,
            subject: newId(),
            email: null,
            display_name: null,
            avatar_url: null,
          },
        },
        'billing',
        endpointId,
      ),
    }),
  });
}

test('the body of an event goes on to analytics as it came, also when the gateway had to look into it', async () => {
  const user = await t.registered();
  const { authorization = '' } = user.headers;
  const events = Array.from({ length: 3 }, () => ({
    event: 'app_opened',
    event_id: newId(),
    application_code: 'demo',
  }));
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetch(`${t.baseUrl}/v1/events/batch`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body,
    });
  const named = { 'x-application-code': 'demo' };
  const compressed = (batch: object[]) => new Uint8Array(gzipSync(JSON.stringify(batch)));
  const gzip = { 'content-encoding': 'gzip' };
  const answers = [
    await post(JSON.stringify(events.slice(0, 1))),
    await post(compressed(events.slice(1, 2)), gzip),
    await post(compressed(events.slice(2)), { ...gzip, ...named }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await count('analytics.events WHERE event_id = ANY($1)', [events.map(({ event_id }) => event_id)])).toBe(3);
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(50 * 1_048_576)));
  expect((await post(bomb, { ...gzip, ...named })).status).toBe(413);
});

test('`main.ts migrate` finds the schema of every service up to date and ends', async () => {
  const ends = await Promise.all(schemas.map((service) => t.command(service, 'migrate')));
  expect(ends.map(({ code, output }) => [code, output])).toEqual(
    schemas.map((service) => [0, `${service}: 0 migration(s) applied\n`]),
  );
});

const mistakes = [
  ['an unknown command', 'billing', 'serv', {}, /The command serv is unknown: use serve, migrate, replay or reseal/],
  ['several missing values', 'billing', 'serve', { YOOKASSA_SHOP_ID: '', DATABASE_URL: '' }, /2 problem\(s\)/],
  ['a service that is nowhere', 'gateway', 'serve', { BILLING_URL: '' }, /`BILLING_URL` is missing/],
  ['a role that may not migrate', 'billing', 'migrate', { MIGRATION_DATABASE_URL: '' }, /permission denied/],
  [
    'a database that does not answer',
    'identity',
    'serve',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
    /ECONNREFUSED/,
  ],
] as const;
test.each(mistakes)('%s ends the process with 1 and says what is wrong', async (...[, service, command, env, says]) => {
  const { code, output } = await t.command(service, command, { PORT: '0', OPS_PORT: '0', ...env });
  expect(output).toMatch(says);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
});

test('a service is not ready before it has begun', async () => {
  // The table that identity reads before it serves.
  const lock = await openTransaction(t.database, 'LOCK TABLE identity.admins IN ACCESS EXCLUSIVE MODE');
  const replica = await t.launchReplica('identity');
  await untilBlocked(t.database, { statement: 'admins' });
  expect(await replica.ready()).toBe(503);
  await lock.rollback();
  await until('it is ready', async () => (await replica.ready()) === 200);
  expect(await replica.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('the journey of a buyer', () => purchaseJourney(t));

test('the notification alone grants, over NATS', async () => {
  const { user, payment } = await startPurchase();
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await expectGrantedOnce(user.user_id);
  expect((await user.client.getMyEntitlements(app)).data.codes).toEqual(proCodes);
});

test('a bus that is down delays what happened and loses nothing', async () => {
  const { user, payment } = await startPurchase();
  await t.untilIdle();
  await t.nats.stop();
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await until(
    'the payment succeeded without the bus',
    async () => (await count("billing.payments WHERE user_id = $1 AND status = 'succeeded'", [user.user_id])) === 1,
  );
  expect(await count('billing.outbox', [])).toBe(1);
  await t.nats.start();
  await expectGrantedOnce(user.user_id);
});

test('catalog is killed in the midst of a stream of purchases: every grant arrives, once', async () => {
  const purchases: Purchase[] = [];
  for (let n = 0; n < 20; n += 1) purchases.push(await startPurchase());
  const ids = purchases.map(({ user }) => user.user_id);
  const granted = () => count('catalog.grants WHERE user_id = ANY($1)', [ids]);
  const { catalog } = t.services;
  if (!catalog) throw new Error('catalog does not run');
  const pay = (some: Purchase[]) => {
    for (const { payment } of some) t.sandboxes.yookassa.pay(payment.provider_payment_id);
  };
  pay(purchases.slice(0, 10));
  await until('the first grants are written', async () => (await granted()) === 10);
  // The others are being written when the process dies.
  const lock = await openTransaction(t.database, 'LOCK TABLE catalog.grants IN EXCLUSIVE MODE');
  pay(purchases.slice(10));
  await untilBlocked(t.database, { statement: 'INSERT INTO catalog.grants' });
  expect(await catalog.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
  await lock.rollback();
  expect(await granted()).toBe(10);
  await t.startReplica('catalog', catalog);
  for (const id of ids) await expectGrantedOnce(id);
  expect(await granted()).toBe(20);
  await nothingWasPutAside();
});

test('two replicas of billing share the work: one payment, one grant, one of them relays, the other takes over', async () => {
  const second = await t.startReplica('billing');
  const user = await t.registered();
  const body = {
    plan_price_id: await t.priceOf('monthly'),
    return_url: 'https://app.example.test/return',
    consents: await t.consents(['license_offer']),
  };
  const other = directly(second, user);
  const clicks = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? user.client.createPayment({ body }) : other.createPayment({ body }))),
  );
  expect(new Set(clicks.map(({ status, error }) => `${status} ${error}`))).toEqual(new Set(['201 undefined']));
  expect(new Set(clicks.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(await count('billing.payments WHERE user_id = $1', [user.user_id])).toBe(1);
  const made = t.sandboxes.yookassa
    .payments()
    .filter(({ metadata }) => metadata.payment_id === clicks[0]?.data.payment_id);
  expect(made).toHaveLength(1);

  const admin = t.client(await t.adminHeaders());
  for (let round = 0; round < 15; round += 1) {
    const { user: buyer, payment } = await startPurchase();
    const params = { payment_id: payment.payment_id };
    t.sandboxes.yookassa.pay(payment.provider_payment_id);
    const replies = await Promise.all([
      buyer.client.syncPayment({ params }),
      directly(second, buyer).syncPayment({ params }),
      admin.syncPendingPayments(),
      buyer.client.getMyEntitlements(app),
      directly(second, buyer).syncPayment({ params }),
    ]);
    const failed = replies.filter(({ status }) => status !== 200);
    expect(failed.map(({ body }) => withItsLog([...Object.values(t.services), second], JSON.stringify(body)))).toEqual(
      [],
    );
    await expectGrantedOnce(buyer.user_id);
  }

  const leaders = await t.database.query(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('relay:billing', 0)`,
  );
  expect(leaders).toHaveLength(1);
  const first = t.services.billing;
  if (!first) throw new Error('billing does not run');
  const relays = async (replica: ServiceReplica) =>
    /^bus_events_published_total\{[^}]*service="billing"/m.test(await replica.metrics());
  const published = await Promise.all([first, second].map(relays));
  expect([...published].sort()).toEqual([false, true]);

  const [leader, follower] = published[0] ? [first, second] : [second, first];
  const { user: buyer, payment } = await startPurchase();
  await leader.end('SIGKILL');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  expect(
    (await directly(follower, buyer).syncPayment({ params: { payment_id: payment.payment_id } })).data,
  ).toMatchObject({
    status: 'succeeded',
  });
  await expectGrantedOnce(buyer.user_id);
  if (leader === first) {
    await t.startReplica('billing', first);
    expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
  }
  await nothingWasPutAside();
});

describe('while the gateway is killed at any moment', () => {
  let client: CompiledClient;
  let killer: GatewayKiller;
  let outside: Awaited<ReturnType<typeof startOutside>>;
  beforeAll(async () => {
    client = await compileClient();
    killer = startGatewayKiller(t);
    outside = await startOutside(t, killer);
  });
  afterAll(async () => {
    await killer.close();
    await outside.close();
    await client.remove();
  });
  const options = (username: string) => ({
    baseUrl: t.baseUrl,
    applicationCode: t.demo.application_code,
    publicKey: t.demo.public_key,
    controlUrl: outside.controlUrl,
    username,
  });

  test('each payment of a client has one outcome, the right one', async () => {
    const [before] = await t.database.query<{ last: string }>(
      "SELECT coalesce(max(id::text), '') AS last FROM billing.payments",
    );
    await killer.failing(800);
    const { answer } = await runJourney(client, process.execPath, 'buyManyTimes', options('killed'), purchases);
    await killer.failing(null);
    expect(answer).toEqual({ 'succeeded true': purchases });
    const made = 'billing.payments WHERE id::text > $1';
    const last = [before?.last];
    expect(await count(made, last)).toBe(purchases);
    expect(await count(`${made} AND status = 'succeeded'`, last)).toBe(purchases);
    expect(killer.kills()).toBeGreaterThan(0);
    await nothingWasPutAside();
  });

  test('each event of a client is stored once', async () => {
    const before = killer.kills();
    const { answer } = await runJourney(client, process.execPath, 'trackManyEvents', options('tracker'), events);
    expect(answer).toBe(0);
    const stored = "analytics.events WHERE event = 'journey_event'";
    await until('the events are stored', async () => (await count(stored, [])) === events);
    expect(await count(`(SELECT DISTINCT properties ->> 'number' FROM ${stored}) AS numbers`, [])).toBe(events);
    expect(killer.kills()).toBeGreaterThan(before);
  });
});

test('a request that is running when the platform stops is answered, and every process ends by itself', async () => {
  const user = await t.registered();
  const body = {
    plan_price_id: await t.priceOf('lifetime'),
    return_url: 'https://app.example.test/return',
    consents: await t.consents(['license_offer']),
  };
  const asked = t.sandboxes.yookassa.journal().length;
  t.sandboxes.yookassa.faults.set({ delayMs: { value: 700, times: 1 } });
  const reply = user.client.createPayment({ body });
  await until('the provider works on it', () => t.sandboxes.yookassa.journal().length > asked);
  const replicas = Object.values(t.services);
  const ends = await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
  expect((await reply).status).toBe(201);
  expect(ends).toEqual(ends.map(() => ({ code: 0, signal: null })));
  for (const { pid } of replicas) expect(existsSync(`/proc/${pid}`)).toBe(false);
  const connections = await t.database.query(
    "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'platform-%'",
  );
  expect(connections).toEqual([]);
  for (const replica of replicas) expect(replica.output()).not.toContain('"level":"error"');
});
