import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PreparedBody } from '@platform/contracts/kit';

export type ContentCoding = 'br' | 'gzip';

/** The codings in the order in which they are preferred, and what each adds to an ETag. */
const codings: Record<ContentCoding, string> = { br: '-br', gzip: '-gz' };
const preferred = Object.keys(codings) as ContentCoding[];

/** A shorter text gains nothing: it fits one packet as it is. In bytes. */
const leastBytes = 1_024;
/** Types of text; images, archives and fonts are compressed already. */
const textType = /^(text\/|image\/svg\+xml|application\/(json|xml|javascript|[\w.-]+\+(json|xml))\s*(;|$))/i;

/** Compresses so well in about two milliseconds for 60 kB; the highest quality takes fifty times as long. */
const brotliQuality = 5;
/** Bodies that may wait to be compressed; another one is tried again with a later answer. */
const maxWaiting = 64;

const compressors: Record<ContentCoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify<Buffer, object, Buffer>(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
};

/** What is known of one prepared body. */
interface Variants {
  isText: boolean;
  /** Whether it was answered before: a body that is answered once is not worth the work. */
  isRepeated: boolean;
  /** Null while it is being made, and for ever when it is no shorter than the body. */
  made: Partial<Record<ContentCoding, Buffer | null>>;
  etags: readonly string[];
  bytes: number;
  onGrown?: () => unknown;
}

const variantsByBody = new WeakMap<object, Variants>();
const none: readonly string[] = [];

function variantsOf(prepared: PreparedBody, contentType: string): Variants {
  const present = variantsByBody.get(prepared);
  if (present && present.etags !== none) return present;
  const isText = textType.test(contentType) && Buffer.byteLength(prepared.body) >= leastBytes;
  const variants: Variants = {
    isText,
    isRepeated: false,
    made: {},
    bytes: 0,
    onGrown: present?.onGrown,
    etags: isText ? preferred.map((coding) => suffixed(prepared.etag, coding)) : [],
  };
  variantsByBody.set(prepared, variants);
  return variants;
}

/** A strong ETag names bytes, so each coding has its own (RFC 9110 §8.8.3.3). */
const suffixed = (etag: string, coding: ContentCoding): string => `${etag.slice(0, -1)}${codings[coding]}"`;

/** One representation of a body. */
export interface Representation {
  /** Absent for the body as it is. */
  coding?: ContentCoding;
  body: string | Buffer;
  etag: string;
  /** ETags of the compressed representations; empty for a body that is never compressed. */
  otherETags: readonly string[];
}

/**
 * The representation of a body for an `Accept-Encoding`. Each coding is made once for a body, on a thread of
 * libuv, from its second answer on; until it is there the body is sent as it is.
 */
export function representationOf(
  prepared: PreparedBody,
  contentType: string,
  acceptEncoding: string | undefined,
): Representation {
  const variants = variantsOf(prepared, contentType);
  const { etag } = prepared;
  const plain = { body: prepared.body, etag, otherETags: variants.etags };
  if (!variants.isText) return plain;
  const accepted = acceptedCodings(acceptEncoding);
  const [best] = accepted;
  if (best && variants.isRepeated && variants.made[best] === undefined) compress(prepared, variants, best);
  variants.isRepeated = true;
  const coding = accepted.find((one) => variants.made[one]);
  const compressed = coding && variants.made[coding];
  return compressed ? { coding, body: compressed, etag: suffixed(etag, coding), otherETags: variants.etags } : plain;
}

const waiting: (() => Promise<void>)[] = [];

/** One body at a time, so that files and DNS keep the other threads of libuv. */
function compress(prepared: PreparedBody, variants: Variants, coding: ContentCoding): void {
  if (waiting.length >= maxWaiting) return;
  variants.made[coding] = null;
  const run = async () => {
    const body = Buffer.from(prepared.body);
    const compressed = await compressors[coding](body).catch(() => body);
    if (compressed.length >= body.length) return;
    variants.made[coding] = compressed;
    variants.bytes += compressed.length;
    variants.onGrown?.();
  };
  if (waiting.push(run) === 1) void runWaiting();
}

async function runWaiting(): Promise<void> {
  for (let next = waiting[0]; next; next = waiting[0]) {
    await next();
    waiting.shift();
  }
}

/** Memory that the representations of a value take beside it, in bytes; 0 for a value that is no body. */
export const representationBytes = (value: unknown): number =>
  typeof value === 'object' && value !== null ? (variantsByBody.get(value)?.bytes ?? 0) : 0;

/** Calls `onGrown` each time when a compressed representation of the value was made. For caches. */
export function watchCompression(value: unknown, onGrown: () => unknown): void {
  if (typeof value !== 'object' || value === null || !('etag' in value) || !('body' in value)) return;
  const present = variantsByBody.get(value);
  if (present) present.onGrown = onGrown;
  else variantsByBody.set(value, { isText: false, isRepeated: false, made: {}, etags: none, bytes: 0, onGrown });
}

/** Headers that were parsed: browsers send a handful of different ones. */
const parsed = new Map<string, readonly ContentCoding[]>();
const maxParsed = 256;

/**
 * The codings that an `Accept-Encoding` allows, best first (RFC 9110 §12.5.3); those that it likes less than
 * the body as it is are left out.
 */
export function acceptedCodings(header: string | undefined): readonly ContentCoding[] {
  if (header === undefined || header === '') return [];
  const present = parsed.get(header);
  if (present) return present;
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    if (name !== '') weights.set(name.replace(/^x-gzip$/, 'gzip'), q === undefined ? 1 : weightOf(q));
  }
  const weight = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const identity = weights.get('identity') ?? 0;
  const accepted = preferred
    .filter((coding) => weight(coding) > 0 && weight(coding) >= identity)
    .toSorted((a, b) => weight(b) - weight(a));
  if (parsed.size >= maxParsed) parsed.clear();
  if (header.length <= 200) parsed.set(header, accepted);
  return accepted;
}

/** A weight that is none refuses its coding. */
const weightOf = (text: string): number => (/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0);
