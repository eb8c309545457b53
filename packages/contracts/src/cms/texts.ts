import { z } from 'zod';
import { filterZone, HttpUrl, longText, pageQuery, Timestamp, text, timeFrom, timeUntil, Uuid } from '../fields.ts';
import { Locale, optionalLines, optionalText, referenceTo, Slug, TocEntry } from './fields.ts';
import { PublicImage } from './sites.ts';

/** Fields of texts: what authors write, and what readers get. */

export const maxBody = 200_000;

/** What an author of any kind sends besides its fields. */
export const authoring = {
  slug: Slug.describe('Slug, part of the address; derived from the title when absent at creation'),
  locale: Locale.describe('Language, one of the languages of the site; it cannot be changed'),
  translation_of: referenceTo('content_item_id', 'The item that this one translates, of the same kind'),
  note: optionalLines(500).describe('Note about this revision'),
};

/** Related items of a text, which are of its kind and its site. */
export const relatedIds = (resource: 'post_id' | 'article_id') =>
  z
    .array(Uuid.meta({ resource }))
    .max(6)
    .describe('Related items of the same kind and site; items with shared tags when empty');

/** The fields that posts and articles share. */
export const textFields = {
  title: text(200).describe('Title'),
  excerpt: optionalLines(500).describe('A few sentences for lists'),
  body: longText(maxBody).describe('Markdown'),
  cover_asset_id: referenceTo('asset_id', 'An uploaded image'),
  cover_url: HttpUrl.nullable().describe('Address of an external image; an uploaded image takes precedence'),
  cover_alt: optionalText(200).describe('Text instead of the cover'),
  meta_title: optionalText(120).describe('Title for search engines; the title when empty'),
  meta_description: optionalText(300).describe('Description for search engines; the excerpt when empty'),
  canonical_url: HttpUrl.nullable().describe('Canonical address for search engines'),
  noindex: z.boolean().describe('Whether search engines must not index it'),
  published_at: Timestamp.nullable().describe(
    'Publication time that readers see, not in the future when it is published; the time of the first publication when null',
  ),
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
  published_at: textFields.published_at.default(null),
};

/** What an author may add to a creation. */
export const creation = {
  slug: authoring.slug.optional(),
  locale: authoring.locale.optional().describe('Language; the default one of the site when absent'),
  translation_of: authoring.translation_of.default(null),
};

/** What an author may add to a change. */
export const revising = {
  slug: authoring.slug.optional(),
  note: authoring.note.optional(),
  autosave: z
    .boolean()
    .optional()
    .describe(
      'Whether the editor saves by itself. The new revision takes the place of one that the same author autosaved less than 10 minutes after the first of them, and that nobody published or scheduled; else it is one more. Numbers and `lock_version` grow in any case',
    ),
};

/** Filters that lists of every kind have for authors. */
export const authorQuery = {
  ...pageQuery,
  status: z.enum(['draft', 'scheduled', 'published', 'archived']).optional().describe('Only with this status'),
  locale: Locale.optional().describe('Only in this language'),
  q: text(200).optional().describe('Part of the title or the slug'),
  sort: z
    .enum(['-updated_at', 'updated_at', 'title'])
    .optional()
    .describe('Order: by the last change, or by the title. The newest item is first when absent'),
};

/** The names that links may sort a public list by. */
const sorts = ['-published_at', 'published_at', '-updated_at', 'updated_at', 'title'] as const;

/** The page of a public list: by cursor, or by number. */
export const publicPage = {
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Rows in a page'),
  cursor: pageQuery.cursor,
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('Number of the page, instead of a cursor. A page whose texts are longer than 1 MiB together is refused'),
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
  updated_since: timeFrom('Changed').describe(
    'Changed at this time or later, or shown with something that changed: its category, author, folder or translations, or the addresses of the site. It is rounded down to the minute. A day counts from its first moment in `timezone`. Texts that are gone are at `…/removed-texts`',
  ),
  from: timeFrom('Published'),
  to: timeUntil('Published'),
  ...filterZone,
  include: z
    .literal('body')
    .optional()
    .describe(
      '`body` includes the text. A page with texts has 1 MiB of them at most: it may be shorter than `limit`, and `next_cursor` leads on',
    ),
  format: z.literal('html').optional().describe('`html` includes the text as HTML'),
  anchors: z
    .literal('page')
    .optional()
    .describe(
      'Ids of headings and notes in HTML begin with the slug, so that one page can show several texts. With `page` they are as on the page of each text, for a build of such pages',
    ),
  sort: z.enum(sorts).default('-published_at').describe('Order'),
};

