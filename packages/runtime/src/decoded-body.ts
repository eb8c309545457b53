import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { cutText } from '@platform/contracts/cut-text';

/** A body does not decode, or its Content-Encoding is none of those that were asked for. */
export class BadEncodingError extends Error {}
/** A body is longer than allowed. */
export class BodyTooLargeError extends Error {}

/** The codings that {@link readBody} decodes, as the value of `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, br, deflate';

/** What a coding may add to bytes that do not compress. */
const codingOverhead = 65_536;

/**
 * Deflate is zlib's format (RFC 9110 §8.4.1.2); some servers send the bare stream. CM is 8 in the first
 * byte of zlib.
 */
const createDeflateDecoder = (firstByte: number) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw());

const decoderFor = (coding: string, firstByte: number): Transform => {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createDeflateDecoder(firstByte);
    default:
      throw new BadEncodingError(`the content coding is ${cutText(coding, 40)}`);
  }
};

/**
 * Reads a whole body.
 * @param body the bytes as they come over the wire
 * @param encoding value of `Content-Encoding` to decode; empty for none. One coding: two are refused
 * @param maxBytes limit of the decoded bytes; the encoded ones are bounded by it, too
 * @throws BodyTooLargeError as soon as the limit is passed, BadEncodingError; else the error of `body`
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const coding = encoding.trim().toLowerCase();
  try {
    if (coding === '' || coding === 'identity') return await collect(body, maxBytes);
    return await collect(decoded(body, coding, maxBytes), maxBytes);
  } finally {
    body.destroy();
  }
}

async function* decoded(body: Readable, coding: string, maxBytes: number): AsyncGenerator<Buffer> {
  const wire = body.iterator() as AsyncIterator<Buffer>;
  const first = await wire.next();
  // An answer without a body (to HEAD, for one) has nothing to decode.
  if (first.done) return;
  const decoder = decoderFor(coding, first.value[0] ?? 0);
  let received = 0;
  const bounded = async function* () {
    for (let step: IteratorResult<Buffer> = first; !step.done; step = await wire.next()) {
      received += step.value.length;
      if (received > maxBytes + codingOverhead) throw new BodyTooLargeError();
      yield step.value;
    }
  };
  let cause: unknown;
  pipeline(bounded, decoder, (error) => {
    cause = error;
  });
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (error) {
    throw isZlibError(error) ? new BadEncodingError('the body does not decode', { cause: error }) : (cause ?? error);
  } finally {
    decoder.destroy();
  }
}

/** `Z_…` of zlib, `ERR_…` with a number of Brotli; a broken connection has neither. */
const isZlibError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  (error.code.startsWith('Z_') || error.code.startsWith('ERR__ERROR') || error.code.startsWith('ERR_BROTLI'));

async function collect(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
