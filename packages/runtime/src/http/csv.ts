import { StreamedBody } from '@platform/contracts/kit';

/** A CSV file in two parts: its head, and any number of chunks of rows. */
export interface CsvFormat<Row extends object> {
  contentType: string;
  /** The header, behind a byte order mark: without one, spreadsheets do not take a file for UTF-8. */
  start: string;
  write(rows: readonly Row[]): string;
}

/**
 * Rows as RFC 4180 says. A cell that a spreadsheet would take for a formula, because it begins with `=`, `+`,
 * `-`, `@` (also full-width), a tab or a carriage return, gets an apostrophe before it (OWASP, "CSV injection"):
 * texts are exact in JSON alone. null is empty, an object is JSON.
 * @param columns keys of the rows, in their order; they are the header
 */
export function csvFormat<Row extends object>(columns: readonly (keyof Row & string)[]): CsvFormat<Row> {
  const lineOf = (row: Row) => `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`;
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    start: `\uFEFF${columns.map(cellOf).join(',')}\r\n`,
    write: (rows) => rows.map(lineOf).join(''),
  };
}

const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const special = /[",\r\n]/;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  // A negative number is no formula.
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows in the {@link csvFormat} as an answer, written as they come.
 * @param pages rows in portions of any size
 */
export function csvFile<Row extends object>(
  filename: string,
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): StreamedBody {
  const format = csvFormat(columns);
  return new StreamedBody({ contentType: format.contentType, filename, chunks: write(format, pages) });
}

async function* write<Row extends object>(
  format: CsvFormat<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield format.start;
  for await (const rows of pages) yield format.write(rows);
}
