import type {
  downloadEndpoints,
  knowledgeBaseEndpoints,
  PublicArticle,
  PublicBanner,
  PublicChangelogEntry,
  PublicPost,
  PublicPostEntry,
  PublicSite,
  TreeFolder,
} from '@platform/contracts';
import type { z } from 'zod';
import { formWordsOf } from './forms.ts';
import type { Head } from './head.ts';
import { type Html, html, jsonData, trusted } from './html.ts';
import { brandMark } from './pictures.ts';
import { style } from './style.ts';
import { legalNameOf, wordsOf } from './words.ts';

type Of<S extends z.ZodType> = z.output<S>;
export type LatestBuild = Of<typeof downloadEndpoints.readLatestDownload.response>;
export type Tree = Of<typeof knowledgeBaseEndpoints.readTree.response>;

/** What every page of the landing shows around its own part. */
export interface Frame {
  site: Of<typeof PublicSite>;
  locale: string;
  banners: Of<typeof PublicBanner>[];
}

/** Path of a page of the landing in a language; the default language has none in its paths. */
export const pathOf = ({ site, locale }: Pick<Frame, 'site' | 'locale'>, path: string): string =>
  locale === site.default_locale ? path : `/${locale}${path}`;

/** Path of the image of pages without one of their own. */
export const shareImagePath = '/share.png';

/**
 * What a link to a page shows in a social network, <https://ogp.me>. A page of the platform brings its own,
 * except for an image where an editor chose none.
 */
function openGraphOf({ site }: Frame, { title, description, canonical, og }: Head): Record<string, string> {
  const ownPages = {
    'og:type': 'website',
    'og:title': title,
    'og:site_name': site.name,
    ...(description ? { 'og:description': description } : {}),
    ...(canonical ? { 'og:url': canonical } : {}),
  };
  return { ...(og ?? ownPages), 'og:image': og?.['og:image'] ?? `${site.website_url}${shareImagePath}` };
}

/**
 * The whole page: everything that a search engine reads is in it, before a script runs.
 * @param width `text` for a page to read, `wide` for the home page
 */
