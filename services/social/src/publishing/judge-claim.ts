import { errorText, isDatabaseDown, isRetryableConflict, type Tx } from '@platform/runtime';
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

/** A locked post with what it is judged by. */
export type ClaimFact = PostContext & { approval: ApprovalRow | null };

/** A post with what is to become of it; composed when it may leave. */
export type Judged = ClaimFact & { verdict: Verdict; composed: ComposedPost | null };

/** A post that the platform cannot read: it fails alone, and the others of the claim go on. */
const unreadable: Verdict = {
  ...{ kind: 'refuse' as const, code: 'platform', policy_id: null },
  message: 'the platform cannot read this post',
};

/** Judges a locked post. A failure is that of this post alone. */
export function judgeFact(
  app: Judge,
  fact: ClaimFact,
  { policies, now }: { policies: readonly PolicyRow[]; now: Date },
): Judged {
  try {
    const verdict = mayPublish({ ...fact, policies, now });
    return { ...fact, verdict, composed: verdict.kind === 'publish' ? compose(app, fact) : null };
  } catch (error) {
    app.log.warn({ variant_id: fact.variant.id, reason: errorText(error) }, 'a post could not be judged');
    return { ...fact, verdict: unreadable, composed: null };
  }
}

/** Asks for another approval where the own one does not hold. A failure is that of this post alone. */
export async function voidJudged(app: Judge, tx: Tx, one: Judged, now: Date): Promise<Judged> {
  const { verdict, variant } = one;
  if (verdict.kind !== 'void') return one;
  try {
    await tx.transaction((part) => voidPost(part, one, { now, why: verdict.why }));
    return one;
  } catch (error) {
    if (isDatabaseDown(error) || isRetryableConflict(error)) throw error;
    app.log.warn({ variant_id: variant.id, reason: errorText(error) }, 'a post could not be judged again');
    return { ...one, verdict: unreadable };
  }
}

/** A post whose approval does not hold waits for another one. */
async function voidPost(
  tx: Tx,
  context: PostContext,
  { now, why }: { now: Date; why: 'law' | 'autonomy' | undefined },
): Promise<void> {
  const { variant } = context;
  const state = await renewVoided(tx, context, { now, why });
  const { scheduled_at } = variant;
  const at = state === 'approved' ? await slotTime(tx, variant.id) : null;
  // A rule approved it as it stands: it goes out with the next claim.
  const isKept = at !== null && scheduled_at !== null && isWithinTolerance(at, scheduled_at, context.brand);
  await tx
    .update(variants)
    .set({ ...(isKept ? {} : { ...offSchedule, state }), version: variant.version + 1, updated_at: now })
    .where(eq(variants.id, variant.id));
}
