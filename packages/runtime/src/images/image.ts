import { fail } from '../errors.ts';
import { checkSvg } from './check-svg.ts';
import { checkPng, isPng } from './png.ts';
import { isSvg } from './svg.ts';
import { checkWebp, isWebp } from './webp.ts';

/** Types of images that are stored, by the ending of their file. */
export const imageTypes = { png: 'image/png', webp: 'image/webp', svg: 'image/svg+xml' } as const;
export type ImageKind = keyof typeof imageTypes;

/** The stored form of an uploaded image. */
export interface CheckedImage {
  kind: ImageKind;
  bytes: Buffer;
}

/**
 * An icon that is safe to publish. Its type follows from its content alone. Pixels stay as they are; metadata
 * (locations, cameras, editors, bytes behind the end) is removed. An SVG is rebuilt from its drawing elements
 * and attributes.
 * @throws AppError `unsupported_media_type` for anything but PNG, WebP and SVG, `validation_failed` for one
 * that is broken, outside 16–2048 pixels, or does more than show a picture
 */
export async function checkIcon(bytes: Buffer): Promise<CheckedImage> {
  if (isPng(bytes)) return { kind: 'png', bytes: await checkPng(bytes) };
  if (isWebp(bytes)) return { kind: 'webp', bytes: checkWebp(bytes) };
  if (isSvg(bytes)) return { kind: 'svg', bytes: await checkSvg(bytes) };
  return fail('unsupported_media_type', {
    message: 'An icon is a PNG, WebP or SVG image: send a file of one of these kinds.',
  });
}
