import { type AuditOrigin, hourMs, limitedAddress, newId, type Tx } from '@platform/runtime';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_login_failures, admins } from '../schema.ts';
import type { AdminRow } from './admin.ts';

/** Where a login comes from. */
export interface LoginOrigin {
  client_ip: string;
  user_agent: string;
  request_id: string;
}

/** Stands for the account of a login whose e-mail has none: the e-mail itself is not written down. */
export const unknownAdmin = { id: '00000000-0000-0000-0000-000000000000', email: '(unknown)', role: 'staff' } as const;

/** Networks of one account and hour that have records of their own; the rest is counted as one. */
const networksAnHour = 100;
const otherNetworks = '(other)';
const retentionHours = 48;
/** Records in one transaction; the next run of the job writes the rest. */
const reportedAtOnce = 500;

/** The origin of an audit record about a login to this account. */
export const loginOrigin = (
  admin: Pick<AdminRow, 'id' | 'email' | 'role'> | undefined,
  { client_ip, user_agent, request_id }: LoginOrigin,
): AuditOrigin => {
  const { id, email, role } = admin ?? unknownAdmin;
  return { action: 'openAdminSession', admin: { id, email, role }, client_ip, user_agent, request_id, params: {} };
};

/**
 * Counts a failed login by account, network and hour. The first one of an hour is in the audit log at once,
 * the others follow as one record ({@link reportFailedLogins}): a flood of failures writes two records an
 * hour for each network.
 */
export async function recordFailedLogin(app: App, admin: AdminRow | undefined, origin: LoginOrigin): Promise<void> {
  const now = app.clock.now();
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const admin_id = admin?.id ?? unknownAdmin.id;
  await app.db.transaction(async (tx) => {
    const [{ networks } = { networks: 0 }] = await tx
      .select({ networks: sql<number>`count(*)::int` })
      .from(admin_login_failures)
      .where(and(eq(admin_login_failures.admin_id, admin_id), eq(admin_login_failures.hour, hour)));
    const callerNetwork = limitedAddress(origin.client_ip);
    const isRecordedAlone = networks < networksAnHour || (await hasRow(tx, admin_id, hour, callerNetwork));
    const network = isRecordedAlone ? callerNetwork : otherNetworks;
    const [row] = await tx
      .insert(admin_login_failures)
      .values({
        id: newId(),
        admin_id,
        hour,
        network,
        ...origin,
        failures: 1,
        reported: 1,
        first_at: now,
        last_at: now,
      })
      .onConflictDoUpdate({
        target: [admin_login_failures.admin_id, admin_login_failures.hour, admin_login_failures.network],
        set: { failures: sql`${admin_login_failures.failures} + 1`, last_at: now },
      })
      .returning();
    if (row?.failures === 1) await app.audit.record(tx, asRecord(row, 1), loginOrigin(admin, origin));
  });
}

type FailureRow = typeof admin_login_failures.$inferSelect;

const asRecord = ({ first_at, last_at }: FailureRow, failures: number) => ({
  before: null,
  after: { outcome: 'failed', failures, first_at: first_at.toISOString(), last_at: last_at.toISOString() },
});

async function hasRow(tx: Tx, admin_id: string, hour: Date, network: string): Promise<boolean> {
  const rows = await tx
    .select({ id: admin_login_failures.id })
    .from(admin_login_failures)
    .where(
      and(
        eq(admin_login_failures.admin_id, admin_id),
        eq(admin_login_failures.hour, hour),
        eq(admin_login_failures.network, network),
      ),
    );
  return rows.length > 0;
}

/**
 * Writes the failures of hours that are over into the audit log, one record for each account, network and
 * hour.
 */
export async function reportFailedLogins(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const present = new Date(Math.floor(now / hourMs) * hourMs);
  await app.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(admin_login_failures)
      .where(
        and(lt(admin_login_failures.hour, present), gt(admin_login_failures.failures, admin_login_failures.reported)),
      )
      .orderBy(admin_login_failures.hour)
      .limit(reportedAtOnce)
      .for('update');
    const ids = rows.map(({ admin_id }) => admin_id);
    const adminsById = new Map(
      (await tx.select().from(admins).where(inArray(admins.id, ids))).map((admin) => [admin.id, admin]),
    );
    for (const row of rows) {
      // An account that was removed since keeps its id.
      const admin = adminsById.get(row.admin_id) ?? { ...unknownAdmin, id: row.admin_id };
      await app.audit.record(tx, asRecord(row, row.failures), loginOrigin(admin, row));
      await tx.update(admin_login_failures).set({ reported: row.failures }).where(eq(admin_login_failures.id, row.id));
    }
    await tx.delete(admin_login_failures).where(lt(admin_login_failures.hour, new Date(now - retentionHours * hourMs)));
  });
}
