import type { PostMetric } from '@platform/contracts';
import { dayOf, hourMs } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { askCampaign } from '../attribution/ask-campaign.ts';
import { requireBrand } from '../brands/brand.ts';
import { metric_snapshots } from '../schema.ts';
import { snapshotHours } from './assign-times.ts';
import type { ExperimentContext } from './experiment.ts';
import type { Outcome } from './judge-outcomes.ts';

type Reader = Pick<App, 'db' | 'ask' | 'clock'>;

/**
 * What the arms of a started experiment led to so far. Not to be called in a transaction.
 * @throws AppError `service_unavailable` while analytics does not answer
 */
export async function readOutcomes(app: Reader, context: ExperimentContext): Promise<Outcome[]> {
  const { experiment, posts } = context;
  const outcomes = experiment.arm_names.map((name): Outcome => ({ name, visits: 0, registers: 0, values: [] }));
  if (posts.length === 0) return outcomes;
  if (experiment.metric === 'rate') {
    const totals = await readLinks(app, context);
    for (const { arm, ref } of posts) {
      const [outcome, total] = [outcomes[arm], totals.get(ref)];
      if (!outcome || !total) continue;
      outcome.visits += total.visits;
      outcome.registers += total.registers;
    }
    return outcomes;
  }
  const values = await readValues(app, context);
  for (const { arm, variant_id } of posts) {
    const value = values.get(variant_id) ?? null;
    if (value !== null) outcomes[arm]?.values.push(value);
  }
  return outcomes;
}

/** Visits and registrations by the links of the posts, since the start and up to the end, in days of the brand. */
async function readLinks(app: Reader, { experiment, posts }: ExperimentContext) {
  const { started_at, ends_at, brand_id } = experiment;
  const now = app.clock.now();
  const brand = await requireBrand(app.db, brand_id);
  const rows = await askCampaign(app, brand, {
    from: dayOf(started_at ?? now, brand.timezone),
    to: dayOf(now < ends_at ? now : ends_at, brand.timezone),
    group_by: 'content',
    contents: posts.map(({ ref }) => ref),
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/**
 * The number of each post at the age that the experiment names; posts without one are absent. So are posts
 * whose snapshot is late, since a channel or an account was down: later numbers are larger, and would decide.
 */
async function readValues(
  { db }: Reader,
  { experiment: { post_metric, age_h }, posts }: ExperimentContext,
): Promise<Map<string | null, number | null>> {
  if (post_metric === null || age_h === null) return new Map();
  const column = metric_snapshots[post_metric satisfies PostMetric];
  const lastMoments = new Map(
    posts.map(({ variant_id, published_at }) => [
      variant_id,
      (published_at?.getTime() ?? 0) + (age_h + snapshotHours) * hourMs,
    ]),
  );
  const rows = await db
    .select({ variant_id: metric_snapshots.variant_id, value: column, taken_at: metric_snapshots.taken_at })
    .from(metric_snapshots)
    .where(
      and(
        inArray(
          metric_snapshots.variant_id,
          posts.map(({ variant_id }) => variant_id),
        ),
        eq(metric_snapshots.age_h, age_h),
      ),
    );
  const inTime = rows.filter(
    ({ variant_id, taken_at }) => taken_at.getTime() <= (lastMoments.get(variant_id ?? '') ?? 0),
  );
  return new Map(inTime.map(({ variant_id, value }) => [variant_id, value]));
}
