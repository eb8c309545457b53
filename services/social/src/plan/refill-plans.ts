import { hourMs, type Lease, minuteMs, type WorkKind } from '@platform/runtime';
import { and, isNull, ne, sql } from 'drizzle-orm';
import type { App, AppParts } from '../app.ts';
import { systemApprover } from '../approvals/approval.ts';
import { brands, strategies } from '../schema.ts';
import { lockPlan, planIn } from './generate-plan.ts';
import { readContent } from './read-sources.ts';

/** The days ahead are filled again below this share of posts. */
const leastFilled = 0.5;

const hasStrategy = sql`EXISTS (SELECT FROM ${strategies} WHERE ${strategies.brand_id} = ${brands.id} AND ${strategies.state} = 'active')`;

/**
 * Fills the next days of brands with automatic plans, if less than half of the days is filled. Each brand is checked
 * once an hour, by the tick alone. The drafts are submitted when their texts are ready. A claim returns how many posts it created.
 */
export const refillKind = (app: AppParts): WorkKind<typeof brands, number> => ({
  name: 'plan-refill',
  table: brands,
  key: brands.id,
  leaseMs: 5 * minuteMs,
  pollMs: null,
  isOpen: () => and(isNull(brands.archived_at), ne(brands.autonomy, 'manual'), hasStrategy),
  maxTries: 3,
  backoffMs: [hourMs],
  describe: ([row]) => ({ brand_id: row?.id }),
  run: (lease) => refill(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, { due_at: nextCheck(app) }, rows);
  },
});

const nextCheck = ({ clock }: AppParts): Date => new Date(clock.now().getTime() + hourMs);

/**
 * Fills the plans of brands that are due.
 * @param options.budgetMs after this time no further brand is begun
 */
export async function refillPlans(
  { works }: Pick<App, 'works'>,
  { budgetMs }: { budgetMs: number },
): Promise<{ created: number }> {
  const created = await works.refill.runDue({ budgetMs });
  return { created: created.reduce((total, one) => total + one, 0) };
}

async function refill(app: AppParts, lease: Lease<typeof brands>): Promise<number> {
  const brand = lease.row;
  const due_at = nextCheck(app);
  const content = await readContent(app, brand);
  lease.signal.throwIfAborted();
  const order = { days: brand.refill_days, mode: 'fill' as const, use_ai: true };
  return app.db.transaction(async (tx) => {
    await lockPlan(tx, brand.id);
    await lease.require(tx);
    const planOrder = { brand_id: brand.id, order, content, author: systemApprover, submits: true };
    const row = await planIn(app, tx, { ...planOrder, onlyBelow: leastFilled });
    await lease.finish(tx, { due_at });
    return row?.created.variants ?? 0;
  });
}
