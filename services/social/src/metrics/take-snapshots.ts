import { findRow, hourMs, type Lease, minuteMs, type Tx, type WorkKind } from '@platform/runtime';
import { and, inArray, isNull } from 'drizzle-orm';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { PostReading } from '../channels/channel-metrics.ts';
import { accounts, metric_queue, metric_snapshots, variants } from '../schema.ts';
import { isPace, type MetricsReader, metricsCall, recordCalls } from './channel-calls.ts';
import { readPortion } from './read-portion.ts';
import { postSnapshot, type SnapshotRow } from './snapshot.ts';
import { ageAt, dueAfter, firstDue, isPastSnapshots } from './snapshot-ages.ts';
import type { SnapshotReport } from './snapshot-report.ts';

/** A claim begins no further portion after this time: other accounts wait, and the budget of a tick. */
const turnMs = 20_000;
/** A channel that failed is asked again after this time; an account that cannot be called later. */
const retryMs = 5 * minuteMs;
const unusableMs = hourMs;

type Queued = typeof metric_queue.$inferSelect;
type SnapshotLease = Lease<typeof metric_queue>;

/** Numbers of posts, those of one account with each claim. Accounts take turns. */
export const snapshotKind = (app: MetricsReader): WorkKind<typeof metric_queue, SnapshotReport> => ({
  name: 'snapshots',
  table: metric_queue,
  key: metric_queue.variant_id,
  leaseMs: 2 * minuteMs,
  pollMs: app.timing.claimEveryMs,
  group: metric_queue.account_id,
  batch: 50,
  atOnce: 8,
  maxTries: 30,
  backoffMs: [2 * minuteMs, retryMs, hourMs],
  describe: ([row]) => ({ account_id: row?.account_id }),
  run: (lease) => takeClaimed(app, lease),
  async giveUp(tx, { lease, rows }) {
    for (const row of rows) await leaveTo(tx, lease, row, nextDue(row, app.clock.now()));
  },
});

/** When the snapshot behind this moment is due; null behind the last one. */
function nextDue({ published_at }: Queued, now: Date): Date | null {
  const age_h = ageAt(published_at, now);
  return age_h === null ? firstDue(published_at) : dueAfter(published_at, age_h);
}

/** Leaves a post to its next snapshot; without one it leaves the queue. Answers the rows that were still held. */
const leaveTo = (tx: Tx, lease: SnapshotLease, row: Queued, due_at: Date | null): Promise<Queued[]> =>
  due_at === null ? lease.delete(tx, [row]) : lease.finish(tx, { due_at }, [row]);

/**
 * Reads numbers of posts that are due. Runs of several processes share the posts, and no snapshot is taken
 * twice.
 * @param options.budgetMs after this time no more are claimed
 */
export async function takeSnapshots(
  { works }: { works: Pick<App['works'], 'snapshots'> },
  { budgetMs }: { budgetMs: number },
): Promise<SnapshotReport> {
  const report: SnapshotReport = { posts: 0, failed: 0 };
  for (const { posts, failed } of await works.snapshots.runDue({ budgetMs })) {
    report.posts += posts;
    report.failed += failed;
  }
  return report;
}

/** Reads the claimed posts of an account, portion by portion. What a failure or the time leaves is due again. */
async function takeClaimed(app: MetricsReader, lease: SnapshotLease): Promise<SnapshotReport> {
  const until = performance.now() + turnMs;
  const posts = await deleteEnded(app, lease);
  const account = await findRow(app.db, accounts, { id: lease.rows[0]?.account_id ?? '' });
  if (!account) return { posts: 0, failed: 0 };
  const { metrics } = app.channels[account.channel];
  const call = metricsCall(app, account);
  if (call === null) {
    await lease.postpone(app.db, { afterMs: unusableMs });
    return { posts: 0, failed: 0 };
  }
  let read = 0;
  for (let at = 0; at < posts.length; at += metrics.postsAtOnce) {
    lease.signal.throwIfAborted();
    if (at > 0 && performance.now() > until) {
      await lease.postpone(app.db, { afterMs: 0 });
      break;
    }
    const portion = posts.slice(at, at + metrics.postsAtOnce);
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
        await lease.postpone(tx, { afterMs: readings.retryAfterMs ?? retryMs });
      });
      return { posts: read, failed: isFailed ? 1 : 0 };
    }
    read += await app.db.transaction(async (tx) => {
      if (call.isUsed()) await recordCalls(app, tx, { account, error: null }, now);
      return storeReadings(tx, lease, { portion, readings, now });
    });
  }
  return { posts: read, failed: 0 };
}

/** Deletes claimed posts that are too old or deleted at their channel. Answers the others, the oldest first. */
async function deleteEnded(app: MetricsReader, lease: SnapshotLease): Promise<Queued[]> {
  const now = app.clock.now();
  const ids = lease.rows.map(({ variant_id }) => variant_id);
  const shown = await app.db
    .select({ id: variants.id })
    .from(variants)
    .where(and(inArray(variants.id, ids), isNull(variants.remote_deleted_at)));
  const shownIds = new Set(shown.map(({ id }) => id));
  const [posts, ended] = [[] as Queued[], [] as Queued[]];
  for (const row of lease.rows)
    (shownIds.has(row.variant_id) && !isPastSnapshots(row.published_at, now) ? posts : ended).push(row);
  await lease.delete(app.db, ended);
  return posts.toSorted(
    (a, b) => a.published_at.getTime() - b.published_at.getTime() || (a.variant_id < b.variant_id ? -1 : 1),
  );
}

/** Writes the snapshots of posts that are still held. Answers how many are new. */
async function storeReadings(
  tx: Tx,
  lease: SnapshotLease,
  { portion, readings, now }: { portion: readonly Queued[]; readings: readonly PostReading[]; now: Date },
): Promise<number> {
  const rows: SnapshotRow[] = [];
  const answers = portion.map((post, index) => ({ post, reading: readings[index] ?? {} }));
  // What stores reactions locks posts in the order of their ids, too.
  for (const { post, reading } of answers.toSorted((a, b) => (a.post.variant_id < b.post.variant_id ? -1 : 1))) {
    const { account_id, variant_id, published_at } = post;
    const age_h = ageAt(published_at, now);
    const row = postSnapshot({ account_id, variant_id, age_h, taken_at: now, origin: 'schedule' }, reading);
    const isGone = Object.values(row.missing).includes('post_is_gone');
    const held = await leaveTo(tx, lease, post, isGone ? null : nextDue(post, now));
    if (held.length > 0 && age_h !== null) rows.push(row);
  }
  if (rows.length === 0) return 0;
  const inserted = await tx
    .insert(metric_snapshots)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: metric_snapshots.id });
  return inserted.length;
}
