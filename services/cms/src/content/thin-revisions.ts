import { dayMs } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';

/** Age from which one draft a day is enough. */
const keptDays = 90;
const rowsAtOnce = 1_000;

/**
 * Of revisions older than 90 days keeps the published ones, those that an item stands at, and the last one of
 * each day (UTC). Answers how many went; at most a thousand, the rest with the next run.
 */
export async function thinRevisions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  const { rowCount } = await db.execute(sql`
    DELETE FROM cms.revisions WHERE (item_id, revision) IN (
      SELECT old.item_id, old.revision
      FROM cms.revisions AS old
      JOIN cms.items AS item ON item.id = old.item_id
      WHERE old.created_at < ${before} AND NOT old.was_published
        AND old.revision <> item.revision
        AND old.revision IS DISTINCT FROM item.scheduled_revision
        AND EXISTS (
          SELECT FROM cms.revisions AS later
          WHERE later.item_id = old.item_id AND later.revision > old.revision
            AND date_trunc('day', later.created_at, 'UTC') = date_trunc('day', old.created_at, 'UTC')
        )
      LIMIT ${rowsAtOnce}
    )`);
  return rowCount ?? 0;
}
