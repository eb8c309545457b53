import type { social } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, minuteMs, runInSlots } from '@platform/runtime';
import { and, desc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { z } from 'zod';
import { type AccountRow, applicationOf, requireAccount } from '../accounts/account.ts';
import type { App } from '../app.ts';
import { ChannelError } from '../channels/channel-error.ts';
import type { MetricsCall } from '../channels/channel-metrics.ts';
import { accounts, metric_queue, metric_snapshots, variants } from '../schema.ts';
import { type MetricsReader, metricsCall, recordCalls } from './channel-calls.ts';
import { readPortion } from './read-portion.ts';
import { accountSnapshot, measuredOf, postSnapshot, type SnapshotRow } from './snapshot.ts';

type Contract = typeof social.endpoints.pullSocialMetrics;
type Report = z.input<Contract['response']>;

const maxPosts = 50;
const atOnce = 4;
const pauseMs = minuteMs;
const budgetMs = 20_000;

/**
 * Reads the numbers of an account and its newest posts at once. What was read before the channel failed is
 * stored.
 * @throws AppError `account_not_found`, `account_not_ready` for one that cannot call its channel and one that
 * the channel refuses, `rate_limited` within a minute of the last call, `provider_error` when nothing was
 * read
 */
export async function pullMetrics(
  app: MetricsReader & Pick<App, 'audit'>,
  { account_id }: EndpointRequest<Contract>['params'],
): Promise<Report> {
  const account = await requireAccount(app.db, account_id);
  const call = metricsCall(app, account) ?? fail('account_not_ready');
  await takeMinute(app, account);
  const posts = await newestPosts(app, account_id);
  const { members, rows, error } = await readAll(app, account, { call, posts });
  const now = app.clock.now();
  const fields = { account_id, origin: 'pull', taken_at: now } as const;
  const audience = members instanceof ChannelError ? null : accountSnapshot({ ...fields, day: null }, members);
  const read: SnapshotRow[] = [...(audience ? [audience] : []), ...rows];
  const report = await app.db.transaction(async (tx) => {
    await recordCalls(app, tx, { account, error }, now);
    if (read.length > 0) await tx.insert(metric_snapshots).values(read);
    const view: Report = {
      taken_at: now.toISOString(),
      members: audience ? measuredOf(audience, 'members') : { value: null, reason: 'refused_by_channel' },
      posts: rows.length,
      left: posts.length - rows.length,
      error: error?.message ?? null,
    };
    await app.audit.record(tx, { before: null, after: view, application_id: await applicationOf(tx, account) });
    return view;
  });
  if (read.length > 0 || error === null) return report;
  if (error.kind === 'auth')
    fail('account_not_ready', {
      message: 'The channel refuses the credentials of the account: enter new ones, and verify the account.',
    });
  return fail('provider_error', { message: error.message });
}

/**
 * Takes the call of this minute; one of several at once gets it.
 * @throws `rate_limited`
 */
async function takeMinute({ db, clock }: MetricsReader, { id, metrics_pulled_at }: AccountRow): Promise<void> {
  const now = clock.now();
  const isFree = or(
    isNull(accounts.metrics_pulled_at),
    lte(accounts.metrics_pulled_at, new Date(now.getTime() - pauseMs)),
  );
  const claimed = await db
    .update(accounts)
    .set({ metrics_pulled_at: now })
    .where(and(eq(accounts.id, id), isFree))
    .returning({ id: accounts.id });
  if (claimed.length > 0) return;
  const passed = now.getTime() - (metrics_pulled_at ?? now).getTime();
  fail('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((pauseMs - passed) / 1_000)) });
}

type Counted = Awaited<ReturnType<typeof newestPosts>>[number];

const newestPosts = ({ db }: MetricsReader, account_id: string) =>
  db
    .select({ variant_id: variants.id, id: variants.remote_id, reactions: metric_queue.reactions })
    .from(variants)
    .leftJoin(metric_queue, eq(metric_queue.variant_id, variants.id))
    .where(
      and(
        eq(variants.account_id, account_id),
        and(isNotNull(variants.published_at), isNotNull(variants.remote_id), isNull(variants.remote_deleted_at)),
      ),
    )
    .orderBy(desc(variants.published_at), desc(variants.id))
    .limit(maxPosts);

/** Reads members and posts; the first failure ends it. */
async function readAll(
  app: MetricsReader,
  { id: account_id, channel }: AccountRow,
  { call, posts }: { call: MetricsCall; posts: readonly Counted[] },
) {
  const { metrics } = app.channels[channel];
  const until = performance.now() + budgetMs;
  const failures: ChannelError[] = [];
  const members = await metrics.readMembers(call).catch((error: unknown) => {
    if (!(error instanceof ChannelError)) throw error;
    failures.push(error);
    return error;
  });
  const portions = Array.from({ length: Math.ceil(posts.length / metrics.postsAtOnce) }, (_, at) =>
    posts.slice(at * metrics.postsAtOnce, (at + 1) * metrics.postsAtOnce),
  );
  const rows: SnapshotRow[] = [];
  await runInSlots(portions, atOnce, async (portion) => {
    if (failures.length > 0 || performance.now() >= until) return;
    const countedPosts = portion.map(({ id, reactions }) => ({ id: id ?? '', reactions }));
    const readings = await readPortion(metrics, call, countedPosts);
    if (readings instanceof ChannelError) return void failures.push(readings);
    for (const [at, { variant_id }] of portion.entries()) {
      const fields = { account_id, variant_id, age_h: null, origin: 'pull', taken_at: app.clock.now() } as const;
      rows.push(postSnapshot(fields, readings[at] ?? {}));
    }
  });
  return { members, rows, error: failures[0] ?? null };
}
