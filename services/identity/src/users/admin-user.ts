import type { AdminUser } from '@platform/contracts';
import type { Database } from '@platform/runtime';
import { inArray, max } from 'drizzle-orm';
import type { z } from 'zod';
import { devices } from '../schema.ts';
import { toUser, type UserRow } from './profile.ts';

export type AdminUserView = z.input<typeof AdminUser>;

/** Users as administrators see them, in the order of the rows. */
export async function toAdminUsers(db: Pick<Database, 'select'>, rows: readonly UserRow[]): Promise<AdminUserView[]> {
  const lastSeen = await lastSeenOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...toUser(row),
    issuer: row.issuer,
    subject: row.subject,
    last_seen_at: lastSeen.get(row.id)?.toISOString() ?? null,
  }));
}

/** The newest activity of the devices of users, by user id; revoked devices count. */
async function lastSeenOf(db: Pick<Database, 'select'>, userIds: readonly string[]): Promise<Map<string, Date>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ user_id: devices.user_id, last_seen_at: max(devices.last_seen_at) })
    .from(devices)
    .where(inArray(devices.user_id, [...userIds]))
    .groupBy(devices.user_id);
  return new Map(rows.flatMap(({ user_id, last_seen_at }) => (last_seen_at ? [[user_id, last_seen_at] as const] : [])));
}
