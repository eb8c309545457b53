import { analytics } from '@platform/contracts';
import { createGeo, defineService } from '@platform/runtime';
import type { App } from './app.ts';
import { analyticsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { dependencies } from './dependencies.ts';
import { createIngest } from './ingest/ingest.ts';
import { prepareStart } from './ingest/partitions.ts';
import { recogniseClientEvent } from './ingest/read-client-event.ts';
import { jobs } from './jobs.ts';
import { analyticsMetrics } from './metrics.ts';
import { createSiteContent } from './reports/ask-site-content.ts';
import { countPageReaders } from './reports/count-page-readers.ts';
import { getCampaignTotals } from './reports/get-campaign-totals.ts';
import { getContentTotals } from './reports/get-content-totals.ts';
import { routes } from './routes.ts';
import { createSiteIngest } from './site-events/site-ingest.ts';
import { createSiteZones } from './site-zones/site-zones.ts';
import { consumes, observes } from './subscriptions.ts';

export const analyticsService = defineService({
  contract: analytics,
  dependencies,
  consumes,
  observes,
  config: analyticsConfig,
  usesKeyValue: true,
  metrics: analyticsMetrics,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config }) {
    const parts = {
      ...platform,
      settings: config,
      geo: createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
      siteContent: createSiteContent(platform),
      siteZones: createSiteZones(platform),
    };
    const ingest = createIngest(parts);
    const app: App = { ...parts, ingest, siteIngest: createSiteIngest(parts, ingest) };
    return {
      routes: routes(app),
      recognise: { recordEvent: recogniseClientEvent },
      queries: {
        countPageReaders: (input) => countPageReaders(app, input),
        getCampaignTotals: (input) => getCampaignTotals(app, input),
        getContentTotals: (input) => getContentTotals(app, input),
      },
      commands: {},
      consumers: consumers(app),
      jobs: jobs(app),
      start: () => prepareStart(app),
      observers: [...app.ingest.observers, ...app.siteIngest.observers, ...app.siteContent.observers],
      // The counters of events stop last: the writers still report to them.
      stop: () => app.siteIngest.stop().then(app.ingest.stop),
    };
  },
});
