import type { Tx } from '@platform/runtime';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ReactionCount } from '../channels/channel-inbox.ts';
import type { Recipient } from '../inbox/store-items.ts';
import { metric_queue } from '../schema.ts';

/**
 * Stores how many reactions posts have, as updates of Telegram say (`message_reaction_count`): the next
 * snapshots have it. A message that is no post of an account, or whose snapshots are all taken, changes
 * nothing.
 * @param recipients the accounts that the updates are for
 */
export async function storeReactions(
  tx: Tx,
  recipients: readonly Recipient[],
  reactions: readonly ReactionCount[],
): Promise<void> {
  // Snapshots lock posts in the order of their ids, so these are locked in it, too.
  const changed = reactions.flatMap(({ destination_id, post_remote_id, total }) =>
    recipients
      .filter(({ account }) => account.remote_id === destination_id)
      .map(({ account }) => ({ account_id: account.id, remote_id: post_remote_id, total })),
  );
  if (changed.length === 0) return;
  const queued = await tx
    .select({
      variant_id: metric_queue.variant_id,
      account_id: metric_queue.account_id,
      remote_id: metric_queue.remote_id,
    })
    .from(metric_queue)
    .where(
      and(
        inArray(metric_queue.account_id, [...new Set(changed.map(({ account_id }) => account_id))]),
        inArray(metric_queue.remote_id, [...new Set(changed.map(({ remote_id }) => remote_id))]),
      ),
    )
    .orderBy(asc(metric_queue.variant_id))
    .for('update');
  for (const { variant_id, account_id, remote_id } of queued) {
    const last = changed.findLast((one) => one.account_id === account_id && one.remote_id === remote_id);
    if (last)
      await tx.update(metric_queue).set({ reactions: last.total }).where(eq(metric_queue.variant_id, variant_id));
  }
}
