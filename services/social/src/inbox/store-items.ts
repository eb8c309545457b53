import { dayMs, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import type { IncomingItem } from '../channels/channel-inbox.ts';
import { accounts, brands, inbox_items } from '../schema.ts';
import type { ItemContent } from './item.ts';
import { type PersonWriter, readErasures, sealContent, subjectKeys } from './persons.ts';

/** Items and their authors are retained for so long. */
export const retainedMs = 365 * dayMs;
/** A rule does not answer older items, because the first request for items returns old comments. */
const answeredWithinMs = dayMs;
/** Rows of one statement, which has at most 65,535 parameters. */
const rowsAtOnce = 1_000;

/** An account that items may be for, and whether its brand lets a rule write replies. */
export interface Recipient {
  account: AccountRow;
  isAnswered: boolean;
}

/**
 * The live accounts that updates which reached one account are for: all of its token, or those of the same
 * destination.
 */
export async function readRecipients(
  tx: Tx,
  { id, channel, credential_hash }: AccountRow,
  { updatesOf, destination_ids }: { updatesOf: 'token' | 'account'; destination_ids: readonly string[] },
): Promise<Recipient[]> {
  const isOfDestinations =
    destination_ids.length > 0 ? inArray(accounts.remote_id, [...destination_ids]) : eq(accounts.id, id);
  const isOfToken = credential_hash === null ? eq(accounts.id, id) : eq(accounts.credential_hash, credential_hash);
  const isMeant: SQL = updatesOf === 'token' ? isOfToken : isOfDestinations;
  const rows = await tx
    .select({ account: accounts, autonomy: brands.autonomy })
    .from(accounts)
    .innerJoin(brands, eq(brands.id, accounts.brand_id))
    .where(and(eq(accounts.channel, channel), isMeant, ne(accounts.state, 'archived'), isNull(brands.archived_at)))
    .orderBy(accounts.id);
  return rows.map(({ account, autonomy }) => ({ account, isAnswered: autonomy !== 'manual' }));
}

interface Candidate {
  item: IncomingItem;
  recipient: Recipient;
  row: Pick<typeof inbox_items.$inferInsert, 'id'> & { account_id: string; remote_id: string; subject_id: string };
}

/**
 * Writes items for the accounts that they are for. One that is there already stays as it is, and one from before the
 * erasure of its author is left out: a channel returns old comments again.
 * @returns how many are new
 */
export async function storeItems(
  app: PersonWriter,
  tx: Tx,
  { recipients, items, now }: { recipients: readonly Recipient[]; items: readonly IncomingItem[]; now: Date },
): Promise<number> {
  const candidates: Candidate[] = [];
  for (const item of items) {
    if (now.getTime() - item.at.getTime() > retainedMs || !isStorable(item)) continue;
    for (const recipient of recipientsOf(recipients, item)) candidates.push(await candidateOf(app, item, recipient));
  }
  const unknown = await withoutErased(tx, await withoutStored(tx, candidates));
  if (unknown.length === 0) return 0;
  const subjects = unknown.map(({ row }) => row.subject_id);
  const keys = await subjectKeys.requireAll(app, tx, subjects);
  // Again behind the keys: an erasure that ended in between has left its tombstone.
  const rows = (await withoutErased(tx, unknown)).map(({ item, recipient: { account, isAnswered }, row }) => {
    const { kind, post_remote_id, target, text, url, author, at } = item;
    const isFresh = now.getTime() - at.getTime() < answeredWithinMs;
    const content: ItemContent = { text, url, author, target };
    return {
      ...row,
      brand_id: account.brand_id,
      kind,
      post_remote_id,
      text: '',
      sealed_content: sealContent(keys.get(row.subject_id) as Buffer, row.id, content),
      state: 'open' as const,
      due_at: isAnswered && isFresh ? now : null,
      received_at: at > now ? now : at,
      created_at: now,
      updated_at: now,
    };
  });
  // Transactions with the same items lock them in one order.
  const ordered = rows.toSorted((a, b) => (`${a.account_id}${a.remote_id}` < `${b.account_id}${b.remote_id}` ? -1 : 1));
  let created = 0;
  for (let at = 0; at < ordered.length; at += rowsAtOnce) {
    const written = await tx
      .insert(inbox_items)
      .values(ordered.slice(at, at + rowsAtOnce))
      .onConflictDoNothing({ target: [inbox_items.account_id, inbox_items.remote_id] })
      .returning({ id: inbox_items.id });
    created += written.length;
  }
  return created;
}

/** An item with the names under which it is stored. An author without an id is known by this item alone. */
async function candidateOf(
  { personPseudonyms }: PersonWriter,
  item: IncomingItem,
  recipient: Recipient,
): Promise<Candidate> {
  const { id: account_id, brand_id, channel } = recipient.account;
  const id = newId();
  const author_id = item.author?.id ?? null;
  const remote_id = await personPseudonyms.hashOf(item.remote_id);
  const subject_id =
    author_id === null
      ? await personPseudonyms.subjectOfText({ brand_id, source: `account:${account_id}`, remote_id })
      : await personPseudonyms.subjectOf({ brand_id, channel, author_id });
  return { item, recipient, row: { id, account_id, remote_id, subject_id } };
}

/** Candidates that are younger than the last erasure of their author. */
async function withoutErased(tx: Tx, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const erasures = await readErasures(
    tx,
    candidates.map(({ row }) => row.subject_id),
  );
  return candidates.filter(({ item, row }) => {
    const erasedAt = erasures.get(row.subject_id);
    return erasedAt === undefined || item.at > erasedAt;
  });
}

/** Candidates that are not stored, under their hash or, by the release before, under the id of the channel. */
async function withoutStored(tx: Tx, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const present = new Set<string>();
  for (let at = 0; at < candidates.length; at += rowsAtOnce) {
    const part = candidates.slice(at, at + rowsAtOnce);
    const rows = await tx
      .select({ account_id: inbox_items.account_id, remote_id: inbox_items.remote_id })
      .from(inbox_items)
      .where(
        and(
          inArray(
            inbox_items.account_id,
            part.map(({ row }) => row.account_id),
          ),
          inArray(
            inbox_items.remote_id,
            part.flatMap(({ item, row }) => [item.remote_id, row.remote_id]),
          ),
        ),
      );
    for (const { account_id, remote_id } of rows) present.add(`${account_id} ${remote_id}`);
  }
  return candidates.filter(
    ({ item, row: { account_id, remote_id } }) =>
      !present.has(`${account_id} ${remote_id}`) && !present.has(`${account_id} ${item.remote_id}`),
  );
}

/** PostgreSQL takes no NUL and no half of a surrogate pair; the ids of an item are not changed. */
const isStorable = ({ remote_id, post_remote_id, url, target }: IncomingItem): boolean =>
  [remote_id, post_remote_id ?? '', url ?? '', ...Object.values(target)].every(
    (part) => part.isWellFormed() && !part.includes('\0'),
  );

/**
 * The accounts of the destination of an item; a message to a bot is for its first account. An account does
 * not receive what it wrote itself.
 */
function recipientsOf(
  recipients: readonly Recipient[],
  { destination_id, author }: IncomingItem,
): readonly Recipient[] {
  if (destination_id === null) return recipients.slice(0, 1);
  return recipients.filter(
    ({ account: { remote_id, discussion_id } }) =>
      (remote_id === destination_id || discussion_id === destination_id) &&
      (remote_id === null || author?.id !== remote_id),
  );
}
