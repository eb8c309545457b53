import type { Tx } from '@platform/runtime';
import { and, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { approvals, ideas, slots, variants } from '../schema.ts';
import type { Horizon } from './read-plan-facts.ts';

/**
 * Removes the untouched work of earlier plans in these days: drafts at the revision of the plan that were
 * never submitted, in slots without a change or a pin, of ideas without a change. Nothing else is removed.
 * @returns how many slots were removed
 */
export async function dropUntouched(tx: Tx, account_ids: readonly string[], { from, to }: Horizon): Promise<number> {
  const isOwnSlot = and(
    inArray(slots.account_id, [...account_ids]),
    and(gte(slots.at, from), lt(slots.at, to)),
    and(eq(slots.origin, 'plan'), eq(slots.pinned, false), eq(slots.version, slots.plan_version)),
  );
  // Posts are locked before accounts and slots, as edits and decisions do.
  const inOwnSlots = tx.select({ variant_id: slots.variant_id }).from(slots).where(isOwnSlot);
  const posts = await tx
    .select({ id: variants.id, idea_id: variants.idea_id })
    .from(variants)
    .where(
      and(
        inArray(variants.id, inOwnSlots),
        and(eq(variants.state, 'draft'), eq(variants.version, variants.plan_version), isNull(variants.cover)),
        sql`EXISTS (SELECT FROM ${ideas} WHERE ${ideas.id} = ${variants.idea_id} AND ${ideas.version} = 1)`,
        sql`NOT EXISTS (SELECT FROM ${approvals} WHERE ${approvals.variant_id} = ${variants.id})`,
      ),
    )
    .orderBy(variants.id)
    .for('update');
  const ids = posts.map(({ id }) => id);
  await lockAccounts(tx, account_ids);
  const rows = await tx
    .select({ id: slots.id, variant_id: slots.variant_id })
    .from(slots)
    .where(
      and(
        isOwnSlot,
        or(
          and(isNull(slots.variant_id), eq(slots.state, 'empty')),
          ids.length > 0 ? inArray(slots.variant_id, ids) : sql`false`,
        ),
      ),
    )
    .orderBy(slots.id)
    .for('update');
  if (rows.length === 0) return 0;
  await tx.delete(slots).where(
    inArray(
      slots.id,
      rows.map(({ id }) => id),
    ),
  );
  const deletedIds = rows.flatMap(({ variant_id }) => variant_id ?? []);
  if (deletedIds.length === 0) return rows.length;
  await tx.delete(variants).where(inArray(variants.id, deletedIds));
  const idea_ids = [...new Set(posts.filter(({ id }) => deletedIds.includes(id)).map(({ idea_id }) => idea_id))];
  await tx
    .delete(ideas)
    .where(
      and(
        inArray(ideas.id, idea_ids),
        eq(ideas.version, 1),
        eq(ideas.from_plan, true),
        sql`NOT EXISTS (SELECT FROM ${variants} WHERE ${variants.idea_id} = ${ideas.id})`,
      ),
    );
  await tx
    .update(ideas)
    .set({ state: 'new' })
    .where(
      and(
        inArray(ideas.id, idea_ids),
        eq(ideas.state, 'planned'),
        sql`NOT EXISTS (SELECT FROM ${variants} WHERE ${variants.idea_id} = ${ideas.id})`,
      ),
    );
  return rows.length;
}
