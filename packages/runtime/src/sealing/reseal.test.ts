import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, logLines, type TestDatabase, untilBlocked } from '@platform/testing';
import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { createResealer, createSealer } from '../crypto.ts';
import { type DatabaseHandle, openDatabase } from '../db/database.ts';
import { idempotencyContext } from '../http/idempotency.ts';
import { newId } from '../ids.ts';
import { messagingTables } from '../messaging/tables.ts';
import { subjectKeyContext } from '../subject-keys.ts';
import { createLog } from '../telemetry/log.ts';
import { resealColumns } from './reseal.ts';
import { holdsSealed, sealedColumn } from './sealed-columns.ts';

/** The tables of identity and of the idempotency keys, past their service. */
const schema = pgSchema('identity');
const subject_keys = schema.table('subject_keys', {
  subject_id: uuid('subject_id').primaryKey(),
  sealed_key: text('sealed_key').notNull(),
  created_at: timestamp('created_at', { withTimezone: true }).notNull(),
});
const { idempotency_keys } = messagingTables(schema);
const ofPersons = sealedColumn(subject_keys, 'sealed_key', {
  parts: ['subject_id'],
  contextOf: ({ subject_id }) => subjectKeyContext(subject_id),
});
const ofAnswers = sealedColumn(idempotency_keys, 'body', {
  parts: ['scope', 'key'],
  contextOf: ({ scope, key }) => idempotencyContext('identity', scope, key),
});

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [first, second] = [keyOf('k1', 1), keyOf('k2', 2)];
const [before, after] = [createSealer([first]), createSealer([second])];

let database: TestDatabase;
let handle: DatabaseHandle;
let writer: pg.Client;
const lines = logLines();
beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog('test', 'silent');
  handle = openDatabase({ url: database.urlFor('identity'), poolSize: 2, service: 'identity', log });
  writer = new pg.Client({ connectionString: database.urlFor('identity') });
  await writer.connect();
});
beforeEach(async () => {
  lines.take();
  await database.query('TRUNCATE identity.subject_keys, identity.idempotency_keys');
});
afterAll(async () => {
  await writer.end();
  await handle.close();
  await database.drop();
});

const reseal = (options: Partial<Parameters<typeof resealColumns>[0]> = {}) =>
  resealColumns({
    db: handle.db,
    columns: [ofPersons, ofAnswers],
    resealer: createResealer([second, first]),
    log: createLog('test', 'info', lines),
    batchRows: 10,
    pauseMs: 10,
    ...options,
  });

const seal = (id: string, value: string, sealer = before) => sealer.seal(value, subjectKeyContext(id));
async function givenPersons(count: number, sealer = before): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await database.query(
    `INSERT INTO identity.subject_keys SELECT id, value, '2026-01-01' FROM unnest($1::uuid[], $2::text[]) AS t (id, value)`,
    [ids, ids.map((id) => seal(id, `key of ${id}`, sealer))],
  );
  return ids;
}
const stored = async (): Promise<Map<string, string>> => {
  const rows = await database.query<{ subject_id: string; sealed_key: string }>('SELECT * FROM identity.subject_keys');
  return new Map(rows.map(({ subject_id, sealed_key }) => [subject_id, sealed_key]));
};
const opened = async (id: string, sealer = after): Promise<string> =>
  sealer.open((await stored()).get(id) ?? '', subjectKeyContext(id)).toString();
/** Ids of the transactions that wrote the rows: they change with every write. */
const versions = async () =>
  (await database.query('SELECT subject_id, xmin::text FROM identity.subject_keys ORDER BY 1')).map(({ xmin }) => xmin);

