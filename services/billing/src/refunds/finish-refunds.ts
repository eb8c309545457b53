import { errorText } from '@platform/runtime';
import { and, asc, eq, gt, isNotNull, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { refunds } from '../schema.ts';
import { bookRefund } from './apply-provider-refund.ts';

/** A call that is younger may still be running in the process that made it. */
const settledAfterMs = 60_000;
/** The provider forgets a key after 24 hours; a repeat after that could pay back twice, so a person has to look. */
const repeatableMs = 23 * 3_600_000;

/**
 * Finds out what became of refunds whose call was not answered, or that the provider is still working on: repeats the
 * call with the same key, or reads the refund. Part of every reconcile.
 */
export async function finishPendingRefunds(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const before = new Date(now - settledAfterMs);
  const after = new Date(now - repeatableMs);
  const pending = await app.db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.status, 'pending'),
        lt(refunds.created_at, before),
        gt(refunds.created_at, after),
        isNotNull(refunds.provider_request),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(50);
  for (const refund of pending) {
    const result =
      refund.provider_refund_id === null
        ? await app.provider.createRefund(refund.provider_request as Record<string, unknown>, refund.id)
        : await app.provider.getRefund(refund.provider_refund_id);
    if (result.kind === 'ok') await bookRefund(app, refund.payment_id, result.value, refund.id);
    else if (result.kind === 'refused')
      await app.db.update(refunds).set({ status: 'canceled' }).where(eq(refunds.id, refund.id));
    else
      app.log.warn({ refund_id: refund.id, reason: errorText(result.kind) }, 'a refund is still open at the provider');
  }
}
