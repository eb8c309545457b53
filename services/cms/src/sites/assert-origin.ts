import { fail } from '@platform/runtime';
import type { App } from '../app.ts';
import { requireSite } from './site.ts';

/**
 * Asserts that the site takes writes from the pages of an origin. Calls of servers have none.
 * @throws AppError `origin_not_allowed`
 */
export async function assertOrigin({ db }: Pick<App, 'db'>, siteId: string, origin: string | null): Promise<void> {
  if (origin === null) return;
  const { allowed_origins } = await requireSite(db, siteId);
  if (allowed_origins.length > 0 && !allowed_origins.includes(origin)) fail('origin_not_allowed');
}
