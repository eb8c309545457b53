import {
  defineStatement,
  errorText,
  isDatabaseDown,
  isRetryableConflict,
  minuteMs,
  runStatement,
  type Tx,
} from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { refusalText } from '../ad-law/judge-ad.ts';
import { judgeSending } from '../ad-law/judge-sending.ts';
import type { PolicyRow } from '../ad-law/policy.ts';
import type { App } from '../app.ts';
import { type ApprovalRow, isByRule, isWithinTolerance, renewVoided, slotTime } from '../approvals/approval.ts';
import { approvesByRule } from '../approvals/person-reasons.ts';
import type { ComposedPost } from '../posts/compose-post.ts';
import { variants } from '../schema.ts';
import { compose, type PostContext } from '../variants/variant.ts';
import { offSchedule } from './next-step.ts';

type Judge = Pick<App, 'config' | 'settings' | 'log'>;

/**
 * Whether a claimed post may be published.
 * - `void`: its approval is void, or does not fit the present law or autonomy: the post waits for another
 * approval
 * - `missed`: it is too late for it
 * - `hold`: its account does not publish
 * - `cancel`: its brand was archived meanwhile
 * - `refuse`: it fails with this code, and is not sent
 */
export type Verdict =
  | { kind: 'publish'; approval_id: string; policy_id: string | null }
  | { kind: 'void'; why?: 'law' | 'autonomy' }
  | { kind: 'missed' }
  | { kind: 'hold' }
  | { kind: 'cancel' }
  | { kind: 'refuse'; code: string; message: string; policy_id: string | null };

/** A locked post with the facts for its judgement. */
export type ClaimFact = PostContext & { approval: ApprovalRow | null };

/** A post with its verdict; with its composed requests when it may be published. */
export type Judged = ClaimFact & { verdict: Verdict; composed: ComposedPost | null };

/** Tries that began in time go on for this long behind the limit. */
const graceMs = 10 * minuteMs;

/** The last check of a post before it leaves: approval, time, account, law. */
function mayPublish(
  { variant, account, brand, approval }: ClaimFact,
  { policies, now }: { policies: readonly PolicyRow[]; now: Date },
): Verdict {
  if (brand.archived_at !== null) return { kind: 'cancel' };
  if (account.state !== 'active') return { kind: 'hold' };
  if (approval?.state !== 'approved' || approval.content_hash !== variant.content_hash) return { kind: 'void' };
  if (isByRule(approval) && !approvesByRule(brand)) return { kind: 'void', why: 'autonomy' };
  const { scheduled_at, late_from } = variant;
  if (scheduled_at === null || !isWithinTolerance(approval.scheduled_at, scheduled_at, brand)) return { kind: 'void' };
  const limit = brand.late_limit_min * minuteMs + (variant.errors > 0 ? graceMs : 0);
  // What its channel works on was begun in time.
  const isLate = variant.state === 'scheduled' && late_from !== null && now.getTime() - late_from.getTime() > limit;
  if (isLate) return { kind: 'missed' };
  const { policy_id, refusal, isUnacknowledged } = judgeSending(policies, { variant, account, brand }, approval, now);
  if (refusal !== null) return { kind: 'refuse', code: refusal.code, message: refusalText(refusal), policy_id };
  if (isUnacknowledged) return { kind: 'void', why: 'law' };
  return { kind: 'publish', approval_id: approval.id, policy_id };
}

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
    const verdict = mayPublish(fact, { policies, now });
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
  name: 'end_unsent',
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
