import { identity } from '@platform/contracts';
import { fail } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_api_keys } from '../schema.ts';
import { toApiKey } from './api-key.ts';

/** Revokes an admin API key. Gateways receive the event after the commit. */
export async function deleteAdminApiKey(app: Pick<App, 'db' | 'emit' | 'clock' | 'audit'>, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [row] = await tx.delete(admin_api_keys).where(eq(admin_api_keys.id, id)).returning();
    const before = toApiKey(row ?? fail('api_key_not_found'));
    const about = { application_id: null, occurred_at: app.clock.now() };
    await app.emit(tx, identity.events.adminApiKeyRevoked, { api_key_id: id }, about);
    await app.audit.record(tx, { before, after: null });
  });
}
