import type { z } from 'zod';

/**
 * HTTP status and message of each code, and the schema of the fields that its answers have beside those of
 * every refusal. A field that not every answer has is optional.
 */
export type ErrorTable = Record<string, readonly [status: number, description: string, fields?: z.ZodObject]>;
