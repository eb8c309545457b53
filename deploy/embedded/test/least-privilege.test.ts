import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contextKeysVariable, platform as contracts, serviceNames, upstreamNames } from '@platform/contracts';
import { contextHeader, type Environment, hmac, inboxOf, natsPermissions, newId } from '@platform/runtime';
import { Redis } from 'ioredis';
import pg from 'pg';
import { gatewayService, services } from '../src/services.ts';
import { openUser } from './bus-user.ts';
import { exampleRequest, inParallel, routes } from './probes.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { opens, sealedValues } from './sealed-values.ts';

let t: SeparatePlatform;
beforeAll(async () => {
  t = await startSeparatePlatform();
});
afterAll(async () => {
  await t?.stop();
  killWhatIsLeft();
});

/** Attempts that were refused, by kind: printed at the end. */
const refused = new Map<string, number>();
const count = (kind: string, attempts: number) => refused.set(kind, (refused.get(kind) ?? 0) + attempts);
afterAll(() => {
  process.stdout.write(`refused: ${[...refused].map(([kind, attempts]) => `${attempts} ${kind}`).join(', ')}\n`);
});

const taken = [...upstreamNames];
const others = (service: string) => upstreamNames.filter((name) => name !== service);

describe.each(taken)('a process that took over %s', (service) => {
  let environment: Environment;
  beforeAll(() => {
    environment = t.environmentOf(service);
  });

  test('has no key of another service and no secret of the gateway', () => {
    const own = new Set(Object.values(environment));
    const foreign = [...others(service), 'gateway'].flatMap((other) =>
      Object.entries(t.environmentOf(other)).filter(([name]) => isOfOneService(name)),
    );
    expect(foreign.length).toBeGreaterThan(10);
    expect(foreign.filter(([, value]) => own.has(value)).map(([name]) => name)).toEqual([]);
  });

  test('opens nothing that another service sealed', async () => {
    const keys = Object.entries(environment).filter(([name]) => /_KEYS$/.test(name));
    const foreign = (await sealedValues(t.database)).filter((value) => value.service !== service);
    expect(foreign.length).toBeGreaterThan(0);
    const opened = foreign.filter((value) => keys.some(([, given]) => given !== undefined && opens(given, value)));
    expect(opened.map(({ place }) => place)).toEqual([]);
    count('sealed values', foreign.length * keys.length);
  });

  test('reads and writes no key of another service in Redis', async () => {
    const url = environment.REDIS_URL ?? t.redis.url;
    const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, enableReadyCheck: false });
    redis.on('error', () => {});
    try {
      await redis.connect();
      const foreign = ['gateway', ...others(service)].map((other) => `platform:${other}:taken`);
      const attempts = [
        ...foreign.flatMap((key) => [
          ['GET', key],
          ['SET', key, 'taken'],
          ['DEL', key],
        ]),
        ['KEYS', '*'],
        ['FLUSHALL'],
        ['CONFIG', 'GET', '*'],
        ['ACL', 'LIST'],
        ['MONITOR'],
        ['SCAN', '0'],
      ];
      const passed: string[] = [];
      for (const [command = '', ...args] of attempts)
        await redis.call(command, ...args).then(
          () => passed.push(`${command} ${args}`),
          (error) => {
            if (!String(error).includes('NOPERM')) passed.push(`${command} ${args}: ${error}`);
          },
        );
      expect(passed).toEqual([]);
      count('commands of Redis', attempts.length);
    } finally {
      redis.disconnect();
    }
  });

  test('is refused by every endpoint of the other services with a context of its own making', async () => {
    const [key = ''] = (environment[contextKeysVariable(service)] ?? '').split(',');
    expect(key).not.toBe('');
    const targets = routes.filter((route) => others(service).some((other) => other === route.service));
    const replies = await inParallel(targets, async (route) => {
      const context = { ...aCaller, endpoint: route.id, issued_at: Math.floor(Date.now() / 1_000) };
      const payload = Buffer.from(JSON.stringify(context)).toString('base64url');
      const { params } = exampleRequest(route);
      const path = route.endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params[name])),
      );
      const answer = await fetch(`${t.services[route.service]?.apiUrl}${path}`, {
        method: route.endpoint.method,
        headers: { [contextHeader]: `${payload}.${hmac(key, payload)}` },
      });
      await answer.arrayBuffer();
      return [route.id, answer.status];
    });
    expect(replies.filter(([, status]) => status !== 403)).toEqual([]);
    count('endpoints', replies.length);
  });

  test('is refused by the bus for every subject that it does not declare', async () => {
    const user = await openUser(environment.NATS_URL ?? '', service);
    try {
      const { publish, subscribe } = foreignSubjects(service);
      for (const subject of publish) user.publish(subject, JSON.stringify({ input: null, id: newId() }));
      for (const subject of subscribe) user.subscribe(subject);
      const violations = await user.violations(publish.length + subscribe.length);
      expect(new Set(violations.map((one) => `${one.operation} ${one.subject}`))).toEqual(
        new Set([
          ...publish.map((subject) => `publish ${subject}`),
          ...subscribe.map((subject) => `subscription ${subject}`),
        ]),
      );
      expect(user.received()).toBe(0);
      count('subjects', publish.length + subscribe.length);
    } finally {
      await user.close();
    }
  });

  test('reads and changes no table of another service, and does not become its role', async () => {
    const client = new pg.Client(environment.DATABASE_URL);
    await client.connect();
    try {
      const tables = await t.database.query<{ schema: string; name: string }>(
        `SELECT schemaname AS schema, tablename AS name FROM pg_tables
         WHERE schemaname = ANY($1) ORDER BY 1, 2`,
        [others(service)],
      );
      expect(tables.length).toBeGreaterThan(50);
      const attempts = [
        ...tables.flatMap(({ schema, name }) => [
          `SELECT 1 FROM "${schema}"."${name}" LIMIT 1`,
          `DELETE FROM "${schema}"."${name}"`,
          `DROP TABLE "${schema}"."${name}"`,
        ]),
        ...[...others(service), 'platform_migrator'].map((role) => `SET ROLE "${role}"`),
        'CREATE TABLE public.taken (id int)',
        'CREATE SCHEMA taken',
        `ALTER ROLE "${others(service)[0]}" PASSWORD 'taken'`,
      ];
      const passed: string[] = [];
      for (const attempt of attempts)
        await client.query(attempt).then(
          () => passed.push(attempt),
          (error: pg.DatabaseError) => {
            // Insufficient privilege; a table that it does not own; permission to set a role.
            if (error.code !== '42501') passed.push(`${attempt}: ${error.code} ${error.message}`);
          },
        );
      expect(passed).toEqual([]);
      count('statements', attempts.length);
    } finally {
      await client.end();
    }
  });
});

