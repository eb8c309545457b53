import { describeFault, firstIssue } from '@platform/contracts/faults';
import type { z } from 'zod';
import { mapInSlices } from './map-in-slices.ts';
import { type FileRecord, isReadable, type RowFailure } from './read-record-file.ts';

/** A row of a file, with its line. */
export type ParsedRow<Schema extends z.ZodType<object>> = z.output<Schema> & { line: number };

/**
 * The rows of the records of a file by a schema, and the failures of the others: the first issue of each. Slices of the
 * event loop are left to others.
 * @param isAbsent which values an export writes for an absent one
 */
export async function parseRecords<Schema extends z.ZodType<object>>(
  records: readonly (FileRecord | RowFailure)[],
  schema: Schema,
  isAbsent: (value: unknown, column: string) => boolean,
): Promise<{ rows: ParsedRow<Schema>[]; failures: RowFailure[] }> {
  const rows: ParsedRow<Schema>[] = [];
  const failures: RowFailure[] = [];
  await mapInSlices(records, (record) => {
    if (!isReadable(record)) return failures.push(record);
    const { line } = record;
    const present = Object.entries(record.values).filter(([column, value]) => !isAbsent(value, column));
    const parsed = schema.safeParse(Object.fromEntries(present));
    if (parsed.success) return rows.push({ ...parsed.data, line });
    const { path, predicate } = firstIssue(parsed.error);
    return failures.push({ line, path: path.split('.', 1)[0] ?? '', message: predicate });
  });
  return { rows, failures };
}

/**
 * The failures that the report of an import lists, each as a sentence: the first ones, in the order of the file.
 * @param limit how many at most
 */
export const listFailures = (failures: readonly RowFailure[], limit: number): RowFailure[] =>
  failures
    .toSorted((a, b) => a.line - b.line)
    .slice(0, limit)
    .map(({ line, path, message }) => ({ line, path, message: describeFault(path, message, 'The row') }));
