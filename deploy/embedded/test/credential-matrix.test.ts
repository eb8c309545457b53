import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorStatus, errorsOf, type Resource, type Route, requestPath } from '@platform/contracts';
import type { ErrorCode } from '@platform/contracts/errors';
import type { AdminRole, AuthKind, Endpoint } from '@platform/contracts/kit';
import type { MintKind } from '@platform/sandbox';
import { eventually } from '@platform/testing';
import { type AnswerLedger, openAnswerLedger } from './document-validator.ts';
import { keyRuleOf, namingFields, takesApiKey } from './key-scope-model.ts';
import {
  exampleRequest,
  inParallel,
  named,
  resourceOf,
  routes,
  type Values,
  type WireReply,
  wire,
  without,
} from './probes.ts';
import { wordlessTextsOf } from './refusal-words.ts';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform } from './test-platform.ts';

/**
 * Every endpoint of the contract, called with every kind of credential. The expected answer is derived from
 * the contract alone: a declared endpoint is covered, and a new kind of credential does not compile here
 * until it is classified.
 */

const otherAudience = 'another-app';

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let ledger: AnswerLedger;
let otherKey: string;
let otherId: string;
/** An application that administrators may change and archive here. */
let spareId: string;
let spareSiteId: string;
let spareSiteCode: string;
const siteKeys = { current: '', previous: '', gone: '', other: '', archived: '', server: '' };
/** Codes of sites beside that of the demo application. */
const siteCodes = { other: '', archived: '', ofAnother: '' };
const bearers = new Map<string, string>();

/* ------------------------------------------------------------------------------------- the kinds of credential */

/** The validity of a bearer token, independent of the endpoint. */
type Bearer =
  | { is: 'absent' }
  | { is: 'garbage' }
  | { is: 'user' }
  | { is: 'bad_user'; code: ErrorCode }
  | { is: 'session'; role: AdminRole }
  | { is: 'api_key'; role: AdminRole; applications: 'all' | 'one' | 'another' };

const minted: Record<MintKind, Bearer> = {
  valid: { is: 'user' },
  wrong_issuer: { is: 'bad_user', code: 'invalid_token' },
  wrong_audience: { is: 'bad_user', code: 'invalid_token' },
  expired: { is: 'bad_user', code: 'token_expired' },
  not_yet_valid: { is: 'bad_user', code: 'invalid_token' },
  no_subject: { is: 'bad_user', code: 'invalid_token' },
  alg_none: { is: 'bad_user', code: 'invalid_token' },
  hs256_with_public_key: { is: 'bad_user', code: 'invalid_token' },
  unknown_key: { is: 'bad_user', code: 'invalid_token' },
  supabase_user: { is: 'bad_user', code: 'invalid_token' },
  supabase_anon: { is: 'bad_user', code: 'invalid_token' },
  supabase_service_role: { is: 'bad_user', code: 'invalid_token' },
};

const kinds: Record<string, Bearer> = {
  'no token': { is: 'absent' },
  ...Object.fromEntries(Object.entries(minted).map(([kind, bearer]) => [`a ${kind} user token`, bearer])),
  'a user token of another application': { is: 'bad_user', code: 'invalid_token' },
  'a user token with a broken signature': { is: 'bad_user', code: 'invalid_token' },
  'a user token longer than 16 KiB': { is: 'bad_user', code: 'invalid_token' },
  'three dots': { is: 'bad_user', code: 'invalid_token' },
  'a staff session': { is: 'session', role: 'staff' },
  'an admin session': { is: 'session', role: 'admin' },
  'an owner session': { is: 'session', role: 'owner' },
  'a closed session': { is: 'garbage' },
  'a staff API key': { is: 'api_key', role: 'staff', applications: 'all' },
  'an admin API key': { is: 'api_key', role: 'admin', applications: 'all' },
  'an API key for one application': { is: 'api_key', role: 'admin', applications: 'one' },
  'an API key for another application': { is: 'api_key', role: 'admin', applications: 'another' },
  'a revoked API key': { is: 'garbage' },
  'an expired API key': { is: 'garbage' },
  'a word': { is: 'garbage' },
  'a basic authorization': { is: 'garbage' },
  'a bearer without a token': { is: 'garbage' },
};

