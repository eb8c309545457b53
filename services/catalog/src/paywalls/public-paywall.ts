import { catalog, type PublicPaywall } from '@platform/contracts';
import { fail, findRow, prepareBody } from '@platform/runtime';
import { asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { toPlanPrice } from '../plans/price.ts';
import { entitlements, paywall_items, paywalls, plan_entitlements, plan_prices, plans } from '../schema.ts';
import { hiddenReasonOf } from './shown-items.ts';

/**
 * An active paywall as clients render it, cached until the catalog changes. Items whose price is inactive or
 * whose plan is not on sale are left out, and positions close up. So are charged prices of a plan that grants nothing.
 * @throws AppError `paywall_not_found`, also for a paywall that is not active
 */
export const getPaywall = (
  app: Pick<App, 'db' | 'publicReads'>,
  key: { application_id: string; paywall_code: string },
) =>
  app.publicReads.get(key.application_id, `paywall:${key.paywall_code}`, async () =>
    prepareBody(catalog.endpoints.getPaywall, await readPaywall(app, key)),
  );

async function readPaywall(
  { db }: Pick<App, 'db'>,
  key: { application_id: string; paywall_code: string },
): Promise<z.input<typeof PublicPaywall>> {
  const paywall = await findRow(db, paywalls, {
    application_id: key.application_id,
    code: key.paywall_code,
    status: 'active',
  });
  if (!paywall) return fail('paywall_not_found');
  const offers = await db
    .select({ item: paywall_items, price: plan_prices, plan: plans })
    .from(paywall_items)
    .innerJoin(plan_prices, eq(plan_prices.id, paywall_items.plan_price_id))
    .innerJoin(plans, eq(plans.id, plan_prices.plan_id))
    .where(eq(paywall_items.paywall_id, paywall.id))
    .orderBy(asc(paywall_items.position));
  const planIds = [...new Set(offers.map(({ plan }) => plan.id))];
  const granted =
    planIds.length === 0
      ? []
      : await db
          .select({
            plan_id: plan_entitlements.plan_id,
            code: entitlements.code,
            name: entitlements.name,
            description: entitlements.description,
          })
          .from(plan_entitlements)
          .innerJoin(entitlements, eq(entitlements.id, plan_entitlements.entitlement_id))
          .where(inArray(plan_entitlements.plan_id, planIds))
          .orderBy(asc(entitlements.code));
  const grantedByPlan = Map.groupBy(granted, (row) => row.plan_id);
  return {
    ...paywall,
    paywall_items: offers
      .filter(({ price, plan }) => hiddenReasonOf({ price, plan, grants: grantedByPlan.has(plan.id) }) === null)
      .map(({ item, price, plan }, at) => ({
        ...item,
        position: at + 1,
        plan_prices: toPlanPrice(price),
        plan,
        plan_entitlements: grantedByPlan.get(plan.id) ?? [],
      })),
  };
}
