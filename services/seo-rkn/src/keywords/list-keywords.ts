import type { seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { columnsEqual, isBehind, toPage } from '@platform/runtime';
import { and, asc, desc } from 'drizzle-orm';
import type { App } from '../app.ts';
import { impressionsCursor, impressionsCursorOf } from '../impressions-cursor.ts';
import { requireSite } from '../scans/require-site.ts';
import { keywords } from '../schema.ts';

type Query = EndpointRequest<typeof seoRkn.endpoints.listKeywords>['query'];

/** One page of the keywords of a site. */
export async function listKeywords(app: Pick<App, 'db' | 'ask'>, site_id: string, { limit, cursor, source }: Query) {
  const after = impressionsCursor.parse(cursor);
  await requireSite(app, site_id);
  const rows = await app.db
    .select()
    .from(keywords)
    .where(and(columnsEqual(keywords, { site_id, source }), isBehind(keywords.impressions, keywords.id, after)))
    .orderBy(desc(keywords.impressions), asc(keywords.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => row, impressionsCursorOf);
}
