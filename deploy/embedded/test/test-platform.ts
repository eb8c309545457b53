import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { upstreamNames } from '@platform/contracts';
import { type Clock, createLog, listen, type Overrides } from '@platform/runtime';
import { createTestDatabase, logLines, longDatabaseWait, noLimits, testPassword } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { type RunningPlatform, startPlatform } from '../src/platform.ts';
import { openSandboxes, type Sandboxes, webhookAddress } from '../src/sandboxes.ts';
import { makeEncryptionKeys, type Secrets } from '../src/secrets.ts';
import { seedDemo } from '../src/seed.ts';
import { freePort } from './free-port.ts';
import { createHarness, type Harness } from './harness.ts';

export {
  allEndpoints,
  type Harness,
  type PlatformClient,
  type StartedPayment,
  until,
} from './harness.ts';

/** Secrets that hold for one test run on the loopback address. */
export const testSecrets = (): Secrets => ({
  database_password: testPassword,
  database_passwords: Object.fromEntries(upstreamNames.map((name) => [name, testPassword])),
  context_secret: randomBytes(24).toString('hex'),
  encryption_keys: makeEncryptionKeys(),
  snapshot_key: `s1:${randomBytes(32).toString('base64')}`,
  consent_key: `c1:${randomBytes(32).toString('base64')}`,
  worker_secret: randomBytes(16).toString('hex'),
  webhook_token: randomBytes(16).toString('hex'),
  admin_email: 'owner@example.test',
  admin_password: 'a-long-test-password',
  shop_id: '100500',
  shop_secret: 'test_secret',
  idp_client_secret: 'idp-secret',
});

/** The sandboxes on a server of their own, and a free port for the platform that will use them. */
export interface TestSandboxes {
  sandboxes: Sandboxes;
  sandboxUrl: string;
  baseUrl: string;
  port: number;
  /** A folder for uploaded files. */
  filesDir: string;
  stop(): Promise<void>;
}

/**
 * The sandboxes need an address before the platform that is configured with it exists, and the other way
 * round.
 */
