import type { PaymentRow } from './payment.ts';

/** A question to the provider about a payment that is on its way in this process. */
export interface Question {
  /** The payment after the answer; null when the provider was asked too lately to be asked again. */
  answer: Promise<PaymentRow | null>;
  /** When it was begun, on the monotonic clock (`performance.now()`). */
  since: number;
}
