import { cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { minuteMs, prepareInTick } from '@platform/runtime';
import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import type { App } from '../app.ts';
import { removalsSince } from '../content/removed-texts.ts';
import { removed_texts } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import { requireSite } from '../sites/site.ts';

type Query = EndpointRequest<typeof cms.endpoints.readRemovedTexts>['query'];

/** Texts of one answer. */
const maxTexts = 5_000;
/** Kinds with pages of their own. */
const listed = ['post', 'article', 'document', 'changelog_entry'] as const;

/**
 * Addresses of texts that readers lost since a time, oldest first. Tombstones of 90 days exist: an earlier time, and
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
          inArray(removed_texts.kind, kind === undefined ? [...listed] : [kind]),
          from === null ? undefined : gte(removed_texts.removed_at, from),
        ),
      )
      .orderBy(asc(removed_texts.removed_at), removed_texts.kind, removed_texts.locale, removed_texts.slug)
      .limit(maxTexts + 1);
    const texts = rows.slice(0, maxTexts).map(({ site_id: _, removed_at, ...text }) => ({
      ...text,
      url: publicUrl(site, text),
      removed_at: removed_at.toISOString(),
    }));
    const is_complete = from !== null && from >= removalsSince(app.clock.now()) && rows.length <= maxTexts;
    return prepareInTick(cms.endpoints.readRemovedTexts, { texts, is_complete });
  });
}
