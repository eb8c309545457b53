import { type catalog, providerOf } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, idFromKey, isUniqueViolation, newId, type Tx } from '@platform/runtime';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { catalogChanged, requireApplication } from '../applications/application.ts';
import { requireEntitlements } from '../entitlements/manage-entitlements.ts';
import { paywall_items, paywalls, plan_entitlements, plan_prices, plans } from '../schema.ts';
import { toPlanPrice } from './price.ts';
import { type PlanRow, toPlans } from './read-plans.ts';

type Body<K extends 'createPlan' | 'updatePlan' | 'createPlanPrice' | 'updatePlanPrice'> = EndpointRequest<
  (typeof catalog.endpoints)[K]
>['body'];
interface PlanTarget {
  application_id: string;
  plan_id: string;
}

/**
 * @throws AppError `application_not_found`, `entitlement_not_found`, `conflict` for a code that is taken and
 * for an archived entitlement
 */
export async function createPlan(app: App, applicationId: string, { entitlement_codes, ...input }: Body<'createPlan'>) {
  return app.db
    .transaction(async (tx) => {
      await requireApplication(tx, applicationId);
      const row = {
        id: newId(),
        application_id: applicationId,
        ...input,
        is_lifetime: input.billing_type === 'lifetime',
        created_at: app.clock.now(),
      };
      await tx.insert(plans).values(row);
      await replaceEntitlements(tx, { application_id: applicationId, plan_id: row.id }, entitlement_codes);
      await catalogChanged(app, tx, applicationId);
      const created = requireFirst(await toPlans(tx, [row]));
      await app.audit.record(tx, { before: null, after: created });
      return created;
    })
    .catch((error) =>
      isUniqueViolation(error, 'plans_code')
        ? fail('conflict', { message: `The plan code ${input.code} is taken: choose another code.` })
        : Promise.reject(error),
    );
}

/** @throws AppError `application_not_found`, `plan_not_found` */
export async function updatePlan(app: App, target: PlanTarget, changes: Body<'updatePlan'>) {
  return app.db.transaction(async (tx) => {
    const before = requireFirst(await toPlans(tx, [await lockPlan(tx, target)]));
    const [row] = await tx
      .update(plans)
      .set({ id: target.plan_id, ...changes })
      .where(eq(plans.id, target.plan_id))
      .returning();
    await catalogChanged(app, tx, target.application_id);
    const after = requireFirst(await toPlans(tx, row ? [row] : []));
    await app.audit.record(tx, { before, after });
    return after;
  });
}

/** @throws AppError `application_not_found`, `plan_not_found` */
export const archivePlan = (app: App, target: PlanTarget) => updatePlan(app, target, { status: 'archived' });

/**
 * Sets what purchases of a plan grant from now on.
 * @returns the plan, with the active paywalls that offer it although it grants nothing
 * @throws AppError `plan_not_found`, `entitlement_not_found`, `conflict` for an archived one that it lacks
 */
export async function setPlanEntitlements(app: App, target: PlanTarget, codes: string[]) {
  return app.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, target);
    const before = requireFirst(await toPlans(tx, [plan]));
    await replaceEntitlements(tx, target, codes, before.entitlement_codes);
    await catalogChanged(app, tx, target.application_id);
    const after = requireFirst(await toPlans(tx, [plan]));
    await app.audit.record(tx, { before, after });
    return { ...after, emptied_paywalls: codes.length === 0 ? await readCharging(tx, target) : [] };
  });
}

/** Active paywalls with an active price of a plan that is charged, by code. */
const readCharging = (tx: Tx, { plan_id }: PlanTarget): Promise<{ id: string; code: string }[]> =>
  tx
    .selectDistinct({ id: paywalls.id, code: paywalls.code })
    .from(paywall_items)
    .innerJoin(paywalls, eq(paywalls.id, paywall_items.paywall_id))
    .innerJoin(plan_prices, eq(plan_prices.id, paywall_items.plan_price_id))
    .where(
      and(
        eq(plan_prices.plan_id, plan_id),
        eq(plan_prices.is_active, true),
        ne(plan_prices.amount, '0'),
        eq(paywalls.status, 'active'),
      ),
    )
    .orderBy(asc(paywalls.code));

