import { defineStatement, runStatement, type Tx } from '@platform/runtime';
import { coarsePrecision, createSketch, finePrecision, hashOf, type Sketch } from './sketch.ts';
import type { Tally } from './tally.ts';

/*
 * Counts of the projections of payments for a day, counted with it. Money stands in `events`, in hundredths,
 * and the number of payments or refunds behind it in `uniques`.
 */

const succeeded = defineStatement({
  name: 'count_succeeded_payments',
  text: `SELECT coalesce(channel, 'direct') AS channel, currency, (sum(amount) * 100)::float8 AS cents, count(*)::int AS payments,
                array_to_string(array_agg(DISTINCT user_id), ' ') AS user_ids
         FROM analytics.payments WHERE application_id = $1 AND succeeded_at >= $2 AND succeeded_at < $3 GROUP BY 1, 2`,
});
const refunded = defineStatement({
  name: 'count_refunds',
  text: `SELECT currency, (sum(amount) * 100)::float8 AS cents, count(*)::int AS refunds
         FROM analytics.refunds WHERE application_id = $1 AND refunded_at >= $2 AND refunded_at < $3 GROUP BY 1`,
});
const started = defineStatement({
  name: 'count_started_payments',
  text: `SELECT count(*)::int AS started, count(succeeded_at)::int AS started_and_succeeded
         FROM analytics.payments WHERE application_id = $1 AND created_at >= $2 AND created_at < $3`,
});
const canceled = defineStatement({
  name: 'count_canceled_payments',
  text: `SELECT count(*)::int AS canceled FROM analytics.payments
         WHERE application_id = $1 AND canceled_at >= $2 AND canceled_at < $3 AND succeeded_at IS NULL`,
});

/** When a paid period is over: by expiry, or earlier by a full refund; null for a lifetime. */
const endOf = (payment: string) => `least(${payment}.expires_at, ${payment}.fully_refunded_at)`;

/** A period continues one that was confirmed before and has not ended when it begins. */
const begun = defineStatement({
  name: 'count_begun_subscriptions',
  text: `SELECT count(*)::int AS begun, count(*) FILTER (WHERE EXISTS (
           SELECT FROM analytics.payments AS other
           WHERE other.application_id = p.application_id AND other.user_id = p.user_id AND other.payment_id <> p.payment_id
           AND (other.succeeded_at, other.payment_id) < (p.succeeded_at, p.payment_id)
           AND (${endOf('other')} IS NULL OR ${endOf('other')} >= p.starts_at)
         ))::int AS renewed
         FROM analytics.payments AS p WHERE p.application_id = $1 AND p.succeeded_at >= $2 AND p.succeeded_at < $3`,
});
/** Ends of periods that no other period of the user reaches beyond; two that end together are one end. */
const ended = defineStatement({
  name: 'count_ended_subscriptions',
  text: `SELECT count(DISTINCT (user_id, ends_at))::int AS ended FROM (
           SELECT application_id, user_id, payment_id, succeeded_at, ${endOf('payments')} AS ends_at FROM analytics.payments
           WHERE application_id = $1 AND (expires_at >= $2 AND expires_at < $3 OR fully_refunded_at >= $2 AND fully_refunded_at < $3)
         ) AS p
         WHERE p.succeeded_at IS NOT NULL AND p.ends_at >= $2 AND p.ends_at < $3
         AND NOT EXISTS (
           SELECT FROM analytics.payments AS other
           WHERE other.application_id = p.application_id AND other.user_id = p.user_id AND other.payment_id <> p.payment_id
           AND other.succeeded_at IS NOT NULL AND other.starts_at <= p.ends_at
           AND (${endOf('other')} IS NULL OR ${endOf('other')} > p.ends_at)
         )`,
});

interface SucceededRow {
  channel: string;
  currency: string;
  cents: number;
  payments: number;
  user_ids: string;
}

/**
 * The value under which the revenue of a channel is counted: the three letters of the currency, and the
 * channel.
 */
export const channelRevenue = (currency: string, channel: string): string => `${currency} ${channel}`;
export const readChannelRevenue = (value: string): { currency: string; channel: string } => ({
  currency: value.slice(0, 3),
  channel: value.slice(4),
});

/**
 * Payments, refunds, begun and ended periods of a day of an application, from every payment known now.
 * @param bounds application id, beginning of the day, its end (exclusive)
 */
export async function countMoney(tx: Tx, bounds: readonly unknown[]): Promise<Tally[]> {
  const values = [...bounds];
  const [paid, back, opened, closed, periods, ends] = await Promise.all([
    runStatement<SucceededRow & object>(tx, succeeded, values),
    runStatement<{ currency: string; cents: number; refunds: number }>(tx, refunded, values),
    runStatement<{ started: number; started_and_succeeded: number }>(tx, started, values),
    runStatement<{ canceled: number }>(tx, canceled, values),
    runStatement<{ begun: number; renewed: number }>(tx, begun, values),
    runStatement<{ ended: number }>(tx, ended, values),
  ]);
  const { started: start = 0, started_and_succeeded = 0 } = opened.rows[0] ?? {};
  const { begun: begunPeriods = 0, renewed = 0 } = periods.rows[0] ?? {};
  const tallies = [
    ...countPaid(paid.rows),
    ...back.rows.map(({ currency, cents, refunds }) => tally('refunds', currency, cents, refunds)),
    tally('payments', 'started', start),
    tally('payments', 'started_and_succeeded', started_and_succeeded),
    tally('payments', 'canceled', closed.rows[0]?.canceled ?? 0),
    tally('subscriptions', 'new', begunPeriods - renewed),
    tally('subscriptions', 'renewed', renewed),
    tally('subscriptions', 'ended', ends.rows[0]?.ended ?? 0),
  ];
  return tallies.filter(({ events, uniques }) => events !== 0 || uniques !== 0);
}

const tally = (dimension: string, value: string, events: number, uniques = 0): Tally => ({
  dimension,
  value,
  events: Math.round(events),
  uniques,
  sketch: null,
});

function countPaid(rows: readonly SucceededRow[]): Tally[] {
  const revenue = new Map<string, Tally>();
  const payers = new Map<string, Sketch>();
  const all = createSketch(finePrecision);
  for (const { channel, currency, cents, payments, user_ids } of rows) {
    const sum = revenue.get(currency) ?? tally('revenue', currency, 0);
    revenue.set(currency, { ...sum, events: sum.events + Math.round(cents), uniques: sum.uniques + payments });
    const ofChannel = payers.get(channel) ?? createSketch(coarsePrecision);
    payers.set(channel, ofChannel);
    for (const id of user_ids.split(' ')) {
      const hash = hashOf(id);
      ofChannel.add(hash);
      all.add(hash);
    }
  }
  const ofSketch = (dimension: string, value: string, sketch: Sketch): Tally => ({
    dimension,
    value,
    events: 0,
    uniques: sketch.count(),
    sketch,
  });
  return [
    ...revenue.values(),
    ...rows.map(({ channel, currency, cents, payments }) =>
      tally('channel_revenue', channelRevenue(currency, channel), cents, payments),
    ),
    ...(rows.length > 0 ? [ofSketch('payers', '', all)] : []),
    ...[...payers].map(([channel, sketch]) => ofSketch('channel_payers', channel, sketch)),
  ];
}
