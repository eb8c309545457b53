import { randomInt } from 'node:crypto';
import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { fail, invalidField, newId, type Tx } from '@platform/runtime';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { lockBrand, requireLiveBrand } from '../brands/brand.ts';
import { experiment_posts, experiments, variants } from '../schema.ts';
import { requireAhead } from '../slots/slot.ts';
import { requireAccounts } from '../variants/create-content.ts';
import { type ExperimentRow, type ExperimentView, readArmPosts, toExperiment } from './experiment.ts';

type Body = EndpointRequest<typeof social.endpoints.createSocialExperiment>['body'];

const maxOpen = 50;
const seeds = 2 ** 32;

/**
 * Drafts an experiment.
 * @throws AppError `brand_not_found`, `account_not_found`, `variant_not_found` for a post of another account,
 * `conflict` for a brand with 50 drafts and running ones, `validation_failed` for a post that comes twice and
 * for an end that is over or more than a year ahead
 */
export async function createExperiment(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  brand_id: string,
  { arms, account_id, ends_at, age_h, ...fields }: Body,
  { email }: Pick<AdminContext, 'email'>,
): Promise<ExperimentView> {
  const ids = arms.flatMap(({ variant_ids }) => variant_ids);
  if (new Set(ids).size !== ids.length) invalidField('arms', 'has a post twice: name each post once');
  return app.db.transaction(async (tx) => {
    // The lock of the brand holds the count.
    await lockBrand(tx, brand_id);
    const brand = await requireLiveBrand(tx, brand_id);
    const [account] = await requireAccounts(tx, brand, [account_id]);
    if (!account) return fail('account_not_found');
    const now = app.clock.now();
    const end = new Date(ends_at);
    requireAhead('ends_at', end, now);
    await requirePosts(tx, account_id, ids);
    const [open] = await tx
      .select({ value: count() })
      .from(experiments)
      .where(and(eq(experiments.brand_id, brand_id), inArray(experiments.state, ['draft', 'running'])));
    if ((open?.value ?? 0) >= maxOpen)
      fail('conflict', { message: `The brand has ${maxOpen} open experiments, which is the limit: stop one first.` });
    const experiment: ExperimentRow = {
      id: newId(),
      brand_id,
      account_id,
      ...fields,
      age_h: fields.metric === 'per_post' ? age_h : null,
      arm_names: arms.map(({ name }) => name),
      seed: randomInt(seeds),
      state: 'draft',
      results: null,
      started_at: null,
      ends_at: end,
      ended_at: null,
      created_by: email,
      version: 1,
      created_at: now,
      updated_at: now,
    };
    await tx.insert(experiments).values(experiment);
    const posts = arms.flatMap(({ variant_ids }, arm) => variant_ids.map((variant_id) => ({ variant_id, arm })));
    const rows = posts.map((post, position) => ({ experiment_id: experiment.id, ...post, place: position }));
    await tx.insert(experiment_posts).values(rows);
    const view = toExperiment({ experiment, account, posts: await readArmPosts(tx, [experiment.id]) });
    await app.audit.record(tx, { before: null, after: view, application_id: brand.application_id });
    return view;
  });
}

/**
 * Asserts that posts are of an account.
 * @throws `variant_not_found`
 */
async function requirePosts(tx: Tx, account_id: string, ids: readonly string[]): Promise<void> {
  const posts = await tx
    .select({ id: variants.id })
    .from(variants)
    .where(and(inArray(variants.id, [...ids]), eq(variants.account_id, account_id)));
  if (posts.length !== ids.length) fail('variant_not_found');
}
