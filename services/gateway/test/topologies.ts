import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { routeTable } from '@platform/contracts';
import { type Handlers, type ServiceContract, service as serviceOf } from '@platform/contracts/kit';
import {
  type AnyHandler,
  createContextSigner,
  createContextVerifier,
  createLog,
  createMetrics,
  createServiceHandler,
  deriveContextKey,
  listen,
  memoryKeyValueStore,
  type ServiceHandler,
  systemClock,
} from '@platform/runtime';
import { logLines } from '@platform/testing';
import { createListener, type ListenerDependencies } from '../src/listener.ts';
import { remoteUpstream } from '../src/upstreams/remote.ts';
import type { Upstream } from '../src/upstreams/upstream.ts';

/** Where the service is: handed the request in the process of the gateway, or asked over the network. */
export const ways = ['in the process of the gateway', 'elsewhere'] as const;
export type Way = (typeof ways)[number];

export const log = createLog('test', 'silent');
const secret = 'a-secret-of-more-than-32-characters-for-tests';
const signer = createContextSigner([secret], systemClock);
const metrics = createMetrics();

/** The service handler of a contract, as the runtime makes it for a service without a database. */
export const serviceHandler = <S extends ServiceContract>(
  contract: S,
  handlers: Handlers<S>,
  ownLog = log,
): ServiceHandler =>
  createServiceHandler({
    verifier: createContextVerifier([deriveContextKey(secret, contract.name)], systemClock),
    contract,
    metrics,
    log: ownLog,
    recognise: {},
    refresh: {},
    zoneOfSite: null,
    idempotency: null,
    adminReads: null,
    routes: handlers as unknown as Record<string, AnyHandler>,
    docsUrl: 'http://api.test/docs/errors/',
    isReady: async () => true,
  });

/**
 * The listener of the real gateway before one service. Its callers need no credentials and have no limits.
 * @param upstream way to the service
 */
export function gatewayListener(contract: ServiceContract, upstream: Upstream, ownLog = log) {
  const nothing = serviceOf({ name: 'gateway', endpoints: {}, events: {}, queries: {}, commands: {} });
  return createListener({
    routes: routeTable({ [contract.name]: contract }),
    platform: {
      log: ownLog,
      metrics,
      config: { PUBLIC_API_URL: 'http://api.test' },
      kv: memoryKeyValueStore(),
    } as never,
    ownHandler: serviceHandler(nothing, {}),
    upstreams: new Map([[contract.name, upstream]]),
    authenticate: async () => ({}),
    failedCredentials: { check: (_ip: string, _res: unknown, work: (attempt: object) => unknown) => work({}) } as never,
    rateLimits: async () => {},
    clientIp: () => '203.0.113.1',
  } satisfies ListenerDependencies);
}

export const remoteTo = (name: string, addresses: readonly string[]): Upstream =>
  remoteUpstream(name, addresses, { log, signer });

export interface Topologies {
  /** Address of the gateway. */
  urls: Record<Way, string>;
  /** Lines at ERROR so far. */
  errors(): string[];
  stop(): Promise<void>;
}

/** One service behind two gateways: one has it in its own process, the other reaches it over the network. */
export async function startTopologies<S extends ServiceContract>(
  contract: S,
  handlers: Handlers<S>,
): Promise<Topologies> {
  const lines = logLines();
  const errorLog = createLog('test', 'error', lines);
  const handler = serviceHandler(contract, handlers, errorLog);
  const service = await listen(handler.listener, { port: 0, host: '127.0.0.1' });
  const remote = remoteTo(contract.name, [`http://127.0.0.1:${service.port}`]);
  const local: Upstream = { handle: handler.dispatch, isReady: async () => true, close: async () => {} };
  const open = (upstream: Upstream) =>
    listen(gatewayListener(contract, upstream, errorLog), { port: 0, host: '127.0.0.1' });
  const [inside, outside] = [await open(local), await open(remote)];
  return {
    urls: {
      'in the process of the gateway': `http://127.0.0.1:${inside.port}`,
      elsewhere: `http://127.0.0.1:${outside.port}`,
    },
    errors: () => lines.take(),
    async stop() {
      await Promise.all([inside.close(0), outside.close(0)]);
      await remote.close();
      await service.close(0);
    },
  };
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** Of the client's end of the connection. */
  port: number | undefined;
}

/** Calls without a client that decodes, follows or repairs. */
export const raw = (
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  agent = new Agent(),
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      const port = sent.socket?.localPort;
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks), port }),
      );
    });
    sent.on('error', reject).end();
  });
