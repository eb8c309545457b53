import { fail, newId, randomBase62, sha256 } from '@platform/runtime';
import { and, eq, lte } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_sessions, admins } from '../schema.ts';
import { sessionEnd, toAdmin } from './admin.ts';

/**
 * Opens a session with e-mail and password. The token is shown here only: its SHA-256 is stored.
 * @throws AppError `invalid_credentials`, in the same time for an unknown e-mail; `rate_limited`
 */
export async function openAdminSession(app: App, login: { email: string; password: string; client_ip: string }) {
  const [found] = await app.db.select().from(admins).where(eq(admins.email, login.email));
  const isRight = await app.loginGuard.verify(login, found?.password_hash);
  if (!found || !isRight) return fail('invalid_credentials');

  const now = app.clock.now();
  const token = `adm_${randomBase62(43)}`;
  const expires_at = sessionEnd(now);
  const admin = await app.db.transaction(async (tx) => {
    // The account may have changed while the password was checked: a session of the old password must not outlive it.
    const [current] = await tx.select().from(admins).where(eq(admins.id, found.id)).for('share');
    if (current?.password_hash !== found.password_hash) return fail('invalid_credentials');
    await tx
      .delete(admin_sessions)
      .where(and(eq(admin_sessions.admin_id, current.id), lte(admin_sessions.expires_at, now)));
    await tx
      .insert(admin_sessions)
      .values({ id: newId(), admin_id: current.id, token_hash: sha256(token), created_at: now, expires_at });
    return current;
  });
  return { access_token: token, expires_at: expires_at.toISOString(), admin: toAdmin(admin) };
}
