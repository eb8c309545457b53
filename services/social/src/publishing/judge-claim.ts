import {
  defineStatement,
  errorText,
  isDatabaseDown,
  isRetryableConflict,
  runStatement,
  type Tx,
} from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { PolicyRow } from '../ad-law/policy.ts';
import type { App } from '../app.ts';
import { type ApprovalRow, isWithinTolerance, renewVoided, slotTime } from '../approvals/approval.ts';
import type { ComposedPost } from '../posts/compose-post.ts';
import { variants } from '../schema.ts';
import { compose, type PostContext } from '../variants/variant.ts';
import { mayPublish, type Verdict } from './may-publish.ts';
import { offSchedule } from './next-step.ts';

type Judge = Pick<App, 'config' | 'settings' | 'log'>;

/** A locked post with the facts for its judgement. */
export type ClaimFact = PostContext & { approval: ApprovalRow | null };

/** A post with its verdict; with its composed requests when it may be published. */
export type Judged = ClaimFact & { verdict: Verdict; composed: ComposedPost | null };

/** Verdict for a post that causes an error: only this post fails, and the claim continues with the others. */
const unreadable: Verdict = {
  kind: 'refuse' as const,
  code: 'platform',
  policy_id: null,
  message: 'the platform could not process this post',
};

/** Judges a locked post. An error fails only this post. */
export function judgeFact(
  app: Judge,
  fact: ClaimFact,
  { policies, now }: { policies: readonly PolicyRow[]; now: Date },
): Judged {
  try {
    const verdict = mayPublish({ ...fact, policies, now });
    return { ...fact, verdict, composed: verdict.kind === 'publish' ? compose(app, fact) : null };
  } catch (error) {
    app.log.warn({ variant_id: fact.variant.id, reason: errorText(error) }, 'a post could not be checked');
    return { ...fact, verdict: unreadable, composed: null };
  }
}

/** Requests another approval for a post whose approval is void. An error fails only this post. */
export async function replaceVoidApproval(app: Judge, tx: Tx, post: Judged, now: Date): Promise<Judged> {
  const { verdict, variant } = post;
  if (verdict.kind !== 'void') return post;
  try {
    await tx.transaction((part) => voidPost(part, post, { now, why: verdict.why }));
    return post;
  } catch (error) {
    if (isDatabaseDown(error) || isRetryableConflict(error)) throw error;
    app.log.warn({ variant_id: variant.id, reason: errorText(error) }, 'a post could not be checked again');
    return { ...post, verdict: unreadable };
  }
}

/** Replaces the void approval of a post; the post waits for the new one. */
async function voidPost(
  tx: Tx,
  context: PostContext,
  { now, why }: { now: Date; why: 'law' | 'autonomy' | undefined },
): Promise<void> {
  const { variant } = context;
  const state = await renewVoided(tx, context, { now, why });
  const { scheduled_at } = variant;
  const at = state === 'approved' ? await slotTime(tx, variant.id) : null;
  // A rule approved the post without a change, so the next claim publishes it.
  const isKept = at !== null && scheduled_at !== null && isWithinTolerance(at, scheduled_at, context.brand);
  await tx
    .update(variants)
    .set({ ...(isKept ? {} : { ...offSchedule, state }), version: variant.version + 1, updated_at: now })
    .where(eq(variants.id, variant.id));
}

const endPosts = defineStatement({
  name: 'social_end_unsent',
  text: `WITH ended AS (
      UPDATE social.variants v SET state = r.state, due_at = NULL, last_error = r.last_error, version = v.version + 1, updated_at = $2
      FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, state text, last_error jsonb) WHERE v.id = r.id RETURNING v.id, v.state)
    UPDATE social.slots s SET state = ended.state, updated_at = $2 FROM ended WHERE s.variant_id = ended.id`,
});

/** Posts that are too late, or may not be sent at all: nothing is called for them. */
export async function endUnsent(tx: Tx, posts: readonly Judged[], now: Date): Promise<void> {
  if (posts.length === 0) return;
  const rows = posts.map(({ variant: { id }, verdict }) => {
    const at = now.toISOString();
    if (verdict.kind === 'refuse')
      return {
        id,
        state: 'failed',
        last_error: { class: 'refused', code: verdict.code, message: verdict.message, at },
      };
    const message = 'its time passed before it could be sent';
    return { id, state: 'missed', last_error: { class: 'missed', code: 'too_late', message, at } };
  });
  await runStatement(tx, endPosts, [JSON.stringify(rows), now]);
}
