import type { SocialChannel } from '@platform/contracts';
import { fail, isAppError, Turns } from '@platform/runtime';
import sharp, { type Sharp } from 'sharp';
import { coverRules } from './cover-rules.ts';

/** How an image of another shape is made to fit. */
export type CoverFit = 'pad' | 'crop' | 'refuse';

/** An image as a channel gets it: JPEG, upright, sRGB, without metadata. */
export interface ProcessedCover {
  bytes: Buffer;
  width: number;
  height: number;
}

export interface Covers {
  /**
   * Makes the image of a channel.
   * @param key keys take turns (round robin)
   * @throws AppError `image_not_readable` for another format than JPEG, PNG or WebP, more than 50 million
   * pixels, or a shape that `refuse` rejects; `service_unavailable` when too many wait
   */
  process(key: string, bytes: Buffer, channel: SocialChannel, fit: CoverFit): Promise<ProcessedCover>;
}

const maxPixels = 50_000_000;
const secondsOfWork = 30;
const quality = 85;
const white = '#ffffff';
const formats = ['jpeg', 'png', 'webp'];

// One thread, so that requests keep the other core; no cache, since no image comes twice.
sharp.concurrency(1);
sharp.cache(false);
// No decoder that opens a file by its path. The list applies to the whole process, so it has the formats of
// the other services too; `formats` refuses those that no channel accepts.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});

/** Makes the queue of images: one is worked on at a time. */
export function createCovers({ waiting = 20, waitMs = 60_000 } = {}): Covers {
  const message = 'Many images are being worked on: try again in a moment.';
  const imageQueue = new Turns({
    atOnce: 1,
    waiting,
    waitMs,
    retryAfterSeconds: 10,
    message,
    refusal: 'service_unavailable',
  });
  return {
    async process(key, bytes, channel, fit) {
      try {
        return await imageQueue.run({ key }, () => processCover(bytes, channel, fit));
      } catch (error) {
        if (isAppError(error)) throw error;
        return fail('image_not_readable', { cause: error });
      }
    },
  };
}

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, autoOrient: true }).timeout({ seconds: secondsOfWork });

async function processCover(bytes: Buffer, channel: SocialChannel, fit: CoverFit): Promise<ProcessedCover> {
  const { format, autoOrient } = await open(bytes).metadata();
  if (!formats.includes(format)) fail('image_not_readable');
  const { width, height } = autoOrient;
  const rule = coverRules[channel];
  const shape = width / height;
  const wanted = Math.min(Math.max(shape, rule.least), rule.most);
  if (wanted !== shape && fit === 'refuse')
    fail('image_not_readable', {
      message: `The aspect ratio ${shape.toFixed(2)} does not fit ${channel}: crop the image.`,
    });
  // The size with the wanted shape, inside of the longest sides.
  const isCut = fit === 'crop';
  const full = wanted > shape === isCut ? { width, height: width / wanted } : { width: height * wanted, height };
  const scale = Math.min(1, rule.width / full.width, rule.height / full.height);
  const least = rule.leastWidth / full.width;
  const size = {
    width: Math.max(1, Math.round(full.width * Math.max(scale, least))),
    height: Math.max(1, Math.round(full.height * Math.max(scale, least))),
  };
  const { data, info } = await open(bytes)
    .resize({ ...size, fit: isCut ? 'cover' : 'contain', background: white })
    .flatten({ background: white })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}
