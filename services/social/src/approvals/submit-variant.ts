import type { AdminContext } from '@platform/contracts/kit';
import { applyChanges, assertVersion, fail, type Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { requireLawful } from '../ad-law/judge-ad.ts';
import type { App } from '../app.ts';
import { variants } from '../schema.ts';
import { judge, judgeLaw, readPostFacts } from '../variants/judge-variant.ts';
import { lockVariant, type PostContext, toVariant, type VariantRow, type VariantView } from '../variants/variant.ts';
import { askForApproval, systemApprover } from './approval.ts';
import { scheduleApproved } from './schedule-approved.ts';

type Submitter = Pick<App, 'db' | 'clock' | 'audit' | 'config' | 'settings'>;
type Author = Pick<AdminContext, 'id' | 'email'>;

/**
 * Requests the approval of a draft, at its time in the calendar.
 * @throws AppError `variant_not_found`, `precondition_failed`, `ad_marking_required`, `ad_not_allowed_on_channel`,
 * `channel_check_failed` with the checks, `conflict` for a post that is no draft; where a rule approves it
 * also `account_not_ready`, `duplicate_content`
 */
export async function submitVariant(
  app: Submitter,
  id: string,
  by: Author,
  if_match: number | null,
): Promise<VariantView> {
  return app.db.transaction(async (tx) => {
    const context = await lockVariant(tx, id);
    const { variant: before, account, brand } = context;
    assertVersion(if_match, before.version);
    const isNew = before.state !== 'pending_approval';
    const row = isNew ? await submitDraft(app, tx, context, by) : before;
    const after = toVariant(app, { variant: row, account });
    const views = {
      before: { ...toVariant(app, { variant: before, account }), approved_by: null },
      after: { ...after, approved_by: isNew ? approverOf(row) : null },
    };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return after;
  });
}

/** The approver of a post that was just submitted, for the audit log: a rule, or null while it waits. */
export const approverOf = ({ state }: Pick<VariantRow, 'state'>): string | null =>
  state === 'pending_approval' || state === 'draft' ? null : systemApprover;

/**
 * Asks for the approval of a locked post.
 * @throws AppError as {@link submitVariant}
 */
export async function submitDraft(
  app: Pick<App, 'clock' | 'config' | 'settings'>,
  tx: Tx,
  context: PostContext,
  by: Author,
): Promise<VariantRow> {
  const { variant: before } = context;
  if (before.state !== 'draft')
    fail('conflict', { message: `The post is ${before.state}, and only a draft can be submitted.` });
  const now = app.clock.now();
  const facts = await readPostFacts(tx, before, now);
  requireLawful(judgeLaw(context, facts));
  // The account or the brand may have changed since the last save.
  const judgedVariant = judge(app, context, facts);
  if (judgedVariant.checks.some(({ level }) => level === 'error'))
    fail('channel_check_failed', { fields: { checks: judgedVariant.checks } });
  const asking = { ...context, variant: judgedVariant };
  const state = await askForApproval(tx, asking, facts, { by, changed: [] });
  const { row } = applyChanges(judgedVariant, await scheduleApproved(tx, asking, { state, now }), now);
  await tx.update(variants).set(row).where(eq(variants.id, before.id));
  return row;
}
