/** Quotes of a language: outer and inner pair (CLDR 48, `delimiters`). */
const quotes: Record<string, readonly [string, string, string, string]> = {
  be: ['«', '»', '„', '“'],
  bg: ['„', '“', '‘', '’'],
  cs: ['„', '“', '‚', '‘'],
  de: ['„', '“', '‚', '‘'],
  en: ['“', '”', '‘', '’'],
  es: ['«', '»', '“', '”'],
  fr: ['«\u00a0', '\u00a0»', '‹\u00a0', '\u00a0›'],
  it: ['«', '»', '“', '”'],
  kk: ['«', '»', '“', '”'],
  pl: ['„', '”', '«', '»'],
  pt: ['“', '”', '‘', '’'],
  ru: ['«', '»', '„', '“'],
  tr: ['“', '”', '‘', '’'],
  uk: ['«', '»', '„', '“'],
  uz: ['“', '”', '‘', '’'],
};

const languageOf = (locale: string): string => locale.split('-', 1)[0]?.toLowerCase() ?? '';

/** Quotes of the language of a text; the English ones for others. */
export const quotesOf = (locale: string): string[] => [...(quotes[languageOf(locale)] ?? quotes.en ?? [])];

const russian = {
  note: 'Примечание',
  tip: 'Совет',
  important: 'Важно',
  warning: 'Внимание',
  caution: 'Осторожно',
};
const english = { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' };

export type AlertKind = keyof typeof english;

/** The kind that a mark such as `NOTE` names; null for other words. */
export const alertKindOf = (word: string): AlertKind | null =>
  Object.hasOwn(english, word.toLowerCase()) ? (word.toLowerCase() as AlertKind) : null;

/** Title of an alert in the language of the text. */
export const alertTitle = (kind: AlertKind, locale: string): string =>
  (languageOf(locale) === 'ru' ? russian : english)[kind];
