import type { z } from 'zod';

/**
 * HTTP status, message and remedy of each code, and the schema of the fields that its answers have beside
 * those of every refusal. The remedy is one or two sentences about the next action of the caller. A field
 * that some answers lack is optional.
 */
export type ErrorTable = Record<
  string,
  readonly [status: number, description: string, remedy: string, fields?: z.ZodObject]
>;
