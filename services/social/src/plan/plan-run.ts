import type { PlanRun, social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { type Database, fail, findRow, readPageRows, type Tx, toPage } from '@platform/runtime';
import { and, count, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { requireBrand } from '../brands/brand.ts';
import { plan_runs, variants } from '../schema.ts';

export type PlanRunRow = typeof plan_runs.$inferSelect;
export type PlanRunView = z.input<typeof PlanRun>;
type Query = EndpointRequest<typeof social.endpoints.listSocialPlanRuns>['query'];

/** A run of the plan as administrators see it. */
export function toPlanRun(row: PlanRunRow, waiting: number): PlanRunView {
  const { id, brand_id, mode, days, strategy_version, created, replaced, kept, empty, skipped, content } = row;
  const ai = { status: row.ai_status, total: row.ai_total, done: row.ai_total - waiting, written: row.ai_written };
  return {
    id,
    brand_id,
    mode,
    days,
    strategy_version,
    created,
    replaced,
    kept,
    empty,
    skipped,
    content,
    ai,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  };
}

/** Drafts of some runs that wait for a language model, by run. */
async function countWaiting(db: Database | Tx, rows: readonly PlanRunRow[]): Promise<Map<string | null, number>> {
  const ids = rows.filter(({ ai_status }) => ai_status === 'waiting').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const counted = await db
    .select({ id: variants.plan_run_id, value: count() })
    .from(variants)
    .where(and(inArray(variants.plan_run_id, ids), eq(variants.ai_state, 'waiting')))
    .groupBy(variants.plan_run_id);
  return new Map(counted.map(({ id, value }) => [id, value]));
}

/**
 * One page of the runs of a brand, newest first.
 * @throws `brand_not_found`
 */
export async function listPlanRuns(
  { db }: Pick<App, 'db'>,
  brand_id: string,
  { limit, cursor }: Query,
): Promise<Page<PlanRunView>> {
  await requireBrand(db, brand_id);
  const rows = await readPageRows(db, plan_runs, { brand_id }, { limit, cursor });
  const waiting = await countWaiting(db, rows);
  return toPage(rows, limit, (row) => toPlanRun(row, waiting.get(row.id) ?? 0));
}

/**
 * A run of the plan.
 * @throws `plan_run_not_found`
 */
export async function getPlanRun({ db }: Pick<App, 'db'>, id: string): Promise<PlanRunView> {
  const row = await findRow(db, plan_runs, { id });
  if (!row) return fail('plan_run_not_found');
  return toPlanRun(row, (await countWaiting(db, [row])).get(id) ?? 0);
}
