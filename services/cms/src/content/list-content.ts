import type { ContentKind, cms } from '@platform/contracts';
import type { EndpointRequest } from '@platform/contracts/kit';
import {
  columnsEqual,
  cursorId,
  cursorText,
  defineCursor,
  type PageQuery,
  readPageRows,
  toPage,
} from '@platform/runtime';
import { and, eq, getTableColumns, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
import { namedTags, readTagSpellings } from '../public/tag-spellings.ts';
import { foldedTags, items, revisions } from '../schema.ts';
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
  sort?: keyof typeof orders | undefined;
}

/** Orders of lists of one kind; an index has each of them. */
const orders = {
  '-updated_at': { column: sql`${items.updated_at}`, isDescending: true, type: sql`timestamptz` },
  updated_at: { column: sql`${items.updated_at}`, isDescending: false, type: sql`timestamptz` },
  title: { column: sql`${items.title} COLLATE "C"`, isDescending: false, type: sql`text` },
} as const;

/** A position is the order, the value of its column and the id. */
const cursorOf = (sort: keyof typeof orders) =>
  defineCursor([z.literal(sort), sort === 'title' ? cursorText : z.iso.datetime({ precision: 3 }), cursorId], {
    isJson: true,
  });

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

/** Fields of revisions that lists filter by; an index has each of them. `tags` are those that a post has all of. */
export interface FieldFilters {
  tags?: string | undefined;
  category_id?: string | undefined;
  author_id?: string | undefined;
  doc_kind?: string | undefined;
  platform?: string | undefined;
  channel?: string | undefined;
}

const indexed: Record<keyof FieldFilters, SQL> = {
  tags: foldedTags(revisions.fields),
  category_id: sql`(${revisions.fields} -> 'category_id')`,
  author_id: sql`(${revisions.fields} -> 'author_id')`,
  doc_kind: sql`(${revisions.fields} -> 'doc_kind')`,
  platform: sql`(${revisions.fields} -> 'platform')`,
  channel: sql`(${revisions.fields} -> 'channel')`,
};

/** A text in lower case, as {@link foldedTags} has it. */
const folded = (text: string): SQL => sql`lower(${text}::text COLLATE "und-x-icu")`;

/** Revisions with these values, as a condition. Each field is compared by the expression of its index. */
const hasFields = ({ tags: _, ...texts }: FieldFilters, tags: readonly string[][][]): SQL | undefined =>
  and(
    or(
      ...tags.map((all) =>
        and(
          ...all.map((spellings) =>
            or(...spellings.map((tag) => sql`${indexed.tags} @> ${folded(JSON.stringify([tag]))}::jsonb`)),
          ),
        ),
      ),
    ),
    ...Object.entries(texts).map(([name, value]) =>
      value === undefined ? undefined : sql`${indexed[name as keyof FieldFilters]} = ${JSON.stringify(value)}::jsonb`,
    ),
  );

/** The fields of a revision without its texts, which no list shows. */
const shortFields = sql<Fields>`${revisions.fields} - ARRAY['body', 'html', 'release_notes']`;

/**
 * Items of a kind with the fields of their newest revisions but their texts, newest first where no order is asked for.
 * @param fields values that fields of the revision have; `tags` names some in any case, or by their slugs
 * @throws `site_not_found`
 */
export async function listItems<K extends ContentKind>(
  app: Pick<App, 'db' | 'config'>,
  { kind, site_id, query, fields = {} }: { kind: K; site_id: string; query: Filters; fields?: FieldFilters },
) {
  const site = await requireSite(app.db, site_id);
  const selection = app.db
    .select({ item: items, revision: { ...getTableColumns(revisions), fields: shortFields } })
    .from(items)
    .innerJoin(revisions, and(eq(revisions.item_id, items.id), eq(revisions.revision, items.revision)));
  const tags = fields.tags === undefined ? [] : namedTags(await readTagSpellings(app.db, site), fields.tags);
  const where = and(matching(site_id, query), eq(items.kind, kind), hasFields(fields, tags));
  const { sort } = query;
  if (sort === undefined) {
    const rows = await readPageRows(selection, items, where, query);
    return toPage(
      rows.map((row) => ({ id: row.item.id, ...row })),
      query.limit,
      (draft) => toItem<K>(app, site, draft),
    );
  }
  const { column, isDescending, type } = orders[sort];
  const cursor = cursorOf(sort);
  const after = cursor.parse(query.cursor);
  const [beyond, direction] = isDescending ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const rows = await selection
    .where(
      and(where, after ? sql`(${column}, ${items.id}) ${beyond} (${after[1]}::${type}, ${after[2]}::uuid)` : undefined),
    )
    .orderBy(sql`${column} ${direction}, ${items.id} ${direction}`)
    .limit(query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (draft) => toItem<K>(app, site, draft),
    ({ item: { id, title, updated_at } }) =>
      cursor.print([sort, sort === 'title' ? title : updated_at.toISOString(), id]),
  );
}
