import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, startNetwork, type TestDatabase, type TestNetwork } from '@platform/testing';
import { sql } from 'drizzle-orm';
import { toAppError } from '../errors.ts';
import { createLog } from '../telemetry/log.ts';
import { type DatabaseHandle, openDatabase } from './database.ts';
import { isDatabaseDown } from './database-error.ts';
import { raiseStatementTimeout } from './server-watchdog.ts';

const poolSize = 6;
const statementTimeoutMs = 2_500;
let database: TestDatabase;
let network: TestNetwork;
const handles: DatabaseHandle[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  network = await startNetwork(database.urlFor('catalog'));
});
afterEach(async () => {
  await network.restore();
  for (const handle of handles.splice(0)) await handle.close();
});
afterAll(async () => {
  await network.close();
  await database.drop();
});

/** A pool whose connections are all open and idle. */
async function openConnections(): Promise<DatabaseHandle> {
  const log = createLog('test', 'silent');
  const handle = openDatabase({ url: network.url, poolSize, service: 'catalog', log, statementTimeoutMs });
  handles.push(handle);
  const clients = await Promise.all(Array.from({ length: poolSize }, () => handle.pool.connect()));
  for (const client of clients) client.release();
  return handle;
}

const one = { name: 'one', text: 'SELECT 1 AS one' };

test('a server that hangs is a database that is down, for all that wait, and its connections are left', async () => {
  const { db, pool } = await openConnections();
  // That a transaction before was given longer changes nothing for the next.
  await Promise.all(Array.from({ length: poolSize }, () => db.transaction((tx) => raiseStatementTimeout(tx, 600))));
  network.freeze();
  const asked = Date.now();
  const failures = await Promise.all(
    [
      pool.query('SELECT 1'),
      db.execute(sql`SELECT 1`),
      db.read(one, []),
      db.transaction((tx) => tx.execute(sql`SELECT 1`)),
    ].map((work) =>
      Promise.resolve(work).then(
        () => 'answered',
        (error: unknown) => error,
      ),
    ),
  );
  // Not before the server itself would have ended a statement. Without the watchdog the test would time out.
  expect(Date.now() - asked).toBeGreaterThan(statementTimeoutMs);
  expect(failures.map(isDatabaseDown)).toEqual([true, true, true, true]);
  expect(failures.map((failure) => toAppError(failure).code)).toEqual(Array(4).fill('service_unavailable'));
  // Also those that were idle: each would cost another request as long.
  await eventually(() => pool.totalCount === 0);
  await network.restore();
  expect(await db.read(one, [])).toEqual([{ one: 1 }]);
});

test('a statement with a longer server timeout is waited for, and so are pipelined statements', async () => {
  const { db } = await openConnections();
  const sleep = (tx: Pick<typeof db, 'execute'>, seconds: number) => tx.execute(sql`SELECT pg_sleep(${seconds})`);
  await Promise.all([
    db.transaction(async (tx) => {
      await raiseStatementTimeout(tx, 20);
      await sleep(tx, 3.75);
    }),
    db.transaction((tx) => Promise.all([sleep(tx, 1.5), sleep(tx, 1.5)])),
    // The server owes no answer while no statement runs.
    db.transaction(async (tx) => {
      await sleep(tx, 0);
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      await sleep(tx, 1);
    }),
  ]);
});
