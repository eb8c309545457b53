import { trimEndCharacters } from '@platform/contracts/trim-characters';
import type { ReadablePost } from '../posts/readable-post.ts';

/** A statement of a text that a source has to have. */
export interface Assertion {
  kind: 'number' | 'money' | 'percent' | 'date' | 'version' | 'url' | 'quote' | 'name';
  /** As it stands in the text. */
  shown: string;
  /** The same for every way to write it. */
  key: string;
}

/** Spaces, dashes, quotes and letters that readers take for the same. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[„“”«»"]/g, '"')
    .replaceAll(/[^\S\n]+/g, ' ');

const trackers = /^(?:utm_\w+|erid|yclid|gclid|fbclid)$/;

/** An address without what counts its readers. */
export function urlKey(address: string): string {
  const url = URL.parse(address);
  if (url === null) return fold(address);
  for (const name of [...url.searchParams.keys()]) if (trackers.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  const query = url.searchParams.size === 0 ? '' : `?${url.searchParams}`;
  return `${url.hostname.replace(/^www\./, '')}${trimEndCharacters(url.pathname, '/')}${query}`;
}

/**
 * Digits with spaces or commas between thousands, and a part behind a dot or a comma: `1 299,50`, `1,299.50`.
 */
const digits = String.raw`(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:[ ,]\d{3}){1,6}|\d{1,18})(?:[.,]\d{1,6})?`;
const scales: Record<string, number> = {
  тыс: 1e3,
  k: 1e3,
  к: 1e3,
  млн: 1e6,
  million: 1e6,
  m: 1e6,
  млрд: 1e9,
  billion: 1e9,
};
const scale = String.raw`(?: ?(тыс|млн|млрд|million|billion|k|к|m)(?![\p{L}\p{N}])\.?)?`;
const currencies: [string, string][] = [
  ['rub', String.raw`₽|руб(?:\.|л(?:ь|я|ей|ю|ем|и))?|р\.|rub`],
  ['usd', String.raw`\$|usd|доллар(?:а|ов|ы)?|dollars?`],
  ['eur', '€|eur|евро|euros?'],
  ['gbp', '£|gbp|фунт(?:а|ов|ы)?|pounds?'],
];
const numberPattern = new RegExp(digits + scale, 'gu');
const percentPattern = new RegExp(String.raw`(${digits}) ?(?:%|процент\p{L}{0,3}|percent|per cent)(?!\p{L})`, 'gu');
const moneyPatterns = currencies.map(([code, unit]) => ({
  code,
  behind: new RegExp(String.raw`(${digits})${scale} ?(?:${unit})(?![\p{L}\p{N}])`, 'gu'),
  before: new RegExp(`(?:${unit}) ?(${digits})${scale}`, 'gu'),
}));
const versionPattern =
  /(?<![\p{L}\p{N}.,])(?:v ?|версии? |версия |version |release )?(\d{1,6}(?:\.\d{1,6}){2,3}|(?<=v ?|верси[яи] |version |release )\d{1,6}(?:\.\d{1,6})?)(?![\p{N}]|\.\p{N})/gu;

/** The number of some digits; a comma before three digits stands between thousands. */
function numberOf(written: string, word: string | undefined): string {
  const plain = written
    .replaceAll(' ', '')
    .replaceAll(/,(?=\d{3}(?!\d))/g, '')
    .replace(',', '.');
  const value = Number(plain) * (word === undefined ? 1 : (scales[word] ?? 1));
  return String(Number(value.toPrecision(15)));
}

const months = [
  ['январ', 'jan'],
  ['феврал', 'feb'],
  ['март', 'mar'],
  ['апрел', 'apr'],
  ['ма[йяе]', 'may'],
  ['июн', 'jun'],
  ['июл', 'jul'],
  ['август', 'aug'],
  ['сентябр', 'sep'],
  ['октябр', 'oct'],
  ['ноябр', 'nov'],
  ['декабр', 'dec'],
] as const;
const monthWord = `(?:${months.map(([russian, english]) => String.raw`${russian}\p{L}{0,2}|${english}[a-z]{0,6}`).join('|')})`;
const datePatterns: { pattern: RegExp; order: readonly ('y' | 'm' | 'd')[] }[] = [
  { pattern: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/gu, order: ['y', 'm', 'd'] },
  { pattern: /(?<![\d.])(\d{1,2})\.(\d{2})\.(\d{4})(?!\d)/gu, order: ['d', 'm', 'y'] },
  {
    pattern: new RegExp(
      String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthWord})\.?(?:,? (\d{4})(?!\d))?(?!\p{L})`,
      'gu',
    ),
    order: ['d', 'm', 'y'],
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\p{L})(${monthWord})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?![\p{L}\d])`,
      'gu',
    ),
    order: ['m', 'd', 'y'],
  },
];

function monthOf(word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  return 1 + months.findIndex(([russian, english]) => new RegExp(`^(?:${russian}|${english})`, 'u').test(word));
}

