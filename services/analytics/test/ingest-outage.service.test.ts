import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  contextHeader,
  createContextSigner,
  createLog,
  inProcessBus,
  listen,
  newId,
  openHost,
  prepareService,
} from '@platform/runtime';
import {
  anApplication,
  aUser,
  createTestDatabase,
  eventually,
  fakeClock,
  openTransaction,
  startNetwork,
  type TestDatabase,
  type TestNetwork,
  testContextSecret,
  testEnvironment,
} from '@platform/testing';
import { analyticsService } from '../src/service.ts';

/**
 * Ingest while the database is slow, down, or written by two processes at once: the real service on a
 * database that the test can take away.
 */

const application = anApplication();
const user = aUser();
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const site = { id: newId(), code: 'landing', application_id: application.id };

let database: TestDatabase;
let network: TestNetwork;
interface Replica {
  send(events: object[]): Promise<{ status: number; retryAfter: string | null; body: Record<string, unknown> }>;
  /** Views of a page of a site; answers the status. */
  view(pages: number): Promise<number>;
  /** @param queue label of a metric that has one value per queue */
  metric(name: string, queue?: string): Promise<number | undefined>;
  stop(): Promise<void>;
}
const replicas: Replica[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  network = await startNetwork(database.urlFor('analytics'));
});
afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
  await network.close();
  await database.drop();
});

/** One more process of the service on the same database. */
async function startReplica(options: { now?: string; env?: Record<string, string> } = {}): Promise<Replica> {
  const env = { ...testEnvironment(database), DATABASE_URL: network.url, ...options.env };
  const clock = options.now === undefined ? undefined : fakeClock(options.now);
  const host = await openHost({ name: 'analytics', env, bus: inProcessBus(), log: createLog('test', 'silent'), clock });
  const service = await prepareService(host, analyticsService, { env });
  await service.begin();
  const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
  const signer = createContextSigner([testContextSecret], host.clock);
  let isStopped = false;
  const replica = {
    async send(
      events: object[],
    ): Promise<{ status: number; retryAfter: string | null; body: Record<string, unknown> }> {
      const context = { request_id: newId(), client_ip: '203.0.113.7', user_agent: 'test', application, user };
      const response = await fetch(`http://127.0.0.1:${server.port}/v1/events/batch`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [contextHeader]: signer.sign(context, 'analytics', 'recordEvents'),
        },
        body: JSON.stringify(events),
      });
      const body = (await response.json()) as Record<string, unknown>;
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
    },
    async view(pages: number): Promise<number> {
      const context = { request_id: newId(), client_ip: '203.0.113.7', user_agent: browser, site };
      const response = await fetch(`http://127.0.0.1:${server.port}/v1/sites/${site.code}/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [contextHeader]: signer.sign(context, 'analytics', 'recordSiteEvents'),
        },
        body: JSON.stringify(
          Array.from({ length: pages }, () => ({ event: 'page_viewed', url: 'https://example.test/' })),
        ),
      });
      return response.status;
    },
    async metric(name: string, queue?: string): Promise<number | undefined> {
      const values = (await host.metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
      return values.find(({ labels }) => queue === undefined || labels.queue === queue)?.value;
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await service.stop();
      await server.close(1_000);
      await host.close();
    },
  };
  replicas.push(replica);
  return replica;
}

const count = async () => {
  const [row] = await database.query<{ n: number }>('SELECT count(*)::int AS n FROM analytics.events');
  return row?.n;
};
const named = (size: number, fields: object = {}) =>
  Array.from({ length: size }, () => ({ event: 'app_opened', event_id: newId(), ...fields }));

/** Holds a table of events until the answered function is called: no commit gets through. */
async function holdEvents(table = 'events'): Promise<() => Promise<void>> {
  const lock = await openTransaction(database, `LOCK TABLE analytics.${table} IN ACCESS EXCLUSIVE MODE`);
  return lock.rollback;
}

/** How many statements wait for a lock until the work ends. Each waits for seconds, so none is missed. */
async function countLockWaits(work: Promise<unknown>): Promise<number> {
  const seen = new Set<string>();
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    const rows = await database.query<{ wait: string }>(
      `SELECT pid || ' ' || query_start AS wait FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    for (const { wait } of rows) seen.add(wait);
    await sleep(50);
  }
  return seen.size;
}

test('while PostgreSQL is away events are refused, and stored once when they are sent again', async () => {
  const replica = await startReplica();
  const events = named(10);
  expect(await replica.send(events)).toMatchObject({ status: 202 });
  await network.cut();
  const more = named(10);
  const answers = await Promise.all([replica.send(more), replica.send(more), replica.send(events)]);
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 503,
      retryAfter: expect.any(String),
      body: { error: 'service_unavailable' },
    });
  await network.restore();
  expect(await replica.send([...events, ...more])).toMatchObject({ status: 202, body: { data: { accepted: 20 } } });
  expect(await count()).toBe(20);
});

