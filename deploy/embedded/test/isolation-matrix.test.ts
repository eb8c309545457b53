import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  errorStatus,
  errorsOf,
  type Resource,
  type Route,
  requestPath,
  resources as resourceFacts,
} from '@platform/contracts';
import type { ErrorCode } from '@platform/contracts/errors';
import { type AuthKind, keyScopeOf } from '@platform/contracts/kit';
import { type AnswerLedger, openAnswerLedger } from './document-validator.ts';
import { keyRuleOf, namingFields, takesApiKey } from './key-scope-model.ts';
import {
  asFile,
  asJson,
  exampleRequest,
  type Field,
  fieldId,
  fieldsOf,
  inParallel,
  isChosen,
  type JsonSchema,
  named,
  type Parts,
  resourceOf,
  resourcesIn,
  routes,
  rowsWith,
  tableContents,
  type Values,
  valueAt,
  type WireReply,
  wire,
  withField,
} from './probes.ts';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';
import { createWorld, ok, type Person, type World } from './world.ts';

/**
 * Two applications on one platform. Each request field that names a resource names one of the other
 * application, with the credentials of the own one: the answer is as if it did not exist, and nothing
 * changes on either side. The contract says which field names which resource.
 */

/** An application, with the values of all its resources. */
interface Whole extends World {
  values: Values;
  public_key: string;
  site_key: string;
  self: Person;
}

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let ledger: AnswerLedger;
let admin: PlatformClient;
let adminHeaders: Record<string, string>;
/** Headers of an admin API key that is restricted to the first application. */
let keyHeaders: Record<string, string>;
let a: Whole;
/** Another user of the first application, with a plan, a paywall and a license of another code. */
let neighbour: Whole;
let b: Whole;
/** Texts of the other application that the first one must never be shown. */
const markers = new Set<string>();

const allResources = Object.keys(resourceFacts) as Resource[];
const neededNames = new Set<Resource>(['application_code', ...routes.filter(isChosen).flatMap(resourcesIn)]);
const neededResources = allResources.filter((resource) => neededNames.has(resource));
/** Values that both applications share. */
const shared: readonly Resource[] = [
  'recent_moment',
  'coming_moment',
  'token_issuer',
  'jwks_url',
  'document_owner_type',
  // All sites are at the address of one sandbox.
  'search_property',
  'asset_name',
  'content_revision',
  'strategy_version',
];

/** An application of its own in which nothing is made yet. */
const worldOf = (code: string, username: string, within?: World): World =>
  createWorld({ t, admin, adminHeaders, code, username, within });

