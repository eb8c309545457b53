import { isUseStale } from '@platform/runtime';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { admin_api_keys } from '../schema.ts';
import { callerName } from './api-key.ts';

/** Makes the query behind the calls of programs: the live admin API key with a hash. */
export function apiKeyResolver({ db, clock }: Pick<App, 'db' | 'clock'>) {
  const { id, name, role, application_ids, expires_at, last_used_at } = admin_api_keys;
  const statement = db
    .select({ id, name, role, application_ids, expires_at, last_used_at })
    .from(admin_api_keys)
    .where(
      and(
        eq(admin_api_keys.key_hash, sql.placeholder('key_hash')),
        or(isNull(expires_at), gt(expires_at, sql.placeholder('now'))),
      ),
    )
    .prepare('identity_resolve_admin_api_key');
  return async (key_hash: string) => {
    const now = clock.now();
    const [row] = await statement.execute({ key_hash, now });
    if (!row) return { api_key: null };
    return {
      api_key: {
        admin: { id: row.id, email: callerName(row), role: row.role, session_id: null },
        application_ids: row.application_ids,
        expires_at: row.expires_at?.toISOString() ?? null,
        is_use_stale: isUseStale(row, now),
      },
    };
  };
}
