import { billing } from '@platform/contracts';
import { type Database, fail, type Tx } from '@platform/runtime';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { grants, license_batches, plan_entitlements, plan_prices, settings, waiting_grants } from '../schema.ts';
import type { PlanRow } from './read-plans.ts';

/**
 * Those of these prices that payments refer to. It asks another service, so it is not to be called in a transaction: a
 * payment that starts between the answer and the change carries the offer that its buyer saw.
 */
export async function findSoldPrices(
  { ask }: Pick<App, 'ask'>,
  application_id: string,
  plan_price_ids: string[],
): Promise<Set<string>> {
  if (plan_price_ids.length === 0) return new Set();
  const sold = await ask(billing.queries.findSoldPrices, { application_id, plan_price_ids });
  return new Set(sold.plan_price_ids);
}

/** Those of these plans with a price that payments refer to. Not to be called in a transaction. */
export async function findSoldPlans(app: Pick<App, 'db' | 'ask'>, application_id: string, planIds: string[]) {
  const prices =
    planIds.length === 0
      ? []
      : await app.db
          .select({ id: plan_prices.id, plan_id: plan_prices.plan_id })
          .from(plan_prices)
          .where(and(eq(plan_prices.application_id, application_id), inArray(plan_prices.plan_id, planIds)));
  const sold = await findSoldPrices(
    app,
    application_id,
    prices.map(({ id }) => id),
  );
  return new Set(prices.filter(({ id }) => sold.has(id)).map(({ plan_id }) => plan_id));
}

/** Whether grants, license keys or imported purchases refer to a plan. */
export async function isPlanReferred(
  tx: Tx,
  { id, application_id, code }: Pick<PlanRow, 'id' | 'application_id' | 'code'>,
): Promise<boolean> {
  const ofPlan = sql`application_id = ${application_id} AND plan_code = ${code}`;
  return (
    (await exists(tx, grants, ofPlan)) ||
    (await exists(tx, waiting_grants, ofPlan)) ||
    (await exists(tx, license_batches, sql`plan_id = ${id}`))
  );
}

/** Ids of the plans that have an entitlement. */
export async function plansWith(db: Database | Tx, entitlement_id: string): Promise<string[]> {
  const rows = await db
    .select({ plan_id: plan_entitlements.plan_id })
    .from(plan_entitlements)
    .where(eq(plan_entitlements.entitlement_id, entitlement_id));
  return rows.map(({ plan_id }) => plan_id);
}

/** Whether grants, imported purchases or rules of feature flags have the code of an entitlement. */
export async function isCodeReferred(
  tx: Tx,
  { application_id, code }: { application_id: string; code: string },
): Promise<boolean> {
  // As the index of the grants has it: the application is among the codes.
  const ofGrants = sql`(entitlement_codes || application_id::text) @> ARRAY[${code}, ${application_id}]::text[]`;
  const ofWaiting = sql`application_id = ${application_id} AND entitlement_codes @> ARRAY[${code}]::text[]`;
  const rules = JSON.stringify({ rules: [{ entitlement_codes: [code] }] });
  const ofFlags = sql`application_id = ${application_id} AND kind = 'feature' AND definition @> ${rules}::jsonb`;
  return (
    (await exists(tx, grants, ofGrants)) ||
    (await exists(tx, waiting_grants, ofWaiting)) ||
    (await exists(tx, settings, ofFlags))
  );
}

async function exists(
  tx: Tx,
  table: typeof grants | typeof waiting_grants | typeof license_batches | typeof settings,
  where: SQL,
): Promise<boolean> {
  const rows = await tx.select({ one: sql<number>`1` }).from(table).where(where).limit(1);
  return rows.length > 0;
}

/** The first of these fields that a change gives another value; undefined for none. */
export const changedField = <Row extends object, Field extends keyof Row & string>(
  row: Row,
  changes: { readonly [Key in Field]?: Row[Key] | undefined },
  fields: readonly Field[],
): Field | undefined => fields.find((field) => changes[field] !== undefined && changes[field] !== row[field]);

/** @throws AppError `field_in_use` with what to do instead */
export const refuseInUse = (field: string, reason: string): never =>
  fail('field_in_use', { message: `\`${field}\` cannot be changed any more: ${reason}`, fields: { field } });
