import { isDeepStrictEqual } from 'node:util';
import { type catalog, providerOf } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  findRow,
  idFromKey,
  isUniqueViolation,
  newId,
  type Tx,
} from '@platform/runtime';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { catalogChanged, requireApplication, requireOpenApplication } from '../applications/application.ts';
import { requireEntitlements } from '../entitlements/manage-entitlements.ts';
import { paywall_items, paywalls, plan_entitlements, plan_prices, plans } from '../schema.ts';
import { beginBackfill, removeBackfilledCodes } from './plan-backfills.ts';
import { toAdminPrice } from './price.ts';
import { type PlanRow, toPlans } from './read-plans.ts';

type Body<K extends 'createPlan' | 'updatePlan' | 'createPlanPrice' | 'updatePlanPrice' | 'setPlanEntitlements'> =
  EndpointRequest<(typeof catalog.endpoints)[K]>['body'];
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
      await requireOpenApplication(tx, applicationId);
      const now = app.clock.now();
      const row = {
        id: newId(),
        application_id: applicationId,
        ...input,
        is_lifetime: input.billing_type === 'lifetime',
        version: 1,
        created_at: now,
        updated_at: now,
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

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `plan_not_found`, `precondition_failed`
 */
export async function updatePlan(app: App, target: PlanTarget, changes: Body<'updatePlan'>, ifMatch: number | null) {
  return app.db.transaction(async (tx) => {
    const present = await lockPlan(tx, target);
    assertVersion(ifMatch, present.version);
    const { row, isChanged } = applyChanges(present, changes, app.clock.now());
    const before = requireFirst(await toPlans(tx, [present]));
    if (isChanged) {
      await tx.update(plans).set(row).where(eq(plans.id, target.plan_id));
      await catalogChanged(app, tx, target.application_id);
    }
    const after = requireFirst(await toPlans(tx, [row]));
    await app.audit.record(tx, { before, after });
    return after;
  });
}

/** As {@link updatePlan}. */
export const archivePlan = (app: App, target: PlanTarget, ifMatch: number | null) =>
  updatePlan(app, target, { status: 'archived' }, ifMatch);

/**
 * Sets what purchases of a plan grant from now on, and on request what its owners have.
 * @param ifMatch the version that the change is based on; null for any version
 * @returns the plan, with the backfill of its owners, and with the active paywalls that offer it although it grants nothing
 * @throws AppError `plan_not_found`, `precondition_failed`, `entitlement_not_found`, `conflict` for an archived one that it lacks
 */
export async function setPlanEntitlements(
  app: App,
  target: PlanTarget & { admin_id: string },
  { entitlement_codes, codes = entitlement_codes ?? [], apply_to }: Body<'setPlanEntitlements'>,
  ifMatch: number | null,
) {
  return app.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, target);
    assertVersion(ifMatch, plan.version);
    const before = requireFirst(await toPlans(tx, [plan]));
    const isChanged = !isDeepStrictEqual([...new Set(codes)].sort(), before.entitlement_codes.toSorted());
    await replaceEntitlements(tx, target, codes, before.entitlement_codes);
    const row = isChanged ? await countChange(tx, plan, app.clock.now()) : plan;
    await catalogChanged(app, tx, target.application_id);
    const after = requireFirst(await toPlans(tx, [row]));
    if (apply_to === 'new') await removeBackfilledCodes(tx, target.plan_id, after.entitlement_codes);
    const backfill = apply_to === 'new' ? null : await beginBackfill(app, tx, target, after.entitlement_codes);
    await app.audit.record(tx, { before, after: { ...after, backfill_id: backfill?.id ?? null } });
    return { ...after, backfill, emptied_paywalls: codes.length === 0 ? await readCharging(tx, target) : [] };
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
 * @throws AppError `plan_not_found`, `conflict` for an archived application or plan and when a free plan gets a price that is charged,
 * `idempotency_conflict`
 *   when the key made another price
 */
export async function createPlanPrice(
  app: App,
  target: PlanTarget & { admin_id: string; idempotency_key: string | null },
  input: Body<'createPlanPrice'>,
) {
  return app.db.transaction(async (tx) => {
    await requireOpenApplication(tx, target.application_id);
    const plan = await lockPlan(tx, target);
    if (plan.status === 'archived')
      return fail('conflict', {
        message: `The plan ${plan.code} is archived: it gets no new price. A PATCH of its status restores it.`,
      });
    if (plan.billing_type === 'free' && input.amount !== 0)
      return fail('conflict', {
        message: 'A free plan has free prices only: send the amount 0 and the provider `free`, or create another plan.',
      });
    const { application_id, plan_id, admin_id, idempotency_key } = target;
    const now = app.clock.now();
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
      version: 1,
      created_at: now,
      updated_at: now,
    };
    const { rowCount } = await tx.insert(plan_prices).values(row).onConflictDoNothing();
    if (rowCount === 0) {
      const present = await findRow(tx, plan_prices, { id: row.id });
      const isSame = present?.amount === row.amount && present.currency === row.currency;
      const price = present && isSame ? toAdminPrice(present) : fail('idempotency_conflict');
      await app.audit.record(tx, { before: price, after: price });
      return price;
    }
    await countChange(tx, plan, now);
    await catalogChanged(app, tx, application_id);
    await app.audit.record(tx, { before: null, after: toAdminPrice(row) });
    return toAdminPrice(row);
  });
}

/**
 * Changes what may change of a price. It is a change of its plan too.
 * @param ifMatch the version of the price that the change is based on; null for any version
 * @throws AppError `application_not_found`, `plan_not_found`, `plan_price_not_found`, `precondition_failed`
 */
export async function updatePlanPrice(
  app: App,
  target: PlanTarget & { plan_price_id: string },
  changes: Body<'updatePlanPrice'>,
  ifMatch: number | null,
) {
  return app.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, target);
    const isTargetPrice = and(eq(plan_prices.id, target.plan_price_id), eq(plan_prices.plan_id, target.plan_id));
    const before = (await findRow(tx, plan_prices, isTargetPrice)) ?? fail('plan_price_not_found');
    assertVersion(ifMatch, before.version);
    const now = app.clock.now();
    const { row, isChanged } = applyChanges(before, changes, now);
    if (isChanged) {
      await tx.update(plan_prices).set(row).where(isTargetPrice);
      await countChange(tx, plan, now);
      await catalogChanged(app, tx, target.application_id);
    }
    await app.audit.record(tx, { before: toAdminPrice(before), after: toAdminPrice(row) });
    return toAdminPrice(row);
  });
}

/** As {@link updatePlanPrice}. */
export const archivePlanPrice = (app: App, target: PlanTarget & { plan_price_id: string }, ifMatch: number | null) =>
  updatePlanPrice(app, target, { is_active: false }, ifMatch);

/** Counts a change of the prices or entitlements of a plan as a version of the plan. */
async function countChange(tx: Tx, plan: PlanRow, now: Date): Promise<PlanRow> {
  const row = { ...plan, version: plan.version + 1, updated_at: now };
  await tx.update(plans).set({ version: row.version, updated_at: now }).where(eq(plans.id, plan.id));
  return row;
}

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
