import type { analytics } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { and, count, countDistinct, eq, gte, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { readRange } from '../calendar/range.ts';
import { payments, refunds, users } from '../schema.ts';
import { toList } from './money.ts';

type Handler = QueryHandlers<typeof analytics>['getCampaignTotals'];

/** Whole hundredths, so that sums are exact. */
const cents = (amount: unknown) => sql<number>`coalesce(sum(${amount} * 100), 0)::float8`;

/** What came of links with a `utm_content` in the last days. A user belongs to the content of the registration. */
export async function getCampaignTotals(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { application_id, utm_content, days }: Parameters<Handler>[0],
): Promise<Awaited<ReturnType<Handler>>> {
  const { starts_at: since } = readRange({ days }, 'UTC', clock.now());
  const isOfContent = and(eq(users.application_id, application_id), eq(users.utm_content, utm_content));
  // Payments are found by their application: an index begins with it.
  const isPayer = and(eq(users.user_id, payments.user_id), eq(payments.application_id, users.application_id));
  const [[registered], [paying], paid, refunded] = await Promise.all([
    db
      .select({ users: count() })
      .from(users)
      .where(and(isOfContent, gte(users.registered_at, since))),
    db
      .select({ users: countDistinct(payments.user_id) })
      .from(payments)
      .innerJoin(users, isPayer)
      .where(and(isOfContent, gte(payments.succeeded_at, since))),
    db
      .select({ currency: payments.currency, cents: cents(payments.amount) })
      .from(payments)
      .innerJoin(users, isPayer)
      .where(and(isOfContent, gte(payments.succeeded_at, since)))
      .groupBy(payments.currency),
    db
      .select({ currency: refunds.currency, cents: cents(refunds.amount) })
      .from(refunds)
      .innerJoin(users, eq(users.user_id, refunds.user_id))
      .where(and(isOfContent, gte(refunds.refunded_at, since)))
      .groupBy(refunds.currency),
  ]);
  const net = new Map<string, number>();
  const add = (currency: string | null, amount: number) =>
    currency !== null && net.set(currency, (net.get(currency) ?? 0) + amount);
  for (const row of paid) add(row.currency, row.cents);
  for (const row of refunded) add(row.currency, -row.cents);
  return {
    registrations: registered?.users ?? 0,
    payers: paying?.users ?? 0,
    net: toList(net).map(({ currency, value }) => ({ amount: value, currency })),
  };
}
