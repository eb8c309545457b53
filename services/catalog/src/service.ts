import { catalog } from '@platform/contracts';
import {
  boundedCache,
  createAssetStore,
  createGeo,
  createReadCache,
  defineService,
  hourMs,
  openFileStore,
  WorkRunner,
} from '@platform/runtime';
import type { App } from './app.ts';
import { commands } from './commands.ts';
import { catalogConfig } from './config.ts';
import { consumers, observers } from './consumers.ts';
import { dependencies } from './dependencies.ts';
import { createSnapshotSigner } from './grants/snapshot-token.ts';
import { revocationKind } from './license-keys/end-revoked-grants.ts';
import { createLicenseGuard } from './license-keys/license-guard.ts';
import { catalogMetrics } from './metrics.ts';
import { backfillKind } from './plans/backfill-owners.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';
import { sealed } from './sealed.ts';
import { consumes, observes } from './subscriptions.ts';

const mebibyte = 1024 * 1024;

export const catalogService = defineService({
  contract: catalog,
  dependencies,
  consumes,
  observes,
  metrics: catalogMetrics,
  config: catalogConfig,
  usesKeyValue: true,
  internetPorts: [443],
  migrations: new URL('../migrations', import.meta.url),
  sealed,
  create({ platform, config }) {
    const backfillRunner = new WorkRunner(platform, backfillKind(platform));
    const revocationRunner = new WorkRunner(platform, revocationKind(platform));
    const app: App = {
      ...platform,
      backfillRunner,
      revocationRunner,
      geo: createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
      assets: createAssetStore(openFileStore('catalog', config), platform.log),
      lastAddresses: boundedCache({ maxBytes: 16 * mebibyte, ttlMs: 24 * hourMs }),
      licenseGuard: createLicenseGuard(platform.kv, config),
      publicReads: createReadCache(),
      settings: createReadCache({ maxBytes: 64 * mebibyte }),
      grantTerms: createReadCache({ maxBytes: 64 * mebibyte }),
      flagAnswers: boundedCache({ maxBytes: 32 * mebibyte }),
      answers: boundedCache({ maxBytes: 64 * mebibyte }),
      snapshots: createSnapshotSigner(config.SNAPSHOT_SIGNING_KEYS, platform.config.PUBLIC_API_URL),
    };
    for (const use of ['config', 'features']) app.metrics.unreadableVersions.inc({ use }, 0);
    return {
      routes: routes(app),
      queries: queries(app),
      commands: commands(app),
      consumers: consumers(app),
      observers: observers(app),
      work: [backfillRunner, revocationRunner],
      stop: () => app.assets.close(),
    };
  },
});
