import type { Tx } from '@platform/runtime';
import { and, asc, eq, ne } from 'drizzle-orm';
import { items, publications } from '../schema.ts';
import { type ItemRow, type ItemTarget, requireItem } from './item.ts';

/**
 * Locks an item and its translations in one order, before a change that may be about all of them.
 * @throws AppError `content_not_found`
 */
export async function lockTranslations(tx: Tx, target: ItemTarget): Promise<void> {
  const { group_id } = await requireItem(tx, target);
  await tx
    .select({ id: items.id })
    .from(items)
    .where(eq(items.group_id, group_id))
    .orderBy(asc(items.id))
    .for('update');
}

/** Records that readers lose this item, at its translations, which they are shown with. The caller has locked them. */
export async function markTranslations(
  tx: Tx,
  { id, group_id }: Pick<ItemRow, 'id' | 'group_id'>,
  now: Date,
): Promise<void> {
  const isOther = and(eq(items.group_id, group_id), ne(items.id, id));
  await tx.update(items).set({ context_changed_at: now }).where(isOther);
}

/**
 * Gives the translations of an item that is about to be deleted another first item, the oldest of them. The item itself
 * becomes a group of its own. The caller has locked it.
 */
export async function regroupTranslations(tx: Tx, { id, group_id }: Pick<ItemRow, 'id' | 'group_id'>): Promise<void> {
  if (group_id !== id) return;
  const others = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.group_id, id), ne(items.id, id)))
    .orderBy(asc(items.id))
    .for('update');
  const [first] = others;
  if (!first) return;
  const isOther = and(eq(items.group_id, id), ne(items.id, id));
  await tx.update(items).set({ group_id: first.id }).where(isOther);
  await tx
    .update(publications)
    .set({ group_id: first.id })
    .where(and(eq(publications.group_id, id), ne(publications.item_id, id)));
}
