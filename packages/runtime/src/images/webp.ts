import { checkDimensions, refuseImage } from './refusal.ts';

/* WebP container: RFC 9649. */

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** Of the extended format, what a still picture is shown with. */
const neededChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);
const flags = { icc: 0x20, alpha: 0x10, animation: 0x02 };

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * A WebP of one still picture without metadata; dimensions are those of the picture itself, not only of the
 * frame around it. Pixels are not decoded.
 * @throws AppError `validation_failed`
 */
export function checkWebp(bytes: Buffer): Buffer {
  const chunks = chunksOf(bytes);
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const [first] = chunks;
  if (first?.type === 'VP8X' && ((first.data[0] ?? 0) & flags.animation) !== 0)
    return refuseImage('is animated: an icon is one still picture');
  const [picture] = pictures;
  if (!picture || pictures.length > 1) return refuseImage('is a WebP without exactly one picture');
  const [width, height] = picture.type === 'VP8 ' ? sizeOfLossy(picture.data) : sizeOfLossless(picture.data);
  checkDimensions(width, height);
  if (first !== picture) checkFrame(first, width, height);
  return written(
    first === picture ? [picture] : chunks.filter(({ type }) => neededChunks.has(type)).map(withoutMetadata),
  );
}

function chunksOf(bytes: Buffer): Chunk[] {
  const end = bytes.length >= 12 ? 8 + bytes.readUInt32LE(4) : 0;
  if (end > bytes.length) return refuseImage('is a WebP that ends too early');
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= end) {
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > end) return refuseImage('is a WebP that ends too early');
    chunks.push({ type: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** RFC 6386 §9.1: a key frame with its start code, and a first partition that is there. */
function sizeOfLossy(data: Buffer): [number, number] {
  const tag = data.length > 10 ? data.readUIntLE(0, 3) : 1;
  const isKeyFrame = (tag & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a;
  if (!isKeyFrame || 10 + (tag >> 5) > data.length) return refuseImage('is a WebP with a broken picture');
  return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
}

/** RFC 9649 §3.4. */
function sizeOfLossless(data: Buffer): [number, number] {
  const bits = data.length > 5 && data[0] === 0x2f ? data.readUInt32LE(1) : 0xffffffff;
  if (bits >>> 29 !== 0) return refuseImage('is a WebP with a broken picture');
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

function checkFrame(frame: Chunk | undefined, width: number, height: number): void {
  const isRight =
    frame?.type === 'VP8X' &&
    frame.data.length === 10 &&
    frame.data.readUIntLE(4, 3) + 1 === width &&
    frame.data.readUIntLE(7, 3) + 1 === height;
  if (!isRight) refuseImage('is a WebP whose picture does not fill its frame');
}

/** The header says what follows; EXIF and XMP no longer do. */
function withoutMetadata(chunk: Chunk): Chunk {
  if (chunk.type !== 'VP8X') return chunk;
  const data = Buffer.from(chunk.data);
  data[0] = (data[0] ?? 0) & (flags.icc | flags.alpha);
  return { type: chunk.type, data };
}

function written(chunks: Chunk[]): Buffer {
  const parts = chunks.flatMap(({ type, data }) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return data.length % 2 === 0 ? [head, data] : [head, data, Buffer.alloc(1)];
  });
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
