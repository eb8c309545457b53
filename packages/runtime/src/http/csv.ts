import { StreamedBody } from '@platform/contracts/kit';
import { stringify } from 'csv-stringify/sync';

/** A CSV file in two parts: its head, and any number of chunks of rows. */
export interface CsvFormat<Row extends object> {
  contentType: string;
  /** The header, behind a byte order mark: without one, spreadsheets do not take a file for UTF-8. */
  start: string;
  write(rows: readonly Row[]): string;
}

/**
 * Rows as RFC 4180 says. A cell that a spreadsheet would take for a formula, because it begins with `=`, `+`,
 * `-`, `@`, a tab or a carriage return, gets an apostrophe before it (OWASP, "CSV injection"): texts are
 * exact in JSON alone. null is empty.
 * @param columns keys of the rows, in their order; they are the header
 */
export function csvFormat<Row extends object>(columns: readonly (keyof Row & string)[]): CsvFormat<Row> {
  const options = {
    columns: [...columns],
    record_delimiter: 'windows',
    // Without this a line end other than CRLF would stand in a row as it is.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { boolean: String },
  } as const;
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    start: `\uFEFF${stringify([], { ...options, header: true })}`,
    write: (rows) => (rows.length === 0 ? '' : stringify([...rows], options)),
  };
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
