import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { cursorNumber, type Database, defineCursor, toPage } from '@platform/runtime';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { issues } from '../schema.ts';
import { type IssueView, toIssue } from './issue.ts';

type Query = EndpointRequest<typeof seoRkn.endpoints.listSeoIssues>['query'];
export type GroupBy = NonNullable<Query['group_by']>;

const keys: Record<GroupBy, SQL> = {
  issue_type: sql`${issues.issue_type}`,
  owner: sql`${issues.owner}`,
  severity: sql`lpad(${issues.weight}::text, 2, '0')`,
  url: sql`${issues.url}`,
  item_id: sql`${issues.item_id}::text`,
};

/** The number of issues, then 100 less the weight before the id. */
const groupCursor = defineCursor([cursorNumber(999_999_999), z.string().regex(/^\d{3}[0-9a-f-]{36}$/)]);

/**
 * Groups of issues, the largest first. A row is the heaviest issue of its group. Issues without an item are
 * in no group of `item_id`.
 * @throws AppError `validation_failed` for a cursor that is not of such a list
 */
export async function groupIssues(
  db: Database,
  isAsked: SQL | undefined,
  { group_by, limit, cursor, locale }: Pick<Query, 'limit' | 'cursor' | 'locale'> & { group_by: GroupBy },
): Promise<Page<IssueView>> {
  const after = groupCursor.parse(cursor);
  const key = keys[group_by];
  // The heaviest issue is the least text of reversed weight and id: no group is sorted.
  const heaviest = sql`min(lpad((100 - ${issues.weight})::text, 3, '0') || ${issues.id}::text COLLATE "C")`;
  const isBehind =
    after === null ? sql`` : sql`HAVING (-count(*), ${heaviest}) > (${-after[0]}::bigint, ${after[1]} COLLATE "C")`;
  const { rows } = await db.execute<{ count: number; heaviest: string }>(sql`
    SELECT count(*)::int AS count, ${heaviest} AS heaviest FROM ${issues}
    WHERE ${isAsked} AND ${key} IS NOT NULL GROUP BY ${key} ${isBehind}
    ORDER BY count(*) DESC, 2 LIMIT ${limit + 1}`);
  const page = toPage(
    rows,
    limit,
    ({ count, heaviest }) => ({ count, id: heaviest.slice(3) }),
    ({ count, heaviest }) => groupCursor.print([count, heaviest]),
  );
  const ids = page.items.map(({ id }) => id);
  const samples = await db.select().from(issues).where(inArray(issues.id, ids));
  const byId = new Map(samples.map((row) => [row.id, row]));
  const items = page.items.flatMap(({ id, count }) => {
    const row = byId.get(id);
    return row ? { ...toIssue(row, locale), count } : [];
  });
  return { items, next_cursor: page.next_cursor };
}
