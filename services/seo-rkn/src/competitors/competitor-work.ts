import { type Lease, minuteMs, type WorkKind, WorkRunner } from '@platform/runtime';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AppParts } from '../app.ts';
import { findJudgedScan } from '../reports/judged-scan.ts';
import { readItems } from '../scans/seeds.ts';
import { competitors, pages } from '../schema.ts';
import { comparePaths } from './compare-paths.ts';
import { readCompetitor } from './read-competitor.ts';

/** How long the work on a competitor takes at most. */
const maxMs = 2 * minuteMs;
/** Pages of the site that are compared. */
const maxPages = 50_000;

/** Comparisons with other sites, one at a time in a process. */
export const competitorKind = (app: AppParts): WorkKind<typeof competitors> => ({
  name: 'competitors',
  table: competitors,
  key: competitors.id,
  leaseMs: 3 * minuteMs,
  pollMs: app.timing.pollMs,
  isOpen: () => inArray(competitors.state, ['waiting', 'running']),
  maxTries: 3,
  backoffMs: [3 * minuteMs],
  onClaim: () => ({ state: 'running' }),
  onWait: { state: 'waiting' },
  describe: ([row]) => ({ competitor_id: row?.id }),
  run: (lease) => compare(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { state: 'failed', error: 'unreachable', checked_at: app.clock.now() }, rows);
  },
});

/** Compares in the background. */
export const createCompetitorWork = (app: AppParts) => new WorkRunner(app, competitorKind(app));

async function compare(app: AppParts, lease: Lease<typeof competitors>): Promise<void> {
  const { origin, site_id } = lease.row;
  const limit = AbortSignal.timeout(maxMs);
  const read = await readCompetitor(app.publicFetch, origin, AbortSignal.any([lease.signal, limit])).catch(
    (error: unknown) => {
      lease.signal.throwIfAborted();
      if (limit.aborted) return { error: 'unreachable' as const };
      throw error;
    },
  );
  const checked_at = app.clock.now();
  if ('error' in read) return void (await lease.finish(app.db, { state: 'failed', error: read.error, checked_at }));
  const comparison = comparePaths(await ownAddresses(app, site_id), read.addresses);
  await lease.finish(app.db, { state: 'done', error: null, comparison, checked_at });
}

/** Pages of the last scan that search engines may list; published items of a site without one. */
async function ownAddresses(app: AppParts, site_id: string): Promise<string[]> {
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