test('values of an old key open with the first key alone afterwards, and a second run changes no row', async () => {
  const ids = await givenPersons(25);
  const [scope, key] = ['createThing:ünïcode', 'a key, with "signs"'];
  await database.query(
    `INSERT INTO identity.idempotency_keys VALUES ($1, $2, 'hash', 201, $3, now(), now()), ($1, 'running', 'hash', NULL, NULL, now(), now())`,
    [scope, key, before.seal('{"data":1}', idempotencyContext('identity', scope, key))],
  );
  expect(await reseal()).toEqual({ resealed: 26, unopened: 0, left: 0 });
  for (const id of ids) expect(await opened(id)).toBe(`key of ${id}`);
  const [answer] = await database.query<{ body: string }>('SELECT body FROM identity.idempotency_keys WHERE key = $1', [
    key,
  ]);
  expect(after.open(answer?.body ?? '', idempotencyContext('identity', scope, key)).toString()).toBe('{"data":1}');

  const written = await versions();
  expect(await reseal()).toEqual({ resealed: 0, unopened: 0, left: 0 });
  expect(await versions()).toEqual(written);
});

test('the body of a value stays, so that a writer that compares it takes the reseal for no change', async () => {
  const [id = ''] = await givenPersons(1);
  const read = (await stored()).get(id) ?? '';
  await reseal();
  const kept = await handle.db.select().from(subject_keys).where(holdsSealed(subject_keys.sealed_key, read));
  expect(kept.map(({ subject_id }) => subject_id)).toEqual([id]);
  expect(kept[0]?.sealed_key).not.toBe(read);
  await database.query('UPDATE identity.subject_keys SET sealed_key = $1', [seal(id, `key of ${id}`)]);
  expect(await handle.db.select().from(subject_keys).where(holdsSealed(subject_keys.sealed_key, read))).toEqual([]);
});

test('a value that no key opens, or of another row, is counted and left, and the rest is done', async () => {
  const [moved = '', other = ''] = await givenPersons(12);
  const foreign = createSealer([keyOf('k1', 9)]).seal('x', subjectKeyContext(other));
  await database.query('UPDATE identity.subject_keys SET sealed_key = $1 WHERE subject_id = $2', [foreign, other]);
  const copied = seal(other, 'x');
  await database.query('UPDATE identity.subject_keys SET sealed_key = $1 WHERE subject_id = $2', [copied, moved]);
  expect(await reseal({ columns: [ofPersons] })).toEqual({ resealed: 10, unopened: 2, left: 0 });
  expect((await stored()).get(other)).toBe(foreign);
  expect((await stored()).get(moved)).toBe(copied);
  const [error] = lines.take();
  expect(JSON.parse(error ?? '{}')).toMatchObject({
    level: 'error',
    table: 'subject_keys',
    column: 'sealed_key',
    unopened: 2,
    ids: expect.arrayContaining([moved, other]),
  });
});

test('a change between the read and the write of a batch wins, and is sealed anew itself', async () => {
  const [id = '', gone = ''] = await givenPersons(5);
  await writer.query('BEGIN; LOCK TABLE identity.subject_keys IN EXCLUSIVE MODE');
  const running = reseal({ columns: [ofPersons] });
  await untilBlocked(database);
  await writer.query('UPDATE identity.subject_keys SET sealed_key = $1 WHERE subject_id = $2', [
    seal(id, 'written meanwhile'),
    id,
  ]);
  await writer.query('DELETE FROM identity.subject_keys WHERE subject_id = $1', [gone]);
  await writer.query('COMMIT');
  expect(await running).toEqual({ resealed: 4, unopened: 0, left: 0 });
  expect(await opened(id)).toBe('written meanwhile');
  expect((await stored()).has(gone)).toBe(false);
});

test('a row that a transaction holds delays no other row, and is done when the transaction ends', async () => {
  const ids = await givenPersons(30);
  const held = ids[3] ?? '';
  await writer.query('BEGIN');
  await writer.query('UPDATE identity.subject_keys SET sealed_key = $1 WHERE subject_id = $2', [
    seal(held, 'written by a replica with the old key first'),
    held,
  ]);
  expect(await reseal({ columns: [ofPersons], passes: 3 })).toEqual({ resealed: 29, unopened: 0, left: 1 });
  const running = reseal({ columns: [ofPersons], passes: 1_000 });
  await sleep(50);
  await writer.query('COMMIT');
  expect(await running).toEqual({ resealed: 1, unopened: 0, left: 0 });
  expect(await opened(held)).toBe('written by a replica with the old key first');
});
