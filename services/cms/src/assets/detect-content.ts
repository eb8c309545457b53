import { isSvg } from '@platform/runtime';
import { detectMedia, type MediaType } from './detect-media.ts';

/** Images that are decoded. AVIF is taken and kept as WebP. */
export type RasterFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

export type DetectedContent =
  | { kind: 'image'; format: RasterFormat }
  | { kind: 'svg' }
  | { kind: 'pdf' }
  /** `media` is null for a file that is only downloaded. */
  | { kind: 'file'; media: MediaType | null };

/** Bytes of the beginning of a file that its kind is detected from. */
export const headBytes = 65_536;

/** An image is read into memory, so a longer one is a file as any other, in bytes. */
export const maxImageBytes = 20 * 1_048_576;

/**
 * The kind of a file, from its content alone. Names and types from the sender say nothing.
 * @param head the first bytes, {@link headBytes} at most
 * @param size bytes of the whole file
 * @param tracks handler types of the tracks of an MP4 file; none when absent
 */
export function detectContent(
  head: Buffer,
  size: number,
  tracks: ReadonlySet<string> = new Set<string>(),
): DetectedContent {
  if (head.toString('latin1', 0, 5) === '%PDF-') return { kind: 'pdf' };
  if (size > maxImageBytes) return { kind: 'file', media: detectMedia(head, size, tracks) };
  const format = rasterFormatOf(head);
  if (format) return { kind: 'image', format };
  return isSvg(head) ? { kind: 'svg' } : { kind: 'file', media: detectMedia(head, size, tracks) };
}

function rasterFormatOf(head: Buffer): RasterFormat | null {
  const at = (from: number, to: number) => head.toString('latin1', from, to);
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(at(0, 6))) return 'gif';
  // ISO 14496-12 §4.3: the brands of a file are in its first box.
  if (at(4, 8) === 'ftyp' && /avi[fs]/.test(at(8, Math.min(head.readUInt32BE(0), 64)))) return 'avif';
  return null;
}
