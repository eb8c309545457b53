import { and, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * The columns of a table whose rows are work. Every kind of work has the same ones:
 * * `due_at`: from when a row may be claimed; null for one that waits for nothing
 * * `lease_until`: until when a claimed row belongs to the replica that claimed it
 * * `lease_fence`: grows with each claim; each write of a worker compares it
 * * `tries`: claims in a row without success
 */
export interface WorkColumns {
  due_at: PgColumn;
  lease_until: PgColumn;
  lease_fence: PgColumn;
  tries: PgColumn;
}

/** A table of work, as its schema declares it. */
export type WorkTable = PgTable & WorkColumns;

/** Condition: no replica holds the lease of the row. */
const isFree = ({ lease_until }: WorkColumns, now: Date) => or(isNull(lease_until), lte(lease_until, now));

/** Condition: the row is due, and no replica holds its lease. */
export const isClaimable = (columns: WorkColumns, now: Date): SQL | undefined =>
  and(lte(columns.due_at, now), isFree(columns, now));

/** Condition: the row waits, whether it is due or not, and no replica holds its lease. */
export const isClaimableEarly = (columns: WorkColumns, now: Date): SQL | undefined =>
  and(isNotNull(columns.due_at), isFree(columns, now));

/**
 * Values that make a row new work. A replica that works on it now loses its lease.
 * @param due_at from when it may be claimed; null for one that a request ended
 */
export const requeue = ({ lease_fence }: WorkColumns, due_at: Date | null) => ({
  due_at,
  lease_until: null,
  lease_fence: sql`${lease_fence} + 1`,
  tries: 0,
});
