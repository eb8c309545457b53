import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { type Info, parse } from 'csv-parse';
import { type KeywordRow, maxKeywords } from '../search/search-provider.ts';

export interface ReadKeywords {
  rows: KeywordRow[];
  /** The first of them. */
  rejected: { line: number; error: string }[];
  rejected_count: number;
}

/** The file has more lines than one import takes. */
export class TooManyLinesError extends Error {}

/** The first line names columns, and none of them is known as that of the queries. */
export class UnknownHeaderError extends Error {
  readonly header: readonly string[];
  constructor(header: readonly string[]) {
    super('the header names no column of queries');
    this.name = 'UnknownHeaderError';
    this.header = header;
  }
}

/** Mistakes that are listed. */
const maxRejected = 1_000;
const maxQuery = 300;
const maxUrl = 2_048;
const maxCount = 2_147_483_647;
/** Characters that are parsed in one turn of the event loop. */
const pieceLength = 16_384;

const columns = ['query', 'impressions', 'clicks', 'position', 'url'] as const;
type Column = (typeof columns)[number];
/** Names of columns in exports of the search consoles, in lower case. */
const names: Record<string, Column> = {
  query: 'query',
  'top queries': 'query',
  keyword: 'query',
  запрос: 'query',
  фраза: 'query',
  'search query': 'query',
  'search term': 'query',
  queries: 'query',
  keywords: 'query',
  запросы: 'query',
  'поисковый запрос': 'query',
  'поисковые запросы': 'query',
  'ключевое слово': 'query',
  'ключевые слова': 'query',
  'ключевая фраза': 'query',
  ключ: 'query',
  ключи: 'query',
  фразы: 'query',
  phrase: 'query',
  phrases: 'query',
  'самые популярные запросы': 'query',
  impressions: 'impressions',
  показы: 'impressions',
  'кол-во показов': 'impressions',
  'количество показов': 'impressions',
  'число показов': 'impressions',
  clicks: 'clicks',
  клики: 'clicks',
  'кол-во кликов': 'clicks',
  'количество кликов': 'clicks',
  переходы: 'clicks',
  position: 'position',
  позиция: 'position',
  'average position': 'position',
  'avg. position': 'position',
  'средняя позиция': 'position',
  'ср. позиция': 'position',
  url: 'url',
  page: 'url',
  страница: 'url',
  адрес: 'url',
  'landing page': 'url',
  'адрес страницы': 'url',
};

/** Text of a file: a byte order mark says which, else UTF-8 where it is valid, else windows-1251. */
function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1251').decode(file);
  }
}

/** The delimiter that the first line has most of. */
function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.slice(0, 10_000))?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const countOf = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

/** Lines that the layout of a file without a known header is derived from. */
const sampledLines = 100;
/** In no text: a line of a list of phrases is one cell. */
const noDelimiter = '\u001f';

type Layout = 'columns' | 'phrases' | 'phrases and words';

/**
 * What the lines of a file without a known header have: the columns of an import, one phrase each, with commas as in a
 * sentence, or a phrase and further columns that are all words. Only the last two have no number and no address anywhere,
 * so no column of counts can be taken for another one.
 */
function layoutOf(text: string, delimiter: string): Layout {
  const sample = text.slice(0, pieceLength);
  const lines = sample.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  // The last line may be a part of one.
  if (sample.length < text.length && lines.length > 1) lines.pop();
  const rows = lines.slice(0, sampledLines).map((line) => line.split(delimiter));
  const cells = rows.flatMap(([, ...others]) => others.map((cell) => cell.trim())).filter((cell) => cell !== '');
  const isKnown = rows[0]?.some((cell) => names[cell.trim().toLowerCase()]) ?? false;
  if (cells.length === 0 || isKnown || cells.some((cell) => /^"|"$/.test(cell) || isValue(cell))) return 'columns';
  const isSentence = delimiter === ',' && rows.every(([, ...others]) => others.every((cell) => cell.startsWith(' ')));
  if (isSentence) return 'phrases';
  const isTable = rows.length > 1 && rows.every((row) => row.length === rows[0]?.length) && cells.every(isWords);
  return isTable ? 'phrases and words' : 'columns';
}

