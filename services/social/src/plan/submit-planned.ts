import { AppError } from '@platform/runtime';
import { and, asc, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { systemApprover } from '../approvals/approval.ts';
import { submitDraft } from '../approvals/submit-variant.ts';
import { variants } from '../schema.ts';
import { lockVariant } from '../variants/variant.ts';
import type { PlanRunRow } from './plan-run.ts';

/** The author of what no administrator made. */
const noAdmin = '00000000-0000-0000-0000-000000000000';

/**
 * Requests the approval of the untouched drafts of a run. A draft that its channel or the law refuses stays a
 * draft, and a user has to edit it.
 */
export async function submitPlanned(
  app: Pick<App, 'db' | 'clock' | 'config' | 'settings' | 'log'>,
  { id }: Pick<PlanRunRow, 'id'>,
): Promise<void> {
  const drafts = await app.db
    .select({ id: variants.id })
    .from(variants)
    .where(and(eq(variants.plan_run_id, id), eq(variants.state, 'draft'), eq(variants.version, variants.plan_version)))
    .orderBy(asc(variants.id));
  for (const draft of drafts) {
    try {
      await app.db.transaction(async (tx) => {
        const context = await lockVariant(tx, draft.id);
        const { variant } = context;
        if (variant.state !== 'draft' || variant.version !== variant.plan_version) return;
        await submitDraft(app, tx, context, { id: noAdmin, email: systemApprover });
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      app.log.info({ variant_id: draft.id, code: error.code }, 'a planned draft was not submitted');
    }
  }
}
