import type { SocialAttempt, social } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { attempts } from '../schema.ts';
import { requireVariant } from '../variants/variant.ts';

type Query = EndpointRequest<typeof social.endpoints.listSocialAttempts>['query'];
type View = z.input<typeof SocialAttempt>;

const toAttempt = (row: typeof attempts.$inferSelect): View => ({
  ...row,
  started_at: row.started_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** One page of what was tried with a post, newest first. Throws `variant_not_found`. */
export async function listAttempts(
  { db }: Pick<App, 'db'>,
  variant_id: string,
  { limit, cursor }: Query,
): Promise<Page<View>> {
  await requireVariant(db, variant_id);
  const before = readCursor(cursor);
  const isShown = and(eq(attempts.variant_id, variant_id), before === null ? undefined : lt(attempts.id, before));
  const rows = await db
    .select()
    .from(attempts)
    .where(isShown)
    .orderBy(desc(attempts.id))
    .limit(limit + 1);
  return toPage(rows, limit, toAttempt);
}
