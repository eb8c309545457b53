import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { isUniqueViolation } from '../db/database-error.ts';
import { isClaimable, isClaimableEarly, type WorkTable } from './columns.ts';
import type { WorkKind } from './work-kind.ts';
import { type WorkPlatform, workColumns } from './work-terms.ts';

/** Conditions of one claim, beside those of its kind. */
export interface ClaimScope {
  /** Only these rows, and no others. */
  only?: SQL | undefined;
  /** Rows that wait and are not due yet, too. */
  isEarly?: boolean;
  /** Groups take turns: the one that was served last. */
  after?: string | null;
}

/** Rows of a claim, and the group that they belong to. */
export interface Claimed<T extends WorkTable> {
  rows: T['$inferSelect'][];
  group: string | null;
}

/**
 * Claims due rows of one kind, of one group where the kind has groups: writes their lease, the next fencing token and one
 * more try. Rows that another transaction holds are skipped.
 * @returns null without a due row
 */
export async function claimWork<T extends WorkTable>(
  platform: WorkPlatform,
  kind: WorkKind<T, unknown>,
  { only, isEarly = false, after = null }: ClaimScope = {},
): Promise<Claimed<T> | null> {
  if (kind.group === undefined) {
    const rows = await claimRows(platform, kind, { scope: only, isEarly });
    return rows.length === 0 ? null : { rows, group: null };
  }
  const group = sql<string>`${kind.group}`;
  const isAfter = (last: string) => sql`${group} > ${last}`;
  // The groups behind the last one, then all from the first one on.
  for (const first of after === null ? [undefined] : [isAfter(after), undefined]) {
    // Another replica may claim the rows of a group in this moment: the next group follows.
    for (let scope = first; ; ) {
      const next = await nextGroup(platform, kind, { group, scope: and(only, scope), isEarly });
      if (next === null) break;
      const rows = await claimRows(platform, kind, { scope: and(only, sql`${group} = ${next}`), isEarly });
      if (rows.length > 0) return { rows, group: next };
      scope = isAfter(next);
    }
  }
  return null;
}

interface RowScope {
  scope: SQL | undefined;
  isEarly: boolean;
}

const claimableRows = <T extends WorkTable>(
  { clock }: WorkPlatform,
  { table, isOpen }: WorkKind<T, unknown>,
  { scope, isEarly }: RowScope,
) => {
  const now = clock.now();
  return and(isEarly ? isClaimableEarly(table, now) : isClaimable(table, now), isOpen?.(now), scope);
};

/** The first group in its order that has a due row. */
async function nextGroup<T extends WorkTable>(
  platform: WorkPlatform,
  kind: WorkKind<T, unknown>,
  { group, ...rows }: RowScope & { group: SQL<string> },
): Promise<string | null> {
  const [first] = await platform.db
    .select({ group: sql<string>`${group}::text` })
    .from(kind.table as WorkTable)
    .where(claimableRows(platform, kind, rows))
    .orderBy(asc(group))
    .limit(1);
  return first?.group ?? null;
}

async function claimRows<T extends WorkTable>(
  platform: WorkPlatform,
  kind: WorkKind<T, unknown>,
  rows: RowScope,
): Promise<T['$inferSelect'][]> {
  const { table, key, priority, batch = 1 } = kind;
  const now = platform.clock.now();
  const due = platform.db
    .select({ key })
    .from(table as WorkTable)
    .where(claimableRows(platform, kind, rows))
    .orderBy(...(priority ? [asc(priority)] : []), asc(table.due_at), asc(key))
    .limit(batch)
    .for('update', { skipLocked: true });
  const lease = workColumns<T>({
    lease_until: new Date(now.getTime() + kind.leaseMs),
    lease_fence: sql`${table.lease_fence} + 1`,
    tries: sql`${table.tries} + 1`,
  });
  try {
    const claimed = await platform.db
      .update(table)
      .set({ ...lease, ...kind.onClaim?.(now) } as PgUpdateSetSource<T>)
      // As an array the rows are chosen once, in every plan of the database.
      .where(sql`${key} = ANY (ARRAY(${due}))`)
      .returning();
    return claimed as T['$inferSelect'][];
  } catch (error) {
    // Another replica claimed a row in this moment that excludes this one.
    if (kind.claimIndex !== undefined && isUniqueViolation(error, kind.claimIndex)) return [];
    throw error;
  }
}
