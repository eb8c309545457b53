import { gfm } from '@joplin/turndown-plugin-gfm';
import domino, { type DomElement } from '@mixmark-io/domino';
import { cutText } from '@platform/contracts/cut-text';
import { renderMarkdown } from '@platform/markdown/render-markdown';
import TurndownService from 'turndown';
import type { Note } from './entry.ts';
import { marks, type PreparedDom, prepareDom, withoutMarks, writeAddress } from './html-dom.ts';

export interface ConvertedHtml {
  markdown: string;
  /** Addresses of its images, as the Markdown has them. */
  images: string[];
  warnings: Note[];
}

/** What we read of an element; the parser brings its own DOM. */
interface Attributes {
  getAttribute(name: string): string | null;
}

/** Elements that a text here cannot have, with what becomes of them. */
const lost: Record<string, string> = {
  form: 'A form is left out.',
  script: 'A script is left out.',
  audio: 'A player of sound is left out.',
  video: 'A player of videos is left out.',
  object: 'An embedded object is left out.',
  embed: 'An embedded object is left out.',
  canvas: 'A drawing by a script is left out.',
};

/** Elements without a form in Markdown, which a text here has as HTML. */
const asHtml: Record<string, string> = {
  sup: 'sup',
  sub: 'sub',
  kbd: 'kbd',
  mark: 'mark',
  u: 'u',
  ins: 'u',
  abbr: 'abbr',
};

/**
 * HTML of another system as Markdown (CommonMark with the tables and tasks of GitHub).
 * @param base address of the former site, for images with an address without a host
 */
