import { type MetricMissing, PostMetric, type SocialChannel } from '@platform/contracts';
import { type Database, defineStatement, mapInSlices, runStatement, type Tx } from '@platform/runtime';

/** A published post with the numbers of about a day after its publication. */
export interface MeasuredPost {
  variant_id: string;
  account_id: string;
  channel: SocialChannel;
  published_at: Date;
  title: string;
  url: string | null;
  rubric: string | null;
  is_ad: boolean;
  /** Its numbers; null where no snapshot of a day and more is taken. */
  numbers: (Record<PostMetric, number | null> & { missing: Partial<Record<PostMetric, MetricMissing>> }) | null;
}

/** Posts of one read. */
export const maxMeasured = 5_000;

const names = PostMetric.options;
const list = names.join(', ');
const readPosts = defineStatement({
  name: 'measured_posts',
  text: `SELECT p.id AS variant_id, p.account_id, p.channel, p.published_at, p.url, p.is_ad, i.title,
      coalesce(sl.rubric, i.rubric) AS rubric, m.missing, ${names.map((name) => `m.${name}::float8 AS ${name}`).join(', ')}
    FROM (
      SELECT v.id, v.account_id, a.channel, v.published_at, v.remote_url AS url, v.is_ad, v.idea_id
      FROM social.accounts a JOIN social.variants v ON v.account_id = a.id
      WHERE a.brand_id = $1 AND v.published_at >= $2 AND v.published_at < $3 AND v.state = 'published'
      ORDER BY v.published_at DESC, v.id DESC LIMIT $4) p
    JOIN social.ideas i ON i.id = p.idea_id
    LEFT JOIN social.slots sl ON sl.variant_id = p.id
    LEFT JOIN LATERAL (
      SELECT ${list}, missing FROM social.metric_snapshots s WHERE s.variant_id = p.id AND s.age_h >= 24
      ORDER BY (num_nonnulls(${list}) = 0), s.age_h LIMIT 1) m ON true
    ORDER BY p.published_at DESC, p.id DESC`,
});

type Row = Omit<MeasuredPost, 'numbers'> &
  Record<PostMetric, number | null> & { missing: NonNullable<MeasuredPost['numbers']>['missing'] | null };

/**
 * Published posts of a brand, the newest first, with their first numbers from a day after the publication on:
 * so posts of any age compare. A snapshot without any number gives way to a later one.
 * @param period `from` is included, `to` is not
 */
export async function readMeasured(
  db: Database | Tx,
  brand_id: string,
  { from, to }: { from: Date; to: Date },
): Promise<MeasuredPost[]> {
  const { rows } = await runStatement<Row & Record<string, unknown>>(db, readPosts, [brand_id, from, to, maxMeasured]);
  return mapInSlices(rows, toMeasured);
}

const toMeasured = ({
  variant_id,
  account_id,
  channel,
  published_at,
  title,
  url,
  rubric,
  is_ad,
  missing,
  ...row
}: Row) => ({
  variant_id,
  account_id,
  channel,
  published_at,
  title,
  url,
  rubric,
  is_ad,
  numbers: missing && { ...numbersOf(row), missing },
});

const numbersOf = (row: Record<PostMetric, number | null>): Record<PostMetric, number | null> => {
  const { views, reach, likes, reactions, comments, replies, reposts, quotes, shares, saved } = row;
  return { views, reach, likes, reactions, comments, replies, reposts, quotes, shares, saved };
};
