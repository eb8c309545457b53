import type { z } from 'zod';
import { inflatedLimitOf } from '../body-limits.ts';
import type { Endpoint } from '../kit.ts';
import { sendsParts } from '../route-table.ts';
import type { Shared } from './components.ts';
import { type JsonObject, pascalCase } from './json.ts';
import type { Schemas } from './schemas.ts';

const idempotencyKey: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'At most 255 characters. For 24 hours, the same key and body replay the first answer',
  schema: { type: 'string', maxLength: 255 },
};

const ifMatch: JsonObject = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the version that this change is based on; for another version, the answer is 412. `*` accepts any version of an object that exists. A weak tag never matches',
  schema: { type: 'string', pattern: '^("[0-9]+"|\\*)$' },
};

const requiredIfMatch: JsonObject = {
  ...ifMatch,
  required: true,
};

const ifNoneMatch: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the answer in the cache of the client; if it is current, the answer is 304 without a body',
  schema: { type: 'string' },
};

const range: JsonObject = {
  name: 'Range',
  in: 'header',
  required: false,
  description:
    'One range of the file, `bytes=0-1023`; the answer is 206. For several ranges, the answer is the whole file',
  schema: { type: 'string' },
};

const ifRange: JsonObject = {
  name: 'If-Range',
  in: 'header',
  required: false,
  description: 'The ETag of the part that the client has; if the ETag has changed, the answer is the whole file',
  schema: { type: 'string' },
};

const contentEncoding = (endpoint: Endpoint): JsonObject => ({
  name: 'Content-Encoding',
  in: 'header',
  required: false,
  description: `\`gzip\` if the body is compressed; it may decompress to at most ${inflatedLimitOf(endpoint) / 1024} KiB`,
  schema: { type: 'string', enum: ['gzip'] },
});

/** A header by which a provider proves itself. */
const deliveryHeader = (name: string): JsonObject => ({
  name: name.replaceAll(/(^|-)(\w)/g, (part) => part.toUpperCase()),
  in: 'header',
  required: false,
  description: 'Proof of authenticity of the provider',
  schema: { type: 'string', maxLength: 512 },
});

/** The parameters of an operation: those of its path and query, and the headers that it honours. */
export function parametersOf(endpoint: Endpoint, schemas: Schemas, shared: Shared): JsonObject[] {
  const fields = (schema: z.ZodObject | undefined, location: 'path' | 'query'): JsonObject[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { description, ...converted } = schemas.convert(field as z.ZodType, 'input');
      const required = location === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      return { name, in: location, required, ...(description ? { description } : {}), schema: converted };
    });
  return [
    ...fields(endpoint.params, 'path'),
    ...fields(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
    ...(endpoint.versioned && endpoint.method !== 'GET'
      ? [endpoint.versioned === 'required' ? requiredIfMatch : ifMatch]
      : []),
    ...(endpoint.cache || sendsParts(endpoint) ? [ifNoneMatch] : []),
    ...(sendsParts(endpoint) ? [range, ifRange] : []),
    ...(endpoint.compressed ? [contentEncoding(endpoint)] : []),
    ...(endpoint.delivery ?? []).map(deliveryHeader),
  ].map((parameter) => shared.refer(pascalCase(String(parameter.name)), parameter));
}
