import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { bodyLimitOf, inflatedLimitOf } from '@platform/contracts/body-limits';
import type { Endpoint } from '@platform/contracts/kit';
import { AppError, fail, invalidField } from '../errors.ts';
import { limitedAddress } from '../kv/limited-address.ts';
import { waitForTick } from '../map-in-slices.ts';
import { askForBody } from './expect-continue.ts';
import { hasMoreItems } from './json-walk.ts';
import { createUnfinishedBodies, type UnfinishedBodies } from './unfinished-bodies.ts';

/** The client closed the connection before the end of its request, so no answer can be sent. */
export class ClientGoneError extends Error {
  constructor() {
    super('the client disconnected before its request was complete');
    this.name = 'ClientGoneError';
  }
}

const mebibyte = 1024 * 1024;
/**
 * Accounting of all bodies that this process reads. Administrators send larger bodies and have a separate
 * limit.
 */
const unfinished = {
  public: createUnfinishedBodies({ maxBytes: 8 * mebibyte }),
  admin: createUnfinishedBodies({ maxBytes: 32 * mebibyte }),
};

/** The accounting of the bodies of a sender. */
export const unfinishedOf = ({ admin }: BodySource): UnfinishedBodies => (admin ? unfinished.admin : unfinished.public);

/** Sender of a body: requests of one address share a limit of memory for unfinished bodies. */
export interface BodySource {
  client_ip?: string;
  /** Set when an administrator is authenticated. */
  admin?: object;
}

/**
 * Reads a request body of at most `limit` bytes.
 * @throws AppError `payload_too_large`, before reading if the length is announced; `rate_limited` and
 * `service_unavailable` when too many bytes are being received; ClientGoneError
 */
export function readBody(
  req: IncomingMessage,
  limit: number,
  from: BodySource = {},
  bodies: UnfinishedBodies = unfinishedOf(from),
): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.reject(new AppError('payload_too_large'));
  if (req.destroyed && !req.complete) return Promise.reject(new ClientGoneError());
  // Event handlers are used because async iteration over a request costs more than all other work on a small
  // body.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return stop(new AppError('payload_too_large'));
      chunks.push(chunk);
      unfinishedBody.add(chunk.length);
    };
    const onEnd = () => {
      off();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const stop = (error: Error) => {
      off();
      req.pause();
      chunks.length = 0;
      reject(error);
    };
    const onClose = () => stop(new ClientGoneError());
    const off = () => {
      unfinishedBody.end();
      req.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose);
    };
    const unfinishedBody = bodies.begin(limitedAddress(from.client_ip ?? ''), stop);
    askForBody(req);
    req.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body: the text and its value. */
export interface JsonBody {
  raw: string;
  value: unknown;
}

/** The body rules of an endpoint. */
export type BodyRules = Pick<
  Endpoint,
  'upload' | 'maxBodyBytes' | 'compressed' | 'maxInflatedBytes' | 'itemwise' | 'storesNothing'
>;

/**
 * A body that was read: the received bytes, and the bytes without `Content-Encoding` once they are decoded.
 */
interface HeldBody {
  sent: Buffer;
  decoded?: Buffer;
}

const heldBodies = new WeakMap<IncomingMessage, HeldBody>();

/**
 * Reads the body of a request within its limit and stores it with the request, for later calls. For a
 * gateway, which forwards the body after reading it.
 * @returns the bytes as received
 * @throws AppError `payload_too_large`
 */
export const holdBody = async (req: IncomingMessage, rules: BodyRules, from: BodySource): Promise<Buffer> =>
  (await hold(req, rules, from)).sent;

/**
 * As {@link holdBody}, without the `Content-Encoding`. It is inflated once per request.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `invalid_json`
 */
export async function holdDecodedBody(req: IncomingMessage, rules: BodyRules, from: BodySource): Promise<Buffer> {
  const body = await hold(req, rules, from);
  body.decoded ??= await decode(req, body.sent, rules);
  return body.decoded;
}

/**
 * A held body, without its `Content-Encoding`, for a check that does not store the result: the memory is not
 * held for a caller that may be refused.
 * @throws AppError as {@link holdDecodedBody}
 */
export async function decodeHeldBody(req: IncomingMessage, rules: BodyRules): Promise<Buffer> {
  const body = heldBodies.get(req);
  if (!body) throw new Error('the body of this request is not in memory');
  return body.decoded ?? decode(req, body.sent, rules);
}

