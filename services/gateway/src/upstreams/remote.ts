import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { AppError, jsonBodyLimit, type Log } from '@platform/runtime';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { errors, Pool } from 'undici';
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
const readyTimeoutMs = 2_000;

/**
 * A service in another process. JSON calls go through undici with pooled connections; what a contract marks as streaming
 * goes through http-proxy-middleware. The path stays as it is.
 */
export function remoteUpstream(baseUrl: string, log: Log): Upstream {
  const pool = new Pool(baseUrl, {
    connections: 64,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    connect: { timeout: 1_000 },
  });
  const agent = new HttpAgent({ keepAlive: true, maxSockets: 64 });
  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: baseUrl,
    agent,
    proxyTimeout: 60_000,
    timeout: 60_000,
  });

  return {
    handle(route, _params, req, res) {
      const timeoutMs = (route.endpoint.timeoutSeconds ?? 30) * 1000;
      return route.endpoint.streams
        ? stream(proxy, req, res)
        : forward(pool, req, res, timeoutMs, route.endpoint.body !== undefined);
    },
    async isReady() {
      try {
        const { statusCode, body } = await pool.request({
          method: 'GET',
          path: '/ready',
          signal: AbortSignal.timeout(readyTimeoutMs),
        });
        await body.dump();
        return statusCode === 200;
      } catch (error) {
        log.warn({ err: error, upstream: baseUrl }, 'a service is not reachable');
        return false;
      }
    },
    async close() {
      agent.destroy();
      await pool.destroy();
    },
  };
}

async function forward(
  pool: Pool,
  req: IncomingMessage,
  res: ServerResponse,
  timeoutMs: number,
  hasBody: boolean,
): Promise<void> {
  const aborted = new AbortController();
  const onClose = () => aborted.abort();
  res.once('close', onClose);
  try {
    await pool.stream(
      {
        method: req.method as 'GET',
        path: req.url ?? '/',
        headers: passable(req.headers, hasBody),
        body: hasBody ? bounded(req) : null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: aborted.signal,
        opaque: null,
      },
      ({ statusCode, headers }) => {
        res.writeHead(statusCode, passable(headers, true));
        return res;
      },
    );
  } catch (error) {
    if (!aborted.signal.aborted || !res.destroyed) throw toGatewayError(error);
  } finally {
    res.off('close', onClose);
  }
}

/** The body as it comes, with its size watched: a chunked body announces none. */
function bounded(req: IncomingMessage): IncomingMessage | Transform {
  if (req.headers['content-length'] !== undefined) return req;
  let size = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > jsonBodyLimit) done(new AppError('payload_too_large'));
      else done(null, chunk);
    },
  });
  return req.pipe(watch);
}

function passable(
  headers: Record<string, string | string[] | undefined>,
  hasBody: boolean,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || hopByHop.has(name) || (!hasBody && name === 'content-length')) continue;
    passed[name] = value;
  }
  return passed;
}

const stream = (
  proxy: ReturnType<typeof createProxyMiddleware<IncomingMessage, ServerResponse>>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> =>
  new Promise((resolve, reject) => {
    res.once('close', resolve);
    void proxy(req, res, (error) => (error ? reject(toGatewayError(error)) : resolve()));
  });

/** A service that is down is worth a retry; one that did not answer in time may have done its work. */
function toGatewayError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError)
    return new AppError('upstream_timeout', { cause: error });
  return new AppError('service_unavailable', { cause: error });
}