export async function openTestSandboxes(
  secrets: Secrets,
  options: { webhooks?: boolean; appUrl?: string; clock?: Clock } = {},
): Promise<TestSandboxes> {
  let front: Parameters<typeof listen>[0] = (_req, res) => void res.writeHead(503).end();
  const server = await listen((req, res) => front(req, res), { port: 0, host: '127.0.0.1' });
  const sandboxUrl = `http://127.0.0.1:${server.port}`;
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const sandboxes = await openSandboxes({
    secrets,
    sandboxUrl,
    apiUrl: baseUrl,
    appUrl: options.appUrl,
    webhookUrl: options.webhooks === false ? null : webhookAddress(baseUrl, secrets),
    clock: options.clock,
  });
  const filesDir = await mkdtemp(join(tmpdir(), 'platform-files-'));
  // A site without a page that serves every key of IndexNow.
  front = sandboxes.front((req, res) => {
    const [, key] = /^\/([0-9a-f]{32})\.txt$/.exec(req.url ?? '') ?? [];
    res.writeHead(key === undefined ? 404 : 200).end(key);
  });
  return {
    sandboxes,
    sandboxUrl,
    baseUrl,
    port,
    filesDir,
    async stop() {
      await sandboxes.stop();
      await server.close(200);
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

export interface TestPlatform extends Harness {
  /** The one that runs now. */
  readonly platform: RunningPlatform;
  /** Starts it again, as it was, after its `stop()`. */
  restart(): Promise<void>;
  /** Where its uploaded files are. */
  filesDir: string;
  /** Lines logged at ERROR; taken, they no longer fail stop(). */
  errors(): string[];
  /** Every line logged so far, at the level that was asked for. */
  logged(): readonly string[];
  stop(): Promise<void>;
}

/** The value of a metric with exactly these labels; 0 while nothing was counted. */
export async function counted(
  { platform }: Pick<TestPlatform, 'platform'>,
  name: string,
  labels: Record<string, string>,
): Promise<number> {
  const metric = platform.host.metrics.registry.getSingleMetric(name);
  if (!metric) throw new Error(`there is no metric ${name}`);
  const { values } = await metric.get();
  return values.find((each) => isDeepStrictEqual({ ...each.labels }, labels))?.value ?? 0;
}

export interface TestPlatformOptions {
  env?: Record<string, string>;
  clock?: Clock;
  /** From which level on lines are logged; `error` when absent. */
  logLevel?: string;
  overrides?: Overrides;
  /** Whether the payment provider notifies the platform; tests of other ways to settle switch it off. */
  webhooks?: boolean;
  /** Where the test serves the demo application. */
  appUrl?: string;
}

/**
 * The whole platform in this process, with sandboxes and the demo application, on a database of its own.
 * `TEST_TOPOLOGY=replicas make test TEST=…/sites` runs a suite over two processes of every service instead.
 */
export async function startTestPlatform(options: TestPlatformOptions = {}): Promise<TestPlatform> {
  if (process.env.TEST_TOPOLOGY === 'replicas') return startReplicas(options);
  const database = await createTestDatabase();
  const secrets = testSecrets();
  const lines = logLines();
  const outside = await openTestSandboxes(secrets, options);
  const { sandboxes, sandboxUrl, baseUrl, port, filesDir } = outside;
  const log = createLog('test', options.logLevel ?? process.env.TEST_LOG_LEVEL ?? 'error', lines);
  const start = () =>
    startPlatform({
      env: {
        ...localEnvironment({ secrets, baseUrl, sandboxUrl, mailUrl: sandboxes.mail.url, filesDir }),
        ...noLimits,
        ...longDatabaseWait,
        // Rows that change by themselves would hide what a call changes.
        SOCIAL_INBOX: 'off',
        ...options.env,
      },
      databaseUrl: database.urlFor,
      port,
      host: '127.0.0.1',
      log,
      clock: options.clock,
      overrides: options.overrides,
    });
  let platform = await start();
  const demo = await seedDemo({ baseUrl, secrets, idp: sandboxes.idp, appUrl: options.appUrl });
  return {
    ...createHarness({ baseUrl, database, sandboxes, secrets, demo }),
    get platform() {
      return platform;
    },
    async restart() {
      platform = await start();
    },
    filesDir,
    errors: () => lines.take(),
    logged: () => lines.all,
    async stop() {
      await platform.stop();
      await outside.stop();
      await database.drop();
      const left = lines.take();
      if (left.length > 0) throw new Error(`the platform logged errors:\n${left.join('\n')}`);
    },
  };
}

/**
 * The same over two replicas of every service. Tests that use process internals or set the clock cannot use
 * it.
 */
async function startReplicas({ env = {}, ...rest }: TestPlatformOptions): Promise<TestPlatform> {
  const unsupported = Object.keys(rest);
  if (unsupported.length > 0) throw new Error(`replicas cannot be started with ${unsupported}`);
  const { startSeparatePlatform, killWhatIsLeft } = await import('./processes.ts');
  const t = await startSeparatePlatform({ places: () => 2, replicas: () => 2, env: () => env });
  const inProcess = (): never => {
    throw new Error('the platform is not in this process');
  };
  const logged = () =>
    Object.values(t.replicas).flatMap((replicas) => replicas.flatMap((it) => it.output().split('\n')));
  return {
    ...t,
    get platform() {
      return inProcess();
    },
    get filesDir() {
      return inProcess();
    },
    restart: inProcess,
    errors: () => logged().filter((line) => line.includes('"level":"error"')),
    logged,
    async stop() {
      const errors = logged().filter((line) => line.includes('"level":"error"'));
      killWhatIsLeft();
      await t.stop();
      if (errors.length > 0) throw new Error(`the platform logged errors:\n${errors.join('\n')}`);
    },
  };
}
