import type { SeoHistory, SeoTrendPoint } from '@platform/contracts';
import { and, desc, eq, gte, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireSite } from '../scans/require-site.ts';
import { scans } from '../schema.ts';

type Point = z.input<typeof SeoTrendPoint>;

const dayMs = 86_400_000;
const maxPoints = 1_000;

/**
 * Scores and issues of scans so far.
 * @throws `site_not_found`
 */
export async function getHistory(
  app: Pick<App, 'db' | 'ask' | 'clock'>,
  site_id: string,
  days: number,
): Promise<z.input<typeof SeoHistory>> {
  await requireSite(app, site_id);
  return { days, points: await readTrend(app, site_id, days) };
}

/** Scans with a verdict of the last days, oldest first. */
export async function readTrend(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  site_id: string,
  days: number,
): Promise<Point[]> {
  const since = new Date(clock.now().getTime() - days * dayMs);
  const rows = await db
    .select({
      scan_id: scans.id,
      finished_at: scans.finished_at,
      state: scans.state,
      verdict: scans.verdict,
      pages: scans.pages_done,
      issues: scans.issues,
      rule_version: scans.rule_version,
    })
    .from(scans)
    .where(
      and(eq(scans.site_id, site_id), eq(scans.kind, 'seo'), isNotNull(scans.verdict), gte(scans.finished_at, since)),
    )
    .orderBy(desc(scans.id))
    .limit(maxPoints);
  return rows.reverse().flatMap(({ scan_id, finished_at, state, verdict, pages, issues, rule_version }) => {
    if (verdict === null || finished_at === null) return [];
    const { score, parts } = verdict;
    const { found = 0, opened = 0, resolved = 0 } = issues ?? {};
    return {
      scan_id,
      at: finished_at.toISOString(),
      state: state === 'partial' ? 'partial' : 'succeeded',
      score,
      verdict: verdict.verdict,
      parts,
      pages,
      found,
      opened,
      resolved,
      rule_version,
    };
  });
}
