import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * The vocabulary of a contract. An endpoint, event, query or command is one plain object; the router,
 * validation, the gateway's route table, OpenAPI, the client and the negative tests are folds over it.
 * Nothing here runs.
 */

/**
 * Which credential an endpoint asks for. The gateway checks it; a service trusts only the gateway's signed
 * context.
 */
export type AuthKind =
  | 'none'
  | 'application'
  | 'key'
  | 'site_key'
  | 'user'
  | 'user_and_key'
  | 'user_or_key'
  | 'user_or_admin'
  | 'admin'
  | 'worker'
  | 'webhook_token';

export type AdminRole = 'staff' | 'admin' | 'owner';

/** Endpoints that share a rate limit. Limits per minute and their keys are in rate-classes.ts. */
export type RateClass =
  | 'public_ip'
  | 'public_assets'
  | 'public_events'
  | 'public_sites'
  | 'public_key'
  | 'evaluations'
  | 'user'
  | 'payments'
  | 'license_activation'
  | 'admin_login'
  | 'admin'
  | 'webhooks'
  | 'worker'
  | 'failed_credentials';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What endpoints that belong together are for: a tag of the OpenAPI document. */
export interface Feature {
  readonly name: string;
  readonly description: string;
}

export interface Endpoint {
  method: Method;
  /** OpenAPI style: `/v1/payments/{payment_id}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  /** Set by {@link feature}. */
  feature?: Feature;
  auth: AuthKind;
  /** The lowest role that may call an `admin` endpoint; `staff` when absent. */
  role?: AdminRole;
  rate: RateClass;
  /**
   * It speaks the OpenFeature Remote Evaluation Protocol: `X-API-Key` may carry the public key, and a failure
   * has the fields of the protocol beside ours.
   */
  protocol?: 'ofrep';
  /** The token holder need not be registered yet: `context.user.id` may be null. */
  unregistered?: true;
  /** A success ends the session of the calling administrator. */
  endsSession?: true;
  /** Status of a success, 200 when absent. */
  status?: number;
  /** Answers `{data: [...], next_cursor}`; `response` is then one row. */
  paginated?: true;
  /** A public read with a strong ETag; the value is its `Cache-Control`. */
  cache?: string;
  /** A read by POST, because its input is a secret. It changes nothing and leaves no audit record. */
  changesNothing?: true;
  /** Honours `Idempotency-Key`. */
  idempotent?: true;
  /**
   * Its resource counts its changes: answers `ETag: "<version>"` and honours `If-Match` (RFC 9110 §13.1.1).
   */
  versioned?: true;
  /** A response other than the `{data}` envelope: an HTML page, a raw JSON document, or a stored file. */
  produces?: 'html' | 'json_document' | 'file';
  /** How long its body may be in bytes as it is sent, where 1 MiB is more than it needs. */
  maxBodyBytes?: number;
  /** Its body may come as `Content-Encoding: gzip`. */
  compressed?: true;
  /**
   * How long a compressed body may be when it is inflated; as long as one that is not compressed when absent.
   */
  maxInflatedBytes?: number;
  /**
   * Where neither path nor header names the application, `application_id` or `application_code` in the body
   * does, of the whole or of the first event that has one. The service compares them with the context.
   */
  applicationInBody?: true;
  /** Its body reaches no database, so text that cannot be stored is valid in it. */
  storesNothing?: true;
  /**
   * Its body is a list, or has one in the member `list`, of which each item is judged on its own, text that
   * cannot be stored included. A list of more than `maxItems` is refused before an item of it is read.
   */
  itemwise?: { readonly list: string; readonly maxItems: number };
  /**
   * Its body is one file of at most so many bytes, instead of JSON: `multipart/form-data`, or the bare bytes.
   */
  upload?: { readonly maxBytes: number; readonly types: readonly string[] };
  /** The answer may be large: the gateway streams it instead of holding it. */
  streams?: true;
  /** Seconds the gateway waits for the service; {@link defaultTimeoutSeconds} when absent. */
  timeoutSeconds?: number;
  /**
   * The platform calls this `worker` endpoint by itself so often, counted from start to start. A call may take
   * `timeoutSeconds`, and none is started while the one before it runs.
   */
  schedule?: { readonly everySeconds: number };
  /**
   * This read of an administrator is a report or an export: each of its database statements may take so many
   * seconds. A read without this field is a list, whose statements may take {@link listStatementSeconds}.
   */
  statementSeconds?: number;
  errors?: readonly ErrorCode[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
  /**
   * The fields of the changed object in the audit log, where they differ from the answer. It is an
   * allow-list: a field that it does not name is never stored.
   */
  audit?: z.ZodType;
}

/** Seconds the gateway waits for a service where the endpoint says nothing else. */
export const defaultTimeoutSeconds = 30;

/** Seconds that one database statement of an administrator's list may take. */
export const listStatementSeconds = 2;

/**
 * Whether a call by an administrator to this endpoint is a read. These reads run on the reports pool of their
 * service (`DATABASE_REPORTS_POOL_SIZE`), so that a heavy list leaves the connections of the users' path
 * alone.
 */
export const isAdminRead = ({ method, auth }: Endpoint): boolean =>
  method === 'GET' && (auth === 'admin' || auth === 'user_or_admin');

export interface EventContract<S extends z.ZodType = z.ZodType> {
  type: string;
  description: string;
  data: S;
}

interface RequestContract<I extends z.ZodType, O extends z.ZodType> {
  description: string;
  input: I;
  output: O;
}

/** A read that another service may ask for. Its subject keeps it apart from a command, also by type. */
export interface QueryContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends RequestContract<I, O> {
  subject: `query.${string}`;
}

/** A change that another service may call for. */
export interface CommandContract<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends RequestContract<I, O> {
  subject: `command.${string}`;
  /** How long a caller waits for the answer. */
  timeoutMs: number;
  /** The subject in the release before. A service answers it; a caller uses it until `subject` is known. */
  formerly?: `query.${string}`;
}

export interface ServiceContract {
  name: string;
  endpoints: Record<string, Endpoint>;
  events: Record<string, EventContract>;
  queries: Record<string, QueryContract>;
  commands: Record<string, CommandContract>;
}

/** Declares an endpoint; the literal type is kept, so that handlers and clients are typed by it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** Declares the endpoints of one feature. The literal types of the endpoints are kept. */
export const feature = <const E extends Record<string, Endpoint>>(
  name: string,
  description: string,
  endpoints: E,
): E => {
  const about: Feature = { name, description };
  return Object.fromEntries(Object.entries(endpoints).map(([id, one]) => [id, { ...one, feature: about }])) as E;
};

/** Declares an event. `type` is `<entity>.<past participle>` and is also its subject on the bus. */
export const event = <S extends z.ZodType>(type: string, description: string, data: S): EventContract<S> => ({
  type,
  description,
  data,
});

/** Declares a request–reply query. It changes nothing. `subject` is `query.<service>.<resource>.<verb>`. */
export const query = <I extends z.ZodType, O extends z.ZodType>(
  subject: QueryContract['subject'],
  description: string,
  input: I,
  output: O,
): QueryContract<I, O> => ({ subject, description, input, output });

/**
 * Declares a request–reply command. `subject` is `command.<service>.<resource>.<verb>`. A command is
 * idempotent: its handler leaves the same state and gives the same result when the same input arrives twice,
 * but for `is_written`, which says whether this very call wrote. A call that timed out may have worked, and
 * its caller may call again.
 */
export const command = <I extends z.ZodType, O extends z.ZodType>(
  subject: CommandContract['subject'],
  description: string,
  limits: Pick<CommandContract, 'timeoutMs' | 'formerly'>,
  input: I,
  output: O,
): CommandContract<I, O> => ({ subject, description, ...limits, input, output });

export const service = <const S extends ServiceContract>(contract: S): S => contract;

/* ------------------------------------------------------------------ the caller, as the gateway established it */

export interface ApplicationContext {
  id: string;
  code: string;
}

export interface SiteContext {
  id: string;
  code: string;
  /** The application it belongs to, if any. */
  application_id: string | null;
}

/** The claims of a verified token. Claims are display data: never a ground for a permission. */
export interface UserContext<Id extends string | null = string> {
  id: Id;
  issuer: string;
  subject: string;
  email: string | null;
  display_name: string | null;
  avatar_url: string | null;
}

export interface AdminContext {
  id: string;
  email: string;
  role: AdminRole;
  session_id: string;
}

/** The facts about a call that only the gateway may state, carried signed in `x-platform-context`. */
export interface PlatformContext {
  request_id: string;
  client_ip: string;
  user_agent: string;
  application?: ApplicationContext;
  /** The site that the path names; where the path names an application too, it is one of that application. */
  site?: SiteContext;
  user?: UserContext<string | null>;
  admin?: AdminContext;
}

interface CallContext {
  request_id: string;
  client_ip: string;
  user_agent: string;
}

type UserOf<E extends Endpoint> = E extends { unregistered: true } ? UserContext<string | null> : UserContext;

export type ContextOf<E extends Endpoint> = CallContext &
  (E['auth'] extends 'key' | 'application'
    ? { application: ApplicationContext }
    : E['auth'] extends 'user' | 'user_and_key'
      ? { application: ApplicationContext; user: UserOf<E> }
      : E['auth'] extends 'user_or_key'
        ? { application: ApplicationContext; user?: UserOf<E> }
        : E['auth'] extends 'user_or_admin'
          ?
              | { application: ApplicationContext; user: UserOf<E>; admin?: undefined }
              | { admin: AdminContext; user?: undefined; application?: undefined }
          : E['auth'] extends 'admin'
            ? { admin: AdminContext }
            : unknown) &
  (E['path'] extends `${string}{site_code}${string}` ? { site: SiteContext } : unknown);

/* ---------------------------------------------------------------------------------------------- handlers */

type Parsed<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;
type DataOf<E> = E extends { produces: 'html' }
  ? string
  : E extends { produces: 'file' }
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
}

