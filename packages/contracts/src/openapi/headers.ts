import { z } from 'zod';
import type { Endpoint } from '../kit.ts';
import { sendsParts } from '../route-table.ts';
import type { JsonObject } from './json.ts';

/** The headers of answers that clients act on: what the gateway and the service handler send. */
const headers = {
  'Content-Range': {
    description: 'Range of the part and length of the file: `bytes 0-1023/4096`',
    schema: { type: 'string' },
  },
  Deprecation: {
    description: 'Start of the deprecation: `@` and seconds since 1970 (RFC 9745)',
    schema: { type: 'string', pattern: '^@[0-9]+$' },
  },
  ETag: {
    description: 'Version of the answered object; send it as `If-None-Match` in a read, or as `If-Match` in a change',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` if the answer is the stored answer of an earlier call with the same `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
  'RateLimit-Limit': {
    description: 'Calls per minute in the rate class; absent if the call is refused before it is counted',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'Remaining calls until the reset',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the count is reset',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before a repeat',
    schema: { type: 'integer' },
  },
  Sunset: {
    description: 'Time from which the operation may be removed, an HTTP date (RFC 8594)',
    schema: { type: 'string' },
  },
  'X-Total-Count': {
    description: 'Total number of rows on all pages, if the list counts them',
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
  (endpoint.versioned !== undefined && hasVersion(endpoint.response));

const hasVersion = (response: z.ZodType | undefined): boolean =>
  response instanceof z.ZodNullable
    ? hasVersion(response.unwrap() as z.ZodType)
    : response instanceof z.ZodObject && ('version' in response.shape || 'lock_version' in response.shape);

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
