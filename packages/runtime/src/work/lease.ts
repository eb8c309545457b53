import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '../db/database.ts';
import { afterWrite } from '../db/transaction.ts';
import { backoffAfter } from './backoff.ts';
import type { WorkTable } from './columns.ts';
import { type WorkChange, type WorkPlatform, type WorkTerms, workColumns } from './work-terms.ts';

/** Another replica has the rows, or a request replaced them: what this worker knows is out of date. */
export class LostLeaseError extends Error {
  constructor(work: string) {
    super(`the lease of ${work} was lost`);
    this.name = 'LostLeaseError';
  }
}

/** The process ends: what runs is left to another one. */
export class WorkStoppedError extends Error {
  constructor() {
    super('the process ends');
    this.name = 'WorkStoppedError';
  }
}

type RowOf<T extends WorkTable> = T['$inferSelect'];

/**
 * Claimed rows, and the only way in which a worker writes them: each write compares the fencing token of its row, so a
 * worker that lost its lease changes nothing.
 */
export class Lease<T extends WorkTable> {
  readonly rows: readonly RowOf<T>[];
  /** Aborts with the reason when the lease is lost, the work is cancelled, or the process ends. */
  readonly signal: AbortSignal;
  readonly #platform: WorkPlatform;
  readonly #kind: WorkTerms<T>;
  readonly #abort = new AbortController();
  /** Rows that this lease still holds, by key, with their tries as they are in the database. */
  readonly #open = new Map<unknown, RowOf<T>>();

  constructor(platform: WorkPlatform, kind: WorkTerms<T>, rows: readonly RowOf<T>[]) {
    this.#platform = platform;
    this.#kind = kind;
    this.rows = rows;
    this.signal = this.#abort.signal;
    for (const row of rows) this.#open.set(this.#keyOf(row), row);
  }

  /** The row of a claim of one row. */
  get row(): RowOf<T> {
    const [row] = this.rows;
    if (!row) throw new Error(`a lease of ${this.#kind.name} has no row`);
    return row;
  }

