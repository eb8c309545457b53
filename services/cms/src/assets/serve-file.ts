import { StreamedFile } from '@platform/contracts/kit';
import type { FileStore } from '@platform/runtime';
import type { assets } from '../schema.ts';
import { isMediaType } from './detect-media.ts';

/** The columns of an asset that its bytes are served by. */
export type ServedAsset = Pick<
  typeof assets.$inferSelect,
  'kind' | 'file' | 'file_name' | 'content_type' | 'size_bytes' | 'sha256'
>;

/**
 * Content security policies of files that a browser opens directly: nothing is allowed. An SVG may have
 * styles and embedded images. A PDF has no sandbox, because Chromium shows no PDF in a sandbox.
 */
const policies: Record<ServedAsset['kind'], string> = {
  image: "default-src 'none'; sandbox",
  svg: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  pdf: "default-src 'none'",
  file: "default-src 'none'; sandbox",
};

/**
 * `Content-Disposition` with a name in any script (RFC 6266): ASCII for old clients, and the whole as UTF-8.
 */
export function disposition(type: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%]/g, '_')
    .trim();
  // RFC 8187: what `encodeURIComponent` leaves and a header value may not have.
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii || 'file'}"; filename*=UTF-8''${encoded}`;
}

/**
 * The document in which a browser plays a file that is opened directly. It has no sandbox, because the file is of another
 * origin than a document in one.
 */
const mediaPolicy = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'";

/** The type that a file is served with. The content of a file that is only downloaded was not inspected. */
export const servedTypeOf = ({ kind, content_type }: Pick<ServedAsset, 'kind' | 'content_type'>): string =>
  kind === 'file' && !isMediaType(content_type) ? 'application/octet-stream' : content_type;

/**
 * The bytes of an uploaded file. Images and PDF files are shown, sound and moving pictures are played. All others are
 * downloaded: their content was not inspected, and HTML among them would run with the address of the platform.
 * @param headers of this answer besides, for example `cache-control`
 * @param isPlayable whether sound and moving pictures are played; they are downloaded otherwise
 */
export const serveFile = (
  { files }: { files: FileStore },
  { kind, file, file_name, content_type, size_bytes, sha256 }: ServedAsset,
  headers: Record<string, string> = {},
  isPlayable = true,
): StreamedFile => {
  const isPlayed = isPlayable && kind === 'file' && isMediaType(content_type);
  return new StreamedFile({
    contentType: servedTypeOf({ kind, content_type }),
    size: size_bytes,
    etag: `"${sha256}"`,
    headers: {
      'content-disposition': disposition(kind === 'file' && !isPlayed ? 'attachment' : 'inline', file_name),
      'content-security-policy': isPlayed ? mediaPolicy : policies[kind],
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    open: async (range) => {
      const storedFile = await files.getStream(file, range);
      if (!storedFile) throw new Error(`the stored file ${file} is missing: restore it from a backup`);
      return storedFile.chunks;
    },
  });
};
