import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, errorText, fail, newId, requeue, type Tx } from '@platform/runtime';
import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { type AccountRow, openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { type OutgoingReply, replying } from '../channels/channel-inbox.ts';
import { changeAccount } from '../publishing/change-account.ts';
import { accountIsBusy, claimAccount, releaseAccount } from '../publishing/claim-account.ts';
import { classifyFailure } from '../publishing/classify-failure.ts';
import { nextProbe, type Outcome } from '../publishing/next-step.ts';
import { recordPaces } from '../publishing/record-paces.ts';
import { takePaces } from '../publishing/take-paces.ts';
import { inbox_items, inbox_replies } from '../schema.ts';
import { type ItemContext, type ItemRow, lockItem, type ReplyRow } from './item.ts';

export type ReplySender = Pick<App, 'db' | 'clock' | 'sealer' | 'channels' | 'log' | 'timing'>;

/** How long a reply waits for the posts of its account, and for its pace. */
const waitMs = 10_000;
const stepMs = 200;
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

/** A reply that may be sent, under the lease of its account. */
interface ClaimedReply {
  reply: ReplyRow;
  account: AccountRow;
  /** When `sent_at` was committed, by `performance.now()`; null while only the step before it may leave. */
  sentMark: number | null;
}

/**
 * Sends a reply. `sent_at` is committed before its deciding request leaves: what is known of it after that is
 * that it may be there. Not to be called in a transaction.
 * @param onEnd runs in the transaction that writes the outcome
 * @throws AppError `account_not_ready`, `outcome_uncertain`, `conflict` while the account publishes, and for
 * a text that the item has
 */
export async function sendReply(
  app: ReplySender,
  { item, account }: ItemContext,
  order: ReplyOrder,
  onEnd: ReplyObserver = async () => {},
): Promise<ReplyRow> {
  const claimedReply = await claimWithin(app, { item, account }, order);
  const outcome = await deliver(app, item, claimedReply);
  return app.db.transaction((tx) => record(app, tx, { claimed: claimedReply, outcome, onEnd }));
}

/** Claims as soon as the account has no other request in flight, and its pace allows it. */
async function claimWithin(app: ReplySender, context: ItemContext, order: ReplyOrder): Promise<ClaimedReply> {
  const until = performance.now() + waitMs;
  for (;;) {
    const claimedReply = await claim(app, context, order);
    if (claimedReply !== null) return claimedReply;
    if (performance.now() > until) fail('conflict', { message: accountIsBusy });
    await sleep(stepMs);
  }
}

/** Writes the reply under the lease of its account; null while that is taken. */
async function claim(app: ReplySender, context: ItemContext, order: ReplyOrder): Promise<ClaimedReply | null> {
  const { reply } = app.channels[context.account.channel].inbox;
  let committing = 0;
  const claimedReply = await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const item = await lockItem(tx, context.item.id);
    const dropsDouble = reply.dropsDouble(context.item.target);
    const { guid, denied } = await checkEarlier(tx, item, order, { now, dropsDouble });
    const account = await claimAccount(tx, context.account.id, now);
    if (account === null) return null;
    if (account.state !== 'active') fail('account_not_ready', { message: `The account is ${account.state}.` });
    const { ready } = await takePaces(tx, [account], now);
    if (ready.length === 0) {
      await releaseAccount(tx, account.id, account.publishing_fence);
      return null;
    }
    await tx
      .update(inbox_replies)
      .set({ ...requeue(inbox_replies, null), state: 'failed', resolution: 'person_not_published' })
      .where(inArray(inbox_replies.id, denied));
    const { text, created_by, source_url } = order;
    const fields = {
      id: newId(),
      item_id: context.item.id,
      account_id: account.id,
      text,
      state: 'sending' as const,
      source_url,
      guid,
      created_by,
      created_at: now,
      sent_at: reply.prepare === null ? now : null,
    };
    await tx
      .delete(inbox_replies)
      .where(and(eq(inbox_replies.item_id, context.item.id), eq(inbox_replies.state, 'draft')));
    const [row] = await tx.insert(inbox_replies).values(fields).returning();
    if (!row) throw new Error('a reply was not written');
    committing = performance.now();
    return { reply: row, account };
  });
  return claimedReply && { ...claimedReply, sentMark: claimedReply.reply.sent_at === null ? null : committing };
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
    fail('conflict', { message: 'The item was answered or closed meanwhile.' });
  if (earlier.length >= maxReplies) fail('conflict', { message: `The item has ${maxReplies} replies.` });
  if (earlier.some(({ state }) => state === 'sending')) fail('conflict', { message: 'A reply is being sent.' });
  const since = now.getTime() - dayMs;
  if (earlier.some((one) => one.state === 'sent' && one.text === text && one.created_at.getTime() > since))
    fail('conflict', { message: 'The item already has this reply.' });
  const open = earlier.filter(({ state }) => state === 'uncertain');
  const [last] = open;
  if (!last) return { guid: newId(), denied: [] };
  const isSame = dropsDouble && open.every((one) => one.text === text);
  if (!isSame && !confirms_absent) fail('outcome_uncertain');
  return { guid: isSame ? last.guid : newId(), denied: confirms_absent ? open.map(({ id }) => id) : [] };
}

