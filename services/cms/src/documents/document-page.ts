import { createHash } from 'node:crypto';
import { escapeHtml } from '@platform/runtime';

/** A published text document, as its page shows it. */
export interface DocumentPage {
  title: string;
  locale: string;
  /** Rendered and sanitised. */
  html: string;
  /** The text begins with its own heading, so the title would appear twice. */
  has_h1: boolean;
  version: string | null;
  updated_at: Date;
  /** Of the site: a day is a day of its readers. */
  timezone: string;
  /** Name and address of the site; the address is null without one. */
  site: { name: string; website_url: string | null };
}

const style = `
:root{color-scheme:light dark;--text:#1c1e21;--soft:#5f6670;--line:#dfe2e6;--page:#fff;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#9aa3ad;--line:#343a41;--page:#15181c;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2,h3{line-height:1.25}a{color:var(--link)}img,video{max-width:100%;height:auto}pre{overflow-x:auto}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
@media print{main{max-width:none;padding:0}}
`.trim();

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has its own style and pictures, and no script, form or frame of its author. */
export const documentPagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src http: https:; media-src http: https:; sandbox`;

const player = /<iframe [^<>]*><\/iframe>/g;
const attributeOf = (tag: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Players as links: the page has no frames. */
const withLinksToVideos = (html: string): string =>
  html.replaceAll(player, (tag) => `<a href="${attributeOf(tag, 'src')}">${attributeOf(tag, 'title')}</a>`);

/** A text document as a page for people: readable without scripts, on paper, in light and dark. */
export function renderDocumentPage({
  title,
  locale,
  html,
  has_h1,
  version,
  updated_at,
  timezone,
  site,
}: DocumentPage): string {
  const date = updated_at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: timezone });
  const about = [version === null ? '' : `${escapeHtml(version)} · `, escapeHtml(date)].join('');
  const back =
    site.website_url === null ? '' : ` · <a href="${escapeHtml(site.website_url)}">${escapeHtml(site.name)}</a>`;
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${has_h1 ? '' : `<h1>${escapeHtml(title)}</h1>\n`}<article>
${withLinksToVideos(html)}</article>
<footer>${about}${back}</footer>
</main>
</body>
</html>
`;
}
