import { dayMs } from '@platform/runtime';
import { asc, inArray, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { destroyUnusedKeys } from '../inbox/persons.ts';
import { listening_items, search_budgets } from '../schema.ts';
import { retainedMs } from './store-found.ts';

const rowsAtOnce = 500;
const maxSteps = 20;

/**
 * Deletes what listening found after 90 days, in steps, and the keys of persons of whom nothing else is left. Answers how
 * many items went.
 */
export async function pruneListening({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  let removed = 0;
  for (let step = 0; step < maxSteps; step += 1) {
    const old = db
      .select({ id: listening_items.id })
      .from(listening_items)
      .where(lt(listening_items.created_at, new Date(now - retainedMs)))
      .orderBy(asc(listening_items.created_at))
      .limit(rowsAtOnce);
    const deleted = await db.transaction(async (tx) => {
      const rows = await tx
        .delete(listening_items)
        .where(inArray(listening_items.id, old))
        .returning({ subject_id: listening_items.subject_id });
      await destroyUnusedKeys(tx, [...new Set(rows.flatMap(({ subject_id }) => subject_id ?? []))]);
      return rows;
    });
    removed += deleted.length;
    if (deleted.length < rowsAtOnce) break;
  }
  const lastDay = new Date(now - 2 * dayMs).toISOString().slice(0, 10);
  await db.delete(search_budgets).where(lt(search_budgets.day, lastDay));
  return removed;
}
