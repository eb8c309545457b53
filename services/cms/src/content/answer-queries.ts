import type { cms } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { QueryHandlers } from '@platform/contracts/kit';
import { dayBefore, dayOf, findRow } from '@platform/runtime';
import { and, count, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { items, publications, sites } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import { kinds } from './kinds.ts';

type Answers = QueryHandlers<typeof cms>;
type Input<K extends keyof Answers> = Parameters<Answers[K]>[0];
type Reader = Pick<App, 'db'>;

/** Bytes of texts in one answer: it has to fit into a message of the bus. A longer text comes alone. */
const maxPageBytes = 512 * 1024;

interface Sized extends Record<string, unknown> {
  item_id: string;
}

/**
 * Published items with their texts, by id: fewer than `limit` where they are long. Empty for an unknown site.
 */
export async function listContentPage({ db }: Reader, { site_id, after, limit, item_ids }: Input<'listContentPage'>) {
  const named = item_ids ? sql`AND item_id = ANY (${sql.param(item_ids)}::uuid[])` : sql``;
  const { rows: sized } = await db.execute<Sized>(sql`
    SELECT item_id FROM (
      SELECT item_id, row_number() OVER w AS number,
        sum(octet_length(coalesce(body, '')) + octet_length(fields::text)) OVER w AS bytes
      FROM cms.publications
      WHERE site_id = ${site_id} AND (${after}::uuid IS NULL OR item_id > ${after}::uuid) ${named}
      WINDOW w AS (ORDER BY item_id)
      ORDER BY item_id LIMIT ${limit + 1}) AS page
    WHERE number = 1 OR bytes <= ${maxPageBytes} ORDER BY item_id`);
  const ids = sized.slice(0, limit).map(({ item_id }) => item_id);
  const rows = ids.length === 0 ? [] : await readPublications(db, inArray(publications.item_id, ids));
  const page = rows.map(({ site, row }) => ({
    id: row.item_id,
    kind: row.kind,
    locale: row.locale,
    slug: row.slug,
    url: publicUrl(site, row),
    revision: row.revision,
    fields: row.fields,
    body: row.body,
    published_at: row.published_at.toISOString(),
  }));
  const last = page.at(-1);
  const [more] = last
    ? await db
        .select({ id: publications.item_id })
        .from(publications)
        .where(
          and(
            eq(publications.site_id, site_id),
            sql`${publications.item_id} > ${last.id}`,
            item_ids && inArray(publications.item_id, item_ids),
          ),
        )
        .limit(1)
    : [];
  return { items: page, next: more && last ? last.id : null };
}

const readPublications = (db: Reader['db'], where: ReturnType<typeof and>) =>
  db
    .select({ row: publications, site: sites })
    .from(publications)
    .innerJoin(sites, eq(sites.id, publications.site_id))
    .where(where)
    .orderBy(publications.item_id);

const { item_id, kind, locale, slug, revision, title, fields, published_at } = publications;
/** Characters of a text that stand in for an excerpt. */
const beginningLength = 800;
const viewDays = 90;
// The builder names the column of a single table without the table.
const viewsSince = (first: string) => sql<number>`(
  SELECT coalesce(sum(v.views), 0)::int FROM cms.article_views v
  WHERE v.item_id = cms.publications.item_id AND v.day >= ${first}::date)`;
const sourceColumns = {
  item_id,
  kind,
  locale,
  slug,
  revision,
  title,
  fields,
  published_at,
  beginning: sql<string | null>`left(${publications.plain_text}, ${beginningLength})`,
};

/** Titles and excerpts of published texts of the given kinds, or of all kinds, newest first or by views. */
export async function listContentSources(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { site_id, kinds: requestedKinds, since, limit, order }: Input<'listContentSources'>,
) {
  const site = await findRow(db, sites, { id: site_id });
  if (!site) return { sources: [] };
  const views = viewsSince(dayBefore(dayOf(clock.now(), site.timezone), viewDays - 1));
  const byViews = order === 'views' ? [desc(views)] : [];
  const rows = await db
    .select({ ...sourceColumns, views })
    .from(publications)
    .where(
      and(
        eq(publications.site_id, site_id),
        requestedKinds.length > 0 ? inArray(publications.kind, requestedKinds) : undefined,
        since === null ? undefined : gte(publications.published_at, new Date(since)),
      ),
    )
    .orderBy(...byViews, desc(publications.published_at), desc(publications.item_id))
    .limit(limit);
  return {
    sources: rows.map((row) => ({
      kind: row.kind,
      id: row.item_id,
      revision: row.revision,
      title: row.title,
      locale: row.locale,
      excerpt: kinds[row.kind].excerptOf(row.fields) ?? beginningOf(row.beginning),
      views: row.views,
      url: publicUrl(site, row),
      published_at: row.published_at.toISOString(),
    })),
  };
}

/** The whole words at the beginning of a text; null without any. */
function beginningOf(text: string | null): string | null {
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim();
  if (line === '') return null;
  if ((text ?? '').length < beginningLength) return line;
  const lastWord = line.lastIndexOf(' ');
  return `${cutText(line, lastWord > 0 ? lastWord : line.length - 1)}…`;
}

/** How many items of each kind and status a site has; those without any are absent. */
export async function getInventory({ db }: Reader, { site_id }: Input<'getInventory'>) {
  const counts = await db
    .select({ kind: items.kind, status: items.status, count: count() })
    .from(items)
    .where(eq(items.site_id, site_id))
    .groupBy(items.kind, items.status)
    .orderBy(items.kind, items.status);
  return { counts };
}
