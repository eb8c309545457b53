import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, logLines, makeJobsDue, type TestDatabase } from '@platform/testing';
import pg from 'pg';
import { openDatabase } from './db/database.ts';
import { startJobs } from './jobs.ts';
import { createLog } from './telemetry/log.ts';
import { createWakeup } from './wakeup.ts';

const log = createLog('test', 'silent');
let database: TestDatabase;
let pool: pg.Pool;
let context: Parameters<typeof startJobs>[1];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.urlFor('catalog'), max: 2 });
  context = { service: 'catalog', pool, log };
});
beforeEach(() => database.query('TRUNCATE catalog.jobs'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rowOf = async (name: string) => {
  const [row] = await database.query<{ last_run_at: Date | null; lease_until: Date | null; is_due: boolean }>(
    'SELECT last_run_at, lease_until, due_at <= now() AS is_due FROM catalog.jobs WHERE name = $1',
    [name],
  );
  return row;
};

test('a job runs again and again, the first time after one interval', async () => {
  let runs = 0;
  const job = {
    name: 'count',
    everySeconds: 0.02,
    run: async () => {
      runs += 1;
    },
  };
  const stop = startJobs([job], context);
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
  const stop = startJobs([job], { ...context, log: noted });
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
  const stop = startJobs([job], context);
  await eventually(() => started === 1);
  const stopped = stop();
  expect(finished).toBe(0);
  release();
  await stopped;
  expect([started, finished]).toEqual([1, 1]);
});

test('stopping does not wait for the next interval', async () => {
  const stop = startJobs([{ name: 'rare', everySeconds: 3_600, run: async () => {} }], context);
  // The interval is longer than the time limit of a test.
  await stop();
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
  const stop = startJobs([job], context);
  wakeup.wake();
  await eventually(() => started === 1);
  for (let count = 0; count < 3; count += 1) wakeup.wake();
  release();
  await eventually(() => started === 2);
  await stop();
  expect(started).toBe(2);
});

test('a job that is woken again and again keeps nothing of its former waits', async () => {
  const signals = new Set<AbortSignal>();
  const wakeup = createWakeup();
  let runs = 0;
  const job = {
    name: 'often',
    everySeconds: 3600,
    wakeup: {
      wake: wakeup.wake,
      asked: (signal: AbortSignal) => {
        signals.add(signal);
        return wakeup.asked(signal);
      },
    },
    run: async () => {
      runs += 1;
      // While it waits, and not before.
      if (runs < 200) setImmediate(wakeup.wake);
    },
  };
  const stop = startJobs([job], context);
  wakeup.wake();
  await eventually(() => runs === 200);
  expect(signals.size).toBe(1);
  for (const signal of signals) expect(getEventListeners(signal, 'abort').length).toBeLessThan(5);
  await stop();
});

describe('the row of a job', () => {
  test('of several replicas one runs a job at a time, and a failure gives the next one its turn', async () => {
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
      const stops = pools.map((replica) =>
        startJobs([job], { service: 'catalog', pool: replica, log: createLog('test', 'error', lines) }),
      );
      await eventually(() => runs >= 8);
      await Promise.all(stops.map((stop) => stop()));
      expect(most).toBe(1);
      expect((await rowOf('shared'))?.lease_until).toBeNull();
    } finally {
      for (const replica of pools) await replica.end();
    }
    expect(lines.take()).toEqual([]);
  });

  test('a job that became due while no process ran is run by the next start, long before its interval is over', async () => {
    let runs = 0;
    const job = {
      name: 'daily',
      everySeconds: 86_400,
      run: async () => {
        runs += 1;
      },
    };
    await startJobs([job], context)();
    await eventually(async () => (await rowOf('daily')) !== undefined);
    expect(runs).toBe(0);
    await makeJobsDue(database, 'catalog');
    const stop = startJobs([job], context);
    await eventually(() => runs === 1);
    await stop();
    expect(await rowOf('daily')).toMatchObject({ last_run_at: expect.any(Date), is_due: false });
  });

  test('a running job holds no connection, whatever number of jobs is due at once', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let running = 0;
    const jobs = Array.from({ length: 16 }, (_, index) => ({
      name: `slow-${index}`,
      everySeconds: 86_400,
      run: async () => {
        running += 1;
        await released;
      },
    }));
    await startJobs(jobs, context)();
    await eventually(async () => (await rowOf('slow-15')) !== undefined);
    await makeJobsDue(database, 'catalog');
    const stop = startJobs(jobs, context);
    await eventually(() => running === jobs.length);
    expect(pool.totalCount - pool.idleCount).toBe(0);
    release();
    await stop();
  });

  test('jobs leave half of the connections to users, even of two', async () => {
    const handle = openDatabase({ url: database.urlFor('catalog'), poolSize: 2, service: 'catalog', log });
    const jobs = Array.from({ length: 8 }, (_, index) => ({
      name: `busy-${index}`,
      everySeconds: 86_400,
      run: () => handle.db.transaction(async (tx) => void (await tx.execute('SELECT pg_sleep(3600)'))),
    }));
    const service = { service: 'catalog', pool: handle.pool, log };
    const woken = jobs.map((job) => ({ ...job, wakeup: createWakeup() }));
    const stop = startJobs(woken, service);
    for (const job of woken) job.wakeup.wake();
    const sleeping = `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep(3600)%' AND state = 'active'`;
    await eventually(async () => (await database.query(sleeping)).length > 0);
    // Every job waits for the one share of background work; the other connection answers.
    for (let reads = 0; reads < 20; reads += 1)
      expect((await handle.scoped.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(await database.query(sleeping)).toHaveLength(1);
    const stopped = stop();
    for (let left = jobs.length; left > 0; left -= 1)
      await eventually(async () => {
        const ended = await database.query(`SELECT pg_cancel_backend(pid) FROM (${sleeping}) AS s`);
        return ended.length > 0;
      });
    await stopped;
    await handle.close();
  });

  test('a job whose process died is run by another one when the lease ends', async () => {
    let runs = 0;
    const job = {
      name: 'orphan',
      everySeconds: 86_400,
      run: async () => {
        runs += 1;
      },
    };
    const lease = `INSERT INTO catalog.jobs (name, due_at, lease_until, lease_fence)
      VALUES ('orphan', now() - interval '1 hour', now() + interval '1 hour', 7)`;
    await database.query(lease);
    let others = 0;
    const other = {
      name: 'other',
      everySeconds: 0.01,
      run: async () => {
        others += 1;
      },
    };
    const stop = startJobs([job, other], context);
    await eventually(() => others > 5);
    expect(runs).toBe(0);
    await database.query(`UPDATE catalog.jobs SET lease_until = now() WHERE name = 'orphan'`);
    await eventually(() => runs === 1);
    await stop();
  });

  test('a late end of a run whose lease was lost does not free the lease of its successor', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const wakeup = createWakeup();
    let runs = 0;
    const run = async () => {
      runs += 1;
      await released;
    };
    const stop = startJobs([{ name: 'late', everySeconds: 86_400, wakeup, run }], context);
    wakeup.wake();
    await eventually(() => runs === 1);
    await database.query(
      `UPDATE catalog.jobs SET lease_fence = lease_fence + 1, lease_until = 'infinity' WHERE name = 'late'`,
    );
    release();
    await stop();
    expect(await database.query(`SELECT 1 FROM catalog.jobs WHERE lease_until = 'infinity'`)).toHaveLength(1);
  });

  test('a shorter interval brings the next run forward', async () => {
    const run = async () => {};
    await startJobs([{ name: 'sooner', everySeconds: 86_400, run }], context)();
    await eventually(async () => (await rowOf('sooner')) !== undefined);
    const stop = startJobs([{ name: 'sooner', everySeconds: 0.01, run }], context);
    await eventually(async () => (await rowOf('sooner'))?.last_run_at != null);
    await stop();
  });

  test('a row that was deleted comes back', async () => {
    const stop = startJobs([{ name: 'deleted', everySeconds: 0.01, run: async () => {} }], context);
    await eventually(async () => (await rowOf('deleted')) !== undefined);
    await database.query('DELETE FROM catalog.jobs');
    await eventually(async () => (await rowOf('deleted'))?.last_run_at != null);
    await stop();
  });

  test('jobs go on after a database that was away', async () => {
    const lines = logLines();
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    await database.query('ALTER TABLE catalog.jobs RENAME TO jobs_away');
    const stop = startJobs([{ name: 'patient', everySeconds: 0.01, run }], {
      ...context,
      log: createLog('test', 'warn', lines),
    });
    await eventually(() => lines.all.join().includes('jobs wait for the database'));
    await database.query('ALTER TABLE catalog.jobs_away RENAME TO jobs');
    await eventually(() => runs > 1);
    await stop();
  });

  test('a job of every replica runs without a row', async () => {
    let runs = 0;
    const job = {
      name: 'waker',
      everySeconds: 0.01,
      everyReplica: true as const,
      run: async () => {
        runs += 1;
      },
    };
    const stops = [startJobs([job], context), startJobs([job], { ...context, pool: null })];
    await eventually(() => runs > 4);
    await Promise.all(stops.map((stop) => stop()));
    expect(await rowOf('waker')).toBeUndefined();
  });
});
