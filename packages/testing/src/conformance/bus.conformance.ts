import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Bus,
  type BusConsumer,
  BusUnavailableError,
  type Delivery,
  type Envelope,
  NoResponderError,
  newId,
} from '@platform/runtime';
import { eventually } from '../eventually.ts';

export interface BusUnderTest {
  /** A bus of its own for each test. */
  open(): Promise<Bus>;
  close(): Promise<void>;
}

const gate = () => Promise.withResolvers<void>();

/** An event of a type that no other test uses: a broker stores the events of the tests before. */
export const anEvent = (type: string, data: unknown = {}): Envelope => ({
  id: newId(),
  type,
  occurred_at: new Date().toISOString(),
  application_id: null,
  request_id: newId(),
  traceparent: null,
  data,
});

export const aType = (): string => `thing.happened_${newId().replaceAll('-', '')}`;
export const aName = (what: string): string => `test__${what}-${newId()}`;

/** A consumer that records what it was given and does as `decide` says. */
export function recordingConsumer(type: string, decide: BusConsumer['deliver'] = async () => 'done') {
  const deliveries: Delivery[] = [];
  const consumer: BusConsumer = {
    name: aName('recording'),
    type,
    deliver: async (delivery) => {
      deliveries.push(delivery);
      return decide(delivery);
    },
  };
  return { consumer, deliveries };
}

const question = { input: { n: 1 }, request_id: 'r', traceparent: null };

