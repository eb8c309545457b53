import type { cms } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { and, eq, isNotNull } from 'drizzle-orm';
import { consent_ledger } from '../schema.ts';
import { noteErasure } from './erased-subjects.ts';
import { holdSubjects } from './subject-act.ts';
import { subjectKeys } from './subject-key.ts';

/**
 * Forgets a person without an account: destroys the key of the person's columns in the ledger. The rows stay,
 * and the chain verifies. An act of before the erasure that comes late makes no new key. Keys of users end with the user alone.
 */
export async function eraseSubject(
  tx: Tx,
  { data: { subject_id }, occurred_at }: ReceivedEvent<typeof cms.events.leadSubjectErased>,
): Promise<void> {
  await holdSubjects(tx, [subject_id]);
  await noteErasure(tx, subject_id, occurred_at);
  const [user] = await tx
    .select({ id: consent_ledger.id })
    .from(consent_ledger)
    .where(and(eq(consent_ledger.user_id, subject_id), isNotNull(consent_ledger.user_id)))
    .limit(1);
  if (!user) await subjectKeys.destroy(tx, subject_id);
}
