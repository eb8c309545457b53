import { type Lease, minuteMs, type WorkKind } from '@platform/runtime';
import { and, desc, eq, exists, isNotNull, not } from 'drizzle-orm';
import { destinationOf, openCredentials } from '../accounts/account.ts';
import type { App, AppParts } from '../app.ts';
import { ChannelError, orChannelError } from '../channels/channel-error.ts';
import type { Finding } from '../channels/channel-posts.ts';
import { accounts, attempts, brands, variants } from '../schema.ts';
import { compose, type PostContext } from '../variants/variant.ts';
import { afterFinding, maxProbes } from './next-step.ts';
import { recordSteps } from './record-steps.ts';
import type { ProbeResult, ReconciledPosts } from './reports.ts';

export type Reconciler = AppParts;

const knownPosts = 500;

type Doubtful = PostContext & { sentAt: Date };
type ProbeLease = Lease<typeof variants>;

/**
 * Probes for posts with an unknown outcome at their channels, if the channel allows a proof. Nothing is sent for them
 * here. The tries of a row are its probes; what is given up waits for a person.
 */
export const postProbeKind = (app: Reconciler): WorkKind<typeof variants, ProbeResult> => ({
  name: 'uncertain-posts',
  table: variants,
  key: variants.id,
  leaseMs: 2 * minuteMs,
  pollMs: 2_000,
  isOpen: () => eq(variants.state, 'uncertain'),
  atOnce: 8,
  maxTries: maxProbes,
  backoffMs: [2 * minuteMs],
  describe: ([row]) => ({ variant_id: row?.id }),
  run: (lease) => probePost(app, lease),
  async giveUp(tx, { lease, rows }) {
    await lease.finish(tx, {}, rows);
  },
});

/**
 * Probes for the posts that are due, beside other processes.
 * @param options.budgetMs after this time no further post is started
 */
export async function reconcilePosts(
  { works }: Pick<App, 'works'>,
  { budgetMs }: { budgetMs: number },
): Promise<ReconciledPosts> {
  const report: ReconciledPosts = { published: 0, absent: 0, open: 0 };
  for (const result of await works.postProbes.runDue({ budgetMs })) report[result] += 1;
  return report;
}

/** Probes for one post and writes what was found out. */
async function probePost(app: Reconciler, lease: ProbeLease): Promise<ProbeResult> {
  const post = await readContext(app, lease.row);
  const finding = await ask(app, post);
  lease.signal.throwIfAborted();
  const { variant, account, sentAt } = post;
  const now = app.clock.now();
  const { fields, resolution, result } = afterFinding(variant, finding, { sentAt, channel: account.channel, now });
  const remote_id = fields.state === 'published' ? fields.remote_id : null;
  await app.db.transaction(async (tx) => {
    await lease.require(tx);
    const attempt = resolution === null ? {} : { resolution, remote_id };
    // The step ends the lease with its own fencing token.
    await recordSteps(app, tx, [{ ...post, attempt_id: variant.attempt_id, from: 'uncertain', fields, attempt }], now);
  });
  if (result !== 'open')
    app.log.info(
      { variant_id: variant.id, channel: account.channel, result },
      'the outcome of an uncertain post is known',
    );
  return result;
}

/** The account and the brand of a claimed post, and when it was sent. */
async function readContext({ db, clock }: Reconciler, variant: typeof variants.$inferSelect): Promise<Doubtful> {
  const [row] = await db
    .select({ account: accounts, brand: brands, sent_at: attempts.sent_at })
    .from(accounts)
    .innerJoin(brands, eq(brands.id, variant.brand_id))
    .leftJoin(attempts, eq(attempts.id, variant.attempt_id ?? variant.id))
    .where(eq(accounts.id, variant.account_id));
  if (!row) throw new Error('a post has no account');
  return { variant, account: row.account, brand: row.brand, sentAt: row.sent_at ?? clock.now() };
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
  return orChannelError(
    app.channels[account.channel].posts.find({
      credentials,
      text: compose(app, post).text,
      ref: variant.ref,
      sentAt: post.sentAt,
      destination: destinationOf(account),
      known: known.flatMap(({ remote_id: id, published_at: at, account_id }) =>
        id !== null && at !== null ? [{ id, at, isOwn: account_id === account.id }] : [],
      ),
      containerId: variant.media?.container_id ?? null,
    }),
  );
}
