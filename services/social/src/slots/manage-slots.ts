import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { applyChanges, assertVersion, fail, findRow, isUniqueViolation, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { type AccountRow, applicationOf, requireAccount } from '../accounts/account.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import type { App } from '../app.ts';
import { currentApproval, isWithinTolerance, renewApproval } from '../approvals/approval.ts';
import { scheduleApproved } from '../approvals/schedule-approved.ts';
import { approverOf } from '../approvals/submit-variant.ts';
import { requireBrand, requireLiveBrand } from '../brands/brand.ts';
import { toLocalTime } from '../posts/local-time.ts';
import { offSchedule } from '../publishing/next-step.ts';
import { isWithChannel } from '../publishing/post-states.ts';
import { slots, variants } from '../schema.ts';
import { requireAccounts } from '../variants/create-content.ts';
import { readPostFacts } from '../variants/judge-variant.ts';
import { lockVariant, lockVariants } from '../variants/variant.ts';
import { newSlot, type SlotRow, type SlotView, slotMoment, toSlot } from './slot.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit'>;
type Creation = EndpointRequest<typeof social.endpoints.createSocialSlot>['body'];
type Changes = EndpointRequest<typeof social.endpoints.updateSocialSlot>['body'];

/**
 * Makes an empty slot.
 * @throws AppError `brand_not_found`, `account_not_found`, `slot_taken`, `validation_failed`
 */
export async function createSlot(
  app: Writer,
  brand_id: string,
  { account_id, local_time, rubric, pinned }: Creation,
): Promise<SlotView> {
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      const brand = await requireLiveBrand(tx, brand_id);
      const [account] = await requireAccounts(tx, brand, [account_id]);
      if (!account) return fail('account_not_found');
      await lockAccounts(tx, [account.id]);
      const now = app.clock.now();
      const at = slotMoment(brand, local_time, now);
      const { timezone } = brand;
      const row = newSlot({ account, at, timezone, rubric, variant_id: null, origin: 'manual', pinned }, now);
      await tx.insert(slots).values(row);
      await app.audit.record(tx, { before: null, after: toSlot(row, account), application_id: brand.application_id });
      return toSlot(row, account);
    }),
  );
}

/**
 * Moves a slot, or gives it a post; absent fields stay.
 * @throws AppError `slot_not_found`, `precondition_failed`, `variant_not_found` for a post of another
 * account, `slot_taken`, `conflict` for a slot that is over, for one whose post is scheduled and would lose
 * it, and for a post that has a slot, `validation_failed`
 */
export async function updateSlot(
  app: Writer,
  id: string,
  { local_time, ...changes }: Changes,
  { if_match, admin }: { if_match: number | null; admin: Pick<AdminContext, 'id' | 'email'> },
): Promise<SlotView> {
  return unlessTaken(() =>
    app.db.transaction(async (tx) => {
      await lockAround(tx, id, changes.variant_id ?? null);
      const { slot: before, account } = await lockSlot(tx, id);
      assertVersion(if_match, before.version);
      if (before.state !== 'empty' && before.state !== 'planned')
        fail('conflict', { message: `The slot is ${before.state} and can no longer be changed: create another one.` });
      const brand = await requireBrand(tx, before.brand_id);
      const now = app.clock.now();
      const at = local_time === undefined ? before.at : slotMoment(brand, local_time, now);
      const variant_id = changes.variant_id === undefined ? before.variant_id : changes.variant_id;
      if (variant_id !== before.variant_id) await requireUnscheduled(tx, before);
      if (variant_id !== null && variant_id !== before.variant_id) await requireOwnPost(tx, variant_id, account);
      const state = variant_id === null ? 'empty' : 'planned';
      const moved = { at, local_time: toLocalTime(at, brand.timezone), variant_id, state };
      const { row, isChanged } = applyChanges(before, { ...changes, ...moved }, now);
      if (isChanged) await tx.update(slots).set(row).where(eq(slots.id, id));
      const approved_by =
        row.variant_id === null ? null : await holdToApproval(tx, row.variant_id, { at: row.at, by: admin, now });
      const views = {
        before: { ...toSlot(before, account), approved_by: null },
        after: { ...toSlot(row, account), approved_by },
      };
      await app.audit.record(tx, { ...views, application_id: brand.application_id });
      return toSlot(row, account);
    }),
  );
}

