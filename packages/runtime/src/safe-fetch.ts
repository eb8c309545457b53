import type { Dispatcher, request } from 'undici';
import { checkAddress, notPublic } from './checked-address.ts';
import { acceptedEncodings, BadEncodingError, BodyTooLargeError, readBody } from './decoded-body.ts';
import type { ConnectionRecord } from './guarded-agent.ts';
import { type Lookup, systemLookup } from './guarded-lookup.ts';
import { lazyClient } from './lazy-client.ts';
import { failureOf, SafeFetchError, type SafeFetchErrorCode, type SafeResponseHead } from './safe-fetch-error.ts';
import { inClientSpan } from './telemetry/http-spans.ts';

export interface SafeFetchOptions {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Limit of the whole call, name lookup and body included; 5 s without it. */
  timeoutMs?: number;
  /** Limit of the body, decoded with `decode`; 1 MiB without it. */
  maxBytes?: number;
  /** `error` (as without it) refuses an answer of 300 to 399; `return` gives it back, its body left out. */
  redirect?: 'error' | 'return';
  /** Asks for gzip, Brotli and deflate, and gives the decoded body. */
  decode?: boolean;
  /** Refuses other ports than 80 and 443, except on hosts that the operator allows. */
  webPortsOnly?: boolean;
  /** Ends the call, which then throws the reason of the signal. */
  signal?: AbortSignal;
}

export interface SafeResponse extends SafeResponseHead {
  body: Buffer;
}

export interface SafeFetch {
  (url: string, options?: SafeFetchOptions): Promise<SafeResponse>;
  close(): Promise<void>;
}

const defaultTimeoutMs = 5_000;
const defaultMaxBytes = 1_048_576;
/** A redirect with a longer body costs its connection. */
const maxLeftBytes = 16_384;

/**
 * Fetches addresses that users configure. It refuses anything inside the network, checks the very address it
 * connects to (so a name that resolves differently the second time gains nothing), never follows redirects,
 * sends no cookies, asks no proxy, and bounds time and size.
 * @param allowedHosts `host:port` pairs inside the network that an operator trusts; `host:*` names every port
 * @param options.connections limit for each host; further calls wait for one
 * @returns a function that throws SafeFetchError, or the reason of the caller's signal
 */
export function createSafeFetch(
  allowedHosts: readonly string[] = [],
  lookup: Lookup = systemLookup,
  { connections }: { connections?: number } = {},
): SafeFetch {
  const allowed = new Set(allowedHosts);
  const client = lazyClient(
    () => openAgents(lookup, connections),
    // Pending calls end with the agents: the caller no longer waits, and they would delay the stop for seconds.
    async ({ guarded, trusting }) => void (await Promise.all([guarded.destroy(), trusting.destroy()])),
  );

  const safeFetch = async (address: string, options: SafeFetchOptions = {}): Promise<SafeResponse> => {
    const { url, pair, isAllowed } = checkAddress(address, allowed, options.webPortsOnly ?? false);
    const call = new Call(url);
    let deadline: ReturnType<typeof startDeadline> | undefined;
    try {
      const { guarded, trusting, send } = await client.open();
      options.signal?.throwIfAborted();
      deadline = startDeadline(options.timeoutMs ?? defaultTimeoutMs, options.signal);
      const { signal } = deadline;
      return await inClientSpan({ method: options.method ?? 'GET', url }, async (onStatus) => {
        const response = await call.run(isAllowed ? trusting : guarded, send, options, signal);
        onStatus(response.status);
        return response;
      });
    } catch (cause) {
      options.signal?.throwIfAborted();
      throw call.failure(cause, pair, deadline?.signal.aborted ?? false);
    } finally {
      deadline?.clear();
    }
  };
  return Object.assign(safeFetch, { close: client.close });
}

async function openAgents(lookup: Lookup, connections: number | undefined) {
  const [{ request: send }, { createGuardedAgent, createTrustingAgent }] = await Promise.all([
    import('undici'),
    import('./guarded-agent.ts'),
  ]);
  return { send, guarded: createGuardedAgent(lookup, connections), trusting: createTrustingAgent(connections) };
}