test('under overload new events are refused at once, and no accepted event is lost', async () => {
  const replica = await startReplica({ env: { INGEST_QUEUE_ROWS: '1000' } });
  // The names are known and the statement is prepared before the table is held.
  await replica.send(named(1));
  const release = await holdEvents();
  const taken = [replica.send(named(500)), replica.send(named(500))];
  await eventually(async () => (await replica.metric('ingest_queue_rows')) === 1_000);
  // Answered while the queue is still full: it moves on after the release only.
  const refused = await Promise.all([replica.send(named(500)), replica.send(named(1))]);
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 503, retryAfter: '2', body: { error: 'service_unavailable' } });
  expect(await replica.metric('ingest_refused_total')).toBe(2);
  await release();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([202, 202]);
  expect(await count()).toBe(1_001);
  expect(await replica.metric('ingest_queue_rows')).toBe(0);
  expect(await replica.send(named(500))).toMatchObject({ status: 202 });
});

test('events with new names that cannot be noted are refused together, and not one after another', async () => {
  const replica = await startReplica();
  const release = await holdEvents('event_names');
  const answering = Promise.all(Array.from({ length: 8 }, () => replica.send(named(1, { event: `new_${newId()}` }))));
  const waits = await countLockWaits(answering);
  const answers = await answering;
  await release();
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [503, 'service_unavailable']),
  );
  // The first batch has the names of the requests before it; the second batch has all later names.
  expect([1, 2]).toContain(waits);
  expect(await replica.send(named(1, { event: `new_${newId()}` }))).toMatchObject({ status: 202 });
});

test('events of sites wait in a queue of their own, which is seen beside that of applications', async () => {
  const replica = await startReplica();
  await replica.send(named(1));
  expect(await replica.view(1)).toBe(202);
  const release = await holdEvents('site_events');
  const viewed = replica.view(20);
  await eventually(async () => (await replica.metric('ingest_queue_rows', 'sites')) === 20);
  expect(await replica.metric('ingest_queue_rows', 'applications')).toBe(0);
  await release();
  expect(await viewed).toBe(202);
  expect(await replica.metric('ingest_queue_rows', 'sites')).toBe(0);
});

test('a stop waits until everything that was taken is stored and answered', async () => {
  const replica = await startReplica();
  await replica.send(named(1));
  const release = await holdEvents();
  const sent = Array.from({ length: 5 }, () => replica.send(named(50)));
  await eventually(async () => (await replica.metric('ingest_queue_rows')) === 250);
  const stopped = replica.stop();
  await sleep(100);
  await release();
  await stopped;
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  expect(await count()).toBe(251);
  const [counted] = await database.query(`SELECT count FROM analytics.ingest_counts WHERE outcome = 'stored'`);
  expect(counted).toEqual({ count: '251' });
});

test('a row that PostgreSQL refuses fails its own request and no other', async () => {
  const replica = await startReplica();
  await database.query(`ALTER TABLE analytics.events ADD CONSTRAINT no_badness CHECK (event <> 'bad')`);
  await replica.send([{ event: 'bad', event_id: newId() }, ...named(1)].slice(1));
  const release = await holdEvents();
  const first = replica.send(named(1));
  await eventually(async () => (await replica.metric('ingest_queue_rows')) === 1);
  const together = [replica.send(named(5)), replica.send([{ event: 'bad' }, ...named(4)]), replica.send(named(5))];
  await eventually(async () => (await replica.metric('ingest_queue_rows')) === 16);
  await release();
  expect((await first).status).toBe(202);
  expect((await Promise.all(together)).map(({ status }) => status)).toEqual([202, 500, 202]);
  expect(await count()).toBe(12);
});

describe('an id that two processes store at once is stored once', () => {
  const race = async (a: { now: string; fields?: object }, b: { now: string; fields?: object }) => {
    const [one, other] = [await startReplica({ now: a.now }), await startReplica({ now: b.now })];
    const batches = Array.from({ length: 25 }, () => Array.from({ length: 20 }, newId));
    const events = (ids: string[], fields: object = {}) =>
      ids.map((event_id) => ({ event: 'app_opened', event_id, ...fields }));
    for (const ids of batches) {
      const answers = await Promise.all([
        one.send(events(ids, a.fields)),
        other.send(events(ids.toReversed(), b.fields)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    }
    expect(await count()).toBe(500);
  };

  test('in the same week', () => race({ now: '2026-03-11T12:00:00Z' }, { now: '2026-03-11T12:00:00Z' }));
  test('in two weeks, in the middle of one', () =>
    race(
      { now: '2026-03-11T12:00:00Z' },
      { now: '2026-03-11T12:00:00Z', fields: { occurred_at: '2026-03-06T12:00:00Z' } },
    ));
  test('in two weeks, around the end of one, with clocks that differ', () =>
    race({ now: '2026-03-15T23:59:50Z' }, { now: '2026-03-16T00:00:10Z' }));
});
