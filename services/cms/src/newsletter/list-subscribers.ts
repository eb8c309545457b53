import type { cms, Subscriber as SubscriberSchema } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import { csvFile, dayOf, invalidField, readPageRows, toPage } from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { SitePseudonyms } from '../leads/pseudonyms.ts';
import { subscribers } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { openSubscribers, type SubscriberContent, type SubscriberRow } from './subscriber.ts';
import { tokensOf, unsubscribeUrl } from './subscription-links.ts';

type Query = EndpointRequest<typeof cms.endpoints.listSubscribers>['query'];
type View = z.input<typeof SubscriberSchema>;
const columns = ['email', 'locale', 'confirmed_at', 'unsubscribe_url'] as const;
const batchSize = 200;

/**
 * One page of the subscribers of a site, newest first, or all confirmed ones as CSV. The read is in the audit
 * log.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function listSubscribers(
  app: App,
  site_id: string,
  { limit, cursor, format, status }: Query,
): Promise<Page<View> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  if (format === 'csv' && status !== undefined && status !== 'confirmed')
    invalidField('status', 'has to be absent for an export: it contains only confirmed subscribers');
  const site = await requireSite(app.db, site_id);
  const pseudonyms = await app.pseudonyms.of(site_id);
  const record = (count: number) =>
    app.db.transaction((tx) => {
      const filters = status === undefined ? [] : ['status'];
      const after = { subscribers: count, format, filters };
      return app.audit.record(tx, { before: null, after, application_id: site.application_id });
    });
  if (format === 'csv') {
    const confirmed = and(eq(subscribers.site_id, site_id), eq(subscribers.status, 'confirmed'));
    await record(await app.db.$count(subscribers, confirmed));
    const day = dayOf(app.clock.now(), site.timezone);
    return csvFile(`subscribers-${site.code}-${day}.csv`, columns, readConfirmed(app, pseudonyms, confirmed));
  }
  const rows = await readPageRows(app.db, subscribers, { site_id, status }, { limit, cursor });
  const open = await openSubscribers(app, app.db, rows);
  const page = toPage(rows, limit, (row) => toSubscriber(app, pseudonyms, row, open(row)));
  await record(page.items.length);
  return page;
}

async function* readConfirmed(app: App, pseudonyms: SitePseudonyms, confirmed: ReturnType<typeof and>) {
  for (let last: string | undefined; ; ) {
    const rows = await app.db
      .select()
      .from(subscribers)
      .where(and(confirmed, last === undefined ? undefined : lt(subscribers.id, last)))
      .orderBy(desc(subscribers.id))
      .limit(batchSize);
    const open = await openSubscribers(app, app.db, rows);
    yield rows.map((row) => toSubscriber(app, pseudonyms, row, open(row)));
    last = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}

const toSubscriber = (
  app: Pick<App, 'config'>,
  pseudonyms: SitePseudonyms,
  row: SubscriberRow,
  content: SubscriberContent | null,
): View => ({
  id: row.id,
  email: content?.email ?? null,
  status: row.status,
  locale: content?.locale ?? null,
  subject_id: row.subject_id,
  unsubscribe_url: unsubscribeUrl(app, tokensOf(pseudonyms, row).unsubscribe),
  created_at: row.created_at.toISOString(),
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  unsubscribed_at: row.unsubscribed_at?.toISOString() ?? null,
});
