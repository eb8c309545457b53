import type { Admin } from '@platform/contracts';
import type { AdminContext, Page } from '@platform/contracts/kit';
import { fail, findRow, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { callerName } from '../admin-api-keys/api-key.ts';
import type { App } from '../app.ts';
import { admin_api_keys, admins } from '../schema.ts';
import { toAdmin } from './admin.ts';

/** The account of the caller. An admin API key is returned in the form of an account. */
export async function getCurrentAdmin(
  { db }: Pick<App, 'db'>,
  { id, session_id }: AdminContext,
): Promise<z.input<typeof Admin>> {
  if (session_id === null) {
    const row = await findRow(db, admin_api_keys, { id });
    const key = row ?? fail('invalid_token');
    return { id, email: callerName(key), role: key.role, created_at: key.created_at.toISOString() };
  }
  const row = await findRow(db, admins, { id });
  return toAdmin(row ?? fail('invalid_token'));
}

/** Administrators, newest first. */
export async function listAdmins(
  { db }: Pick<App, 'db'>,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof Admin>>> {
  const rows = await readPageRows(db, admins, undefined, { limit, cursor });
  return toPage(rows, limit, toAdmin);
}

/** Whether the administrator exists. */
export async function adminExists({ db }: Pick<App, 'db'>, id: string): Promise<boolean> {
  const rows = await db.select({ id: admins.id }).from(admins).where(eq(admins.id, id));
  return rows.length > 0;
}
