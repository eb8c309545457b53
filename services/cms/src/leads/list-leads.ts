import type { cms } from '@platform/contracts';
import type { EndpointRequest, Page, StreamedBody } from '@platform/contracts/kit';
import {
  columnsEqual,
  csvFile,
  dayOf,
  invalidField,
  pageWithinBytes,
  readCursor,
  requirePhone,
} from '@platform/runtime';
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { linksOfLeads } from '../newsletter/lead-links.ts';
import { leads } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { type LeadView, openLeads, toLead } from './lead.ts';
import type { LeadRow } from './lead-content.ts';

type Query = EndpointRequest<typeof cms.endpoints.searchLeads>['body'];
const columns = [
  'id',
  'created_at',
  'state',
  'form',
  'form_code',
  'email',
  'phone',
  'name',
  'message',
  'fields',
  'page_url',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'locale',
  'consents',
  'unsubscribe_url',
] as const;

/** Leads in one statement of an export. */
const batchSize = 200;

/**
 * One page of the leads of a site, newest first, or as CSV all that the query names. The read is in the audit
 * log.
 * @throws AppError `site_not_found`, `validation_failed`
 */
export async function listLeads(
  app: App,
  site_id: string,
  { limit, cursor, format, ...filter }: Query,
): Promise<Page<LeadView> | StreamedBody> {
  if (format === 'csv' && cursor !== undefined)
    invalidField('cursor', 'is for pages: an export has no pages, leave the cursor out');
  const after = readCursor(cursor);
  const site = await requireSite(app.db, site_id);
  const phone = filter.phone === undefined ? undefined : await requirePhone('phone', filter.phone, site.country);
  const linkOf = await linksOfLeads(app, site_id);
  const isAsked = await conditionOf(app, site_id, { ...filter, phone });
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const record = (count: number) =>
    app.db.transaction((tx) =>
      app.audit.record(tx, {
        before: null,
        after: { leads: count, format, filters },
        application_id: site.application_id,
      }),
    );
  if (format === 'csv') {
    await record(await app.db.$count(leads, isAsked));
    const day = dayOf(app.clock.now(), site.timezone);
    return csvFile(`leads-${site.code}-${day}.csv`, columns, readRows(app, isAsked, linkOf));
  }
  const sizes = app.db
    .select({ id: leads.id, bytes: sql<number>`octet_length(${leads.sealed})` })
    .from(leads)
    .where(and(isAsked, after === null ? undefined : lt(leads.id, after)))
    .orderBy(desc(leads.id))
    .limit(limit + 1);
  const read = async (ids: string[]) => {
    const rows = await app.db.select().from(leads).where(inArray(leads.id, ids));
    const open = await openLeads(app, app.db, rows);
    return rows.map((row) => ({ id: row.id, view: toLead(row, open(row), linkOf(row)) }));
  };
  const page = await pageWithinBytes({ limit, sizes, read, shape: ({ view }) => view });
  await record(page.items.length);
  return page;
}

async function* readRows(app: App, isAsked: SQL | undefined, linkOf: (lead: LeadRow) => string | null) {
  for (let last: string | undefined; ; ) {
    const rows = await app.db
      .select()
      .from(leads)
      .where(and(isAsked, last === undefined ? undefined : lt(leads.id, last)))
      .orderBy(desc(leads.id))
      .limit(batchSize);
    const open = await openLeads(app, app.db, rows);
    yield rows.map((row) => {
      const { fields, consents, ...lead } = toLead(row, open(row), linkOf(row));
      const accepted = consents.filter((one) => one.accepted).map((one) => `${one.doc_kind} ${one.version}`);
      return { ...lead, fields: JSON.stringify(fields), consents: accepted.join(', ') };
    });
    last = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}

/** Leads that a filter names, as a condition. E-mail and phone number are compared by their HMAC. */
async function conditionOf(
  { pseudonyms }: Pick<App, 'pseudonyms'>,
  site_id: string,
  { state, form, form_code, email, phone, from, to }: Omit<Query, 'limit' | 'cursor' | 'format'>,
): Promise<SQL | undefined> {
  const names = email === undefined && phone === undefined ? null : await pseudonyms.find(site_id);
  const isContact = (column: typeof leads.email_hash | typeof leads.phone_hash, hash: string | undefined) =>
    hash === undefined ? sql`false` : eq(column, hash);
  return and(
    columnsEqual(leads, { site_id, form, form_code }),
    state === undefined ? inArray(leads.state, ['new', 'in_progress', 'done']) : eq(leads.state, state),
    email === undefined ? undefined : isContact(leads.email_hash, names?.hash('email', email)),
    phone === undefined ? undefined : isContact(leads.phone_hash, names?.hash('phone', phone)),
    from === undefined ? undefined : gte(leads.created_at, new Date(from)),
    to === undefined ? undefined : lt(leads.created_at, new Date(to)),
  );
}
