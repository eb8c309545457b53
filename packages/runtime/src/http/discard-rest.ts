import type { IncomingMessage } from 'node:http';

/** So much of a body is read and dropped behind an answer that came before its end. */
const maxBytes = 16 * 1024 * 1024;
const maxMs = 5_000;

/**
 * Reads what is left of a body and drops it, within bounds, and then calls `done` once. A connection that is
 * closed while bytes arrive is reset, and a reset takes the answer away from a client that has not read it
 * yet (RFC 9112 §9.6): so the close waits for the client to finish, or to close because it has the answer.
 */
export function discardRest(req: IncomingMessage, done: () => void): void {
  let bytesLeft = maxBytes;
  const onData = (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) stop();
  };
  const stop = () => {
    clearTimeout(timer);
    req.off('data', onData).off('end', stop).off('error', stop).off('close', stop);
    done();
  };
  const timer = setTimeout(stop, maxMs);
  req.on('data', onData).on('end', stop).on('error', stop).on('close', stop).resume();
}