/**
 * Adds a price to a plan. A repeat under the same Idempotency-Key is answered with the price that the first
 * try made. A price of nothing is free on every plan.
 * @throws AppError `plan_not_found`, `conflict` when a free plan gets a price that is charged,
 * `idempotency_conflict`
 *   when the key made another price
 */
export async function createPlanPrice(
  app: App,
  target: PlanTarget & { admin_id: string; idempotency_key: string | null },
  input: Body<'createPlanPrice'>,
) {
  return app.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, target);
    if (plan.billing_type === 'free' && input.amount !== 0)
      return fail('conflict', {
        message: 'A free plan has free prices only: send the amount 0 and the provider `free`, or create another plan.',
      });
    const { application_id, plan_id, admin_id, idempotency_key } = target;
    const row = {
      id:
        idempotency_key === null
          ? newId()
          : idFromKey('createPlanPrice', application_id, plan_id, admin_id, idempotency_key),
      application_id,
      plan_id,
      ...input,
      amount: input.amount.toFixed(2),
      payment_provider: providerOf(input),
      created_at: app.clock.now(),
    };
    const { rowCount } = await tx.insert(plan_prices).values(row).onConflictDoNothing();
    if (rowCount === 0) {
      const present = await findRow(tx, plan_prices, { id: row.id });
      const isSame = present?.amount === row.amount && present.currency === row.currency;
      const price = present && isSame ? toPlanPrice(present) : fail('idempotency_conflict');
      await app.audit.record(tx, { before: price, after: price });
      return price;
    }
    await catalogChanged(app, tx, application_id);
    await app.audit.record(tx, { before: null, after: toPlanPrice(row) });
    return toPlanPrice(row);
  });
}

/** Changes what may change of a price. */
export async function updatePlanPrice(
  app: App,
  target: PlanTarget & { plan_price_id: string },
  changes: Body<'updatePlanPrice'>,
) {
  return app.db.transaction(async (tx) => {
    await lockPlan(tx, target);
    const isTargetPrice = and(eq(plan_prices.id, target.plan_price_id), eq(plan_prices.plan_id, target.plan_id));
    const before = await findRow(tx, plan_prices, isTargetPrice);
    const [row] = await tx
      .update(plan_prices)
      .set({ id: target.plan_price_id, ...changes })
      .where(isTargetPrice)
      .returning();
    if (!before || !row) return fail('plan_price_not_found');
    await catalogChanged(app, tx, target.application_id);
    await app.audit.record(tx, { before: toPlanPrice(before), after: toPlanPrice(row) });
    return toPlanPrice(row);
  });
}

/** @throws AppError `plan_not_found`, `plan_price_not_found` */
export const archivePlanPrice = (app: App, target: PlanTarget & { plan_price_id: string }) =>
  updatePlanPrice(app, target, { is_active: false });

/** The plan of this application, locked against another change of it. */
async function lockPlan(tx: Tx, target: PlanTarget): Promise<PlanRow> {
  await requireApplication(tx, target.application_id);
  return (
    (await findRow(tx, plans, { id: target.plan_id, application_id: target.application_id }, 'update')) ??
    fail('plan_not_found')
  );
}

/** @param presentCodes codes that the plan has: they may stay also when they are archived */
async function replaceEntitlements(
  tx: Tx,
  { application_id, plan_id }: PlanTarget,
  codes: string[],
  presentCodes: readonly string[] = [],
): Promise<void> {
  const ids = await requireEntitlements(tx, application_id, codes, presentCodes);
  await tx.delete(plan_entitlements).where(eq(plan_entitlements.plan_id, plan_id));
  if (ids.length > 0)
    await tx.insert(plan_entitlements).values(ids.map((entitlement_id) => ({ plan_id, entitlement_id })));
}

const requireFirst = <T>(rows: T[]): T => rows[0] ?? fail('plan_not_found');
