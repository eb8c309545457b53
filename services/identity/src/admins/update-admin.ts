import type { Admin } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { type AdminPatch, toAdmin } from './admin.ts';
import { endSessions } from './admin-sessions.ts';
import { failAsLastOwner, holdAdmin } from './hold-admin.ts';
import { requireStrongPassword } from './password-strength.ts';

/**
 * Changes role or password of an administrator; either ends the sessions of the account.
 * @throws AppError `admin_not_found`; `conflict` when the last owner would lose the role; `validation_failed`
 * for a weak password
 */
export async function updateAdmin(
  app: App,
  id: string,
  { password, role }: AdminPatch,
): Promise<z.input<typeof Admin>> {
  const password_hash = password === undefined ? undefined : await hashFor(app, id, password);
  return app.db.transaction(async (tx) => {
    const { admin, isLast } = await holdAdmin(tx, id);
    const newRole = role === undefined || role === admin.role ? undefined : role;
    const before = toAdmin(admin);
    if (newRole === undefined && password_hash === undefined) {
      await app.audit.record(tx, { before, after: before });
      return before;
    }
    if (newRole !== undefined && isLast) return failAsLastOwner();
    const [row] = await tx
      .update(admins)
      .set({ role: newRole, password_hash, updated_at: app.clock.now() })
      .where(eq(admins.id, id))
      .returning();
    await endSessions(app, tx, id);
    const after = toAdmin(row ?? fail('admin_not_found'));
    await app.audit.record(tx, { before, after, secrets: password_hash === undefined ? [] : ['password'] });
    return after;
  });
}

/** The hash of a new password, which may not be weak for the e-mail of the account. */
async function hashFor({ db, passwords }: App, id: string, password: string): Promise<string> {
  const [admin] = await db.select({ email: admins.email }).from(admins).where(eq(admins.id, id));
  await requireStrongPassword('password', password, (admin ?? fail('admin_not_found')).email);
  return passwords.hash(password);
}
