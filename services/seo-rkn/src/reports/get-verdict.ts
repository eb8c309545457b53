import type { DescribedSite, RuleLocale, SeoVerdict } from '@platform/contracts';
import type { Database } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { TaskRow } from '../issues/read-tasks.ts';
import { ruleOf } from '../issues/rules.ts';
import { readSummary } from '../issues/summary.ts';
import { requireSite } from '../scans/require-site.ts';
import { findJudgedScans } from './judged-scan.ts';

type Verdict = z.input<typeof SeoVerdict>;

const maxFixes = 3;

/**
 * The verdict of the last scan of a site, `unknown` without one.
 * @throws `site_not_found`
 */
export async function getVerdict(app: Pick<App, 'db' | 'ask'>, site_id: string, locale: RuleLocale): Promise<Verdict> {
  const site = await requireSite(app, site_id);
  return (await readVerdict(app.db, site, locale)).verdict;
}

/** The verdict of the last scan of a site, and the tasks that its open issues make. */
export async function readVerdict(
  db: Database,
  site: DescribedSite,
  locale: RuleLocale,
): Promise<{ verdict: Verdict; tasks: TaskRow[] }> {
  const [[scan, before], tasks] = await Promise.all([findJudgedScans(db, site.id, 2), readSummary(db, site.id)]);
  if (!scan) return { verdict: unknown(site.website_url === null ? 'website_url_missing' : 'no_scan'), tasks };
  const { score } = scan.verdict;
  const earlier = before?.verdict.score ?? null;
  const verdict: Verdict = {
    ...scan.verdict,
    delta: score === null || earlier === null ? null : score - earlier,
    top_fixes: tasks.slice(0, maxFixes).map(({ issue_type, variant, pages, gain }) => ({
      issue_type,
      title: ruleOf(issue_type, variant || null, locale).title,
      pages,
      gain,
    })),
  };
  return { verdict, tasks };
}

const unknown = (reason: string): Verdict => ({
  score: null,
  verdict: 'unknown',
  caps: [],
  delta: null,
  top_fixes: [],
  reason,
  scan_id: null,
  judged_at: null,
  parts: { crawl: null, on_page: null, cms: null, performance: null },
  coverage: { fetched: 0, blocked: 0, failed: 0, unrendered: 0, pct: 0 },
});