async function wholeWorld(code: string, username: string, within?: World): Promise<Whole> {
  const world = worldOf(code, username, within);
  const values = await world.given(neededResources);
  const { public_key } = await world.application();
  const { site_key } = await world.site();
  await t.untilIdle();
  return { ...world, values, public_key, site_key, self: await world.person() };
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(({ document_id }) => document_id) : [];

const codeOf = ({ values }: Whole): string => String(values.application_code);

/* -------------------------------------------------------------------------------------------- requests of a world */

interface Sent extends Parts {
  headers: Record<string, string>;
}

/** A request in which everything that can be named is of this application. */
const partsOf = async (route: Route, world: World, values: Values): Promise<Sent> => ({
  ...exampleRequest(route, values),
  headers: await world.headersFor(route),
});

const call = async (route: Route, { params, query, body, headers }: Sent): Promise<WireReply> => {
  const content = route.endpoint.upload ? asFile(route) : body === undefined ? { headers: {} } : asJson(body);
  const reply = await send({
    method: route.endpoint.method,
    target: requestPath(route.endpoint, { params, query }),
    ...content,
    headers: { ...headers, ...content.headers },
  });
  ledger.compare(route.id, reply);
  return reply;
};

/* ------------------------------------------------------------------------------------------- what each field can name */

interface Probe {
  what: string;
  parts: Parts;
  /** The refusal, or that the answer is a success without anything of the other application. */
  answer: ErrorCode | 'own only' | 'own only or no such place';
}

/** Fields that say whose data a call of an administrator is about. */
const owners: readonly (Resource | undefined)[] = [
  'application_id',
  'application_code',
  'document_owner_type',
  'document_owner_id',
  'site_id',
  'site_code',
];
const ownersOf = ({ endpoint }: Route): Field[] =>
  fieldsOf(endpoint).filter((field) => field.place !== 'body' && owners.includes(resourceOf(field)));

/** Whether the credential, or else the address, ties a call to one application. */
const isTied = (route: Route): boolean => {
  const { auth } = route.endpoint;
  return auth === 'admin' ? ownersOf(route).length > 0 : !['none', 'worker', 'webhook_token'].includes(auth);
};

const factsOf = (field: Field) => resourceFacts[resourceOf(field) ?? 'nothing'];
/** The code that an endpoint answers for a name that leads nowhere. */
const missingCode = ({ endpoint }: Route, field: Field): ErrorCode | undefined =>
  factsOf(field).missing.find((code) => errorsOf(endpoint).includes(code));

/** A request with one field replaced. A field that excludes this one is left out, and one that it demands is null. */
function put(route: Route, parts: Parts, { place, path }: Field, value: unknown): Parts {
  const [last = '', within] = [path.at(-1), path.slice(0, -1)];
  const isNewList = /^\d+$/.test(last) && valueAt(parts[place], within) === undefined;
  const changed = isNewList ? withField(parts[place], within, [value]) : withField(parts[place], path, value);
  const { body } = route.endpoint;
  if (place !== 'body' || body?.safeParse(changed).success) return { ...parts, [place]: changed } as Parts;
  const variants = Object.keys(changed as object)
    .filter((name) => name !== path[0])
    .map((name) => Object.fromEntries(Object.entries(changed as object).filter(([other]) => other !== name)))
    .flatMap((variant) => {
      const demanded = (body?.safeParse(variant).error?.issues ?? []).map((issue) => [String(issue.path[0]), null]);
      return [variant, { ...Object.fromEntries(demanded), ...variant }];
    });
  return { ...parts, body: variants.find((variant) => body?.safeParse(variant).success) ?? changed };
}

const cursorAt = (text: unknown): string => Buffer.from(String(text)).toString('base64url');

/** Requests that read a list: at places of the other application, and with each value of each filter. */
function readProbes(route: Route, own: Parts): Probe[] {
  if (route.endpoint.method !== 'GET') return [];
  return fieldsOf(route.endpoint)
    .filter(({ place }) => place === 'query')
    .flatMap((field): Probe[] => {
      const variant = (value: unknown) => put(route, own, field, value);
      if (field.path[0] === 'cursor')
        return [
          b.values.payment_id,
          neighbour.values.payment_id,
          neighbour.values.device_id,
          'after a',
          '9',
          `9 ${b.values.payment_id}`,
          JSON.stringify([0, 'after a', b.values.payment_id]),
          JSON.stringify(['-published_at', new Date().toISOString(), b.values.payment_id]),
        ].map((text) => ({
          what: `?cursor at ${text}`,
          parts: variant(cursorAt(text)),
          answer: 'own only or no such place',
        }));
      return (field.schema.enum ?? []).map((value) => ({
        what: `?${field.path[0]}=${value}`,
        parts: variant(value),
        answer: 'own only',
      }));
    });
}

/** Resources that a path names within its application, the outermost first. */
const objectsOf = ({ endpoint }: Route): Field[] =>
  fieldsOf(endpoint).filter(
    (field) => field.place === 'params' && !owners.includes(resourceOf(field)) && factsOf(field).of !== 'platform',
  );

/** The owner in the address of an administrator: an unknown one, and the other one around an own object. */
function ownerProbes(route: Route, own: Parts, field: Field): Probe[] {
  if (field.place === 'query') return [];
  const resource = resourceOf(field);
  if (resource === 'document_owner_type')
    return [
      { what: 'an application called a site', parts: put(route, own, field, 'cms_site'), answer: 'site_not_found' },
    ];
  // Administrators see every site.
  if (resource === 'site_id') return [];
  const [object] = objectsOf(route);
  const missing = object && missingCode(route, object);
  const foreign = missing && { parts: put(route, own, field, b.values[resource as Resource]), answer: missing };
  return [
    { what: `an unknown ${resource}`, parts: put(route, own, field, randomUUID()), answer: 'application_not_found' },
    ...(foreign ? [{ what: `the ${resource} of the other application`, ...foreign }] : []),
  ];
}

/** The refusal of a code in the path that is not the one of the credential. */
function refusalOfCode({ endpoint }: Route, resource: Resource): ErrorCode {
  if (resource === 'site_code') return endpoint.auth === 'key' ? 'site_not_found' : 'invalid_public_key';
  return endpoint.auth === 'key' || endpoint.auth === 'user_and_key' ? 'invalid_public_key' : 'invalid_token';
}

function fieldProbes(route: Route, own: Parts, field: Field): Probe[] {
  const { auth, method } = route.endpoint;
  const resource = resourceOf(field);
  if (resource === undefined || factsOf(field).of === 'platform') return [];
  if (auth === 'admin' && owners.includes(resource)) return ownerProbes(route, own, field);
  const probe = (what: string, world: Whole, answer: Probe['answer']): Probe => ({
    what: `${fieldId(field)} of ${what}`,
    parts: put(route, own, field, world.values[resource]),
    answer,
  });
  const foreign = (answer: Probe['answer']) => probe('the other application', b, answer);
  const missing = missingCode(route, field);
  if (field.place === 'query') return [foreign(missing ?? 'own only')];
  if (field.place === 'params' && (resource === 'application_code' || resource === 'site_code'))
    // Any application may be asked for its public settings.
    return auth === 'application' ? [] : [foreign(refusalOfCode(route, resource))];
  if (factsOf(field).missing.length === 0) return [foreign('own only')];
  // A PUT makes the object that it names.
  if (missing === undefined && method === 'PUT') return [];
  const objects = objectsOf(route);
  const inner = objects.at(-1);
  const isOneOfTwo = neighbour.values[resource] !== a.values[resource];
  const isNested = field.place === 'params' && objects.length > 1 && inner !== undefined && isOneOfTwo;
  return [
    // An endpoint that lists none of the codes answers a success, without anything of the other one.
    foreign(missing ?? 'own only'),
    ...(isNested ? [probe('another object', neighbour, missingCode(route, inner) ?? 'not_found')] : []),
    ...(factsOf(field).of === 'user' && auth !== 'admin'
      ? [probe('another user of the same application', neighbour, missing ?? 'not_found')]
      : []),
  ];
}

/** Every attempt to reach the other application, or another user, through a field of an own request. */
async function probesOf(route: Route): Promise<(Probe & { parts: Sent })[]> {
  if (!isTied(route)) return [];
  const own = await partsOf(route, a, a.values);
  const probes: Probe[] = [
    ...fieldsOf(route.endpoint).flatMap((field) => fieldProbes(route, own, field)),
    ...readProbes(route, own),
    ...(route.endpoint.method === 'GET'
      ? [{ what: 'the own application', parts: own, answer: 'own only' as const }]
      : []),
  ];
  return probes.map(({ parts, ...probe }) => ({ ...probe, parts: { ...parts, headers: own.headers } }));
}

const tied = routes.filter(isTied);

/* ------------------------------------------------------------------------------------------------------ the matrix */

/**
 * Traces of reads: a read of personal data is in the audit log, and a read of an own article counts as a
 * view, some seconds later.
 */
const traces = [
  'identity.audit_log',
  'identity.audit_log_targets',
  'identity.inbox',
  'cms.article_views',
  // Pages that are judged again by the clock; the key that the first read of settings makes.
  'seo-rkn.rechecks',
  'seo-rkn.indexnow_keys',
];
const contents = async () =>
  Object.fromEntries(
    Object.entries(await tableContents(t.database, { withUses: false })).filter(([table]) => !traces.includes(table)),
  );
let before: Record<string, string>;
beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  ledger = await openAnswerLedger();
  adminHeaders = await t.adminHeaders();
  admin = t.client(adminHeaders);
  // The same two people use both applications.
  a = await wholeWorld('alpha', 'anna');
  neighbour = await wholeWorld('alpha-2', 'boris', a);
  b = await wholeWorld('omega', 'anna');
  const others = await wholeWorld('omega-2', 'boris', b);
  const application_ids = [String(a.values.application_id)];
  const key = ok(await admin.createAdminApiKey({ body: { name: 'restricted', role: 'admin', application_ids } }));
  keyHeaders = { authorization: `Bearer ${key.api_key}` };
  // All its codes and texts begin with or hold this word.
  markers.add('omega');
  for (const { values, public_key, site_key } of [b, others]) {
    for (const resource of allResources)
      if (!shared.includes(resource)) for (const text of textsIn(values[resource])) markers.add(text);
    markers.add(public_key).add(site_key);
  }
  await t.untilIdle();
  before = await contents();
});
afterAll(async () => {
  send.close();
  await t.stop();
});

