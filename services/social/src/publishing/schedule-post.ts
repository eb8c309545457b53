import type { ApprovalReason, social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  afterCommit,
  applyChanges,
  assertVersion,
  dayMs,
  fail,
  invalidField,
  isUniqueViolation,
  type Tx,
} from '@platform/runtime';
import { and, desc, eq, gte, inArray, lte, ne, or } from 'drizzle-orm';
import { requireLawful } from '../ad-law/judge-ad.ts';
import { judgeSending } from '../ad-law/judge-sending.ts';
import { readPolicies } from '../ad-law/manage-policies.ts';
import type { App } from '../app.ts';
import { type ApprovalRow, isWithinTolerance, slotTime } from '../approvals/approval.ts';
import { comparable } from '../channels/channel-posts.ts';
import { accounts, approvals, slots, variants } from '../schema.ts';
import { setSlotTime } from '../slots/set-slot-time.ts';
import { requireAhead } from '../slots/slot.ts';
import { lockVariant, type PostContext, toVariant, type VariantRow, type VariantView } from '../variants/variant.ts';
import { offSchedule, scheduledAt } from './next-step.ts';
import { isWithChannel, type PostAction, stateAfter } from './post-states.ts';

export type Scheduler = Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'publisher'>;
type Body = EndpointRequest<typeof social.endpoints.scheduleSocialVariant>['body'];

/**
 * Schedules an approved post, also one that failed, was missed or canceled.
 * @throws AppError `variant_not_found`, `precondition_failed`, `approval_required`, `account_not_ready`, `already_published`,
 * `outcome_uncertain`, `conflict`, `duplicate_content`, `slot_taken`, `validation_failed` for a time that is
 * over
 */
export async function schedulePost(
  app: Scheduler,
  id: string,
  { scheduled_at }: Body,
  if_match: number | null,
): Promise<VariantView> {
  return changePost(app, { id, if_match }, async (tx, context, now) => {
    const at = scheduled_at === null ? await slotTime(tx, id) : new Date(scheduled_at);
    if (at === null) return invalidField('scheduled_at', 'is missing: a post without a slot needs a time');
    requireAhead('scheduled_at', at, now);
    const planned = await putOnSchedule(tx, context, at);
    if (context.account.state === 'unverified')
      fail('account_not_ready', { message: 'The account was never verified: enter its credentials, and verify it.' });
    await setSlotTime(tx, { at, ...context, variant_id: id, now });
    return planned;
  });
}

/**
 * Takes a post off the schedule.
 * @throws `variant_not_found`, `precondition_failed`, `conflict`
 */
export const unschedulePost = (app: Scheduler, id: string, if_match: number | null): Promise<VariantView> =>
  changePost(app, { id, if_match }, async (_tx, { variant }) =>
    variant.state === 'approved' ? {} : { ...offSchedule, state: requireState(variant, 'unschedule') },
  );

/**
 * Cancels a post.
 * @throws `variant_not_found`, `precondition_failed`, `already_published`, `outcome_uncertain`, `conflict`
 */
export const cancelPost = (app: Scheduler, id: string, if_match: number | null): Promise<VariantView> =>
  changePost(app, { id, if_match }, async (_tx, { variant }) =>
    variant.state === 'canceled' ? {} : { ...offSchedule, state: requireState(variant, 'cancel') },
  );

/**
 * The columns of a post that is put on the schedule. The account is locked: of two equal posts one gets
 * there.
 * @throws AppError as {@link schedulePost}
 */
export async function putOnSchedule(
  tx: Tx,
  { variant, account, brand }: PostContext,
  at: Date,
): Promise<Partial<VariantRow>> {
  const isApprovable = variant.state === 'draft' || variant.state === 'pending_approval';
  if (!isApprovable) requireState(variant, 'schedule');
  const approval = await requireApproval(tx, { variant, brand }, at);
  requireState(variant, 'schedule');
  await requireLawfulAt(tx, { variant, account, brand }, { approval, at });
  const [locked] = await tx
    .select({ state: accounts.state })
    .from(accounts)
    .where(eq(accounts.id, account.id))
    .for('no key update');
  if (brand.archived_at !== null || locked?.state === 'archived')
    fail('account_not_ready', { message: 'The account is archived: choose another account.' });
  await refuseDuplicate(tx, variant, at);
  return scheduledAt(at);
}

/**
 * Asserts that the advertising law of a day lets a post out.
 * @throws AppError `ad_marking_required`, `ad_not_allowed_on_channel`, `approval_required` for what became
 * disputed
 */
async function requireLawfulAt(
  tx: Tx,
  context: PostContext,
  { approval, at }: { approval: ApprovalRow; at: Date },
): Promise<void> {
  const verdict = judgeSending(await readPolicies(tx), context, approval, at);
  requireLawful(verdict);
  const reasons: ApprovalReason[] = ['ad_disputed'];
  if (verdict.isUnacknowledged)
    fail('approval_required', { fields: { variant_id: context.variant.id, approval_id: approval.id, reasons } });
}

