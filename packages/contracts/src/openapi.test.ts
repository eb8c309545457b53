import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { errorStatus } from './errors.ts';
import { ApplicationIdParams } from './fields.ts';
import { endpoint, feature, service } from './kit.ts';
import { writeOpenApi } from './openapi/write.ts';
import { openApiDocument } from './openapi.ts';
import { platform } from './platform.ts';
import { errorsOf, routeTable, sendsParts } from './route-table.ts';
import { documentVersion } from './version.ts';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Node;
}
interface Response {
  description?: string;
  headers: Record<string, Node>;
  content?: Record<string, { schema: Node }>;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Node }> };
  responses: Record<string, Response>;
}

const source = openApiDocument(platform, documentVersion);
const document = source as unknown as {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Node>>;
};
/** The operations with the shared parameters and responses in their places. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: {
      ...operation,
      parameters: operation.parameters.map((parameter) => inPlace<Parameter>(parameter)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, inPlace<Response>(response)]),
      ),
    },
  })),
);

/** Calls `visit` with every object of the document and where it stands. */
function walk(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) value.forEach((item, index) => void walk(item, `${at}/${index}`, visit));
  if (!isNode(value)) return;
  visit(value, at);
  for (const [key, item] of Object.entries(value)) walk(item, `${at}/${key}`, visit);
}

/** The target of a reference, or undefined. */
function resolve(reference: string): unknown {
  const keys = reference.replace(/^#\//, '').split('/');
  return keys.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document);
}

/** A part of the document, or the component that it refers to. */
function inPlace<T>(part: object): T {
  return ('$ref' in part ? resolve(String(part.$ref)) : part) as T;
}

test('the committed document is the one that the contracts make', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  // Compared as text: this is what `make check` does, and what clients are generated from.
  expect(committed === writeOpenApi(source)).toBe(true);
  expect(JSON.parse(committed)).toEqual(document);
});

test('it is an OpenAPI 3.1 document with everything such a document needs', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: documentVersion });
  const schemes = Object.keys(document.components.securitySchemes ?? {});
  const tags = document.tags.map(({ name }) => name);
  for (const { path, method, operation } of operations) {
    const at = `${method} ${path}`;
    expect([at, path.startsWith('/')]).toEqual([at, true]);
    expect([at, ['get', 'post', 'put', 'patch', 'delete'].includes(method)]).toEqual([at, true]);
    expect([at, operation.tags.every((tag) => tags.includes(tag))]).toEqual([at, true]);
    expect([at, operation.security.flatMap(Object.keys).filter((name) => !schemes.includes(name))]).toEqual([at, []]);
    const places = operation.parameters.map(({ name, in: place }) => `${place} ${name}`);
    expect([at, new Set(places).size]).toEqual([at, places.length]);
    // Each part of the path that varies is a required parameter, and there are no others.
    const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
    expect([at, inPath.map(({ name }) => name).toSorted()]).toEqual([
      at,
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
    ]);
    expect([at, inPath.every(({ required }) => required)]).toEqual([at, true]);
    for (const [status, { description }] of Object.entries(operation.responses)) {
      expect([at, status]).toEqual([at, expect.stringMatching(/^[1-5]\d\d$/)]);
      expect([at, status, description]).toEqual([at, status, expect.stringMatching(/\S/)]);
    }
    if (method === 'get' || method === 'delete') expect([at, operation.requestBody]).toEqual([at, undefined]);
  }
});

