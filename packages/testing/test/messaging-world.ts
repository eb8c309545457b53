import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { event } from '@platform/contracts/kit';
import {
  type Bus,
  type Consumer,
  consume,
  createEmit,
  createLog,
  createMetrics,
  type DatabaseHandle,
  type Envelope,
  inProcessBus,
  type Metrics,
  newId,
  openDatabase,
  Relay,
  type Tx,
  toBusConsumer,
} from '@platform/runtime';
import { createTestDatabase, logLines, startNetwork, type TestDatabase, type TestNetwork } from '@platform/testing';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

export const thingHappened = event('thing.happened', 'For these tests.', z.object({ name: z.string() }));
export const about = { application_id: null, occurred_at: new Date('2026-01-10T00:00:00Z') };

export const nameOf = ({ data }: Envelope): string => (data as { name: string }).name;

export const anEnvelope = (name: string): Envelope => ({
  id: newId(),
  type: thingHappened.type,
  occurred_at: about.occurred_at.toISOString(),
  application_id: null,
  request_id: newId(),
  traceparent: null,
  data: { name },
});

export const insertEffect = (tx: Tx, name: string) => tx.execute(sql`INSERT INTO catalog.effects VALUES (${name})`);

/** Writes the name of the event; `before` may object first. */
export const writing = (before: (name: string) => void | Promise<void> = () => {}): Consumer =>
  consume('write-name', thingHappened, async (tx, { data }) => {
    await insertEffect(tx, data.name);
    await before(data.name);
  });

/** The outbox, the inbox and the dead letters of the catalog, with a bus of the process, for one test file. */
export function useMessaging() {
  const lines = logLines();
  const log = createLog('test', 'error', lines);
  const relays: Relay[] = [];
  const seen: Envelope[] = [];
  let database: TestDatabase;
  let network: TestNetwork;
  let handle: DatabaseHandle;
  let bus: Bus;
  let metrics: Metrics;

  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query('CREATE TABLE catalog.effects (name text NOT NULL)');
    await database.query('GRANT ALL ON catalog.effects TO catalog');
    network = await startNetwork(database.urlFor('catalog'));
    handle = openDatabase({ url: network.url, poolSize: 8, service: 'catalog', log: createLog('test', 'silent') });
  });
  afterAll(async () => {
    await handle.close();
    await network.close();
    await database.drop();
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'inbox', 'dead_letters', 'effects'])
      await database.query(`DELETE FROM catalog.${table}`);
    bus = inProcessBus();
    metrics = createMetrics();
    seen.length = 0;
    await bus.observe(thingHappened.type, (envelope) => void seen.push(envelope));
  });
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.stop(0);
    await bus.close();
    expect(lines.take()).toEqual([]);
  });

  const emit = createEmit('catalog', () => {
    for (const relay of relays) relay.wake();
  });
  const emitNamed = (tx: Tx, name: string) => emit(tx, thingHappened, { name }, about);

  /** A relay that stops at the end of the test. */
  function createOwnRelay(options: Partial<ConstructorParameters<typeof Relay>[0]> = {}): Relay {
    const own = { service: 'catalog', databaseUrl: network.url, pool: handle.pool, bus, log, metrics };
    const relay = new Relay({ ...own, ...options });
    relays.push(relay);
    return relay;
  }

  return {
    get database() {
      return database;
    },
    /** Between the service and the server; a test can cut it. The queries of the test itself go past it. */
    get network() {
      return network;
    },
    get handle() {
      return handle;
    },
    get bus() {
      return bus;
    },
    get metrics() {
      return metrics;
    },
    log,
    /** Lines at ERROR. A test takes those that it expects. */
    lines,
    /** Events that reached the bus. */
    seen,
    seenNames: () => seen.map(nameOf),
    emit,
    emitNamed,
    /** Emits in a transaction of its own. */
    say: (name: string) => handle.db.transaction((tx) => emitNamed(tx, name)),
    createOwnRelay,
    startRelay(options?: Parameters<typeof createOwnRelay>[0]): Relay {
      const relay = createOwnRelay(options);
      relay.start();
      return relay;
    },
    /** As after a restart of the process that has the bus. */
    replaceBus() {
      bus = inProcessBus();
    },
    wired: (consumer: Consumer) =>
      toBusConsumer(consumer, { service: 'catalog', db: handle.db, log, metrics, system: bus.system }),
    async waiting(): Promise<number> {
      const [row] = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM catalog.outbox');
      return row?.n ?? 0;
    },
    async effects(): Promise<string[]> {
      const rows = await database.query<{ name: string }>('SELECT name FROM catalog.effects ORDER BY name');
      return rows.map(({ name }) => name);
    },
    deadLetters: () =>
      database.query<{ id: string; consumer: string; error: string; attempts: number; envelope: unknown }>(
        'SELECT * FROM catalog.dead_letters ORDER BY id',
      ),
    async counted(metric: keyof Metrics, labels: Record<string, string>): Promise<number> {
      const found = metrics[metric];
      if (!('get' in found)) throw new Error(`${metric} is no metric`);
      const { values } = await found.get();
      const match = values.find((value) =>
        Object.entries(labels).every(([name, wanted]) => (value.labels as Record<string, unknown>)[name] === wanted),
      );
      return match?.value ?? 0;
    },
    /** Backend of the relay that leads. */
    async leader(): Promise<number | null> {
      const rows = await database.query<{ pid: number }>(
        `SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
         WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'platform-catalog-relay'
           AND a.datname = current_database()`,
      );
      expect(rows.length).toBeLessThanOrEqual(1);
      return rows[0]?.pid ?? null;
    },
  };
}
