import type { SocialInboxItem, SocialReply } from '@platform/contracts';
import { type Database, fail, findRow, type Tx } from '@platform/runtime';
import { desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AccountRow } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { accounts, inbox_items, inbox_replies, type ReplyTarget } from '../schema.ts';
import { openContent, subjectKeys } from './persons.ts';

export type ItemRow = typeof inbox_items.$inferSelect;
export type ReplyRow = typeof inbox_replies.$inferSelect;
export type ItemView = z.input<typeof SocialInboxItem>;
export type ReplyView = z.input<typeof SocialReply>;
type Author = NonNullable<ItemView['author']>;

/** Associated data of the author of an item. */
export const authorContext = (id: string): string => `social_inbox_author:${id}`;

/** What a person wrote, and where a reply goes. */
export interface ItemContent {
  text: string;
  url: string | null;
  author: Author | null;
  /** Null for an item that was entered by hand. */
  target: ReplyTarget | null;
}

/** An item with its content opened. */
export type OpenedItem = Omit<ItemRow, keyof ItemContent> & ItemContent;

export type ItemReader = Pick<App, 'sealer' | 'log'>;

/** The author of an item of the release before. */
const openAuthor = ({ sealer }: Pick<App, 'sealer'>, { id, sealed_author: sealed }: ItemRow): Author | null =>
  sealed === null ? null : (JSON.parse(sealer.open(sealed, authorContext(id)).toString()) as Author);

/** Items with their contents opened, in the order given. Nothing is left of the content of an erased person. */
export async function openItems<Row extends ItemRow>(
  app: ItemReader,
  db: Database | Tx,
  rows: readonly Row[],
): Promise<(Omit<Row, keyof ItemContent> & ItemContent)[]> {
  const subjects = new Set(rows.flatMap(({ subject_id }) => subject_id ?? []));
  const keys = await subjectKeys.read(app, db, subjects);
  return rows.map((row) => {
    const { sealed_content, subject_id } = row;
    if (sealed_content === null || subject_id === null) return { ...row, author: openAuthor(app, row) };
    const key = keys.get(subject_id)?.key;
    const content = key
      ? openContent<ItemContent>(key, row.id, sealed_content)
      : { text: '', url: null, author: null, target: null };
    return { ...row, ...content };
  });
}

const shown = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A reply as administrators see it. */
export const toReply = ({
  id,
  item_id,
  text,
  state,
  source_url,
  outcome,
  resolution,
  ...row
}: ReplyRow): ReplyView => ({
  id,
  item_id,
  text,
  state,
  source_url,
  outcome,
  resolution,
  code: row.code,
  message: row.message,
  remote_id: row.remote_id,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  sent_at: shown(row.sent_at),
  ended_at: shown(row.ended_at),
});

/** Items as administrators see them, in the order given. */
export async function toItems(app: ItemReader & { db: Database | Tx }, rows: readonly ItemRow[]): Promise<ItemView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const account_ids = [...new Set(rows.flatMap(({ account_id }) => account_id ?? []))];
  const replies = await app.db
    .select()
    .from(inbox_replies)
    .where(inArray(inbox_replies.item_id, ids))
    .orderBy(desc(inbox_replies.id));
  const owners =
    account_ids.length === 0
      ? []
      : await app.db
          .select({ id: accounts.id, channel: accounts.channel })
          .from(accounts)
          .where(inArray(accounts.id, account_ids));
  const channelOf = new Map(owners.map(({ id, channel }) => [id, channel]));
  const repliesOf = Map.groupBy(replies, ({ item_id }) => item_id);
  return (await openItems(app, app.db, rows)).map((row) => {
    const { id, brand_id, account_id, kind, text, url, post_remote_id, state, assignee_id, version } = row;
    return {
      id,
      brand_id,
      account_id,
      kind,
      text,
      url,
      post_remote_id,
      state,
      assignee_id,
      version,
      channel: account_id === null ? null : (channelOf.get(account_id) ?? null),
      author: row.author,
      replies: (repliesOf.get(id) ?? []).map(toReply),
      received_at: row.received_at.toISOString(),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  });
}

/** One item as administrators see it. */
export async function toItem(app: ItemReader & { db: Database | Tx }, row: ItemRow): Promise<ItemView> {
  const [item] = await toItems(app, [row]);
  return item ?? fail('inbox_item_not_found');
}

/**
 * The item, locked to the end of the transaction.
 * @throws `inbox_item_not_found`
 */
export async function lockItem(tx: Tx, id: string): Promise<ItemRow> {
  return (await findRow(tx, inbox_items, { id }, 'update')) ?? fail('inbox_item_not_found');
}

/** An item that has a target to reply to, and its account. */
export interface ItemContext {
  item: OpenedItem & { target: ReplyTarget };
  account: AccountRow;
}

/**
 * The item with its account.
 * @throws AppError `inbox_item_not_found`, `conflict` for one that was entered by hand
 */
export async function requireItem(app: ItemReader & { db: Database | Tx }, id: string): Promise<ItemContext> {
  const [row] = await app.db
    .select({ item: inbox_items, account: accounts })
    .from(inbox_items)
    .leftJoin(accounts, eq(accounts.id, inbox_items.account_id))
    .where(eq(inbox_items.id, id));
  if (!row) return fail('inbox_item_not_found');
  const { account } = row;
  const [item] = await openItems(app, app.db, [row.item]);
  if (!item) return fail('inbox_item_not_found');
  const { target } = item;
  if (target === null || account === null)
    return fail('conflict', {
      message: 'The item was entered by hand: no channel takes a reply to it. Reply where it was found.',
    });
  return { item: { ...item, target }, account };
}
