import type { IssueOwner, RuleLocale, SeoDashboard } from '@platform/contracts';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { requireSite } from '../scans/require-site.ts';
import { openStates, scanColumns, toScan } from '../scans/scan.ts';
import { issues, scans, site_settings } from '../schema.ts';
import { readVerdict } from './get-verdict.ts';
import { readTrend } from './read-history.ts';

type Dashboard = z.input<typeof SeoDashboard>;

/**
 * The state of a site at a glance.
 * @throws `site_not_found`
 */
export async function getDashboard(
  app: Pick<App, 'db' | 'ask' | 'clock'>,
  site_id: string,
  { days, locale }: { days: number; locale: RuleLocale },
): Promise<Dashboard> {
  const site = await requireSite(app, site_id);
  const [{ verdict, tasks }, trend, [open], [settings], [ignored]] = await Promise.all([
    readVerdict(app.db, site, locale),
    readTrend(app, site_id, days),
    app.db
      .select(scanColumns)
      .from(scans)
      .where(and(eq(scans.site_id, site_id), eq(scans.kind, 'seo'), inArray(scans.state, [...openStates]))),
    app.db
      .select({ next_scan_at: site_settings.next_scan_at })
      .from(site_settings)
      .where(eq(site_settings.site_id, site_id)),
    app.db
      .select({ ignored: count() })
      .from(issues)
      .where(and(eq(issues.site_id, site_id), eq(issues.kind, 'seo'), eq(issues.status, 'ignored'))),
  ]);
  return {
    verdict,
    trend,
    counts: countTasks(tasks, ignored?.ignored ?? 0),
    open_scan: open ? toScan(open, app.clock.now()) : null,
    next_scan_at: settings?.next_scan_at?.toISOString() ?? null,
  };
}

/** Open issues by severity and role. */
export function countTasks(tasks: readonly TaskRow[], ignored: number): Dashboard['counts'] {
  const sum = (of: (task: TaskRow) => number) => tasks.reduce((total, task) => total + of(task), 0);
  const ofWeight = (weight: number) => sum(({ weights }) => weights[weight] ?? 0);
  const ofOwner = (owner: IssueOwner) => sum((task) => (task.owner === owner ? task.pages : 0));
  return {
    open: sum(({ pages }) => pages),
    stale: sum(({ stale }) => stale),
    ignored,
    tasks: tasks.length,
    critical: ofWeight(40),
    high: ofWeight(20),
    medium: ofWeight(8),
    low: ofWeight(2),
    by_owner: {
      landing_dev: ofOwner('landing_dev'),
      cms_editor: ofOwner('cms_editor'),
      operations: ofOwner('operations'),
      content: ofOwner('content'),
    },
  };
}
