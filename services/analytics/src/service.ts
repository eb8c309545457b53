import { analytics } from '@platform/contracts';
import { createGeo, defineService } from '@platform/runtime';
import type { App } from './app.ts';
import { analyticsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';

export const analyticsService = defineService({
  contract: analytics,
  config: analyticsConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config }) {
    const app: App = {
      ...platform,
      settings: config,
      geo: createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
    };
    return { routes: routes(app), queries: {}, consumers: consumers(app), jobs: jobs(app) };
  },
});
