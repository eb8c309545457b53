import { billing, catalog } from '@platform/contracts';
import type { EventContract } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import fc from 'fast-check';

/** The hour of a day of March 2026, counted from its first. */
export const at = (day: number, hour: number) =>
  new Date(Date.parse('2026-03-01T00:00:00Z') + (day * 24 + hour) * 3_600_000).toISOString();

/** What another service says, and when it happened. */
export interface Announced {
  event: EventContract;
  occurred_at: string;
  data: object;
}

/** Payments of random terms, with refunds and moved terms. */
export const aPayment = fc.record({
  begins: fc.nat({ max: 25 }),
  days: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 5 }),
  isCanceled: fc.boolean(),
  isPaid: fc.boolean(),
  refundedAfter: fc.option(fc.nat({ max: 30 })),
  returnedAfter: fc.option(fc.nat({ max: 30 })),
  /** Days by which the term of its grant moves. */
  movedBy: fc.option(fc.integer({ min: -10, max: 10 })),
});
export type Payment = typeof aPayment extends fc.Arbitrary<infer P> ? P : never;

/** The events of a payment: created, perhaps canceled, perhaps paid, refunded in part, refunded in full. */
export function historyOf(user_id: string, payment: Payment): Announced[] {
  const { begins, days, isCanceled, isPaid, refundedAfter, returnedAfter, movedBy } = payment;
  const payment_id = newId();
  const sum = { amount: 10, currency: 'USD' };
  const told: [EventContract, string, object][] = [
    [billing.events.paymentCreated, at(begins, 1), { payment_id, user_id, plan_code: 'month', ...sum }],
  ];
  if (isCanceled) told.push([billing.events.paymentCanceled, at(begins, 2), { payment_id, user_id, reason: null }]);
  if (isPaid)
    told.push([
      billing.events.paymentSucceeded,
      at(begins, 3),
      {
        payment_id,
        user_id,
        plan_id: newId(),
        plan_code: 'month',
        entitlement_codes: ['pro'],
        ...sum,
        acquisition_source: null,
        starts_at: at(begins, 3),
        expires_at: days === null ? null : at(begins + days, 3),
      },
    ]);
  const grant = { grant_id: newId(), user_id, source: 'payment', source_id: payment_id, plan_code: 'month' };
  const term = (from: number, to: number | null, revision: number) => ({
    ...grant,
    entitlement_codes: ['pro'],
    starts_at: at(from, 3),
    expires_at: to === null ? null : at(to, 3),
    revision,
  });
  const end = days === null ? null : begins + days;
  if (isPaid) told.push([catalog.events.entitlementGranted, at(begins, 3), term(begins, end, 1)]);
  if (isPaid && movedBy !== null)
    told.push([
      catalog.events.entitlementRescheduled,
      at(begins, 6),
      term(Math.max(0, begins + movedBy), end === null ? null : Math.max(0, end + movedBy), 2),
    ]);
  if (isPaid && returnedAfter !== null)
    told.push([
      catalog.events.entitlementRevoked,
      at(begins + returnedAfter, 5),
      term(begins, begins + returnedAfter, 3),
    ]);
  const back = { payment_id, user_id, currency: 'USD' };
  if (isPaid && refundedAfter !== null)
    told.push([billing.events.paymentRefunded, at(begins + refundedAfter, 4), { ...back, amount: 1, is_full: false }]);
  if (isPaid && returnedAfter !== null)
    told.push([billing.events.paymentRefunded, at(begins + returnedAfter, 5), { ...back, amount: 9, is_full: true }]);
  return told.map(([event, occurred_at, data]) => ({ event, occurred_at, data }));
}
