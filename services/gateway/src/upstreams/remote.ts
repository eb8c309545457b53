import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { bodyLimitOf, defaultTimeoutSeconds, type Route, repeatOf } from '@platform/contracts';
import {
  AppError,
  announcesBody,
  type BodyStream,
  type ContextSigner,
  carriedHeaders,
  coalesceResponses,
  contextHeader,
  currentTraceparent,
  discardRest,
  holdBody,
  type Log,
  limitedAddress,
  splitTarget,
  streamBody,
  writeHead,
} from '@platform/runtime';
import { type Dispatcher, errors } from 'undici';
import { failures, maxWaiting, openReplica, type Replica, renewAfterMs } from './replica.ts';
import type { Upstream } from './upstream.ts';

/** Headers that belong to one connection (RFC 9110 §7.6.1) and must not be passed on. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
]);
/**
 * Headers that end at the gateway: the caller's credentials, and every header that only the gateway may set.
 */
const ownedByGateway = new Set([
  'authorization',
  'x-public-key',
  'x-api-key',
  'x-worker-secret',
  'x-webhook-token',
  'cookie',
  'x-forwarded-for',
]);
const isOwnedByGateway = (name: string): boolean =>
  ownedByGateway.has(name) || (name.startsWith('x-platform-') && name !== contextHeader);

const readyTimeoutMs = 2_000;

/**
 * How long a replica that refused or lost a connection, or said that it leaves, is only asked when no other is
 * there.
 */
const avoidedMs = 1_000;

/**
 * Whether a request that was sent may be sent once more. A PUT or a DELETE acts once as well, but its second
 * answer may differ from the first one (404, 412), so its client decides.
 */
const isRepeatable = ({ endpoint }: Route): boolean => endpoint.method === 'GET' && repeatOf(endpoint) === 'always';

/**
 * A service in another process. JSON calls go through undici with pooled connections; what a contract marks
 * as streaming goes through http-proxy-middleware. The path stays as it is, except for a webhook token or a
 * site key in the query, which ends here. Of several addresses each gets its turn. A request that could not be
 * sent to one goes to the next, or again to the only one. So does, once, a GET whose connection ends before its
 * answer (RFC 9110 §9.2.2), unless its contract forbids repeats. Every other method is sent once.
 */
