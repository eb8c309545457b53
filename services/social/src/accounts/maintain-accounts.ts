import { errorText, minuteMs } from '@platform/runtime';
import { and, asc, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { App } from '../app.ts';
import { accounts } from '../schema.ts';
import type { AccountRow } from './account.ts';
import { refreshToken } from './refresh-token.ts';
import { checkHealth } from './verify-account.ts';

type Maintainer = Pick<App, 'db' | 'clock' | 'audit' | 'sealer' | 'channels' | 'log'>;

/** Accounts of one run of each kind. */
const maxAccounts = 20;
/** A process that died gives its accounts free after this time. */
const leaseMs = 2 * minuteMs;

export interface MaintenanceReport {
  refreshed: number;
  checked: number;
}

/** Refreshes tokens from the half of their life, and checks each account once a day. */
export async function maintainAccounts(app: Maintainer): Promise<MaintenanceReport> {
  const now = app.clock.now();
  const refreshed = await workOn(app, lte(accounts.refresh_at, now), (row) => refreshToken(app, row));
  const checked = await workOn(app, lte(accounts.check_at, now), (row) => checkHealth(app, row));
  return { refreshed, checked };
}

/** Takes accounts with a lease, so that one process works on each. */
async function workOn(app: Maintainer, isDue: SQL, work: (row: AccountRow) => Promise<void>): Promise<number> {
  const now = app.clock.now();
  const isFree = or(isNull(accounts.work_until), lte(accounts.work_until, now));
  const rows = await app.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(isDue, isFree, isNull(accounts.archived_at)))
      .orderBy(asc(accounts.id))
      .limit(maxAccounts)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const work_until = new Date(now.getTime() + leaseMs);
    return tx.update(accounts).set({ work_until }).where(inArray(accounts.id, ids)).returning();
  });
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      // The lease ends by itself, and another run tries again.
      app.log.warn({ account_id: row.id, reason: errorText(error) }, 'the maintenance of an account failed');
    }
  }
  return rows.length;
}
