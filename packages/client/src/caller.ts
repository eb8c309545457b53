import {
  type AnyInput,
  addressOf,
  credentialsOf,
  encodeBody,
  etagOf,
  type Identity,
  takesToken,
} from './build-request.ts';
import { clientVersion } from './generated/version.ts';
import type { Arguments, Operation, OperationTypes, Output } from './operation.ts';
import { pause } from './pause.ts';
import { type ErrorBody, type NoAnswer, PlatformError } from './platform-error.ts';
import { maxRetries, retryDelay } from './retry-delay.ts';
import { uuid } from './uuid.ts';

/** The token of the signed-in user; `refresh` requests a new token. Null if no user is signed in. */
export type GetToken = (options: {
  refresh: boolean;
}) => string | null | undefined | Promise<string | null | undefined>;

export interface CallerOptions extends Identity {
  getToken?: GetToken;
  /** Instead of the global `fetch`. */
  fetch?: typeof fetch;
  /** Ends every call when it is aborted. */
  signal?: AbortSignal;
  /**
   * Longest `Retry-After`, in milliseconds, that a call waits for; 30 s when absent. A read under a rate limit waits
   * as often as the limit says. Other calls repeat twice.
   */
  maxRetryAfterMs?: number;
}

/** A success: `body` is parsed JSON, text, or a Blob. */
export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Caller {
  /**
   * Calls an operation: credentials, timeout, repeats and idempotency key are those of its contract.
   * @throws PlatformError
   */
  call<T extends OperationTypes>(operation: Operation<T>, ...input: Arguments<T>): Promise<Output<T>>;
  /** The same with the whole answer; 304 is a success. */
  send(operation: Operation, input?: SendInput): Promise<Reply>;
}

type SendInput = AnyInput & { keepalive?: boolean };

/** How long a repeat waits while the first call under its idempotency key is still running. */
const runningPauseMs = 1_000;