const isValue = (cell: string): boolean => !Number.isNaN(readNumber(cell)) || typeof readUrl(cell) === 'string';
const isWords = (cell: string): boolean => /^[\p{L}][^/\d]*$/u.test(cell);

/**
 * Reads keywords from a CSV file (RFC 4180, also with `;` or tabs). The event loop gets its turns in between.
 * @throws TooManyLinesError, UnknownHeaderError
 */
export async function readKeywordFile(file: Buffer): Promise<ReadKeywords> {
  const text = decode(file);
  const result: ReadKeywords = { rows: [], rejected: [], rejected_count: 0 };
  const reject = (line: number, error: string): void => {
    result.rejected_count += 1;
    if (result.rejected.length < maxRejected) result.rejected.push({ line, error });
  };
  const delimiter = delimiterOf(text);
  const layout = layoutOf(text, delimiter);
  const parser = parse({
    delimiter: layout === 'phrases' ? noDelimiter : delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 20_000,
    skip_records_with_error: true,
    on_skip: (error) => {
      reject(Number(error?.lines ?? 0), 'The line is not a line of a CSV file: compare its quotes and separators.');
      return undefined;
    },
  });
  const source = Readable.from(piecesOf(text));
  source.pipe(parser);
  let order: (Column | undefined)[] = layout === 'columns' ? [...columns] : ['query'];
  let isFirst = true;
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
    const header: (Column | undefined)[] = isFirst ? record.map((name) => names[name.toLowerCase()]) : [];
    const isHeader = header.includes('query');
    if (isFirst && !isHeader && layout === 'columns' && isLikeHeader(record)) {
      source.destroy();
      throw new UnknownHeaderError(record);
    }
    isFirst = false;
    if (isHeader) {
      order = header;
      continue;
    }
    if (result.rows.length + result.rejected_count >= maxKeywords) {
      source.destroy();
      throw new TooManyLinesError();
    }
    const keywordRecord = readRecord(record, order);
    if (typeof keywordRecord === 'string') reject(info.lines, keywordRecord);
    else result.rows.push(keywordRecord);
  }
  return result;
}

/** Whether a first line has names where a line of a keyword has counts and an address. */
const isLikeHeader = ([, ...others]: readonly string[]): boolean =>
  others.some((cell) => cell !== '') && others.every((cell) => cell === '' || isWords(cell));

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength);
    await nextTurn();
  }
}

/** A line as a keyword, or what is wrong with it. */
function readRecord(record: readonly string[], order: readonly (Column | undefined)[]): KeywordRow | string {
  const cell = (column: Column): string => record[order.indexOf(column)] ?? '';
  const query = cell('query').replace(/\s+/g, ' ');
  if (query === '') return '`query` is empty.';
  if (query.length > maxQuery) return `\`query\` may have at most ${maxQuery} characters.`;
  if (!query.isWellFormed() || /[\x00-\x08\x0e-\x1f\ufffd]/.test(query))
    return '`query` is not a text: it has control characters.';
  const impressions = readCount(cell('impressions'));
  if (impressions === null) return '`impressions` has to be a whole number.';
  const clicks = readCount(cell('clicks'));
  if (clicks === null) return '`clicks` has to be a whole number.';
  const position = cell('position') === '' ? null : readNumber(cell('position'));
  if (position !== null && !(position >= 0 && position <= 10_000))
    return '`position` has to be a number from 0 to 10,000.';
  const url = readUrl(cell('url'));
  if (url === undefined) return '`url` has to be an http or https address.';
  return { query, url, impressions, clicks, position };
}

/** `1 234,5` and `1234.5`; NaN for other texts. */
function readNumber(text: string): number {
  const plain = text.replaceAll(/[\s\u00a0]/g, '').replace(',', '.');
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** A count; 0 for an empty cell, null for what is none. */
function readCount(text: string): number | null {
  if (text === '') return 0;
  const value = readNumber(text);
  return Number.isInteger(value) && value <= maxCount ? value : null;
}

/** An address; null for an empty cell, undefined for what is none. */
function readUrl(text: string): string | null | undefined {
  if (text === '') return null;
  const url = text.length <= maxUrl && text.isWellFormed() ? URL.parse(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
