import { afterCommit, errorText, idFromKey, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { PayerState } from '../payments/buyer-state.ts';
import { type PaymentRow, toAmount, toHundredths } from '../payments/payment.ts';
import type { RefundReceipt } from '../payments/receipt-contact.ts';
import type { ProviderRefund, ProviderResult } from '../providers/payment-provider.ts';
import { refunds } from '../schema.ts';
import type { RefundRow } from './ask-refund.ts';

export type AutomaticCause = NonNullable<RefundRow['automatic_cause']>;

/** Text for the payer in the statement of the provider. */
const reasons: Record<AutomaticCause, string> = {
  already_owned: 'Paid twice: the purchase for life is there already',
  paid_twice: 'Paid twice: another payment of the same price is there already',
  user_erased: 'The account was deleted before the payment',
};

/**
 * Why the money of a payment that has just succeeded goes back, or null. The first of two payments that the
 * transaction lock of their user lets through is the one that stands. The provider cannot cancel a pending payment, so
 * two payment pages of one price may both be paid: one in the browser, and one from the app.
 * Source: YooKassa API v3, `POST /payments/{id}/cancel` takes `waiting_for_capture` alone.
 */
export function automaticCauseOf({ is_erased, is_owned, is_paid_twice }: PayerState): AutomaticCause | null {
  if (is_erased) return 'user_erased';
  if (is_owned) return 'already_owned';
  return is_paid_twice ? 'paid_twice' : null;
}

interface AutomaticRefund {
  cause: AutomaticCause;
  provider_payment_id: string;
  /** What the provider has paid back already, a decimal string. */
  refunded: string;
  /** The fiscal receipt (54-FZ) of a rest; null where the payment has none. */
  receipt: RefundReceipt | null;
}

/**
 * Writes the refund of a payment that must not stand, in the transaction that settles it: from then on the
 * reconcile makes it, also when this process dies. Its id follows from the payment and is the provider's
 * idempotence key. Of a whole payment the provider makes the receipt itself; a rest behind a part needs one. Without
 * a recipient the refund is written as canceled, and a person makes it.
 * Source: YooKassa, receipts of refunds by 54-FZ.
 * @returns the refund to be sent after the commit; null when there is nothing to send
 */
export async function planAutomaticRefund(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { cause, provider_payment_id, refunded, receipt }: AutomaticRefund,
): Promise<RefundRow | null> {
  const remainder = toHundredths(payment.amount) - toHundredths(refunded);
  if (remainder <= 0n) return null;
  const amount = toAmount(remainder);
  const restReceipt = toHundredths(refunded) > 0n ? receipt : null;
  const customer = restReceipt?.customer ?? null;
  const isUnaddressed = restReceipt !== null && customer === null;
  const request = app.provider.buildRefundRequest({
    provider_payment_id,
    amount,
    currency: payment.currency,
    reason: reasons[cause],
    receipt: restReceipt && customer && { line: restReceipt.line, customer },
  });
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: idFromKey('automatic_refund', payment.id),
      payment_id: payment.id,
      application_id: payment.application_id,
      amount,
      status: isUnaddressed ? 'canceled' : 'pending',
      status_reason: isUnaddressed ? 'receipt_contact_required' : null,
      provider_request: isUnaddressed ? null : request,
      reason: reasons[cause],
      automatic_cause: cause,
      created_at: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!refund) return null;
  afterCommit(tx, () => {
    report(app, payment, { cause, provider_payment_id });
    if (isUnaddressed) alarm(app, refund, 'receipt_contact_required');
  });
  return isUnaddressed ? null : refund;
}

function report(
  app: Pick<App, 'log' | 'metrics'>,
  { id: payment_id }: PaymentRow,
  facts: { cause: AutomaticCause; provider_payment_id: string },
): void {
  app.metrics.automaticRefunds.inc({ cause: facts.cause, outcome: 'begun' });
  if (facts.cause === 'user_erased')
    app.log.error({ payment_id, ...facts }, 'an erased user has paid: the payment is refunded automatically');
  else app.log.warn({ payment_id, ...facts }, 'a buyer has paid twice: the payment is refunded automatically');
}

/**
 * Raises the alarm for an automatic refund that the provider does not make; a person has to pay the money
 * back.
 */
export function alarmUnlessMade(
  app: Pick<App, 'log' | 'metrics'>,
  refund: RefundRow,
  result: ProviderResult<ProviderRefund>,
): void {
  const isRefused = result.kind === 'refused' || result.kind === 'not_found';
  if (!(isRefused || (result.kind === 'ok' && result.value.status === 'canceled'))) return;
  const reason =
    result.kind === 'ok' ? result.value.cancellation_reason : errorText('code' in result ? result.code : result.kind);
  alarm(app, refund, reason);
}

function alarm(
  { log, metrics }: Pick<App, 'log' | 'metrics'>,
  { id: refund_id, payment_id, automatic_cause: cause, amount }: RefundRow,
  reason: string | null,
): void {
  if (cause === null) return;
  metrics.automaticRefunds.inc({ cause, outcome: 'refused' });
  log.error(
    { refund_id, payment_id, cause, amount, reason },
    'an automatic refund is not made: refund the payment by hand',
  );
}
