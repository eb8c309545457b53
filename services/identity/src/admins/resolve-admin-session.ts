import { and, eq, gt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_sessions, admins } from '../schema.ts';

/**
 * Makes the query behind every call of an administrator: the holder of the live session with this token hash.
 */
export function sessionResolver({ db, clock }: Pick<App, 'db' | 'clock'>) {
  const statement = db
    .select({
      id: admins.id,
      email: admins.email,
      role: admins.role,
      session_id: admin_sessions.id,
      expires_at: admin_sessions.expires_at,
    })
    .from(admin_sessions)
    .innerJoin(admins, eq(admins.id, admin_sessions.admin_id))
    .where(
      and(
        eq(admin_sessions.token_hash, sql.placeholder('token_hash')),
        gt(admin_sessions.expires_at, sql.placeholder('now')),
      ),
    )
    .prepare('identity_resolve_session');
  return async (token_hash: string) => {
    const [row] = await statement.execute({ token_hash, now: clock.now() });
    if (!row) return { admin: null, expires_at: null };
    const { expires_at, ...admin } = row;
    return { admin, expires_at: expires_at.toISOString() };
  };
}
