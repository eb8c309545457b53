import { errorText } from '@platform/runtime';
import type { App } from '../app.ts';
import { lacksRefunds, type PaymentRow } from '../payments/payment.ts';
import { findPayment } from '../payments/payment-rows.ts';
import type { ReportOutcome } from '../payments/report-outcome.ts';
import type { ProviderPayment } from '../providers/payment-provider.ts';
import { bookRefundsOf } from './book-listed-refunds.ts';
import { finishRefund } from './finish-refunds.ts';

/**
 * Follow-up of a committed report of the provider: sends an automatic refund, and books refunds that the
 * provider has made without us. A failure is only logged: the payment is settled, and the reconcile does both
 * again.
 * @returns the row afterwards
 */
export async function followReport(app: App, outcome: ReportOutcome, reported: ProviderPayment): Promise<PaymentRow> {
  const { payment, isAgreed, automaticRefund } = outcome;
  const work: (() => Promise<void>)[] = [];
  // Ours first: a refund of the cabinet with the same amount would be taken for it.
  if (automaticRefund) work.push(() => finishRefund(app, automaticRefund));
  if (isAgreed && lacksRefunds(payment, reported)) work.push(() => bookRefundsOf(app, payment, reported.id));
  if (work.length === 0) return payment;
  for (const step of work)
    await step().catch((error) => {
      const facts = { payment_id: payment.id, reason: errorText(error) };
      app.log.warn(facts, 'the refunds of a settled payment could not be updated; the reconcile continues');
    });
  return findPayment(app, payment.id);
}
