import { and, eq, getTableColumns, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { withoutCustomer } from '../payments/receipt-customer.ts';
import { unwrap } from '../providers/unwrap.ts';
import { payments, refunds } from '../schema.ts';
import { bookRefund } from './apply-provider-refund.ts';
import { askRefund, type RefundRow, repeatableMs } from './ask-refund.ts';
import { alarmUnlessMade } from './automatic-refund.ts';

/** A call that is younger may still be running in the process that made it. */
const callTimeoutMs = 60_000;
const batch = 50;

interface OpenRefund {
  refund: RefundRow;
  /** The shop that took the money; null for the shop of the installation. */
  application_shop_id: string | null;
}

/**
 * Refunds whose call was not answered and can still be repeated, and refunds that the provider is still
 * working on, however old. Part of every reconcile.
 */
export async function findOpenRefunds({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<OpenRefund[]> {
  const now = clock.now().getTime();
  const isRepeatable = and(isNotNull(refunds.provider_request), gt(refunds.created_at, new Date(now - repeatableMs)));
  return (
    db
      .select({ refund: getTableColumns(refunds), application_shop_id: payments.application_shop_id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.payment_id))
      .where(
        and(
          eq(refunds.status, 'pending'),
          lt(refunds.created_at, new Date(now - callTimeoutMs)),
          or(isNotNull(refunds.provider_refund_id), isRepeatable),
        ),
      )
      // They are few; and where they are not, those that stay open must not delay the others.
      .orderBy(sql`random()`)
      .limit(batch)
  );
}

/**
 * Finds out what became of one open refund and books it. An automatic one that is not made raises its alarm
 * here.
 * @throws AppError `provider_error`, `service_unavailable` when the outcome stays unknown
 */
export async function finishRefund(app: App, refund: RefundRow): Promise<void> {
  const result = await askRefund(app, refund);
  alarmUnlessMade(app, refund, result);
  await bookRefund(app, refund.payment_id, unwrap(result), refund.id);
}

/** Raises the alarm, once each, for refunds that were never answered and are too old to be repeated. */
export async function reportAbandonedRefunds({ db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const abandoned = await db
    .update(refunds)
    .set({ abandoned_at: now, provider_request: withoutCustomer(refunds.provider_request) })
    .where(
      and(
        eq(refunds.status, 'pending'),
        isNull(refunds.provider_refund_id),
        isNull(refunds.abandoned_at),
        lte(refunds.created_at, new Date(now.getTime() - repeatableMs)),
      ),
    )
    .returning({ refund_id: refunds.id, payment_id: refunds.payment_id, amount: refunds.amount });
  for (const refund of abandoned)
    log.error(
      refund,
      'the provider never answered a refund, which can no longer be retried: look it up at the provider',
    );
}
