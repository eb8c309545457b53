import { setTimeout as sleep } from 'node:timers/promises';
import { cms, type SocialTick } from '@platform/contracts';
import { errorText } from '@platform/runtime';
import type { z } from 'zod';
import { maintainAccounts } from '../accounts/maintain-accounts.ts';
import type { App } from '../app.ts';
import { recoverLeases } from '../delivery/recover-leases.ts';
import { pollInbox } from '../inbox/poll-inbox.ts';
import { runQueries } from '../listening/run-queries.ts';
import { takeMetrics } from '../metrics/take-metrics.ts';
import { refillPlans } from '../plan/refill-plans.ts';
import { readDue } from './read-health.ts';
import { reconcilePosts } from './reconcile-posts.ts';

type Report = z.input<typeof SocialTick>;

/** Milliseconds of each part of a tick. What a part has begun by then goes on by itself. */
const budgets = { cms: 8_000, posts: 20_000, reconcile: 8_000, tokens: 4_000, plans: 5_000, learning: 5_000 };
/** A part is waited for so much longer than it may begin work. */
const graceMs = 2_000;

/**
 * Publishes what is due, probes for posts with an unknown outcome and maintains the accounts: the same
 * functions that each process runs by itself. It fills the plans of brands and reads numbers and comments,
 * too. Any number of ticks at once share the work. It always ends within a minute.
 */
export async function tick(app: App): Promise<Report> {
  const began = performance.now();
  const published = await within(app, budgets.cms - graceMs, publishContent(app), {
    published: 0,
    error: 'it takes long',
  });
  await recoverLeases(app);
  const posts = await app.publisher.publishDue({ budgetMs: budgets.posts });
  const nothing = { published: 0, absent: 0, open: 0 };
  const reconciled = await within(
    app,
    budgets.reconcile,
    reconcilePosts(app, { budgetMs: budgets.reconcile }),
    nothing,
  );
  const tokens = await within(app, budgets.tokens, maintainAccounts(app), { refreshed: 0, checked: 0 });
  const plans = await within(app, budgets.plans, refillPlans(app, { budgetMs: budgets.plans }), { created: 0 });
  const [metrics, listening, inbox] = await Promise.all([
    within(app, budgets.learning, takeMetrics(app, { budgetMs: budgets.learning }), {
      posts: 0,
      accounts: 0,
      failed: 0,
    }),
    within(app, budgets.learning, listen(app), { new: 0, failed: 0 }),
    within(app, budgets.learning, readInbox(app), { new: 0, failed: 0, answered: 0 }),
  ]);
  const { due } = await readDue(app);
  const took_ms = Math.round(performance.now() - began);
  const done = { cms: published, posts: { ...posts, left: due }, reconciled: { ...reconciled }, tokens, plans };
  return { took_ms, ...done, metrics, listening, inbox };
}

/** Runs the listening queries that are due. */
async function listen(app: App): Promise<Report['listening']> {
  const { new: newItems, errors } = await runQueries(app, { budgetMs: budgets.learning });
  return { new: newItems, failed: errors.length };
}

/** Asks for comments and messages, probes for replies with an unknown outcome, and answers questions. */
async function readInbox(app: App): Promise<Report['inbox']> {
  const { new: newItems, errors } = await pollInbox(app, { budgetMs: budgets.learning });
  await app.works.replyProbes.runDue({ budgetMs: budgets.learning });
  const answered = await app.works.answers.runDue({ budgetMs: budgets.learning });
  return { new: newItems, failed: errors.length, answered: answered.reduce((sum, one) => sum + one, 0) };
}

/** Publishes what is due on sites; the cms has a job of its own for it. */
async function publishContent({ call, log }: Pick<App, 'call' | 'log'>): Promise<Report['cms']> {
  try {
    const { published } = await call(cms.commands.publishDue, {});
    return { published, error: null };
  } catch (error) {
    log.warn({ reason: errorText(error) }, 'due content of sites could not be published');
    return { published: 0, error: 'the cms did not answer' };
  }
}

/** The result of a part, or `otherwise` when it takes too long: it goes on then. */
async function within<T>({ log }: Pick<App, 'log'>, budgetMs: number, work: Promise<T>, otherwise: T): Promise<T> {
  const ended = new AbortController();
  let isOver = false;
  work.catch((error: unknown) => {
    // A failure in time is that of the tick.
    if (isOver) log.warn({ reason: errorText(error) }, 'a part of the tick failed after its time limit');
  });
  const timeout = sleep(budgetMs + graceMs, otherwise, { signal: ended.signal }).catch(() => otherwise);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    isOver = true;
    ended.abort();
  }
}
