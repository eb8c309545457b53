import { errorText, minuteMs } from '@platform/runtime';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { Finding } from '../channels/channel-posts.ts';
import { nextProbe } from '../publishing/next-step.ts';
import { accounts, inbox_items, inbox_replies } from '../schema.ts';
import type { ReplyRow } from './item.ts';

type Prober = Pick<App, 'db' | 'clock' | 'sealer' | 'channels' | 'log'>;

const maxReplies = 20;
/** A process that dies during a probe holds a reply for so long. */
const leaseMs = 2 * minuteMs;
/** A reply is absent when so many probes, 10 s, 95 s and 5 min after it, did not find it. */
const absentProbes = 3;

/**
 * Probes for replies with an unknown outcome at their channels, as far as those let it be proven. Nothing is
 * sent.
 * @returns how many are known now
 */
export async function probeReplies(app: Prober): Promise<number> {
  let known = 0;
  for (const doubtful of await claim(app)) {
    try {
      if (await probeReply(app, doubtful)) known += 1;
    } catch (error) {
      app.log.warn(
        { reply_id: doubtful.reply.id, reason: errorText(error) },
        'an uncertain reply could not be looked up',
      );
    }
  }
  return known;
}

type Doubtful = Awaited<ReturnType<typeof claim>>[number];

async function claim({ db, clock }: Prober) {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: inbox_replies.id })
      .from(inbox_replies)
      .where(and(eq(inbox_replies.state, 'uncertain'), lte(inbox_replies.look_at, now)))
      .orderBy(asc(inbox_replies.look_at))
      .limit(maxReplies)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    await tx
      .update(inbox_replies)
      .set({ look_at: new Date(now.getTime() + leaseMs), looks: sql`${inbox_replies.looks} + 1` })
      .where(inArray(inbox_replies.id, ids));
    return tx
      .select({ reply: inbox_replies, account: accounts, target: inbox_items.target })
      .from(inbox_replies)
      .innerJoin(accounts, eq(accounts.id, inbox_replies.account_id))
      .innerJoin(inbox_items, eq(inbox_items.id, inbox_replies.item_id))
      .where(inArray(inbox_replies.id, ids));
  });
}

/** Probes for one reply. Answers whether its outcome is known now. */
async function probeReply(app: Prober, doubtful: Doubtful): Promise<boolean> {
  const finding = await ask(app, doubtful);
  const now = app.clock.now();
  const fields = afterProbe(doubtful.reply, finding, now);
  const written = await app.db
    .update(inbox_replies)
    .set(fields)
    // A slower probe, and a person, may have been here.
    .where(
      and(
        eq(inbox_replies.id, doubtful.reply.id),
        eq(inbox_replies.state, 'uncertain'),
        eq(inbox_replies.looks, doubtful.reply.looks),
      ),
    )
    .returning({ state: inbox_replies.state });
  return written.some(({ state }) => state !== 'uncertain');
}

/** The columns of a reply after a probe. */
export function afterProbe(
  { sent_at, looks, created_at }: Pick<ReplyRow, 'sent_at' | 'looks' | 'created_at'>,
  finding: Finding | ChannelError,
  now: Date,
): Partial<ReplyRow> {
  if (finding instanceof ChannelError) return { look_at: nextProbe(sent_at ?? created_at, looks, now) };
  if (finding.kind === 'found')
    return { state: 'sent', resolution: 'found', remote_id: finding.post.id, look_at: null };
  if (finding.kind === 'unprovable') return { look_at: null, message: `${finding.why}: a person has to check it` };
  if (looks < absentProbes) return { look_at: nextProbe(sent_at ?? created_at, looks, now) };
  return { state: 'failed', resolution: 'absent', look_at: null };
}

async function ask(app: Prober, { reply, account, target }: Doubtful): Promise<Finding | ChannelError> {
  const credentials = openCredentials(app, account);
  if (credentials === null || target === null)
    return { kind: 'unprovable', why: 'the account has no credentials any more' };
  const { text, guid, container_id, sent_at, created_at } = reply;
  const destination = { id: account.remote_id ?? '', url: account.remote?.url ?? null };
  try {
    return await app.channels[account.channel].inbox.reply.find({
      credentials,
      destination,
      target,
      text,
      guid,
      container_id,
      notAfter: null,
      sentAt: sent_at ?? created_at,
    });
  } catch (error) {
    if (error instanceof ChannelError) return error;
    throw error;
  }
}
