import type { App } from '../app.ts';
import { createWriter } from '../ingest/ingest.ts';
import type { Ingest } from '../ingest/ingest-state.ts';
import { countRows } from '../ingest/stored-rows.ts';
import { createLinkedSites } from './linked-sites.ts';
import { createSiteBudget } from './site-budget.ts';
import type { SiteEventRow, SiteIngest } from './site-ingest-state.ts';
import { storeSiteEvents } from './store-site-events.ts';
import { createVisitorSalts } from './visitor-salts.ts';

/** @param sharedCounts of what became of events and of their names, shared with those of applications */
export function createSiteIngest(
  app: Omit<App, 'ingest' | 'siteIngest'>,
  sharedCounts: Pick<Ingest, 'counts' | 'nameCounts'>,
): SiteIngest {
  const events = createWriter<SiteEventRow>(app, {
    async commit(rows) {
      const stored = await storeSiteEvents(app, rows);
      countRows(sharedCounts, ({ site_id }) => site_id, { sent: rows, stored });
    },
    lengthOf: ({ json }) => json.length,
    queued: (rows) => app.metrics.ingestQueueRows.set({ queue: 'sites' }, rows),
  });
  const sites = createLinkedSites(app);
  return {
    events,
    budget: createSiteBudget(app, sharedCounts.counts),
    salts: createVisitorSalts(app),
    sites,
    observers: sites.observers,
    stop: () => events.drain(),
  };
}
