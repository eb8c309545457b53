import { lineOf } from '@platform/markdown/named-targets';
import { type Database, findRow, type Tx } from '@platform/runtime';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { findManualRedirects } from '../redirects/all-redirects.ts';
import { assets, publications, redirects, slug_redirects } from '../schema.ts';
import { textsOnceAt } from '../sites/former-templates.ts';
import { publicPath, type TextAddress, textsAt } from '../sites/public-url.ts';
import type { SiteRow } from '../sites/site-row.ts';
import { findMissingFiles, findNoImages } from './file-warnings.ts';
import type { ItemRow, RevisionRow } from './item.ts';
import { kinds } from './kinds.ts';
import type { RenderedRevision } from './render-revision.ts';

export interface ContentWarning {
  code: string;
  message: string;
  field: string | null;
  /** Line of the field, from 1; null where the warning is about the whole of it. */
  line: number | null;
}

/** Whether readers get no text for a cover: neither the text has one, nor the uploaded image. */
async function lacksCoverText(tx: Database | Tx, site_id: string, fields: RevisionRow['fields']): Promise<boolean> {
  if (!('cover_alt' in fields) || fields.cover_alt) return false;
  if (typeof fields.cover_asset_id !== 'string') return Boolean(fields.cover_url);
  return !(await findRow(tx, assets, { id: fields.cover_asset_id, site_id }))?.alt;
}

/** Possible problems for readers of a publication. They do not prevent the publication. */
export async function findWarnings(
  tx: Database | Tx,
  {
    site,
    item,
    revision: { fields },
    rendered: { internal_paths, warnings: ofText },
    platform,
  }: {
    site: SiteRow;
    item: ItemRow;
    revision: Pick<RevisionRow, 'fields'>;
    rendered: RenderedRevision;
    /** Public address of the platform. */
    platform: string;
  },
): Promise<ContentWarning[]> {
  const warnings: ContentWarning[] = [];
  if (site.website_url === null && publicPath(site, item) !== null)
    warnings.push({
      code: 'website_url_missing',
      message: 'The site has no website_url, so the text has no address.',
      field: null,
      line: null,
    });
  if (kinds[item.kind].bodyOf(fields)?.trim() === '')
    warnings.push({ code: 'body_empty', message: 'The text is empty.', field: 'body', line: null });
  if (await lacksCoverText(tx, site.id, fields))
    warnings.push({
      code: 'cover_alt_missing',
      message: 'The cover has no alternative text.',
      field: 'cover_alt',
      line: null,
    });
  if ('meta_description' in fields && !fields.meta_description && !fields.excerpt)
    warnings.push({
      code: 'description_missing',
      message: 'Search engines get no description.',
      field: 'meta_description',
      line: null,
    });
  for (const path of await deadPaths(tx, site, internal_paths))
    warnings.push({
      code: 'dead_link',
      message: `Nothing is published at ${path}.`,
      field: linkField(item.kind),
      line: lineOfPath(fields[linkField(item.kind) ?? ''], path),
    });
  const { assets = {}, imageFields = [] } = kinds[item.kind].referencesOf(fields);
  warnings.push(
    ...(await findNoImages(tx, site.id, Object.fromEntries(imageFields.map((field) => [field, assets[field]])))),
  );
  warnings.push(...(await findMissingFiles(tx, site.id, fields, new URL(platform).origin)));
  warnings.push(...(await findAddressWarnings(tx, site, item)));
  warnings.push(...ofText);
  return warnings;
}

/** The line in which a path stands first; a link may name it in another way. */
const lineOfPath = (text: unknown, path: string): number | null =>
  typeof text === 'string' ? (lineOf(text, path) ?? lineOf(text, encodeURI(path))) : null;

/** The field of a kind that has most of its links; null where they are in several fields. */
const linkField = (kind: ItemRow['kind']): string | null =>
  kind === 'banner' ? null : kind === 'download' ? 'release_notes' : 'body';

