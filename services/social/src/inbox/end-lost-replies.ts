import type { Tx } from '@platform/runtime';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { nextProbe } from '../publishing/next-step.ts';
import { inbox_replies } from '../schema.ts';

/**
 * Ends the replies that a process left which died. What had `sent_at` may be there: it is uncertain, and
 * never sent again by itself. What had none was not sent.
 * @param account_ids accounts whose lease ended
 */
export async function endLostReplies(tx: Tx, account_ids: string[], now: Date): Promise<void> {
  const isOpen = and(inArray(inbox_replies.account_id, account_ids), eq(inbox_replies.state, 'sending'));
  const ended = { code: 'lease_ended', ended_at: now } as const;
  await tx
    .update(inbox_replies)
    .set({ ...ended, state: 'failed', outcome: 'abandoned', message: 'its process crashed before the send' })
    .where(and(isOpen, isNull(inbox_replies.sent_at)));
  const message = 'its process died before the channel answered';
  await tx
    .update(inbox_replies)
    .set({ ...ended, state: 'uncertain', outcome: 'uncertain', message, due_at: nextProbe(now, 0, now) })
    .where(and(isOpen, isNotNull(inbox_replies.sent_at)));
}
