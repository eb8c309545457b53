import type { Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { mails } from '../schema.ts';

/** Ends the queued mails of a person who was erased, or who wants no more. Nothing of the person is in the reason. */
export async function endMailsOf(tx: Tx, subject_id: string, reason = 'the recipient was erased'): Promise<void> {
  await tx
    .update(mails)
    .set({ status: 'failed', next_attempt_at: null, last_error: reason })
    .where(and(eq(mails.subject_id, subject_id), eq(mails.status, 'queued')));
}
