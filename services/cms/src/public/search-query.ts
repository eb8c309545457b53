import { searchCategory } from '../content/search-text.ts';

/** A shorter beginning of a word is in too many words. */
const minPrefix = 3;
/** Letters at the end of an unfinished word that its stem may lack: `runnin` is on the way to `running`, stem `run`. */
const maxEnding = 4;

/** A word of a query. */
export interface SearchTerm {
  word: string;
  /** Its stems: usually one, none of a word that no language searches, such as an article. */
  lexemes: readonly string[];
  /** Whether it may be the beginning of a longer word. */
  isUnfinished: boolean;
  /** Categories with the word in their names. */
  categoryIds: readonly string[];
}

/** Beginnings of words that a term finds besides its forms. */
export function prefixesOf({ word, lexemes, isUnfinished }: SearchTerm): string[] {
  if (!isUnfinished) return [];
  return [...new Set([word, ...(lexemes.length === 1 ? lexemes : [])])].filter((text) => text.length >= minPrefix);
}

/** Whether the name of a category, as stems, has the word of a term. */
export const isInName = (term: Omit<SearchTerm, 'categoryIds'>, name: readonly string[]): boolean =>
  (term.lexemes.length > 0 && term.lexemes.every((lexeme) => name.includes(lexeme))) ||
  prefixesOf({ ...term, categoryIds: [] }).some((prefix) => name.some((lexeme) => lexeme.startsWith(prefix)));

/**
 * The terms that count: those with stems. A word without them counts as the beginning of another one, where it
 * stands alone: `под` on the way to `подписка`.
 */
export function countedTerms(terms: readonly SearchTerm[]): SearchTerm[] {
  const stemmed = terms.filter(({ lexemes }) => lexemes.length > 0);
  return stemmed.length > 0 ? stemmed : terms.filter((term) => prefixesOf(term).length > 0);
}

/** Texts with all of the terms, as a query of text search of PostgreSQL. */
export const allTerms = (terms: readonly SearchTerm[]): string =>
  terms.map((term) => `(${waysOf(term).join(' | ')})`).join(' & ');

/** Texts with any of the terms. */
export const anyTerm = (terms: readonly SearchTerm[]): string =>
  terms.flatMap((term) => waysOf(term).map((way) => `(${way})`)).join(' | ');

/**
 * Texts with all of the terms, where the unfinished one may go beyond the stem of its word; null where it cannot.
 */
export function allTermsBeyondStem(terms: readonly SearchTerm[]): string | null {
  const stems = terms.flatMap(stemsBefore);
  if (stems.length === 0) return null;
  return terms
    .map((term) => `(${[...waysOf(term), ...stemsBefore(term).map((stem) => quoted(stem))].join(' | ')})`)
    .join(' & ');
}

/** Stems that the word of a term may have when it is finished. */
export function stemsBefore({ word, isUnfinished }: SearchTerm): string[] {
  const least = Math.max(minPrefix, word.length - maxEnding);
  if (!isUnfinished || word.length <= least) return [];
  return Array.from({ length: word.length - least }, (_, at) => word.slice(0, least + at));
}

/** What a text may have of a term. */
function waysOf(term: SearchTerm): string[] {
  const stems = term.lexemes.map((lexeme) => quoted(lexeme)).join(' & ');
  return [
    ...(stems === '' ? [] : [stems]),
    ...prefixesOf(term).map((prefix) => `${quoted(prefix)}:*`),
    ...term.categoryIds.map((id) => quoted(searchCategory(id))),
  ];
}

/** A lexeme as a query of text search. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;
