import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { event } from '@platform/contracts/kit';
import {
  AppError,
  type Bus,
  type Consumer,
  consume,
  createEmit,
  createLog,
  createMetrics,
  createRelay,
  type DatabaseHandle,
  type DeliveryOutcome,
  type Envelope,
  inProcessBus,
  type Metrics,
  newId,
  openDatabase,
  type Relay,
  replayDeadLetters,
  type Tx,
  toBusConsumer,
} from '@platform/runtime';
import {
  addressOf,
  createTestDatabase,
  eventually,
  logLines,
  startNetwork,
  type TestDatabase,
  type TestNetwork,
} from '@platform/testing';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { anEvent } from '../src/conformance/bus.conformance.ts';

const thingHappened = event('thing.happened', 'For these tests.', z.object({ name: z.string() }));
const emit = createEmit('catalog', () => {
  for (const relay of relays) relay.wake();
});
const about = { application_id: null, occurred_at: new Date('2026-01-10T00:00:00Z') };

let database: TestDatabase;
let network: TestNetwork;
/** Through a network that a test can break; everything else goes straight to the server. */
let handle: DatabaseHandle;
let bus: Bus;
let metrics: Metrics;
const lines = logLines();
const log = createLog('test', 'error', lines);
const relays: Relay[] = [];
const seen: Envelope[] = [];

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

function aRelay(on: Bus = bus, pollMs?: number): Relay {
  const relay = createRelay({
    service: 'catalog',
    databaseUrl: network.url,
    pool: handle.pool,
    bus: on,
    log,
    metrics,
    pollMs,
  });
  relays.push(relay);
  return relay;
}
const started = (on?: Bus, pollMs?: number): Relay => {
  const relay = aRelay(on, pollMs);
  relay.start();
  return relay;
};

/** A relay that reads the outbox on notification only, for the length of a test. */
const neverPollMs = 3_600_000;

const emitNamed = (tx: Tx, name: string) => emit(tx, thingHappened, { name }, about);
const say = (name: string) => handle.db.transaction((tx) => emitNamed(tx, name));
const nameOf = ({ data }: Envelope) => (data as { name: string }).name;
const seenNames = () => seen.map(nameOf);
const waiting = async (): Promise<number> =>
  Number((await database.query<{ n: string }>('SELECT count(*) AS n FROM catalog.outbox'))[0]?.n);
const effects = async (): Promise<string[]> =>
  (await database.query<{ name: string }>('SELECT name FROM catalog.effects ORDER BY name')).map(({ name }) => name);
const deadLetters = () =>
  database.query<{ id: string; consumer: string; error: string; attempts: number; envelope: unknown }>(
    'SELECT * FROM catalog.dead_letters ORDER BY id',
  );

const insertEffect = (tx: Tx, name: string) => tx.execute(sql`INSERT INTO catalog.effects VALUES (${name})`);
/** Writes the name of the event; `before` may object first. */
const writing = (before: (name: string) => void | Promise<void> = () => {}): Consumer =>
  consume('write-name', thingHappened, async (tx, { data }) => {
    await insertEffect(tx, data.name);
    await before(data.name);
  });