const keys = [
  'no key',
  'the own key',
  'a wrong key',
  'the key of another application',
  'the site key',
  'the site key in the address',
  'the site key before the last rotation',
  'a site key that was rotated out',
  'the key of another site',
  'the key of an archived site',
  'the server key of the site',
  'the server key in the address',
  'the server key in a browser',
] as const;
const ofTheSite = ['the site key', 'the site key before the last rotation'];
const secrets = ['no secret', 'the worker secret', 'a wrong worker secret'] as const;
const tokens = [
  'no webhook token',
  'the webhook token',
  'the webhook token in the address',
  'a wrong webhook token',
  'a wrong webhook token in the address',
] as const;

interface Combination {
  bearer: string;
  key: (typeof keys)[number];
  secret: (typeof secrets)[number];
  token: (typeof tokens)[number];
}

const nothing: Combination = { bearer: 'no token', key: 'no key', secret: 'no secret', token: 'no webhook token' };

const combinations: Combination[] = [
  ...Object.keys(kinds).map((bearer) => ({ ...nothing, bearer })),
  // A key of an application changes nothing for an admin API key that a session does not show.
  ...Object.entries(kinds)
    .filter(([, { is }]) => is !== 'api_key')
    .map(([bearer]) => ({ ...nothing, bearer, key: 'the own key' as const })),
  ...keys.flatMap((key) => [
    { ...nothing, key },
    { ...nothing, key, bearer: 'a valid user token' },
  ]),
  ...secrets.map((secret) => ({ ...nothing, secret })),
  ...tokens.map((token) => ({ ...nothing, token })),
  { ...nothing, secret: 'the worker secret', token: 'the webhook token' },
];

/* --------------------------------------------------------------------------- what the contract says they are worth */

const ranks: Record<AdminRole, number> = { staff: 0, admin: 1, owner: 2 };
const bearerOf = ({ bearer }: Combination): Bearer => kinds[bearer] ?? { is: 'garbage' };

function keyFaults({ key }: Combination): ErrorCode[] {
  if (isInAddress(key) || key === 'no key') return ['missing_public_key'];
  return key === 'the own key' ? [] : ['invalid_public_key'];
}

const isInAddress = (key: Combination['key']): boolean => key.endsWith(' in the address');
const takesKeyInAddress = ({ query }: Endpoint): boolean => query !== undefined && 'public_key' in query.shape;

function siteKeyFaults({ key }: Combination, endpoint: Endpoint): ErrorCode[] {
  if (key === 'no key') return ['missing_public_key'];
  if (isInAddress(key) && !takesKeyInAddress(endpoint)) return ['missing_public_key'];
  if (key === 'the site key in the address') return [];
  if (key === 'the server key of the site' && endpoint.method === 'GET') return [];
  if (key.startsWith('the server key')) return ['server_key_refused'];
  return ofTheSite.includes(key) ? [] : ['invalid_public_key'];
}

function userFaults(combination: Combination): ErrorCode[] {
  const bearer = bearerOf(combination);
  // The key is optional beside a token, but one that is sent has to be right.
  const isSent = combination.key !== 'no key' && !isInAddress(combination.key);
  const optionalKey = isSent ? keyFaults(combination) : [];
  if (bearer.is === 'absent') return [...optionalKey, 'missing_token'];
  if (bearer.is === 'user') return optionalKey;
  return [...optionalKey, bearer.is === 'bad_user' ? bearer.code : 'invalid_token'];
}

const isAdminBearer = ({ is }: Bearer): boolean => is === 'session' || is === 'api_key';

