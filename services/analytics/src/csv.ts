import { StreamedBody } from '@platform/contracts/kit';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | boolean | null;

/**
 * Rows as a file of RFC 4180, written as they come. A text that a spreadsheet would take for a formula gets an apostrophe
 * before it.
 * @param columns keys of the rows, in their order; they are the header
 * @param pages rows in portions of any size
 */
export function csvFile<Row extends object>(
  filename: string,
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): StreamedBody {
  return new StreamedBody({ contentType: 'text/csv; charset=utf-8', filename, chunks: write(columns, pages) });
}

async function* write<Row extends object>(
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield stringify([[...columns]], { record_delimiter: 'windows' });
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield stringify(
      rows.map((row) => columns.map((column) => row[column] as Cell)),
      // Without `quoted_match` a line end other than CRLF would stand in a row as it is.
      { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: true },
    );
  }
}
