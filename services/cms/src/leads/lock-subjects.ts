import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/**
 * Makes other changes of the rows of these people wait until the transaction ends: the key of a person ends only
 * with the last row. The order of the locks is that of their numbers everywhere.
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