interface LocatedAssertion {
  assertion: Assertion;
  from: number;
}

/** Assertions of a text, and which of its characters belong to one: each character is examined once. */
interface Search {
  text: string;
  findings: LocatedAssertion[];
  isTaken: Uint8Array;
}

/** Adds what a pattern matches outside of what was found before it. */
function addMatches(
  { text, findings, isTaken }: Search,
  pattern: RegExp,
  assertionOf: (match: RegExpExecArray) => Pick<Assertion, 'kind' | 'key'> | null,
): void {
  for (const match of text.matchAll(pattern)) {
    const [from, to] = [match.index, match.index + match[0].length];
    if (isTaken.subarray(from, to).includes(1)) continue;
    const assertion = assertionOf(match);
    if (assertion === null) continue;
    findings.push({ assertion: { ...assertion, shown: match[0].trim() }, from });
    isTaken.fill(1, from, to);
  }
}

function addDates(search: Search): void {
  for (const { pattern, order } of datePatterns)
    addMatches(search, pattern, (match) => {
      const part = (name: 'y' | 'm' | 'd') => match[1 + order.indexOf(name)];
      const [month, day] = [monthOf(part('m') ?? ''), Number(part('d'))];
      if (month < 1 || month > 12 || day < 1 || day > 31) return null;
      const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      return { kind: 'date', key: `${part('y') ?? '-'}-${rest}` };
    });
}

/** Dates, versions, percentages, sums and numbers, each part of a text once. */
function findNumbers(text: string): LocatedAssertion[] {
  const search: Search = { text, findings: [], isTaken: new Uint8Array(text.length) };
  addDates(search);
  const add = (pattern: RegExp, assertionOf: (match: RegExpExecArray) => Pick<Assertion, 'kind' | 'key'>) =>
    addMatches(search, pattern, assertionOf);
  add(versionPattern, ([, version = '']) => ({ kind: 'version', key: version }));
  add(percentPattern, ([, amount = '']) => ({ kind: 'percent', key: numberOf(amount, undefined) }));
  for (const { code, behind, before } of moneyPatterns)
    for (const pattern of [behind, before])
      add(pattern, ([, amount = '', word]) => ({ kind: 'money', key: `${numberOf(amount, word)} ${code}` }));
  add(numberPattern, (match) => {
    const word = match[1];
    const amount = word === undefined ? match[0] : match[0].slice(0, match[0].lastIndexOf(word)).trimEnd();
    return { kind: 'number', key: numberOf(amount, word) };
  });
  return search.findings;
}

/** A quote without its case and its signs. */
export const wordsOf = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const quote = /«([^«»\n]{2,1000})»|“([^“”\n]{2,1000})”|„([^„“”\n]{2,1000})[“”]|"([^"\n]{2,1000})"/g;

const findQuotes = (text: string): Assertion[] =>
  [...text.matchAll(quote)].map((match) => ({
    kind: 'quote',
    shown: match[0],
    key: wordsOf(match.slice(1).find((part) => part !== undefined) ?? ''),
  }));

const latinWord = /(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9]*(?:[-'’][A-Za-z0-9]+)*(?![\p{L}])/gu;
const isSentenceStart = (before: string): boolean => /(?:^|[.!?…:\n])["'«“„(\s•*-]*$/u.test(before);

/** Latin words of dates, sums and versions, which are statements of their own kind. */
const partOfNumber =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|usd|eur|rub|gbp|v\d+|\d+k)$/i;

/**
 * Latin names. In a Cyrillic text each Latin word is one; in a Latin text those with a capital letter that
 * begin no sentence, and those with a capital letter or a digit inside.
 */
function findNames(text: string): Assertion[] {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  return [...text.matchAll(latinWord)]
    .filter(({ 0: word, index }) => {
      if (word.length < 2 || partOfNumber.test(word)) return false;
      if (isCyrillic || /.[A-Z0-9]/.test(word)) return true;
      return /^[A-Z]/.test(word) && !isSentenceStart(text.slice(Math.max(0, index - 8), index));
    })
    .map(({ 0: shown }) => ({ kind: 'name', shown, key: shown.toLowerCase() }));
}

const address = /https?:\/\/[^\s<>"'«»]+/g;

/**
 * The statements of a text that a source has to have: numbers, sums, percentages, dates, versions, addresses,
 * quotes and Latin names. Numbers of list items do not count.
 */
export function findAssertions({ text, urls, buttons }: ReadablePost): Assertion[] {
  const whole = [text, ...buttons].join('\n').normalize('NFKC');
  const words = whole.replaceAll(address, ' ').replaceAll(/^[ \t]*\d{1,3}[.)] /gm, '');
  const links = urls.map((url): Assertion => ({ kind: 'url', shown: url, key: urlKey(url) }));
  const numbers = findNumbers(fold(words)).toSorted((a, b) => a.from - b.from);
  return [...numbers.map(({ assertion }) => assertion), ...links, ...findQuotes(words), ...findNames(words)];
}
