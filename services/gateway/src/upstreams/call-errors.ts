import { AppError } from '@platform/runtime';
import { errors } from 'undici';

/**
 * Why another replica may get the request: not a byte of it has left, it was sent and may be repeated, or our own
 * queue for the replica is full.
 */
export type TryNextReason = 'unsent' | 'sent' | 'queue_full';

export class TryNextError extends Error {
  readonly reason: TryNextReason;

  constructor(reason: TryNextReason, cause: unknown) {
    super('the request may go to the next replica', { cause });
    this.reason = reason;
  }
}

const codesOfLostConnections = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Whether the connection ended. A process that stops resets connections that it has not accepted, and idle ones
 * on which a request has just arrived.
 */
export const isConnectionLost = ({ code }: NodeJS.ErrnoException): boolean => codesOfLostConnections.has(code ?? '');

/** Whether a request failed before it had a connection. Several addresses of a name fail with an AggregateError. */
export const isUnsent = (error: NodeJS.ErrnoException): boolean =>
  error.syscall === 'connect' || error.syscall === 'getaddrinfo' || error instanceof AggregateError;

/** A service that is down is worth a retry; one that did not answer in time may have done its work. */
export function toGatewayError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return new AppError('upstream_timeout', { cause: error });
  return new AppError('service_unavailable', { cause: error });
}
