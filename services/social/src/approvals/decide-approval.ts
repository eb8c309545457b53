import { PersonReason, type social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { afterCommit, fail, findRow, invalidField, isUniqueViolation, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { requireLawful } from '../ad-law/judge-ad.ts';
import type { App } from '../app.ts';
import type { BrandRow } from '../brands/brand.ts';
import { putOnSchedule } from '../publishing/schedule-post.ts';
import { approvals, variants } from '../schema.ts';
import { setSlotTime } from '../slots/set-slot-time.ts';
import { judge, judgeLaw, readPostFacts } from '../variants/judge-variant.ts';
import { lockVariant, type PostContext } from '../variants/variant.ts';
import { type ApprovalRow, type ApprovalView, isWithinTolerance, toApproval } from './approval.ts';

type Body = EndpointRequest<typeof social.endpoints.decideSocialApproval>['body'];
/**
 * Records the decision of an administrator about a post as it was submitted.
 * @throws AppError `approval_not_found`, `conflict` for a post that changed, for an approval that ended, for
 * a second decision of one administrator, and for an administrator without the right to approve for this
 * brand; `slot_taken`, `account_not_ready`, `duplicate_content`, `validation_failed` for a decision without
 * its comment and for a time that is over; for an approval also `ad_marking_required`,
 * `ad_not_allowed_on_channel`, `channel_check_failed`, and `approval_required` with what has to be
 * acknowledged
 */
export async function decideApproval(app: App, id: string, body: Body, by: AdminContext): Promise<ApprovalView> {
  if (body.decision !== 'approve' && body.comment.trim() === '')
    invalidField('comment', 'is missing: say what has to change, unless the decision is `approve`');
  const [seen] = await app.db.select({ variant_id: approvals.variant_id }).from(approvals).where(eq(approvals.id, id));
  if (!seen) return fail('approval_not_found');
  try {
    return await app.db.transaction(async (tx) => {
      // The post first, as everywhere: two calls then wait for each other instead of for ever.
      const context = await lockVariant(tx, seen.variant_id);
      const { variant, account, brand } = context;
      const before = await findRow(tx, approvals, { id }, 'update');
      if (!before) return fail('approval_not_found');
      if (before.content_hash !== body.content_hash || variant.content_hash !== body.content_hash)
        fail('conflict', {
          message: 'The post changed since it was submitted: read it again, and decide about the new text.',
        });
      if (before.state !== 'pending')
        fail('conflict', {
          message: `The approval is ${before.state}, so it takes no other decision: submit the post again.`,
        });
      requireApprover(before, brand, body, by);
      const now = app.clock.now();
      const scheduled_at = body.scheduled_at === null ? null : new Date(body.scheduled_at);
      if (scheduled_at !== null && scheduled_at <= now)
        invalidField('scheduled_at', 'is in the past: choose a later time');
      requireSameTime(before, brand, scheduled_at);
      if (scheduled_at !== null)
        await setSlotTime(tx, { at: scheduled_at, account, brand, variant_id: variant.id, now });
      if (body.decision === 'approve') await requireApprovable(app, tx, context, { approval_id: id, body, now });
      const row = decided(before, body, { by, now, scheduled_at });
      await tx.update(approvals).set(row).where(eq(approvals.id, id));
      const state = row.state === 'approved' ? 'approved' : row.state === 'pending' ? variant.state : 'draft';
      const at = row.state === 'approved' ? row.scheduled_at : null;
      // With a time to come it goes out by itself.
      const approved = { ...variant, state: 'approved' as const };
      const planned = at !== null && at > now ? await putOnSchedule(tx, { variant: approved, account, brand }, at) : {};
      const next = { state, ...planned, version: variant.version + 1, updated_at: now };
      if (state !== variant.state) await tx.update(variants).set(next).where(eq(variants.id, variant.id));
      afterCommit(tx, () => app.publisher.wake());
      const views = { before: toApproval(before), after: toApproval(row) };
      await app.audit.record(tx, { ...views, application_id: brand.application_id });
      return toApproval(row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'slots_account_at')) fail('slot_taken', { cause: error });
    throw error;
  }
}

function requireApprover(before: ApprovalRow, { approval }: BrandRow, { decision }: Body, by: AdminContext): void {
  const { approver_ids, self_approval } = approval;
  if (approver_ids.length > 0 && !approver_ids.includes(by.id))
    fail('conflict', {
      message: 'The brand names its approvers, and this administrator is none of them: ask an approver.',
    });
  if (before.decisions.some(({ admin_id }) => admin_id === by.id))
    fail('conflict', { message: 'This administrator decided already: another approver has to decide.' });
  if (decision === 'approve' && !self_approval && before.submitted_by_id === by.id)
    fail('conflict', {
      message: 'The brand does not allow authors to approve their own posts: ask another administrator.',
    });
}

/**
 * Asserts that a decision leaves the time that earlier ones approved.
 * @throws `conflict`
 */
function requireSameTime({ decisions, scheduled_at: approved }: ApprovalRow, brand: BrandRow, at: Date | null): void {
  const isApproved = decisions.some(({ decision }) => decision === 'approve');
  if (isApproved && at !== null && !isWithinTolerance(approved, at, brand))
    fail('conflict', { message: 'Another approver approved another time: move the slot of the post instead.' });
}

/**
 * Judges a post as it would be published. A prohibited post cannot be approved. A disputed post, or one that
 * resembles an advertisement, needs an approver that acknowledges this.
 */
async function requireApprovable(
  app: Pick<App, 'config' | 'settings'>,
  tx: Tx,
  context: PostContext,
  { approval_id, body, now }: { approval_id: string; body: Body; now: Date },
): Promise<void> {
  const facts = await readPostFacts(tx, context.variant, now);
  const verdict = judgeLaw(context, facts);
  requireLawful(verdict);
  const { checks } = judge(app, context, facts);
  if (checks.some(({ level }) => level === 'error')) fail('channel_check_failed', { fields: { checks } });
  const reasons = PersonReason.options.filter((reason) =>
    verdict.acknowledge.some((needed) => needed === reason && !body.acknowledge.includes(needed)),
  );
  if (reasons.length > 0)
    fail('approval_required', {
      message: `The approver has to acknowledge: ${reasons.join(', ')}. Name them in \`acknowledged\`.`,
      fields: { variant_id: context.variant.id, approval_id, reasons },
    });
}

/** The approval after a decision. */
export function decided(
  before: ApprovalRow,
  { decision, comment, acknowledge }: Pick<Body, 'decision' | 'comment' | 'acknowledge'>,
  { by, now, scheduled_at }: { by: Pick<AdminContext, 'id' | 'email'>; now: Date; scheduled_at: Date | null },
): ApprovalRow {
  const acknowledged = [...new Set(acknowledge)];
  const newDecision = { admin_id: by.id, decided_by: by.email, decision, comment, acknowledged, at: now.toISOString() };
  const decisions = [...before.decisions, newDecision];
  const approved = decisions.filter((one) => one.decision === 'approve').length >= before.required;
  const ends = { reject: 'rejected', changes_requested: 'changes_requested' } as const;
  const state = decision === 'approve' ? (approved ? 'approved' : 'pending') : ends[decision];
  const decided_at = state === 'pending' ? null : now;
  return { ...before, decisions, state, decided_at, scheduled_at: scheduled_at ?? before.scheduled_at };
}
