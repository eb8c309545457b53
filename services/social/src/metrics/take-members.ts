import { dayMs, errorText, hourMs, minuteMs, runInSlots } from '@platform/runtime';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { AccountRow } from '../accounts/account.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { accounts, metric_snapshots } from '../schema.ts';
import { isPace, type MetricsReader, metricsCall, recordCalls } from './channel-calls.ts';
import { accountSnapshot } from './snapshot.ts';

const maxAccounts = 50;
const atOnce = 8;
const leaseMs = 2 * minuteMs;
const retryMs = hourMs;

/**
 * Reads the members of accounts, once a UTC day. Runs of several processes share the accounts.
 * @param options.budgetMs after this time no more are read
 */
export async function takeMembers(
  app: MetricsReader,
  { budgetMs }: { budgetMs: number },
): Promise<{ accounts: number; failed: number }> {
  const until = performance.now() + budgetMs;
  const report = { accounts: 0, failed: 0 };
  await runInSlots(await claim(app), atOnce, async (account) => {
    if (performance.now() >= until) return;
    const isRead = await readMembers(app, account).catch((error: unknown) => {
      app.log.warn({ account_id: account.id, reason: errorText(error) }, 'members could not be written');
      return false;
    });
    if (isRead === true) report.accounts += 1;
    else if (isRead === false) report.failed += 1;
  });
  return report;
}

const claim = ({ db, clock }: MetricsReader): Promise<AccountRow[]> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const due = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(lte(accounts.metrics_at, now))
      .orderBy(asc(accounts.metrics_at))
      .limit(maxAccounts)
      .for('no key update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const metrics_at = new Date(now.getTime() + leaseMs);
    return tx.update(accounts).set({ metrics_at }).where(inArray(accounts.id, ids)).returning();
  });

/** Answers whether they were read; null for an account that cannot call its channel now. */
async function readMembers(app: MetricsReader, account: AccountRow): Promise<boolean | null> {
  const call = metricsCall(app, account);
  const isClaimedRow = and(eq(accounts.id, account.id), eq(accounts.metrics_at, account.metrics_at ?? new Date(0)));
  if (call === null) {
    await app.db.update(accounts).set({ metrics_at: null }).where(isClaimedRow);
    return null;
  }
  const members = await app.channels[account.channel].metrics.readMembers(call).catch((error: unknown) => {
    if (error instanceof ChannelError) return error;
    throw error;
  });
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const isFailed = members instanceof ChannelError;
    const isWaiting = isFailed && isPace(members);
    const metrics_at = new Date(now.getTime() + (isWaiting ? minuteMs : isFailed ? retryMs : dayMs));
    await tx.update(accounts).set({ metrics_at }).where(isClaimedRow);
    await recordCalls(app, tx, { account, error: isFailed ? members : null }, now);
    if (isFailed) return isWaiting ? null : false;
    const fields = { account_id: account.id, origin: 'schedule', taken_at: now } as const;
    const day = now.toISOString().slice(0, 10);
    await tx
      .insert(metric_snapshots)
      .values(accountSnapshot({ ...fields, day }, members))
      .onConflictDoNothing();
    return true;
  });
}
