import { identity } from '@platform/contracts';
import type { Tx } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_sessions } from '../schema.ts';

/** Makes every gateway invalidate its cached sessions of an administrator. */
export const announceRevocation = ({ emit, clock }: Pick<App, 'emit' | 'clock'>, tx: Tx, adminId: string) =>
  emit(
    tx,
    identity.events.adminSessionsRevoked,
    { admin_id: adminId },
    { application_id: null, occurred_at: clock.now() },
  );

/** Ends every session of an administrator and says so. */
export async function endSessions(app: Pick<App, 'emit' | 'clock'>, tx: Tx, adminId: string): Promise<void> {
  await tx.delete(admin_sessions).where(eq(admin_sessions.admin_id, adminId));
  await announceRevocation(app, tx, adminId);
}