/** The contract of every message bus of the platform. */
export function busConformance(name: string, start: () => Promise<BusUnderTest>): void {
  describe(`the bus ${name}`, () => {
    let under: BusUnderTest;
    let bus: Bus;
    beforeAll(async () => {
      under = await start();
    });
    afterAll(() => under.close());
    beforeEach(async () => {
      bus = await under.open();
    });
    afterEach(async () => {
      await bus.stopConsuming();
      await bus.close();
    });

    test('every durable consumer gets every event', async () => {
      const type = aType();
      const first = recordingConsumer(type);
      const second = recordingConsumer(type);
      const other = recordingConsumer(aType());
      for (const { consumer } of [first, second, other]) await bus.consume(consumer);
      const events = Array.from({ length: 20 }, (_, n) => anEvent(type, { n }));
      await Promise.all(events.map((event) => bus.publish(event)));
      await eventually(() => first.deliveries.length >= 20 && second.deliveries.length >= 20);
      for (const { deliveries } of [first, second]) {
        const byId = new Map(deliveries.map((delivery) => [(delivery.envelope as Envelope).id, delivery.envelope]));
        expect(events.map((event) => byId.get(event.id))).toEqual(events);
      }
      expect(other.deliveries).toEqual([]);
    });

    test('a delivery comes again after the delay that the consumer asked for, and attempts are counted', async () => {
      const type = aType();
      const times: number[] = [];
      const { consumer, deliveries } = recordingConsumer(type, async ({ attempt }) => {
        times.push(performance.now());
        return attempt < 3 ? { retryInMs: 150 } : 'done';
      });
      await bus.consume(consumer);
      await bus.publish(anEvent(type));
      await eventually(() => deliveries.length === 3);
      expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      const [first = 0, second = 0, third = 0] = times;
      // Timers of a broker are not exact to the millisecond.
      expect(Math.min(second - first, third - second)).toBeGreaterThan(120);
    });

    test('a consumer that throws gets the event again', async () => {
      const type = aType();
      const { consumer, deliveries } = recordingConsumer(type, async ({ attempt }) => {
        if (attempt === 1) throw new Error('the first try fails');
        return 'done';
      });
      await bus.consume(consumer);
      await bus.publish(anEvent(type));
      await eventually(() => deliveries.length === 2);
      expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2]);
    });

    test('a failing consumer does not keep the event from another one', async () => {
      const type = aType();
      const failing = recordingConsumer(type, async () => ({ retryInMs: 50 }));
      const working = recordingConsumer(type);
      await bus.consume(failing.consumer);
      await bus.consume(working.consumer);
      // The in-process bus is not done with it before the failing consumer is, which is never.
      void bus.publish(anEvent(type)).catch(() => {});
      await eventually(() => working.deliveries.length === 1 && failing.deliveries.length >= 2);
    });

    test('a consumer that is stuck on many events does not hold up events of another type', async () => {
      const slowType = aType();
      const quickType = aType();
      const { promise: released, resolve: release } = gate();
      const slow = recordingConsumer(slowType, async () => {
        await released;
        return 'done';
      });
      const quick = recordingConsumer(quickType);
      await bus.consume(slow.consumer);
      await bus.consume(quick.consumer);
      try {
        const events = Array.from({ length: 300 }, () => anEvent(slowType));
        const published = Promise.all(events.map((event) => bus.publish(event)));
        published.catch(() => {});
        // The adapter has taken what it will take before the other event comes.
        let seen = -1;
        await eventually(async () => {
          const before = seen;
          seen = slow.deliveries.length;
          await new Promise((resolve) => setTimeout(resolve, 150));
          return seen > 0 && before === slow.deliveries.length;
        });
        // More than one: a loop that blocks after its first message would pass with one.
        for (let n = 0; n < 5; n += 1) void bus.publish(anEvent(quickType));
        await eventually(() => quick.deliveries.length === 5);
      } finally {
        release();
      }
      await eventually(() => slow.deliveries.length >= 300);
    });

    test('observers see an event of their type at most once, and one that throws does not affect the others', async () => {
      const type = aType();
      const seen: string[] = [];
      await bus.observe(type, () => {
        throw new Error('an observer with a mistake');
      });
      await bus.observe(type, ({ id }) => void seen.push(id));
      await bus.observe(aType(), ({ id }) => void seen.push(`wrong ${id}`));
      const { consumer, deliveries } = recordingConsumer(type, async ({ attempt }) =>
        attempt === 1 ? { retryInMs: 10 } : 'done',
      );
      await bus.consume(consumer);
      const events = [anEvent(type), anEvent(type), anEvent(type)];
      for (const event of events) await bus.publish(event);
      await eventually(() => seen.length >= 3 && deliveries.length >= 6);
      expect(seen).toEqual(events.map(({ id }) => id));
    });

    test('an observer that is registered sees what another connection publishes right after', async () => {
      const type = aType();
      for (let round = 0; round < 10; round += 1) {
        const seen: string[] = [];
        await bus.observe(`${type}_${round}`, ({ id }) => void seen.push(id));
        const event = anEvent(`${type}_${round}`);
        await bus.publish(event);
        await eventually(() => seen.length === 1);
      }
    });

    test('a request is answered by one responder', async () => {
      const subject = `query.test.${newId()}`;
      await bus.respond(subject, async ({ input, request_id }) => ({ input, request_id }));
      expect(await bus.request(subject, question, 2_000)).toEqual({ input: { n: 1 }, request_id: 'r' });
      const many = await Promise.all(
        Array.from({ length: 50 }, (_, n) => bus.request(subject, { ...question, input: n }, 5_000)),
      );
      expect(many).toEqual(Array.from({ length: 50 }, (_, n) => ({ input: n, request_id: 'r' })));
    });

    test('a request that is not answered in time is refused as unavailable', async () => {
      const subject = `query.test.${newId()}`;
      const { promise: released, resolve: release } = gate();
      await bus.respond(subject, () => released);
      const started = performance.now();
      await expect(bus.request(subject, question, 200)).rejects.toBeInstanceOf(BusUnavailableError);
      expect(performance.now() - started).toBeGreaterThan(150);
      release();
    });

    test('a request without a responder is refused at once, whatever its timeout', async () => {
      const request = bus.request(`query.test.${newId()}`, question, 3_600_000);
      await expect(request).rejects.toBeInstanceOf(BusUnavailableError);
    });

    test('a request that no process answers is told apart from one whose answer is lost', async () => {
      const subject = `query.test.${newId()}`;
      await expect(bus.request(subject, question, 20_000)).rejects.toBeInstanceOf(NoResponderError);
      const { promise: released, resolve: release } = gate();
      await bus.respond(subject, () => released);
      await expect(bus.request(subject, question, 100)).rejects.not.toBeInstanceOf(NoResponderError);
      release();
    });

    test('a responder that throws makes the request unavailable and goes on answering', async () => {
      const subject = `query.test.${newId()}`;
      await bus.respond(subject, async ({ input }) => {
        if (input === 'bad') throw new Error('a responder with a mistake');
        return 'answer';
      });
      await expect(bus.request(subject, { ...question, input: 'bad' }, 300)).rejects.toBeInstanceOf(
        BusUnavailableError,
      );
      expect(await bus.request(subject, question, 2_000)).toBe('answer');
    });

    test('stopping waits for deliveries that run, and takes no new ones', async () => {
      const type = aType();
      const { promise: released, resolve: release } = gate();
      let isDone = false;
      const { consumer, deliveries } = recordingConsumer(type, async () => {
        await released;
        isDone = true;
        return 'done';
      });
      await bus.consume(consumer);
      const published = bus.publish(anEvent(type)).catch(() => {});
      await eventually(() => deliveries.length === 1);
      let isStopped = false;
      const stopped = bus.stopConsuming().then(() => {
        isStopped = true;
      });
      // A tick of the event loop with every timer that is due: enough for a stop that would not wait.
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect({ isStopped, isDone }).toEqual({ isStopped: false, isDone: false });
      release();
      await stopped;
      await published;
      expect(isDone).toBe(true);
      await bus.publish(anEvent(type)).catch(() => {});
      expect(deliveries).toHaveLength(1);
    });

    test('it says how many events a consumer has still to finish', async () => {
      const type = aType();
      const held = gate();
      const { consumer, deliveries } = recordingConsumer(type, async () => {
        await held.promise;
        return 'done';
      });
      await bus.consume(consumer);
      const pending = async () => (await bus.pending()).find((each) => each.consumer === consumer.name)?.events ?? 0;
      const published = Promise.all([anEvent(type), anEvent(type), anEvent(type)].map((event) => bus.publish(event)));
      await eventually(async () => deliveries.length === 3 && (await pending()) === 3);
      held.resolve();
      await published;
      await eventually(async () => (await pending()) === 0);
    });

    test('it says that it is up', () => {
      expect(bus.isUp()).toBe(true);
    });
  });
}
