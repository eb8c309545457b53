import { BodyTooLargeError, failureOf, inClientSpan, readBody, readRetryAfter } from '@platform/runtime';
import { Agent, DecoratorHandler, type Dispatcher, ProxyAgent, request } from 'undici';
import { ChannelError } from './channel-error.ts';
import { encodeMultipart, type MultipartFile } from './multipart.ts';

/** A call to a channel. At most one of `form`, `json` and `multipart` is its body. */
export interface ChannelCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base address. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: unknown;
  multipart?: { fields: Record<string, string>; file: MultipartFile };
  /** Time of `performance.now()` after which no byte of it is written any more. */
  notAfter?: number | null;
}

export interface ChannelReply {
  status: number;
  /** Parsed body; integers that JavaScript does not hold are text. `undefined` when it is no JSON. */
  json: unknown;
  retryAfterMs: number | null;
}

export interface ChannelHttp {
  /** Calls the API. @throws ChannelError `not_sent`, `no_answer` */
  call(call: ChannelCall): Promise<ChannelReply>;
  /**
   * Uploads to an address that an answer named.
   * @throws ChannelError `content` for an address elsewhere, `not_sent`, `no_answer`
   */
  upload(url: string, field: string, file: { name: string; type: string; bytes: Buffer }): Promise<ChannelReply>;
  close(): Promise<void>;
}

export interface ChannelHttpOptions {
  baseUrl: string;
  proxyUrl: string | undefined;
  /** Hosts that uploads may go to, besides the origin of the API: `.vk.com` stands for all below it. */
  uploadHosts: readonly string[];
  timeoutMs: number;
}

const hintOf = (code: string): string =>
  code === 'tls'
    ? ' (the certificate is refused: where its authority is not known here, NODE_EXTRA_CA_CERTS adds it, caCertificates of the chart)'
    : '';

const connectMs = 5_000;
const maxBytes = 1_048_576;

/** HTTP of one channel: a pool of connections, or a proxy; no redirects, a time and a size for each call. */
export function createChannelHttp({ baseUrl, proxyUrl, uploadHosts, timeoutMs }: ChannelHttpOptions): ChannelHttp {
  const base = new URL(baseUrl);
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const pool: Dispatcher = proxyUrl
    ? new ProxyAgent({ uri: proxyUrl, ...timeouts, connect: { timeout: connectMs } })
    : new Agent({ ...timeouts, connections: 64, connect: { timeout: connectMs } });
  const dispatcher = pool.compose(watchStart);

  const send = async (
    url: URL,
    options: Parameters<typeof request>[1],
    notAfter: number | null = null,
  ): Promise<ChannelReply> => {
    const start: Start = { notAfter, isWritten: false };
    try {
      const guarded = { ...options, dispatcher, signal: AbortSignal.timeout(timeoutMs), start };
      const response = await inClientSpan({ method: options?.method ?? 'GET', url }, async (onStatus) => {
        const answered = await request(url, guarded);
        onStatus(answered.statusCode);
        return answered;
      });
      // Leaving a body early makes it emit an error, which would end the process without a listener.
      response.body.on('error', () => {});
      const text = (await readBody(response.body, '', maxBytes)).toString('utf8');
      return {
        status: response.statusCode,
        json: parseExact(text),
        retryAfterMs: readRetryAfter(response.headers['retry-after'], new Date()),
      };
    } catch (cause) {
      if (cause instanceof ChannelError) throw cause;
      if (cause instanceof BodyTooLargeError)
        throw new ChannelError('no_answer', 'too_large', 'the answer is too large');
      const { code } = failureOf(cause);
      // Errors of a connection have the same codes before and after the request was written.
      throw new ChannelError(start.isWritten ? 'no_answer' : 'not_sent', code, `${url.host}: ${code}${hintOf(code)}`);
    }
  };

  return {
    call({ method = 'POST', path, query = {}, headers = {}, form, json, multipart, notAfter }) {
      const url = new URL(`${base.href.replace(/\/$/, '')}${path}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      if (form)
        return send(
          url,
          {
            method,
            body: new URLSearchParams(form).toString(),
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          },
          notAfter,
        );
      if (json !== undefined)
        return send(
          url,
          { method, body: JSON.stringify(json), headers: { ...headers, 'content-type': 'application/json' } },
          notAfter,
        );
      if (!multipart) return send(url, { method, headers, body: null }, notAfter);
      const { body, type } = encodeMultipart(multipart.fields, multipart.file);
      return send(url, { method, headers: { ...headers, 'content-type': type }, body }, notAfter);
    },
    async upload(address, field, { name, type, bytes }) {
      const url = URL.parse(address);
      if (!url || !isUploadHost(url, base, uploadHosts))
        throw new ChannelError('content', 'upload_url', 'the channel returned an upload address on another host');
      const form = encodeMultipart({}, { field, name, type, bytes });
      return send(url, { method: 'POST', headers: { 'content-type': form.type }, body: form.body });
    },
    close: () => pool.destroy(),
  };
}

/** Whether a request was written, and until when it may be. */
interface Start {
  notAfter: number | null;
  isWritten: boolean;
}

/** Code of a request that was given up before a byte of it was written. */
export const gaveUp = 'gave_up';

type StartOfRequest = Required<Pick<Dispatcher.DispatchHandler, 'onRequestStart'>>;

/** Runs at the moment in which the connection takes a request: later than that it is not written. */
class StartHandler extends DecoratorHandler {
  readonly #start: Start;
  constructor(handler: Dispatcher.DispatchHandler, start: Start) {
    super(handler);
    this.#start = start;
  }
  onRequestStart(...args: Parameters<StartOfRequest['onRequestStart']>): void {
    const { notAfter } = this.#start;
    if (notAfter !== null && performance.now() > notAfter) {
      args[0].abort(new ChannelError('not_sent', gaveUp, 'the request was ready too late, and was not sent'));
      return;
    }
    this.#start.isWritten = true;
    // The types of undici do not have the methods of this class.
    (DecoratorHandler.prototype as unknown as StartOfRequest).onRequestStart.apply(this, args);
  }
}

const watchStart: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { start } = options as { start?: Start };
  return dispatch(options, start ? (new StartHandler(handler, start) as Dispatcher.DispatchHandler) : handler);
};

/** Whether an upload may go there: to the API itself, or by https to a host of the channel. */
export function isUploadHost(url: URL, base: URL, hosts: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.origin === base.origin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => url.hostname === host.slice(1) || url.hostname.endsWith(host));
}

/** Parses JSON; an integer that a number does not hold exactly stays the text that it was. */
export function parseExact(text: string): unknown {
  const withExactDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value;
  try {
    return JSON.parse(text, withExactDigits);
  } catch {
    return undefined;
  }
}
