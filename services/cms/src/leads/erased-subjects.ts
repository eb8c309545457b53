import { dayMs, defineStatement, deleteInSteps, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';

/** By then identity has the event of the erasure. */
const retentionDays = 30;

interface Erased {
  subject_id: string;
  erased_at: Date;
}

/**
 * Records when people were erased. The caller has locked them.
 * @returns the time of each erasure: later than that of any before, whatever the clock says
 */
export async function recordErasures(tx: Tx, subjectIds: readonly string[], now: Date): Promise<Erased[]> {
  return (await runStatement<Erased>(tx, insertErasures, [subjectIds, now])).rows;
}

/** When people were erased last, by subject; those who were not are absent. */
export async function findErasures(tx: Tx, subjectIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await runStatement<Erased>(tx, find, [subjectIds]);
  return new Map(rows.map(({ subject_id, erased_at }) => [subject_id, erased_at]));
}

/** Forgets erasures whose events have arrived long ago. */
export async function sweepErasures({ pool }: Pick<App, 'pool'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays * dayMs);
  await deleteInSteps(pool, { table: 'cms.erased_subjects', condition: 'erased_at < $1', values: [before] });
}

const insertErasures = defineStatement({
  name: 'note_erased_lead_subjects',
  text: `INSERT INTO cms.erased_subjects AS present (subject_id, erased_at)
    SELECT DISTINCT subject_id, $2::timestamptz FROM unnest($1::uuid[]) AS subject_id ORDER BY subject_id
    ON CONFLICT (subject_id) DO UPDATE
      SET erased_at = greatest(excluded.erased_at, present.erased_at + interval '1 millisecond')
    RETURNING subject_id, erased_at`,
});
const find = defineStatement({
  name: 'find_erased_lead_subjects',
  text: 'SELECT subject_id, erased_at FROM cms.erased_subjects WHERE subject_id = ANY ($1::uuid[])',
});
