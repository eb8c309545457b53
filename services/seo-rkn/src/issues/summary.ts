import type { IssueType } from '@platform/contracts';
import type { Database, Tx } from '@platform/runtime';
import { eq, sql } from 'drizzle-orm';
import { issue_summaries } from '../schema.ts';
import { readTasks, type TaskRow, type TaskSite } from './read-tasks.ts';

/** Tasks that the open issues of a site make; empty before its first scan. */
export async function readSummary(db: Database | Tx, site_id: string): Promise<TaskRow[]> {
  const [row] = await db
    .select({ tasks: issue_summaries.tasks })
    .from(issue_summaries)
    .where(eq(issue_summaries.site_id, site_id));
  // Issues of a release before this table are summarised by the next scan.
  return row?.tasks ?? (await readTasks(db, { site_id, origin: null, pages: 0 }));
}

/** The largest gain first, as `readTasks` orders them. */
const byGain = (left: TaskRow, right: TaskRow): number => right.gain - left.gain || compare(keyOf(left), keyOf(right));

const keyOf = ({ issue_type, variant, owner }: TaskRow): string => `${issue_type} ${variant} ${owner}`;
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/**
 * Brings the tasks of a site up to date with its issues. It is the last statement of each transaction that
 * changes issues: the row is a lock, so that the count behind it sees what the transaction before committed.
 * @param change `site` of a scan that ends counts all again; `types` counts issues of these types
 * @returns the tasks, the largest gain first
 */
export async function refreshSummary(
  tx: Tx,
  change: { site: TaskSite } | { site_id: string; types: readonly IssueType[] },
): Promise<TaskRow[]> {
  const site_id = 'site' in change ? change.site.site_id : change.site_id;
  const about = 'site' in change ? { origin: change.site.origin, pages: change.site.pages } : null;
  const [row] = await tx
    .insert(issue_summaries)
    .values({ site_id, origin: null, pages: 0, tasks: null, ...about })
    .onConflictDoUpdate({ target: issue_summaries.site_id, set: about ?? { site_id } })
    .returning();
  if (!row) throw new Error('a summary without a row');
  const { origin, pages, tasks: before } = row;
  const site = { site_id, origin, pages };
  const types = 'site' in change || before === null ? null : change.types;
  const counted = await readTasks(tx, site, types);
  const otherTasks = types === null ? [] : (before ?? []).filter(({ issue_type }) => !types.includes(issue_type));
  const tasks = [...otherTasks, ...counted].sort(byGain);
  await tx
    .update(issue_summaries)
    .set({ tasks: sql`${JSON.stringify(tasks)}::jsonb` })
    .where(eq(issue_summaries.site_id, site_id));
  return tasks;
}
