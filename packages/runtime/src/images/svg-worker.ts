import { isAppError } from '../errors.ts';
import { problemOf } from './refusal.ts';
import { sanitizeSvg } from './svg.ts';

/**
 * Cleans an SVG in a worker thread.
 * @returns the picture, or what is wrong about the file
 */
export function cleanSvg({ bytes }: { bytes: Uint8Array }): { problem: string } | { picture: Uint8Array } {
  try {
    return { picture: sanitizeSvg(Buffer.from(bytes)) };
  } catch (error) {
    if (isAppError(error, 'validation_failed')) return { problem: problemOf(error) };
    throw error;
  }
}
