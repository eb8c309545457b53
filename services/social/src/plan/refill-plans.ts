import { errorText, hourMs } from '@platform/runtime';
import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { systemApprover } from '../approvals/approval.ts';
import type { BrandRow } from '../brands/brand.ts';
import { brands, strategies } from '../schema.ts';
import { lockPlan, planIn } from './generate-plan.ts';
import { readContent } from './read-sources.ts';

type Refiller = Pick<App, 'db' | 'clock' | 'config' | 'settings' | 'ask' | 'log'>;

const maxBrands = 20;
/** The days ahead are filled again below this share of posts. */
const leastFilled = 0.5;

/**
 * Fills the next days of brands with automatic plans, if less than half of the days is filled. One process
 * checks each brand once an hour. The drafts are submitted when their texts are ready.
 */
export async function refillPlans(app: Refiller, { budgetMs }: { budgetMs: number }): Promise<{ created: number }> {
  const until = performance.now() + budgetMs;
  let created = 0;
  for (const brand of await claimDueBrands(app)) {
    if (performance.now() > until) {
      await release(app, brand);
      continue;
    }
    try {
      created += await refill(app, brand);
    } catch (error) {
      app.log.warn({ brand_id: brand.id, reason: errorText(error) }, 'the plan of a brand could not be filled');
    }
  }
  return { created };
}

/** Brands that are due, which are taken for an hour. */
async function claimDueBrands({ db, clock }: Refiller): Promise<BrandRow[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const hasStrategy = sql`EXISTS (SELECT FROM ${strategies} WHERE ${strategies.brand_id} = ${brands.id} AND ${strategies.state} = 'active')`;
    const due = await tx
      .select({ id: brands.id })
      .from(brands)
      .where(
        and(
          isNull(brands.archived_at),
          ne(brands.autonomy, 'manual'),
          or(isNull(brands.refill_at), lte(brands.refill_at, now)),
          hasStrategy,
        ),
      )
      .orderBy(asc(brands.id))
      .limit(maxBrands)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const refill_at = new Date(now.getTime() + hourMs);
    return tx.update(brands).set({ refill_at }).where(inArray(brands.id, ids)).returning();
  });
}

/** Leaves a brand to the next tick. */
const release = ({ db, clock }: Refiller, { id }: BrandRow) =>
  db.update(brands).set({ refill_at: clock.now() }).where(eq(brands.id, id));

async function refill(app: Refiller, brand: BrandRow): Promise<number> {
  const content = await readContent(app, brand);
  const order = { days: brand.refill_days, mode: 'fill' as const, use_ai: true };
  return app.db.transaction(async (tx) => {
    await lockPlan(tx, brand.id);
    const planOrder = { brand_id: brand.id, order, content, author: systemApprover, submits: true };
    const row = await planIn(app, tx, { ...planOrder, onlyBelow: leastFilled });
    return row?.created.variants ?? 0;
  });
}