const wired = (consumer: Consumer, db = handle.db) => toBusConsumer(consumer, { service: 'catalog', db, log, metrics });
const anEnvelope = (name: string): Envelope => ({
  id: newId(),
  type: thingHappened.type,
  occurred_at: about.occurred_at.toISOString(),
  application_id: null,
  request_id: newId(),
  traceparent: null,
  data: { name },
});
const counted = async (metric: keyof Metrics, labels: Record<string, string>): Promise<number> => {
  const found = metrics[metric];
  if (!('get' in found)) throw new Error(`${metric} is no metric`);
  const { values } = await found.get();
  const match = values.find((value) =>
    Object.entries(labels).every(([name, wanted]) => (value.labels as Record<string, unknown>)[name] === wanted),
  );
  return match?.value ?? 0;
};
/** Backend of the relay that leads. */
const leader = async (): Promise<number | null> => {
  const rows = await database.query<{ pid: number }>(
    `SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'platform-catalog-relay' AND a.datname = current_database()`,
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.pid ?? null;
};

describe('an event leaves a service', () => {
  test('when its transaction commits, and not before', async () => {
    started();
    await eventually(leader);
    await handle.db.transaction(async (tx) => {
      await emitNamed(tx, 'late');
      await say('meanwhile');
      await eventually(() => seen.length === 1);
      expect(seenNames()).toEqual(['meanwhile']);
    });
    await eventually(() => seen.length === 2);
    expect(seenNames()).toEqual(['meanwhile', 'late']);
    await eventually(async () => (await waiting()) === 0);
  });

  test('never, when its transaction is rolled back', async () => {
    started();
    await expect(
      handle.db.transaction(async (tx) => {
        await emitNamed(tx, 'undone');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await say('after');
    await eventually(() => seen.length > 0);
    expect(seenNames()).toEqual(['after']);
    // The row of a published event is deleted a moment later.
    await eventually(async () => (await waiting()) === 0);
  });

  test('as its contract says, with its own id, type, time and the request that caused it', async () => {
    started();
    await say('x');
    await eventually(() => seen.length === 1);
    expect(seen[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'thing.happened',
      occurred_at: '2026-01-10T00:00:00.000Z',
      application_id: null,
      request_id: expect.any(String),
      traceparent: null,
      data: { name: 'x' },
    });
    const wrong = { name: 1 } as unknown as { name: string };
    await expect(handle.db.transaction((tx) => emit(tx, thingHappened, wrong, about))).rejects.toThrow();
    expect(await waiting()).toBe(0);
  });

  test('at once: the commit wakes the relay, which does not wait for its next poll', async () => {
    started(bus, neverPollMs);
    await eventually(leader);
    for (let n = 0; n < 5; n += 1) {
      await say(`n${n}`);
      await eventually(() => seen.length === n + 1);
    }
  });

  test('at once also from a replica that does not relay: it notifies the one that does', async () => {
    started(bus, neverPollMs);
    await eventually(leader);
    const other = aRelay();
    other.start();
    const emitThere = createEmit('catalog', other.wake);
    for (let n = 0; n < 5; n += 1) {
      await handle.db.transaction((tx) => emitThere(tx, thingHappened, { name: `n${n}` }, about));
      await eventually(() => seen.length === n + 1);
    }
  });

  test('also when it was made before another one and commits after it', async () => {
    started();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasId, resolve: onId } = Promise.withResolvers<void>();
    const slow = handle.db.transaction(async (tx) => {
      await emitNamed(tx, 'older id');
      onId();
      await mayCommit;
    });
    await hasId;
    await say('younger id');
    await eventually(async () => seen.length === 1 && (await waiting()) === 0);
    commit();
    await slow;
    await eventually(() => seen.length === 2);
    expect(seenNames()).toEqual(['younger id', 'older id']);
    expect((seen[1]?.id ?? '') < (seen[0]?.id ?? '')).toBe(true);
  });

  test('in great numbers, each one once', async () => {
    started();
    const names = Array.from({ length: 900 }, (_, n) => `n${n}`);
    await handle.db.transaction(async (tx) => {
      for (const name of names) await emitNamed(tx, name);
    });
    await eventually(async () => (await waiting()) === 0);
    expect(seenNames().toSorted()).toEqual(names.toSorted());
    await eventually(
      async () => (await counted('eventsPublished', { service: 'catalog', type: thingHappened.type })) === 900,
    );
  });
});

describe('the relay', () => {
  test('publishes after a restart the events written while it was stopped', async () => {
    const first = started();
    await say('one');
    await eventually(async () => seen.length === 1 && (await waiting()) === 0);
    await first.stop();
    await say('two');
    expect(await waiting()).toBe(1);
    started();
    await eventually(() => seen.length === 2);
    expect(seenNames()).toEqual(['one', 'two']);
  });

  test('publishes an event again that the bus did not accept', async () => {
    let refusals = 2;
    const moody: Bus = {
      ...bus,
      async publish(envelope) {
        refusals -= 1;
        if (refusals >= 0) throw new Error('the bus is full');
        await bus.publish(envelope);
      },
    };
    started(moody);
    await say('stubborn');
    await eventually(async () => (await waiting()) === 0);
    expect(seenNames()).toEqual(['stubborn']);
  });

  test('leads alone, and another one takes over when the connection of the leader is killed', async () => {
    // Nothing is taken from the outbox before the gate opens, so a second leader would publish the same
    // events.
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const calls: string[] = [];
    const gated: Bus = {
      ...bus,
      async publish(envelope) {
        calls.push(nameOf(envelope));
        await opened;
        await bus.publish(envelope);
      },
    };
    started(gated);
    started(gated);
    const killed = await eventually(leader);
    for (let n = 0; n < 5; n += 1) await say(`before ${n}`);
    await eventually(() => calls.length >= 5);
    // The other one tries once a second to become the leader.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(calls).toHaveLength(5);
    open();
    await eventually(async () => (await waiting()) === 0);
    expect(seen).toHaveLength(5);

    await database.query('SELECT pg_terminate_backend($1)', [killed]);
    await say('after');
    await eventually(() => seenNames().includes('after'));
    const next = await eventually(leader);
    expect(next).not.toBe(killed);
    expect(seenNames().filter((name) => name === 'after')).toHaveLength(1);
  });

  test('hands over when it stops', async () => {
    const first = started();
    const pid = await eventually(leader);
    started();
    await first.stop();
    await eventually(async () => ((await leader()) ?? pid) !== pid);
    await say('x');
    await eventually(() => seen.length === 1);
  });

  test('repeats an event that was published and could not be deleted, and the inbox absorbs it', async () => {
    await bus.consume(wired(writing()));
    // As if the process died between the two: published, and the row is still there.
    await database.query('REVOKE DELETE ON catalog.outbox FROM catalog');
    try {
      started();
      await say('once');
      await eventually(() => seen.length >= 2);
      expect(await waiting()).toBe(1);
    } finally {
      await database.query('GRANT DELETE ON catalog.outbox TO catalog');
    }
    await eventually(async () => (await waiting()) === 0);
    expect(await effects()).toEqual(['once']);
    expect(await counted('eventsConsumed', { consumer: 'catalog__write-name', outcome: 'done' })).toBe(1);
    expect(
      await counted('eventsConsumed', { consumer: 'catalog__write-name', outcome: 'duplicate' }),
    ).toBeGreaterThanOrEqual(1);
  });

  test('goes on after an outage of the database', async () => {
    started();
    await say('before');
    await eventually(async () => seen.length === 1 && (await waiting()) === 0);
    await network.cut();
    await database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [
      newId(),
      JSON.stringify(anEnvelope('meanwhile')),
    ]);
    await database.query("SELECT pg_notify('outbox_catalog', '')");
    await network.restore();
    await eventually(() => seenNames().includes('meanwhile'));
  });

  test('leaks no memory of past rounds, however long it leads', async () => {
    let rounds = 0;
    const pool = {
      async query() {
        rounds += 1;
        return { rows: [] };
      },
    } as unknown as DatabaseHandle['pool'];
    const relay = createRelay({ service: 'catalog', databaseUrl: network.url, pool, bus, log, metrics });
    relays.push(relay);
    relay.start();
    await eventually(leader);
    await eventually(() => rounds > 0);
    const then = jest.spyOn(Promise.prototype, 'then');
    try {
      const until = rounds + 500;
      while (rounds < until) {
        relay.wake();
        await new Promise((resolve) => setImmediate(resolve));
      }
      // A promise that every round adds a reaction to, and that never settles, keeps them all.
      const reactions = new Map<unknown, number>();
      for (const promise of then.mock.contexts) reactions.set(promise, (reactions.get(promise) ?? 0) + 1);
      expect(Math.max(...reactions.values())).toBeLessThan(10);
    } finally {
      then.mockRestore();
    }
  });

  test('retries a connect without an answer, and stops although its disconnect gets no answer', async () => {
    const target = new URL(database.urlFor('catalog'));
    const sockets: Socket[] = [];
    let isSilent = true;
    // A lost machine: it accepts data, sends no answer and does not close a connection.
    const server = createServer({ allowHalfOpen: true }, (near) => {
      sockets.push(near.on('error', () => {}));
      if (isSilent) return;
      const far = connect(addressOf(target)).on('error', () => {});
      sockets.push(far);
      near.on('data', (chunk) => isSilent || far.write(chunk));
      far.on('data', (chunk) => isSilent || near.write(chunk));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const through = new URL(target);
    through.hostname = '127.0.0.1';
    through.port = String(port);
    const quiet = createLog('test', 'silent');
    const options = { service: 'catalog', pool: handle.pool, bus, log: quiet, metrics };
    const relay = createRelay({ ...options, databaseUrl: through.href });
    try {
      relay.start();
      await eventually(() => sockets.length === 1);
      isSilent = false;
      await say('x');
      await eventually(async () => seen.length === 1 && (await waiting()) === 0);
      isSilent = true;
      const isStopped = relay.stop(0).then(() => true);
      // A timer that is left would keep the process of the test runner alive.
      const isLate = new Promise((resolve) => setTimeout(resolve, 10_000, false).unref());
      expect(await Promise.race([isStopped, isLate])).toBe(true);
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  test('reports an action that the release before left in the outbox under the event of its own service', async () => {
    const observed: Envelope[] = [];
    await bus.observe('admin.action_recorded.catalog', (envelope) => void observed.push(envelope));
    const left = { ...anEvent('admin.action_recorded'), id: newId() };
    await database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [left.id, JSON.stringify(left)]);
    started();
    await eventually(() => observed.length === 1);
    expect(observed[0]).toEqual({ ...left, type: 'admin.action_recorded.catalog' });
    await eventually(async () => (await waiting()) === 0);
  });

  test('is not blocked by a row that it cannot parse, which stays and is reported once', async () => {
    const unreadable = newId();
    await database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [unreadable, '{"type": 1}']);
    started();
    for (let n = 0; n < 3; n += 1) await say(`n${n}`);
    await eventually(() => seen.length === 3);
    await eventually(async () => (await waiting()) === 1);
    const reported = lines.take();
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain(unreadable);
  });
});

describe('a consumer', () => {
  const deliverTimes = async (consumer: Consumer, envelope: unknown, times: number): Promise<DeliveryOutcome[]> => {
    const { deliver } = wired(consumer);
    const outcomes: DeliveryOutcome[] = [];
    for (let attempt = 1; attempt <= times; attempt += 1) outcomes.push(await deliver({ envelope, attempt }));
    return outcomes;
  };

  test('has its effect once, for any number of repeated and concurrent deliveries of an event', async () => {
    const { deliver } = wired(writing());
    const envelope = anEnvelope('once');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => deliver({ envelope, attempt: 1 })));
    expect(outcomes).toEqual(Array.from({ length: 6 }, () => 'done'));
    expect(await deliver({ envelope, attempt: 2 })).toBe('done');
    expect(await effects()).toEqual(['once']);
  });

  test('leaves nothing behind when it fails, and events that it emits leave only with its effect', async () => {
    let fails = true;
    const consumer = consume('emitting', thingHappened, async (tx, { data }) => {
      await insertEffect(tx, data.name);
      await emitNamed(tx, `because of ${data.name}`);
      if (fails) throw new Error('not yet');
    });
    const envelope = anEnvelope('cause');
    await deliverTimes(consumer, envelope, 1);
    expect([await effects(), await waiting()]).toEqual([[], 0]);
    expect(await database.query('SELECT 1 FROM catalog.inbox')).toEqual([]);
    fails = false;
    await deliverTimes(consumer, envelope, 1);
    expect([await effects(), await waiting()]).toEqual([['cause'], 1]);
  });

  test('that fails eight times stores a dead letter with a metric and an ERROR, handles other events, and a replay succeeds', async () => {
    let reason = 'cannot deal with poison';
    const consumer = writing((name) => {
      if (name === 'poison' && reason !== '') throw new Error(reason);
    });
    const poison = anEnvelope('poison');
    const outcomes = await deliverTimes(consumer, poison, 8);
    expect(outcomes).toEqual([
      ...[200, 400, 800, 1_600, 3_200, 6_400, 12_800].map((retryInMs) => ({ retryInMs })),
      'done',
    ]);
    const errors = lines.take();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('dead letter');
    const name = 'catalog__write-name';
    expect(await counted('deadLetters', { consumer: name })).toBe(1);
    expect(await counted('eventsConsumed', { consumer: name, outcome: 'retried' })).toBe(7);
    expect(await deadLetters()).toEqual([
      expect.objectContaining({ consumer: name, error: 'cannot deal with poison', attempts: 8, envelope: poison }),
    ]);

    await deliverTimes(consumer, anEnvelope('other'), 1);
    expect(await effects()).toEqual(['other']);

    const dependencies = { service: 'catalog', db: handle.db, log, metrics };
    reason = 'still cannot';
    expect(await replayDeadLetters([consumer], dependencies)).toEqual({ replayed: 0, left: 1 });
    expect(await deadLetters()).toEqual([expect.objectContaining({ consumer: name, error: 'still cannot' })]);
    expect(lines.take()).toEqual([]);
    reason = '';
    expect(await replayDeadLetters([consumer], dependencies)).toEqual({ replayed: 1, left: 0 });
    expect(await effects()).toEqual(['other', 'poison']);
    expect(await replayDeadLetters([consumer], dependencies)).toEqual({ replayed: 0, left: 0 });
  });

  test('that cannot parse an event stores a dead letter at once', async () => {
    const { occurred_at: _, ...withoutTime } = anEnvelope('x');
    for (const envelope of [null, 'text', {}, withoutTime, { ...anEnvelope('x'), id: 'no uuid' }])
      expect(await deliverTimes(writing(), envelope, 1)).toEqual(['done']);
    const breaksContract = { ...anEnvelope('x'), data: { name: 1 } };
    expect(await deliverTimes(writing(), breaksContract, 1)).toEqual(['done']);
    const ofAnotherType = { ...anEnvelope('x'), type: 'payment.succeeded' };
    expect(await deliverTimes(writing(), ofAnotherType, 1)).toEqual(['done']);
    const letters = await deadLetters();
    expect(letters.map(({ envelope }) => envelope)).toContainEqual(breaksContract);
    expect(letters.map(({ envelope }) => envelope)).toContainEqual(ofAnotherType);
    expect(letters).toHaveLength(7);
    expect(lines.take()).toHaveLength(7);
    expect(await effects()).toEqual([]);
    // They stay in the table until an operator has acted.
    const dependencies = { service: 'catalog', db: handle.db, log, metrics };
    expect(await replayDeadLetters([writing()], dependencies)).toEqual({ replayed: 0, left: 7 });
    expect(await deadLetters()).toHaveLength(7);
    expect(lines.take()).toEqual([]);
  });

  test('with a dependency that is down retries until it is back, without counting the attempts', async () => {
    let problem: Error | undefined;
    const consumer = writing(() => {
      if (problem) throw problem;
    });
    const { deliver } = wired(consumer);
    const envelope = anEnvelope('patient');
    let attempt = 0;
    const next = () => {
      attempt += 1;
      return deliver({ envelope, attempt });
    };
    await network.cut();
    for (let n = 0; n < 10; n += 1) expect(await next()).toEqual({ retryInMs: expect.any(Number) });
    await network.restore();
    problem = new AppError('service_unavailable');
    for (let n = 0; n < 10; n += 1) expect(await next()).toEqual({ retryInMs: expect.any(Number) });
    // From here on the event itself causes the failure, and it has its eight attempts.
    problem = new Error('its own fault');
    for (let n = 0; n < 7; n += 1) expect(await next()).toEqual({ retryInMs: expect.any(Number) });
    expect(await deadLetters()).toEqual([]);
    expect(await next()).toBe('done');
    expect(await deadLetters()).toHaveLength(1);
    expect(lines.take()).toHaveLength(1);
  });

  test('counts failures and not deliveries: other replicas may have had many before', async () => {
    const { deliver } = wired(
      writing(() => {
        throw new Error('its own fault');
      }),
    );
    const envelope = anEnvelope('late');
    for (let attempt = 20; attempt < 27; attempt += 1)
      expect(await deliver({ envelope, attempt })).toEqual({ retryInMs: 15_000 });
    expect(await deadLetters()).toEqual([]);
    expect(await deliver({ envelope, attempt: 27 })).toBe('done');
    expect(await deadLetters()).toEqual([expect.objectContaining({ attempts: 8 })]);
    expect(lines.take()).toHaveLength(1);
  });

  test('that cannot store a dead letter gets the event again', async () => {
    const { deliver } = wired(writing());
    await network.cut();
    expect(await deliver({ envelope: null, attempt: 1 })).toEqual({ retryInMs: expect.any(Number) });
    await network.restore();
    expect(await deliver({ envelope: null, attempt: 2 })).toBe('done');
    expect(await deadLetters()).toHaveLength(1);
    expect(lines.take()).toHaveLength(1);
  });
});

test('from commit to effect: a change in one service has its effect in another, exactly once, over a restart of all processes', async () => {
  const consumer = writing();
  await bus.consume(wired(consumer));
  const first = started();
  await Promise.all(Array.from({ length: 30 }, (_, n) => say(`a${n}`)));
  await first.stop(0);
  await bus.stopConsuming();
  await Promise.all(Array.from({ length: 30 }, (_, n) => say(`b${n}`)));

  bus = inProcessBus();
  await bus.consume(wired(consumer));
  started();
  await eventually(async () => (await waiting()) === 0);
  const expected = Array.from({ length: 30 }, (_, n) => [`a${n}`, `b${n}`]).flat();
  expect(await effects()).toEqual(expected.toSorted());
});