/** A handler's answer where data alone does not say it all. */
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
  readonly chunks: AsyncIterable<string>;
  constructor(options: { contentType: string; filename: string; chunks: AsyncIterable<string> }) {
    this.contentType = options.contentType;
    this.filename = options.filename;
    this.chunks = options.chunks;
  }
}

/** A body that was built, checked and hashed before: the 304 is decided without touching it. */
export interface PreparedBody {
  readonly etag: string;
  /** Text stays text: node writes it in one piece with the head, and bytes beside it. */
  readonly body: string | Buffer;
}

export interface EndpointRequest<E extends Endpoint> {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  /** The bytes of an `upload`. The name and type from the sender are not trusted and not passed on. */
  file: E extends { upload: unknown } ? Buffer : undefined;
  context: ContextOf<E>;
  /** The `Idempotency-Key` of the call; null without one and for endpoints that do not honour it. */
  idempotency_key: string | null;
  /**
   * The version that `If-Match` names, for an endpoint that is `versioned`; null when any version will do.
   */
  if_match: number | null;
}

/** A handler receives exactly the input that the contract parsed, and returns the output of the contract. */
export type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
) => Promise<DataOf<E> | Answer<DataOf<E>> | PreparedBody | StreamOf<E>> | DataOf<E> | PreparedBody | StreamOf<E>;

