import { type Database, defineStatement, runStatement, type Tx } from '@platform/runtime';
import { allowMinutes } from './allow-minutes.ts';

/** Inserts a row where nothing was dropped yet: a missing row cannot be locked. */
const hold = defineStatement({
  name: 'hold_retention_watermark',
  text: `WITH held AS (SELECT since FROM analytics.retention_watermarks WHERE owner_id = $1 FOR SHARE),
         made AS (
           INSERT INTO analytics.retention_watermarks (owner_id, since) SELECT $1, '-infinity' WHERE NOT EXISTS (SELECT FROM held)
           ON CONFLICT (owner_id) DO UPDATE SET since = retention_watermarks.since RETURNING since
         )
         SELECT (extract(epoch FROM since) * 1000)::float8 AS since FROM (SELECT since FROM held UNION ALL SELECT since FROM made) AS one`,
});
const moveForward = defineStatement({
  name: 'advance_retention_watermark',
  text: `INSERT INTO analytics.retention_watermarks (owner_id, since) VALUES ($1, $2)
         ON CONFLICT (owner_id) DO UPDATE SET since = excluded.since WHERE retention_watermarks.since < excluded.since`,
});
const waitForLocks = defineStatement({
  name: 'wait_for_counting',
  text: "SELECT set_config('lock_timeout', '600s', true)",
});

/** Lets a transaction wait for running counts of days, which may take minutes. */
export async function waitForCounting(tx: Tx): Promise<void> {
  await allowMinutes(tx);
  await runStatement(tx, waitForLocks, []);
}

/**
 * Start of the single events of an application or a site, in milliseconds; `-Infinity` while none were
 * dropped. No event of it is dropped until the transaction has ended, so that its counts from here on are
 * complete.
 */
export async function holdRetentionWatermark(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await runStatement<{ since: number }>(tx, hold, [ownerId]);
  return rows[0]?.since ?? Number.NEGATIVE_INFINITY;
}

/** Records that events before a moment are about to be dropped. The recorded moment never moves back. */
export async function advanceRetentionWatermark(db: Database, ownerId: string, since: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForCounting(tx);
    await runStatement(tx, moveForward, [ownerId, since]);
  });
}
