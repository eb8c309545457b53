import { fail, isAppError, Turns } from '@platform/runtime';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { RasterFormat } from './detect-content.ts';
import { type NewFile, nameFile } from './name-file.ts';

/** A point of an image, from its left and its top, 0 to 1. */
export interface FocalPoint {
  focal_x: number;
  focal_y: number;
}

export interface NewVariant extends NewFile {
  /** Its width in pixels, or `og`. */
  variant: string;
  width: number;
  height: number;
}

/** An image and its pixels. */
export interface EncodedImage {
  main: NewFile;
  width: number;
  height: number;
}

export interface ProcessedImage extends EncodedImage {
  variants: NewVariant[];
  /** A tiny image as a data address. */
  placeholder: string;
}

/** Reads the bytes of an image when its turn comes, so that waiting ones take no memory. */
type Load = () => Promise<Buffer>;

/**
 * Work on images, one at a time; the others wait, and sites take turns. Both throw AppError
 * `image_not_readable`, and `service_unavailable` when too many wait.
 */
export interface Images {
  /** An uploaded image, upright and without metadata, with its variants. */
  process(site_id: string, load: Load, format: RasterFormat, focal: FocalPoint): Promise<ProcessedImage>;
  /** An image of staff upright and without metadata, alone. Turns go round the keys. */
  reencode(key: string, load: Load, format: RasterFormat): Promise<EncodedImage>;
  /**
   * An image of a user, alone and upright, without metadata, the first frame of an animation: 20 megapixels at
   * most. It waits in a queue of its own and comes behind the images of staff; turns go round the users.
   */
  reencodeForUser(userId: string, load: Load, format: RasterFormat): Promise<EncodedImage>;
  /** The cut for social networks; null where the image is too small for one. */
  cut(site_id: string, load: Load, focal: FocalPoint): Promise<NewVariant | null>;
}

export const maxPixels = 50_000_000;
const maxPixelsOfUsers = 20_000_000;
/** Images of users that wait, and how long one waits in milliseconds. */
const ofUsers = { waiting: 12, waitMs: 30_000 };
const variantWidths = [480, 768, 1200, 1920];
/** The size of a cut for social networks. */
const og = { width: 1200, height: 630 };
const smallestCut = 200;
/** The longest side that WebP has. */
const maxWebpSide = 16_383;
const secondsOfWork = 30;

// One thread, so that requests keep the other core; no cache, since no image comes twice.
sharp.concurrency(1);
sharp.cache(false);
// Only decoders of the formats that are taken, and none that opens a file by its path.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/**
 * Makes the queue of images.
 * @param options.waiting images that may wait: the bytes of one that waits are in the file store, so the time bounds them
 * @param options.waitMs how long one waits, in milliseconds
 */
export function createImages({ waiting = 200, waitMs = 90_000 } = {}): Images {
  const message = 'Many images are being worked on: try again in a moment.';
  const refused = { retryAfterSeconds: 10, message, refusal: 'service_unavailable' as const };
  const turns = new Turns({ atOnce: 1, waiting, waitMs, ...refused });
  const userTurns = new Turns({ atOnce: 1, ...ofUsers, ...refused });
  const inTurn = <T>(key: string, load: Load, work: (bytes: Buffer) => Promise<T>, rank = 0): Promise<T> =>
    turns.run({ key, rank }, async () => {
      const bytes = await load();
      return readable(() => work(bytes));
    });
  return {
    process: (site_id, load, format, focal) => inTurn(site_id, load, (bytes) => processImage(bytes, format, focal)),
    reencode: (key, load, format) => inTurn(key, load, async (bytes) => (await encodeImage(bytes, format)).encoded),
    reencodeForUser: (userId, load, format) =>
      userTurns.run({ key: userId }, () => inTurn('users', load, (bytes) => encodeOfUser(bytes, format), 1)),
    cut: (site_id, load, focal) => inTurn(site_id, load, (bytes) => cutForSocialNetworks(bytes, focal)),
  };
}

