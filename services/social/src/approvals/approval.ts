import type { SocialApproval } from '@platform/contracts';
import type { AdminContext } from '@platform/contracts/kit';
import { minuteMs, newId, type Tx, withIsoTimes } from '@platform/runtime';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { BrandRow } from '../brands/brand.ts';
import { approvals, slots } from '../schema.ts';
import { type PostFacts, readPostFacts } from '../variants/judge-variant.ts';
import type { PostContext, VariantRow } from '../variants/variant.ts';
import { personReasons, readHistory } from './person-reasons.ts';

export type ApprovalRow = typeof approvals.$inferSelect;
export type ApprovalView = z.input<typeof SocialApproval>;
type Changed = ApprovalRow['changed'];

/** An approval as administrators see it. */
export const toApproval = ({ submitted_by_id: _, ...row }: ApprovalRow): ApprovalView => withIsoTimes(row);

/** What of a post an approval is about differs between two of its states. */
export function changedFields(before: VariantRow, after: VariantRow): Changed {
  const parts: [Changed[number], (row: VariantRow) => unknown][] = [
    ['body', ({ body }) => body],
    ['cover', ({ cover }) => cover && [cover.name, cover.alt, cover.fit]],
    ['buttons', ({ buttons }) => buttons.map(({ text, url }) => [text, url])],
    ['ad', ({ is_ad, erid, advertiser }) => [is_ad, erid, advertiser?.name, advertiser?.inn]],
  ];
  return parts.filter(([, of]) => JSON.stringify(of(before)) !== JSON.stringify(of(after))).map(([name]) => name);
}

/**
 * Whether a time equals that of an approval, within the tolerance of the brand. An approval without a time
 * accepts any time.
 */
export function isWithinTolerance(approved: Date | null, at: Date, { approval }: Pick<BrandRow, 'approval'>): boolean {
  return approved === null || Math.abs(at.getTime() - approved.getTime()) <= approval.time_tolerance_min * minuteMs;
}

/** The time of a post in the calendar; null without a slot. */
export async function slotTime(tx: Tx, variant_id: string): Promise<Date | null> {
  const [slot] = await tx.select({ at: slots.at }).from(slots).where(eq(slots.variant_id, variant_id));
  return slot?.at ?? null;
}

/** The approval that a post has or waits for; null without one. */
export async function currentApproval(tx: Tx, variant_id: string): Promise<ApprovalRow | null> {
  const [row] = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.variant_id, variant_id), inArray(approvals.state, ['pending', 'approved'])))
    .orderBy(desc(approvals.id))
    .limit(1)
    .for('update');
  return row ?? null;
}

/** The approver of posts that no person has to decide about. */
export const systemApprover = 'system';

/** Whether a rule gave an approval, and no person. */
export const isByRule = ({ decisions }: Pick<ApprovalRow, 'decisions'>): boolean =>
  decisions.some(({ admin_id }) => admin_id === null);

interface Request {
  by: Pick<AdminContext, 'id' | 'email'>;
  changed: Changed;
}

/**
 * Requests the approval of a post in its present state, at its time in the calendar. A rule approves it at
 * once if no reason requires a person.
 * @returns the state of the post
 */
export async function askForApproval(
  tx: Tx,
  context: PostContext,
  facts: PostFacts,
  { by, changed }: Request,
): Promise<'pending_approval' | 'approved'> {
  const { variant, brand } = context;
  const { now } = facts;
  const reasons = personReasons(context, facts, await readHistory(tx, variant));
  const needsNoPerson = reasons.length === 0;
  const decision: ApprovalRow['decisions'][number] = {
    admin_id: null,
    decided_by: systemApprover,
    decision: 'approve',
    comment: '',
    acknowledged: [],
    at: now.toISOString(),
  };
  await tx.insert(approvals).values({
    id: newId(),
    brand_id: brand.id,
    variant_id: variant.id,
    content_hash: variant.content_hash,
    changed,
    reasons,
    scheduled_at: await slotTime(tx, variant.id),
    required: needsNoPerson ? 1 : brand.approval.required,
    ...(needsNoPerson
      ? { state: 'approved' as const, decisions: [decision], decided_at: now }
      : { state: 'pending' as const, decisions: [], decided_at: null }),
    submitted_by: by.email,
    submitted_by_id: by.id,
    created_at: now,
  });
  return needsNoPerson ? 'approved' : 'pending_approval';
}

/** Ends the approval that a post had, because the post or its time changed. */
export async function voidApproval(tx: Tx, variant_id: string, now: Date): Promise<void> {
  const before = await currentApproval(tx, variant_id);
  if (before) await tx.update(approvals).set({ state: 'voided', decided_at: now }).where(eq(approvals.id, before.id));
}

/**
 * Ends the approval that a post had, and asks for another one.
 * @returns the state of the post
 */
export async function renewApproval(
  tx: Tx,
  context: PostContext,
  facts: PostFacts,
  request: Request,
): Promise<'pending_approval' | 'approved'> {
  await voidApproval(tx, context.variant.id, facts.now);
  return askForApproval(tx, context, facts, request);
}

/** Asks for another approval of a post whose own one does not hold any more, for the author of that one. */
export async function renewVoided(
  tx: Tx,
  context: PostContext,
  { now, why }: { now: Date /** What changed outside of the post. */; why?: 'law' | 'autonomy' | undefined },
): Promise<'pending_approval' | 'approved' | 'draft'> {
  const { variant } = context;
  const [last] = await tx
    .select()
    .from(approvals)
    .where(eq(approvals.variant_id, variant.id))
    .orderBy(desc(approvals.id))
    .limit(1);
  if (!last) return 'draft';
  const changed: Changed = [why ?? (last.content_hash === variant.content_hash ? 'time' : 'body')];
  if (last.state === 'pending') return 'pending_approval';
  const by = { id: last.submitted_by_id, email: last.submitted_by };
  return renewApproval(tx, context, await readPostFacts(tx, variant, now), { by, changed });
}
