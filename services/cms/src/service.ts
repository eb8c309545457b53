import { cms } from '@platform/contracts';
import {
  createReadCache,
  createSafeFetch,
  createWakeup,
  defineService,
  type Envelope,
  hostPairOf,
  openFileStore,
  openMailer,
} from '@platform/runtime';
import type { App, AppParts, PublicBody } from './app.ts';
import { lazyImages } from './assets/lazy-images.ts';
import { createServedFiles } from './assets/open-asset.ts';
import { commands } from './commands.ts';
import { cmsConfig } from './config.ts';
import { consumers } from './consumers.ts';
import { createRerendering } from './content/rerender-texts.ts';
import { createScheduleBackoff } from './content/schedule-backoff.ts';
import { createTextRenderer } from './content/text-renderer.ts';
import { createVisitorBudgets } from './create-visitor-budgets.ts';
import { dependencies } from './dependencies.ts';
import { jobs } from './jobs.ts';
import { createLeadAccepter } from './leads/accept-leads.ts';
import { smartCaptcha } from './leads/captcha.ts';
import { createPseudonyms } from './leads/pseudonyms.ts';
import { createSubmissionStore } from './leads/store-submission.ts';
import { mailKinds, mailOutcomes } from './mails/mail.ts';
import { createMailWork } from './mails/send-mails.ts';
import { cmsMetrics } from './metrics.ts';
import { createKbTrees } from './public/load-kb-trees.ts';
import { createLongReads } from './public/long-reads.ts';
import { createSearchResults } from './public/search.ts';
import { createSearchTurns } from './public/search-turns.ts';
import { createTextLoader } from './public/text-row.ts';
import { queries } from './queries.ts';
import { routes } from './routes.ts';
import { sealed } from './sealed.ts';
import { findSiteZone } from './sites/resolve-site.ts';
import { consumes, observes } from './subscriptions.ts';
import { refreshAnswers } from './support/refresh-answers.ts';
import { createUploadSlots } from './support/upload-slots.ts';
import { createImportRunner } from './transfer/import-runner.ts';
import { createViewCounter } from './views/view-counter.ts';

const mebibyte = 1024 * 1024;

/** Sites and their published content. */
export const cmsService = defineService({
  contract: cms,
  dependencies,
  consumes,
  observes,
  config: cmsConfig,
  internetPorts: [443],
  migrations: new URL('../migrations', import.meta.url),
  sealed,
  metrics: cmsMetrics,
  create({ platform, config }) {
    const reads = createReadCache<PublicBody>({ maxBytes: 128 * mebibyte, clock: platform.clock });
    const servedFiles = createServedFiles(platform);
    const captchaFetch = createSafeFetch([hostPairOf(new URL(config.SMARTCAPTCHA_URL))]);
    const searchResults = createSearchResults(platform);
    const parts: AppParts = {
      ...platform,
      publicReads: {
        get: reads.get,
        invalidate: (siteId) => {
          reads.invalidate(siteId);
          searchResults.invalidate(siteId);
          servedFiles.invalidate();
        },
      },
      servedFiles,
      longReads: createLongReads(),
      searchTurns: createSearchTurns(platform),
      searchResults,
      loadText: createTextLoader(platform),
      renderer: createTextRenderer(),
      kbTrees: createKbTrees(platform),
      scheduleBackoff: createScheduleBackoff(),
      rerendering: createRerendering(),
      views: createViewCounter(platform, config.CMS_VIEWS_FLUSH_SECONDS),
      files: openFileStore('cms', config),
      mailer: openMailer('cms', config),
      mailWakeup: createWakeup(),
      supportEmails: config.SUPPORT_NOTIFY_EMAILS,
      images: lazyImages(),
      uploadSlots: createUploadSlots(),
      pseudonyms: createPseudonyms(platform),
      budgets: createVisitorBudgets(platform, config),
      captcha: smartCaptcha(config.SMARTCAPTCHA_URL, captchaFetch),
      maxFileBytes: config.CMS_MAX_FILE_BYTES,
    };
    const app: App = {
      ...parts,
      importRunner: createImportRunner(parts),
      storeSubmission: createSubmissionStore(parts),
      acceptLead: createLeadAccepter(parts),
    };
    const mailWork = createMailWork(app);
    // An alert compares increases: each figure is there before the first mail.
    for (const kind of mailKinds) for (const outcome of mailOutcomes) app.metrics.mails.inc({ kind, outcome }, 0);
    for (const use of ['banners', 'downloads']) app.metrics.unreadableVersions.inc({ use }, 0);
    for (const budget of ['forms', 'uploads']) app.metrics.overBudget.inc({ budget }, 0);
    const forget = ({ data }: Envelope) => app.publicReads.invalidate((data as { site_id: string }).site_id);
    const { siteUpdated, contentPublished, contentUnpublished } = cms.events;
    return {
      routes: routes(app),
      refresh: refreshAnswers(app),
      zoneOfSite: (site_id) => findSiteZone(app, site_id),
      queries: queries(app),
      commands: commands(app),
      consumers: consumers(app),
      jobs: jobs(app, mailWork),
      work: [app.importRunner, mailWork.runner],
      observers: [siteUpdated, contentPublished, contentUnpublished].map(({ type }) => ({ type, observe: forget })),
      stop: async () => {
        await app.views.stop();
        await app.renderer.close();
        await Promise.all([app.files.close(), captchaFetch.close()]);
        app.mailer?.close();
      },
    };
  },
});
