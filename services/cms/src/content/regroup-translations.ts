import type { Tx } from '@platform/runtime';
import { and, asc, eq, ne } from 'drizzle-orm';
import { items, publications } from '../schema.ts';
import type { ItemRow } from './item.ts';

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
