import { findRow, isAppError, type Tx } from '@platform/runtime';
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { items } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { type ItemRow, requireRevision } from './item.ts';
import { writePublication } from './publish-item.ts';
import { trackUsages } from './references.ts';
import { renderPublication } from './render-publication.ts';
import { withUniqueErrors, writeItem } from './save-item.ts';
import { nextStatus } from './transitions.ts';
import { withdraw } from './withdraw-item.ts';

/** Items of one run. */
const maxItems = 100;
/** A busy machine may refuse a text that is rendered in time later. */
const maxRefusals = 3;

export interface DueReport {
  published: number;
  unpublished: number;
  failed: number;
}

/**
 * Publishes every item whose moment has come, exactly the revision that was scheduled, and takes away those
 * whose time is over: a transaction and an event for each. Several replicas may run it at once. An item that
 * fails stays due, says why in `schedule_error`, and is tried again with backoff. One that is refused for
 * what it says (`validation_failed`: a text that takes too long) {@link maxRefusals} times loses its schedule.
 */
export async function publishDue(app: AppParts): Promise<DueReport> {
  const now = app.clock.now();
  const report: DueReport = { published: 0, unpublished: 0, failed: 0 };
  const due = await app.db
    .select({ id: items.id })
    .from(items)
    .where(and(isNotNull(items.scheduled_at), lte(items.scheduled_at, now)))
    // Those that failed come last, so that they keep no other one waiting.
    .orderBy(sql`${items.schedule_error} IS NOT NULL`, asc(items.scheduled_at))
    .limit(maxItems);
  for (const { id } of due) {
    if (app.scheduleBackoff.isPaused(id, now)) continue;
    try {
      if (await publishScheduled(app, id, now)) report.published += 1;
    } catch (error) {
      report.failed += 1;
      await recordFailure(app, { id, now, error });
    }
  }
  const over = await app.db
    .select({ id: items.id })
    .from(items)
    .where(and(isNotNull(items.unpublish_at), lte(items.unpublish_at, now), eq(items.status, 'published')))
    .orderBy(asc(items.unpublish_at))
    .limit(maxItems);
  for (const { id } of over) {
    try {
      if (await expire(app, id, now)) report.unpublished += 1;
    } catch (error) {
      report.failed += 1;
      app.log.warn({ err: error, item_id: id }, 'an expired item could not be unpublished; it is retried');
    }
  }
  return report;
}

/** Records why an item was not published, and whether it is tried again. */
async function recordFailure(app: AppParts, { id, now, error }: { id: string; now: Date; error: unknown }) {
  const times = app.scheduleBackoff.fail(id, now);
  const isRefused = isAppError(error, 'validation_failed') && times >= maxRefusals;
  const outcome = isRefused ? 'it loses its schedule' : 'it is retried';
  app.log.warn({ err: error, item_id: id }, `a scheduled item could not be published; ${outcome}`);
  const schedule_error = isAppError(error) ? error.message : 'Internal error of the platform.';
  if (isRefused) await dropSchedule(app, { id, now, schedule_error });
  else
    await app.db
      .update(items)
      .set({ schedule_error })
      .where(and(eq(items.id, id), isNotNull(items.scheduled_at)));
}

/** Takes the schedule from an item that can never be published as it is. */
async function dropSchedule(
  app: AppParts,
  { id, now, schedule_error }: { id: string; now: Date; schedule_error: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const item = await lockDue(tx, id, ({ scheduled_at }) => scheduled_at !== null && scheduled_at <= now);
    if (!item) return;
    const status = nextStatus(item.status, 'unschedule');
    const unscheduled = await writeItem(tx, item, {
      status,
      scheduled_at: null,
      // The end of what readers see stays.
      unpublish_at: status === 'published' ? item.unpublish_at : null,
      scheduled_revision: null,
      schedule_error,
      updated_at: now,
    });
    await trackUsages(tx, unscheduled);
  });
  app.scheduleBackoff.succeed(id);
}

/** An item that no other replica is working on, while `isDue` holds for it. */
async function lockDue(tx: Tx, id: string, isDue: (item: ItemRow) => boolean): Promise<ItemRow | null> {
  const [item] = await tx.select().from(items).where(eq(items.id, id)).for('update', { skipLocked: true });
  return item && isDue(item) ? item : null;
}

/** Whether this call published it. */
async function publishScheduled(app: AppParts, id: string, now: Date): Promise<boolean> {
  const dueItem = await findRow(app.db, items, { id });
  if (!dueItem?.scheduled_revision) return false;
  const site = await requireSite(app.db, dueItem.site_id);
  const revision = await requireRevision(app.db, id, dueItem.scheduled_revision);
  const rendered = await renderPublication(app, { site, item: dueItem, revision, purpose: 'publication' });
  return withUniqueErrors(() =>
    app.db.transaction(async (tx) => {
      const isDue = ({ scheduled_at, scheduled_revision }: ItemRow) =>
        scheduled_at !== null && scheduled_at <= now && scheduled_revision === revision.revision;
      const item = await lockDue(tx, id, isDue);
      if (!item) return false;
      const status = nextStatus(item.status, 'publish');
      // Its whole time went by, for example while the platform was down: readers never see it.
      if (item.unpublish_at !== null && item.unpublish_at <= now) {
        await withdraw(app, tx, { site, item, status: 'archived', reason: 'expired', by: null });
        return false;
      }
      await writePublication(app, tx, {
        site,
        item,
        revision,
        rendered,
        at: item.scheduled_at ?? now,
        by: null,
        status,
      });
      app.scheduleBackoff.succeed(id);
      return true;
    }),
  );
}

async function expire(app: AppParts, id: string, now: Date): Promise<boolean> {
  const [dueItem] = await app.db.select({ site_id: items.site_id }).from(items).where(eq(items.id, id));
  if (!dueItem) return false;
  const site = await requireSite(app.db, dueItem.site_id);
  return app.db.transaction(async (tx) => {
    const isOver = ({ status, unpublish_at }: ItemRow) =>
      status === 'published' && unpublish_at !== null && unpublish_at <= now;
    const item = await lockDue(tx, id, isOver);
    if (!item) return false;
    await withdraw(app, tx, { site, item, status: nextStatus(item.status, 'expire'), reason: 'expired', by: null });
    return true;
  });
}