test('the contract says of every id and code that a request may have which resource it names', () => {
  const isName = ({ schema, place, path }: Field) => {
    const isText = schema.type === 'string' || schema.type === undefined;
    return isText && (schema.format === 'uuid' || place === 'params' || /(_id|_code)$/.test(path.at(-1) ?? ''));
  };
  const unmarked = routes.flatMap((route) =>
    fieldsOf(route.endpoint)
      .filter((field) => isName(field) && resourceOf(field) === undefined)
      .map((field) => `${route.id} ${fieldId(field)}`),
  );
  expect(unmarked).toEqual([]);
});

/** Ids in bodies that name nothing of an owner, with the reason. */
const freeIds: Record<string, string> = {
  installation_id: 'the client makes it',
  event_id: 'the client makes it',
  'filter.item_id': 'a filter beside the site of the path',
  item_ids: 'a filter beside the site of the path',
  'orderKnowledgeBase ids': 'entries of the folder of the path; others are refused as invalid',
  'retrySocialVariants ids': 'posts of the brand of the path; others are answered one by one as not found',
  'createSocialExperiment arms.variant_ids': 'posts of the account; others are not found',
  'createSocialIdea sources.id': 'a note that is only shown',
  'updateSocialIdea sources.id': 'a note that is only shown',
  'updateSocialInboxItem assignee_id': 'an administrator, who belongs to the platform',
};