/** What else is at the address of a published text: a manual redirect, or another text. */
async function findAddressWarnings(tx: Database | Tx, site: SiteRow, item: ItemRow): Promise<ContentWarning[]> {
  const path = publicPath(site, item);
  if (path === null) return [];
  const others = await findTexts(tx, site, textsAt(site, path));
  return [
    ...others
      .filter(({ item_id, is_present }) => is_present && item_id !== item.id)
      .map(({ kind, locale }) => ({
        code: 'address_shared',
        message: `${path} is also the address of a text of the kind ${kind} in the language ${locale}: readers reach one of them.`,
        field: 'slug',
        line: null,
      })),
    ...(await findManualRedirects(tx, site.id, [path])).map(({ to_url }) => ({
      code: 'redirect_hidden',
      message: `The redirect from ${path} ${targetOf(to_url)} has no effect while this text is published there.`,
      field: 'slug',
      line: null,
    })),
  ];
}

const targetOf = (to: string | null): string => (to === null ? 'to nothing (410)' : `to ${to}`);

/**
 * Redirects that take effect again when readers lose a text.
 * @param paths every path that leads to the text
 */
export async function findWakingRedirects(tx: Tx, site: SiteRow, paths: readonly string[]): Promise<ContentWarning[]> {
  if (paths.length === 0) return [];
  return (await findManualRedirects(tx, site.id, paths)).map(({ from_path, to_url }) => ({
    code: 'redirect_effective',
    message: `The redirect from ${from_path} ${targetOf(to_url)} takes effect again.`,
    field: 'slug',
    line: null,
  }));
}

/**
 * Paths that look like texts of the site, by its present or former templates, and that lead to no published text and
 * no redirect. A text in another language is another text, and addresses are compared with their case.
 */
export async function deadPaths(tx: Database | Tx, site: SiteRow, paths: readonly string[]): Promise<string[]> {
  const textPaths = paths.flatMap((path) => {
    const texts = textsOnceAt(site, path);
    return texts.length > 0 ? [{ path, texts }] : [];
  });
  if (textPaths.length === 0) return [];
  const texts = textPaths.flatMap((each) => each.texts);
  const [live, moved] = await Promise.all([
    findTexts(tx, site, texts),
    tx
      .select({ path: redirects.from_path })
      .from(redirects)
      .where(and(eq(redirects.site_id, site.id), inArray(redirects.from_path, [...paths]), ne(redirects.status, 410))),
  ]);
  const keyOf = ({ kind, locale, slug }: TextAddress) => `${kind} ${locale} ${slug}`;
  const found = new Set(live.map(keyOf));
  const redirected = new Set(moved.map(({ path }) => path));
  return textPaths
    .filter(({ path, texts }) => !redirected.has(path) && !texts.some((text) => found.has(keyOf(text))))
    .map(({ path }) => path);
}

/** Those of these texts that readers reach, at a former slug too. */
async function findTexts(tx: Database | Tx, site: SiteRow, texts: readonly TextAddress[]) {
  const slugs = sql.param([...new Set(texts.map(({ slug }) => slug))]);
  const { item_id, kind, locale, slug } = publications;
  const former = slug_redirects;
  const rows = await Promise.all([
    tx
      .select({ item_id, kind, locale, slug, is_present: sql<boolean>`true` })
      .from(publications)
      .where(and(eq(publications.site_id, site.id), sql`${slug} = ANY (${slugs}::text[])`)),
    tx
      .select({ item_id, kind: former.kind, locale: former.locale, slug: former.slug, is_present: sql<boolean>`false` })
      .from(former)
      .innerJoin(publications, eq(item_id, former.item_id))
      .where(and(eq(former.site_id, site.id), sql`${former.slug} = ANY (${slugs}::text[])`)),
  ]);
  return rows
    .flat()
    .filter((row) =>
      texts.some((text) => text.kind === row.kind && text.locale === row.locale && text.slug === row.slug),
    );
}
