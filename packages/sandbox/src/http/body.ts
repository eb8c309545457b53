import type { IncomingMessage } from 'node:http';

/** No provider request comes near this size; the limit keeps a runaway client from filling the memory. */
const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * Reads a request body as UTF-8 text.
 * @param req the request, its body not yet read
 * @returns the text, or `null` when it is longer than 1 MiB
 */
export async function readBody(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return length > BODY_LIMIT_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}

/**
 * Parses JSON without throwing.
 * @param text the JSON text
 * @returns the value, or `undefined` when the text is not JSON (JSON itself has no `undefined`)
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a value is a JSON object (not an array, not null).
 * @param value anything
 */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
