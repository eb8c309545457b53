import { describe, expect, test } from '@jest/globals';
import { aPng, aSvg, aWebpOf, pngChunk, webpChunk, webpFrame, webpPictures } from '@platform/testing';
import { isAppError } from '../errors.ts';
import { checkIcon } from './image.ts';

/** `png`, `webp`, `svg`, or the code and text of the refusal. */
const outcome = async (bytes: Buffer | string): Promise<string> => {
  try {
    return (await checkIcon(Buffer.from(bytes))).kind;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return `${error.code}: ${error.message}`;
  }
};
const kept = async (bytes: Buffer): Promise<Buffer> => (await checkIcon(bytes)).bytes;

describe('the type of an image follows from its content', () => {
  test.each([
    ['a PNG', aPng(), 'png'],
    ['a lossy WebP', aWebpOf(webpChunk('VP8 ', webpPictures.lossy)), 'webp'],
    ['a lossless WebP', aWebpOf(webpChunk('VP8L', webpPictures.lossless)), 'webp'],
    ['an SVG', aSvg(), 'svg'],
    ['an SVG with a byte order mark', `\ufeff${aSvg()}`, 'svg'],
    ['an SVG with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>', 'svg'],
    [
      'an SVG behind a declaration, comments and a document type',
      `<?xml version="1.0" encoding="utf-8"?><!-- <a> --><!-- b --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${aSvg()}`,
      'svg',
    ],
  ])('%s', async (_what, bytes, kind) => {
    expect(await outcome(bytes)).toBe(kind);
  });

  test.each([
    ['a GIF', Buffer.from('GIF89a\u0010\u0000\u0010\u0000')],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['an AVIF', Buffer.from('\0\0\0\x20ftypavif')],
    ['a WAV file', Buffer.from('RIFF\0\0\0\0WAVE')],
    ['a PDF', '%PDF-1.7'],
    ['a zip file', 'PK\u0003\u0004'],
    ['a packed SVG', Buffer.from([0x1f, 0x8b, 8, 0])],
    ['a page with an SVG in it', `<!doctype html><html><body>${aSvg()}</body></html>`],
    ['another XML document', '<?xml version="1.0"?><rss/>'],
    ['a script with an SVG in it', `alert(1) //${aSvg()}`],
    ['the signature of a PNG with a byte missing', aPng().subarray(1)],
    ['a text', 'icon'],
    ['one byte', '\0'],
    ['a comment without an end', `<!-- ${aSvg()}`],
    ['comments and comments', '<!-- -->'.repeat(20_000)],
  ])('%s is none that is taken', async (_what, bytes) => {
    expect(await outcome(bytes)).toMatch(/^unsupported_media_type/);
  });
});

describe('a PNG', () => {
  const text = pngChunk('tEXt', Buffer.from('Author\0Anna'));
  const place = pngChunk('eXIf', Buffer.from('MM\0*place'));

  test('keeps its pixels and loses its metadata and the bytes behind its end', async () => {
    const gamma = pngChunk('gAMA', Buffer.from([0, 0, 177, 143]));
    const sent = Buffer.concat([aPng({ extra: [gamma, text, place] }), Buffer.from('<script>PK\u0003\u0004')]);
    expect(await kept(sent)).toEqual(aPng({ extra: [gamma] }));
  });

  test('loses the bytes hidden behind the end of its compressed pixels', async () => {
    const [until, end] = [aPng().subarray(0, -12), aPng().subarray(-12)];
    const hidden = pngChunk('IDAT', Buffer.from('<script>PK\u0003\u0004'));
    expect(await kept(Buffer.concat([until, hidden, end]))).toEqual(aPng());
  });

  test('with animation is kept as its still picture', async () => {
    expect(
      await kept(aPng({ extra: [pngChunk('acTL', Buffer.alloc(8)), pngChunk('fcTL', Buffer.alloc(26))] })),
    ).toEqual(aPng());
  });

  test.each([
    ['tall', { width: 16, height: 2048 }],
    ['of one bit', { colour: 0, depth: 1, width: 17 }],
    ['grey and deep', { colour: 0, depth: 16 }],
    ['coloured and deep', { colour: 2, depth: 16 }],
    ['grey and transparent', { colour: 4 }],
    ['with a palette', { colour: 3, depth: 2, width: 21, extra: [pngChunk('PLTE', Buffer.from([1, 2, 3]))] }],
    // Adam7: each of the seven passes has its own rows, and each row a byte for its filter.
    ['interlaced', { colour: 0, width: 17, height: 19, interlace: 1, pixels: Buffer.alloc(17 * 19 + 37) }],
  ])('that is %s is taken', async (_what, options) => {
    expect(await outcome(aPng(options))).toBe('png');
  });

  test.each([
    [{ width: 15 }, 'is 15 × 16 pixels'],
    [{ height: 2049 }, 'is 16 × 2049 pixels'],
    [{ width: 0 }, 'is 0 × 16'],
    [{ width: 0xffff_ffff, height: 0xffff_ffff, pixels: Buffer.alloc(1) }, 'is 4294967295 ×'],
    [{ depth: 3, pixels: Buffer.alloc(1) }, 'impossible header'],
    [{ colour: 5 }, 'impossible header'],
    [{ colour: 3, depth: 16 }, 'impossible header'],
    [{ interlace: 2 }, 'impossible header'],
    [{ pixels: Buffer.alloc(16 * 65 - 1) }, 'whose pixels do not match'],
    [{ pixels: Buffer.alloc(16 * 65 + 1) }, 'whose pixels do not match'],
    [{ colour: 3 }, 'without its palette'],
    [{ extra: [pngChunk('IHDR', Buffer.alloc(13))] }, 'two headers'],
    [{ extra: [pngChunk('XxXx', Buffer.alloc(1))] }, 'unknown critical chunks'],
  ])('of the kind %j is refused', async (options, problem) => {
    expect(await outcome(aPng(options))).toContain(problem);
    expect(await outcome(aPng(options))).toMatch(/^validation_failed/);
  });

  test('that would inflate to a gigabyte is refused before that', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const bomb = aPng({ pixels: Buffer.alloc(200_000_000) });
    expect(bomb.length).toBeLessThan(1_048_576);
    expect(await outcome(bomb)).toContain('whose pixels do not match');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(250_000_000);
  });

  test('that is cut anywhere, or has one byte wrong, is refused', async () => {
    const whole = aPng();
    for (let end = 8; end < whole.length; end += 1)
      expect(await outcome(whole.subarray(0, end))).toMatch(/^validation_failed/);
    for (let at = 8; at < whole.length; at += 1) {
      const wrong = Buffer.from(whole);
      wrong[at] = (wrong[at] ?? 0) ^ 1;
      expect([at, await outcome(wrong)]).toEqual([at, expect.stringMatching(/^validation_failed/)]);
    }
  });
});

