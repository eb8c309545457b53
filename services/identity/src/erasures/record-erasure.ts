import type { ErasureCategory, ErasureFacts, ErasureRecord } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { erasure_records } from '../schema.ts';

export type ErasureRow = typeof erasure_records.$inferSelect;

/** A person whose data was destroyed. */
export interface ErasedOne extends ErasureFacts {
  /** The id of the event of the erasure, so that a repeated event leaves one record. */
  id: string;
  owner_type: ErasureRow['owner_type'];
  owner_id: string;
  person: ErasureRow['person'];
  /** The id of a user, or the pseudonym of a person without an account. It is not stored. */
  person_id: string;
  erased_at: Date;
  categories: readonly ErasureCategory[];
}

export type ErasureRecorder = Pick<App, 'config' | 'evidence' | 'erasurePseudonyms'>;

/**
 * Writes the record of an erasure with its signed receipt, in the transaction of the erasure (152-FZ, article 21
 * part 7; order 179 of Roskomnadzor of 28.10.2022). The record names no person.
 * @returns the record; a repeat of one event returns a record that is not stored again
 */
export async function recordErasure(
  { config, evidence, erasurePseudonyms }: ErasureRecorder,
  tx: Tx,
  one: ErasedOne,
): Promise<ErasureRow> {
  const facts = {
    id: one.id,
    owner_type: one.owner_type,
    owner_id: one.owner_id,
    person: one.person,
    pseudonym: await erasurePseudonyms.of(one),
    erased_at: one.erased_at,
    erased_by: one.erased_by,
    admin_id: one.admin_id,
    reason: one.reason,
    categories: [...one.categories],
  };
  const { id: record_id, ...statement } = facts;
  const receipt = await evidence.sign({
    iss: config.PUBLIC_API_URL,
    iat: Math.floor(one.erased_at.getTime() / 1000),
    kind: 'erasure.receipt',
    record_id,
    ...statement,
    erased_at: one.erased_at.toISOString(),
  });
  const row = { ...facts, receipt };
  await tx.insert(erasure_records).values(row).onConflictDoNothing();
  return row;
}

/** A record as administrators see it. */
export const toErasure = ({ erased_at, ...row }: ErasureRow): z.input<typeof ErasureRecord> => ({
  ...row,
  erased_at: erased_at.toISOString(),
});
