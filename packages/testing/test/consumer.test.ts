import { describe, expect, test } from '@jest/globals';
import { AppError, type Consumer, consume, type DeliveryOutcome, replayDeadLetters } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { anEnvelope, insertEffect, thingHappened, useMessaging, writing } from './messaging-world.ts';

const world = useMessaging();
const { log, lines, emitNamed, say, startRelay, wired, waiting, effects, deadLetters, counted } = world;

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
    expect(await world.database.query('SELECT 1 FROM catalog.inbox')).toEqual([]);
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

    const dependencies = {
      service: 'catalog',
      db: world.handle.db,
      log,
      metrics: world.metrics,
      system: 'in_process' as const,
    };
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
    const dependencies = {
      service: 'catalog',
      db: world.handle.db,
      log,
      metrics: world.metrics,
      system: 'in_process' as const,
    };
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
    await world.network.cut();
    for (let n = 0; n < 10; n += 1) expect(await next()).toEqual({ retryInMs: expect.any(Number) });
    await world.network.restore();
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
    await world.network.cut();
    expect(await deliver({ envelope: null, attempt: 1 })).toEqual({ retryInMs: expect.any(Number) });
    await world.network.restore();
    expect(await deliver({ envelope: null, attempt: 2 })).toBe('done');
    expect(await deadLetters()).toHaveLength(1);
    expect(lines.take()).toHaveLength(1);
  });
});

test('from commit to effect: a change in one service has its effect in another, exactly once, over a restart of all processes', async () => {
  const consumer = writing();
  await world.bus.consume(wired(consumer));
  const first = startRelay();
  await Promise.all(Array.from({ length: 30 }, (_, n) => say(`a${n}`)));
  await first.stop(0);
  await world.bus.stopConsuming();
  await Promise.all(Array.from({ length: 30 }, (_, n) => say(`b${n}`)));

  world.replaceBus();
  await world.bus.consume(wired(consumer));
  startRelay();
  await eventually(async () => (await waiting()) === 0);
  const expected = Array.from({ length: 30 }, (_, n) => [`a${n}`, `b${n}`]).flat();
  expect(await effects()).toEqual(expected.toSorted());
});
