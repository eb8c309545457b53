import { social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, findRow, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { applicationOf } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { accounts, erased_persons, inbox_items, listening_items } from '../schema.ts';
import { type ItemReader, type ItemRow, lockItem, openItems } from './item.ts';
import { destroyUnusedKeys, subjectKeys } from './persons.ts';

type Eraser = ItemReader & Pick<App, 'db' | 'clock' | 'emit' | 'audit' | 'personPseudonyms'>;
type ErasedBy = EndpointRequest<typeof social.endpoints.eraseSocialPerson>['body'] & { admin_id: string };

/**
 * Erases the author of an item: all items of the person at the channel of this brand with their replies, and the key of the
 * person. What the person wrote before is not stored again when the channel returns it.
 * @returns how many items were removed
 * @throws AppError `inbox_item_not_found`
 */
export async function erasePerson(app: Eraser, item_id: string, by: ErasedBy): Promise<{ items: number }> {
  return app.db.transaction(async (tx) =>
    eraseSubject(app, tx, await authorOf(app, tx, await lockItem(tx, item_id)), by),
  );
}

/** The author of an item of the inbox, and the items that name the author in another way. */
async function authorOf(app: Eraser, tx: Tx, row: ItemRow): Promise<ErasedSubject> {
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
  return { brand_id, subject_id, inbox_ids: [row.id, ...former], found_ids: [] };
}

/**
 * Erases the author of a post that listening found, as {@link erasePerson}: a person is the same in the inbox and in
 * posts of the channel. A post whose source names no author is removed alone.
 * @returns how many items were removed
 * @throws AppError `listening_item_not_found`
 */
export async function eraseFoundPerson(app: Eraser, item_id: string, by: ErasedBy): Promise<{ items: number }> {
  return app.db.transaction(async (tx) => {
    const row = await findRow(tx, listening_items, { id: item_id }, 'update');
    if (!row) return fail('listening_item_not_found');
    const { id, brand_id } = row;
    const subject_id = row.subject_id ?? (await subjectOfFormer(app, row));
    const copied = row.source === 'inbox' ? await findRow(tx, inbox_items, { id: row.remote_id }, 'update') : undefined;
    const person = copied ? await authorOf(app, tx, copied) : { brand_id, subject_id, inbox_ids: [] };
    return eraseSubject(app, tx, { ...person, found_ids: [id] }, by);
  });
}

/** The subject of an item of the release before, which names no author and has the id of the source. */
const subjectOfFormer = async (
  { personPseudonyms }: Eraser,
  { brand_id, source, remote_id }: typeof listening_items.$inferSelect,
): Promise<string> =>
  personPseudonyms.subjectOfText({
    brand_id,
    source,
    remote_id: source === 'inbox' ? remote_id : await personPseudonyms.hashOf(remote_id),
  });

interface ErasedSubject {
  brand_id: string;
  subject_id: string;
  /** Items of the person that do not name the subject. */
  inbox_ids: string[];
  found_ids: string[];
}

/** Leaves the tombstone of a person, destroys the key, removes the items of the inbox and of listening, and reports it. */
async function eraseSubject(
  app: Eraser,
  tx: Tx,
  { brand_id, subject_id, inbox_ids, found_ids }: ErasedSubject,
  { admin_id, reason }: ErasedBy,
): Promise<{ items: number }> {
  const now = app.clock.now();
  await tx
    .insert(erased_persons)
    .values({ subject_id, erased_at: now })
    .onConflictDoUpdate({ target: erased_persons.subject_id, set: { erased_at: sql`excluded.erased_at` } });
  // Waits for the writers that hold the key: what they stored goes as well.
  await subjectKeys.destroy(tx, subject_id);
  const removed = await tx
    .delete(inbox_items)
    .where(or(eq(inbox_items.subject_id, subject_id), inArray(inbox_items.id, inbox_ids)))
    .returning({ id: inbox_items.id });
  const copied = removed.map(({ id }) => id);
  const found = await forgetFound(tx, { brand_id, subject_id, found_ids, inbox_ids: copied });
  const application_id = await applicationOf(tx, { brand_id });
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
  const after = { items: removed.length + found };
  await app.audit.record(tx, { before: null, after, application_id });
  return after;
}

/** Deletes what listening found of a person: posts, and copies of inbox items. Answers how many items went. */
async function forgetFound(tx: Tx, { brand_id, subject_id, inbox_ids, found_ids }: ErasedSubject): Promise<number> {
  const isCopy = and(eq(listening_items.source, 'inbox'), inArray(listening_items.remote_id, inbox_ids));
  const removed = await tx
    .delete(listening_items)
    .where(
      and(
        eq(listening_items.brand_id, brand_id),
        or(eq(listening_items.subject_id, subject_id), inArray(listening_items.id, found_ids), isCopy),
      ),
    )
    .returning({ subject_id: listening_items.subject_id });
  // A copy of an item of the release before has a key of its own.
  await destroyUnusedKeys(tx, [...new Set(removed.flatMap((row) => row.subject_id ?? []))]);
  return removed.length;
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
