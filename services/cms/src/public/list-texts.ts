import type { ContentKind } from '@platform/contracts';
import type { Endpoint, PreparedBody } from '@platform/contracts/kit';
import { invalidField, prepareBody } from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { searchConfigOf, searchText } from '../content/search-text.ts';
import { requireSite } from '../sites/site.ts';
import type { EntryRow, TextFormat } from './shape-text.ts';
import { textParts } from './text-row.ts';

/** Filters and page of a public list, as the contract parsed them. */
export interface TextsQuery {
  limit: number;
  cursor?: string | undefined;
  page?: number | undefined;
  locale?: string | undefined;
  q?: string | undefined;
  updated_since?: string | undefined;
  include?: 'body' | undefined;
  format?: 'html' | undefined;
  sort: keyof typeof sorts;
}

const sorts = {
  '-published_at': { column: sql`p.published_at`, isDescending: true, type: sql`timestamptz` },
  published_at: { column: sql`p.published_at`, isDescending: false, type: sql`timestamptz` },
  '-updated_at': { column: sql`p.updated_at`, isDescending: true, type: sql`timestamptz` },
  updated_at: { column: sql`p.updated_at`, isDescending: false, type: sql`timestamptz` },
  title: { column: sql`p.title COLLATE "C"`, isDescending: false, type: sql`text` },
} as const;

/** The token that opens a document. */
const tokenOf = '(SELECT t.access_token FROM cms.items t WHERE t.id = p.item_id)';

/**
 * One page of published texts of a kind, from memory while nothing changes.
 * @param shape an entry of the list
 * @param filters more conditions, on the publication `p`
 * @throws AppError `validation_failed` for a cursor of another list, or a cursor beside a page
 */
export async function listTexts(
  app: Pick<App, 'db' | 'config' | 'publicReads'>,
  endpoint: Endpoint,
  { siteId, kind }: { siteId: string; kind: ContentKind },
  query: TextsQuery,
  shape: (row: EntryRow, format: TextFormat) => object,
  filters: SQL[] = [],
): Promise<PreparedBody> {
  if (query.cursor !== undefined && query.page !== undefined) invalidField('page', 'either a page or a cursor');
  return app.publicReads.get(siteId, `${kind}s ${JSON.stringify(query)}`, async () => {
    const site = await requireSite(app.db, siteId);
    const locale = query.locale ?? site.default_locale;
    const sort = sorts[query.sort];
    const after = query.cursor === undefined ? null : readTextCursor(query.cursor, query.sort);
    const where = [
      sql`p.site_id = ${siteId} AND p.kind = ${kind}`,
      ...(locale === '*' ? [] : [sql`p.locale = ${locale}`]),
      ...(query.updated_since === undefined ? [] : [sql`p.updated_at >= ${query.updated_since}::timestamptz`]),
      ...(query.q === undefined ? [] : [matches(locale === '*' ? site.default_locale : locale, query.q)]),
      ...filters,
    ];
    const conditions = sql.join(where, sql` AND `);
    const direction = sort.isDescending ? sql`DESC` : sql`ASC`;
    const beyond = sort.isDescending ? sql`<` : sql`>`;
    const from = after
      ? sql` AND (${sort.column}, p.item_id) ${beyond} (${after.value}::${sort.type}, ${after.id}::uuid)`
      : sql``;
    const body = sql.raw(query.include === 'body' ? 'p.body' : 'NULL AS body');
    const html = sql.raw(query.format === 'html' ? 'p.html' : 'NULL AS html');
    const [{ rows }, { rows: counted }] = await Promise.all([
      app.db.execute<EntryRow & Record<string, unknown>>(sql`
        SELECT p.item_id, p.kind, p.locale, p.slug, p.title, p.fields, ${body}, ${html}, p.outline, p.tags, p.published_at,
          p.updated_at, ${sql.raw(kind === 'document' ? tokenOf : 'NULL')} AS access_token, ${sql.raw(textParts)}
        FROM cms.publications p WHERE ${conditions}${from}
        ORDER BY ${sort.column} ${direction}, p.item_id ${direction}
        LIMIT ${query.limit + 1} OFFSET ${((query.page ?? 1) - 1) * query.limit}`),
      app.db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM cms.publications p WHERE ${conditions}`),
    ]);
    const format = { withBody: query.include === 'body', withHtml: query.format === 'html' };
    const shown = rows.slice(0, query.limit).map((row) => ({ ...asTimes(row), site }));
    const last = shown.at(-1);
    const items = shown.map((row) => shape(row, format));
    const next_cursor = rows.length > query.limit && last ? textCursor(last, query.sort) : null;
    return preparedPage(endpoint, { items, next_cursor, total: counted[0]?.total ?? 0 });
  });
}

/** A page with the count of all rows as its header. */
const preparedPage = (
  endpoint: Endpoint,
  page: { items: object[]; next_cursor: string | null; total: number },
): PreparedBody => ({ ...prepareBody(endpoint, page), headers: { 'x-total-count': String(page.total) } });

/** Texts with all of the words. */
const matches = (locale: string, q: string): SQL =>
  sql`p.search @@ plainto_tsquery(${searchConfigOf(locale)}::regconfig, ${searchText(q)})`;

/** Rows of a statement without a schema have their times as text. */
const asTimes = <R extends { published_at: unknown; updated_at: unknown }>(row: R) => ({
  ...row,
  published_at: new Date(row.published_at as string),
  updated_at: new Date(row.updated_at as string),
});

const sortValue = (row: EntryRow, sort: keyof typeof sorts): string =>
  sort === 'title'
    ? row.title
    : ((sort.endsWith('published_at') ? row.published_at : row.updated_at) ?? row.updated_at).toISOString();

/** The place behind a row in a list of this order. */
const textCursor = (row: EntryRow, sort: keyof typeof sorts): string =>
  Buffer.from(JSON.stringify([sort, sortValue(row, sort), row.item_id])).toString('base64url');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function readTextCursor(cursor: string, sort: keyof typeof sorts): { value: string; id: string } {
  try {
    const [of, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isTime = sort === 'title' || (typeof value === 'string' && new Date(value).toISOString() === value);
    if (of === sort && typeof value === 'string' && isTime && typeof id === 'string' && uuid.test(id))
      return { value, id };
  } catch {
    // Not JSON: answered below.
  }
  return invalidField('cursor', 'is not a cursor of this list');
}
