import type { App } from '../app.ts';
import { distinctTags } from '../content/tag-slug.ts';
import { publicUrl } from '../sites/public-url.ts';
import { assetPath, assetUrl, toPublicImage } from './public-image.ts';
import type { TextRow } from './published-text.ts';
import { beginningOf, seoHead } from './seo-head.ts';

/** What a read wants of a text. */
export interface TextFormat {
  withBody: boolean;
  withHtml: boolean;
  withSeo?: boolean;
}

/** The parts of a text that are in other tables as well, without those that only its own page shows. */
export type EntryRow = Omit<TextRow, 'alternates' | 'related'> & { alternates?: TextRow['alternates'] };

/** What readers get of every text. */
export const toPublicText = (row: EntryRow, status = 'published' as const) => ({
  slug: row.slug,
  locale: row.locale,
  status,
  title: row.title,
  url: publicUrl(row.site, row),
  published_at: row.published_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});

/** The address of a text of the same kind. */
const addressOf = ({ site, kind }: EntryRow, text: { slug: string; locale: string }): string | null =>
  publicUrl(site, { kind, ...text });

/** A text in all languages that it is published in. */
export const alternatesOf = (row: EntryRow & Pick<TextRow, 'alternates'>) =>
  row.alternates.map((text) => ({ ...text, url: addressOf(row, text) }));

const bodyOf = ({ body, html }: EntryRow, { withBody, withHtml }: TextFormat) => ({
  ...(withBody ? { body: body ?? '' } : {}),
  ...(withHtml ? { html: html ?? '' } : {}),
});

/** A post or an article in a list. */
export function toTextEntry(app: Pick<App, 'config'>, row: EntryRow, format: TextFormat) {
  const { fields, cover, outline } = row;
  const cover_alt = fields.cover_alt as string | null;
  return {
    ...toPublicText(row),
    ...bodyOf(row, format),
    excerpt: (fields.excerpt as string | null) || beginningOf(outline),
    cover_url: cover ? assetUrl(app, cover.file) : (fields.cover_url as string | null),
    cover_asset_path: cover ? assetPath(cover.file) : null,
    cover_alt,
    cover: cover
      ? toPublicImage(app, cover, cover_alt)
      : typeof fields.cover_url === 'string'
        ? { url: fields.cover_url, width: null, height: null, alt: cover_alt, placeholder: null, variants: [] }
        : null,
    meta_title: fields.meta_title as string | null,
    meta_description: fields.meta_description as string | null,
    has_h1: outline.has_h1,
    reading_minutes: outline.reading_minutes,
    ...(format.withSeo ? { alternates: alternatesOf({ alternates: [], ...row }), seo: seoHead(app, row) } : {}),
  };
}

/** One post or article. */
export function toWholeText(app: Pick<App, 'config'>, row: TextRow, withHtml: boolean) {
  const { fields, outline } = row;
  return {
    ...toTextEntry(app, row, { withBody: true, withHtml }),
    body: row.body ?? '',
    canonical_url: fields.canonical_url as string | null,
    noindex: fields.noindex as boolean,
    toc: outline.toc,
    related: row.related.map((text) => ({ slug: text.slug, title: text.title, url: addressOf(row, text) })),
    alternates: alternatesOf(row),
    seo: seoHead(app, row),
  };
}

/** An author as readers see one. */
export const toPublicAuthor = (
  app: Pick<App, 'config'>,
  { slug, name, bio, url, avatar_file }: NonNullable<TextRow['author']>,
) => ({ slug, name, bio, url, avatar_url: avatar_file === null ? null : assetUrl(app, avatar_file) });

/** The fields that only posts have. */
export const postParts = (app: Pick<App, 'config'>, { category, author, tags, fields }: EntryRow) => ({
  category,
  // Texts of before may have tags that differ by their case alone.
  tags: distinctTags(tags, (tag) => tag.toLowerCase()),
  author: author && toPublicAuthor(app, author),
  is_featured: fields.is_featured as boolean,
});