async function hold(req: IncomingMessage, rules: BodyRules, from: BodySource): Promise<HeldBody> {
  const present = heldBodies.get(req);
  if (present) return present;
  const body: HeldBody = { sent: await readBody(req, bodyLimitOf(rules), from) };
  heldBodies.set(req, body);
  return body;
}

/**
 * The JSON value in a request body; an empty body is `{}`, so that a body with only optional fields may be
 * left out.
 * @throws AppError `payload_too_large`, `unsupported_media_type`, `invalid_json`, `validation_failed`
 */
export async function readJson(req: IncomingMessage, rules: BodyRules = {}, from: BodySource = {}): Promise<JsonBody> {
  const bytes = await holdDecodedBody(req, rules, from);
  if (bytes.length === 0) return { raw: '', value: {} };
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(req.headers['content-type'] ?? ''))
    return fail('unsupported_media_type');
  // Large bodies that arrived together are parsed, validated and handled one in each tick.
  if (bytes.length >= largeBodyBytes) await waitForTick('call');
  const { itemwise, storesNothing } = rules;
  if (itemwise && hasMoreItems(bytes, { list: itemwise.list, max: itemwise.maxItems })) refuseList(itemwise.maxItems);
  let raw: string;
  let value: unknown;
  try {
    raw = utf8.decode(bytes);
    value = JSON.parse(raw);
  } catch (cause) {
    return fail('invalid_json', { cause });
  }
  // Only escapes can put these characters into a parsed string, so most bodies are not traversed.
  if (!itemwise && !storesNothing && /\\u(0000|[dD][89a-fA-F])/.test(raw)) assertStorable(value, '');
  return { raw, value };
}

/** Parsing and validating a smaller body takes less than a millisecond. */
const largeBodyBytes = 16_384;

const inflate = promisify<Buffer, { maxOutputLength: number; chunkSize: number }, Buffer>(gunzip);

/** Minimum size of an output chunk of zlib, in bytes. */
const leastChunk = 1_024;

/**
 * Size of the buffer that a body is inflated into, in bytes: the length that its trailer states (RFC 1952,
 * ISIZE), so that the result needs no second buffer. A wrong length costs more chunks, or at most `limit`
 * bytes.
 */
const inflatedChunk = (compressed: Buffer, limit: number): number =>
  Math.min(limit, Math.max(leastChunk, compressed.length < 4 ? 0 : compressed.readUInt32LE(compressed.length - 4))) + 1;

/** The body without its `Content-Encoding`. Inflating stops at the limit, for any size of the content. */
async function decode(req: IncomingMessage, compressed: Buffer, rules: BodyRules): Promise<Buffer> {
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return compressed;
  if (!rules.compressed)
    return fail('unsupported_media_type', {
      message: 'Compressed bodies are not accepted here: send the body without `Content-Encoding`.',
    });
  if (encoding !== 'gzip')
    return fail('unsupported_media_type', {
      message: 'The only accepted content encoding is gzip: send the body with gzip, or without `Content-Encoding`.',
    });
  try {
    const maxOutputLength = inflatedLimitOf(rules);
    return await inflate(compressed, { maxOutputLength, chunkSize: inflatedChunk(compressed, maxOutputLength) });
  } catch (cause) {
    const isTooLarge =
      typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge
      ? fail('payload_too_large', {
          message: 'The decompressed body is larger than this endpoint accepts: split the request.',
        })
      : fail('invalid_json', {
          message: 'The body is not valid gzip: compress it with gzip, or leave `Content-Encoding` out.',
          cause,
        });
  }
}

/** Deeper than any contract, and far below the depth at which the traversal would exhaust the stack. */
const maxDepth = 100;

/**
 * Refuses text that PostgreSQL cannot store: NUL, and surrogates without their partner.
 * @throws AppError `validation_failed` that names the field
 */
export function assertStorable(value: unknown, path: string, depth = 0): void {
  if (depth > maxDepth) invalidField(path, `is nested more than ${maxDepth} levels deep`);
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      invalidField(path, 'contains a NUL character or an unpaired surrogate; remove it');
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

/**
 * Refuses a list with more items than an endpoint accepts.
 * @throws AppError `validation_failed`, always
 */
export const refuseList = (maxItems: number): never =>
  invalidField('', `is a list of more than ${maxItems} entries; send them in several requests`);
