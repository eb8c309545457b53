import type { SeoIndexNowResult, SeoIndexNowUrl, seoRkn } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { dayMs, fail, invalidField, minuteMs, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { and, count, eq, gt, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shownUrl, urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { requireSite } from '../scans/require-site.ts';
import { indexnow_urls } from '../schema.ts';
import { ensureKey, keyLocationOf, verifyKey } from './indexnow-key.ts';
import { announceDelay, writeChanges } from './record-changes.ts';

type Body = EndpointRequest<typeof seoRkn.endpoints.submitSeoIndexNow>['body'];

/** Time in which a request begins its call. */
const budgetMs = minuteMs;

/**
 * Announces addresses to search engines at once: the given ones, or those that wait.
 * @throws AppError `site_not_found`, `website_url_missing`, `indexnow_key_unverified`, `validation_failed`
 * for an address of another site
 */
export async function submitIndexNow(
  app: App,
  site_id: string,
  { urls }: Body,
): Promise<z.input<typeof SeoIndexNowResult>> {
  const site = await requireSite(app, site_id);
  const origin = site.website_url === null ? fail('website_url_missing') : new URL(site.website_url).origin;
  const row = await ensureKey(app, site_id);
  const changed = (urls ?? []).map((url, at) => {
    const key = urlKey(url);
    return key !== null && new URL(key).origin === origin
      ? key
      : invalidField(`urls.${at}`, 'is not an address of the site: send addresses of its host');
  });
  if (!(await verifyKey(app, row, origin)))
    fail('indexnow_key_unverified', { fields: { key: row.key, key_location: keyLocationOf(origin, row.key) } });
  // Without given addresses: changes that are due or wait for a retry. A change that its page does not show
  // yet keeps waiting.
  const which =
    changed.length > 0
      ? inArray(indexnow_urls.url_hash, changed.map(hashUuid))
      : or(
          lte(indexnow_urls.due_at, app.clock.now()),
          gt(indexnow_urls.tries, 0),
          inArray(indexnow_urls.http_status, [403, 429]),
        );
  // They are due a little later, so the background takes nothing of it in between.
  const due_at = new Date(app.clock.now().getTime() + announceDelay(false));
  const change = { site_id, urls: changed, due_at, isAsked: true };
  if (changed.length > 0) await app.db.transaction((tx) => writeChanges(app, tx, change));
  const only = and(eq(indexnow_urls.site_id, site_id), which);
  const [result = { sent: 0, accepted: 0 }] = await app.indexNow.runDue({ budgetMs, only, isEarly: true, limit: 1 });
  const [waiting] = await app.db
    .select({ pending: count() })
    .from(indexnow_urls)
    .where(and(eq(indexnow_urls.site_id, site_id), eq(indexnow_urls.state, 'pending')));
  const answer = { ...result, pending: waiting?.pending ?? 0 };
  const before = result.sent === 0 ? answer : null;
  await app.db.transaction((tx) =>
    app.audit.record(tx, { before, after: answer, application_id: site.application_id }),
  );
  return answer;
}

/**
 * One page of the changed addresses of a site, the newest change first.
 * @throws `site_not_found`
 */
export async function listIndexNow(
  app: Pick<App, 'db' | 'ask'>,
  site_id: string,
  { limit, cursor }: PageQuery,
): Promise<Page<z.input<typeof SeoIndexNowUrl>>> {
  await requireSite(app, site_id);
  const rows = await readPageRows(app.db, indexnow_urls, { site_id }, { limit, cursor });
  return toPage(rows, limit, ({ id, url, state, changed_at, sent_at, http_status, reason }) => ({
    id,
    url: shownUrl(url),
    state,
    http_status,
    reason,
    changed_at: changed_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
  }));
}

/** How long a change that was announced, or could not be, is retained. */
const retentionMs = 90 * dayMs;
const maxRemoved = 5_000;

/** Of the tick: wakes the work on due changes, and removes old ones. Returns how many were due. */
export async function announceDue({ db, clock, indexNow }: Pick<App, 'db' | 'clock' | 'indexNow'>): Promise<number> {
  const now = clock.now();
  const [due] = await db
    .select({ pings: count() })
    .from(indexnow_urls)
    .where(and(eq(indexnow_urls.state, 'pending'), lte(indexnow_urls.due_at, now)));
  const oldRows = db
    .select({ id: indexnow_urls.id })
    .from(indexnow_urls)
    .where(and(ne(indexnow_urls.state, 'pending'), lt(indexnow_urls.changed_at, new Date(now.getTime() - retentionMs))))
    .limit(maxRemoved);
  await db.delete(indexnow_urls).where(sql`${indexnow_urls.id} IN (${oldRows})`);
  indexNow.wake();
  return due?.pings ?? 0;
}