  /** Primary keys of the rows. */
  get keys(): unknown[] {
    return this.rows.map((row) => this.#keyOf(row));
  }

  /** Rows that are neither ended nor lost. */
  get open(): readonly RowOf<T>[] {
    return [...this.#open.values()];
  }

  /** Ends the work with `reason`, which is that of {@link signal}. */
  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /**
   * Changes rows that are still held.
   * @param rows those that are changed; all when absent
   * @returns the changed rows, without those that another claim took or that a request replaced
   */
  async update(db: Database | Tx, change: WorkChange<T>, rows: readonly RowOf<T>[] = this.rows): Promise<RowOf<T>[]> {
    const changed = await this.#write(db, change, this.#openOf(rows));
    // What a transaction that rolls back wrote is not so.
    afterWrite(db, () => {
      for (const row of changed) if (this.#open.has(this.#keyOf(row))) this.#open.set(this.#keyOf(row), row);
    });
    return changed;
  }

  /**
   * Changes every row and renews the lease: the fencing check of a transaction, so it comes first there. It keeps other
   * claims out until the transaction ends.
   * @throws LostLeaseError when one of the rows is lost
   */
  async require(db: Database | Tx, change: WorkChange<T> = {}): Promise<void> {
    const lease = workColumns<T>({ lease_until: this.#leaseEnd() });
    const open = this.open;
    const tries = await this.#hold(db, { ...lease, ...change }, open);
    if (tries.size < this.rows.length) throw new LostLeaseError(this.#kind.name);
    afterWrite(db, () => {
      for (const row of open) this.#open.set(this.#keyOf(row), { ...row, tries: tries.get(this.#keyOf(row)) });
    });
  }

  /** Ends rows with success, or for good: they wait for nothing, or for the `due_at` of `change`. */
  async finish(db: Database | Tx, change: WorkChange<T> = {}, rows?: readonly RowOf<T>[]): Promise<RowOf<T>[]> {
    const end = workColumns<T>({ lease_until: null, due_at: null, tries: 0 });
    return this.#end(db, { ...end, ...change }, rows);
  }

  /**
   * Deletes rows that are still held.
   * @returns the deleted rows
   */
  async delete(db: Database | Tx, rows: readonly RowOf<T>[] = this.rows): Promise<RowOf<T>[]> {
    const open = this.#openOf(rows);
    if (open.length === 0) return [];
    const { key, table } = this.#kind;
    const deleted = new Set((await db.delete(table).where(this.#holds(open)).returning({ key })).map((row) => row.key));
    afterWrite(db, () => this.#forget(open));
    return open.filter((row) => deleted.has(this.#keyOf(row)));
  }

  /** Puts rows back whose work waits for something that is no failure of theirs; the try does not count. */
  async postpone(
    db: Database | Tx,
    { afterMs, change = {} as WorkChange<T> }: { afterMs: number; change?: WorkChange<T> },
    rows?: readonly RowOf<T>[],
  ): Promise<RowOf<T>[]> {
    const { table } = this.#kind;
    const tries = sql`greatest(${table.tries} - 1, 0)`;
    const wait = workColumns<T>({ lease_until: null, due_at: this.#later(afterMs), tries });
    return this.#end(db, { ...this.#kind.onWait, ...wait, ...change }, rows);
  }

  /**
   * Ends a failed try: rows are due again after their backoff.
   * @param options.afterMs least delay in milliseconds: what the other side asked for
   * @param options.change further values of the rows
   * @returns the rows whose tries are spent: they are still held, for {@link WorkKind.giveUp}
   */
  async retry(
    db: Database | Tx,
    { afterMs = 0, change = {} as WorkChange<T> }: { afterMs?: number; change?: WorkChange<T> } = {},
    rows: readonly RowOf<T>[] = this.rows,
  ): Promise<RowOf<T>[]> {
    const open = this.#openOf(rows);
    const spent: RowOf<T>[] = [];
    for (const [tries, same] of Map.groupBy(open, (row) => (row as { tries: number }).tries)) {
      const delayMs = backoffAfter(tries, this.#kind);
      if (delayMs === null) {
        spent.push(...same);
        continue;
      }
      const wait = workColumns<T>({ lease_until: null, due_at: this.#later(Math.max(delayMs, afterMs)) });
      await this.#end(db, { ...this.#kind.onWait, ...wait, ...change }, same);
    }
    return spent;
  }

  /**
   * Prolongs the lease of the rows that are open. Without any of them it is lost, and the signal aborts. A renewal that
   * waits, for a transaction that holds a row, is joined.
   */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  #renewing: Promise<void> | null = null;

  async #renew(): Promise<void> {
    const open = this.open;
    if (open.length === 0) return;
    const { table, name } = this.#kind;
    // A renewal that waited for a connection does not shorten the lease of a later write.
    const lease_until = sql`greatest(${table.lease_until}, ${this.#leaseEnd().toISOString()}::timestamptz)`;
    const renewed = await this.#hold(this.#platform.db, workColumns({ lease_until }), open);
    if (renewed.size === 0 && (await this.#isLost())) this.#abort.abort(new LostLeaseError(name));
  }

  /** Whether another claim, or a request, has every row that is still open. A row that ended has its fencing token. */
  async #isLost(): Promise<boolean> {
    const open = this.open;
    if (open.length === 0) return false;
    const { key, table } = this.#kind;
    const keys = open.map((row) => this.#keyOf(row));
    const rows = await this.#platform.db
      .select({ key, fence: table.lease_fence })
      .from(table as WorkTable)
      .where(inArray(key, keys));
    const fences = new Map(rows.map(({ key: id, fence }) => [id, fence]));
    return open.every((row) => fences.get(this.#keyOf(row)) !== (row as { lease_fence: number }).lease_fence);
  }

  async #end(db: Database | Tx, change: WorkChange<T>, rows: readonly RowOf<T>[] = this.rows): Promise<RowOf<T>[]> {
    const open = this.#openOf(rows);
    if (open.length === 0) return [];
    const ended = await this.#write(db, change, open);
    afterWrite(db, () => this.#forget(ended));
    return ended;
  }

  #forget(rows: readonly RowOf<T>[]): void {
    for (const row of rows) this.#open.delete(this.#keyOf(row));
  }

  #openOf(rows: readonly RowOf<T>[]): RowOf<T>[] {
    return rows.map((row) => this.#open.get(this.#keyOf(row))).filter((row) => row !== undefined);
  }

  /** Writes those of `rows` whose fencing token is still that of their claim. */
  async #write(db: Database | Tx, change: WorkChange<T>, rows: readonly RowOf<T>[]): Promise<RowOf<T>[]> {
    if (rows.length === 0) return [];
    const changed: unknown = await db
      .update(this.#kind.table)
      .set(change as PgUpdateSetSource<T>)
      .where(this.#holds(rows))
      .returning();
    return changed as RowOf<T>[];
  }

  /**
   * The same for rows that go on: their large columns are not read again.
   * @returns tries of the changed rows, by key
   */
  async #hold(db: Database | Tx, change: WorkChange<T>, rows: readonly RowOf<T>[]): Promise<Map<unknown, number>> {
    if (rows.length === 0) return new Map();
    const { key, table } = this.#kind;
    const changed = await db
      .update(table)
      .set(change as PgUpdateSetSource<T>)
      .where(this.#holds(rows))
      .returning({ key, tries: sql<number>`${table.tries}` });
    return new Map(changed.map((row) => [row.key, row.tries]));
  }

  #keyOf(row: RowOf<T>): unknown {
    return (row as Record<string, unknown>)[this.#kind.key.name];
  }

  /** Condition: a row of `rows` with the fencing token of its claim, and not ended since. */
  #holds(rows: readonly RowOf<T>[]): SQL | undefined {
    const { key, table } = this.#kind;
    const fences = rows.map((row) => ({
      key: this.#keyOf(row),
      fence: (row as { lease_fence: number }).lease_fence,
    }));
    const [first] = fences;
    const isClaimed = isNotNull(table.lease_until);
    if (first && fences.length === 1) return and(eq(key, first.key), eq(table.lease_fence, first.fence), isClaimed);
    const claims = sql`(${key}, ${table.lease_fence}) IN (SELECT claim.key, claim.fence
      FROM jsonb_to_recordset(${JSON.stringify(fences)}::jsonb) AS claim (key ${sql.raw(key.getSQLType())}, fence bigint))`;
    return and(claims, isClaimed);
  }

  #leaseEnd(): Date {
    return this.#later(this.#kind.leaseMs);
  }

  #later(ms: number): Date {
    return new Date(this.#platform.clock.now().getTime() + ms);
  }
}
