import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import {
  type Bus,
  BusUnavailableError,
  createLog,
  type Envelope,
  inProcessBus,
  type Log,
  openNats,
  prepareStream,
} from '@platform/runtime';
import { eventually, logLines, startNatsServer, startNetwork, type TestServer } from '@platform/testing';
import { aName, anEvent, aType, busConformance, recordingConsumer } from '../src/conformance/bus.conformance.ts';

const log = createLog('test', 'silent');
const openBusOn = (server: TestServer) => openNats({ url: server.url, name: 'test', log });

busConformance('in one process', async () => ({ open: async () => inProcessBus(log), close: async () => {} }));
busConformance('over NATS JetStream', async () => {
  const server = await startNatsServer();
  return { open: () => openBusOn(server), close: () => server.remove() };
});

describe('in one process', () => {
  test('publishing ends only when every consumer is done', async () => {
    const bus = inProcessBus(log);
    const type = aType();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = recordingConsumer(type, async () => {
      await released;
      return 'done';
    });
    const retrying = recordingConsumer(type, async ({ attempt }) => (attempt < 3 ? { retryInMs: 5 } : 'done'));
    await bus.consume(slow.consumer);
    await bus.consume(retrying.consumer);
    let isPublished = false;
    const published = bus.publish(anEvent(type)).then(() => {
      isPublished = true;
    });
    await eventually(() => retrying.deliveries.length === 3);
    expect(isPublished).toBe(false);
    release();
    await published;
    expect(slow.deliveries).toHaveLength(1);
    await bus.close();
  });

  test('publishing is refused when the bus stops before a consumer is done, so that the outbox keeps the event', async () => {
    const bus = inProcessBus(log);
    const type = aType();
    const { consumer, deliveries } = recordingConsumer(type, async () => ({ retryInMs: 60_000 }));
    await bus.consume(consumer);
    const published = bus.publish(anEvent(type));
    const refused = expect(published).rejects.toBeInstanceOf(BusUnavailableError);
    await eventually(() => deliveries.length === 1);
    await bus.stopConsuming();
    await refused;
    await expect(bus.publish(anEvent(type))).rejects.toBeInstanceOf(BusUnavailableError);
    expect(bus.isUp()).toBe(false);
    await bus.close();
  });
});

