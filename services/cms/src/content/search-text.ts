/**
 * The dictionary of a language. `russian` stems Latin words as English ones; a language that PostgreSQL does
 * not know is taken as it is.
 */
export function searchConfigOf(locale: string): 'russian' | 'english' | 'simple' {
  const [language] = locale.split('-');
  return language === 'ru' ? 'russian' : language === 'en' ? 'english' : 'simple';
}

/**
 * The word that all texts of a site in one language have, and no text of another: with it the index of words
 * answers for one site alone. No word of a text has a slash.
 */
export const searchScope = (siteId: string, locale: string): string => `${siteId}/${locale}`;

/**
 * The word that all texts of a category have: its names are compared when a search runs, so that a new name takes
 * effect at once.
 */
export const searchCategory = (categoryId: string): string => `category/${categoryId}`;

/**
 * Text as the search sees it: lower case, ё as е, each character that is neither letter nor digit a space.
 * The database may have locale C, which leaves Cyrillic capitals and «», — and … in its words, so that this
 * is done here and on both sides. Each UTF-16 unit stays at its offset, for snippets.
 */
export function searchText(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, (others) => ' '.repeat(others.length))
    .replace(/\p{Changes_When_Lowercased}/gu, (capital) => {
      const lower = capital.toLowerCase();
      return lower.length === capital.length ? lower : capital;
    })
    .replaceAll('ё', 'е');
}