function adminFaults(combination: Combination, role: AdminRole, endpoint: Endpoint): ErrorCode[] {
  const bearer = bearerOf(combination);
  if (bearer.is === 'absent') return ['missing_token'];
  if (bearer.is !== 'session' && bearer.is !== 'api_key') return ['invalid_token'];
  if (ranks[bearer.role] < ranks[role]) return ['forbidden'];
  if (bearer.is === 'session') return [];
  return endpoint.needsSession || isOutOfScope(bearer, endpoint) ? ['forbidden'] : [];
}

/**
 * Whether a restricted key is refused for the request of this suite, whose path and query name the spare application
 * and its site, and whose body is empty.
 */
function isOutOfScope({ applications }: { applications: 'all' | 'one' | 'another' }, endpoint: Endpoint): boolean {
  if (applications === 'all') return false;
  const route = { id: '', service: '', endpoint };
  const rule = keyRuleOf(route);
  if (rule === 'refused') return true;
  const isNamed = namingFields(route).some(({ place }) => place !== 'body');
  // An object that does not exist is not found.
  return isNamed ? applications === 'another' : rule === 'named';
}

/**
 * The codes that may be answered; none when the combination is sufficient. With two faults, either may be
 * named.
 */
const judge: Record<AuthKind, (combination: Combination, role: AdminRole, endpoint: Endpoint) => ErrorCode[]> = {
  none: () => [],
  application: () => [],
  // A token that is sent has to be right, also beside a right key.
  user_or_key: (combination) =>
    bearerOf(combination).is === 'absent' ? keyFaults(combination) : userFaults(combination),
  key: keyFaults,
  site_key: (combination, _role, endpoint) => siteKeyFaults(combination, endpoint),
  user: userFaults,
  user_and_key: (combination) => [...keyFaults(combination), ...userFaults(combination)],
  user_or_admin: (combination, role, endpoint) =>
    isAdminBearer(bearerOf(combination)) ? adminFaults(combination, role, endpoint) : userFaults(combination),
  admin: adminFaults,
  worker: ({ secret }) => (secret === 'the worker secret' ? [] : ['invalid_worker_secret']),
  webhook_token: ({ token }) => (token.startsWith('the webhook token') ? [] : ['invalid_webhook_token']),
};

const faultsOf = ({ endpoint }: Route, combination: Combination): ErrorCode[] =>
  judge[endpoint.auth](combination, endpoint.role ?? 'staff', endpoint);

/* ------------------------------------------------------------------------------------------------ how they are sent */

const keyValues: Record<Combination['key'], () => string | undefined> = {
  'no key': () => undefined,
  'the own key': () => t.demo.public_key,
  'a wrong key': () => `svc_pub_${'x'.repeat(32)}`,
  'the key of another application': () => otherKey,
  'the site key': () => siteKeys.current,
  'the site key in the address': () => undefined,
  'the site key before the last rotation': () => siteKeys.previous,
  'a site key that was rotated out': () => siteKeys.gone,
  'the key of another site': () => siteKeys.other,
  'the key of an archived site': () => siteKeys.archived,
  'the server key of the site': () => siteKeys.server,
  'the server key in the address': () => undefined,
  'the server key in a browser': () => siteKeys.server,
};

const passwordOf = 'another-long-password';
const emailOf = (role: AdminRole): string => (role === 'owner' ? t.secrets.admin_email : `${role}@example.test`);

async function openSession(role: AdminRole): Promise<string> {
  const password = role === 'owner' ? t.secrets.admin_password : passwordOf;
  for (;;) {
    const { status, data } = await t.client().openAdminSession({ body: { email: emailOf(role), password } });
    if (status !== 429) return data.access_token;
    // Logins are checked one at a time, and a slow machine refuses some of many at once.
    await sleep(200);
  }
}

