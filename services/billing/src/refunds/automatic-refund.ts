import { afterCommit, errorText, idFromKey, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { BuyerState } from '../payments/buyer-state.ts';
import { type PaymentRow, toAmount, toHundredths } from '../payments/payment.ts';
import type { ProviderRefund, ProviderResult } from '../providers/payment-provider.ts';
import { refunds } from '../schema.ts';
import type { RefundRow } from './ask-refund.ts';

export type AutomaticCause = NonNullable<RefundRow['automatic_cause']>;

/** Text for the payer in the statement of the provider. */
const reasons: Record<AutomaticCause, string> = {
  already_owned: 'Paid twice: the purchase for life is there already',
  user_erased: 'The account was deleted before the payment',
};

/**
 * Why the money of a payment that has just succeeded goes back, or null. The first of two payments that the
 * transaction lock of their user lets through is the one that stands.
 */
export function automaticCauseOf({ is_erased, is_owned }: BuyerState): AutomaticCause | null {
  if (is_erased) return 'user_erased';
  return is_owned ? 'already_owned' : null;
}

/**
 * Writes the refund of a payment that must not stand, in the transaction that settles it: from then on the
 * reconcile makes it, also when this process dies. Its id follows from the payment and is the provider's
 * idempotence key.
 * @param options.refunded what the provider has paid back already, a decimal string
 * @returns the refund to be sent after the commit; null when there is nothing left to pay back
 */
export async function planAutomaticRefund(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { cause, provider_payment_id, refunded }: { cause: AutomaticCause; provider_payment_id: string; refunded: string },
): Promise<RefundRow | null> {
  const remainder = toHundredths(payment.amount) - toHundredths(refunded);
  if (remainder <= 0n) return null;
  const amount = toAmount(remainder);
  const { currency } = payment;
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: idFromKey('automatic_refund', payment.id),
      payment_id: payment.id,
      application_id: payment.application_id,
      amount,
      status: 'pending',
      provider_request: app.provider.buildRefundRequest({
        provider_payment_id,
        amount,
        currency,
        reason: reasons[cause],
        // A receipt needs a recipient, whom no transaction can ask for.
        receipt: null,
      }),
      reason: reasons[cause],
      automatic_cause: cause,
      created_at: app.clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (!refund) return null;
  afterCommit(tx, () => report(app, payment, { cause, provider_payment_id }));
  return refund;
}

function report(
  app: Pick<App, 'log' | 'metrics'>,
  { id: payment_id }: PaymentRow,
  facts: { cause: AutomaticCause; provider_payment_id: string },
): void {
  app.metrics.automaticRefunds.inc({ cause: facts.cause, outcome: 'begun' });
  if (facts.cause === 'user_erased')
    app.log.error({ payment_id, ...facts }, 'an erased user has paid: the payment is refunded automatically');
  else app.log.warn({ payment_id, ...facts }, 'a lifetime owner has paid again: the payment is refunded automatically');
}

/**
 * Raises the alarm for an automatic refund that the provider does not make; a person has to pay the money
 * back.
 */
export function alarmUnlessMade(
  app: Pick<App, 'log' | 'metrics'>,
  { id: refund_id, payment_id, automatic_cause: cause, amount }: RefundRow,
  result: ProviderResult<ProviderRefund>,
): void {
  const isRefused = result.kind === 'refused' || result.kind === 'not_found';
  if (cause === null || !(isRefused || (result.kind === 'ok' && result.value.status === 'canceled'))) return;
  const reason =
    result.kind === 'ok' ? result.value.cancellation_reason : errorText('code' in result ? result.code : result.kind);
  app.metrics.automaticRefunds.inc({ cause, outcome: 'refused' });
  app.log.error(
    { refund_id, payment_id, cause, amount, reason },
    'the provider refuses an automatic refund: refund the payment by hand',
  );
}
