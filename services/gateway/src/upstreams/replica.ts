import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { Pool } from 'undici';

export const maxConnections = 64;

/**
 * How long connections are used. Behind the one address of a Kubernetes Service are many pods, and a
 * connection stays with the pod that it was opened to: only new connections reach a pod that was added.
 */
export const renewAfterMs = 30_000;

/** One address of a service. Behind it may be one process or many. */
export interface Replica {
  address: string;
  /** The pool for a new call. Earlier pools finish their calls. */
  pool(): Pool;
  proxy: ReturnType<typeof createProxyMiddleware<IncomingMessage, ServerResponse>>;
  /** Calls that have no connection yet. */
  waiting: number;
  avoidedUntil: number;
  close(): Promise<void>;
}

/** Callbacks of failed streaming requests: the middleware reports a failure to its server only. */
export const failures = new WeakMap<IncomingMessage, (error: unknown) => void>();

const openPool = (address: string): Pool =>
  new Pool(address, {
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    connect: { timeout: 1_000 },
  });

/**
 * A whole pool is renewed at once: with undici's own `clientTtl`, requests that wait may be forgotten (7.30,
 * issue 5144).
 */
export function openReplica(address: string, renewMs: number): Replica {
  const agent = new HttpAgent({ keepAlive: true, maxSockets: maxConnections });
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
      proxyTimeout: 60_000,
      timeout: 60_000,
      // Its own plugins would answer a failure, in plain text with the address of the request in it.
      ejectPlugins: true,
      plugins: [(server) => void server.on('error', (error, req) => req && failures.get(req)?.(error))],
    }),
    avoidedUntil: 0,
    async close() {
      agent.destroy();
      await Promise.all([pool, ...ending].map((each) => each.destroy()));
    },
  };
}
