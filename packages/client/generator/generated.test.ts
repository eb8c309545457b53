import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import * as exported from '../src/operations.ts';
import { printTypeScript } from './print-typescript.ts';
import { readDocument } from './read-document.ts';
import { type JsonObject, readSchema } from './read-schema.ts';

const read = async (path: string) => JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as JsonObject;
const document = await read('../../contracts/openapi.json');
const api = readDocument(document);

describe('the operations of the client', () => {
  const constants = new Map(
    Object.entries(exported as unknown as Record<string, { method?: string; path?: string; auth?: string }>).filter(
      ([, { path }]) => path !== undefined,
    ),
  );
  const described = Object.entries(document.paths as Record<string, Record<string, JsonObject>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        id: String(operation.operationId),
        auth: String(operation['x-auth']),
      })),
  );

  test('are all those of the document that a person, an application or an administrator calls', () => {
    const called = described.filter(({ auth }) => auth !== 'worker' && auth !== 'webhook_token');
    expect([...constants.keys()].toSorted()).toEqual(called.map(({ id }) => id).toSorted());
    const countOf = (pattern: RegExp) => called.filter(({ auth }) => pattern.test(auth)).length;
    const exportedOf = (pattern: RegExp) =>
      [...constants.values()].filter(({ auth }) => pattern.test(auth ?? '')).length;
    for (const kind of [/^key$/, /site_key/, /user/]) expect([kind, exportedOf(kind)]).toEqual([kind, countOf(kind)]);
    expect(countOf(/^key$|site_key|user/)).toBeGreaterThan(80);
  });

  test('have the method and the path of the document', () => {
    for (const { id, method, path } of described)
      if (constants.has(id)) expect([id, constants.get(id)]).toEqual([id, expect.objectContaining({ method, path })]);
  });

  test('wait a little longer than the gateway where the contract says how long that is', async () => {
    const { createPayment, getPaywall, submitLead } = exported;
    expect([createPayment.timeout, submitLead.timeout, getPaywall.timeout]).toEqual([50, 20, 10]);
  });
});

describe('a schema', () => {
  test('is read into words of no language', () => {
    expect(readSchema({ type: ['string', 'null'] })).toEqual({
      kind: 'union',
      of: [{ kind: 'string' }, { kind: 'null' }],
    });
    expect(readSchema({ const: 7 })).toEqual({ kind: 'enumeration', values: [7] });
    expect(readSchema({ type: 'object', additionalProperties: { type: 'boolean' } })).toEqual({
      kind: 'map',
      values: { kind: 'boolean' },
    });
    expect(readSchema({ allOf: [{ $ref: '#/components/schemas/User' }] })).toEqual({
      kind: 'intersection',
      of: [{ kind: 'reference', name: 'User' }],
    });
    expect(() => readSchema({ type: 'tuple' })).toThrow('no such type');
  });

  test('has every name that another one refers to', () => {
    const printed = printTypeScript(api, '0.0.0')['schemas.ts'] ?? '';
    const names = new Set(api.schemas.map(({ name }) => name));
    expect(names.size).toBeGreaterThan(200);
    for (const name of names) expect(printed).toMatch(new RegExp(`export (interface|type) ${name}\\b`));
  });
});

test('an operation without a rule that clients need is refused', () => {
  const broken = structuredClone(document);
  const paths = broken.paths as Record<string, Record<string, JsonObject>>;
  delete paths['/v1/payments']?.post?.['x-repeat'];
  expect(() => readDocument(broken)).toThrow('createPayment has no `x-repeat`');
});

test('no path of the platform stands outside of what is generated', async () => {
  const { readdir } = await import('node:fs/promises');
  const folder = new URL('../src/', import.meta.url);
  for (const name of (await readdir(folder)).filter((file) => /^[^.]+\.ts$/.test(file)))
    expect([name, (await readFile(new URL(name, folder), 'utf8')).match(/['"`]\/v1\//)]).toEqual([name, null]);
});
