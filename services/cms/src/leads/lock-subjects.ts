import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/**
 * Locks these persons until the transaction ends, so that other changes of their rows wait: the key of a
 * person is destroyed only with the last row. All code takes the locks in the order of their numbers.
 */
export async function lockSubjects(tx: Tx, subjectIds: readonly string[]): Promise<void> {
  await runStatement(tx, lockAll, [subjectIds]);
}

const lockAll = defineStatement({
  name: 'lock_lead_subjects',
  text: `SELECT pg_advisory_xact_lock(number) FROM (
      SELECT DISTINCT hashtextextended('lead_subject:' || subject_id::text, 0) AS number
      FROM unnest($1::uuid[]) AS subject_id ORDER BY number
    ) AS sorted`,
});
