import { detectContainer } from './detect-container.ts';

/** Sound and moving pictures that browsers play, and the endings of their names. */
const endings = {
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
} as const;

export type MediaType = keyof typeof endings;

/** Whether a stored file is served as what browsers play. */
export const isMediaType = (content_type: string): content_type is MediaType => Object.hasOwn(endings, content_type);

/** The ending of the name of a file that browsers play. */
export const mediaEnding = (type: MediaType): string => endings[type];

/**
 * The type of sound or moving pictures, from the content alone; null for every other file.
 * @param tracks handler types of the tracks of an MP4 file
 */
export function detectMedia(head: Buffer, size: number, tracks: ReadonlySet<string>): MediaType | null {
  const type = detectContainer({ head, tail: Buffer.alloc(0), size, tracks });
  return type !== null && isMediaType(type) ? type : null;
}