export function page(
  frame: Frame,
  head: Head,
  alternates: { locale: string; url: string | null }[],
  body: Html,
  width: 'text' | 'wide' = 'text',
): string {
  const { site, locale, banners } = frame;
  const text = wordsOf(locale);
  const sections = [
    [ownPath.blog, text.blog],
    [ownPath.help, text.help],
    [ownPath.changelog, text.changelog],
    [ownPath.contact, formWordsOf(locale).contact],
  ] as const;
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${head.title}</title>
${head.description && html`<meta name="description" content="${head.description}">\n`}${head.canonical && html`<link rel="canonical" href="${head.canonical}">\n`}<meta name="robots" content="${head.robots ?? 'index, follow'}">
${head.revision !== undefined && html`<meta name="platform-revision" content="${head.revision}">\n`}${Object.entries(openGraphOf(frame, head)).map(([property, content]) => html`<meta property="${property}" content="${content}">\n`)}${alternates.map(({ locale: of, url }) => url && html`<link rel="alternate" hreflang="${of}" href="${url}">\n`)}<link rel="alternate" type="application/rss+xml" title="${site.name}" href="/feed.xml">
<link rel="icon" href="${site.icon_url ?? '/favicon.ico'}">
${head.json_ld?.map((data) => data && html`<script type="application/ld+json">${jsonData(data)}</script>\n`)}<style>${trusted(style)}${site.accent_color && html`:root { --accent: ${site.accent_color}; }`}</style>
</head>
<body>
<a class="skip" href="#content">${text.skip}</a>
<header class="top"><nav class="wrap" aria-label="${text.sections}"><a class="brand" href="${pathOf(frame, '/')}">${brandMark}${site.name}</a>
${sections.map(([path, name]) => html`<a href="${pathOf(frame, path)}">${name}</a>\n`)}${site.locales
  .filter((other) => other !== locale)
  .map(
    (other) =>
      html`<a href="${pathOf({ ...frame, locale: other }, '/')}" hreflang="${other}" lang="${other}">${wordsOf(other).language}</a>\n`,
  )}</nav></header>
<div class="wrap">${banners.map(bannerOf)}</div>
<main id="content" class="wrap ${width}">
${body}
</main>
<footer class="bottom"><div class="wrap">${site.legal.map(({ doc_kind, public_url }) => html`<a href="${public_url}">${legalNameOf(doc_kind, locale)}</a>\n`)}${site.links.map(({ label, url }) => html`<a href="${url}">${label}</a>\n`)}</div></footer>
</body>
</html>
`.text;
}

const ownPath = { blog: '/blog', help: '/help', changelog: '/changelog', contact: '/contact' };

/** The place of a banner is reserved by its size, so that nothing moves when it is there. */
function bannerOf({ id, html: content, image, link_url, width, height, ad }: Of<typeof PublicBanner>): Html {
  const size = `${width === null ? '' : `width:${width}px;`}${height === null ? '' : `min-height:${height}px`}`;
  const picture =
    image && html`<img src="${image.url}" alt="${image.alt}" width="${image.width}" height="${image.height}">`;
  return html`<aside class="banner" id="banner-${id}" style="${size}">${
    content === null ? (link_url ? html`<a href="${link_url}">${picture}</a>` : picture) : trusted(content)
  }${ad && html`<p class="ad">${ad.label} · ${ad.advertiser.name}, ИНН ${ad.advertiser.inn} · erid: ${ad.erid}</p>`}</aside>`;
}

export const timeOf = (moment: string | null, locale: string) =>
  moment &&
  html`<time datetime="${moment}">${new Date(moment).toLocaleDateString(locale, { timeZone: 'Europe/Moscow' })}</time>`;

/** Newest posts. */
export const postList = (posts: Of<typeof PublicPostEntry>[], locale: string): Html =>
  html`<ul class="list">${posts.map(({ url, title, excerpt, published_at }) => html`<li><a href="${url}">${title}</a> ${timeOf(published_at, locale)}<br>${excerpt}</li>\n`)}</ul>`;

export const downloadButton = (build: LatestBuild, locale: string): Html | null =>
  build &&
  html`<a class="button download" href="${build.url}">${wordsOf(locale).download} ${build.version} (${build.platform})</a>`;

interface TextPage {
  title: string;
  html?: string | null | undefined;
  has_h1?: boolean;
  published_at: string | null;
  cover?: Of<typeof PublicPost>['cover'];
  related?: Of<typeof PublicPost>['related'];
}

/**
 * The html of a text for this page. Its style lets wide tables and code scroll, which a keyboard can do as well when
 * they take the focus; a box of a task has a name.
 */
const textOf = (text: string, locale: string): Html =>
  trusted(
    text
      .replaceAll(/<(table|pre)>/g, '<$1 tabindex="0">')
      .replaceAll('<input type="checkbox"', `<input type="checkbox" aria-label="${wordsOf(locale).task}"`),
  );

/** A post, an article, a changelog entry or a document. */
export const textPage = (text: TextPage, locale: string, around: Html = html``): Html => html`<article>
${around}${!text.has_h1 && html`<h1>${text.title}</h1>`}
${timeOf(text.published_at, locale)}
${text.cover && html`<p><img class="cover" src="${text.cover.url}" srcset="${text.cover.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}" alt="${text.cover.alt}" width="${text.cover.width}" height="${text.cover.height}"></p>`}
${textOf(text.html ?? '', locale)}
</article>
${text.related && text.related.length > 0 && html`<h2>${wordsOf(locale).more}</h2><ul>${text.related.map(({ url, title }) => html`<li><a href="${url}">${title}</a></li>`)}</ul>`}`;

export const breadcrumbs = ({ breadcrumbs: folders }: Of<typeof PublicArticle>, locale: string): Html =>
  html`<nav class="crumbs" aria-label="${wordsOf(locale).crumbs}">${folders.map(({ name }) => html`${name} › `)}</nav>`;

export const neighbours = ({ previous, next }: Of<typeof PublicArticle>): Html =>
  html`<p class="next">${previous && html`← <a href="${previous.url}">${previous.title}</a> `}${next && html`<a href="${next.url}">${next.title}</a> →`}</p>`;

type Folder = Of<typeof TreeFolder>;

/** The knowledge base as nested lists. */
export const treeOf = ({ folders, articles }: Pick<Tree, 'folders' | 'articles'>): Html => html`<ul>
${articles.map(({ url, title }) => html`<li><a href="${url}">${title}</a></li>\n`)}${folders.map((folder: Folder) => html`<li>${folder.name}${treeOf(folder)}</li>\n`)}</ul>`;

/** Releases without their texts: each has a page of its own. */
export const changelogList = (
  entries: Pick<Of<typeof PublicChangelogEntry>, 'url' | 'title' | 'version' | 'published_at'>[],
  locale: string,
): Html =>
  html`<ul class="list">${entries.map(({ url, title, version, published_at }) => html`<li><a href="${url}">${version} ${title}</a> ${timeOf(published_at, locale)}</li>\n`)}</ul>`;
