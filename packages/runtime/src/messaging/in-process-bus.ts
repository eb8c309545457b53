import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import { type Bus, type BusConsumer, BusUnavailableError, NoResponderError, type RequestMessage } from './bus.ts';
import type { Envelope } from './envelope.ts';

/** Deliveries that one consumer works on at once; more would only queue for database connections. */
const concurrency = 6;

/**
 * The bus of a platform that runs in one process. It stores nothing: `publish` resolves when every durable
 * consumer has committed, so the outbox row of the publisher is the durable stream, and a crash loses
 * nothing.
 */
export function inProcessBus(log?: Log): Bus {
  const consumers = new Map<string, { consumer: BusConsumer; take: <T>(work: () => Promise<T>) => Promise<T> }[]>();
  const observers = new Map<string, ((envelope: Envelope) => void)[]>();
  const responders = new Map<string, (message: RequestMessage) => Promise<unknown>>();
  const running = new Set<Promise<unknown>>();
  const unfinished = new Map<string, number>();
  const stopping = new AbortController();

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    const untrack = () => void running.delete(work);
    work.then(untrack, untrack);
    return work;
  };

  const count = (consumer: string, change: 1 | -1) =>
    unfinished.set(consumer, (unfinished.get(consumer) ?? 0) + change);

  const deliver = async (consumer: BusConsumer, envelope: Envelope): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      if (stopping.signal.aborted) throw new BusUnavailableError('the bus is stopping');
      const outcome = await consumer.deliver({ envelope, attempt }).catch(() => ({ retryInMs: 1_000 }));
      if (outcome === 'done') return;
      await sleep(outcome.retryInMs, undefined, { signal: stopping.signal }).catch(() => {
        throw new BusUnavailableError('the bus is stopping');
      });
    }
  };

  const show = (observer: (envelope: Envelope) => void, envelope: Envelope): void => {
    try {
      observer(envelope);
    } catch (error) {
      // An observer drops caches; its mistake must not keep the event from those that have an effect.
      log?.warn({ err: error, type: envelope.type }, 'an observer failed');
    }
  };

  return {
    system: 'in_process',
    async publish(envelope) {
      if (stopping.signal.aborted) throw new BusUnavailableError('the bus is stopping');
      for (const observer of observers.get(envelope.type) ?? []) show(observer, envelope);
      const deliveries = (consumers.get(envelope.type) ?? []).map(({ consumer, take }) => {
        count(consumer.name, 1);
        return take(() => track(deliver(consumer, envelope))).finally(() => count(consumer.name, -1));
      });
      // Every consumer gets its chance before a failure of one is reported.
      const failed = (await Promise.allSettled(deliveries)).find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    async consume(consumer) {
      consumers.set(consumer.type, [
        ...(consumers.get(consumer.type) ?? []),
        { consumer, take: semaphore(concurrency) },
      ]);
    },
    pending: async () => [...unfinished].map(([consumer, events]) => ({ consumer, events })),
    async observe(type, handler) {
      observers.set(type, [...(observers.get(type) ?? []), handler]);
    },
    async request(subject, message, timeoutMs) {
      const responder = responders.get(subject);
      if (!responder) throw new NoResponderError(subject);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new BusUnavailableError(`${subject} did not answer within ${timeoutMs} ms`)),
          timeoutMs,
        ).unref();
        responder(message)
          .then(resolve, (cause) => reject(new BusUnavailableError(`${subject} was not answered`, cause)))
          .finally(() => clearTimeout(timer));
      });
    },
    async respond(subject, handler) {
      responders.set(subject, handler);
    },
    isUp: () => !stopping.signal.aborted,
    async stopConsuming() {
      stopping.abort();
      await Promise.allSettled([...running]);
    },
    async close() {
      stopping.abort();
      await Promise.allSettled([...running]);
    },
  };
}

/** Lets `limit` pieces of work run at once, the rest wait in the order they came. */
function semaphore(limit: number) {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
