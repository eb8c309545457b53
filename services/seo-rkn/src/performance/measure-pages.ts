import { setTimeout as sleep } from 'node:timers/promises';
import { minuteMs } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import { lowScore, median } from '../issues/performance-rules.ts';
import type { ScanWork } from '../scans/scan-work.ts';
import type { PsiClient } from './psi-client.ts';
import type { PsiOutcome, PsiRun } from './read-psi-answer.ts';
import type { ScanPsi, ScanPsiPage } from './scan-psi.ts';

/** Time of all measurements of a scan. */
const maxMs = 15 * minuteMs;
/** Runs of a page that seems slow: laboratories differ between runs. */
const maxRuns = 3;

/**
 * Measures pages of a scan on mobile devices: the home page, pages with open issues of speed, listed pages.
 * @param psi what was measured before a crash; undefined without one
 * @param save stores what is measured so far, with the run of the page that came last
 * @returns null where nothing could be measured
 * @throws the reason of the signal, and what `save` throws
 */
export async function measurePages(
  work: ScanWork,
  before: ScanPsi | null,
  save: (psi: ScanPsi, last: { url: string; run: PsiRun } | null) => Promise<void>,
): Promise<ScanPsi> {
  const { app, signal } = work;
  const psi: ScanPsi = { is_done: false, pages: [...(before?.pages ?? [])] };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  if (app.psi !== null)
    try {
      await measureEach(work, { client: app.psi, psi, save, signal: limit });
    } catch (error) {
      // The time is over: pages that were measured count.
      if (signal.aborted || !limit.aborted) throw error;
    }
  psi.is_done = true;
  await save(psi, null);
  return psi;
}

interface Measuring {
  client: PsiClient;
  /** What is measured so far; measured pages are added to it. */
  psi: ScanPsi;
  save: Parameters<typeof measurePages>[2];
  signal: AbortSignal;
}

async function measureEach(work: ScanWork, { client, psi, save, signal }: Measuring): Promise<void> {
  const known = new Set(psi.pages.map(({ url_key }) => url_key));
  const earlier = await readEarlier(work);
  for (const url of await readPages(work)) {
    if (known.has(url)) continue;
    const first = await measureOnce(work, client, url, signal);
    if ('error' in first) {
      // The key, its quota or the network: the other pages would fail, too.
      if (first.error !== 'page_failed') return;
      continue;
    }
    const runs = [first.run];
    const score = earlier.get(url) ?? null;
    while (runs.length < maxRuns && first.run.score < lowScore && score === null) {
      const next = await measureOnce(work, client, url, signal);
      if ('error' in next) break;
      runs.push(next.run);
    }
    const { page, run } = toPage(url, runs, score);
    psi.pages.push(page);
    await save(psi, { url, run });
  }
}

/** A page by its runs: values of the laboratory are those of the run with the middle score. */
export function toPage(
  url: string,
  runs: readonly PsiRun[],
  earlier: number | null,
): { page: ScanPsiPage; run: PsiRun } {
  const scores = runs.map(({ score }) => score);
  const middle = median(scores, 'high');
  const run = runs.find(({ score }) => score === middle);
  if (!run) throw new Error('a page without a run');
  const { field, lab, top_audits } = run;
  const page = { url, url_key: url, runs: scores, field, lab, top_audits };
  return { page: { ...page, scores: earlier === null ? scores : [earlier, middle] }, run };
}

/** One run, with a second try after a pause. */
async function measureOnce(
  { app, scan }: ScanWork,
  client: PsiClient,
  url: string,
  signal: AbortSignal,
): Promise<PsiOutcome> {
  const call = { strategy: 'mobile' as const, lane: scan.site_id, signal };
  const outcome = await client(url, call);
  if ('run' in outcome || outcome.error === 'key_refused') return outcome;
  await sleep(Math.min(Math.max(app.timing.retryMs, outcome.retryAfterMs ?? 0), 2 * minuteMs), undefined, { signal });
  return client(url, call);
}

/** Pages that answered: URL keys in the order in which they are measured. */
async function readPages({ app, scan }: ScanWork): Promise<string[]> {
  const { rows } = await app.db.execute<{ url: string }>(sql`
    SELECT url FROM (
      SELECT url, number, is_listed, EXISTS (
        SELECT FROM "seo-rkn".issues AS i WHERE i.site_id = ${scan.site_id} AND i.kind = 'seo' AND i.status = 'open'
          AND i.issue_type IN ('psi_low_score', 'cwv_lcp', 'cwv_cls', 'cwv_inp') AND i.subject = p.url) AS is_slow
      FROM "seo-rkn".pages AS p WHERE scan_id = ${scan.id} AND status = 200 AND facts IS NOT NULL) AS pages
    WHERE number = 0 OR is_slow OR is_listed
    ORDER BY (number = 0) DESC, is_slow DESC, number LIMIT ${scan.options.psi_pages ?? 0}`);
  return rows.map(({ url }) => url);
}

/** Scores of the previous scan, by URL key. */
async function readEarlier({ app, scan }: ScanWork): Promise<Map<string, number>> {
  const { rows } = await app.db.execute<{ psi: ScanPsi | null }>(sql`
    SELECT checks -> 'psi' AS psi FROM "seo-rkn".scans
    WHERE site_id = ${scan.site_id} AND kind = ${scan.kind} AND verdict IS NOT NULL AND id < ${scan.id}
    ORDER BY id DESC LIMIT 1`);
  return new Map((rows[0]?.psi?.pages ?? []).map(({ url_key, runs }) => [url_key, median(runs, 'high')]));
}