async function headersOf(route: Route, combination: Combination): Promise<Record<string, string>> {
  const kind = bearerOf(combination);
  // Each call that ends its session needs one of its own.
  const isSpent = kind.is === 'session' && route.endpoint.endsSession;
  const authorization = isSpent ? `Bearer ${await openSession(kind.role)}` : bearers.get(combination.bearer);
  const key = keyValues[combination.key]();
  const secret = {
    'no secret': undefined,
    'the worker secret': t.secrets.worker_secret,
    'a wrong worker secret': 'no',
  };
  const token = { 'the webhook token': t.secrets.webhook_token, 'a wrong webhook token': 'no' };
  const headers = {
    authorization,
    'x-public-key': key,
    'x-worker-secret': secret[combination.secret],
    'x-webhook-token': token[combination.token as keyof typeof token],
    'x-application-code': t.demo.application_code,
    'content-type': route.endpoint.body ? 'application/json' : undefined,
    origin: combination.key === 'the server key in a browser' ? 'https://notes.example.com' : undefined,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const paramsOf = (route: Route): Record<string, string> => {
  const { application_code, site_code } = t.demo;
  return exampleRequest(route, { ...spareValues(), application_code, site_code }).params;
};

/** The names of the spare application, for requests of administrators. */
const spareValues = () => ({
  application_id: spareId,
  site_id: spareSiteId,
  document_owner_id: spareId,
  erasure_owner_id: spareId,
});

/** The names in the query of a request of an administrator. */
function scopeQueryOf(route: Route): Record<string, string> {
  if (!takesApiKey(route)) return {};
  const values: Values = { ...spareValues(), application_code: 'spare', site_code: spareSiteCode };
  return Object.fromEntries(
    namingFields(route)
      .filter(({ place }) => place === 'query')
      .map((field) => [String(field.path[0]), String(values[resourceOf(field) as Resource])]),
  );
}

async function call(route: Route, combination: Combination): Promise<WireReply> {
  const query: Record<string, string> | undefined = {
    'the webhook token in the address': { token: t.secrets.webhook_token },
    'a wrong webhook token in the address': { token: 'no' },
  }[combination.token as string];
  const keyInAddress = combination.key === 'the site key in the address' ? siteKeys.current : siteKeys.server;
  const withKey = isInAddress(combination.key) ? { public_key: keyInAddress } : {};
  const reply = await send({
    method: route.endpoint.method,
    target: requestPath(route.endpoint, {
      params: paramsOf(route),
      query: { ...query, ...withKey, ...scopeQueryOf(route) },
    }),
    headers: await headersOf(route, combination),
    body: route.endpoint.body ? '{}' : undefined,
  });
  ledger.compare(route.id, reply);
  return reply;
}

/** What a refusal of a role that is too low lacks: it names the role that is needed, and the one of the caller. */
function faultOfRole({ endpoint }: Route, combination: Combination, { error, json }: WireReply): string | undefined {
  const bearer = bearerOf(combination);
  if (error !== 'forbidden' || !('role' in bearer) || ranks[bearer.role] >= ranks[endpoint.role ?? 'staff']) return;
  const { message, required_role, role } = json;
  const isNamed = [endpoint.role, bearer.role].every((name) => String(message).includes(`\`${name}\``));
  return isNamed && required_role === endpoint.role && role === bearer.role ? undefined : 'does not name both roles';
}

const spell = (combination: Combination): string =>
  Object.values(combination)
    .filter((part) => !part.startsWith('no '))
    .join(' + ') || 'nothing';

async function prepareSites(admin: PlatformClient): Promise<void> {
  const [site] = (await admin.listSites({ query: { application_id: t.demo.application_id } })).data;
  const params = { site_id: site?.id ?? '' };
  siteKeys.gone = t.demo.site_key;
  siteKeys.previous = (await admin.rotateSiteKey({ params, body: { grace_hours: 0 } })).data.site_key;
  siteKeys.current = (await admin.rotateSiteKey({ params, body: { grace_hours: 1 } })).data.site_key;
  siteKeys.server = (await admin.rotateSiteKey({ params, body: { kind: 'server' } })).data.site_key;
  const make = async (application_id: string | null) =>
    (await admin.createSite({ body: { name: 'Another', application_id } })).data;
  const other = await make(null);
  const archived = await make(t.demo.application_id);
  await admin.updateSite({ params: { site_id: archived.id }, body: { status: 'archived' } });
  Object.assign(siteKeys, { other: other.site_key, archived: archived.site_key });
  Object.assign(siteCodes, { other: other.code, archived: archived.code, ofAnother: (await make(otherId)).code });
}

async function prepareApiKeys(admin: PlatformClient): Promise<void> {
  spareId = (await admin.createApplication({ body: { code: 'spare', name: 'Spare', payments_enabled: true } })).data.id;
  const site = (await admin.createSite({ body: { name: 'Spare', application_id: spareId } })).data;
  [spareSiteId, spareSiteCode] = [site.id, site.code];
  const make = async (kind: string, body: { role: 'staff' | 'admin'; application_ids?: string[] }) => {
    const { data } = await admin.createAdminApiKey({ body: { name: kind, ...body } });
    bearers.set(kind, `Bearer ${data.api_key}`);
    return data.id;
  };
  for (const [kind, bearer] of Object.entries(kinds))
    if (bearer.is === 'api_key' && bearer.role !== 'owner')
      await make(kind, {
        role: bearer.role,
        ...(bearer.applications === 'one' ? { application_ids: [spareId] } : {}),
        ...(bearer.applications === 'another' ? { application_ids: [otherId] } : {}),
      });
  await make('a revoked API key', { role: 'admin' });
  const expired = await make('an expired API key', { role: 'admin' });
  await t.database.query("UPDATE identity.admin_api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [
    expired,
  ]);
  const revoked = { authorization: bearers.get('a revoked API key') ?? '' };
  const { id } = (await t.client(revoked).getCurrentAdmin()).data;
  expect((await t.client(revoked).listApplications()).status).toBe(200);
  const startClock = stopCacheClock();
  expect((await admin.deleteAdminApiKey({ params: { api_key_id: id } })).status).toBe(204);
  // Gateways receive the event through the outbox. The list of applications does not check the key.
  await eventually(async () => (await t.client(revoked).listApplications()).status === 401);
  startClock();
}

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  ledger = await openAnswerLedger();
  const admin = t.client(await t.adminHeaders());
  const other = await admin.createApplication({ body: { code: 'another', name: 'Another', payments_enabled: true } });
  otherKey = other.data.public_keys[0]?.key ?? '';
  otherId = other.data.id;
  const { issuer, jwksUrl } = t.sandboxes.idp;
  await admin.setIdentityProvider({
    params: { application_id: other.data.id },
    body: { issuer, audience: otherAudience, jwks_url: jwksUrl },
  });
  for (const role of ['staff', 'admin'] as const)
    await admin.createAdmin({ body: { email: emailOf(role), password: passwordOf, role } });

  await prepareSites(admin);

  const { headers } = await t.registered('anna');
  for (const kind of Object.keys(minted) as MintKind[])
    bearers.set(`a ${kind} user token`, `Bearer ${await t.sandboxes.idp.mint({}, { kind, username: 'anna' })}`);
  const valid = headers.authorization ?? '';
  const foreign = await t.sandboxes.idp.mint({ aud: otherAudience }, { username: 'anna' });
  bearers.set('a user token of another application', `Bearer ${foreign}`);
  // The last but one character: the last one of a base64url text has bits that mean nothing.
  bearers.set('a user token with a broken signature', valid.slice(0, -2) + (valid.at(-2) === 'A' ? 'BA' : 'AA'));
  const long = await t.sandboxes.idp.mint({ padding: 'x'.repeat(13_000) }, { username: 'anna' });
  bearers.set('a user token longer than 16 KiB', `Bearer ${long}`);
  bearers.set('three dots', 'Bearer ..');
  bearers.set('a word', 'Bearer hello');
  bearers.set('a basic authorization', `Basic ${Buffer.from('a:b').toString('base64')}`);
  bearers.set('a bearer without a token', 'Bearer');
  for (const role of ['staff', 'admin', 'owner'] as const)
    bearers.set(`a${role === 'staff' ? '' : 'n'} ${role} session`, `Bearer ${await openSession(role)}`);
  const closed = { authorization: `Bearer ${await openSession('owner')}` };
  expect((await t.client(closed).getCurrentAdmin()).status).toBe(200);
  expect((await t.client(closed).closeAdminSession()).status).toBe(204);
  bearers.set('a closed session', closed.authorization);
  await prepareApiKeys(admin);
});
afterAll(async () => {
  send.close();
  await t.stop();
});

