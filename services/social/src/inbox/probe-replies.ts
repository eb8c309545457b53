import { type Lease, minuteMs, type WorkKind } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import { destinationOf, openCredentials } from '../accounts/account.ts';
import type { AppParts } from '../app.ts';
import { ChannelError, orChannelError } from '../channels/channel-error.ts';
import type { Finding } from '../channels/channel-posts.ts';
import { maxProbes, nextProbe } from '../publishing/next-step.ts';
import { accounts, inbox_items, inbox_replies } from '../schema.ts';
import { openItems, type ReplyRow } from './item.ts';

type Prober = AppParts;

/** A reply is absent when so many probes, 10 s, 95 s and 5 min after it, did not find it. */
const absentProbes = 3;

/**
 * Probes for replies with an unknown outcome at their channels, as far as those let it be proven. Nothing is
 * sent. The tries of a row are its probes; what is given up waits for a person.
 */
export const replyProbeKind = (app: Prober): WorkKind<typeof inbox_replies> => ({
  name: 'uncertain-replies',
  table: inbox_replies,
  key: inbox_replies.id,
  leaseMs: 2 * minuteMs,
  pollMs: 5_000,
  isOpen: () => eq(inbox_replies.state, 'uncertain'),
  group: inbox_replies.account_id,
  maxTries: maxProbes,
  backoffMs: [2 * minuteMs],
  describe: ([row]) => ({ reply_id: row?.id }),
  run: (lease) => probeReply(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, {}, rows);
  },
});

async function probeReply(app: Prober, lease: Lease<typeof inbox_replies>): Promise<void> {
  const finding = await ask(app, lease.row);
  lease.signal.throwIfAborted();
  await lease.finish(app.db, afterProbe(lease.row, finding, app.clock.now()));
}

/** The columns of a reply after a probe. */
export function afterProbe(
  { sent_at, tries, created_at }: Pick<ReplyRow, 'sent_at' | 'tries' | 'created_at'>,
  finding: Finding | ChannelError,
  now: Date,
): Partial<ReplyRow> {
  const later = { due_at: nextProbe(sent_at ?? created_at, tries, now), tries };
  if (finding instanceof ChannelError) return later;
  if (finding.kind === 'found') return { state: 'sent', resolution: 'found', remote_id: finding.post.id };
  if (finding.kind === 'unprovable') return { message: `${finding.why}: a person has to check it` };
  return tries < absentProbes ? later : { state: 'failed', resolution: 'absent' };
}

async function ask(app: Prober, reply: ReplyRow): Promise<Finding | ChannelError> {
  const [context] = await app.db
    .select({ account: accounts, item: inbox_items })
    .from(inbox_items)
    .innerJoin(accounts, eq(accounts.id, reply.account_id))
    .where(eq(inbox_items.id, reply.item_id));
  const [item] = context ? await openItems(app, app.db, [context.item]) : [];
  const credentials = context ? openCredentials(app, context.account) : null;
  if (!context || !item || credentials === null || item.target === null)
    return { kind: 'unprovable', why: 'the account has no credentials any more' };
  const { account } = context;
  const { target } = item;
  const { text, guid, container_id, sent_at, created_at } = reply;
  const sent = { credentials, destination: destinationOf(account), target, text, guid, container_id, notAfter: null };
  const { find } = app.channels[account.channel].inbox.reply;
  return orChannelError(find({ ...sent, sentAt: sent_at ?? created_at }));
}
