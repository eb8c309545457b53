import type { Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { mails } from '../schema.ts';

/** Ends the queued mails of a person who was erased. Their key is destroyed by the caller. */
export async function endMailsOf(tx: Tx, subject_id: string): Promise<void> {
  await tx
    .update(mails)
    .set({ status: 'failed', next_attempt_at: null, last_error: 'the recipient was erased' })
    .where(and(eq(mails.subject_id, subject_id), eq(mails.status, 'queued')));
}
