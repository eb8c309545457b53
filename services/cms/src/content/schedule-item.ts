import { dayMs, fail, invalidField } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireSite } from '../sites/site.ts';
import { type ItemRow, type ItemTarget, lockItem, recordChange, requireRevision, toEntry } from './item.ts';
import { kinds } from './kinds.ts';
import { assertMayPublish, type PublishingChange } from './may-publish.ts';
import { trackUsages } from './references.ts';
import { writeItem } from './save-item.ts';
import { requireFreeAddress, requireFreeSlug } from './slug.ts';
import { assertNotAfterSchedule } from './stated-date.ts';
import { allowedActions, nextStatus } from './transitions.ts';

type Scheduler = Pick<App, 'db' | 'clock' | 'audit'>;

const longestMs = 2 * 366 * dayMs;

interface Schedule {
  /** Absent or null to set the end alone. */
  scheduled_at?: string | null | undefined;
  unpublish_at: string | null;
}

/**
 * Plans to publish the newest revision exactly as it is now. What is published stays until then. Without a beginning,
 * it sets the end of what readers see or of a schedule, and no draft is published.
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`, `invalid_transition`,
 * `forbidden`, `slug_taken`, `ad_marking_required`, `validation_failed` for a moment that is not ahead, and for a text
 * with a later publication time
 */
export async function scheduleItem(
  app: Scheduler,
  target: ItemTarget,
  body: Schedule,
  { admin, if_match }: PublishingChange,
) {
  const site = await requireSite(app.db, target.site_id);
  assertMayPublish(site, admin);
  const now = app.clock.now();
  const scheduled_at = body.scheduled_at ? new Date(body.scheduled_at) : null;
  const unpublish_at = body.unpublish_at === null ? null : new Date(body.unpublish_at);
  if (scheduled_at === null && unpublish_at === null)
    invalidField('scheduled_at', 'and `unpublish_at` are missing: send one of them');
  if (scheduled_at) assertSchedule({ scheduled_at, unpublish_at }, now);
  return app.db.transaction(async (tx) => {
    const item = await lockItem(tx, target, if_match);
    const status = nextStatus(item.status, 'schedule');
    const revision = await requireRevision(tx, item.id, item.revision);
    if (scheduled_at === null) assertEnd(item, unpublish_at, now);
    else {
      kinds[item.kind].assertPublishable?.(revision.fields);
      assertNotAfterSchedule(revision.fields, scheduled_at);
      await requireFreeSlug(tx, item, revision.slug, item.id);
      await requireFreeAddress(tx, site, item, { slug: revision.slug, itemId: item.id, isPublished: true });
    }
    const beginning = {
      status,
      scheduled_at,
      scheduled_revision: item.revision,
      schedule_error: null,
    };
    const scheduled = await writeItem(tx, item, {
      ...(scheduled_at === null ? {} : beginning),
      unpublish_at,
      updated_at: now,
      updated_by: admin.email,
    });
    await trackUsages(tx, scheduled);
    await recordChange(app, tx, { site, before: { item, revision }, after: { item: scheduled, revision } });
    return toEntry(site, scheduled);
  });
}

/**
 * Asserts that an item can get this end: readers see it or will see it, and the end comes later.
 * @throws AppError `invalid_transition`, `validation_failed`
 */
function assertEnd(item: ItemRow, unpublish_at: Date | null, now: Date): void {
  if (item.status !== 'published' && item.scheduled_at === null)
    fail('invalid_transition', {
      message: 'The item is neither published nor scheduled: send `scheduled_at` too, or publish it first.',
      fields: { status: item.status, allowed: allowedActions(item.status) },
    });
  if (unpublish_at && unpublish_at <= now) invalidField('unpublish_at', 'is not in the future: choose a later time');
  if (unpublish_at && item.scheduled_at && unpublish_at <= item.scheduled_at)
    invalidField('unpublish_at', 'has to be after `scheduled_at`');
}

/**
 * Takes back the schedule of an item, both its beginning and its end.
 * @throws AppError `site_not_found`, `content_not_found`, `precondition_failed`, `forbidden`,
 * `invalid_transition` also for one that has no schedule
 */
export async function unscheduleItem(app: Scheduler, target: ItemTarget, { admin, if_match }: PublishingChange) {
  const site = await requireSite(app.db, target.site_id);
  assertMayPublish(site, admin);
  return app.db.transaction(async (tx) => {
    const item = await lockItem(tx, target, if_match);
    const status = nextStatus(item.status, 'unschedule');
    if (item.scheduled_at === null && item.unpublish_at === null) {
      const allowed = allowedActions(item.status).filter((action) => action !== 'unschedule');
      fail('invalid_transition', {
        message: 'The item has no schedule, so there is nothing to cancel.',
        fields: { status: item.status, allowed },
      });
    }
    const revision = await requireRevision(tx, item.id, item.revision);
    const unscheduled = await writeItem(tx, item, {
      status,
      scheduled_at: null,
      unpublish_at: null,
      scheduled_revision: null,
      schedule_error: null,
      updated_at: app.clock.now(),
      updated_by: admin.email,
    });
    await trackUsages(tx, unscheduled);
    await recordChange(app, tx, { site, before: { item, revision }, after: { item: unscheduled, revision } });
    return toEntry(site, unscheduled);
  });
}

/**
 * @throws `validation_failed` for a moment that is over or too far away, and for an end before the beginning
 */
export function assertSchedule(
  { scheduled_at, unpublish_at }: { scheduled_at: Date; unpublish_at: Date | null },
  now: Date,
): void {
  if (scheduled_at <= now) invalidField('scheduled_at', 'is not in the future: choose a later time');
  if (scheduled_at.getTime() - now.getTime() > longestMs)
    invalidField('scheduled_at', 'is more than two years ahead: choose an earlier time');
  if (unpublish_at && unpublish_at <= scheduled_at) invalidField('unpublish_at', 'has to be after `scheduled_at`');
}
