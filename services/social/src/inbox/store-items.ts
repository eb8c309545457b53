import { dayMs, newId, type Tx } from '@platform/runtime';
import { and, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import type { App } from '../app.ts';
import type { IncomingItem } from '../channels/channel-inbox.ts';
import { accounts, brands, inbox_items } from '../schema.ts';
import { sealAuthor } from './item.ts';

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

/**
 * Writes items for the accounts that they are for. One that is there already stays as it is.
 * @returns how many are new
 */
export async function storeItems(
  app: Pick<App, 'sealer'>,
  tx: Tx,
  { recipients, items, now }: { recipients: readonly Recipient[]; items: readonly IncomingItem[]; now: Date },
): Promise<number> {
  const rows = items.flatMap((item): (typeof inbox_items.$inferInsert)[] => {
    if (now.getTime() - item.at.getTime() > retainedMs || !isStorable(item)) return [];
    return recipientsOf(recipients, item).map(({ account, isAnswered }) => {
      const { kind, remote_id, post_remote_id, target, text, url, author, at } = item;
      const id = newId();
      const isFresh = now.getTime() - at.getTime() < answeredWithinMs;
      return {
        id,
        brand_id: account.brand_id,
        account_id: account.id,
        kind,
        remote_id,
        post_remote_id,
        target,
        text,
        url,
        sealed_author: sealAuthor(app, id, author),
        state: 'open',
        assignee_id: null,
        due_at: isAnswered && isFresh ? now : null,
        received_at: at > now ? now : at,
        version: 1,
        created_at: now,
        updated_at: now,
      };
    });
  });
  if (rows.length === 0) return 0;
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
