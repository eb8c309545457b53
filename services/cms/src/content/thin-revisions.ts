import { dayMs } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';

/** Age in days from which a draft that another autosaved one superseded is deleted. */
const supersededDays = 1;
/** Age in days from which only one draft of each day is retained. */
const retentionDays = 90;
const rowsAtOnce = 1_000;

/**
 * Deletes revisions older than 90 days, except published ones, the current and scheduled ones of items, and
 * the last one of each day (UTC), and autosaved ones that were superseded a day ago. One run deletes at most 1,000, the next run continues.
 * @returns how many were deleted
 */
export async function thinRevisions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  const supersededBefore = new Date(clock.now().getTime() - supersededDays * dayMs);
  const { rowCount } = await db.execute(sql`
    DELETE FROM cms.revisions WHERE (item_id, revision) IN (
      SELECT old.item_id, old.revision
      FROM cms.revisions AS old
      JOIN cms.items AS item ON item.id = old.item_id
      WHERE (old.created_at < ${before} OR old.superseded_at < ${supersededBefore}) AND NOT old.was_published
        AND old.revision <> item.revision
        AND old.revision IS DISTINCT FROM item.scheduled_revision
        AND (old.superseded_at < ${supersededBefore} AND NOT EXISTS (
          SELECT FROM cms.preview_tokens AS token WHERE token.item_id = old.item_id AND token.revision = old.revision
        ) OR EXISTS (
          SELECT FROM cms.revisions AS later
          WHERE later.item_id = old.item_id AND later.revision > old.revision
            AND date_trunc('day', later.created_at, 'UTC') = date_trunc('day', old.created_at, 'UTC')
        ) AND old.created_at < ${before})
      LIMIT ${rowsAtOnce}
    )`);
  return rowCount ?? 0;
}
