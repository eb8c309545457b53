import { asc, inArray, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { erased_persons, inbox_cursors, inbox_items } from '../schema.ts';
import { destroyUnusedKeys } from './persons.ts';
import { retainedMs } from './store-items.ts';

const rowsAtOnce = 500;
const maxSteps = 20;

/** Deletes items, their authors and replies after 365 days, in steps. Answers how many items went. */
export async function pruneInbox({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retainedMs);
  let removed = 0;
  for (let step = 0; step < maxSteps; step += 1) {
    const old = db
      .select({ id: inbox_items.id })
      .from(inbox_items)
      .where(lt(inbox_items.received_at, before))
      .orderBy(asc(inbox_items.received_at))
      .limit(rowsAtOnce);
    const deleted = await db.transaction(async (tx) => {
      const rows = await tx
        .delete(inbox_items)
        .where(inArray(inbox_items.id, old))
        .returning({ subject_id: inbox_items.subject_id });
      await destroyUnusedKeys(tx, [...new Set(rows.flatMap(({ subject_id }) => subject_id ?? []))]);
      return rows;
    });
    removed += deleted.length;
    if (deleted.length < rowsAtOnce) break;
  }
  // A channel returns no comment from before, which would not be stored either.
  await db.delete(erased_persons).where(lt(erased_persons.erased_at, before));
  // A token that is read no more needs no position: its channel keeps updates for a day.
  await db.delete(inbox_cursors).where(lt(inbox_cursors.updated_at, before));
  return removed;
}