test('every kind of token that the matrix names is really sent', () => {
  expect([...bearers.keys()].sort()).toEqual(
    Object.keys(kinds)
      .filter((kind) => kind !== 'no token')
      .sort(),
  );
});

test('every endpoint that asks for a credential has combinations that suffice and combinations that do not', () => {
  for (const route of routes.filter(({ endpoint }) => endpoint.auth !== 'none' && endpoint.auth !== 'application')) {
    const sufficient = combinations.filter((combination) => faultsOf(route, combination).length === 0);
    expect([route.id, sufficient.length > 0, sufficient.length < combinations.length]).toEqual([route.id, true, true]);
  }
});

describe('an endpoint opens for the credential that its contract names and for nothing else', () => {
  test.each(named(routes))('%s', async (_id, route) => {
    const listed = errorsOf(route.endpoint);
    const wrong = await inParallel(combinations, async (combination) => {
      const reply = await call(route, combination);
      const faults = faultsOf(route, combination);
      const got = `${reply.status} ${reply.error ?? ''}`;
      if (faults.length === 0)
        return [401, 403].includes(reply.status) || reply.status >= 500
          ? `${spell(combination)} suffices, but got ${got}`
          : undefined;
      const isRight = faults.some((code) => reply.error === code && reply.status === errorStatus(code));
      if (!isRight) return `${spell(combination)} must be refused with ${faults.join(' or ')}, but got ${got}`;
      if (!faults.some((code) => listed.includes(code))) return `the contract does not list ${faults.join(' or ')}`;
      const { request_id, doc_url } = reply.json;
      const isWhole = request_id === reply.headers['x-request-id'] && wordlessTextsOf(reply).length === 0;
      const lowRole = faultOfRole(route, combination, reply);
      if (lowRole !== undefined) return `${spell(combination)} ${lowRole}: ${reply.text}`;
      return isWhole && doc_url === `${t.baseUrl}/docs/errors/${reply.error}`
        ? undefined
        : `${spell(combination)} has another answer than {error, message, request_id, doc_url}: ${reply.text}`;
    });
    expect(wrong.filter((problem) => problem !== undefined)).toEqual([]);
  });
});

