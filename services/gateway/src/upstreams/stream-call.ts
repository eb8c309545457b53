import type { IncomingMessage, ServerResponse } from 'node:http';
import { carriedHeaders, limitedAddress } from '@platform/runtime';
import { isConnectionLost, isUnsent, TryNextError, toGatewayError } from './call-errors.ts';
import { maxWaiting, type Replica, streamEvents } from './replica.ts';

interface StreamCall {
  /** Address of the client. */
  from: string;
  isRepeatable: boolean;
  /** The replica said that it leaves. */
  onLeaving(): void;
  /** Gets the status of the answer. */
  onStatus(status: number): void;
}

/**
 * Passes a call on with the middleware when its turn comes.
 * @throws AppError `rate_limited` when the turn does not come in time, TryNextError when the queue is full
 */
export const streamCall = (
  replica: Replica,
  call: StreamCall,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => inStreamTurn(replica, call.from, res, () => streamNow(replica.proxy, call, req, res));

/**
 * Sends a long answer when its turn comes. Turns go round the addresses of clients.
 * @param from address of the client
 * @throws AppError `rate_limited` when the turn does not come in time, TryNextError when the queue is full
 */
export async function inStreamTurn(
  { streams }: Replica,
  from: string,
  res: ServerResponse,
  send: () => Promise<void>,
): Promise<void> {
  // Its `close` was emitted already, so nothing would end the turn.
  if (res.destroyed) return;
  const clientGone = new AbortController();
  const onClose = () => clientGone.abort();
  res.once('close', onClose);
  let isBegun = false;
  try {
    await streams.run({ key: limitedAddress(from), signal: clientGone.signal }, () => {
      isBegun = true;
      return send();
    });
  } catch (error) {
    if (clientGone.signal.aborted) return;
    throw !isBegun && streams.load.waiting >= maxWaiting ? new TryNextError('queue_full', error) : error;
  } finally {
    res.off('close', onClose);
  }
}

const streamNow = (
  proxy: Replica['proxy'],
  { isRepeatable, onLeaving, onStatus }: StreamCall,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> =>
  new Promise((resolve, reject) => {
    if (res.destroyed) return resolve();
    for (const [name, value] of Object.entries(carriedHeaders(res))) res.setHeader(name, value);
    res.once('close', resolve);
    const onFailure = (error: unknown) => {
      res.off('close', resolve);
      if (res.destroyed) resolve();
      else if (isUnsent(error as NodeJS.ErrnoException)) reject(new TryNextError('unsent', error));
      else if (!res.headersSent && isRepeatable && isConnectionLost(error as NodeJS.ErrnoException))
        reject(new TryNextError('sent', error));
      else reject(toGatewayError(error));
    };
    streamEvents.set(req, { onFailure, onLeaving, onStatus });
    void proxy(req, res, (error) => (error ? onFailure(error) : resolve()));
  });
