import { createLog, diskStore, type FileStore, openDatabase } from '@platform/runtime';
import type { FakeClock } from '@platform/testing';
import sharp from 'sharp';
import { sweepFiles } from '../src/assets/sweep-files.ts';
import type { TestCms } from './start-cms.ts';

/** A photo of noise: no two seeds have the same bytes. */
export async function aPhoto({
  width = 64,
  height = 48,
  seed = 1,
  format = 'jpeg' as 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
} = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed * 2_654_435_761;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // Large areas of a tone: what is seen is told apart after it was packed.
    pixels[at] = ((Math.floor(at / 3) % width) * 255) / width + (state >>> 29);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    [format]()
    .toBuffer();
}

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
};

/** An MP4 file with the boxes that say its size (ISO 14496-12), and no picture. */
export function anMp4({ width = 640, height = 360, isTurned = false, startsWith = 0 } = {}): Buffer {
  const track = Buffer.alloc(84);
  track.writeInt32BE(isTurned ? 0 : 0x10000, 40);
  track.writeInt32BE(isTurned ? 0x10000 : 0, 44);
  track.writeUInt32BE(width * 0x10000, 76);
  track.writeUInt32BE(height * 0x10000, 80);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    box('mdat', Buffer.alloc(startsWith, 'pictures')),
    box('moov', box('mvhd', Buffer.alloc(100)), box('trak', box('tkhd', track), box('mdia'))),
  ]);
}

/** A WebM file with the elements that say its size (RFC 9559), and no picture. */
export function aWebm({ width = 320, height = 240 } = {}): Buffer {
  const element = (id: string, content: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content]);
  const side = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const video = element('e0', Buffer.concat([element('b0', side(width)), element('ba', side(height))]));
  return Buffer.concat([
    element('1a45dfa3', Buffer.concat([element('4282', Buffer.from('webm'))])),
    Buffer.from('18538067', 'hex'),
    Buffer.from('01ffffffffffffff', 'hex'),
    element('1549a966', Buffer.alloc(20)),
    element('1654ae6b', element('ae', Buffer.concat([element('d7', Buffer.from([1])), video]))),
  ]);
}

/** A photo of two colours: red on its left, blue on its right. */
export const redAndBlue = async (width: number, height: number): Promise<Buffer> => {
  const half = Math.floor(width / 2);
  const blue = { create: { width: width - half, height, channels: 3 as const, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: await sharp(blue).png().toBuffer(), left: half, top: 0 }])
    .png()
    .toBuffer();
};

/** The colour in the middle of an image. */
export async function middleColour(bytes: Buffer): Promise<'red' | 'blue' | 'mixed'> {
  const { width, height } = await sharp(bytes).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  const [red = 0, , blue = 0] = await sharp(bytes).extract(middle).removeAlpha().raw().toBuffer();
  if (red > 200 && blue < 60) return 'red';
  return blue > 200 && red < 60 ? 'blue' : 'mixed';
}

/** One run of the clean-up at the time of the clock; how many files went. */
export async function sweep(
  { t }: { t: Pick<TestCms, 'database' | 'filesDir'> },
  clock: FakeClock,
  files: FileStore = diskStore(t.filesDir),
): Promise<number> {
  const log = createLog('test', 'silent');
  const database = openDatabase({ url: t.database.urlFor('cms'), poolSize: 2, service: 'cms', log, traced: false });
  try {
    return await sweepFiles({ db: database.db, clock, files });
  } finally {
    await database.close();
  }
}
