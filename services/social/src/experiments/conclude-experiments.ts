import { applyChanges, dayMs, errorText } from '@platform/runtime';
import { and, asc, eq, lt, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { experiments } from '../schema.ts';
import { lockExperiment, requireExperiment } from './experiment.ts';
import { judgeOutcomes } from './judge-outcomes.ts';
import { readOutcomes } from './read-outcomes.ts';

type Concluder = Pick<App, 'db' | 'clock' | 'ask' | 'log'>;

/** Experiments of one run of the job. */
const batch = 20;
const retainedMs = 3 * 365 * dayMs;

/**
 * Completes the experiments that came to their end: the verdict is given once and stays. Without an answer of
 * analytics the next run tries again. Deletes those that ended three years ago.
 * @returns how many were completed
 */
export async function concludeExperiments(app: Concluder): Promise<number> {
  const now = app.clock.now();
  await app.db.delete(experiments).where(lt(experiments.ended_at, new Date(now.getTime() - retainedMs)));
  const due = await app.db
    .select({ id: experiments.id })
    .from(experiments)
    .where(and(eq(experiments.state, 'running'), lte(experiments.ends_at, now)))
    .orderBy(asc(experiments.ends_at))
    .limit(batch);
  let completed = 0;
  for (const { id } of due)
    try {
      if (await conclude(app, id, now)) completed += 1;
    } catch (error) {
      app.log.warn({ experiment_id: id, reason: errorText(error) }, 'an experiment could not be completed');
    }
  return completed;
}

async function conclude(app: Concluder, id: string, now: Date): Promise<boolean> {
  const context = await requireExperiment(app.db, id);
  const outcomes = await readOutcomes(app, context);
  const results = { taken_at: now.toISOString(), ...judgeOutcomes(outcomes, context.experiment) };
  return app.db.transaction(async (tx) => {
    const { experiment } = await lockExperiment(tx, id);
    if (experiment.state !== 'running') return false;
    const { row } = applyChanges(experiment, { state: 'completed', ended_at: now, results }, now);
    await tx.update(experiments).set(row).where(eq(experiments.id, id));
    return true;
  });
}
