import { applyChanges, fail, isUniqueViolation, type Tx } from '@platform/runtime';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireLiveBrand } from '../brands/brand.ts';
import { lockPlan } from '../plan/generate-plan.ts';
import { putOnSchedule, replanSlot } from '../publishing/schedule-post.ts';
import { experiment_posts, experiments, variants } from '../schema.ts';
import { setSlotTime } from '../slots/set-slot-time.ts';
import { lockVariant, lockVariants } from '../variants/variant.ts';
import { assignTimes, readFreeTimes } from './assign-times.ts';
import {
  type ExperimentContext,
  type ExperimentView,
  lockExperiment,
  requireExperiment,
  toExperiment,
} from './experiment.ts';

type Starter = Pick<App, 'db' | 'clock' | 'audit'>;

/**
 * Starts an experiment: its posts are scheduled at free times of the account, in the order that its seed
 * makes. All of them, or none. One that runs stays as it is.
 * @throws AppError `experiment_not_found`, `brand_not_found` for one of an archived brand, `conflict` for one
 * that ended, an arm without a post, a post of another running experiment, and fewer free times than posts;
 * for a post that may not be scheduled as `schedulePost`
 */
export async function startExperiment(app: Starter, id: string): Promise<ExperimentView> {
  const { experiment: seen } = await requireExperiment(app.db, id);
  try {
    return await app.db.transaction(async (tx) => {
      // No plan takes the free times meanwhile.
      await lockPlan(tx, seen.brand_id);
      const before = await lockExperiment(tx, id);
      const { experiment } = before;
      if (experiment.state === 'completed' || experiment.state === 'stopped')
        fail('conflict', { message: `The experiment is ${experiment.state}, and only a draft can be started.` });
      const brand = await requireLiveBrand(tx, experiment.brand_id);
      const now = app.clock.now();
      if (experiment.state === 'draft') await schedulePosts(tx, before, now);
      const started = { state: 'running', started_at: experiment.started_at ?? now } as const;
      const { row, isChanged } = applyChanges(experiment, started, now);
      if (isChanged) await tx.update(experiments).set(row).where(eq(experiments.id, id));
      const after = toExperiment(await requireExperiment(tx, id));
      await app.audit.record(tx, { before: toExperiment(before), after, application_id: brand.application_id });
      return after;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'slots_account_at')) fail('slot_taken', { cause: error });
    throw error;
  }
}

async function schedulePosts(tx: Tx, { experiment, posts }: ExperimentContext, now: Date): Promise<void> {
  const empty = experiment.arm_names.find((_, arm) => !posts.some((post) => post.arm === arm));
  if (empty !== undefined) fail('conflict', { message: `The arm ${empty} has no post: add one, or remove the arm.` });
  const ids = posts.map(({ variant_id }) => variant_id);
  await lockVariants(tx, ids);
  await requireFree(tx, experiment.id, ids);
  const brand = await requireLiveBrand(tx, experiment.brand_id);
  const times = await readFreeTimes(tx, brand, { experiment, now });
  const assigned = assignTimes(posts, times, experiment.seed);
  if (assigned === null)
    return fail('conflict', {
      message: `The account has ${times.length} free times for ${posts.length} posts before the experiment ends: choose a later end, or fewer posts.`,
    });
  for (const { post, at } of assigned) {
    const context = await lockVariant(tx, post.variant_id);
    if (context.account.state === 'unverified')
      fail('account_not_ready', { message: 'The account was never verified: enter its credentials, and verify it.' });
    const { row } = applyChanges(context.variant, await putOnSchedule(tx, context, at), now);
    await tx.update(variants).set(row).where(eq(variants.id, post.variant_id));
    await setSlotTime(tx, { at, ...context, variant_id: post.variant_id, now });
    await replanSlot(tx, row, now);
  }
}

/**
 * Asserts that no other running experiment has one of the posts.
 * @throws `conflict`
 */
async function requireFree(tx: Tx, id: string, variant_ids: readonly string[]): Promise<void> {
  const [other] = await tx
    .select({ name: experiments.name })
    .from(experiment_posts)
    .innerJoin(experiments, eq(experiments.id, experiment_posts.experiment_id))
    .where(
      and(
        inArray(experiment_posts.variant_id, [...variant_ids]),
        eq(experiments.state, 'running'),
        ne(experiments.id, id),
      ),
    )
    .limit(1);
  if (other)
    fail('conflict', {
      message: `A post is in the running experiment ${other.name}: stop that one, or choose another post.`,
    });
}
