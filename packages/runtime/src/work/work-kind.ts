import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../db/database.ts';
import type { WorkTable } from './columns.ts';
import type { Lease } from './lease.ts';
import type { WorkChange, WorkTerms } from './work-terms.ts';

/** A kind of work: a table of rows that replicas claim with a lease, and what is done with a claimed row. */
export interface WorkKind<T extends WorkTable, Result = void> extends WorkTerms<T> {
  /** Between two renewals, in milliseconds; a third of the lease when absent. */
  renewMs?: number;
  /**
   * Interval of claims without a wakeup, in milliseconds: leases of other replicas end without an event. Null where a
   * job or a request drives the work with `runDue`.
   */
  pollMs: number | null;
  /** Whether this process works at all; a kind without its configuration does not. True when absent. */
  isEnabled?(): boolean;
  /** Which rows are open, beside due and free ones: a state, or that no other row of their host runs. */
  isOpen?(now: Date): SQL | undefined;
  /**
   * Fairness: groups take turns (round robin) and a claim holds rows of one group alone, so that many rows of one
   * group delay no other group. Its values must not be null.
   */
  group?: PgColumn | SQL<string>;
  /** Rows with a lower value are claimed first, within a group. */
  priority?: PgColumn | SQL;
  /** Rows of one claim; 1 when absent. */
  batch?: number;
  /** Claims that one process works on at the same time; 1 when absent. */
  atOnce?: number;
  /**
   * A run that throws counts no try, and its rows wait for so many milliseconds: for a kind that counts the failures of
   * the other side alone, and ends each of those itself. When absent, a run that throws is a failed try.
   */
  forgivenMs?: number | undefined;
  /** The unique index by which a claimed row excludes others, where `isOpen` alone cannot: of a host one runs. */
  claimIndex?: string;
  /** Values that a claim writes, beside the lease: a state `running`, a first start. */
  onClaim?(now: Date): WorkChange<T>;
  /** Whether a claimed row is given up although tries are left: too many processes died over it. */
  isSpent?(row: T['$inferSelect']): boolean;
  /**
   * Works on claimed rows and writes through their lease. Rows that it does not end are finished when it resolves, and
   * tried again when it throws.
   */
  run(lease: Lease<T>): Promise<Result>;
  /** Ends rows whose tries are spent: it writes their final state with `lease.finish`, or deletes them. */
  giveUp(tx: Tx, spent: SpentWork<T>): Promise<void>;
  /** What a failed try says in the log, beside the name of the work: ids, never personal data. */
  describe?(rows: readonly T['$inferSelect'][]): object;
}

/** Rows whose tries are spent. */
export interface SpentWork<T extends WorkTable> {
  lease: Lease<T>;
  rows: readonly T['$inferSelect'][];
  /** Of the last try; null where its process died. */
  error: unknown;
}
