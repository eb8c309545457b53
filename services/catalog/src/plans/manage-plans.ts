import { isDeepStrictEqual } from 'node:util';
import {
  type catalog,
  hasRightTerm,
  isAmountTaken,
  isCurrencyTaken,
  providerOf,
  rightTerm,
  yookassaLimits,
} from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  applyChanges,
  assertVersion,
  fail,
  findRow,
  idFromKey,
  invalidField,
  isUniqueViolation,
  newId,
  type Tx,
} from '@platform/runtime';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { catalogChanged, requireApplication, requireOpenApplication } from '../applications/application.ts';
import { refuseTakenCode } from '../applications/taken-code.ts';
import { requireEntitlements } from '../entitlements/manage-entitlements.ts';
import { lockBackfill } from '../grants/added-codes.ts';
import { affectedPaywalls, readShownItems } from '../paywalls/shown-items.ts';
import { paywall_items, paywalls, plan_entitlements, plan_prices, plans } from '../schema.ts';
import { changedField, findSoldPlans, findSoldPrices, isPlanReferred, refuseInUse } from './in-use.ts';
import { beginBackfill, removeBackfilledCodes } from './plan-backfills.ts';
import { type PriceRow, toAdminPrice } from './price.ts';
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
    .catch((error) => refuseTaken(app, error, { application_id: applicationId, code: input.code }));
}

/** Fields that change only while nothing refers to the plan. */
const fixedInUse = ['code', 'billing_type', 'duration_days'] as const;

/**
 * @param ifMatch the version that the change is based on; null for any version
 * @throws AppError `application_not_found`, `plan_not_found`, `precondition_failed`, `field_in_use`, `conflict` for a code
 * that is taken and a free plan with a price that is charged, `validation_failed` for a term that its type does not have
 */
export async function updatePlan(app: App, target: PlanTarget, changes: Body<'updatePlan'>, ifMatch: number | null) {
  const asksForUse = fixedInUse.some((field) => changes[field] !== undefined);
  const sold = asksForUse ? await findSoldPlans(app, target.application_id, [target.plan_id]) : new Set<string>();
  return app.db
    .transaction(async (tx) => {
      const present = await lockPlan(tx, target);
      assertVersion(ifMatch, present.version);
      const field = changedField(present, changes, fixedInUse);
      // A purchase that is being granted counts; a later one sees the change.
      if (field) await lockBackfill(tx, present.id);
      if (field && (sold.has(present.id) || (await isPlanReferred(tx, present))))
        return refuseInUse(
          field,
          'the plan was sold or given: payments, grants, license keys or imported purchases refer to it. Create a plan with another code, put its price on the paywalls, and archive this one.',
        );
      const { row, isChanged } = applyChanges(present, withTerm(present, changes), app.clock.now());
      if (row.billing_type === 'free') await requireFreePrices(tx, row.id);
      const before = requireFirst(await toPlans(tx, [present]));
      const shownBefore = await readShownItems(tx, present.id);
      if (isChanged) {
        await tx.update(plans).set(row).where(eq(plans.id, target.plan_id));
        await catalogChanged(app, tx, target.application_id);
      }
      const after = requireFirst(await toPlans(tx, [row]));
      await app.audit.record(tx, { before, after });
      return { ...after, affected_paywalls: affectedPaywalls(shownBefore, await readShownItems(tx, row.id)) };
    })
    .catch((error) => refuseTaken(app, error, { application_id: target.application_id, code: changes.code ?? '' }));
}

/**
 * The changes with what follows from the type of the plan.
 * @throws AppError `validation_failed` for a term that the type does not have
 */
function withTerm(present: PlanRow, changes: Body<'updatePlan'>) {
  const { billing_type = present.billing_type, duration_days = present.duration_days } = changes;
  if (!hasRightTerm({ billing_type, duration_days })) return invalidField('duration_days', rightTerm);
  return { ...changes, is_lifetime: billing_type === 'lifetime' };
}

/** @throws AppError `conflict` for a plan with a price that is charged */
async function requireFreePrices(tx: Tx, plan_id: string): Promise<void> {
  const charged = and(eq(plan_prices.plan_id, plan_id), ne(plan_prices.amount, '0'));
  if ((await findRow(tx, plan_prices, charged)) !== undefined)
    fail('conflict', { message: 'A free plan has free prices only. Set the amounts of its prices to 0 first.' });
}

/** Says whose code is taken, and how it becomes free. Another error is thrown on. */
async function refuseTaken(
  { db }: Pick<App, 'db'>,
  error: unknown,
  key: { application_id: string; code: string },
): Promise<never> {
  if (!isUniqueViolation(error, 'plans_code')) throw error;
  return refuseTakenCode('plan', key.code, await findRow(db, plans, key));
}

