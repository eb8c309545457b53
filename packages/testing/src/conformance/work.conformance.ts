import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createLog,
  createMetrics,
  type DatabaseHandle,
  type Lease,
  LostLeaseError,
  openDatabase,
  requeue,
  type WorkChange,
  type WorkKind,
  type WorkPlatform,
  WorkRunner,
  type WorkTable,
} from '@platform/runtime';
import { eq, ne } from 'drizzle-orm';
import { getTableConfig, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { eventually } from '../eventually.ts';
import { type FakeClock, fakeClock } from '../fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

/** A kind of work of a service, and how its rows come to be. */
export interface WorkUnderTest<T extends WorkTable> {
  /** Whose schema and role the work has. */
  service: string;
  /** The kind as the service runs it; `run` alone is replaced. */
  kind(platform: WorkPlatform): WorkKind<T, unknown>;
  /**
   * Writes one row that is due at a time, and what it refers to. Rows of one `group` belong together where the kind has
   * groups; others are independent of each other.
   * @returns the key of the row
   */
  insertDue(platform: WorkPlatform, about: { due_at: Date; group: number }): Promise<string>;
  /** Values of a row that is done, where the kind asks for a state; none when absent. */
  finished?: WorkChange<T>;
  /** Deletes rows that refer to those of the work: before each test, and before its rows are deleted. */
  clear?(platform: WorkPlatform): Promise<unknown>;
  /** Work that never ends: a row that is given up is due again after its period. */
  isPeriodic?: boolean;
}

type Run<T extends WorkTable> = (lease: Lease<T>) => Promise<void>;

/** Tries of every kind here; a kind may have hundreds. */
const mostTries = 5;
/** Minutes of clocks that differ. */
const skewMinutes = 60;

/** The contract of every kind of work with leases. */
export function workConformance<T extends WorkTable>(name: string, under: WorkUnderTest<T>): void {
  describe(`work ${name}`, () => {
    let database: TestDatabase;
    let handle: DatabaseHandle;
    let clock: FakeClock;
    let platform: WorkPlatform;
    let runners: WorkRunner<T>[] = [];
    const log = createLog('test', 'silent');
    const metrics = createMetrics();

    beforeAll(async () => {
      database = await createTestDatabase();
      handle = openDatabase({ url: database.urlFor(under.service), poolSize: 6, service: under.service, log });
    });
    beforeEach(async () => {
      clock = fakeClock('2026-03-02T10:00:00.000Z');
      platform = { db: handle.db, clock, log, metrics };
      for (const runner of runners) void runner.stop();
      runners = [];
      const kind = under.kind(platform);
      await under.clear?.(platform);
      await handle.db.delete(kind.table);
    });
    afterAll(async () => {
      for (const runner of runners) void runner.stop();
      await handle.close();
      await database.drop();
    });

    const withEnd =
      (run: Run<T>): Run<T> =>
      async (lease) => {
        await run(lease);
        await lease.finish(handle.db, under.finished);
      };
    /** A replica of the service: a runner of its own, with its own clock where one is given. */
    const replica = (run: Run<T>, changes: Partial<WorkKind<T>> = {}, on: WorkPlatform = platform): WorkRunner<T> => {
      const runner = new WorkRunner<T>(on, {
        ...under.kind(on),
        maxTries: maxTries(),
        atOnce: 1,
        renewMs: 3_600_000,
        ...changes,
        run: withEnd(run),
      });
      runners.push(runner);
      return runner;
    };
    const insertDue = (group = 0) => under.insertDue(platform, { due_at: clock.now(), group });
    /** A change that any kind of work may write. */
    const touch = { tries: 1 } as unknown as WorkChange<T>;
    const keyName = () => under.kind(platform).key.name;
    const keyOf = (row: T['$inferSelect']): string => String((row as Record<string, unknown>)[keyName()]);
    const rowOf = async (key: string) => {
      const { table, key: column } = under.kind(platform);
      const [row] = await handle.db
        .select()
        .from(table as WorkTable)
        .where(eq(column, key));
      return row as { due_at: Date | null; lease_until: Date | null; lease_fence: number; tries: number } | undefined;
    };
    const leaseMs = () => under.kind(platform).leaseMs;
    const maxTries = () => Math.min(under.kind(platform).maxTries, mostTries);
    const passLease = () => clock.advance({ seconds: leaseMs() / 1_000 + 1 });
    const passBackoff = () => clock.advance({ days: 2 });
    const runDue = (runner: WorkRunner<T>) => runner.runDue({ budgetMs: 60_000 });

    /** A replica that claims a row and then says nothing more, as one that was killed. */
    const dieHolding = async (changes: Partial<WorkKind<T>> = {}): Promise<Lease<T>> => {
      const lease = await claimAndDie(changes);
      if (lease === null) throw new Error('there was nothing to claim');
      return lease;
    };
    /** The same; null where the row was given up instead. */
    const claimAndDie = async (changes: Partial<WorkKind<T>> = {}): Promise<Lease<T> | null> => {
      const { promise, resolve } = Promise.withResolvers<Lease<T> | null>();
      const dead = replica(async (lease) => {
        resolve(lease);
        await new Promise(() => {});
      }, changes);
      runners = runners.filter((runner) => runner !== dead);
      void runDue(dead).then(
        () => resolve(null),
        () => resolve(null),
      );
      return promise;
    };

    test('two replicas share the rows, and no row is worked on twice', async () => {
      const keys = [];
      for (let at = 0; at < 6; at += 1) keys.push(await insertDue(at));
      const seen: string[] = [];
      const run: Run<T> = async (lease) => {
        for (const row of lease.rows) seen.push(keyOf(row));
        await sleep(5);
      };
      await Promise.all([runDue(replica(run)), runDue(replica(run))]);
      expect(seen.sort()).toEqual(keys.sort());
    });

    test('a row whose replica died is claimed again when the lease ends, and not before', async () => {
      await insertDue();
      const dead = await dieHolding();
      const seen: number[] = [];
      const other = replica(async (lease) => {
        seen.push((lease.row as { lease_fence: number }).lease_fence);
      });
      await runDue(other);
      expect(seen).toEqual([]);
      passLease();
      await runDue(other);
      expect(seen).toEqual([(dead.row as { lease_fence: number }).lease_fence + 1]);
    });

    test('a replica that lost its lease changes nothing, whatever it writes', async () => {
      const key = await insertDue();
      const late = await dieHolding();
      passLease();
      const { promise: isRunning, resolve: begun } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const second = replica(async () => {
        begun();
        await released;
      });
      const working = runDue(second);
      await isRunning;
      const before = await rowOf(key);
      expect(await late.update(handle.db, touch)).toEqual([]);
      expect(await late.finish(handle.db)).toEqual([]);
      expect(await late.postpone(handle.db, { afterMs: 0 })).toEqual([]);
      await late.retry(handle.db);
      expect(await late.delete(handle.db)).toEqual([]);
      await expect(handle.db.transaction((tx) => late.require(tx))).rejects.toThrow(LostLeaseError);
      expect(await rowOf(key)).toEqual(before);
      release();
      await working;
    });

    test('a lost lease ends the work of the replica that had it', async () => {
      await insertDue();
      const late = await dieHolding();
      passLease();
      const { promise: isRunning, resolve: begun } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const working = runDue(
        replica(async () => {
          begun();
          await released;
        }),
      );
      await isRunning;
      expect(await late.finish(handle.db, {}, [])).toEqual([]);
      await late.renew();
      expect(late.signal.reason).toBeInstanceOf(LostLeaseError);
      release();
      await working;
    });

    test('a claim that a unique index refuses is left to others by the index of its kind alone', async () => {
      const { table } = under.kind(platform);
      const { schema, name: tableName } = getTableConfig(table);
      await database.query(
        `CREATE UNIQUE INDEX one_claim ON "${schema}"."${tableName}" (lease_fence) WHERE lease_until IS NOT NULL`,
      );
      try {
        await insertDue();
        await dieHolding();
        const key = await insertDue(1);
        const run = async () => {};
        await expect(runDue(replica(run))).rejects.toThrow();
        expect(await runDue(replica(run, { claimIndex: 'one_claim' }))).toEqual([]);
        expect(await rowOf(key)).toMatchObject({ lease_until: null, tries: 0 });
      } finally {
        await database.query(`DROP INDEX "${schema}".one_claim`);
      }
    });

    test('a renewal that waits for a transaction with the row is not sent a second time', async () => {
      await insertDue();
      const held = await dieHolding();
      await handle.db.transaction(async (tx) => {
        await held.require(tx);
        const renewal = held.renew();
        expect(held.renew()).toBe(renewal);
      });
      await held.renew();
      expect(held.signal.aborted).toBe(false);
    });

    test('a replica that works longer than a lease keeps its row', async () => {
      const key = await insertDue();
      let others = 0;
      const first = replica(
        async () => {
          passLease();
          await eventually(async () => {
            const { lease_until } = (await rowOf(key)) ?? {};
            return lease_until instanceof Date && lease_until > clock.now();
          });
          await runDue(
            replica(async () => {
              others += 1;
            }),
          );
        },
        { renewMs: 5 },
      );
      await runDue(first);
      expect(others).toBe(0);
    });

    test('a stop leaves the row to the next process at once, and counts no try', async () => {
      const key = await insertDue();
      const { promise: isRunning, resolve: begun } = Promise.withResolvers<void>();
      const stopped = replica(
        (lease) =>
          new Promise((_, reject) => {
            lease.signal.addEventListener('abort', () => reject(lease.signal.reason));
            begun();
          }),
      );
      const working = runDue(stopped);
      await isRunning;
      await stopped.stop();
      await working;
      expect(await rowOf(key)).toMatchObject({ lease_until: null, tries: 0 });
      let runs = 0;
      await runDue(
        replica(async () => {
          runs += 1;
        }),
      );
      expect(runs).toBe(1);
    });

    test('a failed row waits for its backoff, and a success ends its tries', async () => {
      const key = await insertDue();
      let runs = 0;
      const runner = replica(
        async () => {
          runs += 1;
          if (runs === 1) throw new Error('this time not');
        },
        { backoffMs: [30_000], maxTries: 3, forgivenMs: undefined },
      );
      await runDue(runner);
      expect(runs).toBe(1);
      expect(await rowOf(key)).toMatchObject({ lease_until: null, tries: 1 });
      clock.advance({ seconds: 31 });
      await runDue(runner);
      expect(runs).toBe(2);
      expect((await rowOf(key))?.tries ?? 0).toBe(0);
    });

    test('a failure that is forgiven counts no try, and the row waits', async () => {
      const key = await insertDue();
      let runs = 0;
      const runner = replica(
        async () => {
          runs += 1;
          if (runs === 1) throw new Error('the database is down');
        },
        { forgivenMs: 30_000, maxTries: 1 },
      );
      await runDue(runner);
      expect(await rowOf(key)).toMatchObject({ lease_until: null, tries: 0 });
      await runDue(runner);
      expect(runs).toBe(1);
      clock.advance({ seconds: 31 });
      await runDue(runner);
      expect(runs).toBe(2);
    });

    test('a row that fails each time is given up, and is not claimed again', async () => {
      await insertDue();
      let runs = 0;
      const runner = replica(
        async () => {
          runs += 1;
          throw new Error('never');
        },
        { backoffMs: [1_000], maxTries: 3, forgivenMs: undefined },
      );
      for (let round = 0; round < 3; round += 1) {
        await runDue(runner);
        clock.advance({ seconds: 2 });
      }
      await runDue(runner);
      expect(runs).toBe(3);
      for (let round = 0; round < 3; round += 1) {
        passBackoff();
        await runDue(runner);
      }
      expect(runs).toBe(under.isPeriodic ? 6 : 3);
    });

    test('a row that kills each of its processes is given up, and the rows behind it are worked on', async () => {
      const poison = await insertDue(0);
      for (let at = 0; at < maxTries(); at += 1) {
        if ((await claimAndDie()) === null) break;
        passLease();
      }
      const behind = await insertDue(1);
      const seen: string[] = [];
      const runner = replica(async (lease) => {
        for (const row of lease.rows) seen.push(keyOf(row));
      });
      await runDue(runner);
      expect(seen).toEqual([behind]);
      if (under.isPeriodic) return;
      passBackoff();
      await runDue(runner);
      expect(seen).not.toContain(poison);
    });

    test('a transaction that rolls back ends nothing: the row is still held', async () => {
      const key = await insertDue();
      const runner = replica(async (lease) => {
        await expect(
          handle.db.transaction(async (tx) => {
            await lease.finish(tx);
            throw new Error('rolled back');
          }),
        ).rejects.toThrow('rolled back');
        expect((await rowOf(key))?.lease_until).not.toBeNull();
        expect(await lease.update(handle.db, touch)).toHaveLength(lease.rows.length);
      });
      await runDue(runner);
      expect((await rowOf(key))?.lease_until ?? null).toBeNull();
    });

    test('replicas whose clocks differ by an hour never both write a row', async () => {
      const key = await insertDue();
      const slow = await dieHolding();
      const ahead = fakeClock(clock.now());
      ahead.advance({ minutes: skewMinutes + leaseMs() / 60_000 });
      const written: string[] = [];
      const second = replica(
        async (lease) => {
          if ((await lease.update(handle.db, touch)).length > 0) written.push('second');
          if ((await slow.update(handle.db, touch)).length > 0) written.push('first');
        },
        {},
        { ...platform, clock: ahead },
      );
      await runDue(second);
      expect(written).toEqual(['second']);
      expect((await rowOf(key))?.lease_until ?? null).toBeNull();
    });

    test('a request that makes a row new work takes it from the replica that has it', async () => {
      const key = await insertDue();
      const held = await dieHolding();
      const { table, key: column } = under.kind(platform);
      await handle.db
        .update(table)
        .set(requeue(table, clock.now()) as unknown as PgUpdateSetSource<T>)
        .where(eq(column, key));
      expect(await held.finish(handle.db)).toEqual([]);
      const seen: string[] = [];
      await runDue(
        replica(async (lease) => {
          for (const row of lease.rows) seen.push(keyOf(row));
        }),
      );
      expect(seen).toEqual([key]);
    });

    test('a row that is not due is claimed early by a request that names it, once', async () => {
      const later = new Date(clock.now().getTime() + 60_000);
      const key = await under.insertDue(platform, { due_at: later, group: 0 });
      const { key: column } = under.kind(platform);
      const seen: string[] = [];
      const see = (lease: Lease<T>) => void seen.push(...lease.rows.map(keyOf));
      const runner = replica(async (lease) => see(lease));
      const failing = replica(async (lease) => {
        see(lease);
        throw new Error('it waits for its backoff');
      });
      await runDue(runner);
      await runner.runDue({ budgetMs: 60_000, only: ne(column, key), isEarly: true });
      expect(seen).toEqual([]);
      const early = { budgetMs: 60_000, only: eq(column, key), isEarly: true };
      await failing.runDue(early);
      expect(seen).toEqual([key]);
      await Promise.all([runner.runDue(early), runner.runDue(early)]);
      expect(seen).toEqual([key, key]);
    });

    test('a lost lease is noticed although other rows of the claim have ended', async () => {
      await insertDue();
      await insertDue();
      const late = await dieHolding({ batch: 2 });
      const [first, ...others] = late.rows;
      // Of this kind one row of a group is open at a time.
      if (!first || others.length === 0) return;
      await late.finish(handle.db, under.finished, [first]);
      await late.renew();
      expect(late.signal.aborted).toBe(false);
      passLease();
      await runDue(replica(async () => {}));
      await late.renew();
      expect(late.signal.reason).toBeInstanceOf(LostLeaseError);
    });

    test('a stop that comes while a row is claimed leaves the row to the next process', async () => {
      const key = await insertDue();
      let runs = 0;
      const runner = replica(async () => {
        runs += 1;
      });
      const working = runDue(runner);
      await runner.stop();
      const begun = runs;
      await working;
      expect(runs).toBe(begun);
      expect((await rowOf(key))?.lease_until ?? null).toBeNull();
    });

    test('a row is deleted through its lease', async () => {
      const key = await insertDue();
      await runDue(
        replica(async (lease) => {
          await under.clear?.(platform);
          expect(await lease.delete(handle.db)).toHaveLength(lease.rows.length);
        }),
      );
      expect(await rowOf(key)).toBeUndefined();
    });

    test('groups take turns: a group with many rows delays no row of another group', async () => {
      if (under.kind(platform).group === undefined) return;
      const many: string[] = [];
      for (let at = 0; at < 8; at += 1) many.push(await insertDue(0));
      clock.advance({ seconds: 1 });
      const [second, third] = [await insertDue(1), await insertDue(2)];
      const order: string[] = [];
      const runner = replica(
        async (lease) => {
          for (const row of lease.rows) order.push(keyOf(row));
        },
        { batch: 2 },
      );
      await runDue(runner);
      expect(order).toHaveLength(10);
      for (const key of [second, third]) expect(order.indexOf(key)).toBeLessThan(6);
    });

    test('what waits, and for how long, is counted', async () => {
      await insertDue(0);
      await insertDue(1);
      await dieHolding();
      clock.advance({ seconds: 1 });
      const runner = replica(async () => {});
      const backlog = await runner.readBacklog();
      expect(backlog).toMatchObject({ retried: 0 });
      expect(backlog.waiting + backlog.leased).toBe(2);
      expect(backlog.leased).toBeGreaterThanOrEqual(1);
    });
  });
}
