import { newId, type Tx } from '@platform/runtime';
import { and, desc, eq } from 'drizzle-orm';
import type { TaskRow } from '../issues/read-tasks.ts';
import type { Recorded } from '../issues/record-findings.ts';
import type { ScanRow } from '../scans/scan.ts';
import { reports } from '../schema.ts';

/** A scan that has been judged, and what its findings changed. */
export interface ScanOutcome {
  scan: ScanRow;
  state: 'succeeded' | 'partial';
  verdict: NonNullable<ScanRow['verdict']>;
  recorded: Recorded;
  /** Tasks of all open issues. */
  tasks: TaskRow[];
  now: Date;
}

/** Writes the report of a scan, in the transaction that records its findings and behind them. */
export async function writeReport(tx: Tx, { scan, state, verdict, recorded, tasks, now }: ScanOutcome): Promise<void> {
  const { id: scan_id, site_id, rule_version, probe } = scan;
  const open_issues = tasks.reduce((sum, { pages }) => sum + pages, 0);
  const [before] = await tx
    .select({
      scan_id: reports.scan_id,
      score: reports.score,
      open_issues: reports.open_issues,
      rule_version: reports.rule_version,
    })
    .from(reports)
    .where(and(eq(reports.site_id, site_id)))
    .orderBy(desc(reports.id))
    .limit(1);
  const { score, parts } = verdict;
  const { opened, resolved } = recorded;
  await tx.insert(reports).values({
    id: newId(),
    scan_id,
    site_id,
    created_at: now,
    state,
    score,
    verdict: verdict.verdict,
    open_issues,
    rule_version,
    content: {
      parts,
      coverage: {
        pages: verdict.coverage,
        skipped: scan.skipped,
        robots_status: probe?.robots.status ?? null,
        sitemaps: probe?.sitemaps.filter(({ outcome }) => outcome === 'ok').length ?? 0,
        unmeasured: Object.entries(parts).flatMap(([part, value]) => (value === null ? [part] : [])),
      },
      delta: before
        ? {
            scan_id: before.scan_id,
            opened,
            resolved,
            open_issues: open_issues - before.open_issues,
            score: score === null || before.score === null ? null : score - before.score,
            rules_changed: before.rule_version !== rule_version,
          }
        : null,
      tasks,
    },
  });
}
