import type { PlanBackfill } from '@platform/contracts';
import { afterCommit, fail, findRow, newId, readPageRows, type Tx, toPage } from '@platform/runtime';
import { and, arrayContains, eq, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { lockBackfill } from '../grants/added-codes.ts';
import { plan_backfill_codes, plan_backfills, plans } from '../schema.ts';
import { getPlan } from './read-plans.ts';

type BackfillRow = typeof plan_backfills.$inferSelect;

interface PlanTarget {
  application_id: string;
  plan_id: string;
}

/** A backfill as administrators see it. */
export const toPlanBackfill = (row: BackfillRow): z.input<typeof PlanBackfill> => ({
  id: row.id,
  plan_id: row.plan_id,
  state: row.state,
  entitlement_codes: row.entitlement_codes,
  owners_total: row.owners_total,
  owners_done: row.owners_done,
  admin_id: row.admin_id,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

/** Begins to bring the owners of a plan to its present codes. It takes the place of a backfill that is not finished. */
export async function beginBackfill(
  app: Pick<App, 'clock' | 'backfillRunner'>,
  tx: Tx,
  { application_id, plan_id, admin_id }: PlanTarget & { admin_id: string },
  codes: readonly string[],
): Promise<z.input<typeof PlanBackfill>> {
  const now = app.clock.now();
  const isOpen = and(eq(plan_backfills.plan_id, plan_id), isNull(plan_backfills.finished_at));
  const superseded = { state: 'superseded' as const, finished_at: now, due_at: null, lease_until: null };
  // Its batch holds users for whom purchases wait that hold the lock of backfills: it ends before that is asked for.
  await tx.update(plan_backfills).set(superseded).where(isOpen);
  await lockBackfill(tx, plan_id);
  await removeBackfilledCodes(tx, plan_id, codes);
  if (codes.length > 0)
    await tx
      .insert(plan_backfill_codes)
      .values(codes.map((code) => ({ plan_id, code, added_at: now })))
      .onConflictDoNothing();
  const row = {
    id: newId(),
    application_id,
    plan_id,
    state: 'queued' as const,
    entitlement_codes: [...codes],
    admin_id,
    created_at: now,
    due_at: now,
  };
  const [inserted] = await tx.insert(plan_backfills).values(row).returning();
  afterCommit(tx, () => app.backfillRunner.wake());
  return toPlanBackfill(inserted ?? fail('internal_error'));
}

/** Purchases of a plan no longer get codes that it lacks. What owners have stays. */
export async function removeBackfilledCodes(tx: Tx, plan_id: string, codes: readonly string[]): Promise<void> {
  const isLacking = codes.length === 0 ? undefined : notInArray(plan_backfill_codes.code, [...codes]);
  await tx.delete(plan_backfill_codes).where(and(eq(plan_backfill_codes.plan_id, plan_id), isLacking));
}

/**
 * Gives purchases of plans the new code of an entitlement that a backfill added: the former code may become that of
 * another entitlement.
 * @throws AppError `conflict` while a backfill gives the former code to owners
 */
export async function renameBackfilledCode(
  tx: Tx,
  { application_id, code }: { application_id: string; code: string },
  newCode: string,
): Promise<void> {
  const ofApplication = tx.select({ id: plans.id }).from(plans).where(eq(plans.application_id, application_id));
  const isRenamed = and(eq(plan_backfill_codes.code, code), inArray(plan_backfill_codes.plan_id, ofApplication));
  await tx.update(plan_backfill_codes).set({ code: newCode }).where(isRenamed);
  const isGiving = and(
    eq(plan_backfills.application_id, application_id),
    isNotNull(plan_backfills.due_at),
    arrayContains(plan_backfills.entitlement_codes, [code]),
  );
  if ((await findRow(tx, plan_backfills, isGiving)) !== undefined)
    fail('conflict', {
      message:
        'A backfill gives this entitlement to the owners of a plan. Change the code when the backfill has ended.',
    });
}

/**
 * One page of the backfills of a plan, newest first.
 * @throws AppError `application_not_found`, `plan_not_found`
 */
export async function listPlanBackfills(
  app: Pick<App, 'db'>,
  target: PlanTarget,
  query: { limit: number; cursor?: string },
) {
  await getPlan(app, target);
  const { application_id, plan_id } = target;
  const rows = await readPageRows(app.db, plan_backfills, { application_id, plan_id }, query);
  return toPage(rows, query.limit, toPlanBackfill);
}

/** @throws AppError `application_not_found`, `plan_not_found`, `plan_backfill_not_found` */
export async function getPlanBackfill(
  app: Pick<App, 'db'>,
  { backfill_id, ...target }: PlanTarget & { backfill_id: string },
) {
  await getPlan(app, target);
  const row = await findRow(app.db, plan_backfills, { ...target, id: backfill_id });
  return row ? toPlanBackfill(row) : fail('plan_backfill_not_found');
}