test('every id in a body names a resource of the contract, or is free for a written reason', () => {
  const withoutResource = routes.flatMap((route) =>
    fieldsOf(route.endpoint)
      .filter(({ place, schema }) => place === 'body' && [schema, ...(schema.anyOf ?? [])].some(isUuid))
      .filter((field) => (resourceOf(field) ?? 'nothing') === 'nothing')
      .map(({ path }) => ({ id: route.id, name: path.filter((part) => !/^(\d+|events)$/.test(part)).join('.') })),
  );
  const reasons = new Set<string>();
  const unexplained = withoutResource.filter(({ id, name }) => {
    const key = [name, `${id} ${name}`].find((known) => known in freeIds);
    if (key !== undefined) reasons.add(key);
    return key === undefined;
  });
  expect(unexplained).toEqual([]);
  expect(Object.keys(freeIds).filter((key) => !reasons.has(key))).toEqual([]);
});
const isUuid = ({ format }: JsonSchema): boolean => format === 'uuid';

test('every resource of the contracts is named by an endpoint', () => {
  const used = new Set(routes.flatMap(({ endpoint }) => fieldsOf(endpoint).map(resourceOf)));
  expect(allResources.filter((resource) => !used.has(resource))).toEqual([]);
});

/** Data of the other application in an answer; values from the request itself do not count. */
const leaks = (reply: WireReply, parts: Sent): string[] => {
  const sent = JSON.stringify(parts);
  return [...markers].filter((marker) => !sent.includes(marker) && reply.text.includes(marker));
};

