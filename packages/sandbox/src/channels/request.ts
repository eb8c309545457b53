import type { IncomingMessage } from 'node:http';
import { isJsonObject, parseJson } from '../http/body.ts';

/** Photos of messengers may have 50 MB. */
const bodyLimitBytes = 52 * 1_048_576;

/** A file of a multipart body. */
export interface SentFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** One request to an emulated channel. */
export interface ChannelRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  /** Parameters of the query, under those of the body. JSON values keep their types. */
  fields: Record<string, unknown>;
  /** The JSON body; `undefined` for another one. */
  json: unknown;
  files: Map<string, SentFile>;
  /** Aborts when the client hangs up. */
  signal: AbortSignal;
}

/**
 * Reads a request with a JSON, form or multipart body.
 * @param req the request, its body not yet read
 * @param signal aborts when the client hangs up
 * @returns the request; `null` when the body is too long or cannot be read
 */
export async function readChannelRequest(req: IncomingMessage, signal: AbortSignal): Promise<ChannelRequest | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) return null;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const url = new URL(req.url ?? '/', 'http://sandbox.invalid');
  const request: ChannelRequest = {
    method: req.method ?? 'GET',
    url,
    headers: req.headers,
    signal,
    fields: Object.fromEntries(url.searchParams),
    json: undefined,
    files: new Map(),
  };
  if (length === 0) return request;
  const type = req.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
    if (form === null) return null;
    for (const [name, value] of form) {
      if (typeof value === 'string') request.fields[name] = value;
      else {
        const content = Buffer.from(await value.arrayBuffer());
        request.files.set(name, { name: value.name, type: value.type, bytes: content });
      }
    }
    return request;
  }
  const text = bytes.toString('utf8');
  if (type.startsWith('application/x-www-form-urlencoded')) {
    Object.assign(request.fields, Object.fromEntries(new URLSearchParams(text)));
    return request;
  }
  request.json = parseJson(text);
  if (isJsonObject(request.json)) Object.assign(request.fields, request.json);
  return request;
}

/** A parameter as text; `''` when it is absent. Objects are given back as JSON. */
export function textField(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A parameter that is an object, or the JSON of one; `undefined` when it is neither. */
export function objectField(fields: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  const value = fields[name];
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(parsed) ? parsed : undefined;
}