/** Sends a claimed reply: the step before the deciding one, then `sent_at`, then that one. */
async function deliver(app: ReplySender, item: ItemContext['item'], claimedReply: ClaimedReply): Promise<Outcome> {
  const { account } = claimedReply;
  const { inbox } = app.channels[account.channel];
  try {
    const credentials = openCredentials(app, account);
    if (credentials === null) throw new ChannelError('auth', 'no_credentials', 'the account has no credentials');
    const { text, guid } = claimedReply.reply;
    const destination = { id: account.remote_id ?? '', url: account.remote?.url ?? null };
    const parts = { credentials, destination, target: item.target, text, guid };
    let outgoing: OutgoingReply = { ...parts, container_id: null, notAfter: null };
    const { prepare } = inbox.reply;
    if (prepare !== null) {
      const container_id = await replying(() => prepare(outgoing));
      if (!(await markSent(app, claimedReply, container_id)))
        throw new ChannelError('not_sent', 'lease_ended', 'the lease of the account ended before the reply was sent');
      outgoing = { ...parts, container_id, notAfter: null };
    }
    const notAfter = (claimedReply.sentMark ?? 0) + app.timing.writeWithinMs;
    return { kind: 'published', post: await replying(() => inbox.reply.send({ ...outgoing, notAfter })) };
  } catch (error) {
    const isDeciding = claimedReply.sentMark !== null;
    if (!(error instanceof ChannelError)) {
      app.log.warn({ reply_id: claimedReply.reply.id, reason: errorText(error) }, 'a reply could not be sent');
      const failure = { code: 'platform', message: 'the platform failed', retryAfterMs: null, movedTo: null };
      return { kind: 'failed', class: isDeciding ? 'uncertain' : 'retry', failure, media: null };
    }
    const { code, message, retryAfterMs, movedTo } = error;
    const failure = { code, message, retryAfterMs, movedTo };
    const name = classifyFailure(error, { isDeciding, channel: account.channel });
    return { kind: 'failed', class: name, failure, media: null };
  }
}

/** Commits `sent_at` and the container under the lease. Answers whether the lease was still there. */
async function markSent(
  { db, clock }: ReplySender,
  claimedReply: ClaimedReply,
  container_id: string,
): Promise<boolean> {
  const { reply } = claimedReply;
  let committing = 0;
  const isLeaseHeld = await db.transaction(async (tx) => {
    const marked = await tx
      .update(inbox_replies)
      .set({ sent_at: clock.now(), container_id })
      .where(and(eq(inbox_replies.id, reply.id), eq(inbox_replies.state, 'sending')))
      .returning({ id: inbox_replies.id });
    committing = performance.now();
    return marked.length > 0;
  });
  if (!isLeaseHeld) return false;
  claimedReply.sentMark = committing;
  return true;
}

/** Writes how a reply ended, and ends the lease. One that was judged meanwhile stays as it was judged. */
async function record(
  app: ReplySender,
  tx: Tx,
  { claimed: claimedReply, outcome, onEnd }: { claimed: ClaimedReply; outcome: Outcome; onEnd: ReplyObserver },
): Promise<ReplyRow> {
  const { reply, account } = claimedReply;
  const now = app.clock.now();
  const before = await lockItem(tx, reply.item_id);
  await releaseAccount(tx, account.id, account.publishing_fence);
  const [written] = await tx
    .update(inbox_replies)
    .set(endOf(outcome, now))
    .where(and(eq(inbox_replies.id, reply.id), eq(inbox_replies.state, 'sending')))
    .returning();
  await changeAccount(app, tx, { account, outcome }, now);
  await recordPaces(tx, [{ account, outcome }], now);
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
function endOf(outcome: Outcome, now: Date): Partial<ReplyRow> {
  if (outcome.kind === 'published')
    return { state: 'sent', outcome: 'published', remote_id: outcome.post.id, ended_at: now };
  if (outcome.kind === 'waiting') throw new Error('a reply waits for no media');
  const { code, message } = outcome.failure;
  const failed = { outcome: outcome.class, code, message, ended_at: now };
  return outcome.class === 'uncertain'
    ? { ...failed, state: 'uncertain', due_at: nextProbe(now, 0, now) }
    : { ...failed, state: 'failed' };
}
