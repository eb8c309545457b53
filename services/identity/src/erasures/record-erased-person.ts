import type { social } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { type ErasureRecorder, recordErasure } from './record-erasure.ts';

/** Writes the record of the erasure of a person who wrote to a brand. */
export const recordErasedPerson =
  (app: ErasureRecorder) =>
  async (tx: Tx, { id, data, occurred_at }: ReceivedEvent<typeof social.events.socialPersonErased>): Promise<void> => {
    const { brand_id, subject_id, categories, ...facts } = data;
    await recordErasure(app, tx, {
      ...facts,
      id,
      owner_type: 'brand',
      owner_id: brand_id,
      person: 'brand_person',
      person_id: subject_id,
      erased_at: occurred_at,
      categories,
    });
  };
