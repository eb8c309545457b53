import type { billing } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { type AuditOrigin, fail, findRow, newId, type Tx } from '@platform/runtime';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { type PaymentRow, toAmount, toHundredths } from '../payments/payment.ts';
import { findPayment, lockPayment } from '../payments/payment-rows.ts';
import { toPayment } from '../payments/read-payments.ts';
import { type RefundReceipt, resolveRefundReceipt, type SaleReceipt } from '../payments/receipt-contact.ts';
import { unwrap } from '../providers/unwrap.ts';
import { refunds } from '../schema.ts';
import { bookRefund } from './apply-provider-refund.ts';
import { askRefund, type RefundRow, repeatableMs } from './ask-refund.ts';

type Body = EndpointRequest<typeof billing.endpoints.refundPayment>['body'];
interface Target {
  payment_id: string;
  admin_id: string;
  idempotency_key: string | null;
}

/**
 * Sends money back. Our row comes first and reserves the amount, so that two refunds at once cannot exceed
 * the payment; its id is the provider's idempotence key, so that an unanswered call can be repeated. A repeat
 * goes on with the row of the first try: the one with the same Idempotency-Key, or without a key an
 * unanswered one of all that is left. A refund of a part needs a key: the same call twice would be two
 * refunds.
 * @throws AppError `payment_not_found`, `payment_not_refundable`, `idempotency_key_required`,
 * `idempotency_conflict`, `receipt_contact_required` where a part goes back and no recipient of its receipt is known,
 *   `provider_error`, `service_unavailable`
 */
export async function refundPayment(app: App, target: Target, body: Body) {
  const origin = app.audit.postpone();
  const receipt = await resolveRefundReceipt(app, await findPayment(app, target.payment_id), body);
  const refund = await reserveRefund(app, target, { body, origin, receipt });
  if (refund.status === 'succeeded') return toPayment(await findPayment(app, target.payment_id));
  if (refund.status === 'canceled')
    return fail('provider_error', {
      message: `The refund of this Idempotency-Key was canceled (${refund.status_reason ?? 'no reason given'}); try again with a new key.`,
    });
  const result = await askRefund(app, refund);
  if (result.kind === 'denied')
    app.log.error(
      { refund_id: refund.id, reason: result.reason },
      'the payment provider refuses the credentials of the platform',
    );
  const reported = unwrap(result);
  const payment = await bookRefund(app, target.payment_id, reported, refund.id);
  if (reported.status === 'canceled')
    return fail('provider_error', {
      message: `The provider canceled the refund; nothing was paid back. ${explainReason(reported.cancellation_reason)}`,
    });
  return toPayment(payment);
}

/**
 * Reasons of the provider that an operator can act on.
 * Source: YooKassa API v3, `cancellation_details.reason` of a refund.
 */
const remedies: Record<string, string> = {
  insufficient_funds: 'The balance of the shop does not cover it: top it up, and refund again.',
  yoo_money_account_closed: 'The wallet of the payer is closed: pay back another way.',
  rejected_by_payee: 'The payer or the bank of the payer refused the money: pay back another way.',
  rejected_by_timeout: 'The bank of the payer did not answer in time: refund again.',
  payment_expired: 'The payment is too old to be refunded by the provider: pay back another way.',
};

const explainReason = (reason: string | null): string =>
  reason === null ? 'It gave no reason.' : `Reason: ${reason}. ${remedies[reason] ?? ''}`.trim();

interface Order {
  body: Body;
  origin: AuditOrigin | null;
  /** Of a refund of a part; null where the payment has no receipt. */
  receipt: RefundReceipt | null;
}

