import { readFile } from 'node:fs/promises';
import { createRenderer } from '@platform/markdown';
import { Html, html } from './html.ts';
import { documentationPage, type SideLink } from './layout.ts';

/** The guides in the order of the index, by their files in `docs`. */
export const guideGroups = [
  ['Begin', ['tour', 'sell-a-plan', 'identity-providers', 'conventions', 'limits', 'going-live', 'kubernetes']],
  [
    'Applications',
    [
      'customers-of-before',
      'offline-trust',
      'flags-and-config',
      'events-and-funnels',
      'license-keys',
      'devices',
      'support',
      'personal-data',
      'reconcile',
    ],
  ],
  ['Sites', ['landing-page', 'static-builds', 'languages-and-search', 'leads-and-newsletter', 'audits', 'social']],
] as const;

export const guideNames = guideGroups.flatMap(([, names]) => names);

export interface GuideText {
  name: string;
  title: string;
  /** Its first sentence. */
  about: string;
  headings: { id: string; text: string }[];
  html: Html;
}

/** The texts of the guides and of the changelog, rendered at the first call. */
export interface Guides {
  /** All guides, in the order of the index. */
  all(): Promise<GuideText[]>;
  read(name: string): Promise<GuideText>;
}

/** Reads the guides. A worker thread renders all of them at once, then ends and frees its memory. */
export function openGuides(): Guides {
  let texts: Promise<Map<string, GuideText>> | undefined;
  const read = async (name: string): Promise<GuideText> => {
    texts ??= renderAll([...guideNames, 'changelog']).catch((error) => {
      texts = undefined;
      throw error;
    });
    const text = (await texts).get(name);
    if (!text) throw new Error(`there is no guide ${name}`);
    return text;
  };
  return { read, all: () => Promise.all(guideNames.map(read)) };
}

/** The pages that are written in Markdown, by their paths. */
export function markdownPages(guides: Guides): Map<string, () => Promise<string>> {
  const indexPage = async () =>
    documentationPage({
      title: 'Guides',
      section: '/docs/guides',
      sideLinks: await guideLinks(guides),
      body: html`<h1>Guides</h1>\n<p>Each command of a guide runs in a test of the platform.</p>\n${await guideLists(guides)}`,
    });
  const guidePage = async (name: string) => {
    const { title, headings, html: body } = await guides.read(name);
    const names: readonly string[] = guideNames;
    const next = names[names.indexOf(name) + 1];
    const end = next && html`<p><a href="/docs/guides/${next}">Next guide: ${(await guides.read(next)).title}</a></p>`;
    return documentationPage({
      title,
      section: '/docs/guides',
      scripts: ['copy.js'],
      sideLinks: await guideLinks(guides, name, headings),
      body: html`${body}\n${end ?? ''}`,
    });
  };
  const changelogPage = async () => {
    const { title, headings, html: body } = await guides.read('changelog');
    const sideLinks = headings.map(({ id, text }) => ({ address: `#${id}`, name: text }));
    return documentationPage({ title, section: '/docs/changelog', body, sideLinks });
  };
  return new Map([
    ['/docs/guides', indexPage],
    ...guideNames.map((name) => [`/docs/guides/${name}`, () => guidePage(name)] as const),
    ['/docs/changelog', changelogPage],
  ]);
}

/** Each group of guides as a heading with cards. */
export async function guideLists(guides: Guides): Promise<Html> {
  const texts = new Map((await guides.all()).map((text) => [text.name, text]));
  return html`${guideGroups.map(
    ([group, names]) =>
      html`<h2>${group}</h2>\n<ul class="cards">\n${names.map((name) => {
        const { title = name, about = '' } = texts.get(name) ?? {};
        return html`<li><a href="/docs/guides/${name}">${title}</a><p class="about">${about}</p></li>\n`;
      })}</ul>\n`,
  )}`;
}

async function guideLinks(guides: Guides, shown?: string, headings: GuideText['headings'] = []): Promise<SideLink[]> {
  return (await guides.all()).map(({ name, title }) => ({
    address: `/docs/guides/${name}`,
    name: title,
    isCurrent: name === shown,
    links: name === shown ? headings.map(({ id, text }) => ({ address: `#${id}`, name: text })) : [],
  }));
}

async function renderAll(names: readonly string[]): Promise<Map<string, GuideText>> {
  const renderer = createRenderer();
  try {
    const rendered = names.map(async (name): Promise<[string, GuideText]> => {
      const markdown = await readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
      const { html: text, toc } = await renderer.render(markdown, { embed_providers: [] });
      const [, title = name, about = ''] = /^# (.+)\n\n((?:[^\n]+\n?)+?)(?:\n|$)/.exec(markdown) ?? [];
      const headings = toc.filter(({ level }) => level === 2).map(({ id, text: heading }) => ({ id, text: heading }));
      return [name, { name, title, about: firstSentence(about), headings, html: new Html(withAnchors(text)) }];
    });
    return new Map(await Promise.all(rendered));
  } finally {
    await renderer.close();
  }
}

/** The first sentence of a paragraph in Markdown, as plain text. */
const firstSentence = (paragraph: string): string => {
  const text = paragraph
    .replaceAll('\n', ' ')
    .replaceAll(/\]\([^()]*\)/g, '')
    .replaceAll(/[`*[\]]/g, '');
  const end = text.search(/[.:](?: |$)/);
  return end < 0 ? text : `${text.slice(0, end)}.`;
};

/** Headings lead to themselves; a block of code and a wide table can be scrolled with the keyboard. */
const withAnchors = (text: string): string =>
  text
    .replaceAll(/<h([2-4]) id="([^"]+)">(.*?)<\/h\1>/g, '<h$1 id="$2"><a href="#$2">$3</a></h$1>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
