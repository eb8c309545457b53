import type { ErrorCode } from './errors.ts';
import { type AuthKind, type Endpoint, isAdminRead, type RateClass, type ServiceContract } from './kit.ts';
import { rateClasses } from './rate-classes.ts';

/** One row of the gateway's allow-list: an endpoint, its service, and its name. */
export interface Route {
  /** Unique over the platform; also the OpenAPI operationId and the metric label. */
  id: string;
  service: string;
  endpoint: Endpoint;
}

/** All endpoints of the given services, in the order of their declaration. */
export const routeTable = (contracts: Record<string, ServiceContract>): Route[] =>
  Object.values(contracts).flatMap((contract) =>
    Object.entries(contract.endpoints).map(([id, endpoint]) => ({ id, service: contract.name, endpoint })),
  );

const authErrors: Record<AuthKind, readonly ErrorCode[]> = {
  none: [],
  application: ['application_not_found', 'application_mismatch'],
  key: ['application_not_found', 'application_mismatch', 'missing_public_key', 'invalid_public_key'],
  site_key: ['missing_public_key', 'invalid_public_key', 'server_key_refused'],
  // A public key is optional beside a token, but one that is sent has to be right.
  user: [
    'application_not_found',
    'application_mismatch',
    'invalid_public_key',
    'missing_token',
    'invalid_token',
    'token_expired',
  ],
  user_and_key: [
    'application_not_found',
    'application_mismatch',
    'missing_public_key',
    'invalid_public_key',
    'missing_token',
    'invalid_token',
    'token_expired',
  ],
  user_or_key: [
    'application_not_found',
    'application_mismatch',
    'missing_public_key',
    'invalid_public_key',
    'invalid_token',
    'token_expired',
  ],
  user_or_admin: [
    'application_not_found',
    'application_mismatch',
    'invalid_public_key',
    'missing_token',
    'invalid_token',
    'token_expired',
    'forbidden',
  ],
  admin: ['missing_token', 'invalid_token', 'token_expired', 'forbidden'],
  worker: ['invalid_worker_secret'],
  webhook_token: ['invalid_webhook_token'],
};

const isUserAuth = (auth: AuthKind) => ['user', 'user_and_key', 'user_or_admin', 'user_or_key'].includes(auth);

/** Callers with a credential of a person. */
const personalAuth: readonly AuthKind[] = ['admin', 'user', 'user_and_key', 'user_or_admin'];

/**
 * Whether a call with a query parameter that the operation does not have is refused: for administrators and for users, to
 * whom a filter with a typing error would show other rows. Public reads ignore such parameters, because links carry those
 * of campaigns (`utm_source`), and webhooks and callbacks because providers add some.
 */
export const refusesUnknownParameters = ({ auth, path }: Endpoint): boolean =>
  personalAuth.includes(auth) || path.startsWith('/v1/admin/');

/**
 * Whether a call with `If-Match` is refused: the operation changes something that has no version, so it cannot check the
 * condition.
 */
export const refusesConditions = ({ method, versioned }: Endpoint): boolean => method !== 'GET' && !versioned;

/**
 * Whether the path names a site: it has to be an active one, and of the application where the path names that
 * too.
 */
const namesSite = ({ path }: Endpoint) => path.includes('{site_code}');

/** Whether it answers a stored file, also in part. */
export const sendsParts = ({ produces, streams }: Endpoint): boolean => produces === 'file' && streams === true;

/**
 * Every code an endpoint can answer: its own and those that follow from its shape. Sorted, without repeats.
 */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...authErrors[endpoint.auth], ...(endpoint.errors ?? [])]);
  if (isUserAuth(endpoint.auth) && endpoint.unregistered !== true) codes.add('user_not_found');
  if (namesSite(endpoint)) codes.add('site_not_found');
  if (
    endpoint.params ||
    endpoint.query ||
    endpoint.body ||
    endpoint.upload ||
    refusesUnknownParameters(endpoint) ||
    refusesConditions(endpoint)
  )
    codes.add('validation_failed');
  if (endpoint.body)
    for (const code of ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (endpoint.upload) for (const code of ['payload_too_large', 'unsupported_media_type'] as const) codes.add(code);
  if (endpoint.idempotent) codes.add('idempotency_conflict');
  if (endpoint.versioned && endpoint.method !== 'GET') codes.add('precondition_failed');
  if (endpoint.versioned === 'required' && endpoint.method !== 'GET') codes.add('precondition_required');
  if (sendsParts(endpoint)) codes.add('range_not_satisfiable');
  if (isAdminRead(endpoint)) codes.add('query_too_expensive');
  for (const code of ['rate_limited', 'internal_error', 'service_unavailable', 'upstream_timeout'] as const)
    codes.add(code);
  return [...codes].sort();
}

/** The rate class of a caller: an admin calling an endpoint that users share counts as an admin. */
export const rateClassFor = ({ rate }: Endpoint, isAdmin: boolean): RateClass =>
  isAdmin && rateClasses[rate].countedBy !== 'admin' ? 'admin' : rate;
