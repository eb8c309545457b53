import { type Html, html } from './html.ts';

const sections = [
  ['/docs', 'Start'],
  ['/docs/guides', 'Guides'],
  ['/docs/reference', 'Reference'],
  ['/docs/errors', 'Errors'],
  ['/docs/changelog', 'Changelog'],
] as const;

/** A link of the side navigation; `links` are shown below it. */
export interface SideLink {
  address: string;
  name: string;
  /** Whether the page that is shown is this one. */
  isCurrent?: boolean;
  links?: readonly SideLink[];
}

export interface PageParts {
  title: string;
  /** The section that the page belongs to. */
  section: (typeof sections)[number][0];
  body: Html;
  /** Links beside the page; without any, the page has no side navigation. */
  sideLinks?: readonly SideLink[];
  /** Names of further files under `/docs/files`. */
  scripts?: readonly string[];
}

const sideList = (links: readonly SideLink[]): Html => html`<ul>
${links.map(
  ({ address, name, isCurrent = false, links: below = [] }) =>
    html`<li><a href="${address}"${isCurrent && html` aria-current="page"`}>${name}</a>${
      below.length > 0 && html`\n${sideList(below)}`
    }</li>\n`,
)}</ul>`;

/**
 * A page of the documentation, as HTML text. The side navigation comes after the text, so that a narrow window and a
 * screen reader begin with the text; a wide window shows it beside.
 */
export function documentationPage(parts: PageParts): string {
  const { title, section, body, sideLinks = [], scripts = [] } = parts;
  const links = sections.map(
    ([address, name]) =>
      html`<li><a href="${address}"${address === section && html` aria-current="true"`}>${name}</a></li>`,
  );
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${title}: documentation of the Application Platform">
<title>${title} · Application Platform</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/files/docs.css">
${['search.js', 'side.js', ...scripts].map((name) => html`<script src="/docs/files/${name}" defer></script>\n`)}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><nav aria-label="Documentation"><ul>${links}</ul></nav>
<search><label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Search (press /)" aria-controls="results">
<output id="found" for="search"></output></search></header>
<nav class="results" aria-label="Search results"><ul class="rows" id="results" hidden></ul></nav>
<div class="columns">
<main id="content">
${sideLinks.length > 0 && html`<p class="to-side"><a href="#side">All pages of this section</a></p>\n`}${body}
</main>
${sideLinks.length > 0 && html`<nav class="side" id="side" aria-label="Pages of this section">\n${sideList(sideLinks)}\n</nav>\n`}</div>
</body>
</html>
`;
  return `<!doctype html>\n${page.text}`;
}