/** Reports take a few calls at once. */
const atOnce = 3;

describe('nothing of another application, or of another user, can be reached', () => {
  test.each(named(tied))('%s', async (_id, route) => {
    const probes = await probesOf(route);
    const isPlace = ({ answer }: Probe) => answer === 'own only or no such place';
    let accepted = 0;
    const answerOf = async (probe: Probe & { parts: Sent }) => {
      const { what, parts, answer } = probe;
      const reply = await call(route, parts);
      const leaked = leaks(reply, parts);
      const got = `${reply.status} ${reply.text.slice(0, 300)}`;
      if (leaked.length > 0) return `${what}: the answer shows ${leaked.join(', ')}: ${got}`;
      if (isPlace(probe) && reply.status < 300) accepted++;
      if (isPlace(probe) && reply.error === 'validation_failed') return undefined;
      if (answer === 'own only' || isPlace(probe)) return reply.status < 400 ? undefined : `${what}: ${got}`;
      return reply.error === answer && reply.status === errorStatus(answer as ErrorCode)
        ? undefined
        : `${what}: expected ${answer}, got ${got}`;
    };
    const wrong = await inParallel(probes, answerOf, atOnce);
    expect(wrong.filter((problem) => problem !== undefined)).toEqual([]);
    // A cursor is a place by id, by name, by position or by time. The places of reports have a format of
    // their own.
    const isReport = route.endpoint.statementSeconds !== undefined;
    if (probes.some(isPlace) && !isReport) expect(accepted).toBeGreaterThan(0);
  });
});

/** Headers can name an application as well; the credential stays the one of the first. */
test('the key of another site, and that of an application, open no site', async () => {
  const withSiteKey = routes.filter(({ endpoint }) => endpoint.auth === 'site_key');
  expect(withSiteKey.length).toBeGreaterThan(3);
  for (const route of withSiteKey)
    for (const key of [b.site_key, b.public_key, a.public_key]) {
      const own = await partsOf(route, a, a.values);
      const reply = await call(route, { ...own, headers: { ...own.headers, 'x-public-key': key } });
      expect([route.id, reply.error, leaks(reply, own)]).toEqual([route.id, 'invalid_public_key', []]);
    }
});

describe('a header that names the other application opens nothing', () => {
  const withApplication = routes.filter(({ endpoint }) =>
    (['key', 'user', 'user_and_key', 'user_or_key', 'user_or_admin'] as AuthKind[]).includes(endpoint.auth),
  );
  test.each(named(withApplication))('%s', async (_id, route) => {
    const own = await partsOf(route, a, a.values);
    const swaps: Record<string, string>[] = [
      { 'x-application-code': codeOf(b) },
      { 'x-application-id': String(b.values.application_id) },
      { 'x-application-code': codeOf(a), 'x-application-id': String(b.values.application_id) },
      { 'x-public-key': b.public_key },
      { 'x-public-key': b.public_key, 'x-application-code': codeOf(b) },
      { 'x-public-key': b.public_key, 'x-application-id': String(b.values.application_id) },
    ];
    const bearer =
      own.headers.authorization === undefined ? [] : [{ authorization: b.self.headers.authorization ?? '' }];
    const wrong = await inParallel([...swaps, ...bearer], async (swap) => {
      const parts = { ...own, headers: { ...own.headers, ...swap } };
      const reply = await call(route, parts);
      // A public key alone is the whole credential of its own application where the path names none.
      const refusals = ['application_mismatch', 'invalid_public_key', 'invalid_token'];
      return refusals.includes(reply.error ?? '') && leaks(reply, parts).length === 0
        ? undefined
        : `${JSON.stringify(swap)}: ${reply.status} ${reply.text.slice(0, 200)}`;
    });
    expect(wrong.filter((problem) => problem !== undefined)).toEqual([]);
  });
});

