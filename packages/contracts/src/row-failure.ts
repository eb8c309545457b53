import { z } from 'zod';

/** A row of an imported file without an effect. */
export const RowFailure = z
  .object({
    line: z.int().min(1).describe('Line of the file, from 1'),
    path: z.string().describe('Name of the column; empty for the whole row'),
    message: z.string().describe('What is wrong'),
  })
  .meta({ id: 'RowFailure', description: 'A row of an imported file without an effect' });
