import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

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
  | 'leads'
  | 'public_key'
  | 'evaluations'
  | 'user'
  | 'payments'
  | 'license_activation'
  | 'support'
  | 'admin_login'
  | 'admin'
  | 'back_ends'
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
  /** It is about the session or the password of the calling administrator: an admin API key is refused. */
  needsSession?: true;
  /**
   * What an admin API key that is restricted to applications may do here, where the request names neither an
   * application nor an object of one: `own_rows` of a list that the handler filters by
   * `context.admin.application_ids`; anything where the endpoint shows or changes nothing of an application
   * (`no_application`); nothing when absent. `refused` is for a request that names its application, too.
   */
  keyScope?: 'own_rows' | 'no_application' | 'refused';
  /** A success ends the session of the calling administrator. */
  endsSession?: true;
  /**
   * A back end reads it while it serves a user: it runs on the connections of the users' path, and not on the
   * pool of administrators' reads.
   */
  servesUser?: true;
  /** Status of a success, 200 when absent. */
  status?: number;
  /** Status of a success that made nothing new, where it differs: the object was there. */
  presentStatus?: number;
  /** Codes that it answers as a page, because a person opens it. */
  pageErrors?: readonly ErrorCode[];
  /** Answers `{data: [...], next_cursor}`; `response` is then one row. */
  paginated?: true;
  /** A public read with a strong ETag; the value is its `Cache-Control`. */
  cache?: string;
  /**
   * A read by POST, because its input is a secret, a computation whose result is stored for later reads, or a
   * report of a back end about its users. It changes nothing that an administrator chose, and leaves no audit
   * record.
   */
  changesNothing?: true;
  /**
   * A list by POST, because its filters identify persons: access logs of proxies store addresses, and no bodies.
   * It is a read of an administrator as a GET is.
   */
  search?: true;
  /** A read of personal data: the audit log says who read it. `audit` is what it stores. */
  auditedRead?: true;
  /** Honours `Idempotency-Key`. */
  idempotent?: true;
  /**
   * A POST that acts once however often it is made: a client repeats it after a failure without a key. GET,
   * PUT and DELETE are such by their method (RFC 9110 §9.2.2). `false` for a GET with a one-time input, as the
   * callback of an authorization: a repeat is refused although the first call may have succeeded. A sentence says
   * which calls are repeats, where the whole body alone does not decide it.
   */
  repeatable?: boolean | string;
  /**
   * It still works and will be removed: its answers carry `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
   */
  deprecated?: Deprecation;
  /**
   * Its resource counts its changes: answers `ETag: "<version>"` and honours `If-Match` (RFC 9110 §13.1.1). A change
   * without this field refuses a request with `If-Match`, because it cannot check the condition.
   * `required` refuses a call without `If-Match`, so that no change overwrites one that was not seen;
   * `If-Match: *` takes any version.
   */
  versioned?: true | 'required';
  /**
   * Fields of its object that this change does not take, each with a sentence: why, and what to do instead. A PATCH that
   * has one is refused with this sentence.
   */
  fixedFields?: Readonly<Record<string, string>>;
  /**
   * A response other than the `{data}` envelope: an HTML page, a raw document, a stored file, or a zip
   * archive that is made while it is sent.
   */
  produces?: 'html' | 'json_document' | 'xml' | 'file' | 'archive';
  /** Media type of what it produces, where that is not the common one. */
  mediaType?: string;
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
  /**
   * A provider calls it, and proves itself by these headers and by the text of the body. The handler gets
   * both in `delivery`. Names are in lower case.
   */
  delivery?: readonly Lowercase<string>[];
  /** Its body reaches no database, so text that cannot be stored is valid in it. */
  storesNothing?: true;
  /**
   * Its body is a list, or has one in the member `list`, of which each item is checked on its own, text that
   * cannot be stored included. A list of more than `maxItems` is refused before an item of it is read. `item`
   * is the schema of an item in the document, where no other body has it.
   */
  itemwise?: { readonly list: string; readonly maxItems: number; readonly item?: z.ZodType };
  /**
   * Its body is one file of at most so many bytes, instead of JSON: `multipart/form-data`, or the bare bytes.
   * A `streamed` one is never held in memory: its handler reads it as it arrives.
   */
  upload?: { readonly maxBytes: number; readonly types: readonly string[]; readonly streamed?: true };
  /** The answer may be large: the gateway streams it instead of holding it. */
  streams?: true;
  /** Seconds the gateway waits for the service; {@link defaultTimeoutSeconds} when absent. */
  timeoutSeconds?: number;
  /**
   * The platform calls this `worker` endpoint by itself so often, counted from start to start. A call may
   * take `timeoutSeconds`, and none is started while the one before it runs.
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
export const isAdminRead = ({ method, auth, servesUser, search }: Endpoint): boolean =>
  (method === 'GET' || search === true) && !servesUser && (auth === 'admin' || auth === 'user_or_admin');

/** The end of an endpoint. */
export interface Deprecation {
  /** Day since which it is deprecated, `YYYY-MM-DD`. */
  readonly since: string;
  /** First day on which it may be gone, `YYYY-MM-DD`; at least a year later. */
  readonly sunset: string;
  /** Name of the endpoint to use instead. */
  readonly use: string;
}

/** When a client may repeat a call whose outcome it does not know. */
export type Repeat = 'always' | 'with_key' | 'never';

/** Whether a repeat acts a second time: never, not under one `Idempotency-Key`, or possibly. */
export function repeatOf({ method, repeatable, changesNothing, idempotent }: Endpoint): Repeat {
  if (repeatable === false) return 'never';
  if (['GET', 'PUT', 'DELETE'].includes(method) || repeatable || changesNothing) return 'always';
  return idempotent ? 'with_key' : 'never';
}

/** Declares an endpoint; the literal type is retained, so that handlers and clients are typed by it. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** Declares the endpoints of one feature. The literal types of the endpoints are retained. */
export const feature = <const E extends Record<string, Endpoint>>(
  name: string,
  description: string,
  endpoints: E,
): E => {
  const about: Feature = { name, description };
  return Object.fromEntries(Object.entries(endpoints).map(([id, one]) => [id, { ...one, feature: about }])) as E;
};

/** `/v1/payments/{payment_id}` → `/v1/payments/:payment_id`, the form express matches. */
export const expressPath = (path: string): string => path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
