import type { cms } from '@platform/contracts';
import type { ReceivedEvent, Tx } from '@platform/runtime';
import { type ErasureRecorder, recordErasure } from './record-erasure.ts';

/** Writes the record of a text or an author of a site that was destroyed. It names neither. */
export const recordDestroyedContent =
  (app: ErasureRecorder) =>
  async (tx: Tx, { data, occurred_at }: ReceivedEvent<typeof cms.events.contentDestroyed>): Promise<void> => {
    const { erasure_id, site_id, object_id, ...facts } = data;
    await recordErasure(app, tx, {
      ...facts,
      id: erasure_id,
      owner_type: 'cms_site',
      owner_id: site_id,
      person_id: object_id,
      erased_at: occurred_at,
    });
  };
