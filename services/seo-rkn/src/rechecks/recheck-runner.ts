import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
import { rechecks } from '../schema.ts';
import { isHeld, type Rechecker, type RecheckRow } from './recheck.ts';
import { runRechecks } from './run-rechecks.ts';

/** Rechecks of one site in one turn. */
const maxBatch = 20;
/** Age of an order that no process could carry out. */
const maxAgeMs = 24 * 3_600_000;

/**
 * Judges single pages again, those of one site at a time in each process. A claim moves `due_at` to the end
 * of its lease, so a recheck whose process died is due again then. `attempt` is the fencing token.
 */
export const createRecheckRunner = (app: Rechecker): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'rechecks',
    pollMs: app.timing.pollMs,
    // Such a process leaves pages to others.
    claim: async () => (app.settings.SEO_SCANS_PER_PROCESS === 0 ? null : claim(app)),
    run: (batch, signal) => runLeased(app, batch, signal),
  });

const leaseEnd = ({ clock, timing }: Rechecker): Date => new Date(clock.now().getTime() + timing.leaseMs);

/** Due rechecks of the site whose turn it is; null without any. */
async function claim(app: Rechecker): Promise<RecheckRow[] | null> {
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const [first] = await tx
      .select({ site_id: rechecks.site_id })
      .from(rechecks)
      .where(lte(rechecks.due_at, now))
      .orderBy(asc(rechecks.due_at))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!first) return null;
    const due = await tx
      .select({ id: rechecks.id })
      .from(rechecks)
      .where(and(eq(rechecks.site_id, first.site_id), lte(rechecks.due_at, now)))
      .orderBy(asc(rechecks.due_at))
      .limit(maxBatch)
      .for('update', { skipLocked: true });
    const ids = inArray(
      rechecks.id,
      due.map(({ id }) => id),
    );
    await tx.delete(rechecks).where(and(ids, lt(rechecks.requested_at, new Date(now.getTime() - maxAgeMs))));
    const claimed = await tx
      .update(rechecks)
      .set({ due_at: leaseEnd(app), attempt: sql`${rechecks.attempt} + 1` })
      .where(ids)
      .returning();
    return claimed.length === 0 ? null : claimed;
  });
}

/** Runs a batch and renews its lease meanwhile. */
async function runLeased(app: Rechecker, batch: RecheckRow[], signal: AbortSignal): Promise<void> {
  const renewal = setInterval(() => {
    app.db
      .update(rechecks)
      .set({ due_at: leaseEnd(app) })
      .where(isHeld(batch))
      .catch((error: unknown) => app.log.warn({ err: error }, 'the lease of rechecks was not renewed'));
  }, app.timing.leaseMs / 3).unref();
  try {
    await runRechecks(app, batch, signal);
  } finally {
    clearInterval(renewal);
  }
}
