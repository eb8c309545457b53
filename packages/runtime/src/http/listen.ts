import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  type ListenOptions,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { announcesBody, watchBodies } from './body-time.ts';
import { recordExpectation } from './expect-continue.ts';

export interface Listening {
  port: number;
  /**
   * Goes on answering, and closes each connection after its answer, until no connection is left, for at most
   * `maxMs`. A client with idle connections uses them or lets them expire. An idle connection is not closed:
   * it may just carry the next request, which would be lost.
   */
  drain(maxMs: number): Promise<void>;
  /**
   * Stops taking connections, lets running requests finish for `graceMs`, until the last byte of their answers
   * is sent, then ends what is left.
   */
  close(graceMs: number): Promise<void>;
}

/** How long a client may leave an answer unread, in milliseconds. */
const stalledMs = 30_000;
/** How often connections are checked whose request takes too long, in milliseconds. */
const checkedMs = 5_000;

/** Room for a token of 16 KiB beside everything else; a longer head is answered 431 by Node. In bytes. */
const maxHeaderSize = 24_576;
/**
 * Connections that may wait to be accepted, capped by `net.core.somaxconn` (4096). A full queue drops
 * handshakes.
 */
const backlog = 4_096;

const lastAnswer = Symbol('the last answer on a connection');
type WatchedSocket = Socket & { [lastAnswer]?: ServerResponse };

/**
 * Whether a connection has no request whose body is being read, and no answer that is being made or sent. A
 * request whose head is still incomplete is not seen.
 */
const isIdle = (socket: WatchedSocket): boolean => {
  const answer = socket[lastAnswer];
  if (socket.writableLength > 0) return false;
  return answer === undefined || answer.destroyed || (answer.writableFinished && answer.req.complete);
};

/** Answers requests. */
export interface Listener {
  (req: IncomingMessage, res: ServerResponse): void;
  /** How long a connection may be idle, where five seconds are too short. */
  keepAliveSeconds?: number;
}

/** The address is taken. */
export class PortBusyError extends Error {
  constructor(port: number, cause: unknown) {
    super(`port ${port} is in use by another program; stop it or choose another port`, { cause });
    this.name = 'PortBusyError';
  }
}

/**
 * Listens with node:http and bounds on slow clients: 15 s for the headers, 60 s for a body (`allowBodyTime`
 * gives a file more), 30 s without progress of an answer, 5 s idle unless the listener sets another time. The
 * first two begin with the first byte of a request, so they may be shorter than the last one.
 * @throws PortBusyError
 */
export async function listen(
  listener: Listener,
  options: { port: number; host?: string; stalledMs?: number },
): Promise<Listening> {
  let isLeaving = false;
  const bodies = watchBodies(checkedMs);
  const answer: Listener = (req, res) => {
    if (isLeaving) res.shouldKeepAlive = false;
    // Recorded and not listened for: this is on the way of every request.
    const socket: WatchedSocket = req.socket;
    socket[lastAnswer] = res;
    if (announcesBody(req)) bodies.add(req, res);
    listener(req, res);
  };
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: 0,
      connectionsCheckingInterval: checkedMs,
      keepAliveTimeout: (listener.keepAliveSeconds ?? 5) * 1000,
      maxHeaderSize,
    },
    answer,
  );
  // Nothing was read or written for so long. Node reads what the system still holds before it says so.
  const maxStalledMs = options.stalledMs ?? stalledMs;
  server.setTimeout(maxStalledMs, (socket: WatchedSocket) => {
    const answer = socket[lastAnswer];
    const isBeingMade = answer !== undefined && !answer.writableFinished && !answer.destroyed;
    if (isBeingMade && socket.writableLength === 0) socket.setTimeout(maxStalledMs);
    // Unlike `destroy`, this does not leave what was not read with the system.
    else if (socket.writableLength > 0) socket.resetAndDestroy();
    else destroyIfIdle(socket);
  });
  // Node would ask for the body at once; a caller that is refused for its head alone keeps it.
  server.on('checkContinue', (req, res) => {
    recordExpectation(req, res);
    answer(req, res);
  });
  const connections = new Set<WatchedSocket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const acceptors = await openAcceptors(server, options);
  const countConnections = async () => (await Promise.all([server, ...acceptors].map(connectionsOf))).reduce(sum);
  return {
    port: (server.address() as AddressInfo).port,
    async drain(maxMs) {
      isLeaving = true;
      const began = Date.now();
      const isOver = async () => {
        const passed = Date.now() - began;
        return passed >= maxMs || (passed >= noticedMs && (await countConnections()) === 0);
      };
      while (!(await isOver())) await sleep(50);
    },
    async close(graceMs) {
      isLeaving = true;
      await closeServer(server, acceptors, connections, graceMs).finally(bodies.stop);
    },
  };
}

