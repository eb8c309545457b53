import { createHash } from 'node:crypto';
import { maxFetchedImages } from '@platform/contracts';
import { cutText } from '@platform/contracts/cut-text';
import { isAppError, newId, SafeFetchError } from '@platform/runtime';
import { and, eq } from 'drizzle-orm';
import { detectContent, headBytes, maxImageBytes } from '../assets/detect-content.ts';
import { uploadAsset } from '../assets/upload-asset.ts';
import { assetPath } from '../public/public-image.ts';
import { assets } from '../schema.ts';
import type { Note } from './entry.ts';
import { findSource, type ImportWork, writeSource } from './work.ts';

const timeoutMs = 10_000;
const kind = 'image';

/** An image of a text, as it is stored here. */
export interface TakenImage {
  id: string;
  path: string;
}

/**
 * Fetches images, each address once for the site. One that is not fetched stays where it is, with a warning.
 * @returns images by their address
 */
export async function takeImages(work: ImportWork, addresses: readonly string[], warnings: Note[]) {
  const images = new Map<string, TakenImage>();
  for (const address of new Set(addresses)) {
    const image = await takeImage(work, address, warnings);
    if (image) images.set(address, image);
  }
  return images;
}

async function takeImage(work: ImportWork, address: string, warnings: Note[]): Promise<TakenImage | null> {
  const { app, row, site } = work;
  const stays = (why: string): null => {
    warnings.push({ code: 'image_remote', message: `${why}: ${cutText(address, 300)}` });
    return null;
  };
  if (!row.fetch_images) return stays('An image keeps its address');
  const source_id = address.length <= 500 ? address : createHash('sha256').update(address).digest('hex');
  const importedSource = await findSource(work, kind, source_id);
  if (importedSource) {
    const [asset] = await app.db
      .select({ file: assets.file })
      .from(assets)
      .where(and(eq(assets.id, importedSource.object_id), eq(assets.site_id, site.id)));
    if (asset) return { id: importedSource.object_id, path: assetPath(asset.file) };
  }
  if (row.dry_run) return null;
  if (work.imagesFetched >= maxFetchedImages)
    return stays(`An import fetches at most ${maxFetchedImages} images; a further image keeps its address`);
  work.imagesFetched += 1;
  const bytes = await fetchImage(work, address);
  if (typeof bytes === 'string') return stays(`An image could not be fetched (${bytes})`);
  const { kind: content } = detectContent(bytes.subarray(0, headBytes), bytes.length);
  if (content !== 'image' && content !== 'svg') return stays('The file at the address is not an image');
  try {
    const name = decodedName(address);
    const { data } = await uploadAsset(app, site.id, {
      file: { file_name: name, chunks: once(bytes) },
      admin: { email: row.created_by },
      id: newId(),
    });
    if (data.kind !== 'image' && data.kind !== 'svg') return stays('The file at the address is not an image');
    await writeSource(app.db, work, { kind, source_id, object_id: data.id, content_hash: 'image' });
    return { id: data.id, path: data.path };
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    return stays(`An image could not be read (${error.code})`);
  }
}

/** The bytes of an image, or why there are none. */
async function fetchImage({ app }: ImportWork, address: string): Promise<Buffer | string> {
  try {
    const { status, headers, body } = await app.safeFetch(address, { timeoutMs, maxBytes: maxImageBytes });
    if (status !== 200) return `status ${status}`;
    const type = String(headers['content-type'] ?? '');
    return /^(image\/|application\/octet-stream)/.test(type) ? body : 'no image';
  } catch (error) {
    if (error instanceof SafeFetchError) return error.reason;
    throw error;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function decodedName(address: string): string {
  const name = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  try {
    return cutText(decodeURIComponent(name).replaceAll(/[\\/\0]/g, ''), 200);
  } catch {
    return cutText(name, 200);
  }
}
