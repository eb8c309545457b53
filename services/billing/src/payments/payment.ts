import { dayMs, hourMs } from '@platform/runtime';
import type { ProviderPayment } from '../providers/payment-provider.ts';
import type { payments } from '../schema.ts';

export type PaymentRow = typeof payments.$inferSelect;

/** Kinds of disagreement with the provider. */
export const judgedFields = ['id', 'metadata', 'currency', 'amount', 'test'] as const;

/** Effect of the provider's report about a payment on our row. */
export type Verdict =
  | { kind: 'unchanged' }
  | { kind: 'succeeded' }
  | { kind: 'canceled'; reason: string | null }
  | { kind: 'mismatch'; field: (typeof judgedFields)[number] };

/** Whole hundredths of a decimal string, for exact comparison: "990", "990.0" and "990.00" are one amount. */
export function toHundredths(amount: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  if (!match) return -1n;
  return BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

export const toAmount = (hundredths: bigint): string =>
  `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;

/**
 * Compares our row with the report of the provider. Nothing is granted unless id, amount, currency and our id
 * in the metadata agree. A payment that the platform closed and that was paid nevertheless counts as paid,
 * because the user has paid the money.
 */
export function judge(payment: PaymentRow, reported: ProviderPayment, options: { acceptTest: boolean }): Verdict {
  if (payment.provider_payment_id !== null && payment.provider_payment_id !== reported.id)
    return { kind: 'mismatch', field: 'id' };
  if (reported.payment_id !== payment.id) return { kind: 'mismatch', field: 'metadata' };
  if (reported.currency !== payment.currency) return { kind: 'mismatch', field: 'currency' };
  if (toHundredths(reported.amount) !== toHundredths(payment.amount)) return { kind: 'mismatch', field: 'amount' };
  if (reported.is_test && !options.acceptTest) return { kind: 'mismatch', field: 'test' };
  if (payment.status === 'succeeded' || payment.status === 'refunded') return { kind: 'unchanged' };
  if (reported.status === 'succeeded') return { kind: 'succeeded' };
  if (reported.status === 'canceled' && payment.status === 'pending')
    return { kind: 'canceled', reason: reported.cancellation_reason };
  return { kind: 'unchanged' };
}

/** Whether the provider has paid back more of a payment than is booked here. */
export const lacksRefunds = (
  payment: Pick<PaymentRow, 'refunded_amount'>,
  reported: Pick<ProviderPayment, 'refunded_amount'>,
): boolean => toHundredths(reported.refunded_amount) > toHundredths(payment.refunded_amount);

/**
 * The time that a payment bought: it begins when the payment succeeded and is as long as the plan, without an
 * end for a lifetime. Catalog decides the term, from all grants of the user.
 */
export function paidTime(
  payment: Pick<PaymentRow, 'duration_days' | 'is_lifetime'>,
  paidAt: Date,
): { starts_at: Date; expires_at: Date | null } {
  const { duration_days, is_lifetime } = payment;
  if (is_lifetime || duration_days === null) return { starts_at: paidAt, expires_at: null };
  return { starts_at: paidAt, expires_at: new Date(paidAt.getTime() + duration_days * dayMs) };
}

const minuteMs = 60_000;

/** When to ask about a pending payment again: every minute for its first two hours, then ever less often. */
export function nextCheck(payment: Pick<PaymentRow, 'created_at'>, now: Date): Date {
  const ageMinutes = (now.getTime() - payment.created_at.getTime()) / minuteMs;
  const wait = ageMinutes < 120 ? 1 : ageMinutes < 24 * 60 ? 15 : 6 * 60;
  // A little less than the interval of the reconcile, so that a payment is not skipped by a hair.
  return new Date(now.getTime() + wait * minuteMs - 5_000);
}

/** How long an open payment is answered again to the same person instead of starting another. */
export const reusableMinutes = 15;

/** Whether an open payment is the answer to another click: it is fresh and leads back to the same address. */
export const isReusable = (
  payment: Pick<PaymentRow, 'created_at' | 'mismatch' | 'return_url'>,
  { return_url }: { return_url: string },
  now: Date,
): boolean =>
  payment.mismatch === null &&
  // The release before stores no address.
  (payment.return_url === null || payment.return_url === return_url) &&
  now.getTime() - payment.created_at.getTime() < reusableMinutes * minuteMs;

/** How long the provider remembers an idempotence key; after it a repeat would be a second payment. */
export const idempotenceHours = 24;

/** How long a payment that we closed ourselves can still be paid at the provider, with a margin. */
export const closedWatchMs = 2 * hourMs;

/**
 * Whether the provider may still report this payment as paid: it is open, or closed by us alone and not long
 * ago.
 */
export const isWatched = (payment: Pick<PaymentRow, 'status' | 'status_reason' | 'created_at'>, now: Date): boolean =>
  payment.status === 'pending' ||
  (payment.status === 'canceled' &&
    payment.status_reason === 'already_granted' &&
    now.getTime() - payment.created_at.getTime() < closedWatchMs);
