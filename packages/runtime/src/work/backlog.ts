import { and, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { WorkTable } from './columns.ts';
import type { WorkKind } from './work-kind.ts';
import type { WorkPlatform } from './work-terms.ts';

/** What waits of one kind of work, in all replicas. */
export interface WorkBacklog {
  /** Due rows without a lease, 10,000 at most. */
  waiting: number;
  /** Rows that a replica works on, or whose replica died. */
  leased: number;
  /** Rows with more than one try. */
  retried: number;
  /** Seconds since the oldest waiting row became due; 0 without one. */
  oldest_seconds: number;
}

/** Due rows that are counted: a long queue must not make its own measurement slow. */
const maxCounted = 10_000;

/** Counts what waits of a kind of work. */
export async function readBacklog<T extends WorkTable>(
  { db, clock }: Pick<WorkPlatform, 'db' | 'clock'>,
  { table, isOpen }: Pick<WorkKind<T, unknown>, 'table' | 'isOpen'>,
): Promise<WorkBacklog> {
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const due = db
    .select({
      due_at: sql<Date>`${table.due_at}`.as('due_at'),
      lease_until: sql<Date | null>`${table.lease_until}`.as('lease_until'),
      tries: sql<number>`${table.tries}`.as('tries'),
    })
    .from(table as WorkTable)
    .where(and(isNotNull(table.due_at), lte(table.due_at, now), isOpen?.(now)))
    .limit(maxCounted)
    .as('due');
  const isLeased = sql`${due.lease_until} > ${at}`;
  const count = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  const [row] = await db
    .select({
      waiting: count(sql`(${isLeased}) IS NOT TRUE`),
      leased: count(isLeased),
      retried: count(sql`${due.tries} > 1`),
      oldest_seconds: sql<number>`coalesce(extract(epoch FROM ${at} - min(${due.due_at})
        FILTER (WHERE (${isLeased}) IS NOT TRUE)), 0)::float8`,
    })
    .from(due);
  return row ?? { waiting: 0, leased: 0, retried: 0, oldest_seconds: 0 };
}
