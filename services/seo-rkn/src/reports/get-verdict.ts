import type { RuleLocale, SeoVerdict } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { readTasks } from '../issues/list-tasks.ts';
import { ruleOf } from '../issues/rules.ts';
import { requireSite } from '../scans/require-site.ts';
import { findJudgedScan } from './judged-scan.ts';

type Verdict = z.input<typeof SeoVerdict>;

const maxFixes = 3;

/** The verdict of the last scan of a site, `unknown` without one. Throws `site_not_found`. */
export async function getVerdict(app: Pick<App, 'db' | 'ask'>, site_id: string, locale: RuleLocale): Promise<Verdict> {
  const site = await requireSite(app, site_id);
  const scan = await findJudgedScan(app.db, site_id);
  if (!scan?.verdict) return unknown(site.website_url === null ? 'website_url_missing' : 'no_scan');
  const [before, tasks] = await Promise.all([findJudgedScan(app.db, site_id, scan.id), readTasks(app, site_id)]);
  const { score } = scan.verdict;
  const earlier = before?.verdict?.score ?? null;
  return {
    ...scan.verdict,
    delta: score === null || earlier === null ? null : score - earlier,
    top_fixes: tasks.slice(0, maxFixes).map(({ issue_type, variant, pages, gain }) => ({
      ...{ issue_type, title: ruleOf(issue_type, variant || null, locale).title, pages, gain },
    })),
  };
}

const unknown = (reason: string): Verdict => ({
  ...{ score: null, verdict: 'unknown', caps: [], delta: null, top_fixes: [], reason, scan_id: null, judged_at: null },
  parts: { crawl: null, on_page: null, cms: null, performance: null },
  coverage: { fetched: 0, blocked: 0, failed: 0, unrendered: 0, pct: 0 },
});
