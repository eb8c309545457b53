import { applyChanges, fail, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { offSchedule } from '../publishing/next-step.ts';
import { stateAfter } from '../publishing/post-states.ts';
import { experiments, variants } from '../schema.ts';
import { lockVariants } from '../variants/variant.ts';
import { type ArmPost, type ExperimentView, lockExperiment, requireExperiment, toExperiment } from './experiment.ts';
import { readNumbers } from './read-experiments.ts';

/**
 * Ends an experiment without a verdict. Its scheduled posts leave the schedule and stay approved. One that is
 * stopped stays as it is.
 * @throws AppError `experiment_not_found`, `conflict` for one that is completed
 */
export async function stopExperiment(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'ask'>,
  id: string,
): Promise<ExperimentView> {
  const seen = await requireExperiment(app.db, id);
  const numbers = seen.experiment.state === 'running' ? await readNumbers(app, seen) : null;
  return app.db.transaction(async (tx) => {
    const before = await lockExperiment(tx, id);
    const { experiment, posts } = before;
    if (experiment.state === 'completed')
      fail('conflict', { message: 'The experiment is completed: there is nothing to stop.' });
    const { application_id } = await requireBrand(tx, experiment.brand_id);
    const now = app.clock.now();
    if (experiment.state === 'running') await unschedulePosts(tx, posts, now);
    const ended = { state: 'stopped', ended_at: experiment.ended_at ?? now } as const;
    const results = experiment.state === 'running' ? numbers : experiment.results;
    const { row, isChanged } = applyChanges(experiment, { ...ended, results }, now);
    if (isChanged) await tx.update(experiments).set(row).where(eq(experiments.id, id));
    const after = toExperiment(await requireExperiment(tx, id));
    await app.audit.record(tx, { before: toExperiment(before), after, application_id });
    return after;
  });
}

/** Takes the scheduled ones of some posts off the schedule. */
async function unschedulePosts(tx: Tx, posts: readonly ArmPost[], now: Date): Promise<void> {
  const ids = posts.map(({ variant_id }) => variant_id);
  for (const variant of await lockVariants(tx, ids)) {
    const state = stateAfter(variant.state, 'unschedule');
    if (state === null) continue;
    const { row } = applyChanges(variant, { ...offSchedule, state }, now);
    await tx.update(variants).set(row).where(eq(variants.id, variant.id));
  }
}