const usesApplication = routes.filter(({ endpoint }) =>
  (['key', 'user', 'user_and_key', 'user_or_key', 'user_or_admin'] as AuthKind[]).includes(endpoint.auth),
);

describe('right credentials open nothing when path and headers do not name one active application', () => {
  test.each(named(usesApplication))('%s', async (_id, route) => {
    const inPath = route.endpoint.path.includes('{app_code}');
    const credentials = await headersOf(route, { ...nothing, bearer: 'a valid user token', key: 'the own key' });
    const unnamed = without(credentials, 'x-application-code');
    const answer = async (headers: Record<string, string>, app_code?: string) => {
      const params = { ...paramsOf(route), ...(inPath && app_code ? { app_code } : {}) };
      const { error, status } = await send({
        method: route.endpoint.method,
        target: requestPath(route.endpoint, { params }),
        headers,
        body: route.endpoint.body ? '{}' : undefined,
      });
      return [status, error];
    };
    const onlyToken = without(unnamed, 'x-public-key');

    const byHeader = { ...unnamed, 'x-application-code': 'another' };
    expect(await answer(byHeader)).toEqual(inPath ? [400, 'application_mismatch'] : [401, 'invalid_public_key']);
    expect(await answer(byHeader, 'another')).toEqual([401, 'invalid_public_key']);
    const keyless = without(byHeader, 'x-public-key');
    // Where either will do, the token that was sent is the one that counts.
    const needsKey = errorsOf(route.endpoint).includes('missing_public_key') && route.endpoint.auth !== 'user_or_key';
    expect(await answer(keyless, 'another')).toEqual([401, needsKey ? 'missing_public_key' : 'invalid_token']);
    expect(await answer({ ...credentials, 'x-application-id': otherId })).toEqual([400, 'application_mismatch']);
    expect(await answer({ ...credentials, 'x-application-id': 'no-uuid' })).toEqual([400, 'application_mismatch']);
    const unknown = { ...unnamed, ...(inPath ? {} : { 'x-application-code': 'no-such-app' }) };
    for (const code of ['no-such-app', 'DEMO', 'x'.repeat(300), "'; DROP TABLE users; --"])
      expect(await answer(inPath ? unknown : { ...unknown, 'x-application-code': code }, code)).toEqual([
        404,
        'application_not_found',
      ]);
    if (inPath) return;
    for (const id of ['no-uuid', otherId.replace(/^.{8}/, '00000000')])
      expect(await answer({ ...unnamed, 'x-application-id': id })).toEqual([404, 'application_not_found']);
    // The public key alone names its application; a token alone names none.
    expect([401, 403]).not.toContain((await answer(unnamed))[0]);
    expect(await answer(onlyToken)).toEqual(needsKey ? [401, 'missing_public_key'] : [400, 'validation_failed']);
  });
});

