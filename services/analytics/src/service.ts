import { analytics } from '@platform/contracts';
import { createGeo, defineService } from '@platform/runtime';
import type { App } from './app.ts';
import { analyticsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { createIngest } from './ingest/ingest.ts';
import { prepareStart } from './ingest/partitions.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';

export const analyticsService = defineService({
  contract: analytics,
  config: analyticsConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config }) {
    const parts = {
      ...platform,
      settings: config,
      geo: createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
    };
    const app: App = { ...parts, ingest: createIngest(parts) };
    return {
      routes: routes(app),
      queries: {},
      consumers: consumers(app),
      jobs: jobs(app),
      start: () => prepareStart(app),
      stop: () => app.ingest.stop(),
    };
  },
});