/** What a list of posts or articles has of each text, on request. */
export const textInclude = z
  .enum(['body', 'seo', 'body,seo'])
  .optional()
  .describe(
    '`body` includes the text, `seo` includes `seo` and `alternates`. A page with texts has 1 MiB of them at most: it may be shorter than `limit`, and `next_cursor` leads on',
  );

/** Parameters of a public read of one text. */
export const publicItemQuery = {
  locale: Locale.optional().describe('Language; the default one of the site when absent'),
  format: z.literal('html').optional().describe('`html` includes the text as HTML'),
  preview: z
    .string()
    .max(128)
    .optional()
    .describe('Preview token; the answer is the draft instead of the published revision'),
};

/** What a page needs in its head, ready to be written there. */
export const SeoHead = z
  .object({
    title: z.string().describe('`<title>`'),
    description: z
      .string()
      .nullable()
      .describe('`<meta name="description">`; null for a post or an article without a description by its editor'),
    canonical: z.string().nullable().describe('`<link rel="canonical">`; null in a preview'),
    robots: z.string().describe('`<meta name="robots">`; `noindex, nofollow` in a preview'),
    revision: z
      .int()
      .describe(
        '`<meta name="platform-revision">`: the revision that is shown. Audits use it to check whether a page is up to date',
      ),
    og: z.record(z.string(), z.string()).describe('Open Graph, by property'),
    json_ld: z.record(z.string(), z.unknown()).nullable().describe('schema.org, for `application/ld+json`'),
  })
  .meta({ id: 'SeoHead' });

export const Alternate = z
  .object({
    locale: z.string().describe('Language'),
    slug: z.string().describe('Slug in that language'),
    url: z.string().nullable().describe('Address in that language'),
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
  status: z.enum(['draft', 'scheduled', 'published', 'archived']).describe('`published`, except in a preview'),
  title: z.string().describe('Title'),
  url: z.string().nullable().describe('Its address on the site'),
  published_at: Timestamp.nullable().describe('Publication time; null in the preview of an unpublished text'),
  updated_at: Timestamp.describe('Time of the last change that readers see'),
};

/** What readers get of a post or an article in a list. */
export const publicTextEntry = {
  ...publicText,
  excerpt: z.string().nullable().describe('A few sentences; the beginning of the text when its author wrote none'),
  body: z.string().optional().describe('Markdown'),
  html: z.string().optional().describe('The text as sanitized HTML, safe to insert into a page'),
  cover_url: z.string().nullable().describe('Address of the cover'),
  cover_asset_path: z.string().nullable().describe('Path of the cover in the platform, `/assets/cms/…`'),
  cover_alt: z.string().nullable().describe('Text instead of the cover'),
  cover: PublicImage.nullable().describe('The cover in its sizes'),
  meta_title: z.string().nullable().describe('Title for search engines'),
  meta_description: z.string().nullable().describe('Description for search engines'),
  has_h1: z
    .boolean()
    .describe('Whether the text starts with a title of its own, a heading of the first level; else show `title`'),
  reading_minutes: z.int().describe('Reading time in minutes at 200 words a minute; at least 1'),
  alternates: z.array(Alternate).optional().describe('The same text in all languages, with `include=seo`'),
  seo: SeoHead.optional().describe('Metadata for the head of the page, with `include=seo`'),
};

/** What readers get of one post or article. */
export const publicTextWhole = {
  ...publicTextEntry,
  body: z.string().describe('Markdown'),
  canonical_url: z.string().nullable().describe('Canonical address for search engines'),
  noindex: z.boolean().describe('Whether search engines must not index it'),
  toc: z.array(TocEntry).describe('Headings of the second to fourth level, the first 1,000'),
  related: z.array(TextLink).describe('Related items'),
  alternates: z.array(Alternate).describe('The same text in all languages, this one included'),
  seo: SeoHead.describe('Metadata for the head of the page'),
};
