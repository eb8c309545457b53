import type { IssueOwner, IssueType, RuleLocale, SeoTask } from '@platform/contracts';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shownUrl } from '../crawl/url-key.ts';
import { requireSite } from '../scans/require-site.ts';
import { severityOf } from './issue.ts';
import { ruleOf } from './rules.ts';

export interface TaskRow extends Record<string, unknown> {
  issue_type: IssueType;
  variant: string;
  owner: IssueOwner;
  weight: number;
  pages: number;
  stale: number;
  gain: number;
  urls: string[];
}

/** Texts that one person changes in a day. */
const manyTexts = 20;

/** How much work a task is: a template is mended once for all pages, texts one by one. Pure. */
export function estimateEffort({ owner, pages }: Pick<TaskRow, 'owner' | 'pages'>): 'S' | 'M' | 'L' {
  const isOneByOne = owner === 'cms_editor' || owner === 'content';
  if (!isOneByOne) return pages > manyTexts ? 'M' : 'S';
  if (pages > manyTexts) return 'L';
  return pages > 3 ? 'M' : 'S';
}

/** Open issues of a site by type, variant and owner, the largest gain first. Throws `site_not_found`. */
export async function listTasks(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  locale: RuleLocale,
): Promise<z.input<typeof SeoTask>[]> {
  await requireSite(app, site_id);
  const rows = await readTasks(app, site_id);
  return rows.map(({ weight, urls, ...row }) => {
    const variant = row.variant === '' ? null : row.variant;
    const { title, where, steps, acceptance } = ruleOf(row.issue_type, variant, locale);
    return {
      ...{ ...row, variant, title, where, steps, acceptance, severity: severityOf(weight) },
      ...{ effort: estimateEffort(row), sample_urls: urls.map(shownUrl) },
    };
  });
}

/** Groups of open issues, the largest gain first. */
export async function readTasks({ db }: Pick<App, 'db'>, site_id: string): Promise<TaskRow[]> {
  const { rows } = await db.execute<TaskRow>(sql`
    SELECT issue_type, variant, owner, max(weight)::int AS weight, count(*)::int AS pages,
      count(*) FILTER (WHERE stale)::int AS stale, sum(weight)::int AS gain,
      (array_agg(url ORDER BY id))[1:5] AS urls
    FROM "seo-rkn".issues WHERE site_id = ${site_id} AND status = 'open'
    GROUP BY issue_type, variant, owner
    ORDER BY gain DESC, issue_type, variant`);
  return rows;
}
