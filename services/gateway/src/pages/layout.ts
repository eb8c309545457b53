import { type Html, html } from './html.ts';

const sections = [
  ['/docs', 'Reference'],
  ['/docs/guides', 'Guides'],
  ['/docs/errors', 'Errors'],
  ['/docs/changelog', 'Changelog'],
] as const;

export interface PageParts {
  title: string;
  /** The section that the page belongs to. */
  section: (typeof sections)[number][0];
  body: Html;
  /** Whether the body has a `main` element of its own, as Swagger UI makes one. */
  hasMain?: boolean;
  /** Names of further files under `/docs/files`. */
  styles?: readonly string[];
  scripts?: readonly string[];
}

/** A page of the documentation, as HTML text. */
export function documentationPage(parts: PageParts): string {
  const { title, section, body, hasMain = false, styles = [], scripts = [] } = parts;
  const links = sections.map(
    ([address, name]) =>
      html`<li><a href="${address}"${address === section && html` aria-current="true"`}>${name}</a></li>`,
  );
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Application Platform</title>
<link rel="icon" href="data:,">
${styles.map((name) => html`<link rel="stylesheet" href="/docs/files/${name}">\n`)}<link rel="stylesheet" href="/docs/files/docs.css">
${scripts.map((name) => html`<script src="/docs/files/${name}" defer></script>\n`)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><nav aria-label="Documentation"><ul>${links}</ul></nav></header>
${hasMain ? html`<div id="content">\n${body}\n</div>` : html`<main id="content">\n${body}\n</main>`}
</body>
</html>
`;
  return `<!doctype html>\n${page.text}`;
}

/** A field that filters the rows of a list below it. */
export const searchField = (label: string, listId: string): Html => html`<p class="search">
<label for="search">${label}</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" data-list="${listId}" aria-describedby="found">
<output id="found" for="search"></output>
</p>`;
