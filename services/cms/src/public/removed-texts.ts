import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { minuteMs, prepareInTick } from '@platform/runtime';
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { removalsSince } from '../content/removed-texts.ts';
import { livePaths, pathOnSite } from '../redirects/all-redirects.ts';
import { publications, removed_texts } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
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
 * none at all, has an answer that is not complete. Neither is it before the first tombstones of the site. The address of a
 * text is the one that it had.
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
    const urlOf = (text: (typeof rows)[number]) =>
      site.website_url === null ? null : (text.url ?? publicUrl(site, text));
    const pathOf = (text: (typeof rows)[number]) => pathOfUrl(pathOnSite(site, urlOf(text)));
    const paths = rows.map(pathOf).filter((path) => path !== null);
    const live = await livePaths(app.db, site, paths);
    const texts = rows
      .slice(0, maxTexts)
      .filter((text) => !live.has(pathOf(text) ?? ''))
      .map(({ kind, locale, slug, removed_at, ...text }) => ({
        kind,
        locale,
        slug,
        url: urlOf({ kind, locale, slug, removed_at, ...text }),
        removed_at: removed_at.toISOString(),
      }));
    const { removals_since } = site;
    const isRecorded = from !== null && from >= removalsSince(app.clock.now());
    const is_complete = isRecorded && (removals_since === null || from >= removals_since) && rows.length <= maxTexts;
    return prepareInTick(cms.endpoints.readRemovedTexts, { texts, is_complete });
  });
}

/** The path of an address of a host that the site has no more; another path stays as it is. */
function pathOfUrl(url: string | null): string | null {
  if (url === null || url.startsWith('/')) return url;
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start < 0 ? '/' : url.slice(start);
}
