import { social } from '@platform/contracts';
import { defineService, minuteMs, openFileStore, overridable, WorkRunner } from '@platform/runtime';
import { maintainAccounts } from './accounts/maintain-accounts.ts';
import type { App, AppParts, SocialTiming, SocialWorks } from './app.ts';
import { closeChannels, openChannels } from './channels/open-channels.ts';
import { socialConfig } from './config.ts';
import { createCoverFiles } from './covers/cover-files.ts';
import { lazyCovers } from './covers/lazy-covers.ts';
import { sweepCovers } from './covers/sweep-covers.ts';
import { createPublisher } from './delivery/publisher.ts';
import { dependencies } from './dependencies.ts';
import { concludeExperiments } from './experiments/conclude-experiments.ts';
import { answerKind } from './inbox/answer-items.ts';
import { createPersonPseudonyms } from './inbox/persons.ts';
import { pollInbox } from './inbox/poll-inbox.ts';
import { replyProbeKind } from './inbox/probe-replies.ts';
import { pruneInbox } from './inbox/prune-inbox.ts';
import { pruneListening } from './listening/prune-listening.ts';
import { queryKind } from './listening/run-queries.ts';
import { sweepSnapshots } from './metrics/sweep-snapshots.ts';
import { takeMembers } from './metrics/take-members.ts';
import { snapshotKind } from './metrics/take-snapshots.ts';
import { refillKind } from './plan/refill-plans.ts';
import { rewriteDrafts } from './plan/rewrite-drafts.ts';
import { socialMetrics } from './publishing/metrics.ts';
import { observePublishing } from './publishing/read-health.ts';
import { postProbeKind } from './publishing/reconcile-posts.ts';
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
  overrides: overridable<{ timing: SocialTiming }>(),
  create({ platform, config, overrides }) {
    const parts: AppParts = {
      ...platform,
      settings: config,
      channels: openChannels(config),
      personPseudonyms: createPersonPseudonyms(platform),
      timing: overrides.timing ?? { writeWithinMs: 5_000, claimEveryMs: minuteMs },
      covers: lazyCovers(),
      coverFiles: createCoverFiles(openFileStore('social', config)),
    };
    const works: SocialWorks = {
      queries: new WorkRunner(parts, queryKind(parts)),
      answers: new WorkRunner(parts, answerKind(parts)),
      replyProbes: new WorkRunner(parts, replyProbeKind(parts)),
      postProbes: new WorkRunner(parts, postProbeKind(parts)),
      snapshots: new WorkRunner(parts, snapshotKind(parts)),
      refill: new WorkRunner(parts, refillKind(parts)),
    };
    const app: App = { ...parts, works, publisher: createPublisher(parts) };
    observePublishing(app);
    return {
      routes: routes(app),
      queries: {},
      commands: {},
      jobs: [
        { name: 'look-after-accounts', everySeconds: 60, run: () => maintainAccounts(app) },
        { name: 'sweep-covers', everySeconds: 3_600, run: () => sweepCovers(app) },
        { name: 'take-metrics', everySeconds: 60, run: () => takeMembers(app, { budgetMs: 50_000 }) },
        { name: 'sweep-snapshots', everySeconds: 3_600, run: () => sweepSnapshots(app) },
        { name: 'conclude-experiments', everySeconds: 60, run: () => concludeExperiments(app) },
        { name: 'poll-inbox', everySeconds: 15, run: () => pollInbox(app, { budgetMs: 30_000 }) },
        { name: 'prune-inbox', everySeconds: 3_600, run: () => pruneInbox(app) },
        { name: 'prune-listening', everySeconds: 3_600, run: () => pruneListening(app) },
        { name: 'rewrite-drafts', everySeconds: 5, run: () => rewriteDrafts(app, { budgetMs: 50_000 }) },
      ],
      work: Object.values(works),
      // Each process publishes, beside the others.
      start: async () => {
        await app.personPseudonyms.prepare();
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
