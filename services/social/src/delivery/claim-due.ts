import type { SocialChannel } from '@platform/contracts';
import { defineStatement, newId, runStatement, type Tx } from '@platform/runtime';
import { and, desc, eq, inArray, lte } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { readPolicies } from '../ad-law/manage-policies.ts';
import type { PolicyRow } from '../ad-law/policy.ts';
import type { AppParts } from '../app.ts';
import type { ComposedPost } from '../posts/compose-post.ts';
import type { PlannedRequest } from '../posts/planned-request.ts';
import { cancelLocked } from '../publishing/cancel-scheduled.ts';
import { type ClaimFact, endUnsent, type Judged, judgeFact, replaceVoidApproval } from '../publishing/may-publish.ts';
import { approvals, brands, variants } from '../schema.ts';
import type { PostContext } from '../variants/variant.ts';
import { type BegunAttempt, beginAttempts, hashRequests } from './attempts.ts';
import { leaseAccounts, lockReady } from './lease.ts';
import { postsADay } from './pace.ts';
import { readDays, restartLate } from './paces.ts';

export type Claimer = AppParts;

/** A post that this process may send; its account has the fencing token of the lease. */
export interface ClaimedPost extends PostContext {
  attempt_id: string;
  composed: ComposedPost;
  /**
   * When `sent_at` was committed, by `performance.now()`; null while only the steps before the publication
   * may be sent.
   */
  sentMark: number | null;
  sentAt: Date | null;
}

/** Result of one claim of due posts. */
export interface Claims {
  posts: ClaimedPost[];
  missed: number;
  refused: number;
  /**
   * Due posts that are set aside: rate limit of the account, another approval needed, or canceled with the
   * brand.
   */
  aside: number;
  /** Due posts that were examined. If it equals the limit, there may be more. */
  examined: number;
}

/**
 * The first due post of each account. A post that waits for a retry blocks the later posts of its account.
 */
const dueHeads = defineStatement({
  name: 'due_heads',
  text: `SELECT v.id, v.account_id FROM social.variants v JOIN social.accounts a ON a.id = v.account_id
    WHERE v.state IN ('scheduled', 'awaiting_media') AND v.due_at <= $1
      AND a.channel <> ALL ($4::text[]) AND a.state = 'active' AND a.publishing_until IS NULL AND (a.paced_until IS NULL OR a.paced_until <= $1)
      AND ($2::uuid IS NULL OR v.account_id = $2)
      AND NOT EXISTS (
        SELECT FROM social.variants e
        WHERE e.account_id = v.account_id AND e.state IN ('scheduled', 'publishing', 'awaiting_media')
          AND (e.scheduled_at, e.id) < (v.scheduled_at, v.id))
    ORDER BY v.due_at, v.id LIMIT $3`,
});

const pause = defineStatement({
  name: 'pace_accounts',
  text: `UPDATE social.accounts a SET paced_until = r.paced_until
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, paced_until timestamptz) WHERE a.id = r.id`,
});
const claimVariants = defineStatement({
  name: 'take_variants',
  text: `UPDATE social.variants v SET state = 'publishing', attempt_id = r.attempt_id, due_at = NULL, version = v.version + 1, updated_at = $2
    FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, attempt_id uuid) WHERE v.id = r.id`,
});
/**
 * Claims due posts, one of each account. One transaction takes the leases of the accounts, judges every post
 * again, and writes its attempt. The attempt has `sent_at` when the only request of the post publishes it.
 * @param options.account_id claims only posts of this account
 * @param options.without claims no posts of these channels
 */
export async function claimDue(
  app: Claimer,
  {
    limit,
    account_id = null,
    without = [],
  }: { limit: number; account_id?: string | null; without?: readonly SocialChannel[] },
): Promise<Claims> {
  const now = app.clock.now();
  const heads = await runStatement<{ id: string; account_id: string }>(app.db, dueHeads, [
    now,
    account_id,
    limit,
    without,
  ]);
  const examined = heads.rows.length;
  if (examined === 0) return { posts: [], missed: 0, refused: 0, aside: 0, examined };
  let committing = 0;
  const claimed = await app.db.transaction(async (tx) => {
    const accounts = await lockReady(tx, [...new Set(heads.rows.map((row) => row.account_id))], 'post', now);
    const full = await findFull(tx, accounts.ready, now);
    const paused = [...accounts.paused, ...full];
    if (paused.length > 0) await runStatement(tx, pause, [JSON.stringify(paused)]);
    const waits = full.map(({ id: account_id, paced_until: until }) => ({ account_id, until }));
    await restartLate(tx, waits);
    const isFull = new Set(full.map(({ id }) => id));
    const ready = new Map(accounts.ready.flatMap((row) => (isFull.has(row.id) ? [] : [[row.id, row] as const])));
    const ids = heads.rows.filter((row) => ready.has(row.account_id)).map(({ id }) => id);
    const { facts, policies } = await lockPosts(tx, ids, ready, now);
    const judgedPosts: Judged[] = facts.map((fact) => judgeFact(app, fact, { policies, now }));
    for (const [at, post] of judgedPosts.entries()) judgedPosts[at] = await replaceVoidApproval(app, tx, post, now);
    const claims = judgedPosts.flatMap((post) => toClaim(post, now));
    const refused = judgedPosts.filter(({ verdict }) => verdict.kind === 'refuse');
    const missed = judgedPosts.filter(({ verdict }) => verdict.kind === 'missed');
    const voided = judgedPosts.filter(({ verdict }) => verdict.kind === 'void');
    const canceled = judgedPosts.filter(({ verdict }) => verdict.kind === 'cancel');
    await endUnsent(tx, [...missed, ...refused], now);
    await cancelLocked(
      tx,
      canceled.map(({ variant }) => variant.id),
      now,
    );
    const posts = claims.length > 0 ? await write(tx, claims, now) : [];
    committing = performance.now();
    return {
      posts,
      missed: missed.length,
      refused: refused.length,
      aside: paused.length + canceled.length + voided.length,
      examined,
    };
  });
  // The request may be sent from here on, until five seconds after the commit.
  for (const post of claimed.posts) if (post.sentAt !== null) post.sentMark = committing;
  return claimed;
}

