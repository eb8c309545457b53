import type pg from 'pg';
import { Query } from 'pg';

/** The messages of the COPY protocol that `pg` sends and does not type. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One line of the text format of COPY. An object is JSON, a list is an error of the caller. */
const lineOf = (row: readonly unknown[]): string =>
  `${row.map((value) => (value === null ? '\\N' : textOf(value).replaceAll(/[\\\n\r\t]/g, (c) => escapes[c] ?? c))).join('\t')}\n`;

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) throw new TypeError('a list has no text here');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Writes rows into a table by `COPY … FROM STDIN`, in one statement.
 * @param columns names of the columns; the values of a row stand in their order
 * @throws the error of PostgreSQL, and TypeError for a list among the values
 */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const data = Buffer.from(rows.map(lineOf).join(''));
  await new Promise<void>((resolve, reject) => {
    const query = new Query(`COPY ${table} (${columns.join(', ')}) FROM STDIN`);
    const answering = Object.assign(query, {
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(data);
        connection.endCopyFrom();
      },
    });
    answering.on('end', () => resolve());
    answering.on('error', reject);
    client.query(answering);
  });
}