/**
 * The approval of this content and this time.
 * @throws `approval_required` without one
 */
export async function requireApproval(
  tx: Tx,
  { variant, brand }: Pick<PostContext, 'variant' | 'brand'>,
  at: Date,
): Promise<ApprovalRow> {
  const [last] = await tx
    .select()
    .from(approvals)
    .where(eq(approvals.variant_id, variant.id))
    .orderBy(desc(approvals.id))
    .limit(1);
  const reasons: ApprovalReason[] = [];
  if (!last || last.state === 'voided') reasons.push('not_submitted');
  else if (last.state === 'pending') reasons.push('pending', ...last.reasons);
  else if (last.state !== 'approved') reasons.push('rejected');
  if (last && last.content_hash !== variant.content_hash) reasons.push('content');
  if (last?.state === 'approved' && !isWithinTolerance(last.scheduled_at, at, brand)) reasons.push('time');
  if (last && reasons.length === 0) return last;
  return fail('approval_required', { fields: { variant_id: variant.id, approval_id: last?.id ?? null, reasons } });
}

/**
 * Asserts that the account has no post with equal text within a day of this time.
 * @throws `duplicate_content`
 */
async function refuseDuplicate(tx: Tx, variant: VariantRow, at: Date): Promise<void> {
  const [from, to] = [new Date(at.getTime() - dayMs), new Date(at.getTime() + dayMs)];
  const near = await tx
    .select({ id: variants.id, body: variants.body, cover: variants.cover })
    .from(variants)
    .where(
      and(
        eq(variants.account_id, variant.account_id),
        ne(variants.id, variant.id),
        or(
          and(
            inArray(variants.state, ['scheduled', 'publishing', 'awaiting_media', 'uncertain']),
            gte(variants.scheduled_at, from),
            lte(variants.scheduled_at, to),
          ),
          and(eq(variants.state, 'published'), gte(variants.published_at, from), lte(variants.published_at, to)),
        ),
      ),
    );
  const duplicate = near.find((post) => isEqualPost(post, variant));
  if (duplicate) fail('duplicate_content', { fields: { variant_id: duplicate.id } });
}

/** Whether readers see the same: the same text, or the same image without any. */
const isEqualPost = (a: Pick<VariantRow, 'body' | 'cover'>, b: Pick<VariantRow, 'body' | 'cover'>): boolean => {
  const [textA, textB] = [comparable(a.body), comparable(b.body)];
  return textA === textB && (textA !== '' || a.cover?.name === b.cover?.name);
};

/**
 * The state after an action.
 * @throws `already_published`, `outcome_uncertain`, `conflict`, `approval_required`
 */
export function requireState(variant: VariantRow, action: PostAction): VariantRow['state'] {
  const next = stateAfter(variant.state, action);
  if (next !== null) return next;
  if (variant.state === 'published') return fail('already_published');
  if (variant.state === 'uncertain') return fail('outcome_uncertain');
  if (action !== 'schedule' || isWithChannel(variant.state))
    return fail('conflict', { message: `The post is ${variant.state} and can no longer be scheduled.` });
  const reasons: ApprovalReason[] = [variant.state === 'draft' ? 'not_submitted' : 'pending'];
  return fail('approval_required', { fields: { variant_id: variant.id, approval_id: null, reasons } });
}

/**
 * Locks a post, changes it, records the change, and wakes the publisher.
 * @throws AppError `variant_not_found`, `precondition_failed`, and what the change throws
 */
export async function changePost(
  app: Scheduler,
  { id, if_match }: { id: string; if_match: number | null },
  change: (tx: Tx, context: PostContext, now: Date) => Promise<Partial<VariantRow>>,
): Promise<VariantView> {
  try {
    return await app.db.transaction(async (tx) => {
      const context = await lockVariant(tx, id);
      const { variant: before, account, brand } = context;
      assertVersion(if_match, before.version);
      const now = app.clock.now();
      const { row, isChanged } = applyChanges(before, await change(tx, context, now), now);
      if (isChanged) await tx.update(variants).set(row).where(eq(variants.id, id));
      if (isChanged) await replanSlot(tx, row, now);
      const after = toVariant(app, { variant: row, account });
      const views = { before: toVariant(app, { variant: before, account }), after };
      await app.audit.record(tx, { ...views, application_id: brand.application_id });
      afterCommit(tx, () => app.publisher.wake());
      return after;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'slots_account_at')) fail('slot_taken', { cause: error });
    throw error;
  }
}

/** A slot whose post is on its way again is planned. */
export async function replanSlot(tx: Tx, { id, state }: VariantRow, now: Date): Promise<void> {
  if (state !== 'scheduled') return;
  const isOver = inArray(slots.state, ['failed', 'missed']);
  await tx
    .update(slots)
    .set({ state: 'planned', updated_at: now })
    .where(and(eq(slots.variant_id, id), isOver));
}
