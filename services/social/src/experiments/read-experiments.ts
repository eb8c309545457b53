import type { social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { columnsEqual, isAppError, readPageRows, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { accounts, experiments } from '../schema.ts';
import {
  type ExperimentContext,
  type ExperimentView,
  type Results,
  readArmPosts,
  requireExperiment,
  toExperiment,
} from './experiment.ts';
import { describeArms } from './judge-outcomes.ts';
import { readOutcomes } from './read-outcomes.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialExperiments>['query'];
type Reader = Pick<App, 'db' | 'ask' | 'clock'>;

/**
 * One page of the experiments of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listExperiments(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor, state }: Query,
): Promise<Page<ExperimentView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(
    db
      .select({ experiment: experiments, account: { channel: accounts.channel } })
      .from(experiments)
      .innerJoin(accounts, eq(accounts.id, experiments.account_id)),
    experiments,
    columnsEqual(experiments, { brand_id, state }),
    { limit, cursor },
  );
  const withIds = rows.map((row) => ({ ...row, id: row.experiment.id }));
  const ids = withIds.map(({ id }) => id);
  const posts = Map.groupBy(await readArmPosts(db, ids), ({ experiment_id }) => experiment_id);
  return toPage(withIds, limit, (row) => toExperiment({ ...row, posts: posts.get(row.id) ?? [] }));
}

/**
 * An experiment with its numbers so far.
 * @throws `experiment_not_found`
 */
export async function getExperiment(app: Reader, id: string): Promise<ExperimentView> {
  const context = await requireExperiment(app.db, id);
  const { state, results } = context.experiment;
  return toExperiment(context, state === 'running' ? await readNumbers(app, context) : results);
}

/** The numbers of a running experiment, without tests and verdict; null while analytics does not answer. */
export async function readNumbers(app: Reader, context: ExperimentContext): Promise<Results | null> {
  try {
    const arms = describeArms(await readOutcomes(app, context), context.experiment);
    return { taken_at: app.clock.now().toISOString(), arms, comparisons: [], verdict: null };
  } catch (error) {
    if (isAppError(error, 'service_unavailable')) return null;
    throw error;
  }
}
