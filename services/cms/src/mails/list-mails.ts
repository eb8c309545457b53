import type { cms } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { App } from '../app.ts';
import { mails } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { type MailView, toMailView } from './mail.ts';
import { openMails } from './open-mails.ts';

type Query = EndpointRequest<typeof cms.endpoints.listMails>['query'];

/** One page of the mails of a site, newest first. */
export async function listMails(
  app: Pick<App, 'db' | 'sealer' | 'log'>,
  site_id: string,
  { limit, cursor, status }: Query,
): Promise<Page<MailView>> {
  await requireSite(app.db, site_id);
  const after = readCursor(cursor);
  const rows = await app.db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.site_id, site_id),
        status === undefined ? undefined : eq(mails.status, status),
        after === null ? undefined : lt(mails.id, after),
      ),
    )
    .orderBy(desc(mails.id))
    .limit(limit + 1);
  const open = await openMails(app, app.db, rows);
  return toPage(rows, limit, (row) => toMailView(row, open(row)?.to ?? null));
}
