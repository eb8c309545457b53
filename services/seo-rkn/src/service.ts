import { seoRkn } from '@platform/contracts';
import { createGeo, createSafeFetch, defineService, type Geo, overridable } from '@platform/runtime';
import { sweepAiRequests } from './ai/budget.ts';
import { type AiProviderClient, createAiProvider } from './ai/call-provider.ts';
import type { App, AppParts } from './app.ts';
import { commands } from './commands.ts';
import { createCompetitorWork } from './competitors/competitor-work.ts';
import { seoRknConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { dependencies } from './dependencies.ts';
import { createDocumentChecker } from './document-check/checker.ts';
import { createIndexNow } from './indexnow/send-changes.ts';
import { createPageReader } from './pages/read-in-worker.ts';
import { createPsiClient } from './performance/psi-client.ts';
import { createPsiWork } from './performance/psi-work.ts';
import { answerScore } from './readiness/request-readiness.ts';
import { createRecheckRunner } from './rechecks/recheck-runner.ts';
import { refuseRoot } from './render/refuse-root.ts';
import { type RenderingLimits, renderLimits } from './render/renderer.ts';
import { describeItem } from './reports/describe-item.ts';
import { routes } from './routes.ts';
import { createScanRunner } from './scans/scan-runner.ts';
import type { ScanTiming } from './scans/scan-timing.ts';
import { sealed } from './sealed.ts';
import { createSearchProviders } from './search/search-providers.ts';
import { createRecrawlWork } from './search/send-recrawls.ts';
import { createSearchSync } from './search/sync-connection.ts';
import { consumes } from './subscriptions.ts';

const timing: ScanTiming = {
  leaseMs: 30_000,
  renewMs: 1_000,
  pollMs: 5_000,
  retryMs: 30_000,
  recheckBatchMs: 10_000,
  rewriteMs: 200,
  recheckDelaysMs: [0, 5_000, 20_000, 45_000, 90_000, 310_000],
};

/** Audits of sites. */
export const seoRknService = defineService({
  contract: seoRkn,
  dependencies,
  consumes,
  config: seoRknConfig,
  internetPorts: [80, 443],
  migrations: new URL('../migrations', import.meta.url),
  sealed,
  overrides: overridable<{
    aiProvider: AiProviderClient;
    geo: Geo;
    checkMs: number;
    rendering: Partial<RenderingLimits>;
    timing: Partial<ScanTiming>;
    firstByteOf: App['firstByteOf'];
  }>(),
  create({ platform, config, overrides }) {
    const rendering = { ...renderLimits, ...overrides.rendering };
    refuseRoot({ path: config.SEO_CHROMIUM_PATH, sandbox: rendering.sandbox });
    const parts: AppParts = {
      ...platform,
      settings: config,
      aiProvider: overrides.aiProvider ?? createAiProvider(platform),
      publicFetch: createSafeFetch(),
      geo: overrides.geo ?? createGeo({ paths: config.GEO_DATABASE_PATH, log: platform.log }),
      pageReader: createPageReader({ workers: config.SEO_PARSE_WORKERS }),
      documentChecker: createDocumentChecker({ checkMs: overrides.checkMs }),
      searchProviders: createSearchProviders({ ...platform, settings: config }),
      psi: createPsiClient({ ...platform, settings: config }),
      rendering,
      timing: { ...timing, ...overrides.timing },
      firstByteOf: overrides.firstByteOf ?? (({ timings }) => timings.ttfb_ms),
    };
    const indexNow = createIndexNow(parts);
    const searchSync = createSearchSync(parts);
    const recrawlWork = createRecrawlWork({ ...parts, searchSync });
    const app: App = {
      ...parts,
      indexNow,
      searchSync,
      recrawlWork,
      scanRunner: createScanRunner(parts),
      recheckRunner: createRecheckRunner({ ...parts, indexNow, recrawlWork }),
      competitorWork: createCompetitorWork(parts),
      psiWork: createPsiWork(parts),
    };
    return {
      routes: routes(app),
      queries: { describeItem: (input) => describeItem(app, input), scoreReadiness: answerScore(app) },
      commands: commands(app),
      jobs: [{ name: 'sweep-ai-requests', everySeconds: 60, run: () => sweepAiRequests(app) }],
      consumers: consumers(app),
      work: [
        app.scanRunner,
        app.competitorWork,
        app.psiWork,
        app.recheckRunner,
        app.indexNow,
        app.recrawlWork,
        app.searchSync,
      ],
      stop: async () => {
        await app.pageReader.stop();
        await app.documentChecker.stop();
        await app.publicFetch.close();
      },
    };
  },
});
