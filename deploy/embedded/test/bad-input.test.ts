import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bodyLimitOf, errorStatus, errorsOf, type Route, requestPath } from '@platform/contracts';
import { type ErrorCode, errorCatalog } from '@platform/contracts/errors';
import type { AuthKind } from '@platform/contracts/kit';
import { z } from 'zod';
import { type AnswerLedger, openAnswerLedger } from './document-validator.ts';
import { edgeValues, wrongValues } from './odd-values.ts';
import {
  asJson,
  exampleRequest,
  type Field,
  fieldId,
  fieldsOf,
  inParallel,
  isChosen,
  named,
  routes,
  tableContents,
  type Values,
  type WireReply,
  type WireRequest,
  wire,
  withField,
  without,
} from './probes.ts';
import { wordlessTextsOf } from './refusal-words.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld } from './world.ts';

/**
 * Every endpoint with every kind of invalid input that follows from the contract. Each input is refused with
 * its field name; none of it is stored, and none of it causes a server error.
 */

const mebibyte = 1_048_576;

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let ledger: AnswerLedger;
let before: Record<string, string>;
/** Resources of the requests of clients: the demo application, its site and its documents. */
let ownValues: Values;
/** Resources that exist, by the endpoint whose request names them. A change has resources of its own. */
const realValues = new Map<string, Values>();
const headersByAuth = {} as Record<AuthKind, Record<string, string>>;

/** The parameters that an operation requires, with the values of its example, before another one. */
function othersOf(route: Route, name: string): string {
  const query = new URLSearchParams(exampleRequest(route).query as Record<string, string> | undefined);
  const { shape } = (route.endpoint.query ?? z.object()) as z.ZodObject;
  for (const other of [...query.keys()])
    if (other === name || shape[other] === undefined || z.safeParse(shape[other], undefined).success)
      query.delete(other);
  return query.size === 0 ? '' : `${query}&`;
}

const takesInput = routes.filter(({ endpoint }) => endpoint.params || endpoint.query || endpoint.body);
const takesBody = routes.filter(({ endpoint }) => endpoint.body);

/** Path parameters that name nothing but the demo application and its site. */
const sampleParams = (route: Route): Record<string, string> => exampleRequest(route, ownValues).params;
/** Ids that exist, for input that is odd but allowed. */
const realParams = (route: Route): Record<string, string> => exampleRequest(route, realValues.get(route.id)).params;
/** A body that the contract accepts, with every field that goes with the others. */
const sampleBody = (route: Route) =>
  exampleRequest(route, realValues.get(route.id)).body as Record<string, unknown> | undefined;

/* ---------------------------------------------------------------------------------------------------- bad input */

interface Case {
  what: string;
  /** The codes that are right; each is one the contract lists, except for addresses that do not exist. */
  codes: readonly ErrorCode[];
  params?: Record<string, string>;
  /** Put in the place of a path parameter as it is. */
  rawParam?: { name: string; value: string };
  query?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  chunked?: boolean;
  /** The field that `details` has to name. */
  field?: string;
}

const isStorable = (value: unknown): boolean => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value) ?? '');
const spell = (value: unknown): string => JSON.stringify(value)?.slice(0, 40) ?? 'nothing';

/** Every replacement of one body field: values that the contract allows, and values that it does not. */
function bodyVariants(route: Route): { field: Field; value: unknown; body: unknown; isAllowed: boolean }[] {
  const base = sampleBody(route);
  return fieldsOf(route.endpoint)
    .filter(({ place }) => place === 'body')
    .flatMap((field) =>
      [...wrongValues, ...edgeValues(field.schema)].map((value) => {
        const body = withField(base, field.path, value);
        const { itemwise, storesNothing } = route.endpoint;
        const isHeld = itemwise !== undefined || storesNothing === true || isStorable(body);
        const isAllowed = isHeld && route.endpoint.body?.safeParse(body).success === true;
        return { field, value, body, isAllowed };
      }),
    );
}

/** Whether the contract blames this very field; a rule about two fields may blame the other one. */
function isBlamed(route: Route, body: unknown, path: readonly string[]): boolean {
  const issues = route.endpoint.body?.safeParse(body).error?.issues;
  return issues === undefined || issues.some((issue) => issue.path.map(String).join('.').startsWith(path.join('.')));
}

/**
 * Routes that administrators use take no field that they do not know; clients may be older or newer than we
 * are.
 */
const refusesUnknown = ({ endpoint }: Route): boolean =>
  endpoint.path.startsWith('/v1/admin') || endpoint.auth === 'admin';

