import { randomBytes } from 'node:crypto';
import { type Client, contractClient, platform as contracts } from '@platform/contracts';
import { type Clock, createLog, listen, newId, type Overrides } from '@platform/runtime';
import { createTestDatabase, logLines, type TestDatabase } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { type RunningPlatform, startPlatform } from '../src/platform.ts';
import { idpClientId, openSandboxes, type Sandboxes, webhookAddress } from '../src/sandboxes.ts';
import type { Secrets } from '../src/secrets.ts';
import { type Seeded, seedDemo } from '../src/seed.ts';

type Endpoints = (typeof contracts)['gateway']['endpoints'] &
  (typeof contracts)['identity']['endpoints'] &
  (typeof contracts)['catalog']['endpoints'] &
  (typeof contracts)['billing']['endpoints'];

/** Every endpoint of the platform, by its id. */
export const allEndpoints: Endpoints = {
  ...contracts.gateway.endpoints,
  ...contracts.identity.endpoints,
  ...contracts.catalog.endpoints,
  ...contracts.billing.endpoints,
};

export type PlatformClient = Client<Endpoints>;

/** Secrets that hold for one test run on the loopback address. */
export const testSecrets = (): Secrets => ({
  database_password: 'test-only',
  context_secret: randomBytes(24).toString('hex'),
  encryption_key: `k1:${randomBytes(32).toString('base64')}`,
  snapshot_key: `s1:${randomBytes(32).toString('base64')}`,
  worker_secret: randomBytes(16).toString('hex'),
  webhook_token: randomBytes(16).toString('hex'),
  admin_email: 'owner@example.test',
  admin_password: 'a-long-test-password',
  shop_id: '100500',
  shop_secret: 'test_secret',
  idp_client_secret: 'idp-secret',
});

/** Limits so high that a test never meets them; a test of the limits sets its own. */
export const noLimits: Record<string, string> = Object.fromEntries(
  ['PUBLIC_IP', 'PUBLIC_KEY', 'USER', 'PAYMENTS', 'ADMIN_LOGIN', 'ADMIN', 'WEBHOOKS', 'WORKER'].map((name) => [
    `RATE_LIMIT_${name}`,
    '1000000',
  ]),
);

export interface TestPlatform {
  baseUrl: string;
  database: TestDatabase;
  platform: RunningPlatform;
  sandboxes: Sandboxes;
  secrets: Secrets;
  demo: Seeded;
  /** A client with these headers; none when called without. */
  client(headers?: Record<string, string>): PlatformClient;
  /** Headers of a demo user: token, public key and application. */
  userHeaders(username: string): Promise<Record<string, string>>;
  adminHeaders(): Promise<Record<string, string>>;
  workerHeaders: Record<string, string>;
  /** Accepting entries for every published document of the demo application, or for these kinds. */
  consents(
    kinds?: readonly string[],
  ): Promise<{ document_id: string; version: string; checkbox_text: string; accepted: boolean }[]>;
  /** Registers a demo user and answers a client that calls as that user. */
  registered(username?: string): Promise<{ client: PlatformClient; headers: Record<string, string>; user_id: string }>;
  /** Id of the price of a plan on the paywall `main`. */
  priceOf(planCode: string): Promise<string>;
  /** Starts a payment of a registered user with all consents. */
  startPayment(
    client: PlatformClient,
    planCode: string,
  ): Promise<{ payment_id: string; provider_payment_id: string; confirmation_url: string }>;
  /** Waits until no event is on its way any more. */
  settled(): Promise<void>;
  /** Lines logged at ERROR; taken, they no longer fail stop(). */
  errors(): string[];
  stop(): Promise<void>;
}

export interface TestPlatformOptions {
  env?: Record<string, string>;
  clock?: Clock;
  overrides?: Overrides;
  /** Whether the payment provider notifies the platform; tests of other ways to settle switch it off. */
  webhooks?: boolean;
}

