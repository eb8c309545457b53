import { isAppError } from '../errors.ts';
import { problemOf } from './refusal.ts';
import { type Drawing, sanitizeDrawing, sanitizeSvg } from './svg.ts';

/**
 * Cleans an SVG in a worker thread.
 * @returns the picture, or what is wrong about the file
 */
export const cleanSvg = ({ bytes }: { bytes: Uint8Array }): { problem: string } | { picture: Uint8Array } =>
  withProblem(() => ({ picture: sanitizeSvg(Buffer.from(bytes)) }));

/** As {@link cleanSvg} for a drawing that may have embedded images. */
export const cleanDrawing = ({ bytes }: { bytes: Uint8Array }): { problem: string } | Drawing =>
  withProblem(() => sanitizeDrawing(Buffer.from(bytes)));

function withProblem<T>(clean: () => T): { problem: string } | T {
  try {
    return clean();
  } catch (error) {
    if (isAppError(error, 'validation_failed')) return { problem: problemOf(error) };
    throw error;
  }
}
