import type { PsiError } from '@platform/contracts';
import { hourMs, type Lease, minuteMs, type WorkKind, WorkRunner } from '@platform/runtime';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { psi_results } from '../schema.ts';
import { measured } from './psi-result.ts';
import type { PsiOutcome } from './read-psi-answer.ts';

/** How long a measurement takes at most, with its wait for a turn. */
const maxMs = 5 * minuteMs;
/** Delays after a measurement that failed. An error of a page is accepted at the second attempt. */
const backoffMs = [minuteMs, 5 * minuteMs, 30 * minuteMs];
const maxTries: Record<PsiError, number> = { quota_exceeded: 4, unreachable: 4, page_failed: 2, key_refused: 1 };
/** The longest wait that the API may ask for. */
const maxWaitMs = hourMs;

/** Measurements of pages, one at a time in a process. Without a key they wait for one. */
export const psiKind = (app: AppParts): WorkKind<typeof psi_results> => ({
  name: 'psi',
  table: psi_results,
  key: psi_results.id,
  leaseMs: 6 * minuteMs,
  pollMs: app.timing.pollMs,
  isEnabled: () => app.psi !== null,
  isOpen: () => inArray(psi_results.state, ['waiting', 'running']),
  maxTries: 5,
  backoffMs,
  onClaim: () => ({ state: 'running' }),
  onWait: { state: 'waiting' },
  run: (lease) => measure(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { state: 'failed', error: 'unreachable' }, rows);
  },
});

/** Measures pages in the background. */
export const createPsiWork = (app: AppParts) => new WorkRunner(app, psiKind(app));

async function measure(app: AppParts, lease: Lease<typeof psi_results>): Promise<void> {
  const { url, strategy, site_id, tries } = lease.row;
  const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(maxMs)]);
  const outcome: PsiOutcome = (await app.psi?.(url, { strategy, lane: site_id, signal }).catch(() => null)) ?? {
    error: 'unreachable',
  };
  lease.signal.throwIfAborted();
  if ('run' in outcome) return void (await lease.finish(app.db, measured(outcome.run, app.clock.now())));
  const { error, retryAfterMs = 0 } = outcome;
  app.log.info({ site_id, error }, 'a page could not be measured');
  if (tries >= maxTries[error]) return void (await lease.finish(app.db, { state: 'failed', error }));
  await lease.retry(app.db, { afterMs: Math.min(retryAfterMs, maxWaitMs), change: { error } });
  // The quota is that of the key: all pages wait.
  if (error === 'quota_exceeded') await waitForQuota(app, lease.row.id);
}

/** Pages that wait are due no earlier than the page that exceeded the quota. */
async function waitForQuota({ db }: AppParts, id: string): Promise<void> {
  const [refused] = await db.select({ due_at: psi_results.due_at }).from(psi_results).where(eq(psi_results.id, id));
  if (!refused?.due_at) return;
  await db
    .update(psi_results)
    .set({ due_at: refused.due_at })
    .where(and(eq(psi_results.state, 'waiting'), lt(psi_results.due_at, refused.due_at)));
}