/**
 * Destroys a connection unless the next poll of the event loop reads something from it. After a stall, timers
 * run before that poll: the timeout of a connection comes before the request that arrived in the meantime.
 */
function destroyIfIdle(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** Listening sockets of one port. */
const socketsOfPort = 8;

/**
 * Listens on several sockets (SO_REUSEPORT), since libuv accepts one connection of a socket in each turn of
 * its loop: in a busy process a new client would wait behind every connection that a flood opens. The further
 * sockets hand their connections to `server`. Where the system has no SO_REUSEPORT for load balancing, one
 * socket serves.
 * @returns the servers of the further sockets
 * @throws PortBusyError
 */
async function openAcceptors(server: Server, { port, host }: { port: number; host?: string }): Promise<NetServer[]> {
  const reusePort = process.platform === 'linux';
  // The probe finds another process of the same user that shares the port; two that start at one instant pass
  // both.
  if (reusePort && port !== 0) await bind(createNetServer(), { port, host }).then(closed);
  await bind(server, { port, host, reusePort, backlog });
  if (!reusePort) return [];
  const boundPort = (server.address() as AddressInfo).port;
  // As node:http opens its own sockets.
  const further = Array.from({ length: socketsOfPort - 1 }, () =>
    createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  try {
    return await Promise.all(further.map((acceptor) => bind(acceptor, { port: boundPort, host, reusePort, backlog })));
  } catch (error) {
    for (const open of [server, ...further]) open.close();
    throw error;
  }
}

const bind = <T extends NetServer>(server: T, options: ListenOptions): Promise<T> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortBusyError(options.port ?? 0, error) : error),
    );
    server.listen(options, () => resolve(server));
  });

const closed = (server: NetServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

const sum = (a: number, b: number): number => a + b;

/** Within this time a frequent readiness probe has seen that the process is not ready. */
const noticedMs = 500;

const connectionsOf = (server: NetServer): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** How often the connections of a closing server are swept, in milliseconds. */
const sweptMs = 20;

async function closeServer(
  server: Server,
  acceptors: readonly NetServer[],
  connections: ReadonlySet<WatchedSocket>,
  graceMs: number,
): Promise<void> {
  // Node's own, which its close() calls, also ends connections whose complete answer is not sent yet.
  server.closeIdleConnections = () => {};
  const isClosed = Promise.all([server, ...acceptors].map(closed));
  // Connections become idle as their answers are sent. One that is idle at two sweeps is ended, if nothing was
  // read in between: a sweep may come before the read of a request that has arrived.
  const bytesAtSweep = new WeakMap<WatchedSocket, number>();
  const sweep = setInterval(() => {
    for (const socket of connections) {
      if (!isIdle(socket)) bytesAtSweep.delete(socket);
      else if (bytesAtSweep.get(socket) === socket.bytesRead) destroyIfIdle(socket);
      else bytesAtSweep.set(socket, socket.bytesRead);
    }
  }, sweptMs);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await isClosed;
  clearInterval(sweep);
  clearTimeout(force);
}
