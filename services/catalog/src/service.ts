import { catalog } from '@platform/contracts';
import { createAssetStore, createGeo, createReadCache, defineService, openFileStore } from '@platform/runtime';
import { LRUCache } from 'lru-cache';
import type { App } from './app.ts';
import { catalogConfig } from './config.ts';
import { consumers, observers } from './consumers.ts';
import { createSnapshotSigner } from './grants/snapshot-token.ts';
import { createLicenseGuard } from './license-keys/license-guard.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';

export const catalogService = defineService({
  contract: catalog,
  config: catalogConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config }) {
    const app: App = {
      ...platform,
      geo: createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
      assets: createAssetStore(openFileStore('catalog', config), platform.log),
      lastAddresses: new LRUCache({ max: 50_000, ttl: 24 * 3_600_000 }),
      licenseGuard: createLicenseGuard(platform.kv, config),
      publicReads: createReadCache(),
      settings: createReadCache({ max: 1_000 }),
      grantTerms: createReadCache({ max: 50_000 }),
      flagAnswers: new LRUCache({
        maxSize: 32 * 1024 * 1024,
        sizeCalculation: ({ body }, key) => body.length + key.length,
      }),
      answers: new LRUCache({ max: 20_000 }),
      snapshots: createSnapshotSigner(config.SNAPSHOT_SIGNING_KEYS, platform.config.PUBLIC_API_URL),
    };
    return {
      routes: routes(app),
      queries: queries(app),
      consumers: consumers(app),
      observers: observers(app),
      stop: () => app.assets.close(),
    };
  },
});
