import { social } from '@platform/contracts';
import { defineService, openFileStore } from '@platform/runtime';
import { maintainAccounts } from './accounts/maintain-accounts.ts';
import type { App, SocialTiming } from './app.ts';
import { closeChannels, openChannels } from './channels/open-channels.ts';
import { socialConfig } from './config.ts';
import { createCoverFiles } from './covers/cover-files.ts';
import { lazyCovers } from './covers/lazy-covers.ts';
import { sweepCovers } from './covers/sweep-covers.ts';
import { dependencies } from './dependencies.ts';
import { concludeExperiments } from './experiments/conclude-experiments.ts';
import { answerItems } from './inbox/answer-items.ts';
import { pollInbox } from './inbox/poll-inbox.ts';
import { probeReplies } from './inbox/probe-replies.ts';
import { pruneInbox } from './inbox/prune-inbox.ts';
import { pruneListening } from './listening/prune-listening.ts';
import { runQueries } from './listening/run-queries.ts';
import { sweepSnapshots } from './metrics/sweep-snapshots.ts';
import { takeMetrics } from './metrics/take-metrics.ts';
import { rewriteDrafts } from './plan/rewrite-drafts.ts';
import { socialMetrics } from './publishing/metrics.ts';
import { createPublisher, type PublisherParts } from './publishing/publisher.ts';
import { observePublishing } from './publishing/read-health.ts';
import { reconcilePosts } from './publishing/reconcile-posts.ts';
import { routes } from './routes.ts';
import { sealed } from './sealed.ts';

/** Posts to channels. */
export const socialService = defineService({
  contract: social,
  dependencies,
  config: socialConfig,
  internetPorts: [443],
  metrics: socialMetrics,
  migrations: new URL('../migrations', import.meta.url),
  sealed,
  create({ platform, config, overrides }) {
    const parts: PublisherParts = {
      ...platform,
      settings: config,
      channels: openChannels(config),
      timing: (overrides.timing as SocialTiming | undefined) ?? { writeWithinMs: 5_000 },
      covers: lazyCovers(),
      coverFiles: createCoverFiles(openFileStore('social', config)),
    };
    const app: App = { ...parts, publisher: createPublisher(parts) };
    observePublishing(app);
    return {
      routes: routes(app),
      queries: {},
      commands: {},
      jobs: [
        { name: 'look-after-accounts', everySeconds: 60, run: () => maintainAccounts(app) },
        { name: 'sweep-covers', everySeconds: 3_600, run: () => sweepCovers(app) },
        { name: 'take-metrics', everySeconds: 60, run: () => takeMetrics(app, { budgetMs: 50_000 }) },
        { name: 'sweep-snapshots', everySeconds: 3_600, run: () => sweepSnapshots(app) },
        { name: 'reconcile-posts', everySeconds: 2, run: () => reconcilePosts(app, { budgetMs: 20_000 }) },
        { name: 'conclude-experiments', everySeconds: 60, run: () => concludeExperiments(app) },
        { name: 'poll-inbox', everySeconds: 15, run: () => pollInbox(app, { budgetMs: 30_000 }) },
        { name: 'answer-inbox', everySeconds: 10, run: () => answerItems(app, { budgetMs: 30_000 }) },
        { name: 'look-for-replies', everySeconds: 5, run: () => probeReplies(app) },
        { name: 'run-listening', everySeconds: 60, run: () => runQueries(app, { budgetMs: 50_000 }) },
        { name: 'prune-inbox', everySeconds: 3_600, run: () => pruneInbox(app) },
        { name: 'prune-listening', everySeconds: 3_600, run: () => pruneListening(app) },
        { name: 'rewrite-drafts', everySeconds: 5, run: () => rewriteDrafts(app, { budgetMs: 50_000 }) },
      ],
      // Each process publishes, beside the others.
      start: async () => {
        if (config.SOCIAL_PUBLISHER === 'on') app.publisher.start();
      },
      stop: async () => {
        await app.publisher.stop();
        await closeChannels(app.channels);
        await app.coverFiles.close();
      },
    };
  },
});
