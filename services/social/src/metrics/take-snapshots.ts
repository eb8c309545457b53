import { errorText, hourMs, minuteMs, type Tx } from '@platform/runtime';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { accounts, metric_queue, metric_snapshots, variants } from '../schema.ts';
import { isPace, type MetricsReader, metricsCall, recordCalls } from './channel-calls.ts';
import { readPortion } from './read-portion.ts';
import { postSnapshot } from './snapshot.ts';
import { ageAt, dueAfter, isPastSnapshots } from './snapshot-ages.ts';

/** Posts of one claim, and accounts that are read at the same time. */
const maxPosts = 200;
const atOnce = 8;
/** A process that dies holds its posts for so long. */
const leaseMs = 2 * minuteMs;
/** A channel that failed is asked again after this time; an account that cannot be called later. */
const retryMs = 5 * minuteMs;
const unusableMs = hourMs;

type Queued = typeof metric_queue.$inferSelect;

export interface SnapshotReport {
  posts: number;
  failed: number;
}

/**
 * Reads numbers of posts that are due. Runs of several processes share the posts, and no snapshot is taken
 * twice.
 * @param options.budgetMs after this time no more are claimed
 */
export async function takeSnapshots(app: MetricsReader, { budgetMs }: { budgetMs: number }): Promise<SnapshotReport> {
  const until = performance.now() + budgetMs;
  const report: SnapshotReport = { posts: 0, failed: 0 };
  while (performance.now() < until) {
    const claimed = await claim(app);
    const groups = [...Map.groupBy(claimed, ({ account }) => account.id).values()];
    const next = async (): Promise<void> => {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        const [first] = group;
        if (!first) continue;
        const posts = group.map(({ queued }) => queued);
        const result = await readAccount(app, first.account, posts, until).catch((error: unknown) => {
          // The lease ends by itself, and another run tries again.
          app.log.warn({ account_id: first.account.id, reason: errorText(error) }, 'numbers could not be written');
          return { posts: 0, failed: 1 };
        });
        report.posts += result.posts;
        report.failed += result.failed;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    if (claimed.length < maxPosts) break;
  }
  return report;
}

/** Takes posts that are due; those that are gone leave the queue. */
async function claim({ db, clock }: MetricsReader): Promise<{ queued: Queued; account: AccountRow }[]> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: metric_queue.variant_id, published_at: metric_queue.published_at })
      .from(metric_queue)
      .where(lte(metric_queue.due_at, now))
      .orderBy(asc(metric_queue.due_at))
      .limit(maxPosts)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const old = due.filter(({ published_at }) => isPastSnapshots(published_at, now)).map(({ id }) => id);
    if (old.length > 0) await tx.delete(metric_queue).where(inArray(metric_queue.variant_id, old));
    const ids = due.map(({ id }) => id);
    await tx
      .update(metric_queue)
      .set({ due_at: new Date(now.getTime() + leaseMs), claims: sql`${metric_queue.claims} + 1` })
      .where(inArray(metric_queue.variant_id, ids));
    const isShown = and(eq(variants.id, metric_queue.variant_id), isNull(variants.remote_deleted_at));
    const rows = await tx
      .select({ queued: metric_queue, account: accounts })
      .from(metric_queue)
      .innerJoin(accounts, eq(accounts.id, metric_queue.account_id))
      .innerJoin(variants, isShown)
      .where(inArray(metric_queue.variant_id, ids))
      .orderBy(asc(metric_queue.published_at), asc(metric_queue.variant_id));
    const presentIds = new Set(rows.map(({ queued }) => queued.variant_id));
    const removedIds = ids.filter((id) => !presentIds.has(id));
    if (removedIds.length > 0) await tx.delete(metric_queue).where(inArray(metric_queue.variant_id, removedIds));
    return rows;
  });
}

