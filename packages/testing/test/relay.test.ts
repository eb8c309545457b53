import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, jest, test } from '@jest/globals';
import { type Bus, createEmit, createLog, type DatabaseHandle, type Envelope, newId } from '@platform/runtime';
import { addressOf, eventually } from '@platform/testing';
import { anEvent } from '../src/conformance/bus.conformance.ts';
import { about, anEnvelope, nameOf, thingHappened, useMessaging, writing } from './messaging-world.ts';

const world = useMessaging();
const { lines, seen, seenNames, emit, emitNamed, say, createOwnRelay, startRelay, wired } = world;
const { waiting, effects, counted, leader } = world;

/** A relay that reads the outbox on notification only, for the length of a test. */
const neverPollMs = 3_600_000;

describe('an event leaves a service', () => {
  test('when its transaction commits, and not before', async () => {
    startRelay();
    await eventually(leader);
    await world.handle.db.transaction(async (tx) => {
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
    startRelay();
    await expect(
      world.handle.db.transaction(async (tx) => {
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
    startRelay();
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
    await expect(world.handle.db.transaction((tx) => emit(tx, thingHappened, wrong, about))).rejects.toThrow();
    expect(await waiting()).toBe(0);
  });

  test('at once: the commit wakes the relay, which does not wait for its next poll', async () => {
    startRelay({ pollMs: neverPollMs });
    await eventually(leader);
    for (let n = 0; n < 5; n += 1) {
      await say(`n${n}`);
      await eventually(() => seen.length === n + 1);
    }
  });

  test('at once also from a replica that does not relay: it notifies the one that does', async () => {
    startRelay({ pollMs: neverPollMs });
    await eventually(leader);
    const other = createOwnRelay();
    other.start();
    const emitThere = createEmit('catalog', () => other.wake());
    for (let n = 0; n < 5; n += 1) {
      await world.handle.db.transaction((tx) => emitThere(tx, thingHappened, { name: `n${n}` }, about));
      await eventually(() => seen.length === n + 1);
    }
  });

  test('also when it was made before another one and commits after it', async () => {
    startRelay();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasId, resolve: onId } = Promise.withResolvers<void>();
    const slow = world.handle.db.transaction(async (tx) => {
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
    startRelay();
    const names = Array.from({ length: 900 }, (_, n) => `n${n}`);
    await world.handle.db.transaction(async (tx) => {
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
    const first = startRelay();
    await say('one');
    await eventually(async () => seen.length === 1 && (await waiting()) === 0);
    await first.stop();
    await say('two');
    expect(await waiting()).toBe(1);
    startRelay();
    await eventually(() => seen.length === 2);
    expect(seenNames()).toEqual(['one', 'two']);
  });

  test('publishes an event again that the bus did not accept', async () => {
    let refusals = 2;
    const moody: Bus = {
      ...world.bus,
      async publish(envelope) {
        refusals -= 1;
        if (refusals >= 0) throw new Error('the bus is full');
        await world.bus.publish(envelope);
      },
    };
    startRelay({ bus: moody });
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
      ...world.bus,
      async publish(envelope) {
        calls.push(nameOf(envelope));
        await opened;
        await world.bus.publish(envelope);
      },
    };
    startRelay({ bus: gated });
    startRelay({ bus: gated });
    const killed = await eventually(leader);
    for (let n = 0; n < 5; n += 1) await say(`before ${n}`);
    await eventually(() => calls.length >= 5);
    // The other one tries once a second to become the leader.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(calls).toHaveLength(5);
    open();
    await eventually(async () => (await waiting()) === 0);
    expect(seen).toHaveLength(5);

    await world.database.query('SELECT pg_terminate_backend($1)', [killed]);
    await eventually(async () => {
      const next = await leader();
      return next && next !== killed;
    });
    await say('after');
    await eventually(async () => (await waiting()) === 0);
    expect(seenNames().filter((name) => name === 'after')).toHaveLength(1);
  });

  test('hands over when it stops', async () => {
    const first = startRelay();
    const pid = await eventually(leader);
    startRelay();
    await first.stop();
    await eventually(async () => ((await leader()) ?? pid) !== pid);
    await say('x');
    await eventually(() => seen.length === 1);
  });

  test('repeats an event that was published and could not be deleted, and the inbox absorbs it', async () => {
    await world.bus.consume(wired(writing()));
    // As if the process died between the two: published, and the row is still there.
    await world.database.query('REVOKE DELETE ON catalog.outbox FROM catalog');
    try {
      startRelay();
      await say('once');
      await eventually(() => seen.length >= 2);
      expect(await waiting()).toBe(1);
    } finally {
      await world.database.query('GRANT DELETE ON catalog.outbox TO catalog');
    }
    await eventually(async () => (await waiting()) === 0);
    expect(await effects()).toEqual(['once']);
    expect(await counted('eventsConsumed', { consumer: 'catalog__write-name', outcome: 'done' })).toBe(1);
    expect(
      await counted('eventsConsumed', { consumer: 'catalog__write-name', outcome: 'duplicate' }),
    ).toBeGreaterThanOrEqual(1);
  });

  test('goes on after an outage of the database', async () => {
    startRelay();
    await say('before');
    await eventually(async () => seen.length === 1 && (await waiting()) === 0);
    await world.network.cut();
    await world.database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [
      newId(),
      JSON.stringify(anEnvelope('meanwhile')),
    ]);
    await world.database.query("SELECT pg_notify('outbox_catalog', '')");
    await world.network.restore();
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
    const relay = startRelay({ pool });
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
    const target = new URL(world.database.urlFor('catalog'));
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
    const relay = createOwnRelay({ databaseUrl: through.href, log: createLog('test', 'silent') });
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
    await world.bus.observe('admin.action_recorded.catalog', (envelope) => void observed.push(envelope));
    const left = { ...anEvent('admin.action_recorded'), id: newId() };
    await world.database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [
      left.id,
      JSON.stringify(left),
    ]);
    startRelay();
    await eventually(() => observed.length === 1);
    expect(observed[0]).toEqual({ ...left, type: 'admin.action_recorded.catalog' });
    await eventually(async () => (await waiting()) === 0);
  });

  test('is not blocked by a row that it cannot parse, which stays and is reported once', async () => {
    const unreadable = newId();
    await world.database.query('INSERT INTO catalog.outbox (id, envelope) VALUES ($1, $2)', [
      unreadable,
      '{"type": 1}',
    ]);
    startRelay();
    for (let n = 0; n < 3; n += 1) await say(`n${n}`);
    await eventually(() => seen.length === 3);
    await eventually(async () => (await waiting()) === 1);
    const reported = lines.take();
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain(unreadable);
  });
});