/** What the decoder refuses is the fault of the image. Its message may name parts of the machine. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) throw error;
    return fail('image_not_readable', { cause: error });
  }
}

const open = (bytes: Buffer, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, ...options }).timeout({ seconds: secondsOfWork });

const encoders: Record<RasterFormat, { ending: string; type: string; encode: (image: Sharp) => Sharp }> = {
  jpeg: { ending: 'jpg', type: 'image/jpeg', encode: (image) => image.jpeg({ quality: 90 }) },
  png: { ending: 'png', type: 'image/png', encode: (image) => image.png() },
  webp: { ending: 'webp', type: 'image/webp', encode: (image) => image.webp({ quality: 90 }) },
  gif: { ending: 'gif', type: 'image/gif', encode: (image) => image.gif() },
  avif: { ending: 'webp', type: 'image/webp', encode: (image) => image.webp({ quality: 90 }) },
};

/** Decodes an image and re-encodes it, so that only its pixels are kept. */
async function encodeImage(
  bytes: Buffer,
  format: RasterFormat,
): Promise<{ encoded: EncodedImage; isAnimated: boolean }> {
  const { pages = 1 } = await open(bytes).metadata();
  const isAnimated = pages > 1 && format !== 'avif';
  const { ending, type, encode } = encoders[format];
  // An animation has no orientation, and its frames stay together.
  const upright = () => open(bytes, isAnimated ? { animated: true } : { autoOrient: true });
  const { data, info } = await encode(upright()).toBuffer({ resolveWithObject: true });
  const { width } = info;
  const height = info.pageHeight ?? info.height;
  return { encoded: { main: nameFile(data, ending, type), width, height }, isAnimated };
}

/** Decodes the first frame of an image of a user and re-encodes it. Its size is known before it is decoded. */
async function encodeOfUser(bytes: Buffer, format: RasterFormat): Promise<EncodedImage> {
  const { width: wide, height: high, pageHeight } = await open(bytes).metadata();
  if (wide * (pageHeight ?? high) > maxPixelsOfUsers)
    fail('image_not_readable', { message: 'An image has 20 megapixels at most: make the image smaller.' });
  const { ending, type, encode } = encoders[format];
  const image = open(bytes, { limitInputPixels: maxPixelsOfUsers, pages: 1, autoOrient: true });
  const { data, info } = await encode(image).toBuffer({ resolveWithObject: true });
  return { main: nameFile(data, ending, type), width: info.width, height: info.height };
}

async function processImage(bytes: Buffer, format: RasterFormat, focal: FocalPoint): Promise<ProcessedImage> {
  const { encoded, isAnimated } = await encodeImage(bytes, format);
  const { main, width, height } = encoded;
  const data = main.bytes;
  // Decoded once: each variant is made from these pixels.
  const [largest = 0] = variantWidths.toReversed();
  const base = await open(data).resize({ width: largest, withoutEnlargement: true }).raw().toBuffer({
    resolveWithObject: true,
  });
  const pixels = () =>
    open(base.data, { raw: { width: base.info.width, height: base.info.height, channels: base.info.channels } });
  const variants: NewVariant[] = [];
  // A variant of an animation would be a still picture.
  for (const variantWidth of isAnimated ? [] : variantWidths.filter((wanted) => wanted <= width)) {
    if ((height * variantWidth) / width > maxWebpSide) continue;
    variants.push(await toVariant(String(variantWidth), pixels().resize({ width: variantWidth })));
  }
  const cut = await cutForSocialNetworks(data, focal);
  if (cut) variants.push(cut);
  const tiny = await pixels().resize({ width: 16, height: 16, fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  return { main, width, height, variants, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` };
}

/** The largest part of an image of that shape, as near to the focal point as its edges let it. */
async function cutForSocialNetworks(bytes: Buffer, { focal_x, focal_y }: FocalPoint): Promise<NewVariant | null> {
  const { width, height: total, pageHeight } = await open(bytes).metadata();
  const height = pageHeight ?? total;
  const shape = og.width / og.height;
  const part = { width: Math.min(width, Math.floor(height * shape)), height: 0 };
  part.height = Math.min(height, Math.round(part.width / shape));
  if (part.width < smallestCut) return null;
  const cutStart = (focal: number, side: number, length: number) =>
    Math.round(Math.min(Math.max(focal * side - length / 2, 0), side - length));
  const cut = open(bytes)
    .extract({ left: cutStart(focal_x, width, part.width), top: cutStart(focal_y, height, part.height), ...part })
    .resize(part.width > og.width ? og : part);
  return toVariant('og', cut);
}

async function toVariant(variant: string, image: Sharp): Promise<NewVariant> {
  const { data, info } = await image.webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
  return { ...nameFile(data, 'webp', 'image/webp'), variant, width: info.width, height: info.height };
}
