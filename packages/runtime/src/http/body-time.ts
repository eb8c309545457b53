import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a request with a body may take, unless {@link allowBodyTime} says otherwise. */
const bodyMs = 60_000;

const deadlines = new WeakMap<IncomingMessage, number>();

/** Gives the body of a request another time, from now: a large file takes longer than a JSON body. */
export const allowBodyTime = (req: IncomingMessage, ms: number): void =>
  void deadlines.set(req, performance.now() + ms);

export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends connections whose body takes too long. Node's own `requestTimeout` is one for all requests of a
 * server.
 */
export function watchBodies(everyMs: number): {
  add(req: IncomingMessage, res: ServerResponse): void;
  stop(): void;
} {
  const unfinished = new Map<IncomingMessage, ServerResponse>();
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [req, res] of unfinished) if (!req.complete && now > (deadlines.get(req) ?? 0)) end(req, res);
  }, everyMs).unref();
  return {
    add(req, res) {
      unfinished.set(req, res);
      if (!deadlines.has(req)) allowBodyTime(req, bodyMs);
      req.once('close', () => unfinished.delete(req));
    },
    stop: () => clearInterval(sweep),
  };
}

/** As Node ends a request that takes longer than its `requestTimeout`. */
function end({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (socket.writable && !headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket.destroy();
}
