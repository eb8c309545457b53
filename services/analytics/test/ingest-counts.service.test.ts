import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createLog, createMetrics, type DatabaseHandle, newId, openDatabase, withOwnMetrics } from '@platform/runtime';
import { createTestDatabase, fakeClock, openTransaction, type TestDatabase, untilBlocked } from '@platform/testing';
import { createIngestCounts } from '../src/ingest/ingest-counts.ts';
import type { IngestCounts } from '../src/ingest/ingest-state.ts';
import { analyticsMetrics } from '../src/metrics.ts';

/** Reads and stops during a write of the counts of events: the test holds the database. */

const log = createLog('test', 'silent');
const clock = fakeClock('2026-03-11T12:00:00Z');
let database: TestDatabase;
let handle: DatabaseHandle;
let counts: IngestCounts;
let application_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase({ url: database.urlFor('analytics'), poolSize: 5, service: 'analytics', log });
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});
beforeEach(() => {
  application_id = newId();
  counts = createIngestCounts({
    pool: handle.pool,
    clock,
    log,
    metrics: withOwnMetrics(createMetrics(), analyticsMetrics),
  });
});

const add = (count: number) => counts.add(application_id, 'stored', count);
const written = async () => {
  const [row] = await database.query<{ count: number }>(
    'SELECT count::int FROM analytics.ingest_counts WHERE application_id = $1',
    [application_id],
  );
  return row?.count;
};

/** Begins to write `count` events and holds it; answers the writing, and how to let it go on. */
async function writeHeld(count: number) {
  const lock = await openTransaction(database, 'LOCK TABLE analytics.ingest_counts IN ACCESS EXCLUSIVE MODE');
  add(count);
  const writing = counts.flush();
  writing.catch(() => {});
  const pid = await untilBlocked(database);
  return {
    writing,
    fail: () => database.query('SELECT pg_cancel_backend($1)', [pid]),
    release: lock.rollback,
  };
}

test('a flush during a write of the counts waits for it, and for the counts that came meanwhile', async () => {
  const held = await writeHeld(1);
  const order: string[] = [];
  const nothingNew = counts.flush().then(() => order.push('flushed'));
  add(2);
  const more = [counts.flush(), counts.flush()].map((flush) => flush.then(() => order.push('flushed')));
  await database.query('SELECT 1');
  order.push('released');
  await held.release();
  await Promise.all([nothingNew, ...more]);
  expect(order).toEqual(['released', 'flushed', 'flushed', 'flushed']);
  expect(await written()).toBe(3);
});

test('a stop waits for the running write', async () => {
  const held = await writeHeld(1);
  const order: string[] = [];
  const stopped = counts.stop().then(() => order.push('stopped'));
  await database.query('SELECT 1');
  order.push('released');
  await held.release();
  await stopped;
  expect(order).toEqual(['released', 'stopped']);
  expect(await written()).toBe(1);
});

test('a stop writes the counts of a failed write, and those that came meanwhile', async () => {
  const held = await writeHeld(1);
  add(2);
  const stopped = counts.stop();
  await held.fail();
  await expect(held.writing).rejects.toThrow();
  await held.release();
  await stopped;
  expect(await written()).toBe(3);
});
