const fold = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim();
const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The first keyword that a text has as words of their own; null without one. */
export function keywordIn(text: string, keywords: readonly string[]): string | null {
  const folded = fold(text);
  return keywords.find((keyword) => hasWords(folded, fold(keyword))) ?? null;
}

/** A word may go on behind a keyword: Russian words have endings. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1))
    if (!isLetter(text[at - 1])) return true;
  return false;
}
