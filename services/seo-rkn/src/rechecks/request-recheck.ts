import type { RequestedRechecks, seoRkn } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { fail, invalidField } from '@platform/runtime';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import { shownUrl, urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { requireIssue } from '../issues/issue.ts';
import { robotsOf } from '../scans/probe-site.ts';
import { requireSite } from '../scans/require-site.ts';
import { scan_urls } from '../schema.ts';
import { findRecheckableScan, isOfHost } from './recheckable-scan.ts';
import { scheduleRechecks } from './schedule-rechecks.ts';

type Requester = Pick<App, 'db' | 'ask' | 'clock' | 'audit' | 'recheckRunner'>;
type Body = EndpointRequest<typeof seoRkn.endpoints.recheckSeoPages>['body'];
type Requested = z.input<typeof RequestedRechecks>;

/**
 * Orders rechecks of pages by their addresses.
 * @throws AppError `site_not_found`, `scan_missing`, `validation_failed` for an address of another site
 */
export async function recheckPages(app: Requester, site_id: string, { urls }: Body): Promise<Requested> {
  const site = await requireSite(app, site_id);
  return requestRechecks(app, site, urls, (at) =>
    invalidField(`urls.${at}`, 'is not an address of the site: send addresses of its host'),
  );
}

/**
 * Requests a recheck of the page of an issue.
 * @throws AppError `site_not_found`, `issue_not_found`, `scan_missing`, `page_elsewhere` for a page on
 * another host than the last scan
 */
export async function recheckIssue(app: Requester, target: { site_id: string; issue_id: string }): Promise<Requested> {
  const site = await requireSite(app, target.site_id);
  const { url } = await requireIssue(app.db, target);
  return requestRechecks(app, site, [url], () => fail('page_elsewhere'));
}

async function requestRechecks(
  app: Requester,
  { id: site_id, application_id }: { id: string; application_id: string | null },
  urls: readonly string[],
  refuse: (at: number) => never,
): Promise<Requested> {
  const scan = (await findRecheckableScan(app.db, site_id)) ?? fail('scan_missing');
  const { cleanParams } = robotsOf(scan.probe);
  const keys = urls.map((url, at) => {
    const key = urlKey(url, cleanParams);
    return key !== null && isOfHost(key, scan.host) ? key : refuse(at);
  });
  const known = await app.db
    .select({ url: scan_urls.url, item_id: scan_urls.item_id })
    .from(scan_urls)
    .where(and(eq(scan_urls.scan_id, scan.id), inArray(scan_urls.url_hash, keys.map(hashUuid))));
  const items = new Map(known.map(({ url, item_id }) => [url, item_id]));
  const orders = [...new Set(keys)].map((url) => ({ url, item_id: items.get(url) ?? null, awaits_item: false }));
  const rechecks = { rechecks: orders.map(({ url }) => ({ url: shownUrl(url) })) };
  await app.db.transaction(async (tx) => {
    const added = await scheduleRechecks(app, tx, site_id, orders);
    // Pages that waited already are no change.
    await app.audit.record(tx, { before: added.length === 0 ? rechecks : null, after: rechecks, application_id });
  });
  return rechecks;
}
