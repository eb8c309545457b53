import { isAppError } from '@platform/runtime';
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { announceDue } from '../indexnow/request-indexnow.ts';
import { dropOldPsi } from '../performance/request-psi.ts';
import { startRknScan } from '../rkn/scans/start-rkn-scan.ts';
import { scans, site_settings } from '../schema.ts';
import { askForDueSyncs } from '../search/sync-connection.ts';
import { nextRun } from '../settings/schedule.ts';
import { startScan } from './start-scan.ts';

type Ticker = Parameters<typeof startScan>[0] & Pick<App, 'log' | 'pool' | 'searchSync' | 'indexNow'>;

/** Scans that one tick starts. */
const maxStarts = 20;
/** Scans of a site whose pages are retained. */
const retainedScans = 5;

/** The tick of the scheduler: due scans start, and pages of older scans go. */
export async function tick(app: Ticker) {
  const audits = await startDueScans(app, 'seo', maxStarts);
  const scans_started = audits + (await startDueScans(app, 'rkn', maxStarts - audits));
  await dropOldPsi(app);
  const [pings, synced] = [await announceDue(app), await askForDueSyncs(app)];
  return { scans_started, pings, synced, pruned: await prunePages(app) };
}

/** Columns of the schedule of a kind, and how its scans start. */
const schedules = {
  seo: {
    columns: { at: site_settings.next_scan_at, schedule: site_settings.schedule },
    set: (next_scan_at: Date | null) => ({ next_scan_at }),
    start: startScan,
  },
  rkn: {
    columns: { at: site_settings.rkn_next_scan_at, schedule: site_settings.rkn_schedule },
    set: (rkn_next_scan_at: Date | null) => ({ rkn_next_scan_at }),
    start: startRknScan,
  },
} as const;

/** Starts scans of a kind that are due. A site that cannot be scanned waits for its next time. */
async function startDueScans(app: Ticker, kind: keyof typeof schedules, limit: number): Promise<number> {
  const { columns, set, start } = schedules[kind];
  const now = app.clock.now();
  const due = await app.db
    .select({ site_id: site_settings.site_id, ...columns })
    .from(site_settings)
    .where(and(isNotNull(columns.at), lte(columns.at, now)))
    .orderBy(asc(columns.at))
    .limit(limit);
  let started = 0;
  for (const { site_id, schedule, at } of due) {
    if (at === null || schedule === null) continue;
    // The time moves on first: of two ticks one starts the scan.
    const moved = await app.db
      .update(site_settings)
      .set(set(nextRun(schedule, now)))
      .where(and(eq(site_settings.site_id, site_id), eq(columns.at, at)))
      .returning({ site_id: site_settings.site_id });
    if (moved.length === 0) continue;
    try {
      const { joined } = await start(app, site_id, { options: {}, trigger: 'schedule', admin: null });
      if (!joined) started += 1;
    } catch (error) {
      if (!isAppError(error)) throw error;
      app.log.warn({ site_id, kind, error: error.code }, 'a due audit could not be started');
      // A part of the platform is down: the next tick tries again.
      if (error.code === 'service_unavailable')
        await app.db.update(site_settings).set(set(at)).where(eq(site_settings.site_id, site_id));
    }
  }
  return started;
}

/** Scans that one tick prunes, and rows in one statement. */
const maxPruned = 5;
const batchSize = 5_000;

/**
 * Removes pages and addresses of scans behind the newest five with a verdict of their site, and of scans that
 * ended without a verdict once a later one ended. Scans, their findings and their verdicts stay.
 */
async function prunePages({ db }: Pick<App, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM "seo-rkn".scans AS s
    WHERE NOT is_pruned AND finished_at IS NOT NULL AND (
      id < (
        SELECT id FROM "seo-rkn".scans AS k WHERE k.site_id = s.site_id AND k.kind = s.kind
          AND (k.verdict IS NOT NULL OR k.rkn_outcome IS NOT NULL)
        ORDER BY id DESC OFFSET ${retainedScans - 1} LIMIT 1)
      OR verdict IS NULL AND rkn_outcome IS NULL AND EXISTS (
        SELECT FROM "seo-rkn".scans AS k WHERE k.site_id = s.site_id AND k.kind = s.kind
          AND k.id > s.id AND k.finished_at IS NOT NULL))
    ORDER BY id LIMIT ${maxPruned}`);
  await db.delete(scans).where(and(eq(scans.kind, 'rkn_recheck'), isNotNull(scans.finished_at)));
  for (const { id } of rows) {
    for (const table of [sql`"seo-rkn".pages`, sql`"seo-rkn".scan_urls`, sql`"seo-rkn".rkn_pages`]) {
      for (let removed = batchSize; removed === batchSize; ) {
        const { rowCount } = await db.execute(sql`
          DELETE FROM ${table} WHERE scan_id = ${id} AND number IN (
            SELECT number FROM ${table} WHERE scan_id = ${id} LIMIT ${batchSize})`);
        removed = rowCount ?? 0;
      }
    }
    await db
      .update(scans)
      .set({ is_pruned: true, probe: null, traps: null, checks: null, rkn_checks: null })
      .where(eq(scans.id, id));
  }
  return rows.length;
}
