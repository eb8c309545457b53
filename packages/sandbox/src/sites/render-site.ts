import { escapeHtml } from '../http/page.ts';
import { brand, type Failure, type PageModel, type SiteModel } from './site-model.ts';

/** Answer of one path. A failure breaks the connection. */
export interface SiteAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  failure?: Failure;
}

/** PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Cyrillic letters and the dash of a text as windows-1251; the rest of ASCII as it is. */
function windows1251(text: string): Buffer {
  const bytes = [...text].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return code;
    if (code >= 0x410 && code <= 0x44f) return code - 0x350;
    return { ё: 0xb8, Ё: 0xa8, '—': 0x97, '«': 0xab, '»': 0xbb }[character] ?? 0x3f;
  });
  return Buffer.from(bytes);
}

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** Paths that the body of a page links to. */
function linksOf(page: PageModel, site: SiteModel): string[] {
  const linked = site.pages.filter((other) => other.is_linked && other.path !== page.path);
  if (page.kind === 'listing')
    return [...linked.filter(({ path }) => path.startsWith(`${page.path}/`)).map(({ path }) => path), ...page.links];
  if (page.kind === 'about')
    return [...linked.filter(({ kind }) => kind === 'about').map(({ path }) => path), ...page.links];
  if (page.kind !== 'post') return page.links;
  const at = site.pages.indexOf(page);
  const neighbours = [...site.pages.slice(at + 1), ...site.pages.slice(0, at)]
    .filter(({ kind, is_linked }) => kind === 'post' && is_linked)
    .slice(0, 2);
  return [...neighbours.map(({ path }) => path), ...page.links];
}

function renderHead(page: PageModel, site: SiteModel): string {
  const first = page.titles[0] ?? page.h1s[0] ?? brand;
  return [
    page.metaCharset === null ? '' : `<meta charset="${page.metaCharset}">`,
    page.viewport ? '<meta name="viewport" content="width=device-width, initial-scale=1">' : '',
    ...page.titles.map((title) => `<title>${escapeHtml(title)}</title>`),
    page.description === null ? '' : `<meta name="description" content="${escapeHtml(page.description)}">`,
    page.robots === null ? '' : `<meta name="robots" content="${page.robots}">`,
    ...page.canonicals.map((href) => `<link rel="canonical" href="${escapeHtml(href)}">`),
    ...page.hreflang.map(({ code, href }) => `<link rel="alternate" hreflang="${code}" href="${escapeHtml(href)}">`),
    page.og
      ? `<meta property="og:title" content="${escapeHtml(first)}"><meta property="og:type" content="${page.kind === 'post' ? 'article' : 'website'}"><meta property="og:url" content="${site.origin}${page.path}"><meta property="og:image" content="${site.origin}/media/cover.png">`
      : '',
    ...page.jsonLd.map((block) => `<script type="application/ld+json">${block}</script>`),
    page.headEnd,
  ].join('\n');
}

function renderPage(page: PageModel, site: SiteModel): string {
  const images = page.images.map(({ src, alt, isCover }) => {
    const text = alt === null ? '' : ` alt="${escapeHtml(alt)}"`;
    return `<img${isCover ? ' class="cover"' : ''} src="${src}"${text} width="640" height="360">`;
  });
  const tag = page.kind === 'post' ? 'article' : 'div';
  return `<!doctype html>
<html${page.lang === null ? '' : ` lang="${page.lang}"`}><head>
${renderHead(page, site)}
</head><body>
<header><nav>${link('/', 'Главная')} ${link('/services', 'Услуги')} ${link('/blog', 'Блог')} ${link('/about', 'О компании')} ${link('/contacts', 'Контакты')}</nav></header>
<main><${tag}>
${page.h1s.map((h1) => `<h1>${escapeHtml(h1)}</h1>`).join('\n')}
${images.join('\n')}
${page.text.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
</${tag}>
<ul>${linksOf(page, site)
    .map((href) => `<li>${link(href, 'Подробнее')}</li>`)
    .join('')}</ul></main>
<footer>${link('/privacy', 'Политика обработки персональных данных')}</footer>
${page.bodyEnd}
</body></html>`;
}

function answerOf(page: PageModel, site: SiteModel): SiteAnswer {
  const html = page.raw ?? renderPage(page, site);
  const body = page.encoding === 'utf-8' ? Buffer.from(html) : windows1251(html);
  const headers = { 'content-type': `text/html; charset=${page.encoding}`, ...page.headers };
  return { status: page.status, headers, body };
}

const text = (status: number, type: string, body: string): SiteAnswer => ({
  status,
  headers: { 'content-type': type },
  body: Buffer.from(body),
});

const urlset = (locs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs
    .map((loc) => `<url><loc>${escapeHtml(loc)}</loc></url>`)
    .join('')}</urlset>`;

const sitemapIndex = (locs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs
    .map((loc) => `<sitemap><loc>${escapeHtml(loc)}</loc></sitemap>`)
    .join('')}</sitemapindex>`;

/** Every path of a site with its answer. */
export function renderSite(site: SiteModel): Map<string, SiteAnswer> {
  const answers = new Map<string, SiteAnswer>();
  for (const page of site.pages) answers.set(page.path, answerOf(page, site));
  for (const name of ['cover', 'plan'])
    answers.set(`/media/${name}.png`, { ...text(200, 'image/png', ''), body: pixel });
  const locs = site.pages.filter(({ in_sitemap }) => in_sitemap).map(({ path }) => site.origin + path);
  if (site.hasSitemap) {
    const list = urlset([...locs, ...site.extraLocs]);
    const isIndex = site.children.length > 0;
    const index = sitemapIndex([`${site.origin}/sitemap-pages.xml`, ...site.children]);
    answers.set('/sitemap.xml', text(200, 'application/xml', isIndex ? index : list));
    if (isIndex) answers.set('/sitemap-pages.xml', text(200, 'application/xml', list));
  }
  if (site.robots) answers.set('/robots.txt', text(200, 'text/plain; charset=utf-8', `${site.robots.join('\n')}\n`));
  for (const [path, { body, ...answer }] of site.answers) answers.set(path, { ...answer, body: Buffer.from(body) });
  return answers;
}
