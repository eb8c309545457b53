import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { platform as contracts } from '@platform/contracts';
import {
  asRole,
  type Bus,
  contextHeader,
  createContextSigner,
  createLog,
  migratorRole,
  newId,
  openNats,
  systemClock,
} from '@platform/runtime';
import {
  createTestDatabase,
  mainOf,
  openTransaction,
  startNatsServer,
  startNetwork,
  type TestDatabase,
  type TestNetwork,
  type TestServer,
  testPassword,
  untilBlocked,
} from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { freePort } from './free-port.ts';
import { until } from './harness.ts';
import { killWhatIsLeft, runNode, type TestProcess } from './processes.ts';
import { testSecrets } from './test-platform.ts';

/** How one process begins and ends, whatever is wrong around it. */

const secrets = testSecrets();
/** Nothing is there, and nothing asks it. */
const address = 'http://127.0.0.1:1';

let database: TestDatabase;
let network: TestNetwork;
let nats: TestServer;
beforeAll(async () => {
  nats = await startNatsServer();
});
afterAll(() => nats.remove());
beforeEach(async () => {
  database = await createTestDatabase();
  network = await startNetwork(database.superuserUrl);
});
afterEach(async () => {
  killWhatIsLeft();
  await network.close();
  await database.drop();
});

interface Catalog extends TestProcess {
  apiUrl: string;
  ready(): Promise<number | null>;
}

async function catalog(command = 'serve', env: Record<string, string> = {}): Promise<Catalog> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const program = runNode(fileURLToPath(mainOf('catalog')), [command], {
    ...localEnvironment({ secrets, baseUrl: address, sandboxUrl: address, filesDir: '/nonexistent' }),
    LOG_LEVEL: 'info',
    DATABASE_URL: network.through(database.urlFor('catalog')),
    MIGRATION_DATABASE_URL: asRole(database.superuserUrl, migratorRole, testPassword),
    HOST: '127.0.0.1',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    STOP_TIMEOUT_SECONDS: '1',
    ...env,
  });
  return {
    ...program,
    apiUrl: `http://127.0.0.1:${port}`,
    ready: () =>
      fetch(`http://127.0.0.1:${opsPort}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ status }) => status,
        () => null,
      ),
  };
}

const isReady = (process: Catalog) => async () => {
  if (!process.isRunning()) throw new Error(process.output());
  return (await process.ready()) === 200;
};

describe('over NATS', () => {
  let bus: Bus;
  beforeEach(async () => {
    bus = await openNats({ url: nats.url, name: 'test', log: createLog('test', 'silent') });
  });
  afterEach(() => bus.close());

  const isAnswered = (): Promise<boolean> => {
    const [query] = Object.values(contracts.catalog.queries);
    if (!query) throw new Error('catalog answers no queries');
    return bus.request(query.subject, { input: null, request_id: newId(), traceparent: null }, 1_000).then(
      () => true,
      () => false,
    );
  };

  test('a process whose schema is behind neither answers, consumes nor relays, and does once it is migrated', async () => {
    const [last] = await database.query<{ id: number; hash: string; created_at: string }>(
      'DELETE FROM migrations.catalog WHERE id = (SELECT max(id) FROM migrations.catalog) RETURNING *',
    );
    if (!last) throw new Error('catalog has no migrations');
    const envelope = {
      id: newId(),
      type: 'thing.happened',
      occurred_at: new Date().toISOString(),
      application_id: null,
      request_id: newId(),
      traceparent: null,
      data: {},
    };
    await database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [envelope.id, envelope]);
    const relayed: string[] = [];
    await bus.observe(envelope.type, ({ id }) => void relayed.push(id));
    const process = await catalog('serve', { NATS_URL: nats.url });
    await until('it says what it waits for', () => process.output().includes('1 migration(s) are missing'));
    expect([await process.ready(), await isAnswered(), relayed]).toEqual([503, false, []]);
    await database.query('INSERT INTO migrations.catalog (id, hash, created_at) VALUES ($1, $2, $3)', [
      last.id,
      last.hash,
      last.created_at,
    ]);
    await until('it is ready', isReady(process));
    await until('it relays', () => relayed.length > 0);
    await until('it answers', isAnswered);
    expect(relayed).toEqual([envelope.id]);
    expect(await process.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  });

  test('a replay answers no requests', async () => {
    const lock = await openTransaction(database, 'LOCK TABLE catalog.dead_letters IN ACCESS EXCLUSIVE MODE');
    const process = await catalog('replay', { NATS_URL: nats.url });
    await untilBlocked(database, { statement: 'dead_letters' });
    expect(await isAnswered()).toBe(false);
    await lock.rollback();
    expect([await process.ended, process.output()]).toEqual([
      { code: 0, signal: null },
      'catalog: 0 replayed, 0 left\n',
    ]);
  });
});

describe('SIGTERM', () => {
  test('ends a process that is still starting at once, as if it had stopped', async () => {
    await database.query('DELETE FROM migrations.catalog');
    const process = await catalog();
    await until('it listens', async () => (await process.ready()) === 503);
    expect(await process.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  });

  test('ends a migration that waits, and not as if it were done', async () => {
    const other = await openTransaction(
      database,
      "SELECT pg_advisory_xact_lock(hashtextextended('migrate:catalog', 0))",
    );
    const process = await catalog('migrate');
    await untilBlocked(database, { statement: 'pg_advisory_lock' });
    expect(await process.end('SIGTERM')).toMatchObject({ code: 143, signal: null });
    await other.rollback();
  });

  test('ends a process within a bound when a request hangs at a database that has gone silent', async () => {
    const process = await catalog();
    await until('it is ready', isReady(process));
    const lock = await openTransaction(database, 'LOCK TABLE catalog.applications IN ACCESS EXCLUSIVE MODE');
    const signer = createContextSigner([secrets.context_secret], systemClock);
    const context = {
      request_id: newId(),
      client_ip: '203.0.113.7',
      user_agent: 'test',
      application: { id: newId(), code: 'demo' },
    };
    const asked = fetch(`${process.apiUrl}/v1/applications/demo/branding`, {
      headers: { [contextHeader]: signer.sign(context, 'catalog', 'getBranding') },
    }).catch(() => null);
    await untilBlocked(database, { statement: 'applications' });
    network.freeze();
    await lock.rollback();
    const { code, signal } = await process.end('SIGTERM');
    expect([code, signal]).toEqual([1, null]);
    expect(process.output()).toContain('could not stop everything');
    await asked;
  });
});
