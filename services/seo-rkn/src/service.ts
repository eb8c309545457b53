import { seoRkn } from '@platform/contracts';
import { createSafeFetch, defineService } from '@platform/runtime';
import type { App } from './app.ts';
import { seoRknConfig } from './config.ts';
import { createPageReader } from './pages/read-in-worker.ts';
import { routes } from './routes.ts';
import { createScanRunner, type ScanTiming } from './scans/scan-runner.ts';

const timing: ScanTiming = { leaseMs: 30_000, renewMs: 1_000, pollMs: 5_000, retryMs: 30_000 };

/** Audits of sites. */
export const seoRknService = defineService({
  contract: seoRkn,
  config: seoRknConfig,
  migrations: new URL('../migrations', import.meta.url),
  create({ platform, config, overrides }) {
    const parts: Omit<App, 'scanRunner'> = {
      ...platform,
      settings: config,
      publicFetch: createSafeFetch(),
      pageReader: createPageReader({ workers: config.SEO_PARSE_WORKERS }),
      timing: { ...timing, ...(overrides.timing as Partial<ScanTiming> | undefined) },
    };
    const app: App = { ...parts, scanRunner: createScanRunner(parts) };
    return {
      routes: routes(app),
      queries: {},
      commands: {},
      start: async () => app.scanRunner.wake(),
      stop: async () => {
        await app.scanRunner.stop();
        await app.pageReader.stop();
        await app.publicFetch.close();
      },
    };
  },
});
