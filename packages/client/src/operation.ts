/** The credential that an operation asks for. */
export type Auth =
  | 'none'
  | 'application'
  | 'key'
  | 'site_key'
  | 'user'
  | 'user_and_key'
  | 'user_or_key'
  | 'user_or_admin'
  | 'admin';

/** The types of an operation; no value of this type exists. */
export interface OperationTypes {
  params?: object;
  query?: object;
  body?: unknown;
  ifMatch?: 'required' | 'optional';
  data?: unknown;
}

/** What a client has to know for one call. The constants are made from the API document. */
export interface Operation<T extends OperationTypes = OperationTypes> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly auth: Auth;
  /** Whether a call may be repeated when its outcome is not known. */
  readonly repeat: 'always' | 'with_key' | 'never';
  /** Seconds that one attempt may take. */
  readonly timeout: number;
  /** Form of a success; `{data}` when absent. */
  readonly as?: 'data' | 'page' | 'json' | 'text' | 'file' | 'none';
  /** Carries the types and is never set. */
  readonly types?: T;
}

/** One page of a list. */
export interface Page<Row> {
  items: Row[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
  /** Total number of rows on all pages, if the list counts them. */
  total?: number;
}

/** Parameters of a path that a client knows by itself. */
type KnownParam = 'app_code' | 'site_code';

type ParamsOf<P> = Omit<P, KnownParam> & Partial<Pick<P, KnownParam & keyof P>>;
type Part<Name extends string, Value> =
  Record<string, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** What a caller may say about one call. */
export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds that one attempt may take, instead of the time of the operation. */
  timeoutMs?: number;
  /** Repeats after a failure, 2 at most and by default. */
  retries?: number;
  /** The same key over several calls makes them one; a call without a key gets one of its own. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** Input of a call of an operation. */
export type Input<T extends OperationTypes> = CallOptions &
  (T extends { params: infer P } ? Part<'params', ParamsOf<P>> : { params?: Record<string, never> }) &
  (T extends { query: infer Q } ? Part<'query', Q> : { query?: Record<string, never> }) &
  (T extends { body: infer B } ? { body: B } : T extends { body?: infer B } ? { body?: B } : { body?: undefined }) &
  (T extends { ifMatch: 'required' }
    ? { ifMatch: number | string }
    : T extends { ifMatch: 'optional' }
      ? { ifMatch?: number | string }
      : { ifMatch?: undefined });

/** Answer of a call of an operation; undefined where a success has no body. */
export type Output<T extends OperationTypes> = T extends { data: infer D } ? D : undefined;

/** An input is left out where nothing in it is required. */
export type Arguments<T extends OperationTypes> =
  Record<string, never> extends Input<T> ? [input?: Input<T>] : [input: Input<T>];
