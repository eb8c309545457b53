import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG, with the right checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

export interface PngOptions {
  width?: number;
  height?: number;
  /** Bits of a sample. */
  depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  colour?: number;
  interlace?: number;
  /**
   * Bytes of the pixels before they are packed; those that the header announces, of one colour, when absent.
   */
  pixels?: Buffer;
  /** Chunks behind the header. */
  extra?: Buffer[];
}

/** A PNG, optionally with a header that contradicts its content. */
export function aPng(options: PngOptions = {}): Buffer {
  const { width = 16, height = 16, depth = 8, colour = 6, interlace = 0, extra = [] } = options;
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? 1;
  const pixels = options.pixels ?? Buffer.alloc(height * (1 + Math.ceil((width * samples * depth) / 8)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One chunk of a WebP, padded to an even length. */
export function webpChunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP of these chunks, optionally with a header that contradicts its content. */
export function aWebpOf(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
}

/** Pictures of 16 × 16 pixels that Chromium packed. */
export const webpPictures = {
  lossy: Buffer.from('0AEAnQEqEAAQAALATCWgAnS6AfgAA7AA/ubO3/kpr/G3Xn/8WcjEdrSAAAA=', 'base64'),
  lossless: Buffer.from('Lw/AAwAHULxSlLv/gYjofwA=', 'base64'),
};

/** The frame of an extended WebP. */
export function webpFrame(flags: number, width = 16, height = 16): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}

export const aSvg = (inside = '<path d="M0 0h16v16H0z"/>'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${inside}</svg>`;
