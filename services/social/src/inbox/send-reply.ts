import { dayMs, fail, newId, requeue, type Tx } from '@platform/runtime';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import type { RemotePost } from '../channels/channel-posts.ts';
import { type Deliverer, deliverNow, type RequestOrder } from '../delivery/deliver.ts';
import { renewLeases } from '../delivery/lease.ts';
import type { Failed } from '../delivery/outcome.ts';
import { nextProbe } from '../publishing/next-step.ts';
import { inbox_items, inbox_replies } from '../schema.ts';
import { type ItemContext, type ItemRow, lockItem, type ReplyRow } from './item.ts';

export type ReplySender = Deliverer;

const maxReplies = 20;

export interface ReplyOrder {
  text: string;
  /** E-mail of the author, or `system`. */
  created_by: string;
  source_url: string | null;
  /** A person checked: the uncertain reply before it is not there. */
  confirms_absent: boolean;
  /** Of a rule: it is sent to an open item without a reply, and to no other one. */
  isFirst?: boolean;
}

/** Runs in the transaction that writes the outcome of a reply. */
type ReplyObserver = (tx: Tx, change: { reply: ReplyRow; before: ItemRow; after: ItemRow }) => Promise<void>;

/** Its channel took a reply. */
interface Sent {
  kind: 'published';
  post: RemotePost;
}

/**
 * Sends a reply: the step before the deciding request, then `sent_at`, then that request. Not to be called in a
 * transaction.
 * @param onEnd runs in the transaction that writes the outcome
 * @throws AppError `outcome_uncertain`, `conflict` for a text that the item has, and the errors of `deliverNow`
 */
export const sendReply = (
  app: ReplySender,
  { item, account: { id: account_id, channel } }: ItemContext,
  order: ReplyOrder,
  onEnd: ReplyObserver = async () => {},
): Promise<ReplyRow> =>
  deliverNow(app, { account_id, kind: 'reply' }, async (tx, lease, now) => {
    const { dropsDouble, prepare } = app.channels[channel].inbox.reply;
    const locked = await lockItem(tx, item.id);
    const { guid, denied } = await checkEarlier(tx, locked, order, { now, dropsDouble: dropsDouble(item.target) });
    const account = await lease();
    await tx
      .update(inbox_replies)
      .set({ ...requeue(inbox_replies, null), state: 'failed', resolution: 'person_not_published' })
      .where(inArray(inbox_replies.id, denied));
    await tx.delete(inbox_replies).where(and(eq(inbox_replies.item_id, item.id), eq(inbox_replies.state, 'draft')));
    const { text, created_by, source_url } = order;
    const sent_at = prepare === null ? now : null;
    const fields = { id: newId(), item_id: item.id, account_id, text, guid, created_by, source_url };
    const [reply] = await tx
      .insert(inbox_replies)
      .values({ ...fields, state: 'sending', created_at: now, sent_at })
      .returning();
    if (!reply) throw new Error('a reply was not written');
    return toOrder(app, { item, account, reply, onEnd });
  });

/** The order of a reply that is written, under the lease of its account. */
function toOrder(
  app: ReplySender,
  { item, account, reply, onEnd }: ItemContext & { reply: ReplyRow; onEnd: ReplyObserver },
): RequestOrder<Sent, ReplyRow> {
  const channelReply = app.channels[account.channel].inbox.reply;
  let container_id: string | null = null;
  return {
    kind: 'reply',
    about: { reply_id: reply.id },
    account,
    sentMark: reply.sent_at === null ? null : performance.now(),
    markSent: () => markSent(app, { account, reply, container_id }),
    async send({ credentials, destination, decide }) {
      const { text, guid } = reply;
      const parts = { credentials, destination, target: item.target, text, guid };
      if (channelReply.prepare !== null)
        container_id = await channelReply.prepare({ ...parts, container_id, notAfter: null });
      const notAfter = await decide();
      return { kind: 'published', post: await channelReply.send({ ...parts, container_id, notAfter }) };
    },
    record: (tx, outcome, now) => record(tx, { reply, outcome, onEnd }, now),
  };
}

/**
 * Judges the replies that an item has, and changes none: the account may be busy still.
 * @returns the guid of the next one, which is that of an uncertain one with the same text where the channel
 * drops a double; the uncertain ones that a person denies. The others stay uncertain until the next one is
 * sent.
 */
