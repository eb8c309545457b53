import { createGroupLoader, defineStatement, runStatement } from '@platform/runtime';
import type { App, AppParts } from '../app.ts';
import { type PostOutcome, type Step, stepAfter } from '../publishing/next-step.ts';
import { recordSteps } from '../publishing/record-steps.ts';
import type { PostMedia } from '../schema/posts.ts';
import { markAttempts } from './attempts.ts';
import type { ClaimedPost } from './claim-due.ts';
import { endLeases, renewLeases } from './lease.ts';
import { readDays } from './paces.ts';

export type Recorder = AppParts;

export interface Sent {
  post: ClaimedPost;
  outcome: PostOutcome;
}

const storeMedia = defineStatement({
  name: 'keep_media',
  text: `UPDATE social.variants v SET media = r.media FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, attempt_id uuid, media jsonb)
    WHERE v.id = r.id AND v.attempt_id = r.attempt_id AND v.state = 'publishing'`,
});

/**
 * Commits `sent_at` of an attempt, and its container, just before its deciding request.
 * @returns the time of that commit by `performance.now()`; null when the lease of the account is lost
 */
export type MarkSent = (sent: { post: ClaimedPost; media: PostMedia | null }) => Promise<number | null>;

/**
 * Creates the function that commits `sent_at`, for several posts in one transaction, under their leases. From
 * this commit until the commit of its outcome a post is uncertain, and nothing sends it again. The container
 * is stored in the same transaction, because its state shows later what became of the post.
 */
export function createMarkSent({ db, clock }: Pick<App, 'db' | 'clock'>): MarkSent {
  return createGroupLoader<Parameters<MarkSent>[0], number | null>({
    groupOf: () => 'all',
    size: 100,
    waiting: 1_000,
    async load(marks) {
      const now = clock.now();
      let committing = 0;
      const marked = await db.transaction(async (tx) => {
        const accounts = marks.map(({ post }) => post.account);
        const leased = await renewLeases(tx, accounts, now);
        const leasedMarks = marks.filter(({ post }) => leased.has(post.account.id));
        const ids = leasedMarks.map(({ post }) => post.attempt_id);
        const open = await markAttempts(tx, ids, now);
        const containers = leasedMarks.flatMap(({ post: { variant, attempt_id }, media }) =>
          media ? [{ id: variant.id, attempt_id, media }] : [],
        );
        if (containers.length > 0) await runStatement(tx, storeMedia, [JSON.stringify(containers)]);
        committing = performance.now();
        return open;
      });
      for (const { post } of marks) if (marked.has(post.attempt_id)) post.sentAt = now;
      return marks.map(({ post }) => (marked.has(post.attempt_id) ? committing : null));
    },
  });
}

/**
 * Makes the function that writes how tries ended, those of several accounts in one transaction: the leases
 * end with it. A result that comes after its lease, and after another process judged the attempt, changes
 * nothing.
 */
export function createRecordOutcome(app: Recorder) {
  return createGroupLoader<Sent, Step>({
    groupOf: () => 'all',
    size: 100,
    waiting: 10_000,
    load: (sent) =>
      app.db.transaction(async (tx) => {
        const now = app.clock.now();
        const quotas = sent.filter(({ outcome }) => isQuota(outcome)).map(({ post }) => post.account);
        const days = await readDays(tx, quotas, now);
        const steps = sent.map(({ post, outcome }) => {
          const quotaEnd = days.get(post.account.id)?.end ?? null;
          return stepAfter(post, outcome, { now, sentAt: post.sentAt, quotaEnd });
        });
        await recordSteps(app, tx, steps, now);
        const ended = sent.map(({ post: { account }, outcome }, at) => ({
          account,
          outcome,
          paced_until: isQuota(outcome) ? steps[at]?.fields.due_at : null,
        }));
        await endLeases(app, tx, ended, now);
        return steps;
      }),
  });
}

const isQuota = (outcome: PostOutcome): boolean => outcome.kind === 'failed' && outcome.class === 'quota';
