import { runStatement } from '@platform/runtime';
import type { App } from '../app.ts';
import { addUp, type MoneyByCurrency } from './money.ts';
import type { DayRange } from './range.ts';

/** What the projections of payments say of a range. */
export interface MoneyOfRange {
  revenue: MoneyByCurrency;
  refunds: MoneyByCurrency;
  payments_started: number;
  /** Of the started ones, whenever it was. */
  started_and_succeeded: number;
  payments_succeeded: number;
  payments_canceled: number;
  refunds_count: number;
  paying_users: number;
}

const readSucceeded = {
  name: 'read_succeeded_payments',
  text: `SELECT currency, sum(amount)::text AS amount, count(*)::int AS payments FROM analytics.payments
         WHERE application_id = $1 AND succeeded_at >= $2 AND succeeded_at < $3 GROUP BY 1`,
};
const readPayers = {
  name: 'read_paying_users',
  text: `SELECT count(DISTINCT user_id)::int AS users FROM analytics.payments
         WHERE application_id = $1 AND succeeded_at >= $2 AND succeeded_at < $3`,
};
const readRefunds = {
  name: 'read_refunds',
  text: `SELECT currency, sum(amount)::text AS amount, count(*)::int AS refunds FROM analytics.refunds
         WHERE application_id = $1 AND refunded_at >= $2 AND refunded_at < $3 GROUP BY 1`,
};
const readStarted = {
  name: 'read_started_payments',
  text: `SELECT count(*)::int AS started, count(succeeded_at)::int AS succeeded FROM analytics.payments
         WHERE application_id = $1 AND created_at >= $2 AND created_at < $3`,
};
const readCanceled = {
  name: 'read_canceled_payments',
  text: `SELECT count(*)::int AS canceled FROM analytics.payments
         WHERE application_id = $1 AND canceled_at >= $2 AND canceled_at < $3 AND succeeded_at IS NULL`,
};
const readByChannel = {
  name: 'read_money_by_channel',
  text: `SELECT coalesce(channel, 'direct') AS channel, currency, sum(amount)::text AS amount,
                array_agg(DISTINCT user_id) AS user_ids
         FROM analytics.payments WHERE application_id = $1 AND succeeded_at >= $2 AND succeeded_at < $3 GROUP BY 1, 2`,
};
const readByDay = {
  name: 'read_money_by_day',
  text: `SELECT (succeeded_at AT TIME ZONE $4)::date::text AS day, currency, 'revenue' AS kind, sum(amount)::text AS amount, count(*)::int AS count
         FROM analytics.payments WHERE application_id = $1 AND succeeded_at >= $2 AND succeeded_at < $3 GROUP BY 1, 2
         UNION ALL
         SELECT (refunded_at AT TIME ZONE $4)::date::text, currency, 'refunds', sum(amount)::text, count(*)::int
         FROM analytics.refunds WHERE application_id = $1 AND refunded_at >= $2 AND refunded_at < $3 GROUP BY 1, 2`,
};

interface SumRow {
  currency: string;
  amount: string;
}

export async function readMoney(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  range: DayRange,
): Promise<MoneyOfRange> {
  const bounds = [applicationId, range.starts_at, range.ends_at];
  const [succeeded, payers, refunds, started, canceled] = await Promise.all([
    runStatement<SumRow & { payments: number }>(db, readSucceeded, bounds),
    runStatement<{ users: number }>(db, readPayers, bounds),
    runStatement<SumRow & { refunds: number }>(db, readRefunds, bounds),
    runStatement<{ started: number; succeeded: number }>(db, readStarted, bounds),
    runStatement<{ canceled: number }>(db, readCanceled, bounds),
  ]);
  return {
    revenue: addUp(succeeded.rows),
    refunds: addUp(refunds.rows),
    payments_started: started.rows[0]?.started ?? 0,
    started_and_succeeded: started.rows[0]?.succeeded ?? 0,
    payments_succeeded: succeeded.rows.reduce((sum, { payments }) => sum + payments, 0),
    payments_canceled: canceled.rows[0]?.canceled ?? 0,
    refunds_count: refunds.rows.reduce((sum, row) => sum + row.refunds, 0),
    paying_users: payers.rows[0]?.users ?? 0,
  };
}

export interface MoneyOfChannel {
  paying_users: number;
  revenue: Map<string, number>;
}

/** Who paid and how much, by the acquisition source that the payment inherited. */
export async function readMoneyByChannel(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  range: DayRange,
): Promise<Map<string, MoneyOfChannel>> {
  const { rows } = await runStatement<SumRow & { channel: string; user_ids: string[] }>(db, readByChannel, [
    applicationId,
    range.starts_at,
    range.ends_at,
  ]);
  const channels = Map.groupBy(rows, ({ channel }) => channel);
  return new Map(
    [...channels].map(([channel, sums]) => [
      channel,
      // A user may have paid in two currencies.
      { paying_users: new Set(sums.flatMap(({ user_ids }) => user_ids)).size, revenue: addUp(sums) },
    ]),
  );
}

export interface MoneyOfDay {
  payments_succeeded: number;
  revenue: Map<string, number>;
  refunds: Map<string, number>;
}

/** Money by day of the range's time zone; days without any are not there. */
export async function readMoneyByDay(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  range: DayRange,
): Promise<Map<string, MoneyOfDay>> {
  const { rows } = await runStatement<SumRow & { day: string; kind: 'revenue' | 'refunds'; count: number }>(
    db,
    readByDay,
    [applicationId, range.starts_at, range.ends_at, range.timezone],
  );
  const days = Map.groupBy(rows, ({ day }) => day);
  return new Map(
    [...days].map(([day, sums]) => {
      const revenue = sums.filter(({ kind }) => kind === 'revenue');
      return [
        day,
        {
          payments_succeeded: revenue.reduce((sum, { count }) => sum + count, 0),
          revenue: addUp(revenue),
          refunds: addUp(sums.filter(({ kind }) => kind === 'refunds')),
        },
      ];
    }),
  );
}
