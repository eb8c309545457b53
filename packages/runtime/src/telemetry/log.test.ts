import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@platform/testing';
import { sql } from 'drizzle-orm';
import { type DatabaseHandle, openDatabase } from '../db/database.ts';
import { newId } from '../ids.ts';
import { runInScope, type Scope } from '../scope.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let handle: DatabaseHandle;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase({
    url: database.urlFor('catalog'),
    poolSize: 2,
    service: 'catalog',
    log: createLog('test', 'silent'),
  });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const lines: string[] = [];
const log = createLog('catalog', 'info', { write: (line: string) => void lines.push(line) });
const written = (): Record<string, unknown> => JSON.parse(lines.pop() ?? '{}');

test('a line has its time, level, service and request', () => {
  runInScope({ request_id: 'r-1' }, () => log.info({ n: 1 }, 'text'));
  expect(written()).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    service: 'catalog',
    request_id: 'r-1',
    n: 1,
    msg: 'text',
  });
  log.debug('not this');
  expect(lines).toEqual([]);
});

test('secrets and personal data are redacted, at the top level and below', () => {
  log.info({ email: 'anna@example.test', user: { phone: '+7', name: 'Anna' }, a: { b: { token: 'hidden' } } }, 'x');
  expect(written()).toMatchObject({
    email: '[redacted]',
    user: { phone: '[redacted]', name: 'Anna' },
    a: { b: { token: '[redacted]' } },
  });
});

test('an e-mail address is in no line, wherever it stands and whatever the scope of the call carries', () => {
  const person = 'anna.b+x@people.example.test';
  const audited = { origin: { admin: { id: 'a', email: person } } } as unknown as NonNullable<Scope['audited']>;
  runInScope({ request_id: 'r-2', audited }, () =>
    log.warn({ deep: { deeper: { deepest: { email: person } } }, list: [person] }, `no mail for ${person}`),
  );
  const [line = ''] = lines;
  expect(line).not.toContain('people.example');
  expect(line).not.toContain('audited');
  expect(written()).toMatchObject({ request_id: 'r-2', list: ['[e-mail]'], msg: 'no mail for [e-mail]' });
  log.warn('анна@почта.рф and node_modules/@nats-io/jetstream/index.js');
  expect(written().msg).toBe('[e-mail] and node_modules/@nats-io/jetstream/index.js');
});

test('an error that an aborted call caused is logged with its cause', () => {
  const cause = new DOMException('This operation was aborted', 'AbortError');
  log.warn({ err: new Error('no answer', { cause }) }, 'a call failed');
  log.warn({ err: cause }, 'a call was aborted');
  const aborted = written();
  expect(aborted).toMatchObject({ err: { message: 'This operation was aborted' } });
  expect(written()).toMatchObject({ err: { message: 'no answer: This operation was aborted' } });
});

test('a failed statement is logged with its cause and without its values', async () => {
  const insert = () =>
    handle.db.execute(
      sql`INSERT INTO catalog.public_keys (id, application_id, key, created_at) VALUES (${newId()}, ${newId()}, ${'svc_pub_private'}, now())`,
    );
  const error = await insert().catch((thrown: unknown) => thrown);
  log.error({ err: error }, 'a request failed');
  const [line = ''] = lines;
  expect(line).not.toContain('svc_pub_private');
  expect(written()).toMatchObject({
    err: { message: expect.stringContaining('foreign key'), code: '23503', query: expect.stringContaining('INSERT') },
  });

  const id = newId();
  const receive = () =>
    handle.db.execute(sql`INSERT INTO catalog.inbox (consumer, event_id) VALUES (${'private-value'}, ${id})`);
  await receive();
  const again = await receive().catch((thrown: unknown) => thrown);
  log.error({ err: again }, 'a request failed');
  expect(lines[0]).not.toContain('private-value');
  expect(written()).toMatchObject({ err: { constraint: expect.any(String), code: '23505' } });
});

test('an e-mail address is in no line, wherever it stands and whatever the scope of the call carries', () => {
  const person = 'anna.b+x@people.example.test';
  const audited = { origin: { admin: { id: 'a', email: person } } } as unknown as NonNullable<Scope['audited']>;
  runInScope({ request_id: 'r-2', audited }, () =>
    log.warn({ deep: { deeper: { deepest: { email: person } } }, list: [person] }, `no mail for ${person}`),
  );
  const [line = ''] = lines;
  expect(line).not.toContain('people.example');
  expect(line).not.toContain('audited');
  expect(written()).toMatchObject({ request_id: 'r-2', list: ['[e-mail]'], msg: 'no mail for [e-mail]' });
  log.warn('анна@почта.рф and node_modules/@nats-io/jetstream/index.js');
  expect(written().msg).toBe('[e-mail] and node_modules/@nats-io/jetstream/index.js');
});

test('a failed statement is logged without its values also inside other errors', async () => {
  const id = newId();
  const receive = () =>
    handle.db.execute(sql`INSERT INTO catalog.inbox (consumer, event_id) VALUES (${'private-value'}, ${id})`);
  await receive();
  const failure = (await receive().catch((thrown: unknown) => thrown)) as Error;
  const told = { message: expect.stringContaining('duplicate key'), code: '23505', query: expect.any(String) };
  const cases: [Error, object][] = [
    [new AggregateError([failure, 'text'], 'several failed'), { aggregateErrors: [told, 'text'] }],
    [new Error('outer', { cause: failure }), { message: expect.stringMatching(/^outer: duplicate key/) }],
    [new Error('outer', { cause: new Error('middle', { cause: failure.cause }) }), { message: expect.any(String) }],
    [
      new AggregateError([new AggregateError([new Error('deep', { cause: failure })])]),
      { aggregateErrors: [{ aggregateErrors: [{ message: expect.stringMatching(/^deep: duplicate key/) }] }] },
    ],
    [new Error('outer', { cause: new AggregateError([failure], 'several') }), { message: 'outer: several' }],
    [Object.assign(new Error('outer'), { reason: failure, reasons: [failure.cause] }), { reason: told }],
    [Object.assign(new Error('outer'), { errors: [failure] }), { aggregateErrors: [told] }],
  ];
  for (const [err, expected] of cases) {
    log.error({ err }, 'a job failed');
    expect(lines[0]).not.toContain('private-value');
    expect(written()).toMatchObject({ err: expected });
  }
});

test('an error that contains itself is logged', () => {
  const err = new AggregateError([], 'outer');
  err.errors.push(new Error('inner', { cause: err }));
  log.warn({ err }, 'x');
  expect(written()).toMatchObject({ err: { message: 'outer' } });
});

test('any other error is logged with its stack and cause', () => {
  log.warn({ err: new Error('outer', { cause: new Error('inner') }) }, 'x');
  const { err } = written() as { err: { message: string; stack: string } };
  expect(err.message).toBe('outer: inner');
  expect(err.stack).toContain('log.test.ts');
  log.warn({ err: 'text that was thrown' }, 'x');
  expect(written()).toMatchObject({ err: 'text that was thrown' });
});
