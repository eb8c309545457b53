import type { IncomingMessage, ServerResponse } from 'node:http';
import { carriedHeaders, limitedAddress } from '@platform/runtime';
import { isConnectionLost, isUnsent, TryNextError, toGatewayError } from './call-errors.ts';
import { failures, type Replica } from './replica.ts';

/** Passes a call on with the middleware when its turn comes. Turns go round the addresses of clients. */
export async function streamCall(
  { streams, proxy }: Replica,
  call: { from: string; isRepeatable: boolean },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  res.once('close', onClose);
  let isBegun = false;
  try {
    await streams.run({ key: limitedAddress(call.from), signal: gone.signal }, () => {
      isBegun = true;
      return streamNow(proxy, call.isRepeatable, req, res);
    });
  } catch (error) {
    if (isBegun) throw error;
    if (!res.destroyed) throw new TryNextError(new Error('no connection became free', { cause: error }));
  } finally {
    res.off('close', onClose);
  }
}

const streamNow = (
  proxy: Replica['proxy'],
  mayRepeat: boolean,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> =>
  new Promise((resolve, reject) => {
    for (const [name, value] of Object.entries(carriedHeaders(res))) res.setHeader(name, value);
    res.once('close', resolve);
    const onFailure = (error: unknown) => {
      res.off('close', resolve);
      if (res.destroyed) resolve();
      else if (isUnsent(error as NodeJS.ErrnoException)) reject(new TryNextError(error));
      else if (!res.headersSent && mayRepeat && isConnectionLost(error as NodeJS.ErrnoException))
        reject(new TryNextError(error, true));
      else reject(toGatewayError(error));
    };
    failures.set(req, onFailure);
    void proxy(req, res, (error) => (error ? onFailure(error) : resolve()));
  });
