import { createHash } from 'node:crypto';
import { escapeHtml } from '@platform/runtime';

/** A revision in the list of the page. */
export interface PageRevision {
  version: string;
  published_at: Date;
}

export interface LegalPage extends PageRevision {
  editorial: boolean;
  effective_at: Date | null;
  change_note: string | null;
  title: string;
  /** Rendered and sanitised. */
  html: string;
  content_hash: string;
  is_latest: boolean;
  /** Address of the site of the owner; null without one. */
  website_url: string | null;
  /** Zone of the days that it shows. */
  timezone: string;
  /** The other revisions, newest first. */
  others: readonly PageRevision[];
}

const style = `
:root{color-scheme:light dark;--text:#1c1e21;--soft:#5f6670;--line:#dfe2e6;--page:#fff;--link:#0b57d0;--note:#fff6dd}
@media (prefers-color-scheme:dark){:root{--text:#e6e8eb;--soft:#9aa3ad;--line:#343a41;--page:#15181c;--link:#8ab4f8;--note:#3a3113}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.8rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.3rem;margin:2rem 0 .5rem}h3{font-size:1.1rem;margin:1.5rem 0 .5rem}
a{color:var(--link)}hr{border:0;border-top:1px solid var(--line)}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--soft)}pre{overflow-x:auto}img,video{max-width:100%;height:auto}
.about{color:var(--soft);font-size:.875rem;margin:0 0 2rem;padding-bottom:1rem;border-bottom:1px solid var(--line)}
.note{background:var(--note);padding:.6rem .9rem;border-radius:.4rem}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}footer code{font-size:.8rem}
footer h2{font-size:1rem;margin:1rem 0 .25rem}footer ul{margin:0;padding-left:1.2rem}
@media print{:root{--text:#000;--soft:#333;--page:#fff;--link:#000;--line:#999}main{max-width:none;padding:0}nav{display:none}h2,h3{break-after:avoid}}
`.trim();

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Headers of the page: only its own style and uploaded files of the platform are allowed, so a text cannot load or run
 * anything else.
 * @param platform public address of the platform
 */
export const legalPageHeaders = (platform: string): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src ${platform.replace(/\/$/, '')}/assets/; media-src ${platform.replace(/\/$/, '')}/assets/; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
});

const texts = {
  ru: {
    version: 'Версия',
    from: 'от',
    earlier: 'Это не последняя версия документа.',
    latest: 'Открыть последнюю версию',
    hash: 'Контрольная сумма текста (SHA-256)',
    others: 'Другие версии',
    effective: 'Вступает в силу',
    editorial: 'Редакционная версия: смысл не изменился.',
    site: 'Сайт',
  },
  en: {
    version: 'Version',
    from: 'of',
    earlier: 'This is not the latest version of the document.',
    latest: 'Open the latest version',
    hash: 'Checksum of the text (SHA-256)',
    others: 'Other versions',
    effective: 'In force from',
    editorial: 'Editorial version: the meaning has not changed.',
    site: 'Site',
  },
} as const;

type Language = keyof typeof texts;

/** The language of the page around a text: Russian where title or text has a Cyrillic letter. */
export const languageOf = ({ title, html }: { title: string; html: string }): Language =>
  /\p{Script=Cyrillic}/u.test(title) || /\p{Script=Cyrillic}/u.test(html) ? 'ru' : 'en';

/**
 * The text below the heading of the page, which is its title: a first heading that repeats the title is left out, and in a
 * text that begins at the first level all headings go down one.
 */
function belowTitle(html: string, title: string): string {
  const end = html.indexOf('</h1>');
  const heading = end < 0 || !html.trimStart().startsWith('<h1') ? '' : html.slice(0, end);
  // A heading may have an element of its former id before its words.
  const isTitle = heading.slice(heading.lastIndexOf('>') + 1).trim() === escapeHtml(title).trim();
  const text = heading !== '' && isTitle ? html.slice(end + '</h1>'.length).trimStart() : html;
  if (!/<h1[ >]/.test(text)) return text;
  return text.replaceAll(
    /<(\/?)h([1-5])(?=[ >])/g,
    (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`,
  );
}

/** A published revision as an HTML page for people: readable without scripts, on paper, in light and dark. */
export function renderLegalPage(page: LegalPage): string {
  const language = languageOf(page);
  const t = texts[language];
  const date = (moment: Date) => {
    const shown = moment.toLocaleDateString(language, { dateStyle: 'long', timeZone: page.timezone });
    return `<time datetime="${moment.toISOString()}">${escapeHtml(shown)}</time>`;
  };
  const other = ({ version, published_at }: PageRevision) =>
    `<li><a href="?version=${encodeURIComponent(version)}">${t.version} ${escapeHtml(version)}</a> ${t.from} ${date(published_at)}</li>`;
  const title = escapeHtml(page.title);
  const effective = page.effective_at ? ` · ${t.effective} ${date(page.effective_at)}` : '';
  const notes = [page.editorial ? t.editorial : null, page.change_note]
    .map((note) => (note ? `<p class="note">${escapeHtml(note)}</p>\n` : ''))
    .join('');
  const outdated = `<p class="note">${t.earlier} <a href="?">${t.latest}</a></p>\n`;
  const others = `<nav><h2>${t.others}</h2>\n<ul>${page.others.map(other).join('\n')}</ul></nav>\n`;
  const website = page.website_url === null ? null : escapeHtml(page.website_url);
  const back = website === null ? '' : `<p>${t.site}: <a href="${website}">${website}</a></p>\n`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p class="about">${t.version} ${escapeHtml(page.version)} ${t.from} ${date(page.published_at)}${effective}</p>
</header>
${notes}${page.is_latest ? '' : outdated}<article>
${belowTitle(page.html, page.title)}</article>
<footer>
<p>${t.hash}: <code>${escapeHtml(page.content_hash)}</code></p>
${back}${page.others.length > 0 ? others : ''}</footer>
</main>
</body>
</html>
`;
}