/** A signal that aborts after the time, or with the caller's signal; `clear` frees timer and listener. */
function startDeadline(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('the time is over', 'TimeoutError')), timeoutMs);
  const follow = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

/** One request, with what is known of it when it fails. */
class Call {
  readonly #url: URL;
  readonly #started = performance.now();
  readonly #record: ConnectionRecord = { connection: null, madeBefore: 0 };
  #head: SafeResponseHead | null = null;

  constructor(url: URL) {
    this.#url = url;
  }

  async run(
    dispatcher: Dispatcher,
    send: typeof request,
    options: SafeFetchOptions,
    signal: AbortSignal,
  ): Promise<SafeResponse> {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    const requestOptions: Parameters<typeof request>[1] & { record: ConnectionRecord } = {
      method: options.method ?? 'GET',
      headers: options.decode ? { 'accept-encoding': acceptedEncodings, ...options.headers } : options.headers,
      body: options.body,
      dispatcher,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
      record: this.#record,
    };
    const response = await unlessAborted(send(this.#url, requestOptions), signal);
    // Leaving a body early makes it emit an error, which would end the process without a listener.
    response.body.on('error', () => {});
    const head = this.#keepHead(response.statusCode, response.headers);
    if (head.status >= 300 && head.status < 400) {
      if (options.redirect !== 'return') {
        response.body.destroy();
        throw this.#error('redirected', `${this.#url.host} answered with a redirect, which is not followed`);
      }
      if (head.status !== 304) {
        leave(response.body);
        return { ...head, body: Buffer.alloc(0) };
      }
    }
    const encoding = options.decode ? [head.headers['content-encoding'] ?? ''].flat().join(', ') : '';
    const body = await readBody(response.body, encoding, options.maxBytes ?? defaultMaxBytes).catch((cause) => {
      if (cause instanceof BodyTooLargeError)
        throw this.#error(
          'too_large',
          `${this.#url.host} answered more than ${options.maxBytes ?? defaultMaxBytes} bytes`,
        );
      if (cause instanceof BadEncodingError)
        throw this.#error('bad_encoding', `${this.#url.host} answered in a broken encoding`, cause.message, cause);
      throw cause;
    });
    return { ...head, timings: { ...head.timings, total_ms: this.#elapsed() }, body };
  }

  /** What to throw for an error of {@link run}. */
  failure(cause: unknown, pair: string, isLate: boolean): SafeFetchError {
    // The lookup knows no port.
    if (cause instanceof SafeFetchError && cause.code === 'address_refused')
      return new SafeFetchError('address_refused', notPublic(pair));
    if (cause instanceof SafeFetchError) return cause;
    const message = `${this.#url.host} did not answer`;
    if (isLate) return this.#error('timeout', message, this.#stage(), cause);
    const { code, detail } = failureOf(cause);
    return this.#error(code, message, detail, cause);
  }

  #keepHead(status: number, headers: SafeResponseHead['headers']): SafeResponseHead {
    const { connection, madeBefore } = this.#record;
    const isNew = connection !== null && connection.made > madeBefore;
    const elapsed = this.#elapsed();
    const timings = {
      connect_ms: isNew ? Math.round(connection.connectMs) : null,
      ttfb_ms: elapsed,
      total_ms: elapsed,
    };
    this.#head = { status, headers, address: connection?.address ?? null, timings };
    return this.#head;
  }

  #elapsed(): number {
    return Math.round(performance.now() - this.#started);
  }

  #stage(): string {
    if (this.#head) return 'while the body was read';
    return this.#record.connection?.address ? 'before an answer came' : 'before it was connected';
  }

  #error(code: SafeFetchErrorCode, message: string, detail?: string, cause?: unknown): SafeFetchError {
    return new SafeFetchError(code, message, { detail, head: this.#head, cause });
  }
}

/** Gives up a body. A short one is read, in the background, so that its connection can be used again. */
function leave(body: Dispatcher.ResponseData['body']): void {
  body.dump({ limit: maxLeftBytes, signal: AbortSignal.timeout(1_000) }).catch(() => {});
}

/**
 * undici notices a signal only once it is connected; a slow name server or a silent address must not take
 * longer.
 */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
