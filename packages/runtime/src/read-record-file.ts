import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import type { CsvError, Info } from 'csv-parse';
import { invalidField } from './errors.ts';
import { createSlices } from './map-in-slices.ts';

/** A record of a file: a row of CSV below the header, or a line of JSON. */
export interface FileRecord {
  /** Where it ends in the file, from 1. */
  line: number;
  /**
   * Values by the names of columns. From CSV: texts without blanks around them, and nothing for an empty cell. From
   * JSON: any value, null included.
   */
  values: Readonly<Record<string, unknown>>;
}

/** A record that cannot be read. The others are not affected. */
export interface RowFailure {
  line: number;
  /** Name of the column; empty for the whole record. */
  path: string;
  /** What is wrong, as the predicate of a sentence: `is in the past`. `listFailures` makes the sentence. */
  message: string;
}

export interface RecordFileOptions {
  /** Names of the columns that a file may have. */
  columns: readonly string[];
  /** Records of the longest file, unreadable ones included. */
  maxRecords: number;
}

/** Characters of the longest record. */
const maxRecordLength = 20_000;
/** Bytes that are decoded and parsed in one turn of the event loop. */
const pieceBytes = 16_384;

/**
 * Reads a file of records that an administrator uploads: CSV (RFC 4180) with a header, separated by commas, semicolons
 * or tabs, or JSON Lines with an object in each line. The first character tells which. The text is UTF-8, with or
 * without a byte order mark; empty lines do not count. The event loop gets its turns in between.
 * @returns the records in the order of the file
 * @throws AppError `validation_failed` for a file that cannot be read as a whole: another encoding, an unknown or
 *   repeated column, a quote that is not closed, a JSON array, no record, too many records
 */
export async function readRecordFile(file: Buffer, options: RecordFileOptions): Promise<(FileRecord | RowFailure)[]> {
  const start = file.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark.length : 0;
  const text = file.subarray(start);
  const first = firstCharacter(text);
  if (first === '[') return invalidField('file', 'is a JSON array: send one object in each line (JSON Lines)');
  const records = await (first === '{' ? readJsonLines(text, options) : readCsv(text, options));
  return records.length > 0 ? records : invalidField('file', 'has no records: send at least one row below the header');
}

/** Whether a record could be read. */
export const isReadable = (record: FileRecord | RowFailure): record is FileRecord => 'values' in record;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const lineFeed = 0x0a;
const blanks = new Set([0x20, 0x09, 0x0d, lineFeed]);

/** The first character behind some blanks; empty for many blanks, which no JSON begins with. */
const firstCharacter = (text: Buffer): string =>
  String.fromCharCode(text.subarray(0, 1_000).find((byte) => !blanks.has(byte)) ?? 0x20).trim();

async function readJsonLines(text: Buffer, options: RecordFileOptions): Promise<(FileRecord | RowFailure)[]> {
  const records: (FileRecord | RowFailure)[] = [];
  const decoder = createDecoder();
  const slices = createSlices();
  for (let at = 0, line = 1; at < text.length; line += 1) {
    if (slices.isOver()) await slices.next();
    const found = text.indexOf(lineFeed, at);
    const end = found < 0 ? text.length : found;
    // A line that is too long is not even decoded.
    const isTooLong = end - at > maxRecordLength * 4;
    const json = isTooLong ? '' : decode(decoder, text.subarray(at, end)).trim();
    at = end + 1;
    if (json === '' && !isTooLong) continue;
    if (records.length >= options.maxRecords) return refuseLength(options);
    if (isTooLong || json.length > maxRecordLength)
      records.push({ line, path: '', message: `is longer than ${maxRecordLength} characters` });
    else records.push(toRecord(line, parseObject(json), options));
  }
  return records;
}

/** The object of a line, or what is wrong with it. */
function parseObject(json: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(json);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : 'is not a JSON object';
  } catch {
    return 'is not JSON';
  }
}

