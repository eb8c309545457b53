import type { PlanStatus, PriceOffer } from '@platform/contracts';
import { type Database, fail, readPageRows, type Tx, toPage, withIsoTimes } from '@platform/runtime';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireApplication } from '../applications/application.ts';
import { entitlements, plan_entitlements, plan_prices, plans } from '../schema.ts';
import { type PriceRow, toAdminPrice } from './price.ts';

export type PlanRow = typeof plans.$inferSelect;

/** Sorted entitlement codes of each plan. */
export async function entitlementCodesOf(db: Database | Tx, planIds: string[]): Promise<Map<string, string[]>> {
  const rows =
    planIds.length === 0
      ? []
      : await db
          .select({ plan_id: plan_entitlements.plan_id, code: entitlements.code })
          .from(plan_entitlements)
          .innerJoin(entitlements, eq(entitlements.id, plan_entitlements.entitlement_id))
          .where(inArray(plan_entitlements.plan_id, planIds))
          .orderBy(asc(entitlements.code));
  const codes = new Map<string, string[]>();
  for (const { plan_id, code } of rows) codes.set(plan_id, [...(codes.get(plan_id) ?? []), code]);
  return codes;
}

/** Plans as administrators see them, with prices (active first) and entitlement codes. */
export async function toPlans(db: Database | Tx, rows: PlanRow[]) {
  const ids = rows.map((row) => row.id);
  const [codes, prices] = await Promise.all([
    entitlementCodesOf(db, ids),
    ids.length === 0
      ? []
      : db
          .select()
          .from(plan_prices)
          .where(inArray(plan_prices.plan_id, ids))
          .orderBy(desc(plan_prices.is_active), asc(plan_prices.id)),
  ]);
  const pricesByPlan = Map.groupBy(prices, (price: PriceRow) => price.plan_id);
  return rows.map((row) => ({
    ...withIsoTimes(row),
    entitlement_codes: codes.get(row.id) ?? [],
    prices: (pricesByPlan.get(row.id) ?? []).map(toAdminPrice),
  }));
}

/** One page of plans, newest first. */
export async function listPlans(
  { db }: Pick<App, 'db'>,
  applicationId: string,
  query: { limit: number; cursor?: string; status?: z.output<typeof PlanStatus> },
) {
  await requireApplication(db, applicationId);
  const rows = await readPageRows(db, plans, { application_id: applicationId, status: query.status }, query);
  const { items, next_cursor } = toPage(rows, query.limit, (row) => row);
  return { items: await toPlans(db, items), next_cursor };
}

/** @throws AppError `application_not_found`, `plan_not_found` */
export async function getPlan({ db }: Pick<App, 'db'>, target: { application_id: string; plan_id: string }) {
  await requireApplication(db, target.application_id);
  const isTargetPlan = and(eq(plans.id, target.plan_id), eq(plans.application_id, target.application_id));
  const [plan] = await toPlans(db, await db.select().from(plans).where(isTargetPlan));
  return plan ?? fail('plan_not_found');
}

/** The offer behind a price; null when the application has no such price. */
export async function getPriceOffer(
  { db }: Pick<App, 'db'>,
  key: { application_id: string; plan_price_id: string },
): Promise<z.input<typeof PriceOffer> | null> {
  const [row] = await db
    .select({ price: plan_prices, plan: plans })
    .from(plan_prices)
    .innerJoin(plans, eq(plans.id, plan_prices.plan_id))
    .where(and(eq(plan_prices.id, key.plan_price_id), eq(plan_prices.application_id, key.application_id)));
  if (!row) return null;
  const { price, plan } = row;
  const amount = Number(price.amount);
  const entitlement_codes = (await entitlementCodesOf(db, [plan.id])).get(plan.id) ?? [];
  return {
    plan_price_id: price.id,
    amount,
    currency: price.currency,
    payment_provider: price.payment_provider,
    is_free: amount === 0 || plan.billing_type === 'free',
    is_purchasable: price.is_active && plan.status === 'active' && (amount === 0 || entitlement_codes.length > 0),
    plan_id: plan.id,
    plan_code: plan.code,
    plan_name: plan.name,
    duration_days: plan.duration_days,
    is_lifetime: plan.is_lifetime,
    entitlement_codes,
  };
}
