import type { App } from '../app.ts';
import { createWriter } from '../ingest/ingest.ts';
import type { IngestCounts } from '../ingest/ingest-state.ts';
import { createLinkedSites } from './linked-sites.ts';
import { createSiteBudget } from './site-budget.ts';
import type { SiteEventRow, SiteIngest } from './site-ingest-state.ts';
import { storeSiteEvents } from './store-site-events.ts';
import { createVisitorSalts } from './visitor-salts.ts';

/** @param counts of what became of events, shared with those of applications */
export function createSiteIngest(app: Omit<App, 'ingest' | 'siteIngest'>, counts: IngestCounts): SiteIngest {
  const events = createWriter<SiteEventRow>(app, {
    async commit(rows) {
      const storedCounts = await storeSiteEvents(app, rows);
      const sentCounts = new Map<string, number>();
      for (const { site_id } of rows) sentCounts.set(site_id, (sentCounts.get(site_id) ?? 0) + 1);
      for (const [site_id, count] of sentCounts) {
        const fresh = storedCounts.get(site_id) ?? 0;
        counts.add(site_id, 'stored', fresh);
        counts.add(site_id, 'duplicate', count - fresh);
      }
    },
    lengthOf: ({ json }) => json.length,
    queued: (rows) => app.metrics.ingestQueueRows.set({ queue: 'sites' }, rows),
  });
  const sites = createLinkedSites(app);
  return {
    events,
    budget: createSiteBudget(app, counts),
    salts: createVisitorSalts(app),
    sites,
    observers: sites.observers,
    stop: () => events.drain(),
  };
}
