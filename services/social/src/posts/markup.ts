import MarkdownIt, { type Token } from 'markdown-it';

/**
 * The markdown subset of posts: bold, italic, strike, code, links, quotes and lists. HTML is text. Everything
 * else stays as it was typed.
 */
const parser = new MarkdownIt('zero', { breaks: true, linkify: false }).enable([
  'emphasis',
  'strikethrough',
  'backticks',
  'link',
  'blockquote',
  'list',
  'newline',
  'escape',
]);

/** A format of a piece of text. */
export type Mark = { kind: 'bold' | 'italic' | 'strike' | 'code' | 'quote' } | { kind: 'link'; url: string };

/** A piece of text with its formats, the outermost first. */
export interface Run {
  text: string;
  marks: readonly Mark[];
}

const openers: Record<string, Mark['kind']> = { strong_open: 'bold', em_open: 'italic', s_open: 'strike' };

/**
 * Parses a post.
 * @param markdown what its author wrote
 * @returns runs of text in their order; blocks are apart by an empty line, items of a list by a line
 */
export function parsePost(markdown: string): Run[] {
  const runs: Run[] = [];
  const lists: { next: number | null }[] = [];
  let quotes = 0;
  let separator = '';
  const base = (): Mark[] => (quotes > 0 ? [{ kind: 'quote' }] : []);
  for (const token of parser.parse(markdown, {})) {
    if (token.type === 'blockquote_open') quotes += 1;
    else if (token.type === 'blockquote_close') quotes -= 1;
    else if (token.type === 'bullet_list_open') lists.push({ next: null });
    else if (token.type === 'ordered_list_open') lists.push({ next: Number(token.attrGet('start') ?? 1) });
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') {
      lists.pop();
      if (lists.length === 0) separator = '\n\n';
    } else if (token.type === 'list_item_open') {
      if (runs.length > 0 && separator === '') separator = '\n';
      runs.push({ text: separator + bulletOf(lists), marks: base() });
      separator = '';
    } else if (token.type === 'inline') {
      if (separator !== '') runs.push({ text: separator, marks: [] });
      runs.push(...inlineRuns(token.children ?? [], base()));
      separator = lists.length > 0 ? '\n' : '\n\n';
    }
  }
  return runs.filter(({ text }) => text !== '');
}

function bulletOf(lists: { next: number | null }[]): string {
  const list = lists.at(-1);
  const indent = '  '.repeat(Math.max(lists.length - 1, 0));
  if (!list || list.next === null) return `${indent}• `;
  list.next += 1;
  return `${indent}${list.next - 1}. `;
}

function inlineRuns(tokens: readonly Token[], base: readonly Mark[]): Run[] {
  const runs: Run[] = [];
  const marks: Mark[] = [...base];
  for (const token of tokens) {
    const opened = openers[token.type];
    if (opened !== undefined) marks.push({ kind: opened } as Mark);
    else if (token.type === 'link_open') marks.push({ kind: 'link', url: String(token.attrGet('href') ?? '') });
    else if (token.type.endsWith('_close')) marks.pop();
    else if (token.type === 'code_inline') runs.push({ text: token.content, marks: [...marks, { kind: 'code' }] });
    else if (token.type === 'softbreak' || token.type === 'hardbreak') runs.push({ text: '\n', marks: [...marks] });
    else runs.push({ text: token.content, marks: [...marks] });
  }
  return runs;
}

const bareUrl = /https?:\/\/[^\s<>"'«»]+[^\s<>"'«».,;:!?)\]}]/g;

/** Runs whose addresses, of links and in the text, are what `change` makes of them. */
export const mapUrls = (runs: readonly Run[], change: (url: string) => string): Run[] =>
  runs.map(({ text, marks }) => ({
    text: marks.some(({ kind }) => kind === 'code') ? text : text.replaceAll(bareUrl, change),
    marks: marks.map((mark) => (mark.kind === 'link' ? { kind: 'link', url: change(mark.url) } : mark)),
  }));

const tags = { bold: 'b', italic: 'i', strike: 's', code: 'code', quote: 'blockquote' } as const;
const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[<>&"]/g, (character) => escapes[character] ?? character);
const isSame = (a: Mark | undefined, b: Mark | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.kind === b.kind &&
  (a.kind !== 'link' || b.kind !== 'link' || a.url === b.url);

/** HTML of Telegram and MAX, and how many formatted pieces it has. */
export function toHtml(runs: readonly Run[]): { html: string; entities: number } {
  let html = '';
  let entities = 0;
  const open: Mark[] = [];
  const close = (until: number): void => {
    for (
      let mark = open.length > until ? open.pop() : undefined;
      mark;
      mark = open.length > until ? open.pop() : undefined
    )
      html += mark.kind === 'link' ? '</a>' : `</${tags[mark.kind]}>`;
  };
  for (const { text, marks } of runs) {
    let shared = 0;
    while (shared < open.length && isSame(open[shared], marks[shared])) shared += 1;
    close(shared);
    for (const mark of marks.slice(shared)) {
      html += mark.kind === 'link' ? `<a href="${escapeHtml(mark.url)}">` : `<${tags[mark.kind]}>`;
      entities += 1;
      open.push(mark);
    }
    html += escapeHtml(text);
  }
  close(0);
  return { html, entities };
}

/** The text that readers of a channel with formats see. */
export const toVisibleText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** The text for a channel without formats: an address stands behind the words of its link. */
export function toPlain(runs: readonly Run[]): string {
  let plain = '';
  runs.forEach(({ text, marks }, at) => {
    plain += text;
    const link = marks.find((mark) => mark.kind === 'link');
    if (link?.kind !== 'link') return;
    const isLast = !runs[at + 1]?.marks.some((mark) => isSame(mark, link));
    if (isLast && text !== link.url) plain += ` (${link.url})`;
  });
  return plain;
}
