import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { checkDimensions, refuseImage } from './refusal.ts';

/* PNG, third edition: https://www.w3.org/TR/png-3/ */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** With how much of the input belonged to it; the types of Node do not know `info`. */
const unpack = promisify<
  Buffer,
  { maxOutputLength: number; info: true },
  { buffer: Buffer; engine: { bytesWritten: number } }
>(inflate as never);

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);

/** Samples of a pixel and the depths they may have, by colour type. */
const colourTypes: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** Chunks that are needed to show the picture correctly; any other chunk names its maker, or hides data. */
const neededChunks = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'pHYs',
  'cICP',
  'bKGD',
]);

interface Chunk {
  type: string;
  data: Buffer;
  /** With length and checksum. */
  whole: Buffer;
}

/**
 * A PNG of one still picture without metadata. Its pixels are inflated once, to the size in its header and
 * not one byte more: a decompression bomb is refused here and does not reach any other decoder.
 * @throws AppError `validation_failed`
 */
export async function checkPng(bytes: Buffer): Promise<Buffer> {
  const chunks = chunksOf(bytes);
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13) return refuseImage('is a PNG without a header');
  const rows = pixelBytes(header.data);
  if (header.data[9] === 3 && !chunks.some(({ type }) => type === 'PLTE')) refuseImage('is a PNG without its palette');
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data));
  const unpacked = await unpack(data, { maxOutputLength: rows + 1, info: true }).catch(() => null);
  if (unpacked?.buffer.length !== rows) return refuseImage('is a PNG whose pixels do not match its header');
  // No decoder reads behind the end of the deflate stream: the pixels are written in one chunk without these
  // bytes.
  const pixels = chunkOf('IDAT', data.subarray(0, unpacked.engine.bytesWritten));
  const first = chunks.findIndex(({ type }) => type === 'IDAT');
  const parts = chunks.flatMap(({ type, whole }, at) =>
    type === 'IDAT' ? (at === first ? [pixels] : []) : neededChunks.has(type) ? [whole] : [],
  );
  return Buffer.concat([signature, ...parts]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** The chunks up to the end of the image. A picture needs no bytes behind it. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return refuseImage('is a PNG that ends too early');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return refuseImage('is a PNG with a wrong checksum');
    const isCritical = /^[A-Z]/.test(type);
    if (isCritical && !neededChunks.has(type)) return refuseImage('is a PNG with unknown critical chunks');
    if (type === 'IHDR' && chunks.length > 0) return refuseImage('is a PNG with two headers');
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return refuseImage('is a PNG without an end');
}

/** How many bytes the pixels have, each row with the byte that names its filter. */
function pixelBytes(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, compression, filter, interlace] = header.subarray(8);
  checkDimensions(width, height);
  const { samples, depths } = colourTypes[colour] ?? { samples: 0, depths: [] };
  if (!depths.includes(depth) || compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1))
    return refuseImage('is a PNG with an impossible header');
  const sizeOf = (columns: number, rows: number): number =>
    columns === 0 || rows === 0 ? 0 : rows * (1 + Math.ceil((columns * samples * depth) / 8));
  if (interlace === 0) return sizeOf(width, height);
  // Adam7: seven passes, each with its own start position and step.
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  return passes
    .map(([x, y, dx, dy]) => sizeOf(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)))
    .reduce((sum, size) => sum + size, 0);
}
