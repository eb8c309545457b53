import { clean } from './page-facts.ts';
import { createWordScanner, type Letters } from './scan-words.ts';
import { type Collected, contextBits } from './walk-page.ts';

/** What the text of a page says about it. */
export interface PageText {
  /** Words of the main text: of `main`, else of `article`, else of the body without its frame. */
  words: string[];
  /** Words of the body, its frame included. */
  body_words: number;
  /** First characters of the main text. */
  text_start: string;
  letters: Letters;
}

const startLength = 200;

/** Whether a piece in a context belongs to the main text. */
function mainContentTest({ hasMain, hasArticle }: Collected): (at: number) => boolean {
  if (hasMain) return (at) => (at & (contextBits.main | contextBits.aside)) === contextBits.main;
  if (hasArticle) return (at) => (at & (contextBits.article | contextBits.aside)) === contextBits.article;
  return (at) => (at & contextBits.frame) === 0;
}

const collapseBegin = (text: string): string => text.slice(0, 20 * startLength).replace(/\s+/g, ' ');

/**
 * Reads the pieces of text in one pass. They are never joined: the parser builds texts letter by letter, and
 * a copy of all of them costs as much as the words.
 */
export function readText(collected: Collected): PageText {
  const isMainContent = mainContentTest(collected);
  const words: string[] = [];
  let body_words = 0;
  let isMain = false;
  let start = '';
  let wasApart = false;
  const scanner = createWordScanner((word) => {
    body_words += 1;
    if (isMain) words.push(word);
  });
  for (const { text, context, isBlockStart } of collected.texts) {
    const isNextMain = isMainContent(context);
    const isApart = isBlockStart || isNextMain !== isMain;
    if (isApart) scanner.endWord();
    wasApart ||= isApart;
    isMain = isNextMain;
    scanner.feed(text);
    // A limit in code points, of two units at most.
    if (!isMain || start.length >= 2 * startLength) continue;
    start += (wasApart ? ' ' : '') + collapseBegin(text);
    wasApart = false;
  }
  scanner.endWord();
  return { words, body_words, text_start: clean(start, startLength), letters: scanner.letters() };
}
