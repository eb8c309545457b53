import { z } from 'zod';

/** A row of an imported file without an effect. */
const RowFailure = z
  .object({
    line: z.int().min(1).describe('Line of the file, from 1'),
    path: z.string().describe('Name of the column; empty for the whole row'),
    message: z.string().describe('What is wrong'),
  })
  .meta({ id: 'RowFailure', description: 'A row of an imported file without an effect' });

/** Failures that the report of an import lists. */
export const maxListedFailures = 100;

export const RowFailures = z
  .array(RowFailure)
  .describe(`The first ${maxListedFailures} rows that failed, in the order of the file`);