const keyRoutes = routes.filter(takesApiKey);
const readsWithKey = keyRoutes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.produces === undefined);

test('the gateway checks every field by which a request can name an application or a site', () => {
  const unchecked = keyRoutes
    .filter((route) => keyRuleOf(route) !== 'refused')
    .flatMap((route) => {
      const checked = keyScopeOf(route.endpoint).names.map(({ place, name }) => `${place} ${name}`);
      return namingFields(route)
        .filter(({ place, path }) => !checked.includes(`${place} ${path.join('.')}`))
        .map((field) => `${route.id} ${fieldId(field)}`);
    });
  expect(unchecked).toEqual([]);
});

/** The others show or change nothing of an application. */
const aboutApplications = keyRoutes.filter((route) => keyRuleOf(route) !== 'no_application');

describe('an admin API key of one application reaches nothing of another one', () => {
  test.each(named(aboutApplications))('%s', async (_id, route) => {
    const rule = keyRuleOf(route);
    const headers = { ...keyHeaders };
    if (route.endpoint.versioned === 'required') headers['if-match'] = '*';
    const foreign = { ...exampleRequest(route, b.values), headers };
    const reply = await call(route, foreign);
    const got = [reply.status, reply.error];
    expect(leaks(reply, foreign)).toEqual([]);
    const fields = namingFields(route);
    if (rule === 'object') {
      const [object] = fieldsOf(route.endpoint).filter(({ place }) => place === 'params');
      expect(got).toEqual([404, object && missingCode(route, object)]);
    } else if (rule === 'named' || rule === 'refused') expect(got).toEqual([403, 'forbidden']);
    if (rule === 'refused') return;
    const own = { ...exampleRequest(route, a.values), headers };
    for (const field of fields) {
      const parts = { ...put(route, own, field, b.values[resourceOf(field) as Resource]), headers };
      const mixed = await call(route, parts);
      expect([fieldId(field), mixed.status, mixed.error]).toEqual([fieldId(field), 403, 'forbidden']);
    }
  });
});

describe('an admin API key of one application reads what a session reads of it', () => {
  test.each(named(readsWithKey))('%s', async (_id, route) => {
    const parts = exampleRequest(route, a.values);
    const bySession = await call(route, { ...parts, headers: adminHeaders });
    const byKey = await call(route, { ...parts, headers: keyHeaders });
    expect(leaks(byKey, { ...parts, headers: keyHeaders })).toEqual([]);
    const isRefused = keyRuleOf(route) === 'refused';
    expect([byKey.status, byKey.error]).toEqual(isRefused ? [403, 'forbidden'] : [bySession.status, undefined]);
  });

  test('lists over applications have the rows of its application alone', async () => {
    const lists = keyRoutes.filter((route) => keyRuleOf(route) === 'own_rows');
    expect(lists.length).toBeGreaterThan(4);
    for (const route of lists) {
      const query: Record<string, string> = route.endpoint.paginated ? { limit: '200' } : {};
      const parts = { params: {}, query, body: undefined };
      const bySession = await call(route, { ...parts, headers: adminHeaders });
      const byKey = await call(route, { ...parts, headers: keyHeaders });
      expect([route.id, byKey.status, leaks(byKey, { ...parts, headers: {} })]).toEqual([route.id, 200, []]);
      // A session reads rows of both applications here.
      if (route.id !== 'listMissingLegalDocuments')
        expect([route.id, leaks(bySession, { ...parts, headers: {} }).length > 0]).toEqual([route.id, true]);
    }
  });
});

test('none of it changed a row of either application', async () => {
  await t.untilIdle();
  expect(await contents()).toEqual(before);
});

