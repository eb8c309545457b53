import { minuteMs } from '@platform/runtime';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type BackgroundWork, createBackgroundWork } from '../background-work.ts';
import { findJudgedScan } from '../reports/judged-scan.ts';
import { readItems } from '../scans/seeds.ts';
import { competitors, pages } from '../schema.ts';
import { comparePaths } from './compare-paths.ts';
import type { CompetitorRow } from './competitor.ts';
import { readCompetitor } from './read-competitor.ts';

type Worker = Pick<App, 'db' | 'ask' | 'clock' | 'log' | 'publicFetch' | 'timing'>;

/** How long a process holds a competitor, and how long its work takes at most. */
const leaseMs = 3 * minuteMs;
const maxMs = 2 * minuteMs;
/** Tries in a row: of processes that died over it, and of failures of ours. */
const maxTries = 3;
/** Pages of the site that are compared. */
const maxPages = 50_000;

/** Comparisons in the background, one at a time in a process. After a crash another process goes on. */
export const createCompetitorWork = (app: Worker): BackgroundWork =>
  createBackgroundWork(app, {
    name: 'competitors',
    pollMs: app.timing.pollMs,
    claim: () => claimCompetitor(app),
    run: (row, signal) => compare(app, row, signal),
  });

/** The competitor that waits longest, or whose process died, with a lease. */
async function claimCompetitor({ db, clock }: Worker): Promise<CompetitorRow | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const isFree = or(isNull(competitors.lease_until), lt(competitors.lease_until, now));
    const isOpen = or(eq(competitors.state, 'waiting'), eq(competitors.state, 'running'));
    const [row] = await tx
      .select()
      .from(competitors)
      .where(and(isOpen, isFree))
      .orderBy(asc(competitors.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!row) return null;
    const isOver = row.tries >= maxTries;
    const lease = { state: 'running', lease_until: new Date(now.getTime() + leaseMs), tries: row.tries + 1 } as const;
    const over = { state: 'failed', error: 'unreachable', lease_until: null, checked_at: now } as const;
    const [claimedRow] = await tx
      .update(competitors)
      .set({ ...(isOver ? over : lease), attempt: row.attempt + 1 })
      .where(eq(competitors.id, row.id))
      .returning();
    return claimedRow && !isOver ? claimedRow : null;
  });
}

async function compare(app: Worker, row: CompetitorRow, stopping: AbortSignal): Promise<void> {
  const isHeld = and(eq(competitors.id, row.id), eq(competitors.attempt, row.attempt));
  const end = (set: Partial<CompetitorRow>) =>
    app.db
      .update(competitors)
      .set({ ...set, lease_until: null })
      .where(isHeld);
  const limit = AbortSignal.any([stopping, AbortSignal.timeout(maxMs)]);
  try {
    const read = await readCompetitor(app.publicFetch, row.origin, limit);
    const checked_at = app.clock.now();
    if ('error' in read) return void (await end({ state: 'failed', error: read.error, checked_at, tries: 0 }));
    const comparison = comparePaths(await ownAddresses(app, row.site_id), read.addresses);
    await end({ state: 'done', error: null, comparison, checked_at, tries: 0 });
  } catch (error) {
    // After a stop the next process takes it at once; after a failure of ours when the lease ends.
    if (stopping.aborted) return void (await end({ state: 'waiting', tries: row.tries - 1 }));
    if (limit.aborted) return void (await end({ state: 'failed', error: 'unreachable', checked_at: app.clock.now() }));
    app.log.warn({ err: error, competitor_id: row.id }, 'a competitor could not be compared');
  }
}

/** Pages of the last scan that search engines may list; published items of a site without one. */
async function ownAddresses(app: Worker, site_id: string): Promise<string[]> {
  const scan = await findJudgedScan(app.db, site_id);
  if (scan === null) {
    const urls: string[] = [];
    for await (const { url } of readItems(app, site_id)) if (url !== null && urls.length < maxPages) urls.push(url);
    return urls;
  }
  const rows = await app.db
    .select({ url: pages.url })
    .from(pages)
    .where(and(eq(pages.scan_id, scan.id), eq(pages.is_indexable, true)))
    .orderBy(asc(pages.number))
    .limit(maxPages);
  return rows.map(({ url }) => url);
}
