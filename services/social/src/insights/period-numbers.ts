import { PeriodMetric, type PeriodMissing, type PeriodNumber } from '@platform/contracts';
import type { z } from 'zod';
import type { MeasuredPost } from '../metrics/measured-posts.ts';

export type NumberView = z.input<typeof PeriodNumber>;

/** A number of a period, or why there is none. */
export interface PeriodSum {
  value: number | null;
  reason: PeriodMissing | null;
}

/** The sums of the posts of a period. What no post has is absent, for the reason that most of them have. */
export const sumsOf = (posts: readonly MeasuredPost[]): Record<PeriodMetric, PeriodSum> =>
  Object.fromEntries(PeriodMetric.options.map((metric) => [metric, sumOf(posts, metric)])) as Record<
    PeriodMetric,
    PeriodSum
  >;

function sumOf(posts: readonly MeasuredPost[], metric: PeriodMetric): PeriodSum {
  if (metric === 'posts') return { value: posts.length, reason: null };
  const measured = posts.flatMap(({ numbers }) => numbers ?? []);
  const values = measured.flatMap((numbers) => numbers[metric] ?? []);
  if (values.length > 0) return { value: values.reduce((sum, value) => sum + value, 0), reason: null };
  const counts = new Map<PeriodMissing, number>();
  for (const { missing } of measured) {
    const reason = missing[metric] ?? 'not_offered_by_channel';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([a, many], [b, other]) => other - many || (a < b ? -1 : 1));
  return { value: null, reason: most?.[0] ?? 'not_measured' };
}

/** A number beside what it is compared with. */
export function compareNumber(metric: PeriodMetric, { value, reason }: PeriodSum, before: number | null): NumberView {
  const change = value === null || before === null || before === 0 ? null : ((value - before) / before) * 100;
  return { metric, value, reason, before, change_percent: change === null ? null : roundTo(change, 1) };
}

/** A number with so many decimals. */
export const roundTo = (value: number, decimals: number): number => Number(value.toFixed(decimals));