test('every $ref resolves, and no component is left over', () => {
  const used = new Set<string>();
  const dangling: string[] = [];
  walk(document, '#', (node, at) => {
    if (typeof node.$ref !== 'string') return;
    used.add(node.$ref);
    if (!isNode(resolve(node.$ref))) dangling.push(`${at}: ${node.$ref}`);
  });
  expect(dangling).toEqual([]);
  const { securitySchemes: _, ...components } = document.components;
  const names = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

describe('what several operations share', () => {
  test.each(['responses', 'parameters'] as const)('of %s is a component, and written once', (kind) => {
    const written = Object.values(document.components[kind] ?? {}).map((part) => JSON.stringify(part));
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
      for (const part of Object.values(operation[kind])) if (!('$ref' in part)) written.push(JSON.stringify(part));
    expect(written.filter((part, index) => written.indexOf(part) !== index)).toEqual([]);
  });

  test('has no two inline copies of one object schema', () => {
    const places = new Map<string, string[]>();
    walk(document, '#', ({ description: _, ...node }, at) => {
      if (node.type !== 'object' || !isNode(node.properties) || at.endsWith('/properties')) return;
      const text = JSON.stringify(node);
      places.set(text, [...(places.get(text) ?? []), at]);
    });
    expect([...places.values()].filter((copies) => copies.length > 1)).toEqual([]);
  });

  test('has one schema of an application, which larger ones refer to', () => {
    expect(document.components.schemas?.ApplicationWithKeys?.allOf).toEqual([
      { $ref: '#/components/schemas/Application' },
      { $ref: '#/components/schemas/PublicKeys' },
    ]);
  });

  test('leaves at most 120 lines to an endpoint of ten lines', () => {
    const demo = service({
      name: 'demo',
      endpoints: feature('Demo', 'An endpoint as the README shows it.', {
        renameDemo: endpoint({
          method: 'PATCH',
          path: '/v1/admin/applications/{application_id}/demo',
          summary: 'Change the name of the demo',
          auth: 'admin',
          rate: 'admin',
          params: ApplicationIdParams,
          body: z.strictObject({ name: z.string().describe('Label') }).meta({ id: 'DemoPatch' }),
          response: z.object({ name: z.string().describe('Label') }).meta({ id: 'Demo' }),
          errors: ['application_not_found'],
        }),
      }),
      events: {},
      queries: {},
      commands: {},
    });
    const linesOf = (text: string) => text.split('\n').length;
    const grown = writeOpenApi(openApiDocument({ ...platform, demo }, documentVersion));
    const added = linesOf(grown) - linesOf(writeOpenApi(source));
    expect(added).toBeLessThanOrEqual(120);
  });
});

describe('a client generator', () => {
  test('finds no schema with the name of a built-in', () => {
    const names = Object.keys(document.components.schemas ?? {});
    expect(names.filter((name) => name in globalThis)).toEqual([]);
    expect(names).toContain('ApiError');
  });

  test('finds a name for every envelope', () => {
    for (const { operation } of operations)
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const schema = content?.['application/json']?.schema;
        if (status < '400' && schema)
          expect([operation.operationId, schema.properties]).toEqual([operation.operationId, undefined]);
      }
    expect(document.components.schemas).toMatchObject({
      UserResponse: { properties: { data: { $ref: '#/components/schemas/User' } } },
      PlanPage: { properties: { data: { items: { $ref: '#/components/schemas/Plan' } } } },
    });
  });

  test('finds the features as tags, each with a description', () => {
    const services: string[] = Object.values(platform).map(({ name }) => name);
    for (const { name, description } of document.tags)
      expect([name, description, services.includes(name)]).toEqual([
        name,
        expect.stringMatching(/^\S.{10,}\.$/),
        false,
      ]);
    expect(new Set(document.tags.map(({ name }) => name)).size).toBe(document.tags.length);
    for (const { operation } of operations)
      expect([operation.operationId, operation.tags]).toEqual([operation.operationId, [expect.any(String)]]);
  });

  test('finds the address that the caller of the document gives', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(openApiDocument(platform, documentVersion, 'https://api.example.com').servers).toEqual([
      { url: 'https://api.example.com' },
    ]);
  });
});

