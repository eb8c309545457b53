import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import {
  answersOf,
  createLog,
  durableConsumersOf,
  inboxOf,
  natsAccounts,
  natsAdmin,
  natsOptions,
  natsPermissions,
  newId,
  openNats,
} from '@platform/runtime';
import { eventually, startNatsServer } from '@platform/testing';
import { gatewayService, services } from '../src/services.ts';

/**
 * Detours by which a service might publish what it has no right to: subjects that a message names for a
 * reply.
 */

/** A service that declares nothing: it may publish nothing. */
const silent = { contract: { ...gatewayService.contract, name: 'silent' } };
const definitions = [gatewayService, ...services, silent];
let server: Awaited<ReturnType<typeof startNatsServer>>;
const open: NatsConnection[] = [];
const connectAs = async (user: string) => {
  const connection = await connect(natsOptions({ url: server.urlFor(user), name: user }));
  open.push(connection);
  return connection;
};
beforeAll(async () => {
  server = await startNatsServer({
    accounts: natsAccounts(definitions),
    consumers: durableConsumersOf(definitions),
  });
});
afterAll(() => server.remove());
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});

/** Messages of the stream, by their subject. */
const stored = async (): Promise<Record<string, number>> => {
  const manager = await jetstreamManager(await connectAs(natsAdmin.user));
  const { state } = await manager.streams.info('PLATFORM', { subjects_filter: '>' });
  return state.subjects ?? {};
};

const publishers = services.map((definition) => {
  const { publish, subscribe } = natsPermissions(definition);
  const events = publish.filter((subject) => subject.startsWith('evt.'));
  return {
    name: definition.contract.name,
    event: events[0] ?? '',
    heard: events.filter((one) => subscribe.includes(one)),
  };
});

describe('a service that names a subject for the answer to its own event', () => {
  test.each(publishers.filter(({ heard }) => heard.length > 0))(
    '$name may not publish to it',
    async ({ name, heard }) => {
      const connection = await connectAs(name);
      const own = heard[0] ?? '';
      const foreign = `evt.taken.${newId()}`;
      let received = 0;
      connection.subscribe(own, {
        callback: () => {
          received += 1;
        },
      });
      await connection.flush();
      connection.publish(own, '{}', { reply: foreign });
      await eventually(() => received === 1);
      connection.publish(foreign, '{}');
      await connection.flush();
      await sleep(200);
      // Nor does the acknowledgement of the server get there.
      expect((await stored())[foreign]).toBeUndefined();
    },
  );

  test.each(publishers)('$name does not empty the stream with it', async ({ name, event }) => {
    const connection = await connectAs(name);
    connection.publish(event, '{}');
    await connection.flush();
    await eventually(async () => ((await stored())[event] ?? 0) > 0);
    const before = (await stored())[event] ?? 0;
    for (const verb of ['STREAM.PURGE', 'STREAM.DELETE', 'STREAM.MSG.DELETE'])
      connection.publish(event, '{}', { reply: `$JS.API.${verb}.PLATFORM` });
    await connection.flush();
    await eventually(async () => ((await stored())[event] ?? 0) === before + 3);
    await sleep(200);
    expect((await stored())[event]).toBe(before + 3);
  });
});

test('a service that declares nothing publishes nothing', async () => {
  const connection = await connectAs('silent');
  const foreign = `evt.taken.${newId()}`;
  connection.publish(foreign, '{}');
  await connection.flush();
  await sleep(200);
  expect((await stored())[foreign]).toBeUndefined();
});

/** First durable consumer of each service that has one, by the service. */
const durables = services.flatMap((definition) => {
  const [consumer] = durableConsumersOf([definition]);
  return consumer ? [{ service: definition.contract.name, ...consumer }] : [];
});

describe('a service that names a subject for the answer to its pull', () => {
  test.each(durables)('$service deletes neither the stream nor a consumer', async ({ service, name, type }) => {
    const bus = await openNats({ url: server.urlFor(service), name: service, log: createLog('test', 'silent') });
    await bus.consume({ name, type, deliver: async () => 'done' });
    await bus.stopConsuming();
    const connection = await connectAs(service);
    const empty = JSON.stringify({ no_wait: true, batch: 1 });
    for (const verb of ['STREAM.DELETE.PLATFORM', `CONSUMER.DELETE.PLATFORM.${name}`])
      for (const api of ['$JS.API', 'JS.PLATFORM.API'])
        connection.publish(`JS.PLATFORM.API.CONSUMER.MSG.NEXT.PLATFORM.${name}`, empty, { reply: `${api}.${verb}` });
    await connection.flush();
    await sleep(300);
    const manager = await jetstreamManager(await connectAs(natsAdmin.user));
    expect((await manager.consumers.info('PLATFORM', name)).name).toBe(name);
    await bus.close();
  });
});