function bodyCases(route: Route): Case[] {
  const base = sampleBody(route);
  if (!base) return [];
  const json = (body: string | Buffer, what: string, codes: ErrorCode[], more: Partial<Case> = {}): Case => ({
    what,
    codes,
    body,
    headers: { 'content-type': 'application/json' },
    ...more,
  });
  const whole = JSON.stringify(base);
  const big = JSON.stringify({ ...base, padding: 'x'.repeat(2 * mebibyte) });
  // As deep as the longest body that the endpoint reads may be.
  const deep = Math.min(50_000, Math.floor(bodyLimitOf(route.endpoint) / 10));
  const cases = [
    ...['{', '{"a":}', "{'a':1}", `${whole}x`, 'undefined', '\u0000', `${whole.slice(0, -1)},"a":NaN}`].map((body) =>
      json(body, `the broken JSON ${body.slice(0, 20)}`, ['invalid_json']),
    ),
    json(Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, ...Buffer.from('"}')]), 'invalid UTF-8', ['invalid_json']),
    json(big, '2 MiB with a Content-Length', ['payload_too_large']),
    json(big, '2 MiB without a Content-Length', ['payload_too_large'], { chunked: true }),
    json(whole, 'a body called gzip', [route.endpoint.compressed ? 'invalid_json' : 'unsupported_media_type'], {
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    }),
    json(whole, 'a body called brotli', ['unsupported_media_type'], {
      headers: { 'content-type': 'application/json', 'content-encoding': 'br' },
    }),
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      '',
    ].map((type) =>
      json(whole, `the content type ${type}`, ['unsupported_media_type'], {
        headers: type === '' ? {} : { 'content-type': type },
      }),
    ),
    // Such a body is a list; its items are validated one by one.
    ...(route.endpoint.itemwise
      ? []
      : [json(`${'['.repeat(deep)}"\\u0000"${']'.repeat(deep)}`, 'lists in lists in lists', ['validation_failed'])]),
    // A body that is not stored may have any member that its endpoint does not know.
    ...(route.endpoint.storesNothing
      ? []
      : [
          json(
            `{"object":{"metadata":${'{"a":'.repeat(deep)}"\\u0000"${'}'.repeat(deep)}}}`,
            'objects in objects in objects',
            ['validation_failed'],
          ),
        ]),
    ...[[], 'text', null, 1, true]
      .filter((value) => route.endpoint.body?.safeParse(value).success === false)
      .map((value) => json(JSON.stringify(value), `the top level ${spell(value)}`, ['validation_failed'])),
    ...bodyVariants(route)
      .filter(({ isAllowed }) => !isAllowed)
      .map(({ field, value, body }) =>
        json(JSON.stringify(body), `${fieldId(field)} = ${spell(value)}`, ['validation_failed'], {
          field: isBlamed(route, body, field.path) ? field.path.join('.') : undefined,
        }),
      ),
  ];
  if (!refusesUnknown(route)) return cases;
  const objects = fieldsOf(route.endpoint).filter(
    ({ place, path, schema }) =>
      place === 'body' &&
      [schema, ...(schema.anyOf ?? [])].some((branch) => branch.properties) &&
      // A sample may leave an object out.
      route.endpoint.body?.safeParse(withField(base, [...path, 'x'], undefined)).success,
  );
  for (const path of [[], ...objects.map((field) => field.path)])
    for (const name of ['surprise', 'constructor', 'toString'])
      cases.push(
        json(JSON.stringify(withField(base, [...path, name], 1)), `the unknown field ${[...path, name].join('.')}`, [
          'validation_failed',
        ]),
      );
  const rest = whole.slice(1) === '}' ? '}' : `,${whole.slice(1)}`;
  cases.push(json(`{"__proto__":{"role":"owner"}${rest}`, 'a __proto__', ['validation_failed']));
  return cases;
}

