import { fail, invalidField } from '@platform/runtime';
import { and, eq, ne } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_sessions, admins } from '../schema.ts';
import { toAdmin } from './admin.ts';
import { announceRevocation } from './admin-sessions.ts';
import { findLogin } from './find-login.ts';
import { requireStrongPassword } from './password-strength.ts';

export interface OwnPasswordChange {
  current_password: string;
  new_password: string;
}

/**
 * Changes the password of the calling administrator, and ends the other sessions of the account. Wrong
 * current passwords count as failed logins.
 * @throws AppError `invalid_credentials` for a wrong current password, `validation_failed` for a weak new
 * one, `rate_limited`
 */
export async function changeOwnPassword(
  app: App,
  caller: { email: string; session_id: string; client_ip: string },
  { current_password, new_password }: OwnPasswordChange,
): Promise<void> {
  if (new_password === current_password) invalidField('new_password', 'is the current password: choose another one');
  await requireStrongPassword('new_password', new_password, caller.email);
  const login = await findLogin(app, caller);
  const attempt = { email: caller.email, password: current_password, client_ip: caller.client_ip };
  if (!(await app.loginGuard.verify(attempt, async () => login)) || !login) return fail('invalid_credentials');
  const password_hash = await app.passwords.hash(new_password);
  await app.db.transaction(async (tx) => {
    const [row] = await tx
      .update(admins)
      .set({ password_hash, updated_at: app.clock.now() })
      // The account may have changed while the passwords were hashed.
      .where(and(eq(admins.id, login.admin.id), eq(admins.password_hash, login.password_hash)))
      .returning();
    const admin = toAdmin(row ?? fail('invalid_credentials'));
    await tx
      .delete(admin_sessions)
      .where(and(eq(admin_sessions.admin_id, admin.id), ne(admin_sessions.id, caller.session_id)));
    await announceRevocation(app, tx, admin.id);
    await app.audit.record(tx, { before: admin, after: admin, secrets: ['password'] });
  });
}
