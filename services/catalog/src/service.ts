import { catalog } from '@platform/contracts';
import { createReadCache, defineService } from '@platform/runtime';
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
      licenseGuard: createLicenseGuard(platform.kv, config),
      publicReads: createReadCache(),
      settings: createReadCache({ max: 1_000 }),
      grantTerms: createReadCache({ max: 50_000 }),
      flagAnswers: new LRUCache({ maxSize: 32 * 1024 * 1024, sizeCalculation: (body) => Math.max(1, body.length) }),
      answers: new LRUCache({ max: 20_000 }),
      snapshots: createSnapshotSigner(config.SNAPSHOT_SIGNING_KEYS, platform.config.PUBLIC_API_URL),
    };
    return { routes: routes(app), queries: queries(app), consumers: consumers(app), observers: observers(app) };
  },
});
