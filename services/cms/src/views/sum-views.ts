import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';

/** Views of the articles of a site in each of these ranges of days, both ends included. */
export async function sumArticleViews(
  { db }: Pick<App, 'db'>,
  { site_id, ranges }: { site_id: string; ranges: readonly { from: string; to: string }[] },
): Promise<{ views: number[] }> {
  const [from, to] = [ranges.map((range) => range.from), ranges.map((range) => range.to)];
  const { rows } = await db.execute<{ views: number }>(sql`
    SELECT coalesce(sum(v.views), 0)::int AS views
    FROM unnest(${sql.param(from)}::date[], ${sql.param(to)}::date[]) WITH ORDINALITY AS r (first, last, number)
    LEFT JOIN cms.article_views v ON v.site_id = ${site_id} AND v.day BETWEEN r.first AND r.last
    GROUP BY r.number ORDER BY r.number`);
  return { views: rows.map(({ views }) => views) };
}
