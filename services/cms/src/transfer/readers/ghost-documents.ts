import { assertShallow } from './json-depth.ts';

/** The words of a text of Ghost whose `html` is missing, from the first source that has any. */
export interface Words {
  source: 'lexical' | 'mobiledoc' | 'plaintext';
  markdown: string;
}

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Words, headings, lists and images of a post that was never rendered. Formats inside of a line are lost.
 * @param row a row of the table `posts`, with `lexical`, `mobiledoc` (0.3) or `plaintext`
 */
export function wordsOf({ lexical, mobiledoc, plaintext }: Record<string, unknown>): Words | null {
  const root = parse(lexical)?.root;
  if (isNode(root)) {
    const markdown = listOf(root.children).map(lexicalBlock).filter(Boolean).join('\n\n');
    if (markdown !== '') return { source: 'lexical', markdown };
  }
  const document = parse(mobiledoc);
  if (document) {
    const cards = listOf(document.cards);
    const markdown = listOf(document.sections)
      .map((section) => mobiledocSection(section, cards))
      .filter(Boolean)
      .join('\n\n');
    if (markdown !== '') return { source: 'mobiledoc', markdown };
  }
  const plain = textOf(plaintext).trim();
  return plain === '' ? null : { source: 'plaintext', markdown: escaped(plain) };
}

function parse(text: unknown): Node | null {
  if (typeof text !== 'string' || text === '') return null;
  try {
    assertShallow(Buffer.from(text));
    const value: unknown = JSON.parse(text);
    return isNode(value) ? value : null;
  } catch {
    return null;
  }
}

/** Characters that Markdown would take for marks. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>]/g, '\\$&').replaceAll(/^(#+|[-+]|\d+[.)])(?=\s)/gm, '\\$1');

const image = (src: unknown, alt: unknown): string =>
  textOf(src) === ''
    ? ''
    : `![${textOf(alt).replaceAll(/[[\]\n]/g, ' ')}](${textOf(src).replaceAll(/[\s()<>]/g, encodeURIComponent)})`;

function lexicalWords(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'linebreak') return '\n';
  return escaped(textOf(node.text)) + listOf(node.children).map(lexicalWords).join('');
}

function lexicalBlock(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'image') return image(node.src, node.alt);
  if (node.type === 'codeblock') return `\`\`\`${textOf(node.language)}\n${textOf(node.code)}\n\`\`\``;
  if (node.type === 'markdown') return textOf(node.markdown);
  if (node.type === 'horizontalrule') return '---';
  if (node.type === 'list')
    return listOf(node.children)
      .map((item) => `- ${lexicalWords(item).trim()}`)
      .join('\n');
  const words = lexicalWords(node).trim();
  const level = /^h([1-6])$/.exec(textOf(node.tag))?.[1];
  if (words !== '' && level !== undefined) return `${'#'.repeat(Number(level))} ${words}`;
  return node.type === 'quote' && words !== '' ? `> ${words}` : words;
}

/** Sections of Mobiledoc 0.3: 1 is marked-up text, 2 an image, 3 a list, 10 a card. */
function mobiledocSection(section: unknown, cards: unknown[]): string {
  const [type, second, third] = listOf(section);
  const words = (markers: unknown) =>
    escaped(
      listOf(markers)
        .map((marker) => textOf(listOf(marker)[3]))
        .join(''),
    ).trim();
  if (type === 2) return image(second, '');
  if (type === 3)
    return listOf(third)
      .map((item) => `- ${words(item)}`)
      .join('\n');
  if (type === 10) {
    const [name, payload] = listOf(cards[Number(second)]);
    if (!isNode(payload)) return '';
    if (name === 'image') return image(payload.src, payload.alt);
    if (name === 'markdown' || name === 'card-markdown') return textOf(payload.markdown);
    if (name === 'code') return `\`\`\`${textOf(payload.language)}\n${textOf(payload.code)}\n\`\`\``;
    return name === 'hr' ? '---' : '';
  }
  if (type !== 1) return '';
  const text = words(third);
  const level = /^h([1-6])$/.exec(textOf(second))?.[1];
  return text !== '' && level !== undefined ? `${'#'.repeat(Number(level))} ${text}` : text;
}
