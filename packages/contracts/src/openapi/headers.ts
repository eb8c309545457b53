import { z } from 'zod';
import type { Endpoint } from '../kit.ts';
import { sendsParts } from '../route-table.ts';
import type { JsonObject } from './json.ts';

/** The headers of answers that clients act on: what the gateway and the service handler send. */
const headers = {
  'Content-Range': {
    description: 'Which part of the file it is, and how long the file is: `bytes 0-1023/4096`',
    schema: { type: 'string' },
  },
  Deprecation: {
    description: 'Since when the operation is deprecated: `@` and seconds since 1970 (RFC 9745)',
    schema: { type: 'string', pattern: '^@[0-9]+$' },
  },
  ETag: {
    description: 'Version of what is answered; send it as `If-None-Match` on a read, or as `If-Match` on a change',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` on an answer that was kept under the `Idempotency-Key` of an earlier call',
    schema: { type: 'string', enum: ['true'] },
  },
  'RateLimit-Limit': {
    description: 'Calls a minute in the rate class; absent where a call is refused before it is counted',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'Calls that are left until the reset',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the count begins anew',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds after which a repeat makes sense',
    schema: { type: 'integer' },
  },
  Sunset: {
    description: 'When the operation may be gone, an HTTP date (RFC 8594)',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'Rows of all pages together, where the list counts them',
    schema: { type: 'integer' },
  },
} satisfies JsonObject;

/** The headers that answers of these endpoints have. */
export const headersOf = (routes: readonly { endpoint: Endpoint }[]): JsonObject => {
  const { 'Content-Range': contentRange, Deprecation, Sunset, ...always } = headers;
  return {
    ...(routes.some(({ endpoint }) => sendsParts(endpoint)) ? { 'Content-Range': contentRange } : {}),
    ...(routes.some(({ endpoint }) => endpoint.deprecated) ? { Deprecation, Sunset } : {}),
    ...always,
  };
};

type HeaderName = keyof typeof headers;

const rateLimit: HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const references = (names: HeaderName[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Whether a success has an ETag: of its bytes, or of the version of the object that it answers. */
export const hasETag = (endpoint: Endpoint): boolean =>
  endpoint.cache !== undefined ||
  sendsParts(endpoint) ||
  (endpoint.versioned !== undefined &&
    endpoint.response instanceof z.ZodObject &&
    ('version' in endpoint.response.shape || 'lock_version' in endpoint.response.shape));

export const successHeaders = (endpoint: Endpoint): JsonObject =>
  references([
    ...(endpoint.deprecated ? (['Deprecation', 'Sunset'] as const) : []),
    ...(hasETag(endpoint) ? (['ETag'] as const) : []),
    ...(endpoint.idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(endpoint.paginated ? (['X-Total-Count'] as const) : []),
    ...rateLimit,
  ]);

export const partHeaders = (): JsonObject => references(['Content-Range', 'ETag', ...rateLimit]);

export const notModifiedHeaders = (): JsonObject => references(['ETag', ...rateLimit]);

export const errorHeaders = (status: number): JsonObject =>
  references([...rateLimit, ...(status === 429 || status === 503 ? (['Retry-After'] as const) : [])]);
