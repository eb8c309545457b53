import type { billing } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from './application-of.ts';
import { markPaymentDays } from './mark-payment-days.ts';

/*
 * Each event fills the columns that it alone knows, whatever came before it. The first event sets the user
 * and no later one changes it: the user may be a pseudonym by then. The final state of the payment follows
 * from the columns at the read.
 */

const created = defineStatement({
  name: 'project_payment_created',
  text: `INSERT INTO analytics.payments (payment_id, application_id, user_id, plan_code, amount, currency, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (payment_id) DO UPDATE SET created_at = least(payments.created_at, excluded.created_at),
           plan_code = coalesce(payments.plan_code, excluded.plan_code),
           amount = coalesce(payments.amount, excluded.amount), currency = coalesce(payments.currency, excluded.currency)`,
});
const succeeded = defineStatement({
  name: 'project_payment_succeeded',
  text: `INSERT INTO analytics.payments (payment_id, application_id, user_id, plan_code, amount, currency, channel, succeeded_at, starts_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''), $8, $9, $10)
         ON CONFLICT (payment_id) DO UPDATE SET succeeded_at = least(payments.succeeded_at, excluded.succeeded_at),
           plan_code = excluded.plan_code, amount = excluded.amount, currency = excluded.currency, channel = excluded.channel,
           starts_at = CASE WHEN payments.term_revision = 0 THEN excluded.starts_at ELSE payments.starts_at END,
           expires_at = CASE WHEN payments.term_revision = 0 THEN excluded.expires_at ELSE payments.expires_at END`,
});
const canceled = defineStatement({
  name: 'project_payment_canceled',
  text: `INSERT INTO analytics.payments (payment_id, application_id, user_id, canceled_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (payment_id) DO UPDATE SET canceled_at = least(payments.canceled_at, excluded.canceled_at)`,
});
/** A refund belongs to the user of its payment: the pseudonym, where the user is erased by then. */
const refunded = defineStatement({
  name: 'project_refund',
  text: `WITH refund AS (
           INSERT INTO analytics.refunds (event_id, application_id, payment_id, user_id, amount, currency, refunded_at, is_full)
           VALUES ($1, $2, $3, coalesce((SELECT user_id FROM analytics.payments WHERE payment_id = $3), $4), $5, $6, $7, $8)
           ON CONFLICT (event_id) DO NOTHING
         )
         INSERT INTO analytics.payments (payment_id, application_id, user_id, fully_refunded_at)
         SELECT $3, $2, $4, $7 WHERE $8
         ON CONFLICT (payment_id) DO UPDATE SET fully_refunded_at = least(payments.fully_refunded_at, excluded.fully_refunded_at)`,
});

type Events = (typeof billing)['events'];

/** `payment.created`: someone is about to pay. */
export async function projectPaymentCreated(
  tx: Tx,
  event: ReceivedEvent<Events['paymentCreated']>,
  now: Date,
): Promise<void> {
  const { payment_id, user_id, plan_code, amount, currency } = event.data;
  const values = [payment_id, applicationOf(event), user_id, plan_code, amount, currency, event.occurred_at];
  await Promise.all([runStatement(tx, created, values), markPaymentDays(tx, payment_id, now)]);
}

/**
 * `payment.succeeded`: the payment is paid; amount and currency are final. The events of its grant say the
 * term.
 */
export async function projectPaymentSucceeded(
  tx: Tx,
  event: ReceivedEvent<Events['paymentSucceeded']>,
  now: Date,
): Promise<void> {
  const { payment_id, user_id, plan_code, amount, currency, acquisition_source, starts_at, expires_at } = event.data;
  const values = [
    payment_id,
    applicationOf(event),
    user_id,
    plan_code,
    amount,
    currency,
    acquisition_source,
    event.occurred_at,
    starts_at,
    expires_at,
  ];
  await Promise.all([runStatement(tx, succeeded, values), markPaymentDays(tx, payment_id, now)]);
}

/** `payment.canceled`: it was not paid. It can still be, and then counts as paid. */
export async function projectPaymentCanceled(
  tx: Tx,
  event: ReceivedEvent<Events['paymentCanceled']>,
  now: Date,
): Promise<void> {
  const { payment_id, user_id } = event.data;
  const values = [payment_id, applicationOf(event), user_id, event.occurred_at];
  await Promise.all([runStatement(tx, canceled, values), markPaymentDays(tx, payment_id, now)]);
}

/** `payment.refunded`: money went back; with the last of it the period ends. */
export async function projectRefund(tx: Tx, event: ReceivedEvent<Events['paymentRefunded']>, now: Date): Promise<void> {
  const { payment_id, user_id, amount, currency, is_full } = event.data;
  const values = [event.id, applicationOf(event), payment_id, user_id, amount, currency, event.occurred_at, is_full];
  await Promise.all([runStatement(tx, refunded, values), markPaymentDays(tx, payment_id, now)]);
}
