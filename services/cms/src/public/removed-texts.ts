import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { minuteMs, prepareInTick } from '@platform/runtime';
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { removalsSince } from '../content/removed-texts.ts';
import { livePaths } from '../redirects/all-redirects.ts';
import { publications, removed_texts } from '../schema.ts';
import { publicPath, publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';

type Query = EndpointRequest<typeof cms.endpoints.readRemovedTexts>['query'];

/** Texts of one answer. */
const maxTexts = 5_000;
/** Kinds with pages of their own. */
const listed = ['post', 'article', 'document', 'changelog_entry'] as const;

/** Readers find no text at the slug, however it returned. */
const isGone = sql`NOT EXISTS (SELECT FROM ${publications} WHERE ${publications.site_id} = ${removed_texts.site_id}
  AND ${publications.kind} = ${removed_texts.kind} AND ${publications.locale} = ${removed_texts.locale}
  AND ${publications.slug} = ${removed_texts.slug})`;

/**
 * Addresses of texts that readers lost since a time, oldest first. An address that another published text has now, such
 * as one of another language, is none of them. Tombstones of 90 days exist: an earlier time, and
 * none at all, has an answer that is not complete.
 */
export function readRemovedTexts(
  app: Pick<App, 'db' | 'clock' | 'publicReads'>,
  siteId: string,
  { since, kind }: Query,
) {
  const from = since === undefined ? null : new Date(Math.floor(new Date(since).getTime() / minuteMs) * minuteMs);
  return app.publicReads.get(siteId, `removed ${kind ?? ''} ${from?.toISOString() ?? ''}`, async () => {
    const site = await requireSite(app.db, siteId);
    const rows = await app.db
      .select()
      .from(removed_texts)
      .where(
        and(
          eq(removed_texts.site_id, siteId),
          isGone,
          inArray(removed_texts.kind, kind === undefined ? [...listed] : [kind]),
          from === null ? undefined : gte(removed_texts.removed_at, from),
        ),
      )
      .orderBy(asc(removed_texts.removed_at), removed_texts.kind, removed_texts.locale, removed_texts.slug)
      .limit(maxTexts + 1);
    // Without an address of the site, texts of two languages may have one path, and the language tells them apart.
    const pathOf = (text: (typeof rows)[number]) => (site.website_url === null ? null : publicPath(site, text));
    const paths = rows.map(pathOf).filter((path) => path !== null);
    const live = await livePaths(app.db, site, paths);
    const texts = rows
      .slice(0, maxTexts)
      .filter((text) => !live.has(pathOf(text) ?? ''))
      .map(({ site_id: _, removed_at, ...text }) => ({
        ...text,
        url: publicUrl(site, text),
        removed_at: removed_at.toISOString(),
      }));
    const is_complete = from !== null && from >= removalsSince(app.clock.now()) && rows.length <= maxTexts;
    return prepareInTick(cms.endpoints.readRemovedTexts, { texts, is_complete });
  });
}
