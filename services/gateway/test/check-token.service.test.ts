import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TokenCheck } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type GatewayTest, startGatewayTest } from './gateway-test.ts';

let t: GatewayTest;
let admin: ReturnType<GatewayTest['client']>;
beforeAll(async () => {
  t = await startGatewayTest({ logLevel: 'debug' });
  admin = t.client(t.addAdmin());
});
afterAll(() => t.stop());

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const withoutSlash = (url: string) => url.replace(/\/$/, '');

interface Mistake {
  failed: TokenCheck;
  /** The settings of the application beside its issuer and audience. */
  provider?: Parameters<GatewayTest['addApplication']>[1];
  token: (audience: string) => Promise<string>;
  expected?: string;
  found?: string;
}

const mistakes: Record<string, () => Mistake> = {
  'a word instead of a token': () => ({ failed: 'format', token: async () => 'hello', found: '1 part(s)' }),
  'a token that is too long': () => ({
    failed: 'format',
    token: async () => `${'x'.repeat(17_000)}.b.c`,
    expected: '16384',
    found: '17004',
  }),
  'no algorithm': () => ({
    failed: 'algorithm',
    token: (aud) => t.idp.mint({ aud }, { kind: 'alg_none' }),
    found: 'alg: none',
  }),
  'a shared secret where keys are expected': () => ({
    failed: 'algorithm',
    token: (aud) => t.idp.mint({ aud }, { kind: 'hs256_with_public_key' }),
    expected: 'RS256',
    found: 'alg: HS256',
  }),
  'keys where a shared secret is expected': () => ({
    failed: 'algorithm',
    provider: { hs256_secret: t.idp.sharedSecret },
    token: (aud) => t.idp.mint({ aud }),
    expected: 'alg is one of HS256',
    found: 'alg: RS256',
  }),
  'a key that was never published': () => ({
    failed: 'key',
    token: (aud) => t.idp.mint({ aud }, { kind: 'unknown_key' }),
    expected: t.idp.jwksUrl,
    found: 'no such key',
  }),
  'another shared secret': () => ({
    failed: 'key',
    provider: { hs256_secret: 'another-secret-that-is-long-enough-for-this' },
    token: () => t.idp.mint({}, { kind: 'supabase_user' }),
    found: 'another secret',
  }),
  'a discovery document where the key set should be': () => ({
    failed: 'key',
    provider: { jwks_url: `${withoutSlash(t.idp.issuer)}/.well-known/openid-configuration` },
    token: (aud) => t.idp.mint({ aud }),
    found: `is a discovery document; the key set is at ${t.idp.jwksUrl}`,
  }),
  'a key set inside the network': () => ({
    failed: 'key',
    provider: { jwks_url: 'http://10.0.0.1:8443/jwks' },
    token: (aud) => t.idp.mint({ aud }),
    found: 'SAFE_FETCH_ALLOWED_HOSTS=10.0.0.1:8443',
  }),
  'an issuer with another slash at its end': () => ({
    failed: 'issuer',
    provider: { issuer: `${withoutSlash(t.idp.issuer)}/` },
    token: (aud) => t.idp.mint({ aud }),
    expected: `iss is ${withoutSlash(t.idp.issuer)}/`,
    found: 'only the slash at its end differs',
  }),
  'another audience': () => ({
    failed: 'audience',
    token: () => t.idp.mint({ aud: ['account', 'other'] }),
    found: 'aud: ["account","other"]',
  }),
  'no audience': () => ({ failed: 'audience', token: () => t.idp.mint({ aud: undefined }), found: 'aud: nothing' }),
  'another authorized party': () => ({
    failed: 'audience',
    provider: { audience: null, authorized_party: 'web' },
    token: (aud) => t.idp.mint({ aud, azp: 'mobile' }),
    expected: 'azp (or client_id) is web',
    found: 'azp: mobile',
  }),
  'a token whose time is over': () => ({
    failed: 'expiry',
    token: (aud) => t.idp.mint({ aud, exp: inSeconds(-3_600) }),
    expected: 'exp is later than now',
    found: 'exp: 20',
  }),
  'a provider whose clock is an hour ahead': () => ({
    failed: 'expiry',
    token: (aud) => t.idp.mint({ aud, nbf: inSeconds(3_600) }),
    expected: 'nbf is not later than now',
    found: 'nbf: 20',
  }),
  'a subject that is a number': () => ({
    failed: 'subject',
    token: (aud) => t.idp.mint({ aud, sub: 42 }),
    expected: 'text',
    found: 'sub: 42',
  }),
};

const checkToken = (application_id: string, token: string) =>
  admin.checkToken({ params: { application_id }, body: { token } });
const register = (code: string, token: string, headers: Record<string, string> = {}) =>
  t.client({ authorization: `Bearer ${token}`, ...headers }).registerUser({ params: { app_code: code }, body: {} });