export function remoteUpstream(
  name: string,
  addresses: readonly string[],
  { log, signer, renewMs = renewAfterMs }: { log: Log; signer: ContextSigner; renewMs?: number },
): Upstream {
  const replicas = addresses.map((address) => openReplica(address, renewMs));
  // Behind one address may be many processes, and a connection that came too late on a busy machine comes the
  // second time.
  const onlyOneTwice = replicas.length === 1 ? [...replicas, ...replicas] : null;
  let turn = 0;

  /** The replicas in the order in which a request is to try them. */
  const inTurn = (): Replica[] => {
    if (onlyOneTwice) return onlyOneTwice;
    turn = (turn + 1) % replicas.length;
    const order = [...replicas.slice(turn), ...replicas.slice(0, turn)];
    const now = Date.now();
    const isAvoided = ({ avoidedUntil }: Replica) => avoidedUntil > now;
    return order.some(isAvoided) ? [...order.filter((r) => !isAvoided(r)), ...order.filter(isAvoided)] : order;
  };

  const avoid = (replica: Replica): void => {
    replica.avoidedUntil = Date.now() + avoidedMs;
  };

  /** Sends to the first replica that takes the request. A request that was sent is repeated once. */
  const sendToOne = async (send: (replica: Replica, isRepeat: boolean) => Promise<void>): Promise<void> => {
    const order = inTurn();
    let isRepeat = false;
    for (const [at, replica] of order.entries()) {
      try {
        return await send(replica, isRepeat);
      } catch (error) {
        if (!(error instanceof TryNextError)) throw error;
        avoid(replica);
        if (at === order.length - 1 || (error.wasSent && isRepeat)) throw toGatewayError(error.cause);
        isRepeat ||= error.wasSent;
      }
    }
  };

  return {
    handle(route, _params, context, req, res) {
      req.headers[contextHeader] = signer.sign(context, name, route.id);
      // The span of the service hangs below ours, not beside it below the one of the client.
      const traceparent = currentTraceparent();
      if (traceparent !== null) req.headers.traceparent = traceparent;
      req.url = withoutToken(route, req.url ?? '/');
      const timeoutMs = (route.endpoint.timeoutSeconds ?? defaultTimeoutSeconds) * 1000;
      const hasBody = route.endpoint.body !== undefined || route.endpoint.upload !== undefined;
      if (route.endpoint.streams) {
        const call = { from: context.client_ip, isRepeatable: isRepeatable(route) };
        const send = () => sendToOne((replica) => stream(replica, call, stripped(req), res));
        // A streaming endpoint takes no body. An unexpected one ends here, so that a service which answers
        // before the end of it cannot cut off its own answer.
        return announcesBody(req) ? holdBody(req, route.endpoint, context).then(send) : send();
      }
      const send = (body: Buffer | BodyStream | null): Promise<void> => {
        const isStream = body !== null && 'chunks' in body;
        const call = { headers: passable(req.headers, isStream), body, isRepeatable: isRepeatable(route) };
        const began = Date.now();
        return sendToOne((replica, isRepeat) => {
          const leftMs = isRepeat ? Math.max(1, timeoutMs - (Date.now() - began)) : timeoutMs;
          return forward(replica, { ...call, timeoutMs: leftMs }, req, res, () => avoid(replica));
        });
      };
      if (route.endpoint.upload?.streamed) {
        const limits = { limit: bodyLimitOf(route.endpoint), seconds: timeoutMs / 1000, from: context };
        // An async function, so that a refusal is one of its promise.
        return (async () => send(streamBody(req, limits)))();
      }
      // A body is read before it is passed on: a slow client holds no connection to a service, and a too long
      // body is refused here, by the process that the client talks to.
      return hasBody ? holdBody(req, route.endpoint, context).then(send) : send(null);
    },
    async isReady() {
      const states = await Promise.all(replicas.map((replica) => isReplicaReady(replica, log)));
      return states.includes(true);
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

async function isReplicaReady({ pool, address }: Replica, log: Log): Promise<boolean> {
  try {
    const { statusCode, body } = await pool().request({
      method: 'GET',
      path: '/ready',
      signal: AbortSignal.timeout(readyTimeoutMs),
    });
    await body.dump();
    return statusCode === 200;
  } catch (error) {
    log.warn({ err: error, upstream: address }, 'a service is not reachable');
    return false;
  }
}

/** Another replica may get the request: not a byte of it has left, or it may be repeated. */
class TryNextError extends Error {
  readonly wasSent: boolean;

  constructor(cause: unknown, wasSent = false) {
    super('the request may go to the next replica', { cause });
    this.wasSent = wasSent;
  }
}

const codesOfLostConnections = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * Whether the connection ended. A process that stops resets connections that it has not accepted, and idle ones
 * on which a request has just arrived.
 */
const isConnectionLost = ({ code }: NodeJS.ErrnoException): boolean => codesOfLostConnections.has(code ?? '');

/**
 * Passes a call on with undici's own dispatch: what a stream in between would cost is most of what a proxy
 * costs. The head waits for the first bytes, so that a small answer leaves in one write. A client that goes
 * away ends the call, and one that went away before the call had a connection is not sent at all.
 */
function forward(
  replica: Replica,
  call: {
    headers: Record<string, string | string[]>;
    body: Buffer | BodyStream | null;
    timeoutMs: number;
    isRepeatable: boolean;
  },
  req: IncomingMessage,
  res: ServerResponse,
  onLeaving: () => void,
): Promise<void> {
  if (replica.waiting >= maxWaiting)
    return Promise.reject(new TryNextError(new Error(`too many requests wait for ${replica.address}`)));
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
      else if (controller === undefined) reject(new TryNextError(error));
      else if (!isAnswered && call.isRepeatable && isConnectionLost(error)) reject(new TryNextError(error, true));
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
          head = { status, headers: passable(answered, true) };
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

function passable(
  headers: Record<string, string | string[] | undefined>,
  hasLength: boolean,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (
      value === undefined ||
      hopByHop.has(name) ||
      isOwnedByGateway(name) ||
      (!hasLength && name === 'content-length')
    )
      continue;
    passed[name] = value;
  }
  return passed;
}

/** The address without the credential that webhooks and beacons may carry in it; every other byte stays. */
function withoutToken({ endpoint }: Route, target: string): string {
  const name = { webhook_token: 'token', site_key: 'public_key' }[endpoint.auth as string];
  if (name === undefined || !target.includes('?')) return target;
  const { path, query } = splitTarget(target);
  const kept = query.split('&').filter((part) => part !== '' && !(name in parseQuery(part)));
  return kept.length > 0 ? `${path}?${kept.join('&')}` : path;
}

const ofTheBody = new Set(['content-length', 'transfer-encoding', 'expect']);

/** The middleware passes on whatever the request carries, so what ends here is taken off. */
function stripped(req: IncomingMessage): IncomingMessage {
  for (const name in req.headers) if (isOwnedByGateway(name) || ofTheBody.has(name)) delete req.headers[name];
  return req;
}

/** Passes a call on with the middleware when its turn comes. Turns go round the addresses of clients. */
async function stream(
  { streams, proxy }: Replica,
  call: { from: string; isRepeatable: boolean },
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  let isBegun = false;
  try {
    await streams.run({ key: limitedAddress(call.from), signal: gone.signal }, () => {
      isBegun = true;
      return streamNow(proxy, call.isRepeatable, req, res);
    });
  } catch (error) {
    if (isBegun) throw error;
    if (!res.destroyed) throw new TryNextError(new Error('no connection became free', { cause: error }));
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

/** Whether a request failed before it had a connection. The error for several addresses of a name has no call. */
const isUnsent = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNREFUSED' || syscall === 'connect' || syscall === 'getaddrinfo';

/** A service that is down is worth a retry; one that did not answer in time may have done its work. */
function toGatewayError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return new AppError('upstream_timeout', { cause: error });
  return new AppError('service_unavailable', { cause: error });
}
