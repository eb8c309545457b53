import type { z } from 'zod';
import { parseJson } from './parse-json.ts';
import { readRetryAfter } from './retry-after.ts';
import type { SafeFetch, SafeFetchOptions, SafeResponse } from './safe-fetch.ts';
import { SafeFetchError, type SafeFetchErrorCode } from './safe-fetch-error.ts';
import { dayMs } from './time.ts';

/** A call of a provider. `form` or `json` makes a POST of it. */
export interface ProviderCall<S extends z.ZodType> extends Omit<SafeFetchOptions, 'body' | 'redirect'> {
  form?: Record<string, string> | undefined;
  json?: unknown;
  /** A body that is JSON already. */
  body?: string;
  /** What the API describes as the answer. */
  schema: S;
}

/** A call that did not succeed. Neither the address, nor a header, nor a part of the answer is in `reason`. */
export interface ProviderFailure {
  /**
   * `refused`, `not_found`: nothing was done. `denied`: our own credentials or settings; no repeat helps until a
   * person acts. `unknown`: the call may have worked.
   */
  kind: 'refused' | 'not_found' | 'denied' | 'unknown';
  /** Null without an answer. */
  status: number | null;
  /** The body of the answer; undefined when it is no JSON. */
  json: unknown;
  /** Why there is no answer; null with one. */
  code: SafeFetchErrorCode | null;
  reason: string;
  /** What the provider asks to wait; null without it. */
  retryAfterMs: number | null;
}

/** How a call ended. */
export type ProviderReply<T> = { kind: 'ok'; status: number; value: T } | ProviderFailure;

/**
 * Calls a provider, which answers JSON. The time and the size of {@link SafeFetchOptions} bound it.
 * @returns `ok` for an answer of 200 to 299 that fits the schema
 * @throws the reason of `signal`
 */
export async function callProvider<S extends z.ZodType>(
  safeFetch: SafeFetch,
  url: string,
  { form, json, schema, body, ...options }: ProviderCall<S>,
): Promise<ProviderReply<z.output<S>>> {
  const text = form ? new URLSearchParams(form).toString() : json === undefined ? body : JSON.stringify(json);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const request = text === undefined ? {} : ({ method: 'POST', body: text } as const);
  const headers = {
    accept: 'application/json',
    ...(text === undefined ? {} : { 'content-type': type }),
    ...options.headers,
  };
  try {
    return interpret(schema, await safeFetch(url, { ...request, ...options, headers }));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof SafeFetchError)) throw error;
    const { code } = error;
    const reason = code === 'too_large' ? 'the answer is too large' : `no answer: ${code} ${error.detail}`.trim();
    return { kind: 'unknown', status: null, json: undefined, code, reason, retryAfterMs: null };
  }
}

function interpret<S extends z.ZodType>(schema: S, response: SafeResponse): ProviderReply<z.output<S>> {
  const { status, headers, body } = response;
  const json = parseJson(body.toString('utf8'));
  const isSuccess = status >= 200 && status < 300;
  const parsed = isSuccess ? schema.safeParse(json) : undefined;
  if (parsed?.success) return { kind: 'ok', status, value: parsed.data };
  const reason = isSuccess ? 'the answer is not what the API describes' : String(status);
  const retryAfterMs = waitOf(headers);
  return { kind: kindOf(status), status, json, code: null, reason, retryAfterMs };
}

/** No provider makes a caller wait longer than a day. */
const maxWaitMs = dayMs;

/** Milliseconds that a provider asks to wait, at most a day: `retry-after-ms` of language models, else `Retry-After`. */
function waitOf(headers: SafeResponse['headers']): number | null {
  const exact = Number(headers['retry-after-ms'] || Number.NaN);
  const waitMs = Number.isFinite(exact) ? Math.max(0, exact) : readRetryAfter(headers['retry-after'], new Date());
  return waitMs === null ? null : Math.min(waitMs, maxWaitMs);
}

/** A success that does not fit, 408, 429 and 5xx leave open what the provider did. */
function kindOf(status: number): ProviderFailure['kind'] {
  if (status < 400 || status === 408 || status === 429 || status >= 500) return 'unknown';
  if (status === 401 || status === 403 || status === 405) return 'denied';
  return status === 404 ? 'not_found' : 'refused';
}
