import type { Admin } from '@platform/contracts';
import { fail, hashPassword } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { type AdminPatch, toAdmin } from './admin.ts';
import { endSessions } from './admin-sessions.ts';
import { failAsLastOwner, holdAdmin } from './hold-admin.ts';

/**
 * Changes role or password of an administrator; either ends the sessions of the account.
 * @throws AppError `admin_not_found`; `conflict` when the last owner would lose the role
 */
export async function updateAdmin(
  app: App,
  id: string,
  { password, role }: AdminPatch,
): Promise<z.input<typeof Admin>> {
  const password_hash = password === undefined ? undefined : await hashPassword(password);
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
