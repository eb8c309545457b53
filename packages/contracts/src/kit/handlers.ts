import type { z } from 'zod';
import type { ContextOf } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import type { CommandContract, QueryContract } from './messages.ts';
import type { ServiceContract } from './service-contract.ts';

type Parsed<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;
type DataOf<E> = E extends { produces: 'html' | 'xml' }
  ? string
  : E extends { produces: 'file' | 'archive' }
    ? PreparedBody
    : E extends Record<'response', infer S extends z.ZodType>
      ? E extends { paginated: true }
        ? Page<z.input<S>>
        : z.input<S>
      : undefined;

/** One page of a list. `next_cursor` is opaque and null on the last page. */
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  /** Rows of all pages together, answered as `X-Total-Count`; absent where the list does not count them. */
  total?: number;
}

/** An answer of a handler with more than data: a status or headers. */
export class Answer<T> {
  readonly data: T;
  readonly status: number | undefined;
  readonly headers: Record<string, string>;
  constructor(data: T, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.data = data;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/**
 * A body that is written as it is made, for an endpoint that `streams`: a file of any length in constant
 * memory.
 */
export class StreamedBody {
  readonly contentType: string;
  /** The file name that a browser saves it under. */
  readonly filename: string;
  readonly chunks: AsyncIterable<string | Buffer>;
  constructor(options: { contentType: string; filename: string; chunks: AsyncIterable<string | Buffer> }) {
    this.contentType = options.contentType;
    this.filename = options.filename;
    this.chunks = options.chunks;
  }
}

/** The bytes of an upload that is `streamed`, as they arrive. */
export interface IncomingFile {
  /**
   * As the sender calls it: `file_name` of the query, or of the part. Never a path; empty when it has none.
   */
  readonly file_name: string;
  /** Reading it ends with AppError `payload_too_large` when the file is longer than its endpoint takes. */
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * A stored file, for an endpoint that `streams`: sent in constant memory, also in part (`Range`, RFC 9110
 * §14).
 */
export class StreamedFile {
  readonly contentType: string;
  readonly size: number;
  readonly etag: string;
  /** More headers, for example `Content-Disposition` and `Content-Security-Policy`. */
  readonly headers: Record<string, string>;
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  readonly open: (range?: { start: number; end: number }) => Promise<AsyncIterable<Buffer>>;
  constructor(options: Pick<StreamedFile, 'contentType' | 'size' | 'etag' | 'headers' | 'open'>) {
    this.contentType = options.contentType;
    this.size = options.size;
    this.etag = options.etag;
    this.headers = options.headers;
    this.open = options.open;
  }
}

/** A body that was built, checked and hashed before: the 304 is decided without touching it. */
export interface PreparedBody {
  readonly etag: string;
  /**
   * Headers of this answer; they replace those that the endpoint gives, `Cache-Control` and `Content-Type`
   * too.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text stays text: node writes it in one piece with the head, and bytes beside it. */
  readonly body: string | Buffer;
}

/**
 * A call of a provider as it was sent: a signature is about these bytes, and not about what they parse to.
 */
export interface Delivery {
  /** The body; empty for a call without one. */
  readonly text: string;
  /** The headers that the endpoint names; those that are absent are not there. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface EndpointRequest<E extends Endpoint> {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  /**
   * The bytes of an `upload`. The type from the sender is not trusted and not passed on, nor is the name
   * except for an upload that is `streamed`.
   */
  file: E extends { upload: { streamed: true } } ? IncomingFile : E extends { upload: unknown } ? Buffer : undefined;
  context: ContextOf<E>;
  /** The `Idempotency-Key` of the call; null without one and for endpoints that do not honour it. */
  idempotency_key: string | null;
  /**
   * The condition of `If-Match`, for an endpoint that is `versioned`; null without one. `assertVersion` compares it with
   * the present version.
   */
  if_match: number | null;
  /** The `Origin` that a browser states for a call of a script; null without one. */
  origin: string | null;
  /**
   * The browser fetches for a page that it may show later (`Sec-Purpose`, Fetch standard: `prefetch`, and with
   * `;prerender` a page that runs hidden): the answer is not shown yet.
   */
  is_prefetch: boolean;
  /** The caller requests only the head of the answer. */
  is_head: boolean;
  /** What the provider signed, for an endpoint with a `delivery`. */
  delivery: E extends { delivery: unknown } ? Delivery : null;
}

/** A handler receives exactly the input that the contract parsed, and returns the output of the contract. */
export type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
) => Promise<DataOf<E> | Answer<DataOf<E>> | Prepared | StreamOf<E>> | DataOf<E> | Prepared | StreamOf<E>;

/** With headers that are of this answer alone, beside those that were prepared. */
type Prepared = PreparedBody | Answer<PreparedBody>;

type StreamOf<E> = E extends { streams: true } ? StreamedBody | StreamedFile : never;

export type Handlers<S extends ServiceContract> = { [K in keyof S['endpoints']]: Handler<S['endpoints'][K]> };

/**
 * Reads bodies that are right beyond doubt faster than the schema of their endpoint, where that is much of
 * the work. null leaves a body to the schema, which has the last word: a test holds the two equal.
 */
export type Recognisers<S extends ServiceContract> = {
  [K in keyof S['endpoints']]?: (body: unknown) => Parsed<S['endpoints'][K], 'body'> | null;
};

/**
 * Builds the answer to a call that is replayed under its `Idempotency-Key` from the stored answer, for
 * objects that change by themselves. Without one the stored answer is given again.
 */
export type Refreshers<S extends ServiceContract> = {
  [K in keyof S['endpoints']]?: (
    stored: Parsed<S['endpoints'][K], 'response'>,
  ) => Promise<DataOf<S['endpoints'][K]>> | DataOf<S['endpoints'][K]>;
};

type RequestHandlers<R extends Record<string, QueryContract | CommandContract>> = {
  [K in keyof R]: (input: z.output<R[K]['input']>) => Promise<z.input<R[K]['output']>>;
};
export type QueryHandlers<S extends ServiceContract> = RequestHandlers<S['queries']>;
export type CommandHandlers<S extends ServiceContract> = RequestHandlers<S['commands']>;
