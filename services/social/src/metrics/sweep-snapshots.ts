import { dayMs } from '@platform/runtime';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { metric_snapshots } from '../schema.ts';

/** How long snapshots are retained, by what they were taken for. */
export const retainedDays = { schedule: 760, pull: 90 } as const;
const rowsAtOnce = 5_000;

/** Deletes the snapshots that are too old. Answers how many went; the rest goes with the next run. */
export async function sweepSnapshots({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  let removed = 0;
  for (const origin of ['schedule', 'pull'] as const) {
    const before = new Date(clock.now().getTime() - retainedDays[origin] * dayMs);
    const old = db
      .select({ id: metric_snapshots.id })
      .from(metric_snapshots)
      .where(and(eq(metric_snapshots.origin, origin), lt(metric_snapshots.taken_at, before)))
      .orderBy(asc(metric_snapshots.taken_at))
      .limit(rowsAtOnce);
    const deleted = await db
      .delete(metric_snapshots)
      .where(inArray(metric_snapshots.id, old))
      .returning({ id: metric_snapshots.id });
    removed += deleted.length;
  }
  return removed;
}
