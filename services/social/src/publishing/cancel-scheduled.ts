import type { Tx } from '@platform/runtime';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { variants } from '../schema.ts';
import { offSchedule } from './next-step.ts';

/** Cancels the scheduled posts of a brand or an account that is archived. */
export async function cancelScheduled(tx: Tx, isOwned: SQL, now: Date): Promise<void> {
  const ids = await lockScheduled(tx, isOwned);
  if (ids.length === 0) return;
  await tx
    .update(variants)
    .set({ ...offSchedule, state: 'canceled', version: sql`${variants.version} + 1`, updated_at: now })
    .where(inArray(variants.id, ids));
}

/** Locks scheduled posts: before their account, in the order of every change of a post. */
export async function lockScheduled(tx: Tx, isOwned: SQL): Promise<string[]> {
  const rows = await tx
    .select({ id: variants.id })
    .from(variants)
    .where(and(isOwned, eq(variants.state, 'scheduled')))
    .orderBy(variants.id)
    .for('update');
  return rows.map(({ id }) => id);
}
