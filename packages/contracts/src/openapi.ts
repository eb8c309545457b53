import { z } from 'zod';
import { inflatedLimitOf } from './body-limits.ts';
import { type ErrorCode, errorDescription, errorStatus } from './errors.ts';
import type { AuthKind, Endpoint, ServiceContract } from './kit.ts';
import { rateClasses } from './rate-classes.ts';
import { errorsOf, routeTable } from './route-table.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** The security requirements of each kind of credential, as names of `components.securitySchemes`. */
const security: Record<AuthKind, JsonObject[]> = {
  none: [],
  application: [],
  key: [{ public_key: [] }],
  site_key: [{ site_key: [] }],
  user: [{ user_token: [], application_code: [] }],
  user_and_key: [{ user_token: [], public_key: [] }],
  user_or_key: [{ user_token: [], application_code: [] }, { public_key: [] }],
  user_or_admin: [{ user_token: [], application_code: [] }, { admin_session: [] }],
  admin: [{ admin_session: [] }],
  worker: [{ worker_secret: [] }],
  webhook_token: [{ webhook_token: [] }],
};

const securitySchemes: JsonObject = {
  public_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Key',
    description: 'Public key of the application, `svc_pub_…`',
  },
  site_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Public-Key',
    description: 'Key of the site, `svc_cms_…`',
  },
  application_code: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Application-Code',
    description: 'Code of the application (or `X-Application-Id`); not needed where the path names it',
  },
  user_token: { type: 'http', scheme: 'bearer', description: "Token of the application's own identity provider" },
  admin_session: { type: 'http', scheme: 'bearer', description: '`access_token` of POST /v1/admin/sessions' },
  worker_secret: { type: 'apiKey', in: 'header', name: 'X-Worker-Secret' },
  webhook_token: { type: 'apiKey', in: 'query', name: 'token' },
};

const errorBody = {
  type: 'object',
  required: ['error', 'message', 'request_id'],
  properties: {
    error: { type: 'string', description: 'Stable code' },
    message: { type: 'string', description: 'Text for people' },
    request_id: { type: 'string', description: 'Quote it when you ask for help' },
    details: {
      type: 'array',
      description: 'The wrong fields of `validation_failed`',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'Where the field is, with dots' },
          message: { type: 'string', description: 'What is wrong with it' },
        },
      },
    },
  },
} satisfies JsonObject;

/**
 * The OpenAPI 3.1 document of the given services.
 * Schemas with an id become components; one that reads differently as input and output gets the suffix `Input`.
 */
export function openApiDocument(contracts: Record<string, ServiceContract>, version: string): JsonObject {
  const components: JsonObject = { Error: errorBody };

  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonObject => {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
    const { $schema: _, $defs, id, ...root } = converted;
    const renamed = new Map<string, string>();
    const definitions = { ...(($defs as JsonObject | undefined) ?? {}) };
    if (typeof id === 'string') definitions[id] = root;
    for (const [name, definition] of Object.entries(definitions)) {
      const present = components[name];
      const same = present === undefined || JSON.stringify(present) === JSON.stringify(clean(definition, renamed));
      renamed.set(name, same ? name : `${name}Input`);
    }
    for (const [name, definition] of Object.entries(definitions)) {
      components[renamed.get(name) ?? name] = clean(definition, renamed);
    }
    if (typeof id === 'string') return { $ref: `#/components/schemas/${renamed.get(id)}` };
    return clean(root, renamed) as JsonObject;
  };

  const paths: { [path: string]: JsonObject } = {};
  for (const { id, service, endpoint } of routeTable(contracts)) {
    const operation: JsonObject = {
      operationId: id,
      tags: [service],
      summary: endpoint.summary,
      description: describe(endpoint),
      security: security[endpoint.auth],
      parameters: parameters(endpoint, convert),
      responses: responses(endpoint, convert),
    };
    if (endpoint.body) {
      operation.requestBody = {
        required: !endpoint.body.safeParse({}).success,
        content: { 'application/json': { schema: convert(endpoint.body, 'input') } },
      };
    }
    if (endpoint.upload) operation.requestBody = { required: true, content: uploadContent(endpoint.upload) };
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Application Platform',
      version,
      description: 'Success answers `{ "data": … }`, failure `{ "error": code, "message": text, "request_id": id }`.',
    },
    servers: [{ url: '/' }],
    tags: Object.values(contracts).map((contract) => ({ name: contract.name })),
    paths,
    components: { schemas: sortKeys(components), securitySchemes },
  };
}

