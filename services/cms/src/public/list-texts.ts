import type { ContentKind } from '@platform/contracts';
import type { Endpoint, PreparedBody } from '@platform/contracts/kit';
import {
  cursorId,
  cursorText,
  type Database,
  defineCursor,
  invalidField,
  markCursor,
  markOfList,
  prepareInTick,
  type RowSize,
  rowsWithinBytes,
  unmarkCursor,
} from '@platform/runtime';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app.ts';
import { searchConfigOf, searchScope } from '../content/search-text.ts';
import { matchLocale } from '../sites/match-locale.ts';
import { requireSite } from '../sites/site.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { htmlOfEntry, htmlOfPage } from './resolve-text.ts';
import { searchWords } from './search-words.ts';
import type { EntryRow, TextFormat } from './shape-text.ts';
import { alternatesColumn, textParts } from './text-row.ts';

/** What lists of texts need. */
export type ListReader = Pick<App, 'db' | 'config' | 'publicReads' | 'searchTurns' | 'longReads'>;

/** Runs statements, in a transaction or outside of one. */
type Reader = Pick<Database, 'execute'>;

/** Filters and page of a public list, as the contract parsed them. */
export interface TextsQuery {
  limit: number;
  cursor?: string | undefined;
  page?: number | undefined;
  locale?: string | undefined;
  q?: string | undefined;
  updated_since?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  include?: 'body' | 'seo' | 'body,seo' | undefined;
  format?: 'html' | undefined;
  anchors?: 'page' | undefined;
  sort: keyof typeof sorts;
}

const sorts = {
  '-published_at': { column: sql`p.published_at`, isDescending: true, type: sql`timestamptz` },
  published_at: { column: sql`p.published_at`, isDescending: false, type: sql`timestamptz` },
  '-updated_at': { column: sql`p.updated_at`, isDescending: true, type: sql`timestamptz` },
  updated_at: { column: sql`p.updated_at`, isDescending: false, type: sql`timestamptz` },
  title: { column: sql`p.title COLLATE "C"`, isDescending: false, type: sql`text` },
} as const;

/** A position is the order, the value of its column and the id. */
const cursorOf = (sort: keyof typeof sorts) =>
  defineCursor([z.literal(sort), sort === 'title' ? cursorText : z.iso.datetime({ precision: 3 }), cursorId], {
    isJson: true,
  });

/** The token that opens a document. */
const tokenOf = '(SELECT t.access_token FROM cms.items t WHERE t.id = p.item_id)';

/**
 * One page of published texts of a kind, from memory while nothing changes. A page with texts has 1 MiB of
 * them at most, and one text at least.
 * @param shape an entry of the list
 * @param filters more conditions, on the publication `p`
 * @throws AppError `validation_failed` for a cursor of another list, a cursor beside a page, or a page by
 * number whose texts are too long for one answer; `service_unavailable` when too many such lists are read
 */
export async function listTexts(
  app: ListReader,
  endpoint: Endpoint,
  {
    scope: { siteId, kind },
    query: rawQuery,
    shape,
    filters = [],
  }: {
    scope: { siteId: string; kind: ContentKind };
    query: TextsQuery;
    shape: (row: EntryRow, format: TextFormat) => object;
    filters?: SQL[] | ((site: SiteRow) => Promise<SQL[]>);
  },
): Promise<PreparedBody> {
  if (rawQuery.cursor !== undefined && rawQuery.page !== undefined)
    invalidField('page', 'and `cursor` exclude each other: send one of them');
  const query = withOneKey(rawQuery);
  const mark = markOfList([siteId, kind], { ...query });
  if (query.cursor !== undefined) query.cursor = unmarkCursor(query.cursor, mark);
  return app.publicReads.get(siteId, `${kind}s ${JSON.stringify(query)}`, async () => {
    const site = await requireSite(app.db, siteId);
    const where = conditionsOf(site, kind, query, Array.isArray(filters) ? filters : await filters(site));
    const { rows, hasMore, total } = await readInTurn(app, siteId, query, (db) => readPage(db, { kind, query, where }));
    const format = { withBody: hasBody(query), withHtml: query.format === 'html', withSeo: hasSeo(query) };
    const htmlOf = query.anchors === 'page' ? htmlOfPage : htmlOfEntry;
    const shown = rows.map((row) => {
      const entry = { ...asTimes(row), site };
      return { ...entry, html: entry.html === null ? null : htmlOf(app, entry, entry.html) };
    });
    const last = shown.at(-1);
    const items = shown.map((row) => shape(row, format));
    const position = last && ([query.sort, sortValue(last, query.sort), last.item_id] as const);
    const next_cursor = hasMore && position ? markCursor(cursorOf(query.sort).print(position), mark) : null;
    return prepareInTick(endpoint, { items, next_cursor, total });
  });
}

