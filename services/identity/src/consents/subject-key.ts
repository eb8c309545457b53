import { randomBytes } from 'node:crypto';
import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { subject_keys } from '../schema.ts';

/** Associated data of the sealed key of a person. */
export const sealContext = (subjectId: string) => `subject_key:${subjectId}`;

/**
 * The key that encrypts a person's columns in the ledger, made at the first use. It is stored sealed with the
 * platform's key and in no other place, so that removing the row is the erasure of those columns.
 */
export async function subjectKey({ sealer, clock }: Pick<App, 'sealer' | 'clock'>, tx: Tx, subjectId: string) {
  const find = async () => {
    const { rows } = await runStatement<{ sealed: string }>(tx, findKey, [subjectId]);
    return rows[0];
  };
  const existing = await find();
  if (existing) return sealer.open(existing.sealed, sealContext(subjectId));

  const key = randomBytes(32);
  const made = await tx
    .insert(subject_keys)
    .values({ subject_id: subjectId, sealed_key: sealer.seal(key, sealContext(subjectId)), created_at: clock.now() })
    .onConflictDoNothing()
    .returning({ subject_id: subject_keys.subject_id });
  if (made.length > 0) return key;
  const other = await find();
  if (!other) throw new Error(`the key of subject ${subjectId} vanished while it was made`);
  return sealer.open(other.sealed, sealContext(subjectId));
}

const findKey = defineStatement({
  name: 'subject_key',
  text: 'SELECT sealed_key AS sealed FROM identity.subject_keys WHERE subject_id = $1',
});