/** Accounts that have reached the daily limit of their channel, and until when they wait. */
async function findFull(tx: Tx, accounts: readonly AccountRow[], now: Date) {
  const limited = accounts.filter(({ channel }) => postsADay[channel] !== undefined);
  const days = await readDays(tx, limited, now);
  return limited.flatMap(({ id, channel }) => {
    const day = days.get(id);
    return day && day.posts >= (postsADay[channel] ?? 0) ? [{ id, paced_until: day.end }] : [];
  });
}

/** Locks the posts in their present state, and reads the facts for their judgement. */
async function lockPosts(
  tx: Tx,
  ids: string[],
  ready: Map<string, AccountRow>,
  now: Date,
): Promise<{ facts: ClaimFact[]; policies: PolicyRow[] }> {
  if (ids.length === 0) return { facts: [], policies: [] };
  const rows = await tx
    .select()
    .from(variants)
    .where(
      and(
        inArray(variants.id, ids),
        inArray(variants.state, ['scheduled', 'awaiting_media']),
        lte(variants.due_at, now),
      ),
    )
    .orderBy(variants.id)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return { facts: [], policies: [] };
  // Approvals and brands are read after the lock: a change of them that matters holds the lock of the post.
  const lockedIds = rows.map(({ id }) => id);
  const brandIds = [...new Set(rows.map(({ brand_id }) => brand_id))];
  const [approved, owners, policies] = await Promise.all([
    tx
      .selectDistinctOn([approvals.variant_id])
      .from(approvals)
      .where(and(inArray(approvals.variant_id, lockedIds), eq(approvals.state, 'approved')))
      .orderBy(approvals.variant_id, desc(approvals.id)),
    tx.select().from(brands).where(inArray(brands.id, brandIds)),
    readPolicies(tx),
  ]);
  const approvalOf = new Map(approved.map((row) => [row.variant_id, row]));
  const brandOf = new Map(owners.map((row) => [row.id, row]));
  const facts = rows.flatMap((variant) => {
    const [account, brand] = [ready.get(variant.account_id), brandOf.get(variant.brand_id)];
    return account && brand ? [{ variant, account, brand, approval: approvalOf.get(variant.id) ?? null }] : [];
  });
  return { facts, policies };
}

/** Whether one request publishes the post, without an upload before it. */
const isDirect = ([first, ...more]: PlannedRequest[]): boolean =>
  first !== undefined && more.length === 0 && !Object.values(first.body).includes('{image}');

interface Claim {
  post: ClaimedPost;
  attempt: BegunAttempt;
}

function toClaim({ variant, account, brand, verdict, composed }: Judged, now: Date): Claim[] {
  if (verdict.kind !== 'publish' || composed === null) return [];
  // The attempt that created a container also publishes it.
  const attempt_id = variant.attempt_id ?? newId();
  const sentAt = isDirect(composed.requests) ? now : null;
  const attempt: BegunAttempt = {
    id: attempt_id,
    variant_id: variant.id,
    account_id: account.id,
    kind: 'publish',
    content_hash: variant.content_hash,
    request_hash: hashRequests(composed.requests),
    approval_id: verdict.approval_id,
    policy_id: verdict.policy_id,
    sent_at: sentAt,
  };
  const post = { variant: { ...variant, attempt_id }, account, brand, attempt_id, composed, sentAt, sentMark: null };
  return [{ post, attempt }];
}

/** Writes leases, attempts and states. Answers the posts with their leased accounts. */
async function write(tx: Tx, claims: readonly Claim[], now: Date): Promise<ClaimedPost[]> {
  const posts = claims.map(({ post }) => post);
  const claimedVariants = posts.map(({ variant, attempt_id }) => ({ id: variant.id, attempt_id }));
  const [leased] = await Promise.all([
    leaseAccounts(
      tx,
      posts.map(({ account }) => account),
      now,
    ),
    beginAttempts(
      tx,
      claims.map(({ attempt }) => attempt),
      now,
    ),
    runStatement(tx, claimVariants, [JSON.stringify(claimedVariants), now]),
  ]);
  return posts.map((post, at) => ({ ...post, account: leased[at] ?? post.account }));
}
