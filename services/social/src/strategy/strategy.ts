import type { SocialStrategy } from '@platform/contracts';
import { type Database, fail, findRow, type Tx, withIsoTimes } from '@platform/runtime';
import type { z } from 'zod';
import { strategies } from '../schema.ts';

export type StrategyRow = typeof strategies.$inferSelect;
export type StrategyView = z.input<typeof SocialStrategy>;

/** A strategy as administrators see it. */
export const toStrategy = (row: StrategyRow): StrategyView => withIsoTimes(row);

/**
 * A strategy of a brand, by its number.
 * @throws `strategy_not_found`
 */
export async function requireStrategy(
  db: Database | Tx,
  { brand_id, version }: { brand_id: string; version: number },
): Promise<StrategyRow> {
  return (await findRow(db, strategies, { brand_id, version })) ?? fail('strategy_not_found');
}

/** The strategy that plans of a brand follow; null without one. */
export async function activeStrategy(db: Database | Tx, brand_id: string): Promise<StrategyRow | null> {
  const row = await findRow(db, strategies, { brand_id, state: 'active' });
  return row ?? null;
}
