import type { billing } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, newId } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type PaymentRow, toAmount, toHundredths } from '../payments/payment.ts';
import { toPayment } from '../payments/read-payments.ts';
import { unwrap } from '../payments/settle-payment.ts';
import { payments, refunds } from '../schema.ts';
import { bookRefund } from './apply-provider-refund.ts';

type Body = EndpointRequest<typeof billing.endpoints.refundPayment>['body'];

/**
 * Sends money back. Our row comes first and reserves the amount, so that two refunds at once cannot exceed the payment;
 * its id is the provider's idempotence key, so that an unanswered call can be repeated.
 * @throws AppError `payment_not_found`, `payment_not_refundable`, `provider_error`, `service_unavailable`
 */
export async function refundPayment(app: App, target: { payment_id: string; admin_id: string }, body: Body) {
  const { refund_id, request } = await reserveRefund(app, target, body);
  const result = await app.provider.createRefund(request, refund_id);
  if (result.kind === 'refused' || result.kind === 'not_found') {
    await app.db.update(refunds).set({ status: 'canceled' }).where(eq(refunds.id, refund_id));
  }
  const reported = unwrap(result);
  const payment = await bookRefund(app, target.payment_id, reported, refund_id);
  if (reported.status === 'canceled')
    return fail('provider_error', {
      message: 'The provider canceled the refund; nothing was paid back.',
      cause: new Error(reported.cancellation_reason ?? 'no reason given'),
    });
  return toPayment(payment);
}

async function reserveRefund(app: App, target: { payment_id: string; admin_id: string }, body: Body) {
  return app.db.transaction(async (tx) => {
    const [payment] = await tx.select().from(payments).where(eq(payments.id, target.payment_id)).for('update');
    if (!payment) return fail('payment_not_found');
    if (payment.status !== 'succeeded' || payment.provider_payment_id === null) return fail('payment_not_refundable');
    const going = await tx
      .select({ amount: refunds.amount })
      .from(refunds)
      .where(and(eq(refunds.payment_id, payment.id), inArray(refunds.status, ['pending', 'succeeded'])));
    const left = toHundredths(payment.amount) - going.reduce((sum, refund) => sum + toHundredths(refund.amount), 0n);
    const wanted = body.amount === undefined ? left : toHundredths(body.amount.toFixed(2));
    if (wanted <= 0n || wanted > left)
      return fail('payment_not_refundable', { message: `At most ${toAmount(left)} can still be refunded.` });
    const request = app.provider.buildRefundRequest({
      ...refundFields(payment, wanted),
      reason: body.reason ?? null,
      receipt: body.receipt,
    });
    const [refund] = await tx
      .insert(refunds)
      .values({
        id: newId(),
        payment_id: payment.id,
        amount: toAmount(wanted),
        status: 'pending',
        provider_request: request,
        reason: body.reason ?? null,
        admin_id: target.admin_id,
        created_at: app.clock.now(),
      })
      .returning();
    if (!refund) return fail('internal_error');
    // As it is stored, not as it was built: jsonb orders its keys, and a repeat has to send the very same.
    return { refund_id: refund.id, request: refund.provider_request as Record<string, unknown> };
  });
}

const refundFields = (payment: PaymentRow, amount: bigint) => ({
  provider_payment_id: payment.provider_payment_id ?? fail('payment_not_refundable'),
  amount: toAmount(amount),
  currency: payment.currency,
});
