import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyStream, coalesceResponses, discardRest, writeHead } from '@platform/runtime';
import type { Dispatcher } from 'undici';
import { isConnectionLost, TryNextError, toGatewayError } from './call-errors.ts';
import { selectPassedHeaders } from './passed-headers.ts';
import { maxWaiting, type Replica } from './replica.ts';

interface ForwardedCall {
  call: {
    headers: Record<string, string | string[]>;
    body: Buffer | BodyStream | null;
    timeoutMs: number;
    isRepeatable: boolean;
    /** Gets the status of the answer. */
    onStatus(status: number): void;
  };
  req: IncomingMessage;
  res: ServerResponse;
  onLeaving: () => void;
}

/**
 * Passes a call on with undici's own dispatch: what a stream in between would cost is most of what a proxy
 * costs. The head waits for the first bytes, so that a small answer leaves in one write. A client that goes
 * away ends the call, and one that went away before the call had a connection is not sent at all.
 */
export function forwardCall(replica: Replica, { call, req, res, onLeaving }: ForwardedCall): Promise<void> {
  if (replica.waiting >= maxWaiting)
    return Promise.reject(new TryNextError('unsent', new Error(`too many requests wait for ${replica.address}`)));
  const source = call.body !== null && 'chunks' in call.body ? call.body : null;
  /** Whether the service answers while the client is still sending. */
  const isEarly = () => source !== null && !req.complete;
  return new Promise((resolve, reject) => {
    let head: { status: number; headers: Record<string, string | string[]> } | null = null;
    let isWhole = false;
    let isAnswered = false;
    let controller: Dispatcher.DispatchController | undefined;
    const onClose = () => {
      if (!res.writableFinished) controller?.abort(new Error('the client disconnected'));
    };
    const writeHeadOnce = () => {
      if (head) writeHead(res, head.status, isEarly() ? { ...head.headers, connection: 'close' } : head.headers);
      head = null;
    };
    const end = (chunk?: Buffer) => {
      const isUnread = isEarly();
      writeHeadOnce();
      if (res.writableEnded) return;
      if (!isUnread) return void res.end(chunk);
      // The client has the whole answer before its connection ends.
      if (chunk) res.write(chunk);
      else res.flushHeaders();
      source?.stop();
      discardRest(req, () => res.end());
    };
    res.once('close', onClose);
    const onFailure = (error: Error) => {
      res.off('close', onClose);
      if (controller === undefined) replica.waiting -= 1;
      if (res.destroyed) resolve();
      // undici begins a request when it has a connection for it.
      else if (controller === undefined) reject(new TryNextError('unsent', error));
      else if (!isAnswered && call.isRepeatable && isConnectionLost(error)) reject(new TryNextError('sent', error));
      else reject(toGatewayError(error));
    };
    replica.waiting += 1;
    replica.pool().dispatch(
      {
        method: req.method as Dispatcher.HttpMethod,
        path: req.url ?? '/',
        headers: call.headers,
        // undici takes any iterable, and begins to read it when it has a connection.
        body: (source?.chunks ?? call.body) as Buffer | null,
        headersTimeout: call.timeoutMs,
        bodyTimeout: call.timeoutMs,
      },
      {
        onRequestStart(started) {
          if (controller === undefined) replica.waiting -= 1;
          controller = started;
          // Thrown and not aborted, which would cost the connection.
          if (res.destroyed) throw new Error('the client disconnected');
        },
        onResponseStart(_, status, answered) {
          isAnswered = true;
          call.onStatus(status);
          head = { status, headers: selectPassedHeaders(answered, true) };
          if (answered.connection === 'close') onLeaving();
        },
        onResponseData(running, chunk) {
          if (head && Number(head.headers['content-length']) === chunk.length) {
            isWhole = true;
            coalesceResponses(() => end(chunk));
            return;
          }
          writeHeadOnce();
          if (!res.write(chunk)) {
            running.pause();
            res.once('drain', () => running.resume());
          }
        },
        onResponseEnd() {
          if (!isWhole) coalesceResponses(() => end());
          resolve();
        },
        onResponseError(_, error) {
          onFailure(error);
        },
      },
    );
  });
}
