import { z } from 'zod';
import { HttpUrl, longText, pageQuery, Timestamp, text, Uuid } from '../fields.ts';
import { Locale, optionalText, referenceTo, Slug, TocEntry } from './fields.ts';
import { PublicImage } from './sites.ts';

/** Fields of texts: what authors write, and what readers get. */

export const maxBody = 200_000;

/** What an author of any kind sends besides its fields. */
export const authoring = {
  slug: Slug.describe('Part of the address; made from the title when absent at creation'),
  locale: Locale.describe('Language; one of the site. It never changes'),
  translation_of: referenceTo('content_item_id', 'The item that this one translates, of the same kind'),
  note: optionalText(500).describe('What this revision is about'),
};

/** The fields that posts and articles share. */
export const textFields = {
  title: text(200).describe('Title'),
  excerpt: optionalText(500).describe('A few sentences for lists'),
  body: longText(maxBody).describe('Markdown'),
  cover_asset_id: referenceTo('asset_id', 'An uploaded image'),
  cover_url: HttpUrl.nullable().describe('An image elsewhere; an uploaded one wins'),
  cover_alt: optionalText(200).describe('Text instead of the cover'),
  meta_title: optionalText(120).describe('Title for search engines; the title when empty'),
  meta_description: optionalText(300).describe('Description for search engines; the excerpt when empty'),
  canonical_url: HttpUrl.nullable().describe('The address that search engines shall keep instead'),
  noindex: z.boolean().describe('Search engines shall not keep it'),
  related_ids: z
    .array(Uuid.meta({ resource: 'nothing' }))
    .max(6)
    .describe('Items of the same kind to read next; those that share tags when empty'),
  published_at: Timestamp.nullable().describe('The moment that readers see; that of the first publication when null'),
};

/** The fields as they are when they are absent at creation. */
export const textDefaults = {
  title: textFields.title,
  excerpt: textFields.excerpt.default(null),
  body: textFields.body.default(''),
  cover_asset_id: textFields.cover_asset_id.default(null),
  cover_url: textFields.cover_url.default(null),
  cover_alt: textFields.cover_alt.default(null),
  meta_title: textFields.meta_title.default(null),
  meta_description: textFields.meta_description.default(null),
  canonical_url: textFields.canonical_url.default(null),
  noindex: textFields.noindex.default(false),
  related_ids: textFields.related_ids.default([]),
  published_at: textFields.published_at.default(null),
};

/** What an author may add to a creation. */
export const creation = {
  slug: authoring.slug.optional(),
  locale: authoring.locale.optional().describe('Language; the default one of the site when absent'),
  translation_of: authoring.translation_of.default(null),
};

/** What an author may add to a change. */
export const revising = { slug: authoring.slug.optional(), note: authoring.note.optional() };

/** Filters that lists of every kind have for authors. */
export const authorQuery = {
  ...pageQuery,
  status: z.enum(['draft', 'scheduled', 'published', 'archived']).optional().describe('Only these'),
  locale: Locale.optional().describe('Only in this language'),
  q: text(200).optional().describe('Part of the title or the slug'),
};

/** The names that links may sort a public list by. */
const sorts = ['-published_at', 'published_at', '-updated_at', 'updated_at', 'title'] as const;

/** The page of a public list: by cursor, or by number. */
export const publicPage = {
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Rows in a page'),
  cursor: z.string().max(512).optional().describe('`next_cursor` of the page before'),
  page: z.coerce.number().int().min(1).max(1000).optional().describe('Number of the page, instead of a cursor'),
};

export const publicLocale = {
  locale: z
    .union([Locale, z.literal('*')])
    .optional()
    .describe('Language; the default one of the site when absent, `*` for all'),
};

/** Filters of a public list of texts. */
export const publicQuery = {
  ...publicPage,
  ...publicLocale,
  q: text(200).optional().describe('Words of the title or the text'),
  updated_since: Timestamp.optional().describe('Changed at or after this moment'),
  include: z.literal('body').optional().describe('`body`: with the text'),
  format: z.literal('html').optional().describe('`html`: with the text as HTML too'),
  sort: z.enum(sorts).default('-published_at').describe('Order'),
};

/** Parameters of a public read of one text. */
export const publicItemQuery = {
  locale: Locale.optional().describe('Language; the default one of the site when absent'),
  format: z.literal('html').optional().describe('`html`: with the text as HTML too'),
  preview: z.string().max(128).optional().describe('Preview token: the draft instead of what is published'),
};

/** What a page needs in its head, ready to be written there. */
export const SeoHead = z
  .object({
    title: z.string().describe('`<title>`'),
    description: z
      .string()
      .nullable()
      .describe('`<meta name="description">`; null for a post or an article whose editor wrote none'),
    canonical: z.string().nullable().describe('`<link rel="canonical">`'),
    robots: z.string().describe('`<meta name="robots">`'),
    revision: z
      .int()
      .describe(
        '`<meta name="platform-revision">`: the revision that is shown. Audits see by it that a page is up to date',
      ),
    og: z.record(z.string(), z.string()).describe('Open Graph, by property'),
    json_ld: z.record(z.string(), z.unknown()).nullable().describe('schema.org, for `application/ld+json`'),
  })
  .meta({ id: 'SeoHead' });

export const Alternate = z
  .object({
    locale: z.string().describe('Language'),
    slug: z.string().describe('Its slug there'),
    url: z.string().nullable().describe('Its address there'),
  })
  .meta({ id: 'Alternate', description: 'The same text in another language' });

export const TextLink = z
  .object({
    slug: z.string().describe('Part of its address'),
    title: z.string().describe('Title'),
    url: z.string().nullable().describe('Its address'),
  })
  .meta({ id: 'TextLink' });

/** What readers get of every text in a list. */
export const publicText = {
  slug: z.string().describe('Part of its address'),
  locale: z.string().describe('Language'),
  status: z.enum(['draft', 'scheduled', 'published', 'archived']).describe('`published`, but in a preview'),
  title: z.string().describe('Title'),
  url: z.string().nullable().describe('Its address on the site'),
  published_at: Timestamp.nullable().describe('When it was published; null in the preview of one that was not'),
  updated_at: Timestamp.describe('Last change that readers see'),
};

/** What readers get of a post or an article in a list. */
export const publicTextEntry = {
  ...publicText,
  excerpt: z.string().nullable().describe('A few sentences'),
  body: z.string().optional().describe('Markdown'),
  html: z.string().optional().describe('The text as HTML, safe to be put into a page'),
  cover_url: z.string().nullable().describe('Address of the cover'),
  cover_asset_path: z.string().nullable().describe('Path of the cover here, `/assets/cms/…`'),
  cover_alt: z.string().nullable().describe('Text instead of the cover'),
  cover: PublicImage.nullable().describe('The cover in its sizes'),
  meta_title: z.string().nullable().describe('Title for search engines'),
  meta_description: z.string().nullable().describe('Description for search engines'),
  reading_minutes: z.int().describe('At 200 words a minute, 1 at least'),
};

/** What readers get of one post or article. */
export const publicTextWhole = {
  ...publicTextEntry,
  body: z.string().describe('Markdown'),
  canonical_url: z.string().nullable().describe('The address that search engines shall keep instead'),
  noindex: z.boolean().describe('Search engines shall not keep it'),
  has_h1: z.boolean().describe('The text begins with a heading of its own'),
  toc: z.array(TocEntry).describe('Headings of the second to fourth level'),
  related: z.array(TextLink).describe('What to read next'),
  alternates: z.array(Alternate).describe('The same text in all languages, this one included'),
  seo: SeoHead.describe('What the head of its page needs'),
};