function toRecord(
  line: number,
  values: Record<string, unknown> | string,
  { columns }: RecordFileOptions,
): FileRecord | RowFailure {
  if (typeof values === 'string') return { line, path: '', message: values };
  const unknown = Object.keys(values).find((name) => !columns.includes(name));
  if (unknown !== undefined)
    return {
      line,
      path: unknown.slice(0, 100).toWellFormed(),
      message: `is not a column of this import; the columns are ${columns.join(', ')}`,
    };
  const odd = Object.entries(values).find(([, value]) => !isStorable(value));
  return odd ? { line, path: odd[0], message: 'has characters that cannot be stored' } : { line, values };
}

/** PostgreSQL holds neither NUL nor half of a surrogate pair. Values inside of objects are for the schema of the caller. */
function isStorable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'string' || isStorable(item));
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
}

async function readCsv(text: Buffer, options: RecordFileOptions): Promise<(FileRecord | RowFailure)[]> {
  // Few requests need the parser.
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    delimiter: delimiterOf(text),
    info: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRecordLength,
  });
  const source = Readable.from(piecesOf(text));
  // An error of the source, such as another encoding, ends the loop below.
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const records: (FileRecord | RowFailure)[] = [];
  let header: readonly string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (header === undefined) {
        header = readHeader(record, options);
        continue;
      }
      if (records.length >= options.maxRecords) return refuseLength(options);
      records.push(readCells(info.lines, record, header, options));
    }
  } catch (error) {
    return error instanceof CsvError ? invalidField('file', csvProblem(error)) : Promise.reject(error);
  } finally {
    source.destroy();
  }
  return records;
}

function csvProblem(error: CsvError & { lines?: number }): string {
  const where = `line ${error.lines ?? 0}`;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `has a record behind ${where} that is longer than ${maxRecordLength} characters: is a quote not closed?`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'has a quote that is not closed';
  return `has a quote inside of a cell in ${where}: double the quote, and put the cell into quotes`;
}

/** @throws AppError `validation_failed` */
function readHeader(names: readonly string[], { columns }: RecordFileOptions): readonly string[] {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown !== undefined)
    return invalidField(
      'file',
      `has the unknown column "${unknown.slice(0, 100)}"; the columns are ${columns.join(', ')}`,
    );
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return invalidField('file', `has the column ${repeated} twice: remove one of them`);
  return names;
}

function readCells(
  line: number,
  cells: readonly string[],
  header: readonly string[],
  options: RecordFileOptions,
): FileRecord | RowFailure {
  // A separator too many or too few would move values into other columns.
  if (cells.length !== header.length)
    return { line, path: '', message: `has ${cells.length} cells, and the header has ${header.length}` };
  const values = header.map((name, index) => [name, cells[index] ?? '']).filter(([, cell]) => cell !== '');
  return toRecord(line, Object.fromEntries(values), options);
}

/** The separator that the header has most of. */
function delimiterOf(text: Buffer): string {
  const start = text.subarray(0, maxRecordLength).toString('latin1').trimStart();
  const header = start.split('\n', 1)[0] ?? '';
  const countOf = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

async function* piecesOf(text: Buffer): AsyncGenerator<string> {
  const decoder = createDecoder();
  for (let at = 0; at < text.length; at += pieceBytes) {
    const isLast = at + pieceBytes >= text.length;
    yield decode(decoder, text.subarray(at, at + pieceBytes), { stream: !isLast });
    await nextTurn();
  }
}

const createDecoder = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws AppError `validation_failed` for bytes that are no UTF-8 */
function decode(decoder: TextDecoder, bytes: Buffer, options?: { stream: boolean }): string {
  try {
    return decoder.decode(bytes, options);
  } catch {
    return invalidField('file', 'is not UTF-8: save it as CSV UTF-8');
  }
}

const refuseLength = ({ maxRecords }: RecordFileOptions): never =>
  invalidField('file', `has more than ${maxRecords} records: send it in parts`);
