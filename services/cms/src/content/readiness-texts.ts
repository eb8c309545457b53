import type { cms, ReadinessKind, ReadinessText } from '@platform/contracts';
import type { QueryHandlers } from '@platform/contracts/kit';
import { type Database, findRow } from '@platform/runtime';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { assets, internal_links, publications, sites } from '../schema.ts';
import { publicUrl } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import type { Fields } from './kind.ts';
import { deadPaths } from './publication-warnings.ts';

/** A text of a revision, published or not. */
export interface TextSource {
  item_id: string;
  kind: ReadinessKind;
  locale: string;
  slug: string;
  revision: number;
  title: string;
  fields: Fields;
  html: string;
  has_h1: boolean;
  internal_paths: readonly string[];
}

type Input = Parameters<QueryHandlers<typeof cms>['listReadinessTexts']>[0];

/**
 * Limit of the HTML in one answer, in bytes: the answer has to fit into a message of the bus. A text over
 * this limit is left out.
 */
const maxPageBytes = 512 * 1024;

/** Published posts and articles as audits score them, the newest items first. Empty for an unknown site. */
export async function listReadinessTexts(
  { db }: Pick<App, 'db'>,
  { site_id, kinds, after, limit, item_ids }: Input,
): Promise<{ texts: ReadinessText[]; next: string | null }> {
  const site = await findRow(db, sites, { id: site_id });
  if (!site || kinds.length === 0) return { texts: [], next: null };
  const size = sql<number>`octet_length(coalesce(${publications.html}, ''))`;
  const rows = await db
    .select({ item_id: publications.item_id, bytes: size })
    .from(publications)
    .where(
      and(
        eq(publications.site_id, site_id),
        inArray(publications.kind, kinds),
        after === null ? undefined : lt(publications.item_id, after),
        item_ids && inArray(publications.item_id, item_ids),
      ),
    )
    .orderBy(desc(publications.item_id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  let bytes = 0;
  let textCount = 0;
  for (const row of page) {
    bytes += row.bytes;
    if (bytes > maxPageBytes) break;
    textCount += 1;
  }
  // A text that exceeds the limit by itself is skipped.
  const used = page.slice(0, Math.max(1, textCount));
  const ids = used.filter((row) => row.bytes <= maxPageBytes).map((row) => row.item_id);
  const last = used.at(-1);
  return {
    texts: ids.length === 0 ? [] : await toReadinessTexts(db, site, await readSources(db, ids)),
    next: last && used.length < rows.length ? last.item_id : null,
  };
}

async function readSources(db: Database, ids: readonly string[]): Promise<TextSource[]> {
  const rows = await db
    .select()
    .from(publications)
    .where(inArray(publications.item_id, [...ids]))
    .orderBy(desc(publications.item_id));
  const links = await db
    .select()
    .from(internal_links)
    .where(inArray(internal_links.item_id, [...ids]));
  return rows.map((row) => ({
    item_id: row.item_id,
    kind: row.kind as ReadinessKind,
    locale: row.locale,
    slug: row.slug,
    revision: row.revision,
    title: row.title,
    fields: row.fields,
    html: row.html ?? '',
    has_h1: row.outline.has_h1 === true,
    internal_paths: links.filter(({ item_id }) => item_id === row.item_id).map(({ path }) => path),
  }));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Adds facts that need other data of the site: uniqueness of titles and descriptions, dead links, widths of
 * covers.
 */
export async function toReadinessTexts(
  db: Database,
  site: SiteRow,
  sources: readonly TextSource[],
): Promise<ReadinessText[]> {
  const titleOf = ({ fields, title }: TextSource) => textOf(fields.meta_title) ?? title;
  const coverIds = sources.flatMap(({ fields }) => textOf(fields.cover_asset_id) ?? []);
  const [titles, descriptions, dead, covers] = await Promise.all([
    findOwners(db, site.id, sql`coalesce(nullif(fields->>'meta_title', ''), title)`, sources.map(titleOf)),
    findOwners(
      db,
      site.id,
      sql`fields->>'meta_description'`,
      sources.flatMap(({ fields }) => textOf(fields.meta_description) ?? []),
    ),
    deadPaths(db, site, [...new Set(sources.flatMap(({ internal_paths }) => internal_paths))]),
    coverIds.length === 0
      ? []
      : db.select({ id: assets.id, width: assets.width }).from(assets).where(inArray(assets.id, coverIds)),
  ]);
  const deadSet = new Set(dead);
  const widths = new Map(covers.map(({ id, width }) => [id, width]));
  const isUnique = (owners: Owners, { locale, item_id }: TextSource, text: string | null): boolean =>
    text === null || (owners.get(`${locale} ${text.toLowerCase()}`) ?? []).every((owner) => owner === item_id);
  return sources.map((source) => {
    const { fields, internal_paths, ...text } = source;
    const { item_id, kind, locale, revision, slug, title, html, has_h1 } = text;
    const meta_description = textOf(fields.meta_description);
    const asset = textOf(fields.cover_asset_id);
    const hasCover = asset !== null || textOf(fields.cover_url) !== null;
    return {
      item_id,
      kind,
      locale,
      revision,
      slug,
      title,
      html,
      has_h1,
      meta_description,
      meta_title: textOf(fields.meta_title),
      url: publicUrl(site, { kind, slug, locale }),
      cover: hasCover
        ? { width: asset === null ? null : (widths.get(asset) ?? null), alt: textOf(fields.cover_alt) }
        : null,
      has_category: kind === 'post' ? textOf(fields.category_id) !== null : null,
      internal_links: internal_paths.length,
      dead_links: internal_paths.filter((path) => deadSet.has(path)).length,
      is_title_unique: isUnique(titles, source, titleOf(source)),
      is_description_unique: isUnique(descriptions, source, meta_description),
    };
  });
}

/** Ids of items by language and lower-case text. */
type Owners = ReadonlyMap<string, string[]>;

async function findOwners(
  db: Database,
  site_id: string,
  expression: ReturnType<typeof sql>,
  texts: readonly string[],
): Promise<Owners> {
  if (texts.length === 0) return new Map();
  const folded = [...new Set(texts.map((text) => text.toLowerCase()))];
  const { rows } = await db.execute<{ locale: string; text: string; owners: string[] }>(sql`
    SELECT locale, lower(${expression}) AS text, (array_agg(item_id::text))[1:2] AS owners FROM cms.publications
    WHERE site_id = ${site_id} AND kind IN ('post', 'article')
      AND lower(${expression}) = ANY (${sql.param(folded)}::text[])
    GROUP BY 1, 2`);
  return new Map(rows.map(({ locale, text, owners }) => [`${locale} ${text}`, owners]));
}