function addressCases(route: Route): Case[] {
  const cases: Case[] = [];
  const body = sampleBody(route);
  const valid = body ? asJson(body) : {};
  for (const { place, path, schema } of fieldsOf(route.endpoint)) {
    const name = path.join('.');
    if (place === 'params') {
      for (const value of ['%', '%zz', '%ff', '%c3%28', '%ed%a0%80'])
        cases.push({ ...valid, what: `${name} = ${value}`, codes: ['not_found'], rawParam: { name, value } });
      // An application, a kind or a paywall that is not there is named as such; an id has a shape.
      const missing: Record<string, ErrorCode> = { app_code: 'application_not_found', site_code: 'site_not_found' };
      const unknown = [missing[name] ?? 'validation_failed'] as const;
      for (const value of ['%00', 'a%00b'])
        cases.push({ ...valid, what: `${name} = ${value}`, codes: unknown, rawParam: { name, value } });
      if (schema.format !== 'uuid' && schema.enum === undefined && schema.pattern === undefined) continue;
      for (const value of ['1', 'me', 'null', '..%2f..', `${'0'.repeat(36)}`, 'x'.repeat(2_000), '%20', '*']) {
        // A word may be a valid name of an object.
        if (schema.pattern !== undefined && new RegExp(schema.pattern).test(value)) continue;
        cases.push({
          ...valid,
          what: `${name} = ${value}`,
          codes: unknown,
          rawParam: { name, value },
          field: `params.${name}`,
        });
      }
    }
    if (place === 'query') {
      const wrong: Record<string, string[]> = {
        limit: ['0', '-1', '201', 'abc', '1.5', '', '1e9', '0x', '99999999999999999999', '%00', '%'],
        cursor: [
          'abc',
          '%',
          '%00',
          'a%00',
          'x'.repeat(1_025),
          Buffer.from('nothing of yours').toString('base64url'),
          '',
        ],
      };
      const values = wrong[name] ?? [
        ...(schema.enum || schema.format ? ['nonsense', '', 'null'] : []),
        ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
        '%00',
        'a%00b',
      ];
      for (const value of values)
        cases.push({
          ...valid,
          what: `?${name}=${value.slice(0, 40)}`,
          codes: ['validation_failed'],
          // The list judges its own cursors, once the rest of the query is right.
          query: `${name === 'cursor' ? othersOf(route, name) : ''}${name}=${value}`,
          params: realParams(route),
          field: `query.${name}`,
        });
      cases.push({ ...valid, what: `${name} twice`, codes: ['validation_failed'], query: `${name}=1&${name}=2` });
    }
  }
  const query = new URLSearchParams(exampleRequest(route).query as Record<string, string> | undefined).toString();
  if (route.endpoint.idempotent)
    for (const key of ['', 'x'.repeat(256), 'й', 'a\tb'])
      cases.push({
        ...(query === '' ? {} : { query }),
        what: `the idempotency key ${spell(key)}`,
        codes: ['validation_failed'],
        body: JSON.stringify(body ?? {}),
        headers: { 'content-type': 'application/json', 'idempotency-key': Buffer.from(key).toString('latin1') },
        field: 'headers.idempotency-key',
      });
  return cases;
}

/* ---------------------------------------------------------------------------------------------------- the answers */

function requestOf(route: Route, wanted: Omit<Case, 'codes'>): WireRequest {
  const { endpoint } = route;
  const params = wanted.params ?? sampleParams(route);
  const { rawParam } = wanted;
  const pattern = rawParam
    ? { ...endpoint, path: endpoint.path.replace(`{${rawParam.name}}`, '<raw>') as `/${string}` }
    : endpoint;
  const path = requestPath(pattern, { params }).replace('<raw>', rawParam?.value ?? '');
  const own = headersByAuth[endpoint.auth];
  return {
    method: endpoint.method,
    target: wanted.query === undefined ? path : `${path}?${wanted.query}`,
    headers: { ...own, ...wanted.headers },
    body: wanted.body,
    chunked: wanted.chunked,
  };
}

const sendTo = async (route: Route, wanted: Parameters<typeof requestOf>[1]): Promise<WireReply> => {
  const reply = await send(requestOf(route, wanted));
  ledger.compare(route.id, reply);
  return reply;
};

