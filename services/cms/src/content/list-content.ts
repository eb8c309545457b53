import type { ContentKind, cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import { columnsEqual, type PageQuery, readPageRows, toPage } from '@platform/runtime';
import { and, eq, getTableColumns, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { items, revisions } from '../schema.ts';
import { requireSite } from '../sites/site.ts';
import { toEntry, toItem } from './item.ts';
import type { Fields } from './kind.ts';

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
    columnsEqual(items, { site_id, status, locale, folder_id }),
    q === undefined ? undefined : or(ilike(items.title, containing(q)), ilike(items.slug, containing(q))),
  );

/** The moment at which an item stands in the calendar. */
const calendarTime = sql`coalesce(${items.scheduled_at}, ${items.first_published_at})`;

/** Items of every kind, newest first; with `from` and `to`, those of a calendar. */
export async function listContent({ db }: Pick<App, 'db'>, site_id: string, query: Query) {
  const site = await requireSite(db, site_id);
  const rows = await readPageRows(
    db,
    items,
    and(
      columnsEqual(items, { kind: query.kind }),
      matching(site_id, query),
      query.from === undefined ? undefined : gte(calendarTime, new Date(query.from)),
      query.to === undefined ? undefined : lt(calendarTime, new Date(query.to)),
    ),
    query,
  );
  return toPage(rows, query.limit, (row) => toEntry(site, row));
}

/** Fields of revisions that lists filter by; an index has each of them. `tags` is a list. */
export interface FieldFilters {
  tags?: string | undefined;
  category_id?: string | undefined;
  doc_kind?: string | undefined;
  platform?: string | undefined;
  channel?: string | undefined;
}

const indexed: Record<keyof FieldFilters, SQL> = {
  tags: sql`(${revisions.fields} -> 'tags')`,
  category_id: sql`(${revisions.fields} -> 'category_id')`,
  doc_kind: sql`(${revisions.fields} -> 'doc_kind')`,
  platform: sql`(${revisions.fields} -> 'platform')`,
  channel: sql`(${revisions.fields} -> 'channel')`,
};

/** Revisions with these values, as a condition. Each field is compared by the expression of its index. */
const hasFields = ({ tags, ...texts }: FieldFilters): SQL | undefined =>
  and(
    tags === undefined ? undefined : sql`${indexed.tags} @> ${JSON.stringify([tags])}::jsonb`,
    ...Object.entries(texts).map(([name, value]) =>
      value === undefined ? undefined : sql`${indexed[name as keyof FieldFilters]} = ${JSON.stringify(value)}::jsonb`,
    ),
  );

/** The fields of a revision without its texts, which no list shows. */
const shortFields = sql<Fields>`${revisions.fields} - ARRAY['body', 'html', 'release_notes']`;

/**
 * Items of a kind with the fields of their newest revisions but their texts, newest first.
 * @param fields values that fields of the revision have; `tags` has the value among its elements
 * @throws `site_not_found`
 */
export async function listItems<K extends ContentKind>(
  app: Pick<App, 'db' | 'config'>,
  { kind, site_id, query, fields = {} }: { kind: K; site_id: string; query: Filters; fields?: FieldFilters },
) {
  const site = await requireSite(app.db, site_id);
  const rows = await readPageRows(
    app.db
      .select({ item: items, revision: { ...getTableColumns(revisions), fields: shortFields } })
      .from(items)
      .innerJoin(revisions, and(eq(revisions.item_id, items.id), eq(revisions.revision, items.revision))),
    items,
    and(matching(site_id, query), eq(items.kind, kind), hasFields(fields)),
    query,
  );
  const drafts = rows.map((row) => ({ id: row.item.id, ...row }));
  return toPage(drafts, query.limit, (draft) => toItem<K>(app, site, draft));
}
