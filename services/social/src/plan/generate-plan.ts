import type { PlanMode } from '@platform/contracts';
import { databaseError, fail, isUniqueViolation, newId, type Tx } from '@platform/runtime';
import { inArray, sql } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { type BrandRow, requireLiveBrand } from '../brands/brand.ts';
import { accounts, plan_runs } from '../schema.ts';
import { activeStrategy, type StrategyRow } from '../strategy/strategy.ts';
import { requireAccounts } from '../variants/create-content.ts';
import { horizonOf } from './choose-times.ts';
import { dropUntouched } from './drop-untouched.ts';
import { makePlan } from './make-plan.ts';
import { type PlanRunRow, type PlanRunView, toPlanRun } from './plan-run.ts';
import { readPlanFacts } from './read-plan-facts.ts';
import { type Content, readContent, readSources } from './read-sources.ts';
import { writePlan } from './write-plan.ts';

export interface PlanOrder {
  days: number;
  mode: PlanMode;
  account_ids?: readonly string[] | undefined;
  use_ai: boolean;
}

const maxSkipped = 400;

/**
 * Plans the posts of the days ahead of a brand. The content of its site is read first; the rest is one
 * transaction under a lock of the brand.
 * @throws AppError `brand_not_found`, `account_not_found`, `conflict` without an active strategy and while
 * another run of the brand takes longer than ten seconds
 */
export async function generatePlan(
  app: App,
  brand_id: string,
  order: PlanOrder,
  { email }: { email: string },
): Promise<PlanRunView> {
  const brand = await requireLiveBrand(app.db, brand_id);
  if ((await activeStrategy(app.db, brand_id)) === null)
    fail('conflict', { message: 'The brand has no active strategy: activate one first.' });
  const content = await readContent(app, brand);
  try {
    return await app.db.transaction(async (tx) => {
      await lockPlan(tx, brand_id);
      const row = await planIn(app, tx, { brand_id, order, content, author: email, submits: false, onlyBelow: 1 });
      if (row === null) throw new Error('a plan that an administrator asks for is always made');
      const view = toPlanRun(row, row.ai_status === 'waiting' ? row.ai_total : 0);
      await app.audit.record(tx, { before: null, after: view, application_id: brand.application_id });
      return view;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'slots_account_at'))
      fail('conflict', { message: 'A concurrent call created a slot. Repeat the call.', cause: error });
    throw error;
  }
}

/** One plan of a brand at a time; a second one waits. A little less than a statement may take. */
const lockWait = '9500ms';

/**
 * Locks the plan of a brand to the end of the transaction.
 * @throws `conflict`
 */
export async function lockPlan(tx: Tx, brand_id: string): Promise<void> {
  try {
    await tx.execute(sql`SELECT set_config('lock_timeout', ${lockWait}, true)`);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`social-plan:${brand_id}`}, 0))`);
  } catch (error) {
    const lockNotAvailable = '55P03';
    if (databaseError(error)?.code !== lockNotAvailable) throw error;
    fail('conflict', {
      message: 'Another plan of the brand is being generated: wait until it is ready.',
      cause: error,
    });
  }
}

/**
 * Makes a plan in a transaction that holds the lock.
 * @param onlyBelow the share of its slots that has posts at most; from 1 on the plan is made in any case
 * @returns null where more slots have posts
 */
export async function planIn(
  app: Pick<App, 'clock' | 'config' | 'settings'>,
  tx: Tx,
  {
    brand_id,
    order,
    content,
    author,
    submits,
    onlyBelow,
  }: { brand_id: string; order: PlanOrder; content: Content; author: string; submits: boolean; onlyBelow: number },
): Promise<PlanRunRow | null> {
  const brand = await requireLiveBrand(tx, brand_id);
  const strategy = await activeStrategy(tx, brand_id);
  if (strategy === null) return fail('conflict', { message: 'The brand has no active strategy: activate one first.' });
  const { planned, archived } = await chooseAccounts(tx, { brand, strategy, account_ids: order.account_ids });
  const now = app.clock.now();
  const horizon = horizonOf(now, order.days);
  const ids = planned.map(({ id }) => id);
  const replaced = order.mode === 'fresh' && ids.length > 0 ? await dropUntouched(tx, ids, horizon) : 0;
  const facts = await readPlanFacts(tx, { brand, strategy, accounts: planned, horizon, now });
  const openSlots = facts.accounts.flatMap(({ openSlots }) => openSlots);
  const filled = facts.remainingSlots - openSlots.filter(({ slot_id }) => slot_id !== null).length;
  if (onlyBelow < 1 && filled >= onlyBelow * (filled + openSlots.length)) return null;
  const sources = await readSources(tx, brand, { content, now, to: horizon.to });
  const { languages } = brand;
  const plan = makePlan({ rubrics: strategy.rubrics, sources, languages, accounts: facts.accounts });
  const run_id = newId();
  const context = { brand, accounts: planned, run_id, use_ai: order.use_ai, author, now };
  const { created, empty } = await writePlan(app, tx, plan, context);
  const skipped = [
    ...archived.map((account_id) => ({ at: null, account_id, reason: 'account_not_ready' as const })),
    ...[...facts.skipped, ...plan.skipped].map((one) => ({ ...one, at: one.at.toISOString() })),
  ].slice(0, maxSkipped);
  const isWaiting = order.use_ai && created.variants > 0;
  const row: PlanRunRow = {
    id: run_id,
    brand_id,
    mode: order.mode,
    days: order.days,
    strategy_version: strategy.version,
    created,
    replaced,
    kept: facts.remainingSlots,
    empty,
    skipped,
    content: content.state,
    ai_status: order.use_ai ? (isWaiting ? 'waiting' : 'done') : 'off',
    ai_total: order.use_ai ? created.variants : 0,
    ai_written: 0,
    submits,
    finished_at: isWaiting || (submits && created.variants > 0) ? null : now,
    created_by: author,
    created_at: now,
  };
  await tx.insert(plan_runs).values(row);
  return row;
}

/** The accounts that a run plans for: the given ones, else those of the strategy, without archived ones. */
async function chooseAccounts(
  tx: Tx,
  {
    brand,
    strategy,
    account_ids,
  }: { brand: BrandRow; strategy: StrategyRow; account_ids: readonly string[] | undefined },
): Promise<{ planned: AccountRow[]; archived: string[] }> {
  if (account_ids) return { planned: await requireAccounts(tx, brand, [...new Set(account_ids)]), archived: [] };
  const ids = strategy.cadence.map(({ account_id }) => account_id);
  if (ids.length === 0) return { planned: [], archived: [] };
  const rows = await tx.select().from(accounts).where(inArray(accounts.id, ids));
  const live = rows.filter(({ state }) => state !== 'archived');
  const planned = ids.flatMap((id) => live.find((row) => row.id === id) ?? []);
  return { planned, archived: ids.filter((id) => !planned.some((row) => row.id === id)) };
}
