import type { PublicImage } from '@platform/contracts';
import type { z } from 'zod';
import type { App } from '../app.ts';
import type { ImageSource } from './image-source.ts';

/** Path of an uploaded file, as texts name it. */
export const assetPath = (file: string): string => `/assets/cms/${file}`;

/** Public address of the platform, without a final slash. */
export const platformUrl = ({ config }: Pick<App, 'config'>): string => config.PUBLIC_API_URL.replace(/\/$/, '');

/** Public address of an uploaded file. */
export const assetUrl = (app: Pick<App, 'config'>, file: string): string => `${platformUrl(app)}${assetPath(file)}`;

/** Variants of other names are cuts. */
const isWidth = /^\d+$/;

/** An uploaded image in its sizes. */
export const toPublicImage = (
  app: Pick<App, 'config'>,
  { file, width, height, alt, placeholder, variants }: ImageSource,
  altOfText?: string | null,
): z.input<typeof PublicImage> => ({
  url: assetUrl(app, file),
  width,
  height,
  alt: altOfText || alt,
  placeholder,
  variants: variants
    .filter(({ name }) => isWidth.test(name))
    .map((variant) => ({ url: assetUrl(app, variant.file), width: variant.width, height: variant.height })),
});

/** The image that a link in a social network shows: the cut of that size, or the whole. */
export function openGraphImage(
  app: Pick<App, 'config'>,
  { file, width, height, variants }: ImageSource,
): { url: string; width: number | null; height: number | null } {
  const shown = variants.find(({ name }) => name === 'og') ?? { file, width, height };
  return { url: assetUrl(app, shown.file), width: shown.width, height: shown.height };
}
