import type { AdminApiKey } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { type PageQuery, readCursor, toPage } from '@platform/runtime';
import { desc, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admin_api_keys } from '../schema.ts';
import { toApiKey } from './api-key.ts';

/** Admin API keys, expired ones included, newest first. */
export async function listAdminApiKeys(
  { db }: Pick<App, 'db'>,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof AdminApiKey>>> {
  const after = readCursor(cursor);
  const rows = await db
    .select()
    .from(admin_api_keys)
    .where(after === null ? undefined : lt(admin_api_keys.id, after))
    .orderBy(desc(admin_api_keys.id))
    .limit(limit + 1);
  return toPage(rows, limit, toApiKey);
}
