import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, startNetwork, type TestDatabase, type TestNetwork } from '@platform/testing';
import { sql } from 'drizzle-orm';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { createLog } from '../telemetry/log.ts';
import { type DatabaseHandle, openDatabase } from './database.ts';
import { databaseError, isDatabaseDown, isRetryableConflict, isUniqueViolation } from './database-error.ts';

const log = createLog('test', 'silent');
let database: TestDatabase;
let network: TestNetwork;
let handle: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  network = await startNetwork(database.urlFor('catalog'));
  handle = openDatabase({ url: network.url, poolSize: 4, service: 'catalog', log });
});
afterAll(async () => {
  await handle.close();
  await network.close();
  await database.drop();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
const kindOf = (error: unknown) => ({
  isDown: isDatabaseDown(error),
  isConflict: isRetryableConflict(error),
  isUnique: isUniqueViolation(error),
});
const nothing = { isDown: false, isConflict: false, isUnique: false };
const insertApplication = (code: string) =>
  handle.db.execute(
    sql`INSERT INTO catalog.applications (id, code, name, status, payments_enabled, offline_grace_days, return_url_schemes, created_at, updated_at)
        VALUES (${newId()}, ${code}, 'x', 'active', true, 7, '{}', now(), now())`,
  );

describe('database errors are classified, wrapped by drizzle or not', () => {
  test('a unique index that refuses a row, with the name of the index', async () => {
    await insertApplication('taken');
    const error = await failureOf(insertApplication('taken'));
    expect(kindOf(error)).toEqual({ ...nothing, isUnique: true });
    expect(isUniqueViolation(error, 'applications_code')).toBe(true);
    expect(isUniqueViolation(error, 'plans_code')).toBe(false);
    expect(databaseError(error)).toEqual({ code: '23505', constraint: 'applications_code' });
  });

  test('a statement that is wrong is neither down nor worth a retry', async () => {
    expect(kindOf(await failureOf(handle.db.execute(sql`SELECT * FROM catalog.no_such_table`)))).toEqual(nothing);
    expect(kindOf(await failureOf(handle.pool.query('SELEC 1')))).toEqual(nothing);
    expect(kindOf(await failureOf(handle.pool.query('SELECT 1/0')))).toEqual(nothing);
  });

  test('a deadlock is worth a retry', async () => {
    await insertApplication('left');
    await insertApplication('right');
    const touch = (first: string, second: string, met: () => Promise<void>) =>
      handle.db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE catalog.applications SET name = 'y' WHERE code = ${first}`);
        await met();
        await tx.execute(sql`UPDATE catalog.applications SET name = 'y' WHERE code = ${second}`);
      });
    let here = 0;
    const { promise: both, resolve } = Promise.withResolvers<void>();
    const met = () => {
      here += 1;
      if (here === 2) resolve();
      return both;
    };
    const results = await Promise.allSettled([touch('left', 'right', met), touch('right', 'left', met)]);
    const [failed] = results.filter((result) => result.status === 'rejected');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(kindOf(failed?.reason)).toEqual({ ...nothing, isConflict: true });
  });

  test('a statement or a lock that takes too long is worth a retry', async () => {
    const slow = handle.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL statement_timeout = 20`);
      await tx.execute(sql`SELECT pg_sleep(5)`);
    });
    expect(kindOf(await failureOf(slow))).toEqual({ ...nothing, isConflict: true });
    const blocked = handle.db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE catalog.applications SET name = 'z' WHERE code = 'taken'`);
      const other = handle.db.transaction(async (inner) => {
        await inner.execute(sql`SET LOCAL lock_timeout = 20`);
        await inner.execute(sql`UPDATE catalog.applications SET name = 'w' WHERE code = 'taken'`);
      });
      return failureOf(other);
    });
    expect(kindOf(await blocked)).toEqual({ ...nothing, isConflict: true });
  });

  test('a connection that the server ends is a database that is down, and the next query works', async () => {
    const client = await handle.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const cut = failureOf(client.query('SELECT pg_sleep(20)'));
    await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(kindOf(await cut)).toEqual({ ...nothing, isDown: true });
    client.on('error', () => {});
    client.release(true);
    expect((await handle.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a server that cannot be reached is a database that is down, and works again when it is back', async () => {
    const running = failureOf(handle.pool.query('SELECT pg_sleep(20)'));
    await eventually(async () => {
      const [row] = await database.query<{ n: string }>(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(20)' AND state = 'active'",
      );
      return row?.n === '1';
    });
    await network.cut();
    expect(kindOf(await running)).toEqual({ ...nothing, isDown: true });
    expect(kindOf(await failureOf(handle.db.execute(sql`SELECT 1`)))).toEqual({ ...nothing, isDown: true });
    await network.restore();
    expect((await handle.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('transactions that cannot even begin give their connections back', async () => {
    // As many connections as the pool has, idle and ready.
    const clients = await Promise.all(Array.from({ length: 4 }, () => handle.pool.connect()));
    for (const client of clients) client.release();
    network.freeze();
    const stuck = clients.map(() => failureOf(handle.db.transaction((tx) => tx.execute(sql`SELECT 1`))));
    await eventually(() => handle.pool.idleCount === 0);
    await network.cut();
    for (const error of await Promise.all(stuck)) expect(kindOf(error)).toEqual({ ...nothing, isDown: true });
    await network.restore();
    const { rows } = await handle.db.transaction((tx) => tx.execute(sql`SELECT 1 AS one`));
    expect(rows).toEqual([{ one: 1 }]);
    expect(handle.pool.waitingCount).toBe(0);
  });

  test('a wait for a free connection that is too long is a database that is down', async () => {
    const options = { url: network.url, poolSize: 1, service: 'catalog', log };
    const small = openDatabase({ ...options, connectTimeoutMs: 1_000 });
    const client = await eventually(() => small.pool.connect().catch(() => false as const));
    expect(kindOf(await failureOf(small.db.execute(sql`SELECT 1`)))).toEqual({ ...nothing, isDown: true });
    client.release();
    await small.close();
  });
});

test('a server that may only be read any more is a database that is down, and its connection is left', async () => {
  const become = (setting: string) => database.query(`ALTER ROLE catalog IN DATABASE ${database.name} ${setting}`);
  const small = openDatabase({ url: network.url, poolSize: 1, service: 'catalog', log });
  const writes = {
    pool: () => small.pool.query('UPDATE catalog.applications SET name = name'),
    transaction: () => small.db.transaction((tx) => tx.execute(sql`UPDATE catalog.applications SET name = name`)),
    read: () => small.db.read({ name: 'touch', text: 'UPDATE catalog.applications SET name = name' }, []),
  };
  for (const [name, write] of Object.entries(writes)) {
    await become('SET default_transaction_read_only = on');
    expect([name, kindOf(await failureOf(write()))]).toEqual([name, { ...nothing, isDown: true }]);
    // A connection keeps what it began with, so only another one can write.
    await become('RESET default_transaction_read_only');
    await write();
    await small.pool.connect().then((client) => client.release(true));
  }
  await small.close();
});

test.each(['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', '25P03'])(
  'a server that cannot be reached, with %s, is a database that is down',
  (code) => {
    expect(kindOf(Object.assign(new Error('lost'), { code }))).toEqual({ ...nothing, isDown: true });
  },
);

test('a refusal of our own is looked through to its cause, and other errors say nothing of the database', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect(isDatabaseDown(new AppError('service_unavailable', { cause: refused }))).toBe(true);
  expect(databaseError(new AppError('internal_error'))).toBeNull();
  for (const other of [new Error('x'), 'text', null, undefined, { code: 'ECONNREFUSED' }])
    expect(kindOf(other)).toEqual(nothing);
});

test('every session bounds its waits and carries the name of its service', async () => {
  const { rows } = await handle.pool.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name') ORDER BY name`,
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    application_name: 'platform-catalog',
    idle_in_transaction_session_timeout: '30000',
    lock_timeout: '5000',
    statement_timeout: '10000',
  });
  expect(handle.pool.options.connectionTimeoutMillis).toBe(15_000);
});

