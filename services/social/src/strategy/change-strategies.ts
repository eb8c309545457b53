import { isDeepStrictEqual } from 'node:util';
import type { Cadence, StrategyRubric } from '@platform/contracts';
import { assertVersion, fail, invalidField } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { lockBrand, requireLiveBrand } from '../brands/brand.ts';
import { strategies } from '../schema.ts';
import { requireAccounts } from '../variants/create-content.ts';
import { completenessOf, neededCompleteness } from './completeness.ts';
import { readAnswers } from './discovery.ts';
import { requireStrategy, type StrategyRow, type StrategyView, toStrategy } from './strategy.ts';

type Writer = Pick<App, 'db' | 'clock' | 'audit'>;

/**
 * Changes a draft; absent fields keep their values.
 * @throws AppError `brand_not_found`, `strategy_not_found`, `precondition_failed`, `account_not_found` for
 * one of another brand, `conflict` for a strategy that is or was active, `validation_failed` for an account
 * that comes twice
 */
export async function updateStrategy(
  app: Writer,
  params: { brand_id: string; version: number },
  changes: { rubrics?: StrategyRubric[] | undefined; cadence?: Cadence[] | undefined },
  if_match: number | null,
): Promise<StrategyView> {
  return app.db.transaction(async (tx) => {
    await lockBrand(tx, params.brand_id);
    const brand = await requireLiveBrand(tx, params.brand_id);
    const before = await requireStrategy(tx, params);
    assertVersion(if_match, before.lock_version);
    if (before.state !== 'draft')
      fail('conflict', {
        message: `The strategy is ${before.state}, and only a draft can be changed: create another strategy.`,
      });
    const { rubrics = before.rubrics, cadence = before.cadence } = changes;
    const ids = cadence.map(({ account_id }) => account_id);
    if (new Set(ids).size !== ids.length) invalidField('cadence', 'has an account twice: name each account once');
    if (changes.cadence !== undefined) await requireAccounts(tx, brand, ids);
    const isSame = isDeepStrictEqual({ rubrics, cadence }, { rubrics: before.rubrics, cadence: before.cadence });
    const record = { lock_version: before.lock_version + 1, updated_at: app.clock.now() };
    const row: StrategyRow = isSame ? before : { ...before, rubrics, cadence, ...record };
    if (!isSame) await tx.update(strategies).set(row).where(eq(strategies.id, row.id));
    const views = { before: toStrategy(before), after: toStrategy(row) };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return toStrategy(row);
  });
}

/**
 * Activates a strategy for the plans of a brand. The previous one is archived.
 * @throws AppError `brand_not_found`, `strategy_not_found`, `conflict` for an archived strategy, for one
 * without a cadence, and while the discovery is incomplete
 */
export async function activateStrategy(app: Writer, brand_id: string, version: number): Promise<StrategyView> {
  return app.db.transaction(async (tx) => {
    // The lock of the brand lets one activation through at a time.
    await lockBrand(tx, brand_id);
    const brand = await requireLiveBrand(tx, brand_id);
    const before = await requireStrategy(tx, { brand_id, version });
    if (before.state === 'archived') fail('conflict', { message: 'The strategy is archived: activate another one.' });
    const { completeness } = completenessOf(await readAnswers(tx, brand_id));
    if (before.state === 'draft' && completeness < neededCompleteness)
      fail('conflict', {
        message: `The discovery is ${completeness} of ${neededCompleteness} percent complete: answer more of its questions first.`,
      });
    if (before.cadence.length === 0)
      fail('conflict', { message: 'The strategy has no cadence: set how often each account posts.' });
    const now = app.clock.now();
    const change = { state: 'active' as const, activated_at: now, updated_at: now };
    const row = before.state === 'active' ? before : { ...before, ...change, lock_version: before.lock_version + 1 };
    if (before.state === 'draft') {
      await tx
        .update(strategies)
        .set({ state: 'archived', updated_at: now })
        .where(and(eq(strategies.brand_id, brand_id), eq(strategies.state, 'active')));
      await tx.update(strategies).set(row).where(eq(strategies.id, row.id));
    }
    const views = { before: toStrategy(before), after: toStrategy(row) };
    await app.audit.record(tx, { ...views, application_id: brand.application_id });
    return toStrategy(row);
  });
}
