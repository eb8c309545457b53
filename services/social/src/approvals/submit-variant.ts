import type { AdminContext } from '@platform/contracts/kit';
import { fail } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { applyChanges } from '../apply-changes.ts';
import { variants } from '../schema.ts';
import { judge, lockVariant, toVariant, type VariantView } from '../variants/variant.ts';
import { askForApproval, slotTime } from './approval.ts';

/**
 * Asks for the approval of a draft, at the time that it has in the calendar.
 * @throws AppError `variant_not_found`, `channel_check_failed` with the checks, `conflict` for a post that is no draft
 */
export async function submitVariant(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'config'>,
  id: string,
  by: Pick<AdminContext, 'id' | 'email'>,
): Promise<VariantView> {
  return app.db.transaction(async (tx) => {
    const context = await lockVariant(tx, id);
    const { variant: before, account, brand } = context;
    const view = toVariant(app, { variant: before, account });
    if (before.state === 'pending_approval') {
      await app.audit.record(tx, { before: view, after: view, application_id: brand.application_id });
      return view;
    }
    if (before.state !== 'draft') fail('conflict', { message: `The post is ${before.state}.` });
    // The account or the brand may have changed since the last save.
    const judged = judge(app, context);
    if (judged.checks.some(({ level }) => level === 'error'))
      fail('channel_check_failed', { fields: { checks: judged.checks } });
    const now = app.clock.now();
    const { row } = applyChanges(judged, { state: 'pending_approval' }, now);
    await tx.update(variants).set(row).where(eq(variants.id, id));
    await askForApproval(tx, { variant: row, brand }, { by, changed: [], scheduled_at: await slotTime(tx, id), now });
    const after = toVariant(app, { variant: row, account });
    await app.audit.record(tx, { before: view, after, application_id: brand.application_id });
    return after;
  });
}
