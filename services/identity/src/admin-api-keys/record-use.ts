import { hourMs } from '@platform/runtime';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_api_keys } from '../schema.ts';

/** Records the last use of a key, at most once an hour. Returns whether it wrote the time. */
export async function recordApiKeyUse({ db, clock }: Pick<App, 'db' | 'clock'>, id: string): Promise<boolean> {
  const now = clock.now();
  const stale = new Date(now.getTime() - hourMs);
  const { last_used_at } = admin_api_keys;
  const written = await db
    .update(admin_api_keys)
    .set({ last_used_at: now })
    .where(and(eq(admin_api_keys.id, id), or(isNull(last_used_at), lte(last_used_at, stale))))
    .returning({ id: admin_api_keys.id });
  return written.length > 0;
}
