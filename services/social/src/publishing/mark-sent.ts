import { createGroupLoader, defineStatement, runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { leaseMs } from './claim-due.ts';
import type { MarkSent } from './send-post.ts';

const renew = defineStatement({
  name: 'social_renew_leases',
  text: `UPDATE social.accounts a SET publishing_until = $2 FROM jsonb_to_recordset($1::jsonb) AS r (account_id uuid, fence int)
    WHERE a.id = r.account_id AND a.publishing_fence = r.fence AND a.publishing_until IS NOT NULL RETURNING a.id`,
});
const mark = defineStatement({
  name: 'social_mark_sent',
  text: `UPDATE social.attempts a SET sent_at = $2 WHERE a.id = ANY($1::uuid[]) AND a.outcome IS NULL RETURNING a.id`,
});
const storeMedia = defineStatement({
  name: 'social_keep_media',
  text: `UPDATE social.variants v SET media = r.media FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, attempt_id uuid, media jsonb)
    WHERE v.id = r.id AND v.attempt_id = r.attempt_id AND v.state = 'publishing'`,
});

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
      const posts = marks.map(({ post }) => post);
      const now = clock.now();
      let committing = 0;
      const marked = await db.transaction(async (tx) => {
        const leases = posts.map(({ account, fence }) => ({ account_id: account.id, fence }));
        const until = new Date(now.getTime() + leaseMs);
        const renewed = await runStatement<{ id: string }>(tx, renew, [JSON.stringify(leases), until]);
        const heldAccounts = new Set(renewed.rows.map(({ id }) => id));
        const ids = posts.filter(({ account }) => heldAccounts.has(account.id)).map(({ attempt_id }) => attempt_id);
        const { rows } = await runStatement<{ id: string }>(tx, mark, [ids, now]);
        const containers = marks.flatMap(({ post, media }) =>
          media && heldAccounts.has(post.account.id)
            ? [{ id: post.variant.id, attempt_id: post.attempt_id, media }]
            : [],
        );
        if (containers.length > 0) await runStatement(tx, storeMedia, [JSON.stringify(containers)]);
        committing = performance.now();
        return new Set(rows.map(({ id }) => id));
      });
      for (const post of posts) if (marked.has(post.attempt_id)) post.sentAt = now;
      return posts.map(({ attempt_id }) => (marked.has(attempt_id) ? committing : null));
    },
  });
}