/** A file in a form, or as the whole body. */
function uploadContent({ maxBytes, types }: NonNullable<Endpoint['upload']>): JsonObject {
  const description = `One file of at most ${maxBytes} bytes, whatever the field is called; its type is told from its content`;
  const form = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary', description } },
  };
  const bare = Object.fromEntries(types.map((type) => [type, {}]));
  return {
    'multipart/form-data': { schema: form, encoding: { file: { contentType: types.join(', ') } } },
    ...bare,
  };
}

/** Rewrites references to components and drops what JSON Schema repeats for each document. */
function clean(value: Json, renamed: Map<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => clean(item, renamed));
  if (value === null || typeof value !== 'object') return value;
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (
      key === 'id' &&
      typeof item === 'string' &&
      !('type' in value && key in ((value.properties as JsonObject) ?? {}))
    )
      continue;
    if (key === '$ref' && typeof item === 'string') {
      const name = item.replace('#/$defs/', '');
      result.$ref = `#/components/schemas/${renamed.get(name) ?? name}`;
    } else result[key] = clean(item, renamed);
  }
  return result;
}

const sortKeys = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => a.localeCompare(b, 'en')));

function describe(endpoint: Endpoint): string {
  const rate = rateClasses[endpoint.rate];
  const notes = [
    endpoint.description,
    endpoint.role && endpoint.role !== 'staff' ? `Lowest role: ${endpoint.role}.` : undefined,
    endpoint.idempotent ? 'Honours `Idempotency-Key`.' : undefined,
    `Rate class \`${endpoint.rate}\`: ${rate.perMinute} a minute by default.`,
  ];
  return notes.filter((note) => note !== undefined).join(' ');
}

function parameters(endpoint: Endpoint, convert: (schema: z.ZodType, io: 'input' | 'output') => JsonObject): Json[] {
  const list = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => {
      const { description, ...converted } = convert(field as z.ZodType, 'input');
      const required = place === 'path' || !(field as z.ZodType).safeParse(undefined).success;
      return { name, in: place, required, ...(description ? { description } : {}), schema: converted };
    });
  const idempotencyKey = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'At most 255 characters; the same key and body replay the first answer for 24 hours',
    schema: { type: 'string', maxLength: 255 },
  };
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the version that this change is based on; another version answers 412',
    schema: { type: 'string', pattern: '^"[0-9]+"$' },
  };
  const contentEncoding = {
    name: 'Content-Encoding',
    in: 'header',
    required: false,
    description: `\`gzip\` when the body is compressed; it may inflate to ${inflatedLimitOf(endpoint) / 1024} KiB`,
    schema: { type: 'string', enum: ['gzip'] },
  };
  return [
    ...list(endpoint.params, 'path'),
    ...list(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [idempotencyKey] : []),
    ...(endpoint.versioned && endpoint.method !== 'GET' ? [ifMatch] : []),
    ...(endpoint.compressed ? [contentEncoding] : []),
  ];
}

function responses(endpoint: Endpoint, convert: (schema: z.ZodType, io: 'input' | 'output') => JsonObject): JsonObject {
  const result: JsonObject = { [String(endpoint.status ?? 200)]: success(endpoint, convert) };
  if (endpoint.cache) result['304'] = { description: 'Not modified: `If-None-Match` names the current ETag' };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    byStatus.set(errorStatus(code), [...(byStatus.get(errorStatus(code)) ?? []), code]);
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    result[String(status)] = {
      description: codes.map((code) => `\`${code}\`: ${errorDescription(code)}`).join('\n\n'),
      content: {
        'application/json': {
          schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { enum: codes } } }] },
        },
      },
    };
  }
  return result;
}

function success(endpoint: Endpoint, convert: (schema: z.ZodType, io: 'input' | 'output') => JsonObject): JsonObject {
  if (endpoint.produces === 'html')
    return { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } };
  if (endpoint.produces === 'file')
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  if (!endpoint.response) return { description: 'Done' };
  const schema = convert(endpoint.response, 'output');
  if (endpoint.produces === 'json_document')
    return { description: 'The document', content: { 'application/json': { schema } } };
  const envelope: JsonObject = endpoint.paginated
    ? {
        type: 'object',
        required: ['data', 'next_cursor'],
        properties: {
          data: { type: 'array', items: schema },
          next_cursor: { type: ['string', 'null'], description: 'Give it as `cursor` for the next page' },
        },
      }
    : { type: 'object', required: ['data'], properties: { data: schema } };
  return { description: 'Success', content: { 'application/json': { schema: envelope } } };
}
