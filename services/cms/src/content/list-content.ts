import type { ContentKind, cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { type PageQuery, readCursor, toPage } from '@platform/runtime';
import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { items, revisions } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { toEntry, toItem } from './item.ts';

type Query = EndpointRequest<typeof cms.endpoints.listContent>['query'];

/** A pattern of LIKE that finds this text; its own wildcards are escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

interface Filters extends PageQuery {
  status?: Query['status'] | undefined;
  locale?: string | undefined;
  q?: string | undefined;
  /** Of articles. */
  folder_id?: string | undefined;
}

const matching = (site_id: string, { status, locale, q, folder_id }: Filters): SQL | undefined =>
  and(
    eq(items.site_id, site_id),
    status && eq(items.status, status),
    locale === undefined ? undefined : eq(items.locale, locale),
    folder_id === undefined ? undefined : eq(items.folder_id, folder_id),
    q === undefined ? undefined : or(ilike(items.title, containing(q)), ilike(items.slug, containing(q))),
  );

/** The moment at which an item stands in the calendar. */
const calendarTime = sql`coalesce(${items.scheduled_at}, ${items.first_published_at})`;

/** Items of every kind, newest first; with `from` and `to`, those of a calendar. Throws `site_not_found`. */
export async function listContent({ db }: Pick<App, 'db'>, site_id: string, query: Query) {
  const site = await requireSite(db, site_id);
  const after = readCursor(query.cursor);
  const rows = await db
    .select()
    .from(items)
    .where(
      and(
        matching(site_id, query),
        query.kind && eq(items.kind, query.kind),
        query.from === undefined ? undefined : gte(calendarTime, new Date(query.from)),
        query.to === undefined ? undefined : lt(calendarTime, new Date(query.to)),
        after ? lt(items.id, after) : undefined,
      ),
    )
    .orderBy(desc(items.id))
    .limit(query.limit + 1);
  return toPage(rows, query.limit, (row) => toEntry(site, row));
}

/**
 * Items of a kind with the fields of their newest revisions, newest first. Throws `site_not_found`.
 * @param fields values that fields of the revision have; a list has the value among its elements
 */
export async function listItems<K extends ContentKind>(
  app: Pick<App, 'db' | 'config'>,
  kind: K,
  site_id: string,
  query: Filters,
  fields: Record<string, unknown> = {},
) {
  const site = await requireSite(app.db, site_id);
  const after = readCursor(query.cursor);
  const wanted = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const rows = await app.db
    .select({ item: items, revision: revisions })
    .from(items)
    .innerJoin(revisions, and(eq(revisions.item_id, items.id), eq(revisions.revision, items.revision)))
    .where(
      and(
        matching(site_id, query),
        eq(items.kind, kind),
        Object.keys(wanted).length > 0 ? sql`${revisions.fields} @> ${JSON.stringify(wanted)}::jsonb` : undefined,
        after ? lt(items.id, after) : undefined,
      ),
    )
    .orderBy(desc(items.id))
    .limit(query.limit + 1);
  const found = rows.map((row) => ({ id: row.item.id, ...row }));
  return toPage(found, query.limit, (draft) => toItem<K>(app, site, draft));
}
