import type { SocialExperiment } from '@platform/contracts';
import { type Database, fail, type Tx } from '@platform/runtime';
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountRow } from '../accounts/account.ts';
import { accounts, experiment_posts, experiments, variants } from '../schema.ts';

export type ExperimentRow = typeof experiments.$inferSelect;
export type ExperimentView = z.input<typeof SocialExperiment>;
export type Results = NonNullable<ExperimentRow['results']>;

/** A post of an arm, as far as experiments need it. */
export type ArmPost = Awaited<ReturnType<typeof readArmPosts>>[number];

/** An experiment with its account and the posts of its arms, in the order that was given. */
export interface ExperimentContext {
  experiment: ExperimentRow;
  account: Pick<AccountRow, 'channel'>;
  posts: ArmPost[];
}

/** An experiment as administrators see it. */
export function toExperiment(
  { experiment, account, posts }: ExperimentContext,
  results: Results | null = experiment.results,
): ExperimentView {
  const { arm_names, started_at, ends_at, ended_at, created_at, updated_at, ...row } = experiment;
  const arms = arm_names.map((name, arm) => ({
    name,
    posts: posts
      .filter((post) => post.arm === arm)
      .map(({ variant_id, ref, state, scheduled_at, published_at }) => ({
        variant_id,
        ref,
        state,
        scheduled_at: scheduled_at?.toISOString() ?? null,
        published_at: published_at?.toISOString() ?? null,
      })),
  }));
  return {
    ...row,
    channel: account.channel,
    arms,
    results,
    started_at: started_at?.toISOString() ?? null,
    ends_at: ends_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** Posts of the arms of some experiments, in the order that was given. */
export const readArmPosts = (db: Database | Tx, experiment_ids: readonly string[]) =>
  db
    .select({
      experiment_id: experiment_posts.experiment_id,
      variant_id: experiment_posts.variant_id,
      arm: experiment_posts.arm,
      ref: variants.ref,
      state: variants.state,
      scheduled_at: variants.scheduled_at,
      published_at: variants.published_at,
    })
    .from(experiment_posts)
    .innerJoin(variants, eq(variants.id, experiment_posts.variant_id))
    .where(inArray(experiment_posts.experiment_id, [...experiment_ids]))
    .orderBy(asc(experiment_posts.experiment_id), asc(experiment_posts.place));

/**
 * The experiment.
 * @throws `experiment_not_found`
 */
export async function requireExperiment(db: Database | Tx, id: string): Promise<ExperimentContext> {
  const [row] = await db
    .select({ experiment: experiments, account: { channel: accounts.channel } })
    .from(experiments)
    .innerJoin(accounts, eq(accounts.id, experiments.account_id))
    .where(eq(experiments.id, id));
  return row ? { ...row, posts: await readArmPosts(db, [id]) } : fail('experiment_not_found');
}

/**
 * The experiment, locked to the end of the transaction.
 * @throws `experiment_not_found`
 */
export async function lockExperiment(tx: Tx, id: string): Promise<ExperimentContext> {
  const [locked] = await tx
    .select({ id: experiments.id })
    .from(experiments)
    .where(eq(experiments.id, id))
    .for('update');
  return locked ? requireExperiment(tx, id) : fail('experiment_not_found');
}
