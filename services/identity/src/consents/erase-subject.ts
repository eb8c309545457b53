import type { cms } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type ErasureRecorder, recordErasure } from '../erasures/record-erasure.ts';
import { consent_ledger } from '../schema.ts';
import { type Erasure, recordErasures } from './erased-subjects.ts';
import { holdSubjects } from './subject-act.ts';
import { subjectKeys } from './subject-key.ts';

/**
 * Forgets a person without an account: destroys the key of the person's columns in the ledger. The rows stay,
 * and the chain verifies. An act of before the erasure that comes late makes no new key. Keys of users end with the user alone.
 * The erasure leaves a record, unless the platform had nothing of the person.
 */
export const eraseSubject =
  (app: ErasureRecorder) =>
  async (tx: Tx, { id, data, occurred_at }: ReceivedEvent<typeof cms.events.leadSubjectErased>): Promise<void> => {
    const { subject_id, site_id, categories, ...facts } = data;
    await holdSubjects(tx, [subject_id]);
    await destroyErased(tx, [{ subject_id, erased_at: occurred_at }]);
    if (site_id === null) return;
    const [consent] = await tx
      .select({ id: consent_ledger.id })
      .from(consent_ledger)
      .where(and(eq(consent_ledger.subject_id, subject_id), isNull(consent_ledger.user_id)))
      .limit(1);
    if (!consent && categories.length === 0) return;
    await recordErasure(app, tx, {
      ...facts,
      id,
      owner_type: 'cms_site',
      owner_id: site_id,
      person: 'site_person',
      person_id: subject_id,
      erased_at: occurred_at,
      categories: [...categories, ...(consent ? (['consent_identifiers'] as const) : [])],
    });
  };

/**
 * Destroys the keys of erased people, once for each erasure: an event that comes behind a newer form, which told of
 * the same erasure, leaves the key of that form. The caller holds the people.
 */
export async function destroyErased(tx: Tx, erasures: readonly Erasure[]): Promise<void> {
  if (erasures.length === 0) return;
  for (const subject_id of await recordErasures(tx, erasures)) {
    const [user] = await tx
      .select({ id: consent_ledger.id })
      .from(consent_ledger)
      .where(and(eq(consent_ledger.user_id, subject_id), isNotNull(consent_ledger.user_id)))
      .limit(1);
    if (!user) await subjectKeys.destroy(tx, subject_id);
  }
}
