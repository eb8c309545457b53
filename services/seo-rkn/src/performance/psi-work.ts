import type { PsiError } from '@platform/contracts';
import { hourMs, minuteMs } from '@platform/runtime';
import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
import { psi_results } from '../schema.ts';
import type { PsiClient } from './psi-client.ts';
import { measured, type PsiRow } from './psi-result.ts';
import type { PsiOutcome } from './read-psi-answer.ts';

type Worker = Pick<App, 'db' | 'clock' | 'log' | 'timing' | 'psi'>;

/** How long a process holds a page, and how long a measurement takes with its wait for a turn. */
const leaseMs = 6 * minuteMs;
const maxMs = 5 * minuteMs;
/**
 * Backoff before the next attempt of a failed measurement. An error of a page is accepted at the second
 * attempt.
 */
const pausesMs: Record<PsiError, readonly number[]> = {
  quota_exceeded: [minuteMs, 5 * minuteMs, 30 * minuteMs],
  unreachable: [minuteMs, 5 * minuteMs, 30 * minuteMs],
  page_failed: [minuteMs],
  key_refused: [],
};
const maxPauseMs = hourMs;
/** Processes in a row that may die over a page. */
const maxTries = 5;

/** Measures pages in the background, one at a time in a process. Without a key they wait for one. */
export const createPsiWork = (app: Worker): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'psi',
    pollMs: app.timing.pollMs,
    claim: async () => (app.psi === null ? null : claimMeasurement(app)),
    run: async (row, stopping) => {
      if (app.psi !== null) await measure(app, app.psi, row, stopping);
    },
  });

/** The page that waits longest, or whose process died, with a lease. */
async function claimMeasurement({ db, clock }: Worker): Promise<PsiRow | null> {
  const now = clock.now();
  const due = and(inArray(psi_results.state, ['waiting', 'running']), lte(psi_results.due_at, now));
  await db
    .update(psi_results)
    .set({ state: 'failed', error: 'unreachable', tries: 0 })
    .where(and(due, sql`${psi_results.tries} >= ${maxTries}`));
  const next = db
    .select({ id: psi_results.id })
    .from(psi_results)
    .where(due)
    .orderBy(asc(psi_results.due_at))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimedRow] = await db
    .update(psi_results)
    .set({
      state: 'running',
      due_at: new Date(now.getTime() + leaseMs),
      tries: sql`${psi_results.tries} + 1`,
      attempt: sql`${psi_results.attempt} + 1`,
    })
    .where(eq(psi_results.id, sql`(${next})`))
    .returning();
  return claimedRow ?? null;
}

async function measure(app: Worker, psi: PsiClient, row: PsiRow, stopping: AbortSignal): Promise<void> {
  const { id, attempt, url, strategy, site_id } = row;
  const end = (set: Partial<PsiRow>) =>
    app.db
      .update(psi_results)
      .set(set)
      .where(and(eq(psi_results.id, id), eq(psi_results.attempt, attempt)));
  const limit = AbortSignal.any([stopping, AbortSignal.timeout(maxMs)]);
  const outcome: PsiOutcome = await psi(url, { strategy, lane: site_id, signal: limit }).catch(() => ({
    error: 'unreachable',
  }));
  const now = app.clock.now();
  // After a stop the next process takes it at once.
  if (stopping.aborted) return void (await end({ state: 'waiting', due_at: now, tries: row.tries - 1 }));
  if ('run' in outcome) return void (await end(measured(outcome.run, now)));
  const { error, retryAfterMs = 0 } = outcome;
  app.log.info({ site_id, error }, 'a page could not be measured');
  const pauseMs = pausesMs[error][row.tries - 1];
  if (pauseMs === undefined) return void (await end({ state: 'failed', error, due_at: now, tries: 0 }));
  const due_at = new Date(now.getTime() + Math.min(Math.max(pauseMs, retryAfterMs), maxPauseMs));
  await end({ state: 'waiting', error, due_at });
  // The quota is that of the key: all pages wait.
  if (error === 'quota_exceeded')
    await app.db
      .update(psi_results)
      .set({ due_at })
      .where(and(eq(psi_results.state, 'waiting'), lt(psi_results.due_at, due_at)));
}
