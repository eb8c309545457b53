import type { Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { ReactionCount } from '../channels/channel-inbox.ts';
import type { Recipient } from '../inbox/keep-items.ts';
import { metric_queue } from '../schema.ts';

/**
 * Keeps how many reactions posts have, as updates of Telegram say (`message_reaction_count`): the next
 * snapshots have it. A message that is no post of an account, or whose snapshots are all taken, changes
 * nothing.
 * @param recipients the accounts that the updates are for
 */
export async function keepReactions(
  tx: Tx,
  recipients: readonly Recipient[],
  reactions: readonly ReactionCount[],
): Promise<void> {
  for (const { place, post_remote_id, total } of reactions) {
    const ids = recipients.filter(({ account }) => account.remote_id === place).map(({ account }) => account.id);
    if (ids.length === 0) continue;
    await tx
      .update(metric_queue)
      .set({ reactions: total })
      .where(and(inArray(metric_queue.account_id, ids), eq(metric_queue.remote_id, post_remote_id)));
  }
}
