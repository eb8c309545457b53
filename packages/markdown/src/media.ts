import type { Attributes } from 'sanitize-html';
import { isAssetPath, safeBannerImage } from './urls.ts';

/** What is known of an uploaded file of sound or of moving pictures; null where it is unknown, or where there are none. */
export interface MediaFacts {
  width: number | null;
  height: number | null;
}

type MediaElement = 'audio' | 'video';

/** The element that plays an uploaded file, by the ending that an upload gives its address. */
const elements: Readonly<Record<string, MediaElement>> = {
  m4a: 'audio',
  mp3: 'audio',
  ogg: 'audio',
  wav: 'audio',
  mp4: 'video',
  webm: 'video',
};

/** A player of an uploaded file. */
export interface MediaPlayer {
  element: MediaElement;
  /** `/assets/cms/…`. */
  path: string;
}

/** The player of the path of an uploaded file; null for every other address. */
export function playerOfPath(path: string): MediaPlayer | null {
  if (!isAssetPath(path)) return null;
  const element = elements[/\.([a-z\d]{3,4})$/.exec(path)?.[1] ?? ''];
  return element === undefined ? null : { element, path };
}

/**
 * The player of an address in a text: of the path of an uploaded file, or of such a path with a host before it where the
 * site has this file.
 */
export function playerOfAddress(
  address: string,
  media: Readonly<Record<string, MediaFacts | undefined>>,
): MediaPlayer | null {
  const path = /^https?:\/\/[^/?#\s]{1,253}(\/assets\/cms\/[^?#\s]{1,200})$/i.exec(address)?.[1];
  if (path === undefined) return playerOfPath(address);
  return Object.hasOwn(media, path) ? playerOfPath(path) : null;
}

/** The image that a title of a player names; null for a title that is a text. */
export const posterOf = (title: string): string | null =>
  /^(?:\/assets\/cms\/|https?:\/\/)\S+$/i.test(title.trim()) && playerOfPath(title.trim()) === null
    ? safeBannerImage(title)
    : null;

/** A word for the link to a file without a caption. */
export const playerTitle = ({ element }: MediaPlayer, locale: string): string => {
  const isRussian = /^ru(?:-|$)/i.test(locale);
  if (element === 'audio') return isRussian ? 'Аудио' : 'Audio';
  return isRussian ? 'Видео' : 'Video';
};

const plainNumber = /^[1-9]\d{0,4}$/;

/**
 * All attributes of a player. A page loads the beginning of a video for its first picture, and of sound nothing, before a
 * visitor plays it.
 * @returns null for an address that is no uploaded file of this element
 */
export function mediaAttributes(
  element: MediaElement,
  { src = '', poster, width = '', height = '', 'aria-label': label }: Attributes,
): Attributes | null {
  if (playerOfPath(src)?.element !== element) return null;
  const named: Attributes = label ? { 'aria-label': label } : {};
  if (element === 'audio') return { controls: '', preload: 'none', src, ...named };
  const image = poster === undefined ? null : safeBannerImage(poster);
  const isSized = plainNumber.test(width) && plainNumber.test(height);
  return {
    controls: '',
    playsinline: '',
    preload: 'metadata',
    src,
    ...(isSized ? { width, height } : {}),
    ...(image === null ? {} : { poster: image }),
    ...named,
  };
}
