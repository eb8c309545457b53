import { hourMs, type Tx } from '@platform/runtime';
import type { BrandRow } from '../brands/brand.ts';
import { readBestTimes } from '../metrics/best-times.ts';
import { chooseTimes, horizonOf } from '../plan/choose-times.ts';
import { readSlots } from '../plan/read-plan-facts.ts';
import { activeStrategy } from '../strategy/strategy.ts';
import type { ArmPost, ExperimentRow } from './experiment.ts';
import { seededRandom, shuffle } from './statistics/seeded-random.ts';

/** Cadence of an account that the strategy does not name. */
const daily = { per_week: 7, times: [] };
/** A post has so many hours of visits at least; a snapshot is read so long after its age at most. */
const visitsHours = 24;
export const snapshotHours = 1;

/** The last moment at which a post may go out, so that the end of the experiment sees what became of it. */
export const lastStart = ({ ends_at, age_h }: Pick<ExperimentRow, 'ends_at' | 'age_h'>): Date =>
  new Date(ends_at.getTime() - (age_h === null ? visitsHours : age_h + snapshotHours) * hourMs);

/**
 * The free times of the account of an experiment, first to last: those of its cadence, outside of blackouts,
 * with the gap of the brand to every slot that is there.
 */
export async function readFreeTimes(
  tx: Tx,
  brand: BrandRow,
  { experiment, now }: { experiment: ExperimentRow; now: Date },
): Promise<Date[]> {
  const horizon = { from: horizonOf(now, 0).from, to: lastStart(experiment) };
  if (horizon.to <= horizon.from) return [];
  const strategy = await activeStrategy(tx, brand.id);
  const cadence = strategy?.cadence.find(({ account_id }) => account_id === experiment.account_id) ?? daily;
  const best = await readBestTimes(tx, brand, now);
  const presentSlots = await readSlots(tx, [experiment.account_id], horizon);
  const { free } = chooseTimes(cadence, {
    horizon,
    rules: brand,
    taken: presentSlots,
    best: best(experiment.account_id),
  });
  return free.map(({ at }) => at);
}

/**
 * Gives each post one of the first free times, in the order that the seed makes: complete randomization,
 * which is what the permutation test asks for.
 * @returns null where there are fewer times than posts
 */
export function assignTimes<P extends Pick<ArmPost, 'variant_id'>>(
  posts: readonly P[],
  times: readonly Date[],
  seed: number,
): { post: P; at: Date }[] | null {
  if (times.length < posts.length) return null;
  const order = shuffle(posts, seededRandom(seed));
  return order.flatMap((post, index) => {
    const at = times[index];
    return at ? [{ post, at }] : [];
  });
}
