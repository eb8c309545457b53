import type { cms } from '@platform/contracts';
import type { EndpointRequest, Page } from '@platform/contracts/kit';
import { readPageRows, toPage } from '@platform/runtime';
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
  const rows = await readPageRows(app.db, mails, { site_id, status }, { limit, cursor });
  const open = await openMails(app, app.db, rows);
  return toPage(rows, limit, (row) => toMailView(row, open(row)?.to ?? null));
}