export function htmlToMarkdown(html: string, base: string | null = null): ConvertedHtml {
  const warnings = new Map<string, Note>();
  const images = new Set<string>();
  const warn = (code: string, message: string) => void warnings.set(`${code} ${message}`, { code, message });
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  service.use(gfm);
  service.addRule('lost', {
    filter: (node) => Object.hasOwn(lost, node.nodeName.toLowerCase()),
    replacement: (_, node) => {
      const name = node.nodeName.toLowerCase();
      warn('element_lost', lost[name] ?? name);
      const element = node as unknown as Attributes & { querySelector(selector: string): Attributes | null };
      const address = element.getAttribute('src') ?? element.querySelector('source[src]')?.getAttribute('src');
      // A program has nothing to show at its address.
      if (name === 'script' || !address || !/^https?:/.test(address)) return '';
      return `\n\n[${linkText(address)}](${linkTarget(address)})\n\n`;
    },
  });
  service.addRule('frame', {
    filter: 'iframe',
    replacement: (_, node) => {
      const element = node as unknown as Attributes;
      const written = (element.getAttribute('data-src') ?? element.getAttribute('src') ?? '').trim();
      const address = written.startsWith('//') ? `https:${written}` : written;
      warn('embed_lost', `An embedded page stays as its address: ${cutText(address, 200)}`);
      // A video of a provider that the site allows is shown from its bare address.
      return /^https?:/.test(address) ? `\n\n${writeAddress(linkTarget(address))}\n\n` : '';
    },
  });
  service.addRule('image', {
    filter: 'img',
    replacement: (_, node) => {
      const element = node as unknown as Attributes;
      const address = (element.getAttribute('src') ?? '').trim();
      if (!/^https?:\/\//.test(address)) {
        const what = address === '' ? 'without an address' : cutText(address, 200);
        warn('image_lost', `The address of an image cannot be reached: ${address.startsWith('data:') ? 'data' : what}`);
        return '';
      }
      const target = linkTarget(address);
      images.add(target);
      const alt = (element.getAttribute('alt') ?? '').replaceAll(/[[\]\\\n]/g, ' ').trim();
      return `![${alt}](${target})`;
    },
  });
  // A fence for preformatted text without `<code>` too.
  service.addRule('preformatted', {
    filter: 'pre',
    replacement: (_, node) => {
      const text = (node.textContent ?? '').replace(/^\n|\n$/g, '');
      const language =
        /\blanguage-([\w-]{1,40})/.exec((node as unknown as { innerHTML: string }).innerHTML.slice(0, 500))?.[1] ?? '';
      const runs = text.match(/`+/g) ?? [];
      const fence = '`'.repeat(runs.reduce((longest: number, run: string) => Math.max(longest, run.length + 1), 3));
      return `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
    },
  });
  service.addRule('caption', { filter: 'figcaption', replacement: (text) => `\n\n${text.trim()}\n\n` });
  service.addRule('html', {
    filter: (node) => Object.hasOwn(asHtml, node.nodeName.toLowerCase()),
    replacement: (text, node) => {
      const name = asHtml[node.nodeName.toLowerCase()];
      return text.trim() === '' ? text : `<${name}>${text}</${name}>`;
    },
  });
  service.addRule('summary', { filter: 'summary', replacement: (text) => `<summary>${text.trim()}</summary>\n\n` });
  service.addRule('details', {
    filter: 'details',
    replacement: (text) => `\n\n<details>\n${text.trim()}\n\n</details>\n\n`,
  });
  useTables(service);
  service.remove(['style', 'noscript', 'button']);

  const document = domino.createDocument(`<x-turndown id="turndown-root">${withoutMarks(html)}</x-turndown>`);
  const root = document.getElementById('turndown-root');
  if (!root) throw new Error('the text has no root');
  const prepared = prepareDom(document, root, base, warn);
  const written = service.turndown(root as unknown as TurndownService.Node);
  const markdown = withAnchors(withReplacements(written, prepared), prepared, warn);
  return { markdown, images: [...images], warnings: [...warnings.values()] };
}

/** Marks a row of headings in the text of a table. */
const headingRow = '\ufdd2';
const borders: Record<string, string> = { left: ':---', right: '---:', center: ':---:' };

/**
 * Tables of GitHub, in linear time: the rules of the plugin read the rows of a table again for each of them. Cells have one
 * line (see `prepareDom`), and a table without a row of headings gets an empty one.
 */
function useTables(service: TurndownService): void {
  const childrenOf = (node: DomElement): DomElement[] => {
    const children: DomElement[] = [];
    for (let at = node.firstChild; at; at = at.nextSibling) if (at.nodeType === 1) children.push(at as DomElement);
    return children;
  };
  service.addRule('tableCell', {
    filter: ['td', 'th'],
    replacement: (content, node) => {
      const text = content
        .trim()
        .replaceAll(/ *\n+/g, '<br>')
        .replaceAll(/(?<!\\)\|/g, '\\|');
      const span = Math.min(50, Number((node as unknown as Attributes).getAttribute('colspan') ?? 1) || 1);
      return ` ${text.padEnd(3)} |${'     |'.repeat(span - 1)}`;
    },
  });
  service.addRule('tableRow', {
    filter: 'tr',
    replacement: (content, node) => {
      const row = node as unknown as DomElement;
      const cells = childrenOf(row);
      const isFirst = row.previousSibling === null && row.parentNode?.nodeName !== 'TFOOT';
      const isHeading =
        row.parentNode?.nodeName === 'THEAD' || (isFirst && cells.every(({ nodeName }) => nodeName === 'TH'));
      const line = `\n|${content.replaceAll('\n', ' ')}`;
      if (!isHeading) return line;
      const border = cells.map((cell) => ` ${borders[(cell.getAttribute('align') ?? '').toLowerCase()] ?? '---'} |`);
      return `${line}${headingRow}\n|${border.join('')}`;
    },
  });
  service.addRule('table', {
    filter: 'table',
    replacement: (content) => {
      const lines = content.split('\n').filter((line) => line.trim() !== '');
      const rows = lines.filter((line) => line.startsWith('|'));
      const words = lines.filter((line) => !line.startsWith('|')).join('\n\n');
      const [first = ''] = rows;
      const columns = (line: string) => (line.match(/(?<!\\)\|/g)?.length ?? 1) - 1;
      // A table of one cell is a frame around a text.
      if (rows.length === 1 && columns(first) === 1) return `\n\n${words}\n\n${first.slice(1, -1).trim()}\n\n`;
      const width = rows.reduce((widest, line) => Math.max(widest, columns(line)), 1);
      const head = first.endsWith(headingRow) ? [] : [`|${'     |'.repeat(width)}`, `|${' --- |'.repeat(width)}`];
      const table = [...head, ...rows].map((line) => line.replace(headingRow, ''));
      // The border is as wide as the row of headings: further rows of headings have none.
      const body = table.filter((line, at) => at < 2 || !/^\|(?: :?---:? \|)+$/.test(line));
      return `\n\n${words}\n\n${body.join('\n')}\n\n`;
    },
  });
  service.addRule('tableSection', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => `\n${content}\n` });
  service.addRule('tableCaption', { filter: 'caption', replacement: (content) => `\n${content.trim()}\n` });
}

const withReplacements = (markdown: string, { replacements }: PreparedDom): string =>
  markdown.replaceAll(
    new RegExp(`${marks.open}(\\d+)${marks.close}`, 'g'),
    (_, at: string) => replacements[Number(at)] ?? '',
  );

/** Links with the ids that headings have where the text is shown. */
function withAnchors(
  markdown: string,
  { anchors }: PreparedDom,
  warn: (code: string, message: string) => void,
): string {
  if (anchors.size === 0) return markdown;
  const { html } = renderMarkdown(markdown, { embed_providers: [] });
  const ids = [...html.matchAll(/<h[1-6]([^>]*)>/g)].map(([, rest = '']) => /\bid="([^"]*)"/.exec(rest)?.[1] ?? null);
  let text = markdown;
  for (const [name, number] of anchors) {
    const id = ids[number];
    if (!id) warn('anchor_lost', 'A link leads to a heading without an address.');
    text = text.replaceAll(name, () => id ?? '');
  }
  return text;
}

const linkTarget = (address: string): string =>
  address.replaceAll(/[\s()<>\\]/g, (one) => encodeURIComponent(one).replace('(', '%28').replace(')', '%29'));
const linkText = (address: string): string => address.replaceAll(/[[\]\\*_`]/g, '\\$&');
