/** Worker thread of check-svg.ts: see thread.ts for its messages. */
import { parentPort } from 'node:worker_threads';
import { isAppError } from '../errors.ts';
import { problemOf } from './refusal.ts';
import { sanitizeSvg } from './svg.ts';

/** What is wrong about the file, or its picture. */
export type SvgAnswer = { problem: string } | { bytes: Uint8Array };

function answerTo(bytes: Uint8Array): SvgAnswer {
  try {
    return { bytes: sanitizeSvg(Buffer.from(bytes)) };
  } catch (error) {
    if (isAppError(error, 'validation_failed')) return { problem: problemOf(error) };
    throw error;
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage({ answer: answerTo(bytes) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
parentPort?.postMessage({ ready: true });
