import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asRole,
  bootstrapDatabase,
  contextHeader,
  contextKeysEnvironment,
  createContextSigner,
  migrate,
  migratorRole,
  newId,
  systemClock,
  withDatabase,
} from '@platform/runtime';
import { type LocalPostgres, startLocalPostgres } from '@platform/sandbox';
import { eventually, mainOf, migrationsOf } from '@platform/testing';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';
import { until } from './test-platform.ts';

/**
 * Analytics in a separate process on a PostgreSQL of its own, both of which die without a word while clients
 * send events. A client that has no answer, or 503, sends the same events again, as clients do.
 */

const eventCount = 200_000;
const batchSize = 500;
const clients = 6;
const seed = Number(process.env.TEST_SEED ?? 20_260_311);

const password = 'test-only';
const secret = 'a-context-secret-of-this-test-alone-0123456789';
const application = { id: newId(), code: 'crashing' };
const user = {
  id: newId(),
  issuer: 'https://issuer.test',
  subject: 'x',
  email: null,
  display_name: null,
  avatar_url: null,
};

let folder: string;
let postgres: LocalPostgres;
let databaseUrl: string;
let analytics: TestProcess;
let ports: { api: number; ops: number };

const startDatabase = (port = 0) => startLocalPostgres({ dataDir: join(folder, 'postgres'), port });

function startAnalytics(): TestProcess {
  return runNode(fileURLToPath(mainOf('analytics')), [], {
    DATABASE_URL: asRole(databaseUrl, 'analytics', password),
    ...contextKeysEnvironment(secret, ['analytics']),
    ANALYTICS_ENCRYPTION_KEYS: `k:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: String(ports.api),
    OPS_PORT: String(ports.ops),
  });
}

const isReady = () =>
  fetch(`http://127.0.0.1:${ports.ops}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-ingest-crash-'));
  // The server's own user has to pass through it.
  await chmod(folder, 0o755);
  postgres = await startDatabase();
  databaseUrl = withDatabase(postgres.superuserUrl, 'platform');
  const { superuserUrl } = postgres;
  await bootstrapDatabase({ superuserUrl, database: 'platform', services: ['analytics'], passwordOf: () => password });
  await migrate({
    service: 'analytics',
    folder: migrationsOf('analytics'),
    databaseUrl: asRole(databaseUrl, migratorRole, password),
  });
  ports = { api: await freePort(), ops: await freePort() };
  analytics = startAnalytics();
  await until('analytics is ready', isReady);
});
afterAll(async () => {
  killWhatIsLeft();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
/** Ids that follow from their number, and are spread over an index. */
const idOf = (n: number) => `${hex(Math.imul(n, 0x9e3779b1) >>> 0, 8)}-0000-4000-8000-${hex(n, 12)}`;

const signer = createContextSigner([secret], systemClock);

/**
 * Whether an answer was lost with its connection, or did not come in time. Any other error is one of the
 * test.
 */
const isLost = (error: { name?: string; message?: string }) =>
  error.name === 'TimeoutError' || ['fetch failed', 'terminated'].includes(error.message ?? '');

/** Whether a batch was acknowledged. No answer is no acknowledgement, whatever became of the events. */
async function send(events: object[]): Promise<boolean> {
  const context = { request_id: newId(), client_ip: '203.0.113.7', user_agent: 'test', application, user };
  try {
    const response = await fetch(`http://127.0.0.1:${ports.api}/v1/events/batch`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [contextHeader]: signer.sign(context, 'analytics', 'recordEvents'),
      },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(15_000),
    });
    const body = (await response.json()) as { error?: string; data?: { accepted: number } };
    if (response.status === 202) {
      expect(body.data?.accepted).toBe(events.length);
      return true;
    }
    expect([response.status, body.error]).toEqual([503, 'service_unavailable']);
    return false;
  } catch (error) {
    if (!isLost(error as Error)) throw error;
    return false;
  }
}

/** The numbers of all stored events. */
async function storedNumbers(): Promise<{ n: number }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      `SELECT ('x' || right(event_id::text, 12))::bit(48)::bigint::int AS n FROM analytics.events WHERE application_id = $1`,
      [application.id],
    );
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}

test('Killing PostgreSQL and the process at random during ingest of 200k events with client retries: every acknowledged event is stored exactly once', async () => {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const batches = Array.from({ length: eventCount / batchSize }, (_, n) => n);
  let acknowledged = 0;
  let repeated = 0;
  const kills = { process: 0, server: 0, backend: 0 };

  const work = async (client: number) => {
    const own = randomOf(seed + client);
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const first = batch * batchSize;
      for (let tries = 0; ; tries += 1) {
        const now = Date.now();
        const events = Array.from({ length: batchSize }, (_, n) => ({
          event: `event_${n % 20}`,
          event_id: idOf(first + n),
          // Sent again, an event may have another time, in another week, or none.
          ...(own() < 0.3 ? {} : { occurred_at: new Date(now - Math.floor(own() * 6.9 * 86_400_000)).toISOString() }),
          properties: { n: first + n, tries },
        }));
        if (await send(events)) break;
        repeated += 1;
        await sleep(50 + own() * 150);
      }
      acknowledged += 1;
      // A client may retry an acknowledged batch: the answer was lost on the way.
      if (own() < 0.1) batches.unshift(batch);
    }
  };

  const kill = async () => {
    const what = (['process', 'server', 'backend'] as const)[between(0, 2)] ?? 'process';
    kills[what] += 1;
    if (what === 'process') {
      await analytics.end('SIGKILL');
      analytics = startAnalytics();
    } else if (what === 'server') {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.ended;
      postgres = await startDatabase(postgres.port);
    } else {
      // One of its processes dies: PostgreSQL ends all the others and recovers by itself.
      const client = new pg.Client({ connectionString: databaseUrl });
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE usename = 'analytics' ORDER BY state = 'active' DESC LIMIT 1`,
      );
      if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
      await client.end().catch(() => {});
    }
  };

  let isDone = false;
  const chaos = async () => {
    while (!isDone) {
      const goal = acknowledged + between(12, 40);
      await until('the clients get on', () => isDone || acknowledged >= goal);
      await sleep(between(0, 40));
      if (!isDone) await kill();
    }
  };

  const storm = chaos();
  await Promise.all(Array.from({ length: clients }, (_, n) => work(n + 1))).finally(() => {
    isDone = true;
  });
  await storm;
  if (!analytics.isRunning()) analytics = startAnalytics();
  await until('analytics is ready', isReady);

  // PostgreSQL may still recover from the last kill.
  const rows = await eventually(storedNumbers);
  const found = new Uint8Array(eventCount);
  for (const { n } of rows) found[n] = (found[n] ?? 0) + 1;
  expect(found.filter((times) => times === 0)).toHaveLength(0);
  expect(found.filter((times) => times > 1)).toHaveLength(0);
  expect(rows).toHaveLength(eventCount);

  expect(Math.min(kills.process, kills.server, kills.backend)).toBeGreaterThan(0);
  expect(repeated).toBeGreaterThan(0);
  expect(analytics.output()).not.toContain('"level":"error"');
  process.stdout.write(
    `  ${kills.process} kills of the process, ${kills.server} of PostgreSQL, ${kills.backend} of one of its connections; ${repeated} batches sent again\n`,
  );
}, 1_800_000);
