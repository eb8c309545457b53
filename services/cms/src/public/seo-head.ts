import type { SeoHead } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { Outline } from '../content/outline.ts';
import { publicUrl } from '../sites/public-url.ts';
import { openGraphImage } from './public-image.ts';
import type { TextRow } from './published-text.ts';
import type { EntryRow } from './shape-text.ts';

const descriptionLength = 160;

/** The types of schema.org for kinds of texts. */
const schemaTypes: Record<string, string> = {
  post: 'BlogPosting',
  article: 'TechArticle',
  document: 'WebPage',
  changelog_entry: 'Article',
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What the head of the page of a text needs, without a rule left to the page. */
export function seoHead(app: Pick<App, 'config'>, text: EntryRow): z.input<typeof SeoHead> {
  const { fields, site, outline, cover, author } = text;
  const url = publicUrl(site, text);
  const title = textOf(fields.meta_title) ?? text.title;
  const lead = beginningOf(outline);
  const written = textOf(fields.meta_description) ?? textOf(fields.excerpt) ?? textOf(fields.description);
  // A kind with a `meta_description` gets no default: search engines generate a snippet themselves, and the
  // missing description stays visible.
  const description = written ?? ('meta_description' in fields ? null : lead);
  const canonical = textOf(fields.canonical_url) ?? url;
  const cut = cover && openGraphImage(app, cover);
  const image = cut ? cut.url : textOf(fields.cover_url);
  const imageAlt = image === null ? null : (textOf(fields.cover_alt) ?? cover?.alt ?? null);
  const isHidden = fields.noindex === true || fields.is_indexable === false;
  const properties = {
    'og:type': 'article',
    'og:title': title,
    'og:description': description ?? lead,
    'og:url': canonical,
    'og:image': image,
    'og:image:width': cut?.width?.toString() ?? null,
    'og:image:height': cut?.height?.toString() ?? null,
    'og:image:alt': textOf(imageAlt),
    'og:site_name': site.name,
    'og:locale': openGraphLocale(text.locale),
    'article:published_time': text.published_at?.toISOString() ?? null,
    'article:modified_time': text.updated_at.toISOString(),
  };
  return {
    title,
    description,
    canonical,
    robots: isHidden ? 'noindex' : 'index, follow',
    revision: text.revision,
    og: Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, string] => entry[1] !== null)),
    json_ld: {
      '@context': 'https://schema.org',
      '@type': schemaTypes[text.kind],
      headline: text.title,
      ...(description === null ? {} : { description }),
      ...(image === null ? {} : { image: [image] }),
      ...(canonical === null ? {} : { mainEntityOfPage: canonical, url: canonical }),
      author: author ? personOf(author) : organizationOf(site),
      publisher: organizationOf(site),
      ...(text.published_at ? { datePublished: text.published_at.toISOString() } : {}),
      dateModified: text.updated_at.toISOString(),
      inLanguage: text.locale,
    },
  };
}

/**
 * A language with its territory, as Open Graph has it (https://ogp.me/#optional). Where the text names none, it is the
 * likeliest one of CLDR: `ru` is `ru_RU`. A language without a territory stays alone.
 */
export function openGraphLocale(locale: string): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return region === undefined || region.length !== 2 ? language : `${language}_${region}`;
}

const personOf = ({ name, url }: NonNullable<TextRow['author']>) => ({
  '@type': 'Person',
  name,
  ...(url ? { url } : {}),
});

const organizationOf = ({ name, website_url }: TextRow['site']) => ({
  '@type': 'Organization',
  name,
  ...(website_url ? { url: website_url } : {}),
});

/** The beginning of a text as one or two sentences; null for a text without words. */
export const beginningOf = ({ lead }: Pick<Outline, 'lead'>): string | null => textOf(shorten(lead));

/** The beginning of a text, cut behind a word. */
function shorten(text: string): string {
  if (text.length <= descriptionLength) return text;
  const cut = cutText(text, descriptionLength);
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), descriptionLength / 2)).trimEnd()}…`;
}
