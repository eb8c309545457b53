import { readImage } from '../image.ts';
import { MetaError } from './model.ts';

const timeoutMs = 10_000;
const maxBytes = 8 * 1_048_576;
/** Instagram takes ratios of 4:5 to 1.91:1; a rounded pixel is forgiven. */
const ratio = { least: 0.8 - 0.005, most: 1.91 + 0.005 } as const;

/** An image as Meta fetched it. */
export interface FetchedImage {
  bytes: Buffer;
  type: string;
}

/**
 * Fetches the image of a post, as Meta does, and checks it
 * (https://developers.facebook.com/docs/instagram-platform/content-publishing, error codes of the same
 * guide).
 * @param url what the client named
 * @param resolve addresses by the beginning that stands for them outside, as `curl --resolve` has hosts
 * @param network Instagram takes JPEG alone and checks the ratio
 * @throws MetaError 9004, 36003, 36000 or 36001
 */
export async function fetchImage(
  url: string,
  network: 'instagram' | 'threads',
  resolve: Readonly<Record<string, string>> = {},
): Promise<FetchedImage> {
  const [outside, inside] = Object.entries(resolve).find(([start]) => url.startsWith(`${start}/`)) ?? [];
  const address = outside === undefined ? url : `${inside}${url.slice(outside.length)}`;
  const unreachable = () =>
    new MetaError(9004, 2207052, 'The media could not be fetched from this URI: only photo or video can be accepted');
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' }).catch(
    () => null,
  );
  if (response?.status !== 200) throw unreachable();
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > maxBytes) throw new MetaError(36000, 2207004, 'The image is too large');
  const image = await readImage(bytes);
  const isKnown = image?.format === 'jpeg' || (network === 'threads' && image?.format === 'png');
  if (!image || !isKnown) throw new MetaError(36001, 2207005, 'The image format is not supported');
  const shape = image.width / image.height;
  if (network === 'instagram' && (shape < ratio.least || shape > ratio.most))
    throw new MetaError(36003, 2207009, 'The submitted image has an invalid aspect ratio');
  return { bytes, type: `image/${image.format}` };
}
