import { createDailyBudget, type DailyBudget } from '@platform/runtime';
import type { App } from '../app.ts';
import { overBudget, storedBytes } from '../ingest/ingest-counts.ts';
import type { IngestCounts } from '../ingest/ingest-state.ts';

const mebibyte = 1024 * 1024;

/** Bytes of events that the visitors of a site may store in a day. */
export const siteBudgetBytes = ({ settings }: Pick<App, 'settings'>): number =>
  settings.SITE_EVENTS_MIB_PER_DAY * mebibyte;

/** The bytes of events that the visitors of a site may store in a day, over all processes. */
export const createSiteBudget = (
  app: Pick<App, 'pool' | 'clock' | 'log' | 'metrics' | 'settings'>,
  counts: IngestCounts,
): DailyBudget => {
  const { pool, clock, log, metrics } = app;
  return createDailyBudget({
    clock,
    limit: siteBudgetBytes(app),
    async load(siteId, day) {
      await counts.flush();
      const { rows } = await pool.query<{ bytes: string }>(
        'SELECT count AS bytes FROM analytics.ingest_counts WHERE application_id = $1 AND day = $2 AND outcome = $3',
        [siteId, day, storedBytes],
      );
      return Number(rows[0]?.bytes ?? 0);
    },
    add: counts.addBytes,
    refused(site_id, isFirst) {
      metrics.siteBudgetRefused.inc();
      counts.add(site_id, overBudget, 1);
      if (isFirst) log.warn({ site_id }, 'the visitors of a site have stored as many events as they may in a day');
    },
    message: 'The site has stored as many events as it may in a day.',
  });
};