/** The row of the first try where this is a repeat, else a new one. */
async function reserveRefund(app: App, target: Target, { body, origin, receipt }: Order): Promise<RefundRow> {
  return app.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, target.payment_id);
    const requestedAmount = body.amount === undefined ? null : toHundredths(body.amount.toFixed(2));
    if (requestedAmount !== null && requestedAmount < toHundredths(payment.amount) && target.idempotency_key === null)
      return fail('idempotency_key_required');
    const keyed = await findByKey(tx, target);
    if (keyed) {
      if (requestedAmount !== null && requestedAmount !== toHundredths(keyed.amount))
        return fail('idempotency_conflict');
      return resumable(app, keyed);
    }
    if (payment.status !== 'succeeded' || payment.provider_payment_id === null) return fail('payment_not_refundable');
    const refundable = await amountLeft(tx, payment);
    const unanswered =
      target.idempotency_key === null ? await findUnanswered(tx, payment.id, requestedAmount, refundable) : undefined;
    if (unanswered) return resumable(app, unanswered);
    const refundAmount = requestedAmount ?? refundable;
    if (refundAmount <= 0n || refundAmount > refundable)
      return fail('payment_not_refundable', {
        message: `At most ${toAmount(refundable)} can still be refunded: send a smaller \`amount\`.`,
      });
    const request = app.provider.buildRefundRequest({
      ...refundFields(payment, refundAmount),
      reason: body.reason ?? null,
      receipt: body.receipt ?? (refundAmount < toHundredths(payment.amount) ? withCustomer(receipt) : null),
    });
    // Sent as it is stored, not as it was built: jsonb orders its keys, and a repeat has to send the very
    // same.
    const [refund] = await tx
      .insert(refunds)
      .values({
        id: newId(),
        payment_id: payment.id,
        application_id: payment.application_id,
        amount: toAmount(refundAmount),
        status: 'pending',
        provider_request: request,
        reason: body.reason ?? null,
        admin_id: target.admin_id,
        audit_origin: origin,
        idempotency_key: target.idempotency_key,
        created_at: app.clock.now(),
      })
      .returning();
    return refund ?? fail('internal_error');
  });
}

function withCustomer(receipt: Order['receipt']): SaleReceipt | null {
  if (receipt === null) return null;
  const { line, customer } = receipt;
  return customer ? { line, customer } : fail('receipt_contact_required');
}

async function findByKey(tx: Tx, { payment_id, idempotency_key }: Target): Promise<RefundRow | undefined> {
  if (idempotency_key === null) return undefined;
  const row = await findRow(tx, refunds, { payment_id, idempotency_key });
  return row;
}

/**
 * The newest unanswered refund that this call without a key may be a repeat of. Without an amount it asks for
 * the remainder; when an unanswered refund holds all of that, it repeats that one.
 */
async function findUnanswered(
  tx: Tx,
  paymentId: string,
  requestedAmount: bigint | null,
  refundable: bigint,
): Promise<RefundRow | undefined> {
  if (requestedAmount === null && refundable > 0n) return undefined;
  const rows = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.payment_id, paymentId), eq(refunds.status, 'pending'), isNull(refunds.provider_refund_id)))
    .orderBy(desc(refunds.id));
  return requestedAmount === null ? rows[0] : rows.find((row) => toHundredths(row.amount) === requestedAmount);
}

/**
 * The row, unless asking for it again could be a second refund because the provider has forgotten its key.
 */
function resumable(app: App, refund: RefundRow): RefundRow {
  const isOpen = refund.status === 'pending' && refund.provider_refund_id === null;
  if (isOpen && app.clock.now().getTime() - refund.created_at.getTime() >= repeatableMs)
    return fail('payment_not_refundable', {
      message:
        'The provider never answered an earlier call for this refund, which is too old to be retried: compare the refunds of the payment in the cabinet of the provider first.',
    });
  return refund;
}

async function amountLeft(tx: Tx, payment: PaymentRow): Promise<bigint> {
  const going = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(and(eq(refunds.payment_id, payment.id), inArray(refunds.status, ['pending', 'succeeded'])));
  return going.reduce((left, refund) => left - toHundredths(refund.amount), toHundredths(payment.amount));
}

const refundFields = (payment: PaymentRow, amount: bigint) => ({
  provider_payment_id: payment.provider_payment_id ?? fail('payment_not_refundable'),
  amount: toAmount(amount),
  currency: payment.currency,
});