/**
 * Deletes a slot; its post stays.
 * @throws AppError `slot_not_found`, `precondition_failed`, `conflict` for a slot whose post is scheduled or
 * out
 */
export async function deleteSlot(app: Writer, id: string, if_match: number | null): Promise<undefined> {
  await app.db.transaction(async (tx) => {
    await lockAround(tx, id, null);
    const { slot, account } = await lockSlot(tx, id);
    assertVersion(if_match, slot.version);
    await requireUnscheduled(tx, slot);
    await tx.delete(slots).where(eq(slots.id, id));
    const before = toSlot(slot, account);
    await app.audit.record(tx, { before, after: null, application_id: await applicationOf(tx, slot) });
  });
}

async function lockSlot(tx: Tx, id: string): Promise<{ slot: SlotRow; account: AccountRow }> {
  const slot = await findRow(tx, slots, { id }, 'update');
  if (!slot) return fail('slot_not_found');
  return { slot, account: await requireAccount(tx, slot.account_id) };
}

/**
 * Asserts that the post of a slot does not go out at its time.
 * @throws `conflict`
 */
async function requireUnscheduled(tx: Tx, { variant_id }: Pick<SlotRow, 'variant_id'>): Promise<void> {
  if (variant_id === null) return;
  const [variant] = await tx.select({ state: variants.state }).from(variants).where(eq(variants.id, variant_id));
  if (variant && (variant.state === 'scheduled' || isWithChannel(variant.state)))
    fail('conflict', { message: `The post is ${variant.state}, so it takes no slot: choose another post.` });
}

/**
 * Asserts that a post is one of the account.
 * @throws `variant_not_found`
 */
async function requireOwnPost(tx: Tx, variant_id: string, { id }: Pick<AccountRow, 'id'>): Promise<void> {
  const [variant] = await tx
    .select({ state: variants.state })
    .from(variants)
    .where(and(eq(variants.id, variant_id), eq(variants.account_id, id)));
  if (!variant) fail('variant_not_found');
}

/** Locks the posts that a slot has and gets, and its account, before the slot itself. */
async function lockAround(tx: Tx, slot_id: string, next: string | null): Promise<void> {
  const [seen] = await tx
    .select({ variant_id: slots.variant_id, account_id: slots.account_id })
    .from(slots)
    .where(eq(slots.id, slot_id));
  const ids = [seen?.variant_id, next].filter((id) => typeof id === 'string');
  if (ids.length > 0) await lockVariants(tx, ids);
  if (seen) await lockAccounts(tx, [seen.account_id]);
}

/**
 * A post that moves further than its approval lets it needs another approval.
 * @returns the approver where a rule gave it
 */
async function holdToApproval(
  tx: Tx,
  variant_id: string,
  { at, by, now }: { at: Date; by: Pick<AdminContext, 'id' | 'email'>; now: Date },
): Promise<string | null> {
  const context = await lockVariant(tx, variant_id);
  const { variant, brand } = context;
  if (isWithChannel(variant.state))
    fail('conflict', {
      message: `The post is ${variant.state}, so its slot cannot be changed: wait for the outcome, or cancel the post.`,
    });
  const approval = variant.state === 'draft' ? null : await currentApproval(tx, variant_id);
  const record = { version: variant.version + 1, updated_at: now };
  if (!approval || isWithinTolerance(approval.scheduled_at, at, brand)) {
    if (variant.state !== 'scheduled' || variant.scheduled_at?.getTime() === at.getTime()) return null;
    await tx
      .update(variants)
      .set({ scheduled_at: at, due_at: at, late_from: at, ...record })
      .where(eq(variants.id, variant_id));
    return null;
  }
  const facts = await readPostFacts(tx, variant, now);
  const state = await renewApproval(tx, context, facts, { by, changed: ['time'] });
  const planned = await scheduleApproved(tx, context, { state, now });
  await tx
    .update(variants)
    .set({ ...offSchedule, ...planned, ...record })
    .where(eq(variants.id, variant_id));
  return approverOf({ state });
}

/** The time of an account, and a post, have one slot at most. */
async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'slots_account_at')) fail('slot_taken', { cause: error });
    if (isUniqueViolation(error, 'slots_variant'))
      fail('conflict', { message: 'The post already has a slot: move that slot instead.', cause: error });
    throw error;
  }
}