const minute = 60_000;

/**
 * The query with one form for lists that are the same: `updated_since` rounded down to the minute, so that no
 * change is missed, and the words as the search sees them.
 */
function withOneKey(query: TextsQuery): TextsQuery {
  const { updated_since, q } = query;
  const since = updated_since === undefined ? undefined : new Date(updated_since).getTime();
  return {
    ...query,
    ...(since === undefined ? {} : { updated_since: new Date(Math.floor(since / minute) * minute).toISOString() }),
    ...(q === undefined ? {} : { q: searchWords(q).join(' ') }),
  };
}

/** Runs the statements of a list: those that search or carry texts in the turns for such reads. */
function readInTurn<T>(
  app: ListReader,
  siteId: string,
  query: TextsQuery,
  work: (db: Reader) => Promise<T>,
): Promise<T> {
  if (query.q !== undefined) return app.searchTurns.run(siteId, work);
  return hasTexts(query) ? app.longReads.run(siteId, () => work(app.db)) : work(app.db);
}

const hasBody = ({ include }: TextsQuery): boolean => include === 'body' || include === 'body,seo';
const hasSeo = ({ include }: TextsQuery): boolean => include === 'seo' || include === 'body,seo';
const hasTexts = (query: TextsQuery): boolean => hasBody(query) || query.format === 'html';

/** Conditions on the publication `p`. */
function conditionsOf(site: SiteRow, kind: ContentKind, query: TextsQuery, filters: SQL[]): SQL {
  const locale = matchLocale(site, query.locale);
  const where = [
    sql`p.site_id = ${site.id} AND p.kind = ${kind}`,
    ...(locale === '*' ? [] : [sql`p.locale = ${locale}`]),
    ...(query.updated_since === undefined ? [] : [isChangedSince(site, kind, query.updated_since)]),
    ...(query.from === undefined ? [] : [sql`p.published_at >= ${query.from}::timestamptz`]),
    ...(query.to === undefined ? [] : [sql`p.published_at < ${query.to}::timestamptz`]),
    ...(query.q === undefined ? [] : [matches(site, locale, query.q)]),
    ...filters,
  ];
  return sql.join(where, sql` AND `);
}

/**
 * Whether readers get something else of a text since a time: of itself, of its category, author, folder or
 * translations, of files that it or its author has, or of its address.
 */
function isChangedSince({ id, former_templates, texts_changed_at }: SiteRow, kind: ContentKind, since: string): SQL {
  // Every address may have moved.
  if (former_templates.some(({ until }) => until >= since)) return sql`true`;
  if (texts_changed_at !== null && texts_changed_at >= new Date(since)) return sql`true`;
  const time = sql`${since}::timestamptz`;
  const usersOf = (
    owner: string,
  ) => sql`SELECT u.owner_id FROM cms.assets a JOIN cms.asset_usages u ON u.asset_id = a.id
    WHERE a.site_id = ${id} AND a.updated_at >= ${time} AND u.owner_kind = ${owner}`;
  const parts = [
    sql`p.updated_at >= ${time}`,
    sql`EXISTS (SELECT FROM cms.publications o WHERE o.group_id = p.group_id AND o.updated_at >= ${time})`,
    sql`EXISTS (SELECT FROM cms.items t WHERE t.group_id = p.group_id AND t.context_changed_at >= ${time})`,
    sql`p.item_id IN (${usersOf(kind)})`,
    // Of rows of the release before, which have no time of their own.
    sql`EXISTS (SELECT FROM cms.removed_texts r JOIN cms.items t ON t.site_id = r.site_id AND t.kind = r.kind
      AND t.locale = r.locale AND t.slug = r.slug
      WHERE r.site_id = ${id} AND r.removed_at >= ${time} AND t.group_id = p.group_id)`,
    ...(kind === 'post'
      ? [
          sql`p.category_id IN (SELECT c.id FROM cms.categories c WHERE c.site_id = ${id} AND c.updated_at >= ${time})`,
          sql`p.author_id IN (SELECT a.id FROM cms.authors a WHERE a.site_id = ${id} AND a.updated_at >= ${time})`,
          sql`p.author_id IN (${usersOf('author')})`,
        ]
      : []),
    ...(kind === 'article'
      ? [sql`EXISTS (SELECT FROM cms.folders f WHERE f.site_id = ${id} AND f.updated_at >= ${time})`]
      : []),
  ];
  return sql`(${sql.join(parts, sql` OR `)})`;
}