describe('over NATS', () => {
  let server: TestServer;
  const open: Bus[] = [];
  const owned: TestServer[] = [];
  const connect = async (options: { url?: string; log?: Log; pingMs?: number; waitMs?: number } = {}) => {
    const bus = await openNats({ url: server.url, name: 'test', log, ...options });
    open.push(bus);
    return bus;
  };
  /** A server of one test alone. */
  const startOwn = async (more?: () => readonly string[]) => {
    const own = await startNatsServer({ more });
    owned.push(own);
    return own;
  };
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.remove());
  beforeEach(() => {
    open.length = 0;
  });
  afterEach(async () => {
    for (const bus of open) {
      await bus.stopConsuming();
      await bus.close();
    }
    for (const own of owned.splice(0)) await own.remove();
  });

  test('an event published without a consumer is stored for a later consumer', async () => {
    const type = aType();
    const event = anEvent(type, { n: 1 });
    await (await connect()).publish(event);
    const { consumer, deliveries } = recordingConsumer(type);
    await (await connect()).consume(consumer);
    await eventually(() => deliveries.length === 1);
    expect(deliveries[0]).toEqual({ envelope: event, attempt: 1 });
  });

  test('a replica that stops ends the answers it has begun and leaves new questions to the others', async () => {
    const [leaving, staying, asking] = [await connect(), await connect(), await connect()];
    const subject = `q.${aType()}`;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const asked: string[] = [];
    await leaving.respond(subject, async () => {
      asked.push('leaving');
      await released;
      return 'leaving';
    });
    const question = { input: null, request_id: 'r', traceparent: null };
    const begun = asking.request(subject, question, 60_000);
    await eventually(() => asked.length === 1);
    let isStopped = false;
    const stopped = leaving.stopConsuming().then(() => {
      isStopped = true;
    });
    await staying.respond(subject, async () => 'staying');
    // The server handles an unsubscribe a moment after it was sent. Until then either of the two may get a
    // request.
    await eventually(async () => {
      for (let n = 0; n < 10; n += 1)
        if ((await asking.request(subject, question, 500).catch(() => '')) !== 'staying') return false;
      return true;
    });
    expect(isStopped).toBe(false);
    release();
    expect(await begun).toBe('leaving');
    await stopped;
  });

  test('a question without a connection is refused, and does not wait for its time limit', async () => {
    const own = await startNatsServer();
    const bus = await openNats({ url: own.url, name: 'test', log });
    await own.stop();
    await eventually(() => !bus.isUp());
    // The time limit is longer than that of the test.
    await expect(
      bus.request(aType(), { input: null, request_id: 'r', traceparent: null }, 3_600_000),
    ).rejects.toBeInstanceOf(BusUnavailableError);
    await own.start();
    await eventually(() => bus.isUp());
    await bus.close();
    await own.remove();
  });

  test.each([
    ['a user with a password', ['--user', 'me', '--pass', 'p@ss,w/rd'], 'me:p%40ss%2Cw%2Frd'],
    ['a token', ['--auth', 's3cr3t'], 's3cr3t'],
  ])('%s in the address is shown to the server', async (_, required, credentials) => {
    const own = await startOwn(() => required);
    const url = own.url.replace('://', `://${credentials}@`);
    await prepareStream({ url, replicas: 1, consumers: [] });
    const bus = await connect({ url });
    const { consumer, deliveries } = recordingConsumer(aType());
    await bus.consume(consumer);
    await bus.publish(anEvent(consumer.type));
    await eventually(() => deliveries.length === 1);
    const wrong = own.url.replace('://', '://me:wr0ng@');
    const refused: unknown = await connect({ url: wrong, waitMs: 0 }).catch((error) => error);
    expect(String(refused)).toMatch(/authorization/i);
    expect(String(refused)).not.toContain('wr0ng');
  });

  test('a server that refuses our credentials for a while has us back, and the log says so once and no password', async () => {
    let password = 'first-secret';
    const own = await startOwn(() => ['--user', 'me', '--pass', password]);
    const lines = logLines();
    const url = own.url.replace('://', '://me:first-secret@');
    await prepareStream({ url, replicas: 1, consumers: [] });
    const bus = await connect({ url, log: createLog('test', 'info', lines) });
    const { consumer, deliveries } = recordingConsumer(aType());
    await bus.consume(consumer);
    const said = (what: string) => lines.all.filter((line) => line.includes(what)).length;

    await own.stop();
    password = 'second-secret';
    await own.start();
    await eventually(() => !bus.isUp());
    await eventually(() => said('refuses the credentials') === 1);
    // Time for several attempts: by default the client closes permanently after the second one.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await own.stop();
    password = 'first-secret';
    await own.start();
    await eventually(() => bus.isUp());
    const event = anEvent(consumer.type);
    await eventually(() => bus.publish(event).then(() => true));
    await eventually(() => deliveries.length > 0);
    expect([said('refuses the credentials'), said('is lost'), said('is back')]).toEqual([1, 1, 1]);
    expect(said('-secret')).toBe(0);
  });

  test('a server that is lost without a word is noticed after three pings', async () => {
    const network = await startNetwork(server.url);
    const bus = await connect({ url: network.url, pingMs: 1_000 });
    network.freeze();
    await eventually(() => !bus.isUp());
    await network.restore();
    await eventually(() => bus.isUp());
    await bus.close();
    await network.close();
  });

  test('an event that is published twice within the window is stored once', async () => {
    const bus = await connect();
    const type = aType();
    const event = anEvent(type);
    const marker = anEvent(type);
    await bus.publish(event);
    await bus.publish(event);
    await bus.publish(marker);
    const { consumer, deliveries } = recordingConsumer(type);
    await bus.consume(consumer);
    await eventually(() => deliveries.some(({ envelope }) => (envelope as Envelope).id === marker.id));
    expect(deliveries).toHaveLength(2);
  });

  test('replicas share a durable consumer, and every replica observes', async () => {
    const [first, second] = [await connect(), await connect()];
    const type = aType();
    const name = aName('shared');
    const taken: string[] = [];
    const seen = { first: 0, second: 0 };
    await first.observe(type, () => {
      seen.first += 1;
    });
    await second.observe(type, () => {
      seen.second += 1;
    });
    const deliver = async ({ envelope }: { envelope: unknown }) => {
      taken.push((envelope as Envelope).id);
      return 'done' as const;
    };
    await first.consume({ name, type, deliver });
    await second.consume({ name, type, deliver });
    await Promise.all(Array.from({ length: 100 }, () => first.publish(anEvent(type))));
    await eventually(() => taken.length >= 100 && seen.first >= 100 && seen.second >= 100);
    expect(new Set(taken).size).toBe(100);
    expect({ taken: taken.length, ...seen }).toEqual({ taken: 100, first: 100, second: 100 });
  });

  test('bytes that are no JSON reach the consumer as null, which refuses them, and nothing stops', async () => {
    const { connect: connectRaw } = await import('@nats-io/transport-node');
    const bus = await connect();
    const type = aType();
    const { consumer, deliveries } = recordingConsumer(type);
    await bus.consume(consumer);
    const raw = await connectRaw({ servers: server.url });
    raw.publish(`evt.${type}`, new TextEncoder().encode('{"id":'));
    await raw.drain();
    await bus.publish(anEvent(type));
    await eventually(() => deliveries.length === 2);
    expect(deliveries[0]?.envelope).toBeNull();
  });

  test('a request gets no answer at a subject that is no inbox', async () => {
    const { connect: connectRaw } = await import('@nats-io/transport-node');
    const bus = await connect();
    const [subject, type] = [`q.${aType()}`, aType()];
    const seen: unknown[] = [];
    let asked = 0;
    await bus.observe(type, (envelope) => void seen.push(envelope));
    await bus.respond(subject, async () => {
      asked += 1;
      return { id: 'forged' };
    });
    const raw = await connectRaw({ servers: server.url });
    raw.publish(subject, '{}', { reply: `evt.${type}` });
    await raw.drain();
    expect(await bus.request(subject, { input: null, request_id: 'r', traceparent: null }, 5_000)).toEqual({
      id: 'forged',
    });
    expect({ asked, seen }).toEqual({ asked: 1, seen: [] });
  });

  test('a process that starts before the server waits for it, and the log says so once', async () => {
    const own = await startOwn();
    await own.stop();
    const lines = logLines();
    const connecting = connect({ url: own.url, log: createLog('test', 'info', lines) });
    await eventually(() => lines.all.length > 0);
    // Time for several attempts.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await own.start();
    expect((await connecting).isUp()).toBe(true);
    expect(lines.all.filter((line) => line.includes('waits for NATS'))).toHaveLength(1);
  });

  test('a server that is not there in time is an error of the start', async () => {
    const own = await startOwn();
    await own.stop();
    await expect(connect({ url: own.url, waitMs: 1 })).rejects.toThrow();
  });

  test('a consumer waits for a JetStream that does not answer, and the log says so once', async () => {
    const network = await startNetwork(server.url);
    const lines = logLines();
    const bus = await connect({ url: network.url, log: createLog('test', 'info', lines) });
    const { consumer, deliveries } = recordingConsumer(aType());
    network.freeze();
    const consuming = bus.consume(consumer);
    await eventually(() => lines.all.some((line) => line.includes('JetStream does not answer')));
    await network.restore();
    await consuming;
    await (await connect()).publish(anEvent(consumer.type));
    await eventually(() => deliveries.length === 1);
    expect(lines.all.filter((line) => line.includes('JetStream does not answer'))).toHaveLength(1);
    await bus.close();
    await network.close();
  });

  test('a consumer waits for the event stream, and the log says so once', async () => {
    const own = await startOwn(() => []);
    const lines = logLines();
    const bus = await connect({ url: own.url, log: createLog('test', 'info', lines) });
    const { consumer, deliveries } = recordingConsumer(aType());
    const consuming = bus.consume(consumer);
    await eventually(() => lines.all.length > 0);
    await prepareStream({ url: own.url, replicas: 1, consumers: [] });
    await consuming;
    await bus.publish(anEvent(consumer.type));
    await eventually(() => deliveries.length === 1);
    expect(lines.all.filter((line) => line.includes('the event stream or a consumer is missing'))).toHaveLength(1);
  });

  test('a stream that was lost and is prepared anew is consumed without a restart', async () => {
    const own = await startNatsServer();
    owned.push(own);
    const bus = await connect({ url: own.url, pingMs: 500 });
    const { consumer, deliveries } = recordingConsumer(aType());
    await bus.consume(consumer);
    await bus.publish(anEvent(consumer.type));
    await eventually(() => deliveries.length === 1);
    const { connect: connectRaw } = await import('@nats-io/transport-node');
    const admin = await connectRaw({ servers: own.url });
    await (await jetstreamManager(admin)).streams.delete('PLATFORM');
    await admin.close();
    await expect(bus.publish(anEvent(consumer.type))).rejects.toBeInstanceOf(BusUnavailableError);
    await prepareStream({ url: own.url, replicas: 1, consumers: [consumer] });
    await bus.publish(anEvent(consumer.type));
    await eventually(() => deliveries.length === 2);
  });

  test('a restart of the server loses nothing: publishers are refused meanwhile, then everything goes on', async () => {
    const publisher = await connect();
    const listener = await connect();
    const type = aType();
    const seen = new Set<string>();
    const { consumer, deliveries } = recordingConsumer(type, async ({ envelope }) => {
      seen.add((envelope as Envelope).id);
      return 'done';
    });
    const before = Array.from({ length: 20 }, () => anEvent(type));
    for (const event of before) await publisher.publish(event);

    await server.stop();
    await eventually(() => !publisher.isUp() && !listener.isUp());
    await expect(publisher.publish(anEvent(type))).rejects.toBeInstanceOf(BusUnavailableError);
    await server.start();
    await eventually(() => publisher.isUp() && listener.isUp());

    await listener.consume(consumer);
    await eventually(() => seen.size === 20);

    // And once more under a consumer that is already listening.
    await server.stop();
    await eventually(() => !publisher.isUp() && !listener.isUp());
    await server.start();
    await eventually(() => publisher.isUp() && listener.isUp());
    const after = anEvent(type);
    await eventually(async () => {
      await publisher.publish(after);
      return true;
    });
    await eventually(() => seen.has(after.id));
    expect(before.every(({ id }) => seen.has(id))).toBe(true);
    expect(deliveries.length).toBeGreaterThanOrEqual(21);
  });
});