test('no schema has a readable address, number, name or text of a lead, a subscriber or a ticket', async () => {
  const texts = [
    'people.test',
    '9161234567',
    'Sender of',
    'Message of',
    'Ticket of',
    'Question of',
    'Пелагея',
    'alpha.png',
  ];
  expect(await rowsWith(t.database, texts)).toEqual([]);
  // There is something to find, and the search finds what is there.
  for (const table of ['leads', 'subscribers', 'support_messages', 'support_attachments'])
    expect([table, (await t.database.query(`SELECT FROM cms.${table} LIMIT 1`)).length]).toEqual([table, 1]);
  expect(await rowsWith(t.database, ['Application alpha'])).toContain('catalog.applications');
});

/* -------------------------------------------------------------------- the same requests work on what is one's own */

test('each of these requests works when everything in it is one’s own', async () => {
  const faults = await inParallel(
    [...tied.filter(isChosen).entries()],
    async ([at, route]) => {
      // A change has an application of its own, because it may remove resources that others need.
      const isRead = route.endpoint.method === 'GET';
      const world = isRead ? a : worldOf(`own-${at}`, `own-${at}`);
      const parts = await partsOf(route, world, isRead ? a.values : await world.givenFor(route));
      const reply = await call(route, parts);
      if (reply.status >= 400) return `${route.id}: ${reply.status} ${reply.text}`;
      const leaked = leaks(reply, parts);
      return leaked.length > 0 ? `${route.id} shows ${leaked.join(', ')}` : undefined;
    },
    4,
  );
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

test('one person with one token is a different user in two applications that share an identity provider', async () => {
  const twin = ok(await admin.createApplication({ body: { code: 'twin', name: 'Twin' } }));
  const { issuer, jwksUrl } = t.sandboxes.idp;
  ok(
    await admin.setIdentityProvider({
      params: { application_id: twin.id },
      body: { issuer, audience: (await a.application()).token_audience, jwks_url: jwksUrl },
    }),
  );
  const client = t.client({ authorization: a.self.headers.authorization ?? '' });
  const at = { params: { app_code: 'twin' } };
  expect((await client.getMyProfile(at)).error).toBe('user_not_found');
  const registered = ok(await client.registerUser({ ...at, body: {} }));
  expect(registered.created).toBe(true);
  expect(registered.user.id).not.toBe(a.self.user_id);
  expect(ok(await client.getMyEntitlements(at)).codes).toEqual([]);
  expect(ok(await client.getMyEntitlements({ params: { app_code: codeOf(a) } })).codes).toEqual([
    'alpha_basic',
    a.values.entitlement_code,
  ]);
  expect(ok(await client.listMyPayments({ headers: { 'x-application-code': 'twin' } }))).toEqual([]);
});

test('an idempotency key belongs to one user of one application', async () => {
  const headers = { 'idempotency-key': 'the-same-key' };
  const start = async ({ self, values, documents }: Whole) =>
    self.client.createPayment({
      headers,
      body: {
        plan_price_id: String(values.plan_price_id),
        return_url: 'https://app.example.test/',
        consents: (await documents()).slice(2),
      },
    });
  const replies = [await start(a), await start({ ...neighbour, values: a.values }), await start(b)];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(replies.map((reply) => reply.headers.get('idempotent-replayed'))).toEqual([null, null, null]);
  expect(new Set(replies.map(({ data }) => data.payment_id)).size).toBe(3);
  const again = await start(a);
  expect([again.headers.get('idempotent-replayed'), again.data.payment_id]).toEqual([
    'true',
    replies[0]?.data.payment_id,
  ]);
});

test('an erasure erases only the user of its token in its application', async () => {
  const profile = (world: Whole) => world.self.client.getMyProfile({ params: { app_code: codeOf(world) } });
  const startClock = stopCacheClock();
  expect((await a.self.client.eraseMe({ params: { app_code: codeOf(a) } })).status).toBe(204);
  await until('the token belongs to no user', async () => (await profile(a)).error === 'user_not_found');
  startClock();
  expect([(await profile(neighbour)).status, (await profile(b)).status]).toEqual([200, 200]);
});

test('the document names status, media type and code of every answer of this suite', () => {
  expect(ledger.compared()).toBeGreaterThan(100);
  expect(ledger.differences()).toEqual([]);
});
