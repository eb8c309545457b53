import { errorText } from '@platform/runtime';
import { and, desc, eq, exists, inArray, isNotNull, lte, not, sql } from 'drizzle-orm';
import { openCredentials } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { Finding } from '../channels/channel-posts.ts';
import { accounts, attempts, brands, variants } from '../schema.ts';
import { compose, type PostContext } from '../variants/variant.ts';
import { afterFinding } from './after-finding.ts';
import { recordSteps } from './record-steps.ts';

export type Reconciler = Pick<
  App,
  'db' | 'clock' | 'emit' | 'sealer' | 'channels' | 'config' | 'settings' | 'log' | 'metrics'
>;

export interface ReconciledPosts {
  published: number;
  absent: number;
  open: number;
}

/** Posts that one run probes for, and so many at once. */
const maxPosts = 60;
const atOnce = 8;
/** A process that dies during a probe holds a post for so long. */
const leaseMs = 120_000;
const knownPosts = 500;

type Doubtful = PostContext & { sentAt: Date };

/**
 * Searches posts with an unknown outcome at their channels, if the channel allows a proof. Nothing is sent
 * for them here. Concurrent runs of several processes share the posts.
 * @param options.budgetMs after this time no further post is started
 */
export async function reconcilePosts(app: Reconciler, { budgetMs }: { budgetMs: number }): Promise<ReconciledPosts> {
  const until = performance.now() + budgetMs;
  const report: ReconciledPosts = { published: 0, absent: 0, open: 0 };
  const queue = await claim(app);
  const next = async (): Promise<void> => {
    for (let post = queue.shift(); post !== undefined && performance.now() < until; post = queue.shift()) {
      const result = await probePost(app, post).catch((error: unknown) => {
        app.log.warn({ reason: errorText(error) }, 'posts with an unknown outcome could not be looked up');
        return 'open' as const;
      });
      report[result] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return report;
}

/** Claims posts whose probe is due; each probe counts, and fences off a slower one. */
async function claim({ db, clock }: Reconciler): Promise<Doubtful[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: variants.id })
      .from(variants)
      .where(and(eq(variants.state, 'uncertain'), lte(variants.due_at, now)))
      .orderBy(variants.due_at)
      .limit(maxPosts)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    await tx
      .update(variants)
      .set({ due_at: new Date(now.getTime() + leaseMs), looks: sql`${variants.looks} + 1` })
      .where(inArray(variants.id, ids));
    const rows = await tx
      .select({ variant: variants, account: accounts, brand: brands, sent_at: attempts.sent_at })
      .from(variants)
      .innerJoin(accounts, eq(accounts.id, variants.account_id))
      .innerJoin(brands, eq(brands.id, variants.brand_id))
      .leftJoin(attempts, eq(attempts.id, variants.attempt_id))
      .where(inArray(variants.id, ids))
      .orderBy(variants.due_at);
    return rows.map(({ sent_at, ...context }) => ({ ...context, sentAt: sent_at ?? now }));
  });
}

/** Probes for one post and writes what was found out. */
async function probePost(app: Reconciler, post: Doubtful): Promise<keyof ReconciledPosts> {
  const finding = await ask(app, post);
  const { variant, account, brand, sentAt } = post;
  const now = app.clock.now();
  const { fields, resolution, result } = afterFinding(variant, finding, { sentAt, channel: account.channel, now });
  const remote_id = fields.state === 'published' ? fields.remote_id : null;
  const written = await app.db.transaction(async (tx) => {
    // A slower probe of another process, and a person, may have been here.
    const [same] = await tx
      .select({ id: variants.id })
      .from(variants)
      .where(and(eq(variants.id, variant.id), eq(variants.state, 'uncertain'), eq(variants.looks, variant.looks)))
      .for('update');
    if (!same) return [];
    const step = { variant, account, brand, attempt_id: variant.attempt_id, from: 'uncertain', fields } as const;
    return recordSteps(app, tx, [{ ...step, attempt: resolution === null ? {} : { resolution, remote_id } }], now);
  });
  if (written.length === 0) return 'open';
  if (result !== 'open')
    app.log.info(
      { variant_id: variant.id, channel: account.channel, result },
      'the outcome of an uncertain post is known',
    );
  return result;
}

async function ask(app: Reconciler, post: Doubtful): Promise<Finding | ChannelError> {
  const { variant, account } = post;
  const credentials = openCredentials(app, account);
  if (credentials === null) return new ChannelError('auth', 'no_credentials', 'the account has no credentials');
  // Another account may post to the same destination: its posts are not this one.
  const { channel, remote_id: destination_id } = account;
  const isSameDestination = and(eq(accounts.channel, channel), eq(accounts.remote_id, destination_id ?? ''));
  // An address that a person typed proves nothing: a wrong one would hide the post, and have it sent twice.
  const isByPerson = exists(
    app.db
      .select({ id: attempts.id })
      .from(attempts)
      .where(and(eq(attempts.variant_id, variants.id), eq(attempts.resolution, 'person_published'))),
  );
  const known = await app.db
    .select({ remote_id: variants.remote_id, published_at: variants.published_at, account_id: variants.account_id })
    .from(variants)
    .innerJoin(accounts, eq(accounts.id, variants.account_id))
    .where(and(isSameDestination, isNotNull(variants.published_at), isNotNull(variants.remote_id), not(isByPerson)))
    .orderBy(desc(variants.published_at))
    .limit(knownPosts);
  try {
    return await app.channels[account.channel].posts.find({
      credentials,
      text: compose(app, post).text,
      ref: variant.ref,
      sentAt: post.sentAt,
      destination: { id: account.remote_id ?? '', url: account.remote?.url ?? null },
      known: known.flatMap(({ remote_id: id, published_at: at, account_id }) =>
        id !== null && at !== null ? [{ id, at, isOwn: account_id === account.id }] : [],
      ),
      containerId: variant.media?.container_id ?? null,
    });
  } catch (error) {
    if (error instanceof ChannelError) return error;
    throw error;
  }
}
