import { catalog } from '@platform/contracts';
import { createPreparedCache, defineService } from '@platform/runtime';
import { LRUCache } from 'lru-cache';
import type { App } from './app.ts';
import { catalogConfig } from './config.ts';
import { consumers, observers } from './consumers.ts';
import { createSnapshotSigner } from './grants/snapshot-token.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';

export const catalogService = defineService({
  contract: catalog,
  config: catalogConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config }) {
    const app: App = {
      ...platform,
      publicReads: createPreparedCache(),
      answers: new LRUCache({ max: 20_000 }),
      snapshots: createSnapshotSigner(config.SNAPSHOT_SIGNING_KEYS, platform.config.PUBLIC_API_URL),
    };
    return { routes: routes(app), queries: queries(app), consumers: consumers(app), observers: observers(app) };
  },
});
