import { defineStatement, runStatement, type Tx } from '@platform/runtime';

const lockShared = defineStatement({
  name: 'lock_support_user',
  text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('cms.support.user.' || $1, 0))`,
});
const lockAlone = defineStatement({
  name: 'lock_merged_support_user',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('cms.support.user.' || $1, 0))`,
});
const present = defineStatement({
  name: 'present_support_user',
  text: 'SELECT user_id FROM cms.merged_users WHERE merged_user_id = $1',
});
/** Users that were merged into the former one follow. */
const mark = defineStatement({
  name: 'mark_merged_support_user',
  text: `WITH followed AS (UPDATE cms.merged_users SET user_id = $1 WHERE user_id = $2)
    INSERT INTO cms.merged_users (merged_user_id, user_id) VALUES ($2, $1) ON CONFLICT DO NOTHING`,
});

/**
 * The user to whom a new ticket of a user belongs: itself, or the one into which it was merged. A merge of the user waits
 * until the transaction ends.
 */
export async function holdPresentUser(tx: Tx, userId: string): Promise<string> {
  await runStatement(tx, lockShared, [userId]);
  return findPresentUser(tx, userId);
}

/**
 * Stores a merge. Events have no order: the remaining user may be merged itself by now.
 * @returns the user that remains today
 */
export async function markMerged(tx: Tx, user_id: string, merged_user_id: string): Promise<string> {
  await runStatement(tx, lockAlone, [merged_user_id]);
  const remaining = await holdPresentUser(tx, user_id);
  await runStatement(tx, mark, [remaining, merged_user_id]);
  return remaining;
}

async function findPresentUser(tx: Tx, userId: string): Promise<string> {
  const { rows } = await runStatement<{ user_id: string }>(tx, present, [userId]);
  return rows[0]?.user_id ?? userId;
}
