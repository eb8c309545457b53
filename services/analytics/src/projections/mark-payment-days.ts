import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/** Terms are cut off at the end of the year 9999; days that far ahead are never counted. */
const noDayAfter = '9000-01-01T00:00:00Z';

const markDays = defineStatement({
  name: 'note_payment_days',
  text: `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT p.application_id, 'application', date_trunc('hour', moment, 'UTC'), $2::timestamptz
         FROM analytics.payments AS this
         JOIN analytics.payments AS p ON p.application_id = this.application_id AND p.user_id = this.user_id,
         LATERAL (SELECT least(p.expires_at, p.fully_refunded_at) AS ends_at) AS period,
         LATERAL (
           SELECT unnest(ARRAY[p.created_at, p.succeeded_at, p.canceled_at, p.expires_at, p.fully_refunded_at]) AS moment WHERE p.payment_id = this.payment_id
           UNION ALL SELECT period.ends_at WHERE period.ends_at >= this.starts_at
           UNION ALL SELECT p.succeeded_at WHERE p.succeeded_at >= this.succeeded_at
           UNION ALL SELECT refunded_at FROM analytics.refunds WHERE payment_id = this.payment_id AND p.payment_id = this.payment_id
         ) AS moments
         WHERE this.payment_id = $1 AND moment < '${noDayAfter}'`,
});

/**
 * Marks the days as stale whose figures a payment changes: the days of its own moments, and those of other
 * payments of the user that it may follow or be followed by.
 */
export const markPaymentDays = async (tx: Tx, paymentId: string, now: Date): Promise<void> => {
  await runStatement(tx, markDays, [paymentId, now]);
};
