import { z } from 'zod';
import { type ErrorCode, errorDescription, errorFields, errorStatus } from '../errors.ts';
import type { Endpoint } from '../kit.ts';
import { errorsOf, type Route, sendsParts } from '../route-table.ts';
import type { Shared } from './components.ts';
import { exampleOf } from './examples.ts';
import { errorHeaders, hasETag, notModifiedHeaders, partHeaders, successHeaders } from './headers.ts';
import { type JsonObject, pascalCase } from './json.ts';
import { nameOf, type Schemas } from './schemas.ts';

/** The answers of an operation by status: its success, 304 where it is cached, and its refusals. */
export function responsesOf({ id, endpoint }: Route, schemas: Schemas, shared: Shared): JsonObject {
  const { name, ...success } = successOf(id, endpoint, schemas);
  const variants = [
    hasETag(endpoint) ? 'WithETag' : '',
    endpoint.idempotent ? 'Replayable' : '',
    endpoint.deprecated ? 'Deprecated' : '',
  ].join('');
  const result: JsonObject = {
    [String(endpoint.status ?? 200)]: shared.refer(`${name}${variants}`, {
      ...success,
      headers: successHeaders(endpoint),
    }),
  };
  if (endpoint.presentStatus !== undefined)
    result[String(endpoint.presentStatus)] = shared.refer(`Present${name}${variants}`, {
      ...success,
      description: 'Success; the object was present before',
      headers: successHeaders(endpoint),
    });
  if (sendsParts(endpoint))
    result['206'] = shared.refer('Part', {
      ...success,
      description: 'The requested part of the file',
      headers: partHeaders(),
    });
  if (endpoint.cache || sendsParts(endpoint)) result['304'] = shared.refer('NotModified', notModified);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    byStatus.set(errorStatus(code), [...(byStatus.get(errorStatus(code)) ?? []), code]);
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const isPage = codes.some((code) => endpoint.pageErrors?.includes(code));
    const name = [...(endpoint.protocol ? [endpoint.protocol] : []), ...(isPage ? ['page'] : []), ...codes].join('.');
    result[String(status)] = shared.refer(name, refusal(status, codes, endpoint, schemas));
  }
  return result;
}

const notModified: JsonObject = {
  description: 'Not modified: `If-None-Match` contains the current ETag',
  headers: notModifiedHeaders(),
};

/** The fields that a refusal with one of these codes may have; `details` is a field of every refusal. */
const extraFields = (codes: ErrorCode[], schemas: Schemas): JsonObject[] =>
  codes.flatMap((code) => {
    const fields = code === 'validation_failed' ? undefined : errorFields(code);
    if (!fields) return [];
    const properties = Object.entries(fields.shape).map(([name, field]) => [
      name,
      schemas.convert(field as z.ZodType, 'output'),
    ]);
    return [{ properties: Object.fromEntries(properties) }];
  });

const refusal = (
  status: number,
  codes: ErrorCode[],
  { protocol, pageErrors = [] }: Endpoint,
  schemas: Schemas,
): JsonObject => ({
  description: codes.map((code) => `\`${code}\`: ${errorDescription(code)}`).join('\n\n'),
  headers: errorHeaders(status),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/ApiError' },
          { properties: { error: { enum: codes } } },
          ...extraFields(codes, schemas),
          ...(protocol === 'ofrep' ? [{ $ref: '#/components/schemas/OfrepFailure' }] : []),
        ],
      },
    },
    ...(codes.some((code) => pageErrors.includes(code)) ? { 'text/html': { schema: { type: 'string' } } } : {}),
  },
});

function successOf(id: string, endpoint: Endpoint, schemas: Schemas): JsonObject & { name: string } {
  if (endpoint.produces === 'html' && endpoint.mediaType)
    return {
      name: 'Text',
      description: 'A text',
      content: { [endpoint.mediaType]: { schema: { type: 'string' }, example: 'ok' } },
    };
  if (endpoint.produces === 'html')
    return {
      name: 'Page',
      description: 'A page',
      content: { 'text/html': { schema: { type: 'string' }, example: pageExample } },
    };
  if (endpoint.produces === 'xml')
    return {
      name: `${pascalCase(/\/(\w+)\+xml$/.exec(endpoint.mediaType ?? '')?.[1] ?? '')}Xml`,
      description: 'The document',
      content: { [endpoint.mediaType ?? 'application/xml']: { schema: { type: 'string' }, example: xmlExample } },
    };
  if (endpoint.produces === 'file')
    return {
      name: 'File',
      description: 'The file',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    };
  if (endpoint.produces === 'archive')
    return {
      name: 'Archive',
      description: 'The archive',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    };
  if (!endpoint.response) return { name: 'Done', description: 'Done' };
  const schema = schemas.convert(endpoint.response, 'output');
  const example = exampleOf(endpoint.response, 'output');
  if (endpoint.produces === 'json_document')
    return {
      name: nameOf(schema) ?? 'Document',
      description: 'The document',
      content: { [endpoint.mediaType ?? 'application/json']: { schema, example } },
    };
  const name = schemas.envelopeName(id, schema, endpoint.paginated === true);
  const reference = schemas.add(name, endpoint.paginated ? pageOf(schema) : envelopeOf(schema));
  const enveloped: JsonObject = endpoint.paginated ? { data: [example], next_cursor: null } : { data: example };
  return {
    name,
    description: 'Success',
    content: { 'application/json': { schema: reference, example: enveloped }, ...exportsOf(endpoint) },
  };
}

const exportTypes: Record<string, string> = { csv: 'text/csv', jsonl: 'application/jsonl' };

/** Files that a list also answers: the values of its parameter `format` besides `json`. */
function exportsOf({ query, body }: Endpoint): JsonObject {
  const formatSource = query && 'format' in query.shape ? query : body;
  const format = formatSource instanceof z.ZodObject ? (formatSource.shape.format as z.ZodType | undefined) : undefined;
  if (format === undefined) return {};
  return Object.fromEntries(
    Object.entries(exportTypes)
      .filter(([name]) => format.safeParse(name).success)
      .map(([, type]) => [type, { schema: { type: 'string' } }]),
  );
}

const xmlExample = '<?xml version="1.0" encoding="UTF-8"?><urlset/>';
const pageExample = '<!doctype html><title>Privacy policy</title><h1>Privacy policy</h1>';

const envelopeOf = (data: JsonObject): JsonObject => ({ type: 'object', required: ['data'], properties: { data } });

const pageOf = (row: JsonObject): JsonObject => ({
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: {
    data: { type: 'array', items: row },
    next_cursor: {
      type: ['string', 'null'],
      description: 'Send it as `cursor` to get the next page; null on the last page',
    },
  },
});