async function checkEarlier(
  tx: Tx,
  item: ItemRow,
  { text, confirms_absent, isFirst = false }: ReplyOrder,
  { now, dropsDouble }: { now: Date; dropsDouble: boolean },
): Promise<{ guid: string; denied: string[] }> {
  const earlier = await tx
    .select()
    .from(inbox_replies)
    .where(and(eq(inbox_replies.item_id, item.id), ne(inbox_replies.state, 'draft')))
    .orderBy(desc(inbox_replies.id));
  if (isFirst && (item.state !== 'open' || earlier.length > 0))
    fail('conflict', { message: 'The item was answered or closed meanwhile: read it again.' });
  if (earlier.length >= maxReplies)
    fail('conflict', { message: `The item has ${maxReplies} replies, which is the limit.` });
  if (earlier.some(({ state }) => state === 'sending'))
    fail('conflict', { message: 'A reply is being sent: wait for its outcome.' });
  const since = now.getTime() - dayMs;
  if (earlier.some((one) => one.state === 'sent' && one.text === text && one.created_at.getTime() > since))
    fail('conflict', { message: 'The item already has this reply: send another text.' });
  const open = earlier.filter(({ state }) => state === 'uncertain');
  const [last] = open;
  if (!last) return { guid: newId(), denied: [] };
  const isSame = dropsDouble && open.every((one) => one.text === text);
  if (!isSame && !confirms_absent) fail('outcome_uncertain');
  return { guid: isSame ? last.guid : newId(), denied: confirms_absent ? open.map(({ id }) => id) : [] };
}

/** Commits `sent_at` and the container under the lease. Answers when; null when the lease is lost. */
async function markSent(
  { db, clock }: ReplySender,
  { account, reply, container_id }: { account: AccountRow; reply: ReplyRow; container_id: string | null },
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const leased = await renewLeases(tx, [account], now);
    if (leased.size === 0) return null;
    const { rowCount } = await tx.update(inbox_replies).set({ sent_at: now, container_id }).where(isSending(reply));
    return rowCount === 1 ? performance.now() : null;
  });
}

const isSending = ({ id }: ReplyRow) => and(eq(inbox_replies.id, id), eq(inbox_replies.state, 'sending'));

/** Writes how a reply ended. One that was judged meanwhile stays as it was judged. */
async function record(
  tx: Tx,
  { reply, outcome, onEnd }: { reply: ReplyRow; outcome: Sent | Failed | null; onEnd: ReplyObserver },
  now: Date,
): Promise<ReplyRow> {
  const before = await lockItem(tx, reply.item_id);
  const [written] =
    outcome === null ? [] : await tx.update(inbox_replies).set(endOf(outcome, now)).where(isSending(reply)).returning();
  if (written?.state === 'sent') await finishDoubles(tx, written);
  const isAnswered = written?.state === 'sent' && before.state === 'open';
  const answered: ItemRow = { ...before, state: 'done', version: before.version + 1, updated_at: now };
  const after = isAnswered ? answered : before;
  if (isAnswered) await tx.update(inbox_items).set(after).where(eq(inbox_items.id, before.id));
  const [storedReply = reply] = written
    ? [written]
    : await tx.select().from(inbox_replies).where(eq(inbox_replies.id, reply.id));
  await onEnd(tx, { reply: storedReply, before, after });
  return storedReply;
}

/** Ends the uncertain replies with the guid of a confirmed one: the channel deduplicated them. */
async function finishDoubles(tx: Tx, { id, item_id, guid }: ReplyRow): Promise<void> {
  const isDouble = and(eq(inbox_replies.item_id, item_id), eq(inbox_replies.guid, guid), ne(inbox_replies.id, id));
  await tx
    .update(inbox_replies)
    .set({ ...requeue(inbox_replies, null), state: 'failed' })
    .where(and(isDouble, eq(inbox_replies.state, 'uncertain')));
}

/** The columns of a reply that ended. */
function endOf(outcome: Sent | Failed, now: Date): Partial<ReplyRow> {
  if (outcome.kind === 'published')
    return { state: 'sent', outcome: 'published', remote_id: outcome.post.id, ended_at: now };
  const { code, message } = outcome.failure;
  const failed = { outcome: outcome.class, code, message, ended_at: now };
  return outcome.class === 'uncertain'
    ? { ...failed, state: 'uncertain', due_at: nextProbe(now, 0, now) }
    : { ...failed, state: 'failed' };
}
