import { createRequire } from 'node:module';
import type { Rendered, TocEntry } from './types.ts';

// As sanitize-html loads it: the test runner cannot give one ES module to `import` and to `require`.
const { Parser } = createRequire(import.meta.url)('htmlparser2') as typeof import('htmlparser2');

const blocks = new Set(
  (
    'blockquote br caption details dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table ' +
    'tr ul'
  ).split(' '),
);
const cells = new Set(['td', 'th']);
/** Elements that readers see without a text. */
const shown = new Set(['audio', 'hr', 'iframe', 'img', 'input', 'video']);
const words = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** A longer table of contents helps no reader. */
const maxTocEntries = 1_000;

interface Heading extends TocEntry {
  parts: string[];
}

/** Everything that is read from the html of a text: its headings, texts, links and images. */
export function describeHtml(html: string): Omit<Rendered, 'html' | 'warnings'> {
  const parts: string[] = [];
  const headings: Heading[] = [];
  const links = new Set<string>();
  const images = new Set<string>();
  let heading: Heading | null = null;
  /** The heading that the text starts with. */
  let opening: Heading | null = null;
  let isEmpty = true;
  /** Name of the open mark of a footnote. */
  let mark: string | null = null;
  const write = (text: string) => {
    parts.push(text);
    heading?.parts.push(text);
  };
  const parser = new Parser({
    onopentag(name, { id, href, src, class: classes }) {
      if (classes === 'footnote-ref' || classes === 'footnote-backref') mark = name;
      if (/^h[1-6]$/.test(name)) {
        heading = { id: id ?? '', text: '', level: Number(name[1]), parts: [] };
        headings.push(heading);
        if (isEmpty) opening = heading;
      }
      if (shown.has(name)) isEmpty = false;
      if (blocks.has(name)) parts.push('\n');
      if (cells.has(name)) parts.push(' ');
      if (name === 'audio' || name === 'video') mark ??= name;
      if (name === 'a' && href !== undefined && mark === null) links.add(href);
      if (name === 'img' && src !== undefined) images.add(src);
    },
    ontext(text) {
      if (text.trim() !== '') isEmpty = false;
      if (mark === null) write(text.replaceAll(/\s+/g, ' '));
    },
    onclosetag(name) {
      if (name === mark) mark = null;
      if (/^h[1-6]$/.test(name)) heading = null;
      if (blocks.has(name)) parts.push('\n');
    },
  });
  parser.end(html);
  for (const entry of headings) entry.text = linesOf(entry.parts);
  const plainText = linesOf(parts);
  return {
    toc: headings
      .filter(({ id, text, level }) => id !== '' && level >= 2 && level <= 4 && text !== '')
      .slice(0, maxTocEntries)
      .map(({ id, text, level }) => ({ id, text, level })),
    has_h1: startsWithTitle(opening),
    plain_text: plainText,
    headings_text: headings.flatMap(({ text }) => text || []).join('\n'),
    words: plainText.match(words)?.length ?? 0,
    links: [...links],
    images: [...images],
  };
}

/** Whether a heading is a title of its own; readers see no title in an empty one. */
const startsWithTitle = (heading: Heading | null): boolean => heading?.level === 1 && heading.text !== '';

/** Lines that have a text, with single spaces. */
const linesOf = (parts: readonly string[]): string =>
  parts
    .join('')
    .split('\n')
    .flatMap((line) => line.replaceAll(/ +/g, ' ').trim() || [])
    .join('\n');
