import type { social } from '@platform/contracts';
import type { AdminContext, EndpointRequest } from '@platform/contracts/kit';
import { applyChanges, assertVersion, fail, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { changedFields, renewApproval, voidApproval } from '../approvals/approval.ts';
import { scheduleApproved } from '../approvals/schedule-approved.ts';
import { approverOf } from '../approvals/submit-variant.ts';
import { type CoverMaker, chooseCover, makeCover } from '../covers/choose-cover.ts';
import type { CoverFit } from '../covers/process-cover.ts';
import { exchangeCover } from '../covers/stored-covers.ts';
import { offSchedule } from '../publishing/next-step.ts';
import { isWithChannel } from '../publishing/post-states.ts';
import { variants } from '../schema.ts';
import { judge, type PostFacts, readPostFacts } from './judge-variant.ts';
import {
  lockVariant,
  type PostContext,
  requireVariant,
  storeRevision,
  toVariant,
  type VariantRow,
  type VariantView,
} from './variant.ts';

export type Editor = Pick<App, 'audit' | 'config' | 'settings' | 'log'> & CoverMaker;
type Changes = EndpointRequest<typeof social.endpoints.updateSocialVariant>['body'];
type Author = Pick<AdminContext, 'id' | 'email'>;

/**
 * Changes a post. Absent fields keep their values. An image is fetched and processed before the transaction.
 * @throws AppError `variant_not_found`, `precondition_failed`, `image_not_readable`, `address_refused`,
 * `cover_not_found`, `conflict` for a post that is with its channel; also `account_not_ready`,
 * `duplicate_content` when a rule approves the changed post
 */
export async function updateVariant(
  app: Editor,
  id: string,
  { cover, ...changes }: Changes,
  { if_match, admin }: { if_match: number | null; admin: Author },
): Promise<VariantView> {
  const seen = await requireVariant(app.db, id);
  assertVersion(if_match, seen.variant.version);
  const processedCover = cover ? await chooseCover(app, seen.account.channel, cover) : cover;
  return save(
    app,
    id,
    { ...changes, ...(processedCover === undefined ? {} : { cover: processedCover }) },
    { if_match, admin },
  );
}

/**
 * Sets the image of a post.
 * @throws AppError `variant_not_found`, `precondition_failed`, `image_not_readable`
 */
export async function putCover(
  app: Editor,
  id: string,
  file: Buffer,
  { alt, fit, ...change }: { alt: string; fit: CoverFit; if_match: number | null; admin: Author },
): Promise<VariantView> {
  const { variant, account } = await requireVariant(app.db, id);
  assertVersion(change.if_match, variant.version);
  const cover = await makeCover(app, account.channel, file, { alt, fit });
  return save(app, id, { cover }, change);
}

/**
 * Removes the image of a post.
 * @throws `variant_not_found`, `precondition_failed`
 */
export const removeCover = (
  app: Editor,
  id: string,
  change: { if_match: number | null; admin: Author },
): Promise<VariantView> => save(app, id, { cover: null }, change);

/** Writes a change, with the findings about the changed post. */
async function save(
  app: Editor,
  id: string,
  changes: Partial<Record<keyof VariantRow, unknown>>,
  { if_match, admin }: { if_match: number | null; admin: Author },
): Promise<VariantView> {
  return app.db.transaction(async (tx) => {
    const { variant: before, account, brand } = await lockVariant(tx, id);
    assertVersion(if_match, before.version);
    if (isWithChannel(before.state))
      fail('conflict', { message: `The post is ${before.state} and can no longer be edited: create another post.` });
    const now = app.clock.now();
    const changed = applyChanges(before, changes, now);
    const facts = await readPostFacts(tx, before, now);
    const judgedVariant = changed.isChanged ? judge(app, { variant: changed.row, account, brand }, facts) : before;
    const context = { variant: judgedVariant, account, brand };
    const state = await stateAfter(tx, before, context, { facts, by: admin });
    const isSame = state === before.state && judgedVariant.content_hash === before.content_hash;
    // A post that is no longer approved also leaves the schedule.
    const planned = isSame ? {} : { ...offSchedule, ...(await scheduleApproved(tx, context, { state, now })) };
    const row = { ...judgedVariant, ...planned };
    if (changed.isChanged) {
      await tx.update(variants).set(row).where(eq(variants.id, id));
      await storeRevision(tx, row, admin.email);
      await exchangeCover(tx, { before: before.cover, after: row.cover }, now);
    }
    const after = toVariant(app, { variant: row, account });
    const isRenewed = before.state !== 'draft' && row.content_hash !== before.content_hash;
    const views = {
      before: { ...toVariant(app, { variant: before, account }), approved_by: null },
      after: { ...after, approved_by: isRenewed ? approverOf(row) : null },
    };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return after;
  });
}

/**
 * The state of a post after a change. A change of the content ends the approval, and another one is
 * requested. A post that its channel would refuse becomes a draft again.
 */
async function stateAfter(
  tx: Tx,
  before: VariantRow,
  after: PostContext,
  { facts, by }: { facts: PostFacts; by: Author },
): Promise<VariantRow['state']> {
  if (before.state === 'draft' || before.content_hash === after.variant.content_hash) return before.state;
  if (after.variant.checks.some(({ level }) => level === 'error')) {
    await voidApproval(tx, before.id, facts.now);
    return 'draft';
  }
  return renewApproval(tx, after, facts, { by, changed: changedFields(before, after.variant) });
}
