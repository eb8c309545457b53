import type { z } from 'zod';

/**
 * HTTP status, message and remedy of each code, and the schema of the fields that its answers have beside those
 * of every refusal. The remedy says in one or two sentences what the caller does next. A field that not every
 * answer has is optional.
 */
export type ErrorTable = Record<
  string,
  readonly [status: number, description: string, remedy: string, fields?: z.ZodObject]
>;
