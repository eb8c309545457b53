import type { AdminApiKey } from '@platform/contracts';
import type { Page } from '@platform/contracts/kit';
import { type PageQuery, readPageRows, toPage } from '@platform/runtime';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { admin_api_keys } from '../schema.ts';
import { toApiKey } from './api-key.ts';

/** Admin API keys, expired ones included, newest first. */
export async function listAdminApiKeys(
  { db }: Pick<App, 'db'>,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof AdminApiKey>>> {
  const rows = await readPageRows(db, admin_api_keys, undefined, { limit, cursor });
  return toPage(rows, limit, toApiKey);
}
