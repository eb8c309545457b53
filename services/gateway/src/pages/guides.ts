import { readFile } from 'node:fs/promises';
import { createRenderer } from '@platform/markdown';
import { Html, html } from './html.ts';
import { documentationPage } from './layout.ts';

/** The guides in the order of the index, by their files in `docs`. */
export const guideNames = [
  'sell-a-plan',
  'identity-providers',
  'customers-of-before',
  'offline-trust',
  'landing-page',
] as const;

interface Text {
  title: string;
  html: Html;
}

/**
 * The pages that are written in Markdown, by their paths. The first request renders all of them in a worker
 * thread, which then ends and frees its memory.
 */
export function markdownPages(): Map<string, () => Promise<string>> {
  let texts: Promise<Map<string, Text>> | undefined;
  const text = async (name: string): Promise<Text> => {
    texts ??= renderAll([...guideNames, 'changelog']).catch((error) => {
      texts = undefined;
      throw error;
    });
    return (await texts).get(name) ?? { title: name, html: html`` };
  };
  const indexPage = async () => {
    const rows = await Promise.all(
      guideNames.map(async (name) => html`<li><a href="/docs/guides/${name}">${(await text(name)).title}</a></li>\n`),
    );
    const body = html`<h1>Guides</h1>\n<p>Each command of a guide runs in a test of the platform.</p>\n<ul>\n${rows}</ul>`;
    return documentationPage({ title: 'Guides', section: '/docs/guides', body });
  };
  const page = async (name: string, section: '/docs/guides' | '/docs/changelog') => {
    const { title, html: body } = await text(name);
    return documentationPage({ title, section, body });
  };
  return new Map([
    ['/docs/guides', indexPage],
    ...guideNames.map((name) => [`/docs/guides/${name}`, () => page(name, '/docs/guides')] as const),
    ['/docs/changelog', () => page('changelog', '/docs/changelog')],
  ]);
}

async function renderAll(names: readonly string[]): Promise<Map<string, Text>> {
  const renderer = createRenderer();
  try {
    const rendered = names.map(async (name): Promise<[string, Text]> => {
      const markdown = await readFile(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
      const { html: text } = await renderer.render(markdown, { embed_providers: [] });
      return [name, { title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, html: new Html(withAnchors(text)) }];
    });
    return new Map(await Promise.all(rendered));
  } finally {
    await renderer.close();
  }
}

/** Headings lead to themselves; a block of code and a wide table can be scrolled with the keyboard. */
const withAnchors = (text: string): string =>
  text
    .replaceAll(/<h([2-4]) id="([^"]+)">(.*?)<\/h\1>/g, '<h$1 id="$2"><a href="#$2">$3</a></h$1>')
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
