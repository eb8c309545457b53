import { and, notInArray, type SQL } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { runInBackground } from '../scope.ts';
import { readBacklog, type WorkBacklog } from './backlog.ts';
import { claimWork } from './claim-work.ts';
import type { WorkTable } from './columns.ts';
import { Lease, LostLeaseError, WorkStoppedError } from './lease.ts';
import type { WorkKind } from './work-kind.ts';
import type { WorkPlatform } from './work-terms.ts';

/** How a claim ended: its rows are done, wait for their next try, were given up, or another replica has them. */
export const workOutcomes = ['done', 'retried', 'given_up', 'lost', 'stopped'] as const;
export type WorkOutcome = (typeof workOutcomes)[number];

/** Work that runs by itself between start and stop of a service. */
export interface BackgroundWork {
  readonly name: string;
  /** Begins to claim by itself. */
  start(): void;
  /** Claims at once what is due. */
  wake(): void;
  /** Begins nothing more, and leaves what runs to another process or to the next start. */
  stop(): Promise<void>;
  /** What waits, of all replicas. */
  readBacklog(): Promise<WorkBacklog>;
}

/** One call of {@link WorkRunner.runDue}. */
export interface DueOptions {
  /** After so many milliseconds no further row is claimed. What runs then ends. */
  budgetMs: number;
  /** Only these rows. */
  only?: SQL | undefined;
  /** Rows that wait and are not due yet, too, each once: a person does not want to wait for them. */
  isEarly?: boolean;
  /** Claims at most; unbounded when absent. */
  limit?: number;
  /** The group after which the turns of this call begin; where the last claim ended when absent. */
  after?: string;
}

/**
 * Works on the due rows of one kind in this process: at each wakeup, and at an interval. A claimed row has a lease,
 * which is renewed while the row is worked on. After a stop a row is due again at once; after a failure, when its
 * backoff is over; after the death of a process, when its lease ends.
 */
export class WorkRunner<T extends WorkTable, Result = void> implements BackgroundWork {
  readonly name: string;
  readonly #platform: WorkPlatform;
  readonly #kind: WorkKind<T, Result>;
  readonly #running = new Map<Lease<T>, Promise<unknown>>();
  readonly #stopping = new AbortController();
  readonly #service: string;
  /** Calls of `runDue` under way. */
  readonly #calls = new Set<Promise<Result[]>>();
  #polling: NodeJS.Timeout | null = null;
  #claiming: Promise<void> | null = null;
  #isAsked = false;
  #lastGroup: string | null = null;

  /** @throws Error for a table whose `due_at` cannot be null */
  constructor(platform: WorkPlatform, kind: WorkKind<T, Result>) {
    this.#platform = platform;
    this.#kind = kind;
    this.name = kind.name;
    // A finished row would be claimed again and again.
    if (kind.table.due_at.notNull) throw new Error(`due_at of ${kind.name} must be nullable`);
    this.#service = getTableConfig(kind.table).schema ?? '';
  }

