import { dayMs, fail, findRow, limitedAddress, newId, randomBase62, sha256, type Tx } from '@platform/runtime';
import { and, eq, lt, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_networks, admin_sessions, admins } from '../schema.ts';
import { type AdminRow, sessionEnd, toAdmin } from './admin.ts';
import { type FoundLogin, findLogin, knownNetworkDays } from './find-login.ts';
import { type LoginOrigin, loginOrigin, recordFailedLogin } from './login-records.ts';

/**
 * Opens a session with e-mail and password. The token is shown here only: its SHA-256 is stored.
 * @throws AppError `invalid_credentials`, in the same time for an unknown e-mail; `rate_limited`
 */
export async function openAdminSession(app: App, login: LoginOrigin & { email: string; password: string }) {
  let foundLogin: FoundLogin | undefined;
  const isRight = await app.loginGuard.verify(login, async () => {
    foundLogin = await findLogin(app, login);
    return foundLogin;
  });
  const knownAdmin = foundLogin?.admin;
  if (!knownAdmin || !isRight) {
    await recordFailedLogin(app, knownAdmin, login);
    return fail('invalid_credentials');
  }
  const now = app.clock.now();
  const token = `adm_${randomBase62(43)}`;
  const expires_at = sessionEnd(now);
  const admin = await app.db.transaction(async (tx) => {
    // The account may have changed while the password was checked: a session of the old password must not
    // outlive it.
    const current = await findRow(tx, admins, { id: knownAdmin.id }, 'share');
    if (current?.password_hash !== knownAdmin.password_hash) return fail('invalid_credentials');
    await tx
      .delete(admin_sessions)
      .where(and(eq(admin_sessions.admin_id, current.id), lte(admin_sessions.expires_at, now)));
    const session = { id: newId(), admin_id: current.id, token_hash: sha256(token), created_at: now, expires_at };
    await tx.insert(admin_sessions).values(session);
    await rememberNetwork(tx, current, login.client_ip, now);
    const after = { outcome: 'opened', admin_session_id: session.id };
    await app.audit.record(tx, { before: null, after }, loginOrigin(current, login));
    return current;
  });
  return { access_token: token, expires_at: expires_at.toISOString(), admin: toAdmin(admin) };
}

/** Stores the network from which the account logs in, and removes networks without a recent login. */
async function rememberNetwork(tx: Tx, { id }: AdminRow, client_ip: string, now: Date): Promise<void> {
  await tx
    .insert(admin_networks)
    .values({ admin_id: id, network: limitedAddress(client_ip), last_login_at: now })
    .onConflictDoUpdate({ target: [admin_networks.admin_id, admin_networks.network], set: { last_login_at: now } });
  const forgotten = new Date(now.getTime() - knownNetworkDays * dayMs);
  await tx
    .delete(admin_networks)
    .where(and(eq(admin_networks.admin_id, id), lt(admin_networks.last_login_at, forgotten)));
}