test.each(durables)('$service makes no consumer, which may deliver to any subject', async ({ service, name, type }) => {
  const connection = await connectAs(service);
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        refused.push(status.error.subject);
  })();
  // Delivered there, each event is the acknowledgement of an event of another service.
  const deliver_subject = '$JS.ACK.PLATFORM.catalog__grant-purchase.1.1.1.1.1';
  const config = { durable_name: name, filter_subject: `evt.${type}`, ack_policy: 'none', deliver_subject };
  const create = `CONSUMER.CREATE.PLATFORM.${name}.evt.${type}`;
  const subjects = [`JS.PLATFORM.API.${create}`, `JS.PLATFORM.API.CONSUMER.DURABLE.CREATE.PLATFORM.${name}`];
  for (const subject of subjects)
    connection.publish(subject, JSON.stringify({ stream_name: 'PLATFORM', config }), {
      reply: `${inboxOf(service)}.x`,
    });
  await connection.flush();
  await eventually(() => refused.length === subjects.length);
  expect(refused).toEqual(subjects);
  const manager = await jetstreamManager(await connectAs(natsAdmin.user));
  expect((await manager.consumers.info('PLATFORM', name)).config.deliver_subject).toBeUndefined();
});

test('a pull without an event acknowledges no event of another service, and publishes none', async () => {
  const catalog = await connectAs('catalog');
  const acknowledgements: string[] = [];
  catalog.subscribe(`${inboxOf('catalog')}.pulled`, {
    callback: (_, { reply }) => void (reply && acknowledgements.push(reply)),
  });
  const billing = await connectAs('billing');
  billing.publish('evt.payment.succeeded', '{"type":"payment.succeeded"}');
  await billing.flush();
  catalog.publish('JS.PLATFORM.API.CONSUMER.MSG.NEXT.PLATFORM.catalog__grant-purchase', '{"batch":1}', {
    reply: `${inboxOf('catalog')}.pulled`,
  });
  const acknowledgement = await eventually(() => acknowledgements[0]);
  const foreign = `evt.taken.${newId()}`;
  const social = await connectAs('social');
  const [consumer] = durableConsumersOf(services.filter(({ contract }) => contract.name === 'social'));
  for (const reply of [acknowledgement, foreign])
    social.publish(
      `JS.PLATFORM.API.CONSUMER.MSG.NEXT.PLATFORM.${consumer?.name}`,
      JSON.stringify({ no_wait: true, batch: 1 }),
      { reply },
    );
  await social.flush();
  await sleep(300);
  const manager = await jetstreamManager(await connectAs(natsAdmin.user));
  expect((await manager.consumers.info('PLATFORM', 'catalog__grant-purchase')).num_ack_pending).toBe(1);
  expect((await stored())[foreign]).toBeUndefined();
});

test('an observer does not take an event of another type that a pull sends to its subject', async () => {
  const gateway = await openNats({ url: server.urlFor('gateway'), name: 'gateway', log: createLog('test', 'silent') });
  const observed: unknown[] = [];
  await gateway.observe('application.updated', (envelope) => observed.push(envelope));
  const identity = await connectAs('identity');
  const catalog = await connectAs('catalog');
  identity.publish('evt.user.erased', '{"type":"application.updated","forged":true}');
  await identity.flush();
  identity.publish('JS.PLATFORM.API.CONSUMER.MSG.NEXT.PLATFORM.identity__erase-again', '{"batch":1}', {
    reply: 'evt.application.updated',
  });
  await identity.flush();
  await eventually(async () => {
    const manager = await jetstreamManager(await connectAs(natsAdmin.user));
    return (await manager.consumers.info('PLATFORM', 'identity__erase-again')).num_ack_pending > 0;
  });
  catalog.publish('evt.application.updated', '{"type":"user.erased"}');
  const updated = { type: 'application.updated', forged: false };
  catalog.publish('evt.application.updated', JSON.stringify(updated));
  await eventually(() => observed.length > 0);
  expect(observed).toEqual([updated]);
  await gateway.close();
});

describe('answers', () => {
  let bus: Awaited<ReturnType<typeof openNats>>;
  beforeEach(async () => {
    bus = await openNats({ url: server.urlFor('identity'), name: 'identity', log: createLog('test', 'silent') });
  });
  afterEach(() => bus.close());

  test('a service answers inboxes for its own answers alone', async () => {
    const catalog = await connectAs('catalog');
    const billing = await connectAs('billing');
    let received = 0;
    billing.subscribe(`${inboxOf('billing')}.>`, {
      callback: () => {
        received += 1;
      },
    });
    await billing.flush();
    catalog.publish(`${answersOf('billing', 'identity')}.p.1`, '{}');
    catalog.publish(`${inboxOf('billing')}.taken`, '{}');
    catalog.publish(`${answersOf('billing', 'catalog')}.p.1`, '{}');
    await catalog.flush();
    await eventually(() => received > 0);
    await sleep(200);
    expect(received).toBe(1);
  });

  test('a request that names another reply is not answered', async () => {
    let asked = 0;
    const subject = 'query.identity.users.exists';
    await bus.respond(subject, async () => {
      asked += 1;
    });
    const catalog = await connectAs('catalog');
    for (const reply of ['evt.payment.succeeded', `${inboxOf('catalog')}.x`, `${answersOf('catalog', 'billing')}.p.1`])
      catalog.publish(subject, '{}', { reply });
    catalog.publish(subject, '{}', { reply: `${answersOf('catalog', 'identity')}.p.1` });
    await catalog.flush();
    await eventually(() => asked > 0);
    await sleep(200);
    expect(asked).toBe(1);
  });
});
