import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { errorStatus } from './errors.ts';
import { openApiDocument } from './openapi.ts';
import { platform } from './platform.ts';
import { errorsOf, routeTable } from './route-table.ts';
import { platformVersion } from './version.ts';

type Node = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Node }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Node }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Node }> }>;
}

const document = openApiDocument(platform, platformVersion) as unknown as {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Node>; securitySchemes: Record<string, Node> };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls `visit` with every object of the document and where it stands. */
function walk(value: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (Array.isArray(value)) value.forEach((item, index) => void walk(item, `${at}/${index}`, visit));
  if (!isNode(value)) return;
  visit(value, at);
  for (const [key, item] of Object.entries(value)) walk(item, `${at}/${key}`, visit);
}

/** The target of a reference, or undefined. */
const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document);

test('the committed document is the one that the contracts make', async () => {
  const committed = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  // Compared as text: this is what `make check` does, and what clients are generated from.
  expect(committed === `${JSON.stringify(document, null, 2)}\n`).toBe(true);
});

test('it is an OpenAPI 3.1 document with everything such a document needs', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: platformVersion });
  const schemes = Object.keys(document.components.securitySchemes);
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

test('every reference leads to a schema, and no schema is left over', () => {
  const used = new Set<string>();
  const dangling: string[] = [];
  walk(document, '#', (node, at) => {
    if (typeof node.$ref !== 'string') return;
    used.add(node.$ref);
    if (!isNode(resolve(node.$ref))) dangling.push(`${at}: ${node.$ref}`);
  });
  expect(dangling).toEqual([]);
  const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

test('nothing of the tool that made the schemas is left in them', () => {
  const found: string[] = [];
  walk(document, '#', (node, at) => {
    // A field may be called so; a keyword of these names belongs to JSON Schema documents, not to parts of one.
    if (at.endsWith('/properties')) return;
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
      if (name === 'data' && /\/responses\/\d+\/content\/application~1json\/schema$/.test(at)) continue;
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