describe('the headers', () => {
  const table = routeTable(platform);
  const operationOf = (id: string) => operations.find(({ operation }) => operation.operationId === id)?.operation;

  test('of every answer carry the rate limit', () => {
    for (const { operation } of operations)
      for (const [status, { headers }] of Object.entries(operation.responses))
        expect([operation.operationId, status, Object.keys(headers)]).toEqual([
          operation.operationId,
          status,
          expect.arrayContaining(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
        ]);
  });

  test('of 429 and 503 have Retry-After, and those of no other answer', () => {
    for (const { operation } of operations)
      for (const [status, { headers }] of Object.entries(operation.responses))
        expect([operation.operationId, status, 'Retry-After' in headers]).toEqual([
          operation.operationId,
          status,
          ['429', '503'].includes(status),
        ]);
  });

  test('of a cached read are ETag, and If-None-Match in the request, with 304 as an answer', () => {
    for (const { id, endpoint } of table) {
      const operation = operationOf(id);
      const dependencies = operation?.parameters.some(({ name }) => name === 'If-None-Match');
      const isTagged = endpoint.cache !== undefined || sendsParts(endpoint);
      expect([id, dependencies, operation?.responses['304'] !== undefined]).toEqual([id, isTagged, isTagged]);
      if (isTagged) expect([id, operation?.responses['304']?.headers.ETag]).toEqual([id, expect.anything()]);
    }
  });

  test('of a success have ETag where the answer is cached or has a version, and nowhere else', () => {
    for (const { id, endpoint } of table) {
      const { cache, versioned, status = 200 } = endpoint;
      const response = endpoint.response instanceof z.ZodNullable ? endpoint.response.unwrap() : endpoint.response;
      const headers = operationOf(id)?.responses[String(status)]?.headers ?? {};
      const hasVersion =
        versioned !== undefined &&
        response instanceof z.ZodObject &&
        ('version' in response.shape || 'lock_version' in response.shape);
      expect([id, 'ETag' in headers]).toEqual([id, Boolean(cache) || hasVersion || sendsParts(endpoint)]);
    }
  });
});

test('nothing of the tool that made the schemas is left in them', () => {
  const found: string[] = [];
  walk(document, '#', (node, at) => {
    // A field may be called so; a keyword of these names belongs to JSON Schema documents, not to parts of
    // one.
    if (at.endsWith('/properties')) return;
    if (/\/example(\/|$)/.test(at)) return;
    for (const keyword of ['$schema', '$defs', '$id', 'id', '~standard'])
      if (keyword in node) found.push(`${at}/${keyword}`);
  });
  expect(found).toEqual([]);
});

describe('every endpoint', () => {
  const table = routeTable(platform);

  test('of the contracts is in the document, and nothing else is', () => {
    expect(
      operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`).toSorted(),
    ).toEqual(table.map(({ id, endpoint }) => `${id} ${endpoint.method.toLowerCase()} ${endpoint.path}`).toSorted());
  });

  test('says what it does', () => {
    for (const { operation } of operations) {
      expect([operation.operationId, operation.summary]).toEqual([
        operation.operationId,
        expect.stringMatching(/^\S.{5,}[^.\s]$/),
      ]);
    }
  });

  test('lists all its errors under their statuses, with what they mean', () => {
    for (const { id, endpoint } of table) {
      const operation = operations.find((candidate) => candidate.operation.operationId === id)?.operation;
      for (const code of errorsOf(endpoint)) {
        const response = operation?.responses[String(errorStatus(code))];
        expect([id, code, response?.description]).toEqual([id, code, expect.stringContaining(`\`${code}\``)]);
        expect(JSON.stringify(response?.content)).toContain(`"${code}"`);
      }
      const success = operation?.responses[String(endpoint.status ?? 200)];
      expect([id, success !== undefined]).toEqual([id, true]);
    }
  });

  test('that takes a body, a credential or a class of limits lists the errors that follow', () => {
    for (const { id, endpoint } of table) {
      const errors = errorsOf(endpoint);
      expect([id, errors]).toEqual([
        id,
        expect.arrayContaining(['internal_error', 'rate_limited', 'service_unavailable']),
      ]);
      if (endpoint.body)
        expect([id, errors]).toEqual([
          id,
          expect.arrayContaining(['invalid_json', 'payload_too_large', 'unsupported_media_type', 'validation_failed']),
        ]);
      if (endpoint.auth === 'admin')
        expect([id, errors]).toEqual([id, expect.arrayContaining(['missing_token', 'invalid_token', 'forbidden'])]);
      if (endpoint.idempotent) expect([id, errors]).toEqual([id, expect.arrayContaining(['idempotency_conflict'])]);
    }
  });

  test('describes its parameters', () => {
    const silent = operations.flatMap(({ operation }) =>
      operation.parameters
        .filter(({ description, schema }) => !hasText(description) && !isDescribed(schema))
        .map(({ name, in: place }) => `${operation.operationId}: ${place} ${name}`),
    );
    expect(silent).toEqual([]);
  });
});

const hasText = (text: unknown): boolean => typeof text === 'string' && text.trim() !== '';

/** A schema says what it is itself, or the schema that it refers to does. */
function isDescribed(schema: unknown): boolean {
  if (!isNode(schema)) return false;
  if (hasText(schema.description)) return true;
  if (typeof schema.$ref === 'string') return isDescribed(resolve(schema.$ref));
  return ['allOf', 'anyOf', 'oneOf'].some((key) => {
    const parts = schema[key];
    return Array.isArray(parts) && parts.some(isDescribed);
  });
}

test('every field of every request and answer has a description', () => {
  const silent: string[] = [];
  const visit = (node: Node, at: string) => {
    if (!isNode(node.properties) || at.endsWith('/properties')) return;
    for (const [name, schema] of Object.entries(node.properties)) {
      // `data` is the envelope of every answer, and the second half of an error answer narrows its code.
      if (name === 'data' && /\/schemas\/\w+(Response|Page)$/.test(at)) continue;
      if (name === 'error' && /\/allOf\/1$/.test(at)) continue;
      if (!isDescribed(schema)) silent.push(`${at}/properties/${name}`);
    }
  };
  walk(document.components.schemas, '#/components/schemas', visit);
  for (const { path, method, operation } of operations) {
    const bodies = Object.entries(operation.responses).map(([status, { content }]) => [`responses/${status}`, content]);
    for (const [place, content] of [...bodies, ['requestBody', operation.requestBody?.content]] as const)
      for (const [type, { schema }] of Object.entries((content ?? {}) as Record<string, { schema: Node }>))
        walk(schema, `${method} ${path}/${place}/content/${type.replace('/', '~1')}/schema`, visit);
  }
  expect(silent).toEqual([]);
});

test('the document has at most 145 lines for an operation, all that is shared included', () => {
  expect(writeOpenApi(source).split('\n').length / operations.length).toBeLessThanOrEqual(145);
});
