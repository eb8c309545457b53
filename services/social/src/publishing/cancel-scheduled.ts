import type { Tx } from '@platform/runtime';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { attempts, variants } from '../schema.ts';
import { offSchedule } from './next-step.ts';

/** Cancels the posts of an archived brand or account that are not yet with their channel. */
export async function cancelScheduled(tx: Tx, isOwned: SQL, now: Date): Promise<void> {
  await cancelLocked(tx, await lockScheduled(tx, isOwned), now);
}

/**
 * Cancels locked posts that are scheduled or wait for their media. Readers see no container that is not
 * published.
 */
export async function cancelLocked(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(attempts)
    .set({ outcome: 'abandoned', code: 'canceled', ended_at: now })
    .where(and(inArray(attempts.variant_id, ids), eq(attempts.kind, 'publish'), isNull(attempts.outcome)));
  await tx
    .update(variants)
    .set({ ...offSchedule, state: 'canceled', version: sql`${variants.version} + 1`, updated_at: now })
    .where(inArray(variants.id, ids));
}

/**
 * Locks posts that are scheduled or wait for their media. Every change of a post locks in this order: posts
 * by id, then their account.
 */
export async function lockScheduled(tx: Tx, isOwned: SQL): Promise<string[]> {
  const rows = await tx
    .select({ id: variants.id })
    .from(variants)
    .where(and(isOwned, inArray(variants.state, ['scheduled', 'awaiting_media'])))
    .orderBy(variants.id)
    .for('update');
  return rows.map(({ id }) => id);
}
