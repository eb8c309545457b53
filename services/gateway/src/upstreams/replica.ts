import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { defaultTimeoutSeconds } from '@platform/contracts';
import { AppError, Turns } from '@platform/runtime';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { Pool } from 'undici';

const maxConnections = 64;

/**
 * Limit of the wait queue for connections to one address. A request beyond it is refused: its answer would
 * come too late.
 */
export const maxWaiting = 4 * maxConnections;

/** Streamed requests of one client address at once: slow readers behind it leave the rest to the others. */
const maxStreamsOfAddress = 16;

/** How long a connect may take. In milliseconds. */
const connectMs = 1_000;

/**
 * How long connections are used. Behind the one address of a Kubernetes Service are many pods, and a
 * connection stays with the pod that it was opened to: only new connections reach a pod that was added.
 */
export const renewAfterMs = 30_000;

/** How long a streamed answer may stand still, before its first byte and after it. In milliseconds. */
export const maxSilenceMs = 60_000;

export interface ReplicaLimits {
  renewMs: number;
  silenceMs: number;
}

/** One address of a service. Behind it may be one process or many. */
export interface Replica {
  address: string;
  /** The pool for a new call. Earlier pools finish their calls. */
  pool(): Pool;
  proxy: ReturnType<typeof createProxyMiddleware<IncomingMessage, ServerResponse>>;
  /** Turns of streamed requests: each has a connection until its client has the last byte. */
  streams: Turns;
  /** Calls that have no connection yet. */
  waiting: number;
  avoidedUntil: number;
  close(): Promise<void>;
}

/** Callbacks of a streamed call. */
export interface StreamEvents {
  onFailure(error: unknown): void;
  /** The service said that it leaves. */
  onLeaving(): void;
  /** Gets the status of the answer. */
  onStatus(status: number): void;
}

/** By request: the middleware reports to its server only. */
export const streamEvents = new WeakMap<IncomingMessage, StreamEvents>();

const openPool = (address: string): Pool =>
  new Pool(address, {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    connect: { timeout: connectMs },
  });

/** The connections of streamed requests. `maxSockets` has a queue without a time limit, so turns bound them. */
class StreamAgent extends HttpAgent {
  override createConnection(...args: Parameters<HttpAgent['createConnection']>) {
    const socket = super.createConnection(...args) as Socket;
    const timeout = Object.assign(new Error('the connect took too long'), { code: 'ETIMEDOUT', syscall: 'connect' });
    const timer = setTimeout(() => socket.destroy(timeout), connectMs);
    const clear = () => clearTimeout(timer);
    socket.once('connect', clear).once('close', clear);
    return socket;
  }
}

/**
 * A whole pool is renewed at once: with undici's own `clientTtl`, requests that wait may be forgotten (7.30,
 * issue 5144).
 */
export function openReplica(address: string, { renewMs, silenceMs }: ReplicaLimits): Replica {
  const agent = new StreamAgent({ keepAlive: true });
  const ending = new Set<Pool>();
  let pool = openPool(address);
  let openedAt = Date.now();
  const renew = (): void => {
    const old = pool;
    ending.add(old);
    void old.close().finally(() => ending.delete(old));
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    pool = openPool(address);
    openedAt = Date.now();
  };
  return {
    address,
    pool() {
      if (Date.now() - openedAt > renewMs) renew();
      return pool;
    },
    waiting: 0,
    proxy: createProxyMiddleware<IncomingMessage, ServerResponse>({
      target: address,
      agent,
      // Not its `timeout`: it leaves a listener on the connection of the client with each request, which ends a
      // later request on that connection. `listen` bounds slow clients. Not its `proxyTimeout`: its error is the
      // one of a lost connection.
      // Its own plugins would answer a failure, in plain text with the address of the request in it.
      ejectPlugins: true,
      plugins: [
        (server) => {
          server.on('error', (error, req) => req && streamEvents.get(req)?.onFailure(error));
          server.on('proxyReq', (call) => {
            call.setTimeout(silenceMs, () => call.destroy(new AppError('upstream_timeout')));
          });
          // The connection to the client is another one (RFC 9110 §7.6.1): it ends when this process leaves.
          server.on('proxyRes', ({ headers, statusCode = 0 }, req, res) => {
            streamEvents.get(req)?.onStatus(statusCode);
            if (headers.connection === 'close') streamEvents.get(req)?.onLeaving();
            delete headers['keep-alive'];
            headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
          });
        },
      ],
    }),
    streams: new Turns({
      atOnce: maxConnections,
      ofOneKey: maxStreamsOfAddress,
      waiting: maxWaiting,
      waitMs: defaultTimeoutSeconds * 1000,
      retryAfterSeconds: 2,
      message: 'Too many downloads at once.',
    }),
    avoidedUntil: 0,
    async close() {
      agent.destroy();
      await Promise.all([pool, ...ending].map((each) => each.destroy()));
    },
  };
}
