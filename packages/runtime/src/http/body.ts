import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Endpoint } from '@platform/contracts/kit';
import { AppError, fail } from '../errors.ts';

export const jsonBodyLimit = 1_048_576;

/** What a form may need beside its file. */
export const formEnvelopeBytes = 16_384;

/** How long the body of a request may be: JSON has one limit, a file that of its endpoint. */
export const bodyLimitOf = ({ upload }: Endpoint): number =>
  upload ? upload.maxBytes + formEnvelopeBytes : jsonBodyLimit;

/**
 * Reads a request body of at most `limit` bytes.
 * @throws AppError `payload_too_large`, before reading where the length is announced
 */
export function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.reject(new AppError('payload_too_large'));
  // By its events: iterating over a request costs more than everything else that is done with a small body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else stop(new AppError('payload_too_large'));
    };
    const onEnd = () => {
      off();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const stop = (error: Error) => {
      off();
      req.pause();
      reject(error);
    };
    const onClose = () => stop(new Error('the request was cut off'));
    const off = () => {
      req.off('data', onData).off('end', onEnd).off('error', stop).off('close', onClose);
    };
    req.on('data', onData).on('end', onEnd).on('error', stop).on('close', onClose);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body: the text, and what it says. */
export interface JsonBody {
  raw: string;
  value: unknown;
}

/** What an endpoint says of its body, and a limit where another than that of JSON holds. */
export interface JsonBodyOptions extends Pick<Endpoint, 'compressed' | 'itemwise'> {
  limit?: number;
}

/**
 * The JSON value in a request body; an empty body is `{}`, so that bodies with nothing but optional fields may be left out.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `invalid_json`, `validation_failed`
 */
export async function readJson(req: IncomingMessage, options: JsonBodyOptions = {}): Promise<JsonBody> {
  const present = held.get(req);
  if (present) return present.json;
  return parseJson(req, await readBody(req, options.limit ?? jsonBodyLimit), options);
}

const held = new WeakMap<IncomingMessage, { bytes: Buffer; json: JsonBody }>();

/**
 * Reads the JSON body of a request and keeps it with the request: {@link readJson} answers it again, and who passes the
 * request on finds its bytes with {@link heldBody}. For a gateway that has to look into a body.
 * @throws AppError as {@link readJson}
 */
export async function holdJson(req: IncomingMessage, options: JsonBodyOptions = {}): Promise<JsonBody> {
  const bytes = await readBody(req, options.limit ?? jsonBodyLimit);
  const json = await parseJson(req, bytes, options);
  held.set(req, { bytes, json });
  return json;
}

/** The bytes of a body that {@link holdJson} has read, as they came. */
export const heldBody = (req: IncomingMessage): Buffer | undefined => held.get(req)?.bytes;

async function parseJson(req: IncomingMessage, sent: Buffer, options: JsonBodyOptions): Promise<JsonBody> {
  const bytes = await decoded(req, sent, options);
  if (bytes.length === 0) return { raw: '', value: {} };
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(req.headers['content-type'] ?? ''))
    return fail('unsupported_media_type');
  let raw: string;
  let value: unknown;
  try {
    raw = utf8.decode(bytes);
    value = JSON.parse(raw);
  } catch (cause) {
    return fail('invalid_json', { cause });
  }
  // Only escapes can carry these into a parsed string, so the common body is not walked.
  if (!options.itemwise && /\\u(0000|[dD][89a-fA-F])/.test(raw)) assertStorable(value, '');
  return { raw, value };
}

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** The body without its `Content-Encoding`. Inflating stops at the limit, however much more there is. */
async function decoded(
  req: IncomingMessage,
  sent: Buffer,
  { compressed, limit = jsonBodyLimit }: JsonBodyOptions,
): Promise<Buffer> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return sent;
  if (!compressed) return fail('unsupported_media_type', { message: 'Compressed bodies are not accepted here.' });
  if (encoding !== 'gzip')
    return fail('unsupported_media_type', { message: 'Of the content encodings only gzip is accepted.' });
  try {
    return await inflate(sent, { maxOutputLength: limit });
  } catch (cause) {
    const isTooLarge =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge
      ? fail('payload_too_large', { message: 'The body inflates to more than this endpoint accepts.' })
      : fail('invalid_json', { message: 'The body is not valid gzip.', cause });
  }
}

/** Deeper than any contract goes, and far from where walking a value would exhaust the stack. */
const maxDepth = 100;

/**
 * Refuses text that PostgreSQL cannot hold: NUL, and surrogates without their partner.
 * @throws AppError `validation_failed` that names the field
 */
export function assertStorable(value: unknown, path: string, depth = 0): void {
  if (depth > maxDepth) refuse(path, `is nested more than ${maxDepth} levels deep`);
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      refuse(path, 'contains a NUL character or half of a surrogate pair');
  } else if (Array.isArray(value)) {
    value.forEach((item, at) => void assertStorable(item, path === '' ? String(at) : `${path}.${at}`, depth + 1));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      assertStorable(key, at);
      assertStorable(item, at, depth + 1);
    }
  }
}

const refuse = (path: string, message: string): never =>
  fail('validation_failed', { fields: { details: [{ path, message }] } });
