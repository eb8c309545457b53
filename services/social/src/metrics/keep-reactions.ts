import type { Database, Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { metric_queue } from '../schema.ts';

/**
 * Keeps how many reactions a post of Telegram has, as an update (`message_reaction_count`) says: the next snapshots
 * have it. A message that is no post of the account, or whose snapshots are all taken, changes nothing.
 * @param message_id of the message in the chat of the account
 * @param total all reactions together
 */
export async function keepReactions(
  db: Database | Tx,
  { account_id, message_id, total }: { account_id: string; message_id: string; total: number },
): Promise<void> {
  await db
    .update(metric_queue)
    .set({ reactions: total })
    .where(and(eq(metric_queue.account_id, account_id), eq(metric_queue.remote_id, message_id)));
}