/** The defect of a refusal, or undefined. */
function faultOf(route: Route, { what, codes, field }: Case, reply: WireReply): string | undefined {
  const { error, request_id, doc_url, details } = reply.json;
  const code = codes.find((candidate) => candidate === error);
  const complain = (about: string) => `${what}: ${about}; got ${reply.status} ${reply.text.slice(0, 300)}`;
  if (code === undefined || reply.status !== errorStatus(code)) return complain(`expected ${codes.join(' or ')}`);
  if (code !== 'not_found' && !errorsOf(route.endpoint).includes(code))
    return complain('the contract does not list it');
  const [wordless] = wordlessTextsOf(reply);
  if (wordless !== undefined) return complain(`a text that ${wordless}`);
  if (request_id !== reply.headers['x-request-id']) return complain('another request id than in the header');
  if (doc_url !== `${t.baseUrl}/docs/errors/${code}`) return complain('no address of the page about the code');
  if (code !== 'validation_failed') return undefined;
  const paths = Array.isArray(details) ? details.map((detail: { path?: unknown }) => detail.path) : [];
  if (paths.length === 0 || !paths.every((path) => typeof path === 'string')) return complain('no details');
  const isNamed = (path: string) => field === undefined || path.startsWith(field) || field.startsWith(path);
  return paths.some((path) => isNamed(String(path))) ? undefined : complain(`details do not name ${field}`);
}

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  ledger = await openAnswerLedger();
  const anna = await t.registered('anna');
  const owner = await t.adminHeaders();
  const admin = t.client(owner);
  const user = without(anna.headers, 'x-public-key');
  const key = without(anna.headers, 'authorization');
  Object.assign(headersByAuth, {
    none: {},
    application: {},
    user_or_key: key,
    key,
    site_key: { 'x-public-key': t.demo.site_key },
    user,
    user_and_key: anna.headers,
    user_or_admin: user,
    admin: owner,
    worker: t.workerHeaders,
    webhook_token: { 'x-webhook-token': t.secrets.webhook_token },
  } satisfies Record<AuthKind, Record<string, string>>);

  ownValues = {
    application_id: t.demo.application_id,
    application_code: t.demo.application_code,
    paywall_code: 'main',
    site_code: t.demo.site_code,
    consents: await t.consents(),
    plan_price_id: await t.priceOf('monthly'),
    recent_moment: new Date().toISOString(),
  };
  const reads = createWorld({ t, admin, adminHeaders: owner, code: 'read', username: 'reader' });
  for (const [at, route] of takesInput.filter(isChosen).entries()) {
    const { method, auth } = route.endpoint;
    const code = `change-${at}`;
    const world = method === 'GET' ? reads : createWorld({ t, admin, adminHeaders: owner, code, username: code });
    realValues.set(route.id, auth === 'admin' ? await world.givenFor(route) : ownValues);
  }
  await t.untilIdle();
  before = await tableContents(t.database, { withUses: false });
});
afterAll(async () => {
  send.close();
  await t.stop();
});

test('every table of the platform is watched', () => {
  expect(Object.keys(before).length).toBeGreaterThan(20);
  expect(before['identity.consent_ledger']).toMatch(/^[1-9]\d* rows/);
});

describe('bad input is refused by name', () => {
  test.each(named(takesInput))('%s', async (_id, route) => {
    const cases = [...bodyCases(route), ...addressCases(route)].filter(
      // The webhook token is checked before the query is read.
      ({ query }) => route.endpoint.auth !== 'webhook_token' || query === undefined,
    );
    const faults = await inParallel(cases, async (one) => faultOf(route, one, await sendTo(route, one)));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(t.errors()).toEqual([]);
  });
});

test('no refused input was stored', async () => {
  await t.untilIdle();
  expect(await tableContents(t.database, { withUses: false })).toEqual(before);
});

/** All of them change one object. More would wait for its lock longer than the lock timeout on a busy machine. */
const changesAtOnce = 4;

describe('odd input that the contract allows is never our failure', () => {
  test.each(named(takesBody))('%s', async (_id, route) => {
    const variants = bodyVariants(route).filter(({ isAllowed }) => isAllowed);
    const params = realParams(route);
    const faults = await inParallel(
      variants,
      async ({ field, value, body }) => {
        const reply = await sendTo(route, { what: '', params, ...asJson(body) });
        if (reply.status < 400) return undefined;
        const isListed = errorsOf(route.endpoint).some((code) => code === reply.error);
        const status = errorCatalog[(reply.error ?? 'internal_error') as ErrorCode]?.[0];
        return reply.status < 500 && isListed && status === reply.status && wordlessTextsOf(reply).length === 0
          ? undefined
          : `${fieldId(field)} = ${spell(value)}: ${reply.status} ${reply.text.slice(0, 200)}`;
      },
      changesAtOnce,
    );
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(t.errors()).toEqual([]);
  });
});

describe('fields that a client route does not know are ignored', () => {
  // A form of a site keeps them: they are part of what the person sent.
  const keepsThem = new Set(['submitLead', 'submitApplicationLead']);
  const clientRoutes = takesBody.filter((route) => !refusesUnknown(route) && !keepsThem.has(route.id));
  test.each(named(clientRoutes))('%s', async (_id, route) => {
    const body = sampleBody(route) ?? {};
    const params = realParams(route);
    const answer = async (sent: Record<string, unknown>) => {
      const reply = await sendTo(route, { what: '', params, ...asJson(sent) });
      // The second call knows the object that the first one created.
      return [reply.status === 201 ? 200 : reply.status, reply.error];
    };
    const plain = await answer(body);
    expect(plain[1]).not.toBe('validation_failed');
    expect(await answer({ ...body, surprise: 1, constructor: { a: 1 } })).toEqual(plain);
  });
});

test('the document names status, media type and code of every answer of this suite', () => {
  expect(ledger.compared()).toBeGreaterThan(100);
  expect(ledger.differences()).toEqual([]);
});