/** An owner of the platform, as the gateway would describe one. */
const aCaller = {
  request_id: 'taken',
  client_ip: '203.0.113.1',
  user_agent: 'test',
  application: { id: newId(), code: 'demo' },
  site: null,
  user: null,
  admin: { id: newId(), email: 'taken@example.test', role: 'owner', session_id: newId() },
};

/** Secrets that one service has for itself, by their variables. */
const isOfOneService = (name: string): boolean =>
  /_(CONTEXT|ENCRYPTION|SIGNING)_KEYS$/.test(name) ||
  ['NATS_URL', 'REDIS_URL', 'PLATFORM_CONTEXT_SECRETS', 'WORKER_SECRET', 'PAYMENT_WEBHOOK_TOKEN'].includes(name);

const definitions = new Map([gatewayService, ...services].map((one) => [one.contract.name, one]));

/** Rights of a service on the bus, by its declarations, and its durable consumers. */
function rightsOf(service: string) {
  const definition = definitions.get(service);
  if (!definition) throw new Error(`no service is named ${service}`);
  const durables = Object.keys(definition.consumes ?? {}).map((name) => `${service}__${name}`);
  return { ...natsPermissions(definition), durables };
}

/** Subjects of the platform and of JetStream that a service has no right to. */
function foreignSubjects(service: string): { publish: string[]; subscribe: string[] } {
  const own = rightsOf(service);
  const requests = Object.values(contracts).flatMap(({ queries, commands }) =>
    [...Object.values(queries), ...Object.values(commands)].map(({ subject }) => subject),
  );
  const events = Object.values(contracts).flatMap(({ events }) =>
    Object.values(events).map(({ type }) => `evt.${type}`),
  );
  const durables = upstreamNames.flatMap((name) => rightsOf(name).durables);
  const managing = [
    'STREAM.DELETE',
    'STREAM.PURGE',
    'STREAM.UPDATE',
    'STREAM.CREATE',
    'STREAM.MSG.GET',
    'STREAM.MSG.DELETE',
  ];
  const publish = [
    ...[...requests, ...events].filter((subject) => !own.publish.includes(subject)),
    ...managing.map((verb) => `$JS.API.${verb}.PLATFORM`),
    '$JS.API.DIRECT.GET.PLATFORM',
    '$JS.API.STREAM.CREATE.TAKEN',
    `$JS.API.CONSUMER.CREATE.PLATFORM.${service}__taken.evt.>`,
    `$JS.API.CONSUMER.CREATE.PLATFORM`,
    `JS.PLATFORM.API.CONSUMER.CREATE.PLATFORM.${service}__taken.evt.>`,
    'JS.PLATFORM.API.STREAM.DELETE.PLATFORM',
    ...durables
      .filter((durable) => !own.durables.includes(durable))
      .flatMap((durable) => [
        `$JS.API.CONSUMER.MSG.NEXT.PLATFORM.${durable}`,
        `JS.PLATFORM.API.CONSUMER.MSG.NEXT.PLATFORM.${durable}`,
        `JS.PLATFORM.API.CONSUMER.INFO.PLATFORM.${durable}`,
        `$JS.API.CONSUMER.DELETE.PLATFORM.${durable}`,
        `$JS.ACK.PLATFORM.${durable}.1.1.1.1.1`,
      ]),
    ...own.durables.map((durable) => `$JS.API.CONSUMER.DELETE.PLATFORM.${durable}`),
    ...serviceNames.filter((name) => name !== service).map((name) => `${inboxOf(name)}.taken`),
  ];
  const subscribe = [
    '>',
    'evt.>',
    '_INBOX.>',
    '$JS.>',
    '$SYS.>',
    ...[...requests, ...events].filter((subject) => !own.subscribe.includes(subject)),
    ...serviceNames.filter((name) => name !== service).map((name) => `${inboxOf(name)}.>`),
  ];
  return { publish: [...new Set(publish)], subscribe: [...new Set(subscribe)] };
}
