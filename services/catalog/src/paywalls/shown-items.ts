import type { HiddenReason } from '@platform/contracts';
import type { Database, Tx } from '@platform/runtime';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { paywall_items, paywalls, plan_entitlements, plan_prices, plans } from '../schema.ts';

interface Offer {
  price: Pick<typeof plan_prices.$inferSelect, 'is_active' | 'amount'>;
  plan: Pick<typeof plans.$inferSelect, 'status'>;
  /** Whether the plan has entitlements. */
  grants: boolean;
}

/** Why clients do not get an item of a paywall; null for one that they get. */
export const hiddenReasonOf = ({ price, plan, grants }: Offer): HiddenReason | null => {
  if (!price.is_active) return 'price_inactive';
  if (plan.status !== 'active') return `plan_${plan.status}`;
  return Number(price.amount) === 0 || grants ? null : 'plan_grants_nothing';
};

/** The items of paywalls in display order, each with the reason why clients do not get it. */
export async function readItems(db: Database | Tx, paywallIds: string[]) {
  if (paywallIds.length === 0) return [];
  const rows = await db
    .select({
      item: paywall_items,
      price: { is_active: plan_prices.is_active, amount: plan_prices.amount },
      plan: { status: plans.status },
      grants: sql<boolean>`EXISTS (SELECT FROM ${plan_entitlements} WHERE ${plan_entitlements.plan_id} = ${plans.id})`,
    })
    .from(paywall_items)
    .innerJoin(plan_prices, eq(plan_prices.id, paywall_items.plan_price_id))
    .innerJoin(plans, eq(plans.id, plan_prices.plan_id))
    .where(inArray(paywall_items.paywall_id, paywallIds))
    .orderBy(asc(paywall_items.position));
  return rows.map(({ item, ...offer }) => ({ ...item, hidden_reason: hiddenReasonOf(offer) }));
}

/** An active paywall with the number of its items that clients get. */
interface ShownItems {
  id: string;
  code: string;
  shown: number;
}

/** The active paywalls with items of a plan, by code. */
export async function readShownItems(tx: Tx, plan_id: string): Promise<ShownItems[]> {
  const found = await tx
    .selectDistinct({ id: paywalls.id, code: paywalls.code })
    .from(paywall_items)
    .innerJoin(paywalls, eq(paywalls.id, paywall_items.paywall_id))
    .innerJoin(plan_prices, eq(plan_prices.id, paywall_items.plan_price_id))
    .where(and(eq(plan_prices.plan_id, plan_id), eq(paywalls.status, 'active')))
    .orderBy(asc(paywalls.code));
  const items = await readItems(
    tx,
    found.map(({ id }) => id),
  );
  return found.map((paywall) => ({
    ...paywall,
    shown: items.filter(({ paywall_id, hidden_reason }) => paywall_id === paywall.id && hidden_reason === null).length,
  }));
}

/** The active paywalls that lose items between two reads of {@link readShownItems}. */
export const affectedPaywalls = (before: readonly ShownItems[], after: readonly ShownItems[]) =>
  before.flatMap(({ id, code, shown }) => {
    const left = after.find((paywall) => paywall.id === id)?.shown ?? 0;
    return left < shown ? [{ id, code, hidden_items: shown - left, is_empty: left === 0 }] : [];
  });
