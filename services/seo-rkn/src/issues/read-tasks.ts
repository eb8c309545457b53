import type { IssueOwner, IssueType } from '@platform/contracts';
import type { Database, Tx } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { Evidence } from './finding.ts';

/** Open issues of one type, variant and owner. */
export interface TaskRow {
  issue_type: IssueType;
  /** Empty for the main case. */
  variant: string;
  owner: IssueOwner;
  /** The heaviest of them. */
  weight: number;
  /** Issues in it. */
  pages: number;
  stale: number;
  gain: number;
  /** Issues by weight. */
  weights: Record<string, number>;
  /** The heaviest issues with their URL keys, 50 at most. */
  samples: TaskSample[];
}

export interface TaskSample {
  id: string;
  url: string;
  /** What was seen there, of the first ten; absent behind them, and in tasks of former releases. */
  evidence?: Evidence | null;
}

/** What the gain of an issue about the site as a whole is measured by. */
export interface TaskSite {
  site_id: string;
  /** Null before the first scan. */
  origin: string | null;
  /** Pages of the last scan. */
  pages: number;
}

/** Issues of a task whose addresses it names, and those that it describes. */
const maxSamples = 50;
const maxDescribed = 10;
/** Other addresses of a described issue. */
const maxRelated = 10;

/** Texts that one person changes in a day. */
const manyTexts = 20;

/** Effort of a task: a template is fixed once for all pages, texts one by one. */
export function estimateEffort({ owner, pages }: Pick<TaskRow, 'owner' | 'pages'>): 'S' | 'M' | 'L' {
  const isOneByOne = owner === 'cms_editor' || owner === 'content';
  if (!isOneByOne) return pages > manyTexts ? 'M' : 'S';
  if (pages > manyTexts) return 'L';
  return pages > 3 ? 'M' : 'S';
}

/**
 * Groups of open issues of a site, the largest gain first: weight × pages that the fault is on, as in the
 * verdict. A fault of a group is on the pages that its evidence counts. One of the site without such a count is on every
 * page when it is high or critical, else it counts once. The home page counts three times.
 * @param types issues of these types alone; null for all
 */
export async function readTasks(
  db: Database | Tx,
  { site_id, origin, pages }: TaskSite,
  types: readonly IssueType[] | null = null,
): Promise<TaskRow[]> {
  const isAsked = types === null ? sql`true` : sql`issue_type = ANY (${sql.param(types)}::text[])`;
  const { rows } = await db.execute<Record<keyof TaskRow, never>>(sql`
    WITH ranked AS (
      SELECT id, issue_type, variant, owner, weight, url, stale, evidence,
        weight * CASE WHEN evidence ? 'pages' THEN (evidence ->> 'pages')::int
          WHEN subject LIKE 'site:%' AND weight >= 20 THEN greatest(${pages}::int, 1) WHEN subject = ${`${origin}/`} THEN 3
          WHEN subject LIKE 'http%' OR subject LIKE 'site:%' THEN 1
          ELSE greatest(coalesce(jsonb_array_length(evidence -> 'related'), 0), 1) END AS gain,
        row_number() OVER (PARTITION BY issue_type, variant, owner ORDER BY weight DESC, id) AS place
      FROM "seo-rkn".issues WHERE site_id = ${site_id} AND kind = 'seo' AND status = 'open' AND ${isAsked}
    )
    SELECT issue_type, variant, owner, max(weight)::int AS weight, count(*)::int AS pages,
      count(*) FILTER (WHERE stale)::int AS stale, sum(gain)::int AS gain,
      json_build_object('40', count(*) FILTER (WHERE weight = 40), '20', count(*) FILTER (WHERE weight = 20),
        '8', count(*) FILTER (WHERE weight = 8), '2', count(*) FILTER (WHERE weight = 2)) AS weights,
      json_agg(json_build_object('id', id, 'url', url, 'evidence', CASE WHEN place <= ${maxDescribed} THEN
          evidence || CASE WHEN evidence ? 'related' THEN jsonb_build_object('related',
            jsonb_path_query_array(evidence -> 'related', '$[0 to ${sql.raw(String(maxRelated - 1))}]')) ELSE '{}' END END)
        ORDER BY place) FILTER (WHERE place <= ${maxSamples}) AS samples
    FROM ranked
    GROUP BY issue_type, variant, owner
    ORDER BY sum(gain) DESC, issue_type, variant, owner`);
  return rows;
}
