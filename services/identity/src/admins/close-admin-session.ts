import { and, eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_sessions } from '../schema.ts';
import { announceRevocation } from './admin-sessions.ts';

/** Ends one session. A session that has already ended is not a failure. */
export async function closeAdminSession(
  app: App,
  { id, session_id }: { id: string; session_id: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const ended = await tx
      .delete(admin_sessions)
      .where(and(eq(admin_sessions.id, session_id), eq(admin_sessions.admin_id, id)))
      .returning({ id: admin_sessions.id });
    if (ended.length > 0) await announceRevocation(app, tx, id);
    await app.audit.record(tx, { before: ended.length > 0 ? { admin_session_id: session_id } : null, after: null });
  });
}
