import type { Tx } from '@platform/runtime';
import { putOnSchedule } from '../publishing/schedule-post.ts';
import type { PostContext, VariantRow } from '../variants/variant.ts';
import { slotTime } from './approval.ts';

/**
 * The columns of a post after the request of its approval: a post that a rule approved and that has a future
 * time is scheduled.
 * @throws AppError `account_not_ready`, `duplicate_content`
 */
export async function scheduleApproved(
  tx: Tx,
  context: PostContext,
  { state, now }: { state: VariantRow['state']; now: Date },
): Promise<Partial<VariantRow> & Pick<VariantRow, 'state'>> {
  const at = state === 'approved' ? await slotTime(tx, context.variant.id) : null;
  if (at === null || at <= now) return { state };
  return { state, ...(await putOnSchedule(tx, { ...context, variant: { ...context.variant, state } }, at)) };
}
