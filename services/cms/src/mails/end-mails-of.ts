import type { Tx } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import { mails } from '../schema.ts';

/** Cancels the queued mails of erased or unsubscribed persons. The reason has no personal data. */
export async function endMailsOf(
  tx: Tx,
  subjectIds: readonly string[],
  reason = 'the recipient was erased',
): Promise<void> {
  await tx
    .update(mails)
    .set({
      status: 'failed',
      due_at: null,
      last_error: reason,
    })
    .where(and(inArray(mails.subject_id, [...subjectIds]), eq(mails.status, 'queued')));
}
