import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { command, event, query } from '@platform/contracts/kit';
import {
  AppError,
  answerRequest,
  type Bus,
  consume,
  createAsk,
  createCall,
  createLog,
  createMetrics,
  type DatabaseHandle,
  fail,
  inProcessBus,
  newId,
  openDatabase,
  toBusConsumer,
} from '@platform/runtime';
import { createTestDatabase, startNetwork, type TestDatabase, type TestNetwork } from '@platform/testing';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

/** How the caller sees a failure of the responder, and how it is logged. */

const Named = z.object({ name: z.string() });
const readThing = query('query.test.thing.read', 'For these tests.', Named, z.object({}));
const keepThing = command('command.test.thing.keep', 'For these tests.', {
  limits: { timeoutMs: 100, formerly: 'query.test.thing.keep' },
  input: Named,
  output: Named,
});

let database: TestDatabase;
let network: TestNetwork;
let handle: DatabaseHandle;
let bus: Bus;
let logged: { level: string; msg: string }[];
let isStopping = false;
const log = createLog('test', 'warn', { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  database = await createTestDatabase();
  network = await startNetwork(database.urlFor('catalog'));
  handle = openDatabase({ url: network.url, poolSize: 2, service: 'catalog', log: createLog('test', 'silent') });
});
afterAll(async () => {
  await handle.close();
  await network.close();
  await database.drop();
});
beforeEach(() => {
  bus = inProcessBus();
  logged = [];
  isStopping = false;
});

/** Queries a responder that runs `work`; returns the code and message of the failure. */
async function failure(work: () => Promise<unknown>) {
  await answerRequest(bus, readThing, work, { log, isStopping: () => isStopping });
  const error: unknown = await createAsk(bus)(readThing, { name: 'anna@example.test' }).catch((thrown) => thrown);
  return error instanceof AppError ? { code: error.code, message: error.message, fields: error.fields } : error;
}
const levels = () => logged.map(({ level }) => level);

describe('a query', () => {
  test('whose responder has no database is answered as an outage, with a warning', async () => {
    await network.cut();
    try {
      expect(await failure(() => handle.db.execute(sql`SELECT 1`))).toMatchObject({ code: 'service_unavailable' });
    } finally {
      await network.restore();
    }
    expect(levels()).toEqual(['warn']);
  });

  test('that fails for a bug is an internal error without details, and an ERROR', async () => {
    const told = await failure(() => Promise.reject(new Error('the secret reason')));
    expect(told).toMatchObject({ code: 'internal_error', fields: {} });
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(levels()).toEqual(['error']);
  });

  test('that fails because its responder stops meanwhile is answered as an outage, with a warning', async () => {
    const told = await failure(() => {
      isStopping = true;
      return Promise.reject(new Error('the reader of pages is closed'));
    });
    expect(told).toMatchObject({ code: 'service_unavailable' });
    expect(levels()).toEqual(['warn']);
  });

  test('whose value cannot be stored is refused as such', async () => {
    const told = await failure(() => handle.db.execute(sql`SELECT ${'a\0b'}::text`));
    expect(told).toMatchObject({ code: 'validation_failed' });
    expect(levels()).toEqual(['warn']);
  });

  test('that the responder refuses with a code is refused with this code, and nothing is logged', async () => {
    const refusal = { message: 'not this one', fields: { max_active_devices: 3 } };
    expect(await failure(async () => fail('device_limit_reached', refusal))).toEqual({
      code: 'device_limit_reached',
      ...refusal,
    });
    expect(levels()).toEqual([]);
  });
});

describe('a command', () => {
  const echo = async (input: unknown) => input;
  const thing = { name: 'x' };

  test('is answered under its subject, and under the subject that the release before calls', async () => {
    await answerRequest(bus, keepThing, echo, { log, isStopping: () => false });
    const message = { input: thing, request_id: newId(), traceparent: null };
    for (const subject of [keepThing.subject, 'query.test.thing.keep'])
      expect([subject, await bus.request(subject, message, 100)]).toEqual([subject, { ok: true, output: thing }]);
  });

  test('reaches a service of the release before under its former subject', async () => {
    const before = query('query.test.thing.keep', 'For these tests.', Named, Named);
    await answerRequest(bus, before, echo, { log, isStopping: () => false });
    expect(await createCall(bus)(keepThing, thing)).toEqual(thing);
  });

  test('that no service answers is an outage', async () => {
    await expect(createCall(bus)(keepThing, thing)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('is sent once when its time limit ends, which makes it an outage', async () => {
    const never = new Promise<never>(() => {});
    const heard: string[] = [];
    for (const subject of [keepThing.subject, 'query.test.thing.keep'])
      await bus.respond(subject, () => {
        heard.push(subject);
        return never;
      });
    await expect(createCall(bus)(keepThing, thing)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(heard).toEqual([keepThing.subject]);
  });

  test('is no query to the compiler, and a query is no command', () => {
    const mistakes = [
      // @ts-expect-error a command is not asked
      () => createAsk(bus)(keepThing, thing),
      // @ts-expect-error a query is not called
      () => createCall(bus)(readThing, thing),
    ];
    expect(mistakes).toHaveLength(2);
  });
});

test('a dead letter has the reason of a failed statement, without its values', async () => {
  const happened = event('thing.happened', 'For these tests.', z.object({ name: z.string() }));
  const consumer = toBusConsumer(
    consume('fail-with-value', happened, async (tx, { data }) => {
      await tx.execute(sql`INSERT INTO catalog.no_such_table VALUES (${data.name})`);
    }),
    { service: 'catalog', db: handle.db, log, metrics: createMetrics(), system: 'in_process' },
  );
  const envelope = {
    id: newId(),
    type: happened.type,
    occurred_at: new Date().toISOString(),
    application_id: null,
    request_id: newId(),
    traceparent: null,
    data: { name: 'anna@example.test' },
  };
  for (let attempt = 1; attempt < 8; attempt += 1) await consumer.deliver({ envelope, attempt });
  expect(await consumer.deliver({ envelope, attempt: 8 })).toBe('done');
  const [letter] = await database.query<{ error: string }>('SELECT error FROM catalog.dead_letters');
  expect(letter?.error).toContain('no_such_table');
  expect(letter?.error).not.toContain('anna@');
  expect(JSON.stringify(logged)).not.toContain('anna@');
});
