import { and, eq, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { payments } from '../schema.ts';

/** Those of these prices that a payment of any status refers to. */
export async function findSoldPrices(
  { db }: Pick<App, 'db'>,
  { application_id, plan_price_ids }: { application_id: string; plan_price_ids: string[] },
): Promise<string[]> {
  if (plan_price_ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ plan_price_id: payments.plan_price_id })
    .from(payments)
    .where(and(eq(payments.application_id, application_id), inArray(payments.plan_price_id, plan_price_ids)));
  return rows.map(({ plan_price_id }) => plan_price_id);
}
