import { dayMs, defineStatement, deleteInSteps, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { SubjectAct } from './subject-act.ts';

/** A command that is under way for longer than this is lost. */
const retentionDays = 30;

export interface Erasure {
  subject_id: string;
  erased_at: Date;
}

/**
 * Records when people were erased. The caller has locked them.
 * @returns the people whose erasure is later than the one that was known; a repeat is not
 */
export async function recordErasures(tx: Tx, erasures: readonly Erasure[]): Promise<string[]> {
  const { rows } = await runStatement<{ subject_id: string }>(tx, insertErasures, [
    erasures.map(({ subject_id }) => subject_id),
    erasures.map(({ erased_at }) => erased_at.toISOString()),
  ]);
  return rows.map(({ subject_id }) => subject_id);
}

/** Whether an erasure of this time is still recorded: what was forgotten would count as a new one. */
export const isRetained = (erasedAt: Date, now: Date): boolean =>
  erasedAt.getTime() > now.getTime() - retentionDays * dayMs;

/**
 * Which acts are late: the person acted before an erasure, and the act would seal personal data with a new
 * key. The caller holds the people.
 * @returns for each act whether it is late
 */
export async function findLate(
  tx: Tx,
  acts: readonly Pick<SubjectAct, 'subject_id' | 'asked_at'>[],
): Promise<boolean[]> {
  const { rows } = await runStatement<{ subject_id: string; erased_at: Date }>(tx, find, [
    acts.map(({ subject_id }) => subject_id),
  ]);
  const erased = new Map(rows.map(({ subject_id, erased_at }) => [subject_id, erased_at.getTime()]));
  return acts.map(({ subject_id, asked_at }) => {
    const at = erased.get(subject_id);
    return at !== undefined && asked_at !== undefined && Date.parse(asked_at) < at;
  });
}

/** Forgets erasures of so long ago that no act comes late any more. */
export async function sweepErasures({ pool, clock }: Pick<App, 'pool' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - retentionDays * dayMs);
  await deleteInSteps(pool, { table: 'identity.erased_subjects', condition: 'erased_at < $1', values: [before] });
}

const insertErasures = defineStatement({
  name: 'note_erased_subjects',
  text: `INSERT INTO identity.erased_subjects AS present (subject_id, erased_at)
    SELECT subject_id, max(erased_at) FROM unnest($1::uuid[], $2::timestamptz[]) AS told (subject_id, erased_at)
    GROUP BY subject_id ORDER BY subject_id
    ON CONFLICT (subject_id) DO UPDATE SET erased_at = excluded.erased_at WHERE present.erased_at < excluded.erased_at
    RETURNING subject_id`,
});
const find = defineStatement({
  name: 'find_erased_subjects',
  text: 'SELECT subject_id, erased_at FROM identity.erased_subjects WHERE subject_id = ANY ($1::uuid[])',
});