  readBacklog(): Promise<WorkBacklog> {
    return readBacklog(this.#platform, this.#kind);
  }

  /** Begins to claim by itself. */
  start(): void {
    const { pollMs } = this.#kind;
    if (pollMs === null) return;
    this.#polling ??= setInterval(() => this.wake(), pollMs).unref();
    this.wake();
  }

  /** Claims at once what is due. Calls while a claim runs are coalesced into one more. */
  wake(): void {
    this.#isAsked = true;
    if (this.#stopping.signal.aborted || this.#claiming) return;
    this.#claiming = runInBackground(() => this.#claimAll())
      .catch((error: unknown) =>
        this.#platform.log.warn({ err: error, work: this.#kind.name }, 'work could not be claimed; it is tried again'),
      )
      .finally(() => {
        this.#claiming = null;
      });
  }

  /** Ends the work on rows that a request cancelled; their table says so already. */
  cancel(isCancelled: (row: T['$inferSelect']) => boolean): void {
    for (const lease of this.#running.keys())
      if (lease.rows.some(isCancelled)) lease.abort(new LostLeaseError(this.#kind.name));
  }

  /** Begins nothing more, and leaves what runs to another process or to the next start. */
  async stop(): Promise<void> {
    if (this.#polling) clearInterval(this.#polling);
    this.#stopping.abort();
    for (const lease of this.#running.keys()) lease.abort(new WorkStoppedError());
    await Promise.allSettled([this.#claiming, ...this.#calls]);
    // What was claimed meanwhile.
    for (const lease of this.#running.keys()) lease.abort(new WorkStoppedError());
    await Promise.allSettled(this.#running.values());
  }

  /**
   * Works on what is due until nothing is left or the time is over, beside what runs by itself.
   * @returns what `run` returned for each claim that was done
   */
  async runDue(options: DueOptions): Promise<Result[]> {
    const call = this.#runDue(options);
    this.#calls.add(call);
    return call.finally(() => this.#calls.delete(call));
  }

  async #runDue({ budgetMs, limit = Number.POSITIVE_INFINITY, after, only, isEarly }: DueOptions): Promise<Result[]> {
    this.#lastGroup = after ?? this.#lastGroup;
    const until = performance.now() + budgetMs;
    const results: Result[] = [];
    let left = limit;
    // A row that failed waits for its backoff, and would be claimed early again and again.
    const claimedKeys: unknown[] = [];
    const scope = () => ({
      isEarly,
      only: isEarly && claimedKeys.length > 0 ? and(only, notInArray(this.#kind.key, claimedKeys)) : only,
    });
    const claimNext = async (): Promise<void> => {
      while (left > 0 && performance.now() < until && !this.#stopping.signal.aborted) {
        left -= 1;
        const lease = await this.#claim(scope()).catch((error: unknown) => {
          left = 0;
          throw error;
        });
        if (lease === null) {
          left = 0;
          return;
        }
        if (isEarly) claimedKeys.push(...lease.keys);
        const result = await this.#begin(lease);
        if (result !== null) results.push(result.value);
      }
    };
    // No claim outlives the call, also where another one failed.
    const lanes = await Promise.allSettled(Array.from({ length: this.#kind.atOnce ?? 1 }, claimNext));
    const failed = lanes.find((lane) => lane.status === 'rejected');
    if (failed) throw failed.reason;
    return results;
  }

  async #claimAll(): Promise<void> {
    while (!this.#stopping.signal.aborted && this.#running.size < (this.#kind.atOnce ?? 1)) {
      this.#isAsked = false;
      const lease = await this.#claim();
      if (lease) void this.#begin(lease).finally(() => this.wake());
      else if (!this.#isAsked) return;
    }
  }

  /** Claims rows, without those whose tries are spent: they are given up. */
  async #claim(scope: Pick<DueOptions, 'only' | 'isEarly'> = {}): Promise<Lease<T> | null> {
    if (this.#kind.isEnabled?.() === false) return null;
    for (;;) {
      const claimed = await claimWork(this.#platform, this.#kind, { ...scope, after: this.#lastGroup });
      if (claimed === null) return null;
      this.#lastGroup = claimed.group;
      const [spent, rows] = this.#partition(claimed.rows);
      if (spent.length > 0) await this.#giveUpSpent(spent);
      if (rows.length === 0) continue;
      const lease = new Lease(this.#platform, this.#kind, rows);
      if (!this.#stopping.signal.aborted) return lease;
      await lease.postpone(this.#platform.db, { afterMs: 0 });
      return null;
    }
  }

  /** Gives rows up whose processes died over them. A failure leaves them to the end of their lease. */
  async #giveUpSpent(rows: readonly T['$inferSelect'][]): Promise<void> {
    const lease = new Lease(this.#platform, this.#kind, rows);
    await this.#giveUp(lease, rows, null).catch((error: unknown) =>
      this.#warn(lease, error, 'work could not be given up; it is tried again'),
    );
  }

  #partition(rows: readonly T['$inferSelect'][]): [T['$inferSelect'][], T['$inferSelect'][]] {
    const { maxTries, isSpent } = this.#kind;
    const isOver = (row: T['$inferSelect']) => (row as { tries: number }).tries > maxTries || isSpent?.(row) === true;
    return [rows.filter(isOver), rows.filter((row) => !isOver(row))];
  }

  #begin(lease: Lease<T>): Promise<{ value: Result } | null> {
    const work = this.#run(lease)
      .catch((error: unknown) => {
        this.#warn(lease, error, 'work waits for the end of its lease');
        return null;
      })
      .finally(() => {
        this.#running.delete(lease);
        if (this.#isAsked) this.wake();
      });
    this.#running.set(lease, work);
    return work;
  }

  async #run(lease: Lease<T>): Promise<{ value: Result } | null> {
    const { leaseMs, renewMs = leaseMs / 3 } = this.#kind;
    const renewal = setInterval(() => {
      lease.renew().catch((error: unknown) => this.#warn(lease, error, 'a lease was not renewed'));
    }, renewMs).unref();
    try {
      const value = await this.#kind.run(lease);
      await lease.finish(this.#platform.db);
      this.#count('done');
      return { value };
    } catch (error) {
      await this.#endFailed(lease, error);
      return null;
    } finally {
      clearInterval(renewal);
    }
  }

  async #endFailed(lease: Lease<T>, error: unknown): Promise<void> {
    const reason: unknown = lease.signal.aborted ? lease.signal.reason : error;
    if (reason instanceof LostLeaseError) return this.#count('lost');
    if (reason instanceof WorkStoppedError) {
      await lease.postpone(this.#platform.db, { afterMs: 0 });
      return this.#count('stopped');
    }
    this.#warn(lease, reason, 'work failed');
    const { forgivenMs } = this.#kind;
    if (forgivenMs !== undefined) {
      await lease.postpone(this.#platform.db, { afterMs: forgivenMs });
      return this.#count('retried');
    }
    const spent = await lease.retry(this.#platform.db);
    if (spent.length > 0) await this.#giveUp(lease, spent, reason);
    else this.#count('retried');
  }

  async #giveUp(lease: Lease<T>, rows: readonly T['$inferSelect'][], error: unknown): Promise<void> {
    await this.#platform.db.transaction((tx) => this.#kind.giveUp(tx, { lease, rows, error }));
    this.#count('given_up');
  }

  #count(outcome: WorkOutcome): void {
    this.#platform.metrics.workRuns.inc({ service: this.#service, work: this.name, outcome });
  }

  #warn(lease: Lease<T>, error: unknown, message: string): void {
    const about = { err: error, work: this.#kind.name, ...this.#kind.describe?.(lease.rows) };
    this.#platform.log.warn(about, message);
  }
}
