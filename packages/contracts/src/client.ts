import type { z } from 'zod';
import type { Endpoint, Method } from './kit.ts';

type InputOf<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.input<S> : undefined;
type Part<E, K extends string> =
  E extends Record<K, z.ZodType> ? { [P in K]: InputOf<E, K> } : { [P in K]?: undefined };
type OptionalPart<E, K extends string> =
  E extends Record<K, z.ZodType> ? { [P in K]?: InputOf<E, K> } : { [P in K]?: undefined };

type FilePart<E> = E extends { upload: unknown } ? { file: Blob } : { file?: undefined };

export type CallOptions<E> = Part<E, 'params'> &
  OptionalPart<E, 'query'> &
  Part<E, 'body'> &
  FilePart<E> & { headers?: Record<string, string> };

/** The response, parsed if it is JSON. `data` is the payload of a success, `error` the code of a failure. */
export interface Reply<T = unknown> {
  status: number;
  headers: Headers;
  body: unknown;
  data: T;
  error: string | undefined;
  next_cursor: string | null | undefined;
}

type SuccessOf<E> =
  E extends Record<'response', infer S extends z.ZodType>
    ? E extends { paginated: true }
      ? z.output<S>[]
      : z.output<S>
    : undefined;

export type Client<C extends Record<string, Endpoint>> = {
  [K in keyof C]: CallOptions<C[K]> extends infer O
    ? Partial<Record<string, never>> extends O
      ? (options?: O) => Promise<Reply<SuccessOf<C[K]>>>
      : (options: O) => Promise<Reply<SuccessOf<C[K]>>>
    : never;
};

interface RawOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Sent as the one field of a form. */
  file?: Blob;
  headers?: Record<string, string>;
}

/**
 * A client typed by the contract, one method for each endpoint. It never throws for an HTTP status: tests and
 * tools read `status` and `error` themselves. `headers` are sent with every call; a call's own headers
 * win.
 */
export function contractClient<C extends Record<string, Endpoint>>(
  endpoints: C,
  options: {
    baseUrl: string;
    headers?: Record<string, string>;
    /** Headers that depend on the endpoint, for example a signed context. */
    headersFor?: (endpointId: string) => Record<string, string>;
    timeoutMs?: number;
  },
): Client<C> {
  const call = async (id: string, endpoint: Endpoint, input: RawOptions = {}): Promise<Reply> => {
    const response = await fetch(options.baseUrl + requestPath(endpoint, input), {
      method: endpoint.method satisfies Method,
      headers: {
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
        ...options.headersFor?.(id),
        ...input.headers,
      },
      body: input.file ? formOf(input.file) : input.body === undefined ? undefined : JSON.stringify(input.body),
      signal: AbortSignal.timeout(options.timeoutMs ?? 60_000),
      redirect: 'manual',
    });
    return toReply(response, endpoint);
  };
  return Object.fromEntries(
    Object.entries(endpoints).map(([id, endpoint]) => [id, (input?: RawOptions) => call(id, endpoint, input)]),
  ) as Client<C>;
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** The path and query of a call, with parameters percent-encoded. */
export function requestPath(endpoint: Endpoint, input: Pick<RawOptions, 'params' | 'query'>): string {
  const path = endpoint.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

async function toReply(response: Response, endpoint: Endpoint): Promise<Reply> {
  const text = await response.text();
  const isJson = isJsonType(response.headers.get('content-type') ?? '');
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    status: response.status,
    headers: response.headers,
    body,
    data: endpoint.produces ? body : fields.data,
    error: typeof fields.error === 'string' ? fields.error : undefined,
    next_cursor: fields.next_cursor as string | null | undefined,
  };
}

/** Whether a media type is one JSON document; JSON Lines are many. */
const isJsonType = (type: string): boolean => /[/+]json\s*(;|$)/.test(type);
