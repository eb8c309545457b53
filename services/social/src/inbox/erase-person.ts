import { social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import type { Tx } from '@platform/runtime';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { accounts, erased_persons, inbox_items, listening_items } from '../schema.ts';
import { type ItemReader, lockItem, openItems } from './item.ts';
import { subjectKeys } from './persons.ts';

type Eraser = ItemReader & Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'personPseudonyms'>;
type Body = EndpointRequest<typeof social.endpoints.eraseSocialPerson>['body'];

/**
 * Erases the author of an item: all items of the person at the channel of this brand with their replies, and the key of the
 * person. What the person wrote before is not stored again when the channel returns it.
 * @returns how many items were removed
 * @throws AppError `inbox_item_not_found`
 */
export async function erasePerson(
  app: Eraser,
  item_id: string,
  { admin_id, reason }: Body & { admin_id: string },
): Promise<{ items: number }> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const row = await lockItem(tx, item_id);
    const [item] = await openItems(app, tx, [row]);
    const [account] =
      row.account_id === null ? [] : await tx.select().from(accounts).where(eq(accounts.id, row.account_id));
    const author_id = item?.author?.id ?? null;
    const { brand_id } = row;
    const channel = account?.channel;
    const subject_id =
      row.subject_id ??
      (author_id === null || channel === undefined
        ? row.id
        : await app.personPseudonyms.subjectOf({ brand_id, channel, author_id }));
    const former =
      author_id === null || channel === undefined ? [] : await formerItems(app, tx, { brand_id, channel, author_id });
    await tx
      .insert(erased_persons)
      .values({ subject_id, erased_at: now })
      .onConflictDoUpdate({ target: erased_persons.subject_id, set: { erased_at: sql`excluded.erased_at` } });
    // Waits for the writers that hold the key: what they stored goes as well.
    await subjectKeys.destroy(tx, subject_id);
    const removed = await tx
      .delete(inbox_items)
      .where(sql`${eq(inbox_items.subject_id, subject_id)} OR ${inArray(inbox_items.id, [row.id, ...former])}`)
      .returning({ id: inbox_items.id });
    // What a listening query found in the inbox is a copy.
    const copied = removed.map(({ id }) => id);
    await tx
      .delete(listening_items)
      .where(
        and(
          eq(listening_items.brand_id, brand_id),
          eq(listening_items.source, 'inbox'),
          inArray(listening_items.remote_id, copied),
        ),
      );
    const application_id = await applicationOf(tx, row);
    await app.emit(
      tx,
      social.events.socialPersonErased,
      {
        brand_id,
        subject_id,
        categories: ['channel_author', 'channel_messages'],
        erased_by: 'admin',
        admin_id,
        reason,
      },
      { application_id, occurred_at: now },
    );
    const after = { items: removed.length };
    await app.audit.record(tx, { before: null, after, application_id });
    return after;
  });
}

/** Items of a person that the release before stored: their authors are sealed with the keys of this service. */
async function formerItems(
  app: Eraser,
  tx: Tx,
  {
    brand_id,
    channel,
    author_id,
  }: { brand_id: string; channel: (typeof accounts.$inferSelect)['channel']; author_id: string },
): Promise<string[]> {
  const rows = await tx
    .select({ item: inbox_items })
    .from(inbox_items)
    .innerJoin(accounts, eq(accounts.id, inbox_items.account_id))
    .where(
      and(
        eq(inbox_items.brand_id, brand_id),
        eq(accounts.channel, channel),
        isNull(inbox_items.subject_id),
        isNotNull(inbox_items.sealed_author),
      ),
    );
  const opened = await openItems(
    app,
    tx,
    rows.map(({ item }) => item),
  );
  return opened.flatMap(({ id, author }) => (author?.id === author_id ? [id] : []));
}
