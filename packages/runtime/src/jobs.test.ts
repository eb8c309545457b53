import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { createTestDatabase, eventually, logLines } from '@platform/testing';
import pg from 'pg';
import { startJobs } from './jobs.ts';
import { createLog } from './telemetry/log.ts';
import { createWakeup } from './wakeup.ts';

const log = createLog('test', 'silent');
const alone = { service: 'catalog', pool: null, log };

test('a job runs again and again, the first time after one interval', async () => {
  let runs = 0;
  const job = {
    name: 'count',
    everySeconds: 0.02,
    run: async () => {
      runs += 1;
    },
  };
  const stop = startJobs([job], alone);
  expect(runs).toBe(0);
  await eventually(() => runs >= 3);
  await stop();
});

test('a job that fails is warned of, is no error, and runs again', async () => {
  let runs = 0;
  const written: string[] = [];
  const noted = createLog('test', 'warn', { write: (line: string) => void written.push(line) });
  const job = {
    name: 'failing',
    everySeconds: 0.01,
    run: async () => {
      runs += 1;
      throw new Error('this time not');
    },
  };
  const stop = startJobs([job], { ...alone, log: noted });
  await eventually(() => runs >= 2);
  await stop();
  expect(written[0]).toContain('"level":"warn"');
  expect(written[0]).toContain('"job":"failing"');
});

test('stopping waits for the run of a job, and starts no other', async () => {
  let started = 0;
  let finished = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const job = {
    name: 'slow',
    everySeconds: 0.01,
    run: async () => {
      started += 1;
      await released;
      finished += 1;
    },
  };
  const stop = startJobs([job], alone);
  await eventually(() => started === 1);
  const stopped = stop();
  expect(finished).toBe(0);
  release();
  await stopped;
  expect([started, finished]).toEqual([1, 1]);
});

test('stopping does not wait for the next interval', async () => {
  const stop = startJobs([{ name: 'rare', everySeconds: 3_600, run: async () => {} }], alone);
  // The interval is longer than the time limit of a test.
  await stop();
});

test('of several replicas one runs a job at a time, and a failure gives the next one its turn', async () => {
  const database = await createTestDatabase();
  const pools = [1, 2, 3].map(() => new pg.Pool({ connectionString: database.urlFor('catalog'), max: 2 }));
  const lines = logLines();
  let running = 0;
  let most = 0;
  let runs = 0;
  const job = {
    name: 'shared',
    everySeconds: 0.01,
    async run() {
      running += 1;
      most = Math.max(most, running);
      // Long enough for every other replica to try meanwhile.
      await database.query('SELECT pg_sleep(0.03)');
      running -= 1;
      runs += 1;
      if (runs === 2) throw new Error('this time not');
    },
  };
  try {
    const stops = pools.map((pool) =>
      startJobs([job], { service: 'catalog', pool, log: createLog('test', 'error', lines) }),
    );
    await eventually(() => runs >= 8);
    await Promise.all(stops.map((stop) => stop()));
    expect(most).toBe(1);
    expect(
      await database.query(
        "SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = current_database()",
      ),
    ).toEqual([]);
  } finally {
    for (const pool of pools) await pool.end();
    await database.drop();
  }
  expect(lines.take()).toEqual([]);
});

test('a job is woken before its interval is over, and once more for calls that came while it ran', async () => {
  const wakeup = createWakeup();
  let started = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const job = {
    name: 'woken',
    everySeconds: 3600,
    wakeup,
    run: async () => {
      started += 1;
      await released;
    },
  };
  const stop = startJobs([job], alone);
  wakeup.wake();
  await eventually(() => started === 1);
  for (let count = 0; count < 3; count += 1) wakeup.wake();
  release();
  await eventually(() => started === 2);
  await stop();
  expect(started).toBe(2);
});

test('a job that is woken again and again keeps no signal of its former waits', async () => {
  const made = new Set<WeakRef<AbortSignal>>();
  const wakeup = createWakeup();
  let runs = 0;
  const job = {
    name: 'often',
    everySeconds: 3600,
    wakeup: {
      wake: wakeup.wake,
      asked: (signal: AbortSignal) => {
        made.add(new WeakRef(signal));
        return wakeup.asked(signal);
      },
    },
    run: async () => {
      runs += 1;
      // While it waits, and not before.
      if (runs < 200) setImmediate(wakeup.wake);
    },
  };
  const stop = startJobs([job], alone);
  wakeup.wake();
  await eventually(() => runs === 200);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  await eventually(() => {
    collect();
    return [...made].filter((signal) => signal.deref() !== undefined).length < 10;
  });
  await stop();
});