describe('a WebP', () => {
  const lossy = webpChunk('VP8 ', webpPictures.lossy);
  const lossless = webpChunk('VP8L', webpPictures.lossless);
  const exif = webpChunk('EXIF', Buffer.from('MM\0*place'));
  const xmp = webpChunk('XMP ', Buffer.from('<x:xmpmeta/>'));
  const colours = webpChunk('ICCP', Buffer.from('profile'));
  const alpha = webpChunk('ALPH', Buffer.from([0]));

  test('keeps its picture and loses its metadata and the bytes behind its end', async () => {
    expect(await kept(Buffer.concat([aWebpOf(lossy), Buffer.from('<script>')]))).toEqual(aWebpOf(lossy));
    expect(await kept(aWebpOf(lossless, exif))).toEqual(aWebpOf(lossless));
    const sent = aWebpOf(webpFrame(0x3c), colours, alpha, lossy, exif, xmp, webpChunk('EVIL', Buffer.from('x')));
    expect(await kept(sent)).toEqual(aWebpOf(webpFrame(0x30), colours, alpha, lossy));
  });

  const changed = (data: Buffer, at: number, byte: number) => {
    const copy = Buffer.from(data);
    copy[at] = byte;
    return copy;
  };
  test.each([
    ['moves', aWebpOf(webpFrame(0x02), webpChunk('ANIM', Buffer.alloc(6)), lossy), 'one still picture'],
    ['has no picture', aWebpOf(exif), 'without exactly one picture'],
    ['has nothing', aWebpOf(), 'without exactly one picture'],
    ['has two pictures', aWebpOf(webpFrame(0), lossy, lossless), 'without exactly one picture'],
    ['has a picture smaller than its frame', aWebpOf(webpFrame(0, 2048, 2048), lossy), 'does not fill its frame'],
    ['has something before its picture', aWebpOf(exif, lossy), 'does not fill its frame'],
    ['is too small', aWebpOf(webpChunk('VP8 ', changed(webpPictures.lossy, 6, 15))), 'is 15 × 16 pixels'],
    ['is too large', aWebpOf(webpChunk('VP8 ', changed(webpPictures.lossy, 7, 63))), 'is 16144 × 16 pixels'],
    ['has no start code', aWebpOf(webpChunk('VP8 ', changed(webpPictures.lossy, 3, 0))), 'broken picture'],
    ['is no key frame', aWebpOf(webpChunk('VP8 ', changed(webpPictures.lossy, 0, 0xd1))), 'broken picture'],
    ['announces more than it has', aWebpOf(webpChunk('VP8 ', changed(webpPictures.lossy, 2, 0xff))), 'broken picture'],
    ['has an unknown version', aWebpOf(webpChunk('VP8L', changed(webpPictures.lossless, 4, 0xf0))), 'broken picture'],
    ['is no lossless one', aWebpOf(webpChunk('VP8L', changed(webpPictures.lossless, 0, 0))), 'broken picture'],
  ])('that %s is refused', async (_what, bytes, problem) => {
    expect(await outcome(bytes)).toContain(problem);
  });

  test('that is cut anywhere is refused', async () => {
    const whole = aWebpOf(webpFrame(0x20), colours, lossy);
    for (let end = 12; end < whole.length; end += 1)
      expect(await outcome(whole.subarray(0, end))).toMatch(/^validation_failed/);
  });
});