/** The whole platform in this process, with sandboxes and the demo application, on a database of its own. */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  const database = await createTestDatabase();
  const secrets = testSecrets();
  const lines = logLines();
  // The sandboxes need an address before the platform that is configured with it exists.
  let front: Parameters<typeof listen>[0] = (_req, res) => void res.writeHead(503).end();
  const sandboxServer = await listen((req, res) => front(req, res), { port: 0, host: '127.0.0.1' });
  const sandboxUrl = `http://127.0.0.1:${sandboxServer.port}`;
  const placeholder = await listen(() => {}, { port: 0, host: '127.0.0.1' });
  const port = placeholder.port;
  await placeholder.close(0);

  const baseUrl = `http://127.0.0.1:${port}`;
  const sandboxes = await openSandboxes({
    secrets,
    sandboxUrl,
    webhookUrl: options.webhooks === false ? null : webhookAddress(baseUrl, secrets),
  });
  front = sandboxes.front((_req, res) => void res.writeHead(404).end());

  const log = createLog('test', process.env.TEST_LOG_LEVEL ?? 'error', lines);
  const platform = await startPlatform({
    env: { ...localEnvironment({ secrets, baseUrl, sandboxUrl }), ...noLimits, ...options.env },
    databaseUrl: database.urlFor,
    port,
    host: '127.0.0.1',
    log,
    clock: options.clock,
    overrides: options.overrides,
  });
  const demo = await seedDemo({ baseUrl, secrets, idp: sandboxes.idp });
  const client = (headers: Record<string, string> = {}): PlatformClient =>
    contractClient(allEndpoints, { baseUrl, headers });
  const keyHeaders = { 'x-public-key': demo.public_key, 'x-application-code': demo.application_code };

  const userHeaders = async (username: string) => {
    const form = new URLSearchParams({ client_id: idpClientId, client_secret: secrets.idp_client_secret, username });
    const response = await fetch(sandboxes.idp.tokenUrl, { method: 'POST', body: form });
    const { access_token } = (await response.json()) as { access_token: string };
    return { ...keyHeaders, authorization: `Bearer ${access_token}` };
  };

  const consents: TestPlatform['consents'] = async (kinds) => {
    const { data } = await client(keyHeaders).listLegalDocuments({ params: { app_code: demo.application_code } });
    return data
      .filter(({ doc_kind }) => kinds === undefined || kinds.includes(doc_kind))
      .map(({ id, version, title }) => ({
        document_id: id,
        version,
        checkbox_text: `I accept: ${title}`,
        accepted: true,
      }));
  };

  const priceOf = async (planCode: string) => {
    const { data } = await client(keyHeaders).getPaywall({
      params: { app_code: demo.application_code, paywall_code: 'main' },
    });
    const item = data.paywall_items.find(({ plan }) => plan.code === planCode);
    if (!item) throw new Error(`no plan ${planCode} on the paywall`);
    return item.plan_price_id;
  };

  return {
    baseUrl,
    database,
    platform,
    sandboxes,
    secrets,
    demo,
    client,
    userHeaders,
    workerHeaders: { 'x-worker-secret': secrets.worker_secret },
    async adminHeaders() {
      const { data } = await client().openAdminSession({
        body: { email: secrets.admin_email, password: secrets.admin_password },
      });
      return { authorization: `Bearer ${data.access_token}` };
    },
    consents,
    async registered(username = `user-${newId()}`) {
      const headers = await userHeaders(username);
      const user = client(headers);
      const reply = await user.registerUser({
        params: { app_code: demo.application_code },
        body: {
          platform: 'web',
          explicit_consent: true,
          consents: await consents(['terms_notes', 'personal_data_consent']),
        },
      });
      if (reply.status !== 200) throw new Error(`registration failed: ${JSON.stringify(reply.body)}`);
      return { client: user, headers, user_id: reply.data.user.id };
    },
    priceOf,
    async startPayment(user, planCode) {
      const reply = await user.createPayment({
        body: {
          plan_price_id: await priceOf(planCode),
          return_url: 'https://app.example.test/return',
          consents: await consents(['license_offer']),
        },
      });
      if (reply.status !== 201 || reply.data.confirmation_url === null)
        throw new Error(`no payment: ${JSON.stringify(reply.body)}`);
      return { ...reply.data, confirmation_url: reply.data.confirmation_url };
    },
    async settled() {
      await sandboxes.yookassa.flush();
      for (let tries = 0; tries < 500; tries += 1) {
        const [row] = await database.query<{ waiting: string }>(
          'SELECT (SELECT count(*) FROM billing.outbox) + (SELECT count(*) FROM catalog.outbox) + (SELECT count(*) FROM identity.outbox) AS waiting',
        );
        if (row?.waiting === '0') return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error('events are still on their way');
    },
    errors: () => lines.take(),
    async stop() {
      await platform.stop();
      await sandboxes.stop();
      await sandboxServer.close(200);
      await database.drop();
      const left = lines.take();
      if (left.length > 0) throw new Error(`the platform logged errors:\n${left.join('\n')}`);
    },
  };
}