/** A caller of operations: the transport of every client. */
export function createCaller(options: CallerOptions): Caller {
  let renewal: Promise<string | null> | undefined;
  const token = async (refresh: boolean): Promise<string | null> => (await options.getToken?.({ refresh })) ?? null;
  /** Calls that find their token expired at once share one new token. */
  const renewed = (): Promise<string | null> => {
    renewal ??= token(true).finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const sendUntil = async (signal: AbortSignal, operation: Operation, input: SendInput): Promise<Reply> => {
    // A mistake of the application, which no repeat mends: it is thrown as it is.
    const prepared = { address: addressOf(operation, input, options), ...encodeBody(input.body) };
    const key = input.idempotencyKey ?? (operation.repeat === 'with_key' ? uuid() : undefined);
    // A key protects only where the contract honours it.
    const retries = operation.repeat === 'never' ? 0 : (input.retries ?? maxRetries);
    const requestId = uuid();
    const deadline = Date.now() + operation.timeout * 1_000;
    let bearer = takesToken(operation) ? await token(false) : null;
    let isRenewed = false;
    let attempt = 0;
    for (;;) {
      const result = await attemptCall(options, operation, input, { ...prepared, key, requestId, bearer, signal });
      if (!(result instanceof PlatformError)) return result;
      if (result.code === 'token_expired' && bearer !== null && !isRenewed) {
        isRenewed = true;
        // Another call, or another tab, may have a new one already: a provider may take a refresh token once.
        const present = await token(false);
        bearer = present === bearer ? await renewed() : present;
        continue;
      }
      if (result.code === 'aborted') throw result;
      // The first call runs on: its outcome is what the repeat is after. Another body has no `Retry-After`; a platform of
      // before sends none for either.
      const isRunning =
        retries > 0 &&
        result.code === 'idempotency_conflict' &&
        (result.retry_after !== null || attempt > 0) &&
        Date.now() < deadline;
      const { maxRetryAfterMs: maxWaitMs } = options;
      // A read that may wait for the limit gets its turn in one of the next windows.
      const isLimited =
        maxWaitMs !== undefined &&
        retries > 0 &&
        operation.method === 'GET' &&
        result.status === 429 &&
        result.retry_after !== null;
      const delay = isRunning
        ? runningPauseMs
        : retryDelay(result, isLimited ? 0 : attempt, { retries, random: Math.random(), maxWaitMs });
      if (delay === null) throw result;
      if (!isRunning && !isLimited) attempt += 1;
      await pause(delay, signal);
    }
  };
  // One listener, however many calls run: Node 20 warns of more than ten.
  const running = new Set<AbortController>();
  options.signal?.addEventListener('abort', () => {
    for (const ending of running) ending.abort();
  });
  const send: Caller['send'] = async (operation, input = {}) => {
    const ending = new AbortController();
    const abort = () => ending.abort();
    if (options.signal?.aborted || input.signal?.aborted) abort();
    running.add(ending);
    input.signal?.addEventListener('abort', abort);
    try {
      return await sendUntil(ending.signal, operation, input);
    } finally {
      running.delete(ending);
      input.signal?.removeEventListener('abort', abort);
    }
  };

  return {
    send,
    async call(operation, ...[input]) {
      const { body, headers } = await send(operation, input as AnyInput | undefined);
      return outputOf(operation, body, headers) as never;
    },
  };
}

/** The data of a success, in the form of its operation. */
export function outputOf({ as = 'data' }: Operation, body: unknown, headers: Headers): unknown {
  if (as === 'none') return undefined;
  const { data, next_cursor } = (body ?? {}) as { data?: unknown; next_cursor?: string | null };
  if (as === 'data') return data;
  if (as !== 'page') return body;
  const total = headers.get('x-total-count');
  return { items: data, next_cursor: next_cursor ?? null, ...(total === null ? {} : { total: Number(total) }) };
}

interface Attempt extends ReturnType<typeof encodeBody> {
  address: string;
  key: string | undefined;
  requestId: string;
  bearer: string | null;
  /** Ends the call. */
  signal: AbortSignal;
}

/** One request, until its body is read. A failure is answered, so that the loop above decides about it. */
async function attemptCall(
  options: CallerOptions,
  operation: Operation,
  input: SendInput,
  { address, body, headers, key, requestId, bearer, signal }: Attempt,
): Promise<Reply | PlatformError> {
  const controller = new AbortController();
  let reason: NoAnswer = 'network_error';
  const stop = (why: NoAnswer) => () => {
    reason = why;
    controller.abort();
  };
  const abort = stop('aborted');
  const timer = setTimeout(stop('timeout'), input.timeoutMs ?? operation.timeout * 1_000);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    const response = await (options.fetch ?? fetch)(address, {
      method: operation.method,
      headers: {
        ...headers,
        ...credentialsOf(operation, options, bearer),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(input.ifMatch === undefined ? {} : { 'if-match': etagOf(input.ifMatch) }),
        'x-request-id': requestId,
        'x-platform-client': `ts/${clientVersion}`,
        ...input.headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(input.keepalive ? { keepalive: true } : {}),
      signal: controller.signal,
    });
    const isOk = response.status < 400;
    const content = isOk && operation.as === 'file' ? await response.blob() : await response.text();
    const parsed = typeof content === 'string' ? parse(content, operation, isOk) : content;
    if (isOk) return { status: response.status, headers: response.headers, body: parsed };
    return refusalOf(response, parsed, requestId);
  } catch (cause) {
    const messages = {
      aborted: 'The call was aborted.',
      timeout: 'The platform did not answer in time.',
      network_error: 'The platform could not be reached.',
    };
    return new PlatformError(0, { error: reason, message: messages[reason], request_id: requestId }, { cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * The parsed JSON value. A successful answer that should be JSON and is not was cut or replaced by a proxy.
 */
function parse(text: string, { as }: Operation, isOk: boolean): unknown {
  if (text === '' || (isOk && (as === 'text' || as === 'none'))) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (isOk) throw cause;
    return text;
  }
}

function refusalOf(response: Response, parsed: unknown, requestId: string): PlatformError {
  const fields = (typeof parsed === 'object' && parsed !== null ? parsed : {}) as Partial<ErrorBody>;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new PlatformError(
    response.status,
    {
      ...fields,
      error: fields.error ?? `http_${response.status}`,
      message: fields.message ?? `The answer has status ${response.status}.`,
      request_id: fields.request_id ?? response.headers.get('x-request-id') ?? requestId,
    },
    { retry_after: Number.isFinite(seconds) ? seconds : null },
  );
}
