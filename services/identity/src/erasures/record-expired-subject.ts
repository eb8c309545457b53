import type { cms } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { type ErasureRecorder, recordErasure } from './record-erasure.ts';

/**
 * Writes the record of data of a person of a site whose retention ended. The records of the person in the consent ledger
 * stay readable: they prove that the processing was lawful, until an erasure.
 */
export const recordExpiredSubject =
  (app: ErasureRecorder) =>
  async (tx: Tx, { id, data, occurred_at }: ReceivedEvent<typeof cms.events.leadSubjectExpired>): Promise<void> => {
    const { site_id, subject_id, categories } = data;
    await recordErasure(app, tx, {
      id,
      owner_type: 'cms_site',
      owner_id: site_id,
      person: 'site_person',
      person_id: subject_id,
      erased_at: occurred_at,
      erased_by: 'platform',
      admin_id: null,
      reason: 'retention_ended',
      categories,
    });
  };