const refusals = async (reason: string): Promise<number> =>
  Number(
    new RegExp(`^user_token_refusals_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(await t.metrics())?.[1] ?? 0,
  );
const linesOf = (requestId: string) =>
  t
    .logged()
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ request_id }) => request_id === requestId);

describe('a mistake is named by check-token, refused in a request, counted and logged', () => {
  test.each(Object.entries(mistakes))('%s', async (name, planted) => {
    const { failed, provider, token: make, expected = '', found = '' } = planted();
    const application = t.addApplication(`mistake-${newId().slice(-8)}`, provider);
    const token = await make(application.code);

    const { status, data } = await checkToken(application.id, token);
    expect([status, data.is_accepted, data.failed, data.subject]).toEqual([200, false, failed, null]);
    expect([data.expected, data.found]).toEqual([expect.stringContaining(expected), expect.stringContaining(found)]);

    const before = await refusals(failed);
    const reply = await register(application.code, token);
    const isLost = name.startsWith('a discovery') || name.startsWith('a key set inside');
    if (isLost) return expect(reply.status).toBe(503);
    expect([reply.status, reply.error]).toEqual([
      401,
      name === 'a token whose time is over' ? 'token_expired' : 'invalid_token',
    ]);
    expect(await refusals(failed)).toBe(before + 1);
    const lines = linesOf(reply.headers.get('x-request-id') ?? '');
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', reason: failed, application: application.code }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ level: 'debug', status: 401, code: reply.error }));
  });
});

test('a token that is in order is accepted, and its user and end are shown', async () => {
  const application = t.addApplication('in-order');
  const token = await t.idp.mint({ aud: 'in-order' }, { username: 'anna' });
  const { sub, exp } = decodeJwt(token);
  const { data } = await checkToken(application.id, token);
  expect(data).toEqual({
    is_accepted: true,
    failed: null,
    expected: null,
    found: null,
    subject: sub,
    expires_at: new Date((exp ?? 0) * 1000).toISOString(),
  });
});

test('an empty key set is explained', async () => {
  t.idp.faults.set({ emptyKeys: true });
  try {
    const application = t.addApplication('empty-set', { jwks_url: `${t.idp.jwksUrl}?empty` });
    const { data } = await checkToken(application.id, await t.idp.mint({ aud: 'empty-set' }));
    expect([data.failed, data.expected]).toEqual(['key', expect.stringContaining('an empty key set')]);
  } finally {
    t.idp.faults.reset();
  }
});

test('a token for an application without an identity provider fails on that, and one for no application is 404', async () => {
  const application = t.addApplication('no-provider', null);
  const token = await t.idp.mint();
  expect((await checkToken(application.id, token)).data.failed).toBe('provider');
  expect(await checkToken(newId(), token)).toMatchObject({ status: 404, error: 'application_not_found' });
});

test('a setting that has just changed counts at once, whatever requests remember', async () => {
  const application = t.addApplication('changing');
  const token = await t.idp.mint({ aud: 'another' });
  expect((await register('changing', token)).status).toBe(401);
  expect((await checkToken(application.id, token)).data.failed).toBe('audience');
  Object.assign(application.identity_provider ?? {}, { audience: 'another' });
  expect((await checkToken(application.id, token)).data.is_accepted).toBe(true);
});

test('a token of 15 KiB passes the head limit and is verified', async () => {
  const application = t.addApplication('large');
  const token = await t.idp.mint({ aud: 'large', groups: 'x'.repeat(11_000) });
  expect(token.length).toBeGreaterThan(15_000);
  expect((await register(application.code, token)).status).toBe(200);
});

test('every refusal of a client leaves a line at DEBUG that its request id finds', async () => {
  const refused = [
    await t.send({ method: 'GET', target: '/v1/nothing-here', headers: { 'x-request-id': 'req-404' } }),
    await t.send({ method: 'PUT', target: '/v1/health', headers: { 'x-request-id': 'req-405' } }),
    await t.send({ method: 'GET', target: `/v1/${'x'.repeat(9_000)}`, headers: { 'x-request-id': 'req-414' } }),
    await t.send({
      method: 'GET',
      target: '/v1/applications/demo/users/me',
      headers: { authorization: 'Basic x', 'x-request-id': 'req-401' },
    }),
  ];
  for (const { status } of refused) {
    const lines = linesOf(`req-${status}`);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'debug', status, msg: 'a request is refused' }));
  }
  expect(refused.map(({ status }) => status)).toEqual([404, 405, 414, 401]);
});

test('no token stands in the log', async () => {
  const application = t.addApplication('silent-log');
  const token = await t.idp.mint({ aud: 'another' });
  await checkToken(application.id, token);
  await register(application.code, token);
  const text = t.logged().join('\n');
  expect(text).toContain('a user token is refused');
  const [head, claims, signature] = token.split('.');
  expect(decodeProtectedHeader(token).kid).toBeDefined();
  for (const part of [head, claims, signature]) expect(text.includes(String(part))).toBe(false);
  expect(text).not.toMatch(/eyJ[\w-]{10,}\./);
});
