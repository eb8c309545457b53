import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { type Database, invalidField } from '@platform/runtime';
import { inArray, type SQL, sql } from 'drizzle-orm';
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
  const after = cursor === undefined ? null : readGroupCursor(cursor);
  const key = keys[group_by];
  // The heaviest issue is the least text of reversed weight and id: no group is sorted.
  const heaviest = sql`min(lpad((100 - ${issues.weight})::text, 3, '0') || ${issues.id}::text COLLATE "C")`;
  const isBehind =
    after === null
      ? sql``
      : sql`HAVING (-count(*), ${heaviest}) > (${-after.count}::bigint, ${after.heaviest} COLLATE "C")`;
  const { rows } = await db.execute<{ count: number; heaviest: string }>(sql`
    SELECT count(*)::int AS count, ${heaviest} AS heaviest FROM ${issues}
    WHERE ${isAsked} AND ${key} IS NOT NULL GROUP BY ${key} ${isBehind}
    ORDER BY count(*) DESC, 2 LIMIT ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const ids = shown.map(idOf);
  const samples = await db.select().from(issues).where(inArray(issues.id, ids));
  const byId = new Map(samples.map((row) => [row.id, row]));
  const last = shown.at(-1);
  return {
    items: shown.flatMap((group) => {
      const row = byId.get(idOf(group));
      return row ? { ...toIssue(row, locale), count: group.count } : [];
    }),
    next_cursor: rows.length > limit && last ? writeCursor(last) : null,
  };
}

interface Position {
  count: number;
  /** 100 less the weight, and the id. */
  heaviest: string;
}

const idOf = ({ heaviest }: Position): string => heaviest.slice(3);

const writeCursor = ({ count, heaviest }: Position): string =>
  Buffer.from(`${count} ${heaviest}`).toString('base64url');

function readGroupCursor(cursor: string): Position {
  const [, count, heaviest] =
    /^(\d{1,9}) (\d{3}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      Buffer.from(cursor, 'base64url').toString(),
    ) ?? [];
  return count && heaviest
    ? { count: Number(count), heaviest }
    : invalidField('cursor', 'is not a cursor of this list');
}
