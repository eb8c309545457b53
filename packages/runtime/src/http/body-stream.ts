import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../kv/limited-address.ts';
import { type BodySource, ClientGoneError, unfinishedOf } from './body.ts';
import { allowBodyTime } from './body-time.ts';
import { askForBody } from './expect-continue.ts';

/** Idle timeout in milliseconds: the longest pause of a client while the reader waits for its next bytes. */
const silentMs = 30_000;
/** Minimum of the time limit of a body in seconds, the same as for bodies that are not streamed. */
const leastSeconds = 60;

export interface BodyStream {
  /**
   * The bytes as they arrive, with backpressure: the client is slowed down to the pace of the reader. Nothing
   * is read before the first `next`. Ends with AppError `payload_too_large`, `rate_limited` or
   * ClientGoneError.
   */
  chunks: AsyncGenerator<Buffer>;
  /** Stops the reading at any point. The rest of the body stays unread. */
  stop(): void;
}

/**
 * Reads a body without holding it in memory.
 * @param options.limit maximum of bytes
 * @param options.seconds time limit in seconds
 * @param options.tooLarge the error of a body that is longer
 * @throws AppError `payload_too_large` when the announced length is over the limit
 */
export function streamBody(
  req: IncomingMessage,
  options: { limit: number; seconds: number; from: BodySource; tooLarge?: () => AppError },
): BodyStream {
  const { limit, seconds, from, tooLarge = () => new AppError('payload_too_large') } = options;
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge();
  let waiting: PromiseWithResolvers<void> | undefined;
  let arrived: Buffer[] = [];
  let failure: Error | undefined;
  let isOver = false;
  const wake = () => {
    waiting?.resolve();
    waiting = undefined;
  };
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const onEnd = () => {
    isOver = true;
    wake();
  };
  let release = () => {};

  const onData = (chunk: Buffer) => {
    arrived.push(chunk);
    req.pause();
    wake();
  };
  const onClose = () => (req.complete ? onEnd() : fail(new ClientGoneError()));
  const next = async (): Promise<void> => {
    waiting = Promise.withResolvers<void>();
    const { promise } = waiting;
    const silence = setTimeout(() => fail(new ClientGoneError()), silentMs);
    req.resume();
    await promise;
    clearTimeout(silence);
  };

  async function* read(): AsyncGenerator<Buffer> {
    if (req.destroyed && !req.complete) throw new ClientGoneError();
    // The stream counts as an unfinished body of its client, but uses none of the memory budget of bodies.
    const unfinishedBody = unfinishedOf(from).begin(limitedAddress(from.client_ip ?? ''), fail);
    let size = 0;
    allowBodyTime(req, Math.max(seconds, leastSeconds) * 1000);
    askForBody(req);
    release = () => {
      unfinishedBody.end();
      req.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose).pause();
      release = () => {};
    };
    req.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose);
    try {
      for (;;) {
        if (arrived.length === 0 && !isOver && !failure) await next();
        if (failure) throw failure;
        const chunks = arrived;
        arrived = [];
        for (const chunk of chunks) {
          size += chunk.length;
          if (size > limit) throw tooLarge();
          yield chunk;
        }
        if (isOver && arrived.length === 0) return;
      }
    } finally {
      release();
    }
  }
  return {
    chunks: read(),
    stop() {
      // A reader that continues gets an error, so that it does not take a part for the whole body.
      fail(new Error('the reading was stopped'));
      release();
    },
  };
}