type StreamOf<E> = E extends { streams: true } ? StreamedBody : never;

export type Handlers<S extends ServiceContract> = { [K in keyof S['endpoints']]: Handler<S['endpoints'][K]> };

/**
 * Reads bodies that are right beyond doubt faster than the schema of their endpoint, where that is much of
 * the work. null leaves a body to the schema, which has the last word: a test holds the two equal.
 */
export type Recognisers<S extends ServiceContract> = {
  [K in keyof S['endpoints']]?: (body: unknown) => Parsed<S['endpoints'][K], 'body'> | null;
};

/**
 * Builds the answer to a call that is replayed under its `Idempotency-Key` from the answer that was kept, for
 * objects that change by themselves. Without one the kept answer is given again.
 */
export type Refreshers<S extends ServiceContract> = {
  [K in keyof S['endpoints']]?: (
    kept: Parsed<S['endpoints'][K], 'response'>,
  ) => Promise<DataOf<S['endpoints'][K]>> | DataOf<S['endpoints'][K]>;
};

type RequestHandlers<R extends Record<string, QueryContract | CommandContract>> = {
  [K in keyof R]: (input: z.output<R[K]['input']>) => Promise<z.input<R[K]['output']>>;
};
export type QueryHandlers<S extends ServiceContract> = RequestHandlers<S['queries']>;
export type CommandHandlers<S extends ServiceContract> = RequestHandlers<S['commands']>;

export type EventData<E extends EventContract> = z.output<E['data']>;

/** `/v1/payments/{payment_id}` → `/v1/payments/:payment_id`, the form express matches. */
export const expressPath = (path: string): string => path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