/** Reads the posts of an account, portion by portion. What a failure or the time leaves is due again. */
async function readAccount(
  app: MetricsReader,
  account: AccountRow,
  posts: readonly Queued[],
  until: number,
): Promise<SnapshotReport> {
  const { metrics } = app.channels[account.channel];
  const call = metricsCall(app, account);
  if (call === null) {
    await app.db.transaction((tx) => postpone(tx, posts, app.clock.now(), unusableMs));
    return { posts: 0, failed: 0 };
  }
  let read = 0;
  for (let at = 0; at < posts.length; at += metrics.postsAtOnce) {
    const portion = posts.slice(at, at + metrics.postsAtOnce);
    const remaining = posts.slice(at);
    if (performance.now() > until) {
      await app.db.transaction((tx) => postpone(tx, remaining, app.clock.now(), 0));
      break;
    }
    const countedPosts = portion.map(({ remote_id: id, reactions }) => ({ id, reactions }));
    const readings = await readPortion(metrics, call, countedPosts);
    const now = app.clock.now();
    if (readings instanceof ChannelError) {
      const isFailed = !isPace(readings);
      if (isFailed)
        app.log.warn(
          { account_id: account.id, channel: account.channel, error: readings.code },
          'the numbers of posts could not be read',
        );
      await app.db.transaction(async (tx) => {
        await recordCalls(app, tx, { account, error: readings }, now);
        await postpone(tx, remaining, now, readings.retryAfterMs ?? retryMs);
      });
      return { posts: read, failed: isFailed ? 1 : 0 };
    }
    read += await app.db.transaction(async (tx) => {
      if (call.isUsed()) await recordCalls(app, tx, { account, error: null }, now);
      const ownIds = await lockClaimed(tx, portion);
      const rows = portion.flatMap((post, index) => {
        const age_h = ageAt(post.published_at, now);
        if (age_h === null || !ownIds.has(post.variant_id)) return [];
        const fields = { account_id: account.id, variant_id: post.variant_id, age_h, taken_at: now };
        return [postSnapshot({ ...fields, origin: 'schedule' }, readings[index] ?? {})];
      });
      if (rows.length === 0) return 0;
      const inserted = await tx
        .insert(metric_snapshots)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: metric_snapshots.id });
      for (const { variant_id, age_h, missing } of rows) {
        const post = portion.find((one) => one.variant_id === variant_id);
        const isGone = Object.values(missing).includes('post_is_gone');
        const due_at = post && age_h !== null && !isGone ? dueAfter(post.published_at, age_h) : null;
        const isPost = eq(metric_queue.variant_id, variant_id ?? '');
        if (due_at === null) await tx.delete(metric_queue).where(isPost);
        else await tx.update(metric_queue).set({ due_at }).where(isPost);
      }
      return inserted.length;
    });
  }
  return { posts: read, failed: 0 };
}

/** Of claimed posts those that no later claim took, locked. */
async function lockClaimed(tx: Tx, posts: readonly Queued[]): Promise<Set<string>> {
  const ids = posts.map(({ variant_id }) => variant_id);
  const rows = await tx
    .select({ id: metric_queue.variant_id, claims: metric_queue.claims })
    .from(metric_queue)
    .where(inArray(metric_queue.variant_id, ids))
    .orderBy(asc(metric_queue.variant_id))
    .for('update');
  const claims = new Map(posts.map((post) => [post.variant_id, post.claims]));
  return new Set(rows.filter((row) => claims.get(row.id) === row.claims).map(({ id }) => id));
}

/** Posts are due again after some time, unless a later claim took them. */
async function postpone(tx: Tx, posts: readonly Queued[], now: Date, ms: number): Promise<void> {
  const ids = [...(await lockClaimed(tx, posts))];
  if (ids.length === 0) return;
  const due_at = new Date(now.getTime() + ms);
  await tx.update(metric_queue).set({ due_at }).where(inArray(metric_queue.variant_id, ids));
}
