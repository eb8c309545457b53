import type { cms } from '@platform/contracts';
import { afterCommit, newId, type ReceivedEvent, requeue, type Tx } from '@platform/runtime';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { urlKey } from '../crawl/url-key.ts';
import { hashUuid } from '../hash-uuid.ts';
import { announceDelay, recordChanges } from '../indexnow/record-changes.ts';
import { rechecks, scans } from '../schema.ts';
import { orderRecrawls } from '../search/order-recrawls.ts';
import { isOfHost } from './recheckable-scan.ts';

type ContentEvent = ReceivedEvent<typeof cms.events.contentPublished | typeof cms.events.contentUnpublished>;

/** A page to judge again. */
export interface RecheckOrder {
  /** URL key. */
  url: string;
  item_id: string | null;
  /** Wait until the page shows the item as published, or is gone. */
  awaits_item: boolean;
}

/**
 * Orders rechecks of pages, the first fetch at once. An order that waits for the same page is replaced.
 * @param orders each page once
 * @returns URL keys that were not waiting
 */
export async function scheduleRechecks(
  app: Pick<App, 'clock' | 'recheckRunner'>,
  tx: Tx,
  site_id: string,
  orders: readonly RecheckOrder[],
): Promise<string[]> {
  if (orders.length === 0) return [];
  const now = app.clock.now();
  const rows = orders.map((order) => ({
    id: newId(),
    site_id,
    url_hash: hashUuid(order.url),
    ...order,
    requested_at: now,
    due_at: now,
  }));
  const writtenRows = await tx
    .insert(rechecks)
    .values(rows)
    .onConflictDoUpdate({
      target: [rechecks.site_id, rechecks.url_hash],
      set: {
        item_id: sql`coalesce(excluded.item_id, ${rechecks.item_id})`,
        awaits_item: sql`excluded.awaits_item OR ${rechecks.awaits_item}`,
        requested_at: now,
        fetches: 0,
        ...requeue(rechecks, now),
      },
    })
    .returning({ url: rechecks.url, is_new: sql<boolean>`xmax = 0` });
  afterCommit(tx, () => app.recheckRunner.wake());
  return writtenRows.filter(({ is_new }) => is_new).map(({ url }) => url);
}

/**
 * Rechecks the pages of an item whose publication changed, and announces them to search engines: IndexNow and
 * the recrawl queue of Yandex. A site without a scan has no previous results, and a page on another host than
 * the last scan does not belong to the site.
 */
export async function recheckItem(
  app: Pick<App, 'clock' | 'recheckRunner' | 'indexNow' | 'recrawlWork' | 'log'>,
  tx: Tx,
  { data }: ContentEvent,
): Promise<void> {
  const { site_id, item_id } = data;
  const [scan] = await tx
    .select({ host: scans.host })
    .from(scans)
    .where(and(eq(scans.site_id, site_id), isNotNull(scans.verdict)))
    .orderBy(desc(scans.id))
    .limit(1);
  const addresses = 'previous_url' in data ? [data.url, data.previous_url] : [data.url];
  const keys = [...new Set(addresses.flatMap((address) => (address === null ? [] : (urlKey(address) ?? []))))];
  const ownUrls = keys.filter((url) => scan !== undefined && isOfHost(url, scan.host));
  const otherUrls = keys.filter((url) => !ownUrls.includes(url));
  await announce(app, tx, site_id, { urls: ownUrls, isRechecked: true });
  await announce(app, tx, site_id, { urls: otherUrls, isRechecked: false });
  if (scan && otherUrls.length > 0)
    app.log.info({ site_id, item_id, host: scan.host }, 'a page on another host than the site is not rechecked');
  const orders = ownUrls.map((url) => ({ url, item_id, awaits_item: true }));
  await scheduleRechecks(app, tx, site_id, orders);
}

async function announce(
  app: Pick<App, 'clock' | 'indexNow'>,
  tx: Tx,
  site_id: string,
  { urls, isRechecked }: { urls: readonly string[]; isRechecked: boolean },
): Promise<void> {
  await recordChanges(app, tx, site_id, { urls, isRechecked });
  const due_at = new Date(app.clock.now().getTime() + announceDelay(isRechecked));
  await orderRecrawls(app, tx, site_id, { urls, due_at });
}
