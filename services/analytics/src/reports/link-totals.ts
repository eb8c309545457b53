import type { CampaignTotals } from '@platform/contracts';
import { and, type Column, count, countDistinct, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { DayRange } from '../calendar/range.ts';
import { payments, refunds, users } from '../schema.ts';
import { toList } from './money.ts';

/** Registrations, payments and refunds of the users of some links. */
export type LinkTotals = Omit<CampaignTotals, 'key' | 'visits'>;

/** The value that rows are grouped by: of the user, or of the moment of the row. */
export type LinkKey = (moment: Column) => SQL;

/** Whole hundredths, so that sums are exact. */
const cents = (amount: Column) => sql<number>`(sum(${amount}) * 100)::float8`;

/**
 * What the users of some links did in a range, by a key. A user belongs to the link of the registration
 * permanently; payments and refunds count at the moment they went through.
 * @param isOfLink a condition on `analytics.users`
 */
export async function readLinkTotals(
  { db }: Pick<App, 'db'>,
  isOfLink: SQL | undefined,
  { starts_at, ends_at }: Pick<DayRange, 'starts_at' | 'ends_at'>,
  keyOf: LinkKey,
): Promise<Map<string | null, LinkTotals>> {
  const within = (moment: Column) => and(isOfLink, gte(moment, starts_at), lt(moment, ends_at));
  const keys = {
    registered: sql<string | null>`${keyOf(users.registered_at)}`.as('key'),
    paid: sql<string | null>`${keyOf(payments.succeeded_at)}`.as('key'),
    refunded: sql<string | null>`${keyOf(refunds.refunded_at)}`.as('key'),
  };
  // Payments and refunds are found by their application and user: indexes begin with them.
  const isPayer = and(eq(payments.application_id, users.application_id), eq(payments.user_id, users.user_id));
  const isRefunded = and(eq(refunds.application_id, users.application_id), eq(refunds.user_id, users.user_id));
  const [registered, paying, paid, refunded] = await Promise.all([
    db
      .select({ key: keys.registered, registers: count() })
      .from(users)
      .where(within(users.registered_at))
      .groupBy(sql`1`),
    db
      .select({ key: keys.paid, payers: countDistinct(payments.user_id), payments: count() })
      .from(users)
      .innerJoin(payments, isPayer)
      .where(within(payments.succeeded_at))
      .groupBy(sql`1`),
    db
      .select({ key: keys.paid, currency: payments.currency, cents: cents(payments.amount) })
      .from(users)
      .innerJoin(payments, isPayer)
      .where(within(payments.succeeded_at))
      .groupBy(sql`1`, payments.currency),
    db
      .select({ key: keys.refunded, currency: refunds.currency, cents: cents(refunds.amount), refunds: count() })
      .from(users)
      .innerJoin(refunds, isRefunded)
      .where(within(refunds.refunded_at))
      .groupBy(sql`1`, refunds.currency),
  ]);

  const sums = new Map<string | null, Omit<LinkTotals, 'net'> & { net: Map<string, number> }>();
  const sumOf = (key: string | null) => {
    const sum = sums.get(key) ?? { registers: 0, payers: 0, payments: 0, refunds: 0, net: new Map<string, number>() };
    sums.set(key, sum);
    return sum;
  };
  const add = (net: Map<string, number>, currency: string, amount: number) =>
    net.set(currency, (net.get(currency) ?? 0) + Math.round(amount));
  for (const { key, registers } of registered) sumOf(key).registers = registers;
  for (const { key, payers, payments: paidTimes } of paying) Object.assign(sumOf(key), { payers, payments: paidTimes });
  for (const row of paid) if (row.currency !== null) add(sumOf(row.key).net, row.currency, row.cents);
  for (const row of refunded) {
    const sum = sumOf(row.key);
    sum.refunds += row.refunds;
    add(sum.net, row.currency, -row.cents);
  }
  return new Map([...sums].map(([key, sum]) => [key, { ...sum, net: toNet(sum.net) }]));
}

/** Sums of hundredths by currency as amounts, in the order of the currency codes. */
export const toNet = (net: ReadonlyMap<string, number>): CampaignTotals['net'] =>
  toList(net).map(({ currency, value }) => ({ amount: value, currency }));
