import { escapeHtml } from '@platform/runtime';
import { searchText } from '../content/search-text.ts';

/** UTF-16 units in a snippet, and how many of them stand before its first found word. */
const snippetLength = 200;
const lead = 60;

/** A word of a text as the search sees it, and its offset in UTF-16 units. */
export interface Word {
  word: string;
  from: number;
  to: number;
}

/** What words of a text are compared with. */
export interface WordForms {
  /** Stems, as the search sees them. A form of a word shares all of its stem but the last letter: `compani`. */
  lexemes: readonly string[];
  /** Beginnings of words. */
  prefixes: readonly string[];
}

/**
 * The words of a text that may be forms of some words, or that begin with some letters, in their order.
 * @param most how many words are taken of one stem or beginning, the first ones
 */
export function wordsLike(text: string, { lexemes, prefixes }: WordForms, most = Number.POSITIVE_INFINITY): Word[] {
  const lowerText = lowerCase(text);
  const words = new Map<number, Word>();
  const stems = lexemes.map((lexeme) => (lexeme.length > 2 ? lexeme.slice(0, -1) : lexeme));
  const heads = new Set([...stems, ...prefixes]);
  for (const head of heads) {
    let count = 0;
    for (let from = lowerText.indexOf(head); from >= 0 && count < most; from = lowerText.indexOf(head, from + 1)) {
      if (isInWord(lowerText, from - 1)) continue;
      count += 1;
      let to = from + head.length;
      while (isInWord(lowerText, to)) to += 1;
      words.set(from, { word: lowerText.slice(from, to), from, to });
    }
  }
  return [...words.values()].toSorted((a, b) => a.from - b.from);
}

/** The text in lower case and with е for ё, each UTF-16 unit at its offset. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase().replaceAll('ё', 'е');
  return lower.length === text.length ? lower : searchText(text);
}

const letter = /[\p{L}\p{N}\p{M}]/u;
const isInWord = (text: string, at: number): boolean => letter.test(text[at] ?? '');

/**
 * The part of a text around the first found word, as HTML: found words in `<mark>`, all else escaped.
 * @param foundWords words of the text, in their order
 */
export function snippetOf(text: string, foundWords: readonly Word[]): string {
  const start = wordStart(text, Math.max(0, (foundWords[0]?.from ?? 0) - lead));
  const end = wordEnd(text, Math.min(text.length, start + snippetLength));
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const { from, to } of foundWords) {
    if (from < start || to > end) continue;
    html += `${escapeHtml(text.slice(at, from))}<mark>${escapeHtml(text.slice(from, to))}</mark>`;
    at = to;
  }
  html += escapeHtml(text.slice(at, end));
  return `${html}${end < text.length ? '…' : ''}`.replaceAll(/\s+/g, ' ').trim();
}

const wordStart = (text: string, at: number): number => {
  if (at === 0) return 0;
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + lead / 2 ? at : space + 1;
};

const wordEnd = (text: string, at: number): number => {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space < at - lead ? at : space;
};
