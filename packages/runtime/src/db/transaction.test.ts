import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, startNetwork, type TestDatabase, type TestNetwork } from '@platform/testing';
import { sql } from 'drizzle-orm';
import { createLog } from '../telemetry/log.ts';
import { type DatabaseHandle, openDatabase, type Tx } from './database.ts';
import { isDatabaseDown, isUniqueViolation } from './database-error.ts';
import { afterCommit, runAtCommit } from './transaction.ts';

const poolSize = 4;
let database: TestDatabase;
let network: TestNetwork;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('CREATE TABLE catalog.names (name text PRIMARY KEY)');
  await database.query('GRANT ALL ON catalog.names TO catalog');
  network = await startNetwork(database.urlFor('catalog'));
  handle = openDatabase({ url: network.url, poolSize, service: 'catalog', log: createLog('test', 'silent') });
});
afterAll(async () => {
  await handle.close();
  await network.close();
  await database.drop();
});
beforeEach(() => database.query('DELETE FROM catalog.names'));

const insert = { name: 'insert_name', text: 'INSERT INTO catalog.names VALUES ($1)' };
const add = (tx: Tx, name: string) => tx.execute(sql`INSERT INTO catalog.names VALUES (${name})`);
const names = async () =>
  (await database.query<{ name: string }>('SELECT name FROM catalog.names ORDER BY name')).map(({ name }) => name);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a transaction', () => {
  test('commits its statements and its deferred statement, and returns the result of the work', async () => {
    const answer = await handle.db.transaction(async (tx) => {
      runAtCommit(tx, insert, ['at the end']);
      await add(tx, 'at once');
      expect(await names()).toEqual([]);
      return 42;
    });
    expect(answer).toBe(42);
    expect(await names()).toEqual(['at once', 'at the end']);
  });

  test('is rolled back when the work throws, and throws the same error', async () => {
    const mine = new Error('no');
    const failed = handle.db.transaction(async (tx) => {
      runAtCommit(tx, insert, ['at the end']);
      await add(tx, 'at once');
      throw mine;
    });
    expect(await failureOf(failed)).toBe(mine);
    expect(await names()).toEqual([]);
  });

  test('is rolled back when its deferred statement is refused, and throws the error of the database', async () => {
    const failed = handle.db.transaction(async (tx) => {
      await add(tx, 'twice');
      runAtCommit(tx, insert, ['before']);
      runAtCommit(tx, insert, ['twice']);
      runAtCommit(tx, insert, ['behind']);
    });
    expect(isUniqueViolation(await failureOf(failed))).toBe(true);
    expect(await names()).toEqual([]);
  });

  test('is not committed when the work ignores a failed statement: PostgreSQL has rolled it back', async () => {
    const failed = handle.db.transaction(async (tx) => {
      await add(tx, 'lost');
      await tx.execute(sql`SELECT 1/0`).catch(() => {});
    });
    expect(await failureOf(failed)).toEqual(new Error('the transaction was rolled back'));
    expect(await names()).toEqual([]);
  });

  test('runs its statements in the order they were sent, also without an await between them', async () => {
    await handle.db.transaction(async (tx) => {
      const all = Array.from({ length: 20 }, (_, n) =>
        tx.execute(sql`INSERT INTO catalog.names SELECT ${n} || '/' || count(*) FROM catalog.names`),
      );
      await Promise.all(all);
    });
    expect((await names()).toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}/${n}`).toSorted());
  });

  test('does not affect the next one on its connection', async () => {
    const alone = openDatabase({ url: network.url, poolSize: 1, service: 'catalog', log: createLog('test', 'silent') });
    await failureOf(alone.db.transaction((tx) => Promise.all([add(tx, 'a'), add(tx, 'a'), add(tx, 'b')])));
    await alone.db.transaction((tx) => add(tx, 'c'));
    expect(await names()).toEqual(['c']);
    await alone.close();
  });

  test('calls each afterCommit callback once after the commit, and never after a rollback', async () => {
    const told: string[] = [];
    const tell = () => void told.push('committed');
    await failureOf(
      handle.db.transaction(async (tx) => {
        afterCommit(tx, tell);
        runAtCommit(tx, insert, [null]);
      }),
    );
    expect(told).toEqual([]);
    await handle.db.transaction(async (tx) => {
      afterCommit(tx, tell);
      afterCommit(tx, tell);
      await add(tx, 'x');
      expect(told).toEqual([]);
    });
    expect(told).toEqual(['committed']);
  });
});

describe('a shared read', () => {
  const pid = { name: 'pid', text: 'SELECT pg_backend_pid() AS pid, $1::int AS n' };
  const read = async (n: number) => (await handle.db.read<{ pid: number; n: number }>(pid, [n]))[0];

  test('shares one connection with concurrent reads, and each gets its own rows', async () => {
    const rows = await Promise.all(Array.from({ length: 50 }, (_, n) => read(n)));
    expect(rows.map((row) => row?.n)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(1);
  });

  test('that is refused fails alone', async () => {
    const halve = { name: 'divide', text: 'SELECT 10 / $1::int AS n' };
    const results = await Promise.allSettled([2, 0, 5].map((n) => handle.db.read<{ n: number }>(halve, [n])));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('releases its connection when no read is pending', async () => {
    await Promise.all([read(1), read(2)]);
    expect(handle.pool.idleCount).toBe(handle.pool.totalCount);
  });

  test('fails when its connection is lost, and the next one has another', async () => {
    const slow = { name: 'slow', text: 'SELECT pg_sleep(20)' };
    const cut = [failureOf(handle.db.read(slow, [])), failureOf(read(1))];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await network.cut();
    for (const error of await Promise.all(cut)) expect(isDatabaseDown(error)).toBe(true);
    expect(isDatabaseDown(await failureOf(read(2)))).toBe(true);
    await network.restore();
    expect((await read(3))?.n).toBe(3);
    // The failed reads leaked no connection.
    const rows = await Promise.all(Array.from({ length: poolSize * 2 }, () => handle.db.execute(sql`SELECT 1`)));
    expect(rows).toHaveLength(poolSize * 2);
  });
});
