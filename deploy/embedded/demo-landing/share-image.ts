import { crc32, deflateSync } from 'node:zlib';

/** Size that social networks ask for, <https://ogp.me>. */
const width = 1200;
const height = 630;
/** Rectangles from back to front: left, top, width, height and the number of a color. */
const shapes = [
  [0, 0, width, height, 0],
  [480, 145, 240, 340, 1],
  ...[205, 255, 305, 355].map((top) => [520, top, 160, 18, 2]),
  [520, 405, 100, 18, 2],
] as const;
const palette = [0x1a, 0x73, 0xe8, 0xff, 0xff, 0xff, 0xae, 0xcb, 0xfa];

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length);
  framed.write(type, 4, 'latin1');
  data.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

/** A sheet with lines on the color of the demo, as a PNG (<https://www.w3.org/TR/png-3/>) of 1200 × 630. */
export function drawShareImage(): Buffer {
  // Each row begins with its filter: none.
  const rows = Buffer.alloc((width + 1) * height);
  for (const [left, top, across, down, color] of shapes)
    for (let y = top; y < top + down; y += 1) {
      const at = y * (width + 1) + 1 + left;
      rows.fill(color, at, at + across);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, an index of the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
