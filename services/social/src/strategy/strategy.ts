import type { SocialStrategy } from '@platform/contracts';
import { type Database, fail, type Tx } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { strategies } from '../schema.ts';

export type StrategyRow = typeof strategies.$inferSelect;
export type StrategyView = z.input<typeof SocialStrategy>;

/** A strategy as administrators see it. */
export const toStrategy = (row: StrategyRow): StrategyView => ({
  ...row,
  activated_at: row.activated_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/**
 * A strategy of a brand, by its number.
 * @throws `strategy_not_found`
 */
export async function requireStrategy(
  db: Database | Tx,
  { brand_id, version }: { brand_id: string; version: number },
): Promise<StrategyRow> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.brand_id, brand_id), eq(strategies.version, version)));
  return row ?? fail('strategy_not_found');
}

/** The strategy that plans of a brand follow; null without one. */
export async function activeStrategy(db: Database | Tx, brand_id: string): Promise<StrategyRow | null> {
  const [row] = await db
    .select()
    .from(strategies)
    .where(and(eq(strategies.brand_id, brand_id), eq(strategies.state, 'active')));
  return row ?? null;
}
