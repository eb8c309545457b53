import { setTimeout as sleep } from 'node:timers/promises';
import { Answer } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireVariant, toVariant, type VariantView } from '../variants/variant.ts';
import { changePost, putOnSchedule, type Scheduler } from './schedule-post.ts';

const answerWithinMs = 20_000;
const pollMs = 200;
const finalStates = ['published', 'failed', 'uncertain', 'missed', 'canceled', 'pending_approval', 'draft'];

/**
 * Publishes a post at once: it is scheduled for now, and this call publishes the due posts of its account.
 * @returns 200 with its outcome, or 202 if there is none within 20 seconds; the dispatchers then continue
 * with it
 * @throws AppError as `schedulePost`
 */
export async function publishNow(
  app: Scheduler & Pick<App, 'publisher'>,
  id: string,
  if_match: number | null,
): Promise<VariantView | Answer<VariantView>> {
  const until = performance.now() + answerWithinMs;
  const { account_id } = await changePost(app, { id, if_match }, async (tx, context, now) => {
    const planned = await putOnSchedule(tx, context, now);
    if (context.account.state !== 'active')
      fail('account_not_ready', {
        message: `The account is ${context.account.state}, and only an active one publishes: verify the account, or end its pause.`,
      });
    return planned;
  });
  for (;;) {
    const remainingMs = until - performance.now();
    if (remainingMs > 0) await app.publisher.publishDue({ budgetMs: remainingMs, account_id });
    const { variant, account } = await requireVariant(app.db, id);
    const view = toVariant(app, { variant, account });
    if (finalStates.includes(variant.state)) return view;
    const waitMs =
      variant.due_at === null ? pollMs : Math.max(pollMs, variant.due_at.getTime() - app.clock.now().getTime());
    // It waits for longer than this call: for credentials, its media, the pace of its channel, or a retry.
    if (account.state !== 'active' || waitMs > until - performance.now()) return new Answer(view, { status: 202 });
    await sleep(Math.min(waitMs, 1_000));
  }
}
