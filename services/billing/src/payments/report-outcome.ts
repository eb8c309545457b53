import type { RefundRow } from '../refunds/ask-refund.ts';
import type { PaymentRow } from './payment.ts';

/** Outcome of a report about a payment. */
export interface ReportOutcome {
  payment: PaymentRow;
  /** The report agrees with the row, so its data about refunds is trusted. */
  isAgreed: boolean;
  /** A refund that is to be sent now that it is committed. */
  automaticRefund: RefundRow | null;
}