interface PageRows {
  rows: (EntryRow & Record<string, unknown>)[];
  hasMore: boolean;
  /** Rows of all pages. */
  total: number;
}

async function readPage(
  db: Reader,
  { kind, query, where }: { kind: ContentKind; query: TextsQuery; where: SQL },
): Promise<PageRows> {
  const sort = sorts[query.sort];
  const after = cursorOf(query.sort).parse(query.cursor);
  const direction = sort.isDescending ? sql`DESC` : sql`ASC`;
  const beyond = sort.isDescending ? sql`<` : sql`>`;
  const from = after
    ? sql` AND (${sort.column}, p.item_id) ${beyond} (${after[1]}::${sort.type}, ${after[2]}::uuid)`
    : sql``;
  const order = sql`${sort.column} ${direction}, p.item_id ${direction}`;
  const page = sql`WHERE ${where}${from} ORDER BY ${order}
    LIMIT ${query.limit + 1} OFFSET ${((query.page ?? 1) - 1) * query.limit}`;
  const columns = columnsOf(kind, query);
  const read = (rest: SQL) =>
    db.execute<EntryRow & Record<string, unknown>>(sql`SELECT ${columns} FROM cms.publications p ${rest}`);
  // A statement of drizzle runs with each `then`, a promise once.
  const counted = Promise.resolve(
    db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM cms.publications p WHERE ${where}`),
  );
  // A failure of the other statement must not leave this one without a handler.
  counted.catch(() => {});
  const totalOf = async () => (await counted).rows[0]?.total ?? 0;
  if (!hasTexts(query)) {
    const { rows } = await read(page);
    return { rows: rows.slice(0, query.limit), hasMore: rows.length > query.limit, total: await totalOf() };
  }
  const { rows: sizes } = await db.execute<RowSize<string> & Record<string, unknown>>(
    sql`SELECT p.item_id AS id, ${bytesOf(query)} AS bytes FROM cms.publications p ${page}`,
  );
  const { ids, hasMore } = rowsWithinBytes(sizes, query.limit);
  if (query.page !== undefined && ids.length < Math.min(sizes.length, query.limit))
    invalidField('page', 'has more text than an answer may have: use a cursor, or a smaller `limit`');
  const { rows } = await read(sql`WHERE p.item_id = ANY (${sql.param(ids)}::uuid[]) ORDER BY ${order}`);
  return { rows, hasMore, total: await totalOf() };
}

/** Bytes of the texts of a row. PostgreSQL knows them without reading the texts. */
const bytesOf = (query: TextsQuery): SQL =>
  sql`coalesce(octet_length(${hasBody(query) ? sql`p.body` : sql`NULL`}), 0)
    + coalesce(octet_length(${query.format === 'html' ? sql`p.html` : sql`NULL`}), 0)`;

function columnsOf(kind: ContentKind, query: TextsQuery): SQL {
  const body = sql.raw(hasBody(query) ? 'p.body' : 'NULL AS body');
  const alternates = sql.raw(hasSeo(query) ? `, ${alternatesColumn}` : '');
  const html = sql.raw(query.format === 'html' ? 'p.html' : 'NULL AS html');
  // Lists show no headings, and a text may have thousands.
  return sql`p.item_id, p.kind, p.locale, p.slug, p.title, p.fields, ${body}, ${html}, p.outline - 'toc' AS outline,
    p.revision, p.tags, p.published_at, p.updated_at, ${sql.raw(kind === 'document' ? tokenOf : 'NULL')} AS access_token,
    ${sql.raw(textParts)}${alternates}`;
}

/** Texts with all of the words, by the index of words of the site alone. */
function matches(site: SiteRow, locale: string, q: string): SQL {
  const locales = locale === '*' ? site.locales : [locale];
  const scope = locales.map((language) => `'${searchScope(site.id, language)}'`).join(' | ');
  const config = searchConfigOf(locale === '*' ? site.default_locale : locale);
  return sql`p.search @@ (${scope}::tsquery && plainto_tsquery(${config}::regconfig, ${q}))`;
}

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
