import { parse as parseQuery } from 'node:querystring';
import { bodyLimitOf, defaultTimeoutSeconds, type Route, repeatOf } from '@platform/contracts';
import {
  announcesBody,
  type BodyStream,
  type ContextSigner,
  contextHeader,
  currentTraceparent,
  hasActiveSpan,
  holdBody,
  inClientSpan,
  type Log,
  type RoutedCall,
  splitTarget,
  streamBody,
  tracedPath,
} from '@platform/runtime';
import { TryNextError, toGatewayError } from './call-errors.ts';
import { forwardCall } from './forward-call.ts';
import { selectPassedHeaders, stripHeaders } from './passed-headers.ts';
import { maxSilenceMs, openReplica, type Replica, type ReplicaLimits, renewAfterMs } from './replica.ts';
import { inStreamTurn, streamCall } from './stream-call.ts';
import type { Upstream } from './upstream.ts';

const readyTimeoutMs = 2_000;

type SentCall = Pick<RoutedCall, 'route' | 'params' | 'req'>;

/** Sends a call to one replica. `onStatus` gets the status of the answer. */
type Send = (replica: Replica, attempt: { isRepeat: boolean; onStatus(status: number): void }) => Promise<void>;

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
 * site key in the query, which ends here. Several addresses are called round robin. A request that could not be
 * sent to one goes to the next, or again to the only one. So does, once, a GET whose connection ends before its
 * answer (RFC 9110 §9.2.2), unless its contract forbids repeats. Every other method is sent once.
 */
export function remoteUpstream(
  name: string,
  addresses: readonly string[],
  { log, signer, ...limitOptions }: { log: Log; signer: ContextSigner } & Partial<ReplicaLimits>,
): Upstream {
  const limits = { renewMs: renewAfterMs, silenceMs: maxSilenceMs, ...limitOptions };
  const replicas = addresses.map((address) => openReplica(address, limits));
  // Behind one address may be many processes, and a connection that came too late on a busy machine comes the
  // second time.
  const onlyOneTwice = replicas.length === 1 ? [...replicas, ...replicas] : null;
  let nextReplica = 0;

  /** The replicas in the order in which a request is to try them. */
  const replicasInOrder = (): Replica[] => {
    if (onlyOneTwice) return onlyOneTwice;
    nextReplica = (nextReplica + 1) % replicas.length;
    const order = [...replicas.slice(nextReplica), ...replicas.slice(0, nextReplica)];
    const now = Date.now();
    const isAvoided = ({ avoidedUntil }: Replica) => avoidedUntil > now;
    return order.some(isAvoided) ? [...order.filter((r) => !isAvoided(r)), ...order.filter(isAvoided)] : order;
  };

  const avoid = (replica: Replica): void => {
    replica.avoidedUntil = Date.now() + avoidedMs;
  };

  /** Sends to the first replica that takes the request. A request that was sent is repeated once. */
  const sendToOne = async (sent: SentCall, send: Send): Promise<void> => {
    const order = replicasInOrder();
    let isRepeat = false;
    for (const [at, replica] of order.entries()) {
      try {
        return await traceAttempt(sent, { replica, at }, (onStatus) => send(replica, { isRepeat, onStatus }));
      } catch (error) {
        if (!(error instanceof TryNextError)) throw error;
        const { reason } = error;
        if (reason !== 'queue_full') avoid(replica);
        const isOver = reason === 'sent' ? isRepeat : reason === 'queue_full' && order[at + 1] === replica;
        if (isOver || at === order.length - 1) throw toGatewayError(error.cause);
        isRepeat ||= reason === 'sent';
      }
    }
  };

  return {
    handle({ route, params, context, req, res }) {
      req.headers[contextHeader] = signer.sign(context, name, route.id);
      const sent = { route, params, req };
      req.url = withoutToken(route, req.url ?? '/');
      const timeoutMs = (route.endpoint.timeoutSeconds ?? defaultTimeoutSeconds) * 1000;
      const hasBody = route.endpoint.body !== undefined || route.endpoint.upload !== undefined;
      // The middleware sends no body that was read before.
      if (route.endpoint.streams && hasBody)
        return holdBody(req, route.endpoint, context).then((body) => {
          return sendToOne(sent, (replica, { onStatus }) => {
            const headers = selectPassedHeaders(req.headers, false);
            const call = { headers, body, isRepeatable: isRepeatable(route), timeoutMs, onStatus };
            return inStreamTurn(replica, context.client_ip, res, () =>
              forwardCall(replica, { call, req, res, onLeaving: () => avoid(replica) }),
            );
          });
        });
      if (route.endpoint.streams) {
        const call = { from: context.client_ip, isRepeatable: isRepeatable(route) };
        const send = () =>
          sendToOne(sent, (replica, { onStatus }) =>
            streamCall(replica, { ...call, onStatus, onLeaving: () => avoid(replica) }, stripHeaders(req), res),
          );
        // The endpoint takes no body. An unexpected one ends here, so that a service which answers
        // before the end of it cannot cut off its own answer.
        return announcesBody(req) ? holdBody(req, route.endpoint, context).then(send) : send();
      }
      const send = (body: Buffer | BodyStream | null): Promise<void> => {
        const isStream = body !== null && 'chunks' in body;
        const began = Date.now();
        return sendToOne(sent, (replica, { isRepeat, onStatus }) => {
          const headers = selectPassedHeaders(req.headers, isStream);
          const call = { headers, body, isRepeatable: isRepeatable(route), onStatus };
          const leftMs = isRepeat ? Math.max(1, timeoutMs - (Date.now() - began)) : timeoutMs;
          return forwardCall(replica, {
            call: { ...call, timeoutMs: leftMs },
            req,
            res,
            onLeaving: () => avoid(replica),
          });
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

const ignoreStatus = (): void => {};

/**
 * Sends an attempt in a client span, where the request has a span.
 * @param attempt.at how many attempts were before this one
 */
function traceAttempt(
  { route, params, req }: SentCall,
  { replica, at }: { replica: Replica; at: number },
  send: (onStatus: (status: number) => void) => Promise<void>,
): Promise<void> {
  if (!hasActiveSpan()) return send(ignoreStatus);
  const path = tracedPath(route.endpoint.path, params);
  const request = { method: req.method ?? 'GET', url: new URL(replica.address), path, resends: at };
  return inClientSpan(request, (onStatus) => {
    // The span of the service hangs below ours, not beside it below the one of the client.
    const traceparent = currentTraceparent();
    if (traceparent !== null) req.headers.traceparent = traceparent;
    return send(onStatus);
  });
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

/** The address without the credential that webhooks and beacons may carry in it; every other byte stays. */
function withoutToken({ endpoint }: Route, target: string): string {
  const name = { webhook_token: 'token', site_key: 'public_key' }[endpoint.auth as string];
  if (name === undefined || !target.includes('?')) return target;
  const { path, query } = splitTarget(target);
  const otherParts = query.split('&').filter((part) => part !== '' && !(name in parseQuery(part)));
  return otherParts.length > 0 ? `${path}?${otherParts.join('&')}` : path;
}
