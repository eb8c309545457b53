import { createGroupLoader, dayMs, defineStatement, runStatement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import { changeAccount } from './change-account.ts';
import type { ClaimedPost } from './claim-due.ts';
import { type NextStep, nextStep, type Outcome } from './next-step.ts';
import { recordPaces } from './record-paces.ts';
import { recordSteps } from './record-steps.ts';
import { restartLate } from './restart-late.ts';
import type { Step } from './step.ts';

export type Recorder = Pick<App, 'db' | 'clock' | 'emit' | 'sealer' | 'channels' | 'metrics'>;

export interface Sent {
  post: ClaimedPost;
  outcome: Outcome;
}

const release = defineStatement({
  name: 'social_release_accounts',
  text: `UPDATE social.accounts a SET publishing_until = NULL, paced_until = greatest(a.paced_until, r.paced_until)
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, fence int, paced_until timestamptz)
    WHERE a.id = r.id AND a.publishing_fence = r.fence`,
});
const firstOfDay = defineStatement({
  name: 'social_first_of_day',
  text: `SELECT min(published_at) AS first FROM social.variants WHERE account_id = $1 AND published_at > $2`,
});

/**
 * Makes the function that writes how tries ended, those of several accounts in one transaction: the leases
 * end with it. A result that comes after its lease, and after another process judged the attempt, changes
 * nothing.
 */
export function createRecordOutcome(app: Recorder) {
  return createGroupLoader<Sent, NextStep>({
    groupOf: () => 'all',
    size: 100,
    waiting: 10_000,
    load: (sent) =>
      app.db.transaction(async (tx) => {
        const now = app.clock.now();
        const next: { sentPost: Sent; step: NextStep }[] = [];
        for (const sentPost of sent) next.push({ sentPost: sentPost, step: await decide(tx, sentPost, now) });
        await releaseAccounts(tx, next);
        await recordSteps(app, tx, next.map(toStep), now);
        const ended = sent.map(({ post, outcome }) => ({ account: post.account, outcome }));
        for (const request of ended) await changeAccount(app, tx, request, now);
        await recordPaces(tx, ended, now);
        return next.map(({ step }) => step);
      }),
  });
}

async function decide(tx: Tx, { post, outcome }: Sent, now: Date): Promise<NextStep> {
  const isQuota = outcome.kind === 'failed' && outcome.class === 'quota';
  const quotaEnd = isQuota ? await endOfQuota(tx, post.account.id, now) : null;
  return nextStep(post.variant, outcome, { now, sentAt: post.sentAt, quotaEnd });
}

/** When the first post of the last 24 hours leaves the window of the quota. */
async function endOfQuota(tx: Tx, account_id: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - dayMs);
  const { rows } = await runStatement<{ first: Date | null }>(tx, firstOfDay, [account_id, since]);
  const first = rows[0]?.first;
  return first ? new Date(first.getTime() + dayMs) : null;
}

const toStep = ({ sentPost: { post, outcome }, step }: { sentPost: Sent; step: NextStep }): Step => {
  const failure = outcome.kind === 'failed' ? outcome.failure : { code: null, message: null };
  const remote_id = outcome.kind === 'published' ? outcome.post.id : null;
  const { code, message } = failure;
  return {
    variant: post.variant,
    account: post.account,
    brand: post.brand,
    attempt_id: post.attempt_id,
    from: 'publishing',
    fields: step.fields,
    attempt: step.outcome === null ? {} : { outcome: step.outcome, code, message, remote_id },
  };
};

async function releaseAccounts(tx: Tx, next: readonly { sentPost: Sent; step: NextStep }[]): Promise<void> {
  const rows = next.map(({ sentPost: { post, outcome }, step }) => {
    const isQuota = outcome.kind === 'failed' && outcome.class === 'quota';
    return { id: post.account.id, fence: post.fence, paced_until: isQuota ? step.fields.due_at : null };
  });
  await runStatement(tx, release, [JSON.stringify(rows)]);
  await restartLate(
    tx,
    rows.flatMap(({ id, paced_until }) =>
      paced_until === null ? [] : [{ account_id: id, token: null, until: paced_until }],
    ),
  );
}
