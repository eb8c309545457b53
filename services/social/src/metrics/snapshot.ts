import {
  type Measured,
  type MetricMissing,
  PostMetric,
  type SocialMetric,
  type SocialSnapshot,
} from '@platform/contracts';
import { newId } from '@platform/runtime';
import type { z } from 'zod';
import type { PostReading } from '../channels/channel-metrics.ts';
import type { metric_snapshots } from '../schema.ts';

export type SnapshotRow = typeof metric_snapshots.$inferSelect;
export type SnapshotView = z.input<typeof SocialSnapshot>;
export type MeasuredView = z.input<typeof Measured>;

const unread = {
  views: null,
  reach: null,
  likes: null,
  reactions: null,
  comments: null,
  replies: null,
  reposts: null,
  quotes: null,
  shares: null,
  saved: null,
  members: null,
} satisfies Record<SocialMetric, null>;

type About = Pick<SnapshotRow, 'account_id' | 'origin' | 'taken_at'>;

/**
 * The snapshot of a post. A number that its channel does not offer is absent for that reason. Pure except for
 * its id.
 */
export function postSnapshot(
  fields: About & { variant_id: string; age_h: number | null },
  reading: PostReading,
): SnapshotRow {
  const row: SnapshotRow = { ...unread, ...fields, id: newId(), day: null, missing: {} };
  for (const metric of PostMetric.options) setMetric(row, metric, reading[metric] ?? 'not_offered_by_channel');
  return row;
}

/** The snapshot of a whole account. Pure except for its id. */
export function accountSnapshot(fields: About & { day: string | null }, members: number | MetricMissing): SnapshotRow {
  const row: SnapshotRow = { ...unread, ...fields, id: newId(), variant_id: null, age_h: null, missing: {} };
  setMetric(row, 'members', members);
  return row;
}

function setMetric(row: SnapshotRow, metric: SocialMetric, read: number | MetricMissing): void {
  if (typeof read === 'number') row[metric] = read;
  else row.missing[metric] = read;
}

/** One number of a snapshot. */
export const measuredOf = (row: SnapshotRow, metric: SocialMetric): MeasuredView => ({
  value: row[metric],
  reason: row[metric] === null ? (row.missing[metric] ?? 'not_offered_by_channel') : null,
});

/** The numbers that a snapshot has. */
export const metricsOf = ({ variant_id }: Pick<SnapshotRow, 'variant_id'>): readonly SocialMetric[] =>
  variant_id === null ? ['members'] : PostMetric.options;

/** A snapshot as administrators see it. */
export const toSnapshot = (row: SnapshotRow): SnapshotView => ({
  id: row.id,
  account_id: row.account_id,
  variant_id: row.variant_id,
  origin: row.origin,
  age_h: row.age_h,
  taken_at: row.taken_at.toISOString(),
  metrics: Object.fromEntries(metricsOf(row).map((metric) => [metric, measuredOf(row, metric)])),
});
