import sharp from 'sharp';

/** An image that a channel got. */
export interface ChannelImage {
  format: 'jpeg' | 'png' | 'webp' | 'gif';
  width: number;
  height: number;
  bytes: number;
}

const formats = ['jpeg', 'png', 'webp', 'gif'] as const;

/**
 * Reads format and size of an image.
 * @param bytes the whole file
 * @returns `null` for a file that is none of JPEG, PNG, WebP and GIF
 */
export async function readImage(bytes: Buffer): Promise<ChannelImage | null> {
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => null);
  const format = formats.find((name) => name === metadata?.format);
  if (!format || !metadata) return null;
  return { format, width: metadata.width, height: metadata.height, bytes: bytes.length };
}
