import { setTimeout as sleep } from 'node:timers/promises';
import type { SocialChannel } from '@platform/contracts';
import { createWakeup, errorText, runInBackground, type Wakeup } from '@platform/runtime';
import type { AppParts } from '../app.ts';
import type { Publisher, PublishReport } from '../publishing/reports.ts';
import { type ClaimedPost, claimDue } from './claim-due.ts';
import { createMarkSent, createRecordOutcome } from './record-posts.ts';
import { recoverLeases } from './recover-leases.ts';
import { sendPost } from './send-post.ts';

const nothing: PublishReport = { claimed: 0, published: 0, waiting: 0, retry: 0, failed: 0, missed: 0, uncertain: 0 };
const everyMs = 1_000;
/** While posts leave, accounts become free again: their pace is a second and less. */
const busyMs = 100;
/** Posts that one process has with channels at the same time. */
const maxInFlight = 128;
/** A claim is worth its transaction with so many free slots. */
const minClaim = 32;
/** Posts of one channel among them: a channel that hangs leaves room to the others. */
const maxOfChannel = maxInFlight - minClaim;

/** Makes the publisher of a process. */
export function createPublisher(app: AppParts): Publisher {
  const markSent = createMarkSent(app);
  const record = createRecordOutcome(app);
  const inFlight = new Set<Promise<void>>();
  const ofChannel = new Map<SocialChannel, number>();
  const count = (channel: SocialChannel, by: 1 | -1) => ofChannel.set(channel, (ofChannel.get(channel) ?? 0) + by);
  const wakeup: Wakeup = createWakeup();
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  const publishOne = async (post: ClaimedPost, report: PublishReport): Promise<void> => {
    const { channel } = post.account;
    const outcome = await sendPost(app, post, markSent);
    if (outcome === null) {
      app.log.warn({ variant_id: post.variant.id }, 'the lease of an account ended before its post was sent');
      return;
    }
    const { fields, attempt } = await record({ post, outcome });
    app.metrics.attempts.inc({ channel, outcome: attempt.outcome ?? 'waiting' });
    const { state } = fields;
    if (state === 'published' || state === 'failed' || state === 'uncertain') report[state] += 1;
    else if (state === 'awaiting_media') report.waiting += 1;
    else report.retry += 1;
    if (outcome.kind === 'failed')
      app.log.warn(
        { variant_id: post.variant.id, channel, outcome: outcome.class, code: outcome.failure.code, state },
        'a post was not published',
      );
  };
  const begin = (post: ClaimedPost, report: PublishReport): Promise<void> => {
    const work: Promise<void> = publishOne(post, report)
      // Its lease ends by itself, and what it was about to write is found out then.
      .catch((error: unknown) =>
        app.log.warn({ variant_id: post.variant.id, reason: errorText(error) }, 'an outcome could not be written'),
      )
      .finally(() => {
        inFlight.delete(work);
        count(post.account.channel, -1);
        // The next post of the account may be due.
        wakeup.wake();
      });
    inFlight.add(work);
    count(post.account.channel, 1);
    return work;
  };

  /** Takes up due posts once. Answers whether there may be more of them, and the work on those taken up. */
  const takeUp = async (report: PublishReport, account_id: string | null) => {
    const free = maxInFlight - inFlight.size;
    if (free < minClaim || stopping.signal.aborted) return { isMore: false, works: [] };
    const limit = Math.min(free, maxOfChannel);
    const without = [...ofChannel].flatMap(([channel, posts]) => (posts >= maxOfChannel ? channel : []));
    const claims = await claimDue(app, { limit, account_id, without });
    report.claimed += claims.posts.length;
    report.missed += claims.missed;
    report.failed += claims.refused;
    const works = claims.posts.map((post) => begin(post, report));
    const handledPosts = works.length + claims.missed + claims.refused + claims.aside;
    const isBusy = claims.examined > 0 && handledPosts === 0;
    return { isMore: claims.examined === limit && !isBusy, works };
  };

  const publishDue: Publisher['publishDue'] = async ({ budgetMs, account_id = null }) => {
    const until = performance.now() + budgetMs;
    const report: PublishReport = { ...nothing };
    const ownWorks = new Set<Promise<void>>();
    while (performance.now() < until && !stopping.signal.aborted) {
      const { isMore, works } = await takeUp(report, account_id);
      for (const work of works) {
        ownWorks.add(work);
        void work.finally(() => ownWorks.delete(work));
      }
      if (isMore) continue;
      const isFull = maxInFlight - inFlight.size < minClaim;
      if (ownWorks.size === 0 && !isFull) break;
      // A post that ended frees its account for the next one.
      const remainingMs = until - performance.now();
      await Promise.race([
        ...ownWorks,
        ...(isFull ? inFlight : []),
        sleep(Math.max(0, Math.min(remainingMs, everyMs)), undefined, { ref: false }),
      ]);
    }
    return report;
  };

  const run = async (): Promise<void> => {
    let recoverAt = 0;
    let busyUntil = 0;
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() >= recoverAt) {
          recoverAt = performance.now() + everyMs;
          await recoverLeases(app);
        }
        const { isMore, works } = await takeUp({ ...nothing }, null);
        if (works.length > 0) busyUntil = performance.now() + 2 * everyMs;
        if (isMore) continue;
      } catch (error) {
        app.log.warn({ reason: errorText(error) }, 'due posts could not be claimed');
      }
      const isOver = new AbortController();
      const timer = setTimeout(() => isOver.abort(), performance.now() < busyUntil ? busyMs : everyMs);
      await wakeup.asked(AbortSignal.any([stopping.signal, isOver.signal]));
      clearTimeout(timer);
      // A signal made of others is retained until one of them aborts.
      isOver.abort();
    }
  };

  return {
    publishDue,
    wake: () => wakeup.wake(),
    start() {
      loop ??= runInBackground(run);
    },
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all([...inFlight]);
    },
  };
}
