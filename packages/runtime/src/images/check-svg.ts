import { ThreadBusyError, ThreadLimitError, Threads } from '@platform/threads';
import { fail } from '../errors.ts';
import { refuseImage } from './refusal.ts';
import { type Drawing, sanitizeDrawing, sanitizeSvg } from './svg.ts';
import type * as worker from './svg-worker.ts';

/** A smaller one is read at once: about a third of a microsecond a byte, less than the start of a thread. */
const maxInlineBytes = 16_384;

const threads = new Threads<typeof worker>({
  program: new URL('svg-worker.ts', import.meta.url),
  name: 'the check of SVG',
  timeoutMs: 10_000,
  memoryMb: 256,
  waiting: 20,
});

/**
 * The picture of an SVG, rebuilt as {@link sanitizeSvg} does, in a worker thread unless it is small: nothing in
 * the file holds the event loop.
 * @throws AppError `validation_failed`, `service_unavailable` while many others wait
 */
export async function checkSvg(bytes: Buffer): Promise<Buffer> {
  if (bytes.length <= maxInlineBytes) return sanitizeSvg(bytes);
  const { picture } = await inThread(() => threads.run('cleanSvg', { bytes }));
  return Buffer.from(picture);
}

/**
 * As {@link checkSvg} for a drawing with embedded images, see {@link sanitizeDrawing}.
 * @throws AppError as {@link checkSvg}
 */
export const checkDrawing = async (bytes: Buffer): Promise<Drawing> =>
  bytes.length <= maxInlineBytes ? sanitizeDrawing(bytes) : inThread(() => threads.run('cleanDrawing', { bytes }));

async function inThread<T extends object>(work: () => Promise<T | { problem: string }>): Promise<T> {
  try {
    const answer = await work();
    return 'problem' in answer ? refuseImage(answer.problem) : answer;
  } catch (error) {
    if (error instanceof ThreadLimitError) return refuseImage('takes too long to read');
    if (error instanceof ThreadBusyError)
      return fail('service_unavailable', { message: 'Many images are being checked: try again.', cause: error });
    throw error;
  }
}
