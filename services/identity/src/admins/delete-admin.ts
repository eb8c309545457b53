import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admins } from '../schema.ts';
import { toAdmin } from './admin.ts';
import { endSessions } from './admin-sessions.ts';
import { failAsLastOwner, holdAdmin } from './hold-admin.ts';

/** Removes an administrator and the sessions. */
export async function deleteAdmin(app: App, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { admin, isLast } = await holdAdmin(tx, id);
    if (isLast) return failAsLastOwner();
    await endSessions(app, tx, id);
    await tx.delete(admins).where(eq(admins.id, id));
    await app.audit.record(tx, { before: toAdmin(admin), after: null });
  });
}
