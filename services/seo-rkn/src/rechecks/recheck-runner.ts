import { and, asc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
import { recheck_turns, rechecks } from '../schema.ts';
import { isHeld, type Rechecker, type RecheckRow } from './recheck.ts';
import { runRechecks } from './run-rechecks.ts';

/** Rechecks of one site in one batch. */
const maxBatch = 20;
/** Age of an order that no process could carry out. */
const maxAgeMs = 24 * 3_600_000;

/**
 * Judges single pages again, those of one site at a time in each process. Sites take turns, so one with many
 * pages holds up no other for longer than a batch. A claim moves `due_at` to the end
 * of its lease, so a recheck whose process died is due again then. `attempt` is the fencing token.
 */
export const createRecheckRunner = (app: Rechecker): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'rechecks',
    pollMs: app.timing.pollMs,
    // Such a process leaves pages to others.
    claim: async () => (app.settings.SEO_SCANS_PER_PROCESS === 0 ? null : claimRechecks(app)),
    run: (batch, signal) => runLeased(app, batch, signal),
  });

const leaseEnd = ({ clock, timing }: Rechecker): Date => new Date(clock.now().getTime() + timing.leaseMs);

/** Due rechecks of the site whose last batch is the longest ago; null without any. */
async function claimRechecks(app: Rechecker): Promise<RecheckRow[] | null> {
  const now = app.clock.now();
  const isDue = lte(rechecks.due_at, now);
  const turns = app.db.select({ began_at: recheck_turns.began_at }).from(recheck_turns);
  const lastTurn = turns.where(eq(recheck_turns.site_id, rechecks.site_id));
  await app.db.delete(rechecks).where(and(isDue, lt(rechecks.requested_at, new Date(now.getTime() - maxAgeMs))));
  return app.db.transaction(async (tx) => {
    const [first] = await tx
      .select({ site_id: rechecks.site_id })
      .from(rechecks)
      .where(isDue)
      .orderBy(sql`(${lastTurn}) NULLS FIRST`, asc(rechecks.due_at))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!first) return null;
    const due = tx
      .select({ id: rechecks.id })
      .from(rechecks)
      .where(and(eq(rechecks.site_id, first.site_id), isDue))
      .orderBy(asc(rechecks.due_at))
      .limit(maxBatch)
      .for('update', { skipLocked: true });
    const claimedRows = await tx
      .update(rechecks)
      .set({ due_at: leaseEnd(app), attempt: sql`${rechecks.attempt} + 1` })
      .where(inArray(rechecks.id, due))
      .returning();
    const turn = { site_id: first.site_id, began_at: now };
    await tx.insert(recheck_turns).values(turn).onConflictDoUpdate({ target: recheck_turns.site_id, set: turn });
    return claimedRows;
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