test('a configured wait for a connection holds for both pools, and is never shorter than 5 s for reports', async () => {
  const log = createLog('test', 'silent');
  const open = (connectTimeoutMs: number) =>
    openDatabase({ url: 'postgres://x', poolSize: 2, reportsPoolSize: 3, service: 'catalog', log, connectTimeoutMs });
  for (const [configured, main, reports] of [
    [1_000, 1_000, 5_000],
    [30_000, 30_000, 30_000],
  ] as const) {
    const { pool, reports: reportsPool, close } = open(configured);
    expect(pool.options.connectionTimeoutMillis).toBe(main);
    expect(reportsPool?.options.connectionTimeoutMillis).toBe(reports);
    await close();
  }
});

test('money comes back as the text it was written as, times as dates', async () => {
  const { rows } = await handle.pool.query(
    "SELECT 9999999999.99::numeric(12,2) AS amount, now() AS at, '1'::bigint AS n",
  );
  expect(rows[0]).toEqual({ amount: '9999999999.99', at: expect.any(Date), n: '1' });
});

describe('whether the database is up', () => {
  /** Statements that the pool is asked for while `work` runs. */
  const countQueries = async (work: () => Promise<unknown>): Promise<number> => {
    const { query } = handle.pool;
    let queries = 0;
    handle.pool.query = ((...args: Parameters<typeof query>) => {
      queries += 1;
      return query.apply(handle.pool, args);
    }) as typeof query;
    await work().finally(() => {
      handle.pool.query = query;
    });
    return queries;
  };

  test('is known from statements of a moment ago, without another one', async () => {
    await handle.pool.query('SELECT 1');
    const asked = await countQueries(async () => {
      for (let times = 0; times < 50; times += 1) expect(await handle.isUp()).toBe(true);
    });
    // A machine that stands still for a second makes it ask.
    expect(asked).toBeLessThan(25);
  });

  test('is asked once by callers that come together after a connection was lost', async () => {
    await failureOf(handle.pool.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    const calls = () => Promise.all(Array.from({ length: 20 }, () => handle.isUp()));
    expect(await countQueries(async () => expect(new Set(await calls())).toEqual(new Set([true])))).toBe(1);
  });

  test('is denied while nothing answers', async () => {
    const away = openDatabase({ url: 'postgres://a:b@127.0.0.1:1/c', poolSize: 2, service: 'catalog', log });
    expect(await away.isUp()).toBe(false);
    await away.close();
  });
});
