import { isAppError } from '@platform/runtime';
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { site_settings } from '../schema.ts';
import { nextRun } from '../settings/schedule.ts';
import { startScan } from './start-scan.ts';

type Ticker = Parameters<typeof startScan>[0] & Pick<App, 'log'>;

/** Scans that one tick starts. */
const maxStarts = 20;
/** Scans of a site whose pages are kept. */
const keptScans = 5;

/** The tick of the scheduler: due scans start, and pages of older scans go. */
export async function tick(app: Ticker): Promise<{ scans_started: number; pruned: number }> {
  return { scans_started: await startDueScans(app), pruned: await prunePages(app) };
}

/** Starts scans that are due. A site that cannot be scanned waits for its next time. */
async function startDueScans(app: Ticker): Promise<number> {
  const now = app.clock.now();
  const due = await app.db
    .select()
    .from(site_settings)
    .where(and(isNotNull(site_settings.next_scan_at), lte(site_settings.next_scan_at, now)))
    .orderBy(asc(site_settings.next_scan_at))
    .limit(maxStarts);
  let started = 0;
  for (const { site_id, schedule, next_scan_at } of due) {
    if (next_scan_at === null) continue;
    // The time moves on first: of two ticks one starts the scan.
    const moved = await app.db
      .update(site_settings)
      .set({ next_scan_at: nextRun(schedule, now) })
      .where(and(eq(site_settings.site_id, site_id), eq(site_settings.next_scan_at, next_scan_at)))
      .returning({ site_id: site_settings.site_id });
    if (moved.length === 0) continue;
    try {
      const { joined } = await startScan(app, site_id, { options: {}, trigger: 'schedule', admin: null });
      if (!joined) started += 1;
    } catch (error) {
      if (!isAppError(error)) throw error;
      app.log.warn({ site_id, error: error.code }, 'a due audit could not be started');
    }
  }
  return started;
}

/**
 * Removes pages and addresses of scans behind the newest five of their site, a few scans at a time. Scans, their
 * findings and their verdicts stay.
 */
async function prunePages({ db }: Pick<App, 'db'>): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE "seo-rkn".scans SET is_pruned = true WHERE id IN (
        SELECT id FROM (
          SELECT id, finished_at, row_number() OVER (PARTITION BY site_id ORDER BY id DESC) AS place
          FROM "seo-rkn".scans WHERE NOT is_pruned) AS every
        WHERE place > ${keptScans} AND finished_at IS NOT NULL ORDER BY id LIMIT 5)
      RETURNING id`);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.execute(sql`DELETE FROM "seo-rkn".pages WHERE scan_id = ANY (${sql.param(ids)}::uuid[])`);
    await tx.execute(sql`DELETE FROM "seo-rkn".scan_urls WHERE scan_id = ANY (${sql.param(ids)}::uuid[])`);
    return ids.length;
  });
}