const usesSite = routes.filter(({ endpoint }) => endpoint.path.includes('{site_code}'));

describe('right credentials open nothing when the path names no active site of theirs', () => {
  test.each(named(usesSite))('%s', async (_id, route) => {
    const answer = async (site_code: string, key: string) => {
      const { error, status } = await send({
        method: route.endpoint.method,
        target: requestPath(route.endpoint, { params: { ...paramsOf(route), site_code } }),
        headers: { 'x-public-key': key, ...(route.endpoint.body ? { 'content-type': 'application/json' } : {}) },
        body: route.endpoint.body ? '{}' : undefined,
      });
      return [status, error];
    };
    const isOfApplication = route.endpoint.auth === 'key';
    const own = isOfApplication ? t.demo.public_key : siteKeys.current;
    const notFound = [404, 'site_not_found'];
    for (const code of ['no-such-site', t.demo.site_code.toUpperCase(), 'x'.repeat(300), "'; DROP TABLE sites; --"])
      expect([code, await answer(code, own)]).toEqual([code, notFound]);
    expect(await answer(siteCodes.archived, own)).toEqual(notFound);
    expect(await answer(siteCodes.archived, siteKeys.archived)).toEqual(
      isOfApplication ? [401, 'invalid_public_key'] : notFound,
    );
    for (const code of [siteCodes.other, siteCodes.ofAnother])
      expect(await answer(code, own)).toEqual(isOfApplication ? notFound : [401, 'invalid_public_key']);
  });
});

test('a restricted API key opens paths of its applications alone, and the audit log has its name', async () => {
  const headers = { authorization: bearers.get('an API key for one application') ?? '' };
  const key = t.client(headers);
  const read = async (application_id: string) => {
    const { status, error } = await key.getApplication({ params: { application_id } });
    return [status, error];
  };
  expect(await read(spareId)).toEqual([200, undefined]);
  expect(await read(spareId.toUpperCase())).toEqual([200, undefined]);
  expect(await read(otherId)).toEqual([403, 'forbidden']);
  expect(await read('no-uuid')).toEqual([403, 'forbidden']);
  const body = { code: 'exported', name: 'Made by a program' };
  const made = await key.createEntitlement({ params: { application_id: spareId }, body });
  expect(made.status).toBe(201);
  const log = t.client(await t.adminHeaders());
  const isRecorded = async () => {
    const { data } = await log.listAuditLog({ query: { target_id: made.data.id } });
    return data.some(({ admin }) => admin.email === 'key:an API key for one application');
  };
  await eventually(isRecorded);
});

test('the document names status, media type and code of every answer of this suite', () => {
  expect(ledger.compared()).toBeGreaterThan(100);
  expect(ledger.differences()).toEqual([]);
});
