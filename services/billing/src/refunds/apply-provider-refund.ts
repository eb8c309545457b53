import { billing } from '@platform/contracts';
import { fail, findRow, newId, type Tx } from '@platform/runtime';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { firstStateOf } from '../payments/follow-receipts.ts';
import { type PaymentRow, toAmount, toHundredths } from '../payments/payment.ts';
import { lockPayment } from '../payments/payment-rows.ts';
import { toPayment } from '../payments/read-payments.ts';
import { withoutCustomer } from '../payments/receipt-customer.ts';
import type { ProviderRefund } from '../providers/payment-provider.ts';
import { unwrap } from '../providers/unwrap.ts';
import { payments, refunds } from '../schema.ts';

/**
 * Asks the provider about one of its refunds and books it, for refunds that we asked for and for those that
 * were made in the provider's own cabinet. A refund of another payment or currency changes nothing.
 */
export async function applyProviderRefund(app: App, payment: PaymentRow, providerRefundId: string): Promise<void> {
  const provider = await app.providerOf(payment.application_shop_id);
  const reported = unwrap(await provider.getRefund(providerRefundId));
  if (reported.provider_payment_id !== payment.provider_payment_id) return alarm(app, payment, reported);
  await applyReportedRefund(app, payment, reported);
}

/**
 * Books a refund of this payment as the provider reports it. One in another currency changes nothing; it
 * raises its alarm once, because a list shows it again.
 */
export async function applyReportedRefund(app: App, payment: PaymentRow, reported: ProviderRefund): Promise<void> {
  if (reported.currency === payment.currency) {
    await bookRefund(app, payment.id, reported, null);
    return;
  }
  const { rowCount } = await app.db
    .update(payments)
    .set({ mismatch: 'refund' })
    .where(and(eq(payments.id, payment.id), sql`${payments.mismatch} IS DISTINCT FROM 'refund'`));
  if (rowCount === 1) alarm(app, payment, reported);
}

function alarm(app: Pick<App, 'log' | 'metrics'>, payment: PaymentRow, reported: ProviderRefund): void {
  app.metrics.paymentMismatches.inc({ field: 'refund' });
  app.log.error(
    { payment_id: payment.id, provider_refund_id: reported.id },
    'the provider reports other values for a refund: nothing is changed',
  );
}

/**
 * Books what the provider says of a refund, once. `refundId` is our row when we asked for it; a refund from
 * outside gets a row of its own. When the whole amount is back, the payment is `refunded` and catalog revokes
 * its grant; until then access stays.
 */
export async function bookRefund(
  app: App,
  paymentId: string,
  reported: ProviderRefund,
  refundId: string | null,
): Promise<PaymentRow> {
  return app.db.transaction(async (tx) =>
    bookRefundIn(app, tx, await lockPayment(tx, paymentId), { reported, refundId }),
  );
}

/** {@link bookRefund} in the transaction that has locked the payment. */
export async function bookRefundIn(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { reported, refundId }: { reported: ProviderRefund; refundId: string | null },
): Promise<PaymentRow> {
  const row = await findRefund(tx, reported, refundId, payment.id);
  if (row?.status === 'succeeded' || row?.status === 'canceled') return payment;
  const values = {
    application_id: payment.application_id,
    status: reported.status,
    status_reason: reported.cancellation_reason,
    provider_refund_id: reported.id,
    amount: reported.amount,
    refunded_at: reported.status === 'succeeded' ? reported.created_at : null,
    receipt_registration: firstStateOf(reported),
  };
  if (row) {
    const provider_request = withoutCustomer(refunds.provider_request);
    await tx
      .update(refunds)
      .set({ ...values, provider_request })
      .where(eq(refunds.id, row.id));
  } else
    await tx.insert(refunds).values({ id: newId(), payment_id: payment.id, created_at: app.clock.now(), ...values });
  const booked = reported.status === 'succeeded' ? await bookSucceeded(app, tx, payment, reported) : payment;
  if (row?.provider_refund_id === null && reported.status !== 'canceled') {
    const { id, reason } = row;
    const refund = { id, amount: Number(reported.amount), status: reported.status, reason };
    const [before, after] = [
      { ...toPayment(payment), refund: null },
      { ...toPayment(booked), refund },
    ];
    const { application_id } = payment;
    await app.audit.record(tx, { before, after, application_id }, row.audit_origin);
  }
  return booked;
}

async function findRefund(tx: Tx, reported: ProviderRefund, refundId: string | null, paymentId: string) {
  const bookedRefund = await findRow(tx, refunds, { provider_refund_id: reported.id });
  if (bookedRefund) return bookedRefund;
  if (refundId !== null) {
    const requestedRefund = await findRow(tx, refunds, { id: refundId });
    // A refund from the cabinet with the same amount may have taken our row; then ours gets a row of its own,
    // and not one of the other open rows, whose call may not have been made.
    return requestedRefund?.status === 'pending' && requestedRefund.provider_refund_id === null
      ? requestedRefund
      : undefined;
  }
  // The notification may overtake the answer to our own call: then one of our open rows has this amount.
  const [waiting] = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.payment_id, paymentId),
        eq(refunds.status, 'pending'),
        isNull(refunds.provider_refund_id),
        sql`${refunds.amount} = ${reported.amount}::numeric`,
      ),
    )
    .limit(1);
  return waiting;
}

/** Books money that went back, at the moment that the provider states. */
async function bookSucceeded(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { amount, created_at }: ProviderRefund,
): Promise<PaymentRow> {
  const refunded = toHundredths(payment.refunded_amount) + toHundredths(amount);
  const isFull = refunded >= toHundredths(payment.amount);
  const changes = {
    refunded_amount: toAmount(refunded),
    // Refunds come in any order.
    refunded_at: payment.refunded_at && payment.refunded_at > created_at ? payment.refunded_at : created_at,
    ...(isFull ? { status: 'refunded' as const } : {}),
  };
  const [row] = await tx.update(payments).set(changes).where(eq(payments.id, payment.id)).returning();
  if (isFull) app.metrics.payments.inc({ status: 'refunded' });
  await app.emit(
    tx,
    billing.events.paymentRefunded,
    {
      payment_id: payment.id,
      user_id: payment.user_id,
      amount: Number(amount),
      currency: payment.currency,
      is_full: isFull,
    },
    { application_id: payment.application_id, occurred_at: created_at },
  );
  return row ?? fail('payment_not_found');
}
