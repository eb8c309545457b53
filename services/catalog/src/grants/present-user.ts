import { defineStatement, runStatement, type Tx } from '@platform/runtime';

const present = defineStatement({
  name: 'present_user',
  text: 'SELECT merged_into FROM catalog.grant_revisions WHERE user_id = $1',
});

/**
 * The user to whom the grants of a user belong today: itself, or the one into which it was merged. Events of a
 * payment name the user that paid, also after a merge.
 */
export async function findPresentUser(tx: Tx, userId: string): Promise<string> {
  const { rows } = await runStatement<{ merged_into: string | null }>(tx, present, [userId]);
  return rows[0]?.merged_into ?? userId;
}