/** As {@link updatePlan}. */
export const archivePlan = (app: App, target: PlanTarget, ifMatch: number | null) =>
  updatePlan(app, target, { status: 'archived' }, ifMatch);

/**
 * Sets what purchases of a plan grant from now on, and on request what its owners have.
 * @param ifMatch the version that the change is based on; null for any version
 * @returns the plan, with the backfill of its owners, and with the active paywalls that offer it although it grants nothing
 * @throws AppError `plan_not_found`, `precondition_failed`, `entitlement_not_found`, `conflict` for an archived one that it
 * lacks
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
    const shownBefore = await readShownItems(tx, plan.id);
    const isChanged = !isDeepStrictEqual([...new Set(codes)].sort(), before.entitlement_codes.toSorted());
    await replaceEntitlements(tx, target, codes, before.entitlement_codes);
    const row = isChanged ? await countChange(tx, plan, app.clock.now()) : plan;
    await catalogChanged(app, tx, target.application_id);
    const after = requireFirst(await toPlans(tx, [row]));
    if (apply_to === 'new') await removeBackfilledCodes(tx, target.plan_id, after.entitlement_codes);
    const backfill = apply_to === 'new' ? null : await beginBackfill(app, tx, target, after.entitlement_codes);
    await app.audit.record(tx, { before, after: { ...after, backfill_id: backfill?.id ?? null } });
    return {
      ...after,
      backfill,
      emptied_paywalls: codes.length === 0 ? await readCharging(tx, target) : [],
      affected_paywalls: affectedPaywalls(shownBefore, await readShownItems(tx, plan.id)),
    };
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
 * @throws AppError `application_not_found`, `plan_not_found`, `plan_price_not_found`, `precondition_failed`, `field_in_use`,
 * `conflict` for an amount on a free plan, `validation_failed` for an amount that the provider does not take
 */
export async function updatePlanPrice(
  app: App,
  target: PlanTarget & { plan_price_id: string },
  changes: Body<'updatePlanPrice'>,
  ifMatch: number | null,
) {
  const asksForUse = changes.amount !== undefined || changes.currency !== undefined;
  const sold = asksForUse
    ? await findSoldPrices(app, target.application_id, [target.plan_price_id])
    : new Set<string>();
  return app.db.transaction(async (tx) => {
    const plan = await lockPlan(tx, target);
    const isTargetPrice = and(eq(plan_prices.id, target.plan_price_id), eq(plan_prices.plan_id, target.plan_id));
    const before = (await findRow(tx, plan_prices, isTargetPrice)) ?? fail('plan_price_not_found');
    assertVersion(ifMatch, before.version);
    const now = app.clock.now();
    const offer = offerOf(plan, before, changes);
    const field = changedField(before, offer, ['amount', 'currency']);
    if (field && sold.has(before.id))
      return refuseInUse(
        field,
        'payments refer to this price. Add a price to the plan, put it on the paywalls in place of this one, and deactivate this one.',
      );
    const shownBefore = await readShownItems(tx, plan.id);
    const { row, isChanged } = applyChanges(before, { ...changes, ...offer }, now);
    if (isChanged) {
      await tx.update(plan_prices).set(row).where(isTargetPrice);
      await countChange(tx, plan, now);
      await catalogChanged(app, tx, target.application_id);
    }
    await app.audit.record(tx, { before: toAdminPrice(before), after: toAdminPrice(row) });
    const shownAfter = await readShownItems(tx, plan.id);
    return { ...toAdminPrice(row), affected_paywalls: affectedPaywalls(shownBefore, shownAfter) };
  });
}

/**
 * Amount, currency and provider of a price after a change.
 * @throws AppError `conflict` for an amount on a free plan, `validation_failed` for what the provider does not take
 */
function offerOf(plan: PlanRow, before: PriceRow, changes: Body<'updatePlanPrice'>) {
  if (changes.amount === undefined && changes.currency === undefined) return {};
  const { amount = Number(before.amount), currency = before.currency } = changes;
  if (plan.billing_type === 'free' && amount !== 0)
    return fail('conflict', { message: 'A free plan has free prices only.' });
  if (!isAmountTaken({ amount, currency }))
    return invalidField(
      'amount',
      `has to be from ${yookassaLimits.min} to ${yookassaLimits.max}: the provider takes no other amount in one payment`,
    );
  if (!isCurrencyTaken({ amount, currency }))
    return invalidField(
      'currency',
      `has to be ${yookassaLimits.currencies.join(' or ')}: the provider takes no other currency`,
    );
  return { amount: amount.toFixed(2), currency, payment_provider: providerOf({ amount }) };
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
