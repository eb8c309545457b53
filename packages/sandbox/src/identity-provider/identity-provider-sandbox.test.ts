import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, type JWK, jwtVerify } from 'jose';
import { type MountedServer, startMountedServer } from '../http/mounted-server.ts';
import {
  createIdentityProviderSandbox,
  type IdentityProviderSandbox,
  type IdentityProviderSandboxOptions,
} from './identity-provider-sandbox.ts';

const CALLBACK = 'http://localhost:3000/callback';
let server: MountedServer;
let idp: IdentityProviderSandbox;

async function start(changes: Partial<IdentityProviderSandboxOptions> = {}): Promise<IdentityProviderSandbox> {
  const started = await createIdentityProviderSandbox({
    issuer: `${server.origin}/sandbox/idp`,
    clientId: 'demo-app',
    clientSecret: 'demo-secret',
    ...changes,
  });
  server.mount('/sandbox/idp', started.handler);
  return started;
}

beforeEach(async () => {
  server = await startMountedServer();
  idp = await start();
});
afterEach(async () => {
  await idp.stop();
  await server.close();
});

async function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const client = { client_id: 'demo-app', client_secret: 'demo-secret' };

function verify(token: string) {
  return jwtVerify(token, createRemoteJWKSet(new URL(idp.jwksUrl)), {
    issuer: idp.issuer,
    audience: 'demo-app',
    algorithms: ['RS256', 'ES256'],
    requiredClaims: ['sub'],
  });
}

describe('the provider', () => {
  test('describes itself with the addresses of its issuer, whatever host name is used', async () => {
    const url = `${idp.issuer}/.well-known/openid-configuration`;
    for (const address of [url, url.replace('localhost', '127.0.0.1')]) {
      const response = await fetch(address);
      expect(await response.json()).toMatchObject({
        issuer: idp.issuer,
        jwks_uri: idp.jwksUrl,
        token_endpoint: idp.tokenUrl,
        authorization_endpoint: `${idp.issuer}/auth`,
        userinfo_endpoint: `${idp.issuer}/me`,
        code_challenge_methods_supported: ['S256'],
      });
    }
  });

  test('publishes an RS256 and an ES256 key, without their private parts', async () => {
    const { keys } = (await (await fetch(idp.jwksUrl)).json()) as { keys: Record<string, string>[] };
    expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'ES256']);
    for (const key of keys) expect(key).not.toHaveProperty('d');
  });

  test('prints nothing to the console', async () => {
    const spies = (['info', 'warn', 'log', 'error'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(() => undefined),
    );
    const quiet = await start();
    await signIn('anna');
    await fetch(`${quiet.issuer}/auth?client_id=nobody`);
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    await quiet.stop();
  });
});

describe('the token address', () => {
  test.each<Record<string, string>>([{ grant_type: 'client_credentials' }, {}])(
    'gives a token for a user name (%j)',
    async (grant) => {
      const { status, body } = await post(idp.tokenUrl, { ...client, ...grant, username: 'anna' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      for (const token of [body.access_token, body.id_token]) {
        const { payload, protectedHeader } = await verify(token ?? '');
        expect(protectedHeader.alg).toBe('RS256');
        expect(payload).toMatchObject({ email: 'anna@example.test', name: 'anna', aud: 'demo-app', iss: idp.issuer });
        expect(payload).not.toHaveProperty('picture');
        expect(Number(payload.exp) - Number(payload.iat)).toBe(3600);
      }
    },
  );

  test('gives the same subject to the same name and another one to another', async () => {
    const subject = async (username: string) =>
      decodeJwt((await post(idp.tokenUrl, { ...client, username })).body.access_token ?? '').sub;
    const anna = await subject('anna');
    expect(await subject('anna')).toBe(anna);
    expect(await subject('Anna')).not.toBe(anna);
    expect(anna).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('refuses a wrong secret, a wrong client and a missing name', async () => {
    for (const wrong of [{ client_secret: 'x' }, { client_id: 'x' }]) {
      const { status, body } = await post(idp.tokenUrl, { ...client, ...wrong, username: 'anna' });
      expect([status, body.error]).toEqual([401, 'invalid_client']);
    }
    const { status, body } = await post(idp.tokenUrl, { ...client, username: ' ' });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  test('takes the credentials from a Basic header as well', async () => {
    const authorization = `Basic ${Buffer.from('demo-app:demo-secret').toString('base64')}`;
    expect((await post(idp.tokenUrl, { username: 'anna' }, { authorization })).status).toBe(200);
  });
});

/** Walks the code flow as a browser does, and returns the answer of the token endpoint. */
async function signIn(
  username: string,
  verifier = randomBytes(32).toString('base64url'),
  sent = verifier,
  credentials: Record<string, string> = client,
) {
  const cookies = new Map<string, string>();
  async function go(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      body: form === undefined ? null : new URLSearchParams(form),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  }
  const query = new URLSearchParams({
    client_id: 'demo-app',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: CALLBACK,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const start = await go(`${idp.issuer}/auth?${query}`);
  const login = new URL(start.headers.get('location') ?? '', idp.issuer).href;
  const page = await go(login);
  expect(await page.text()).toContain('Any user name is accepted');
  const submitted = await go(login, { username });
  const back = await go(new URL(submitted.headers.get('location') ?? '', idp.issuer).href);
  const callback = new URL(back.headers.get('location') ?? '');
  expect(`${callback.origin}${callback.pathname}`).toBe(CALLBACK);
  expect(callback.searchParams.get('state')).toBe('state-1');
  return post(idp.tokenUrl, {
    ...credentials,
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier: sent,
  });
}

describe('the code flow', () => {
  test('signs a user in, with the subject that the token address gives as well', async () => {
    const { status, body } = await signIn('anna');
    expect(status).toBe(200);
    const { payload } = await verify(body.id_token ?? '');
    const direct = decodeJwt(await idp.mint({}, { username: 'anna' }));
    expect(payload).toMatchObject({
      sub: direct.sub,
      email: 'anna@example.test',
      name: 'anna',
      nonce: 'nonce-1',
      aud: 'demo-app',
    });
    const me = await fetch(`${idp.issuer}/me`, { headers: { authorization: `Bearer ${body.access_token}` } });
    expect(await me.json()).toMatchObject({ sub: direct.sub, email: 'anna@example.test' });
  });

  test('refreshes its tokens at the same address', async () => {
    const { body } = await signIn('anna');
    const refreshed = await post(idp.tokenUrl, {
      ...client,
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token ?? '',
    });
    expect(refreshed.status).toBe(200);
    expect((await verify(refreshed.body.id_token ?? '')).payload.name).toBe('anna');
  });

  test('gives tokens to a browser, which has PKCE and no secret', async () => {
    const browser = { client_id: client.client_id };
    const { status, body } = await signIn('anna', undefined, undefined, browser);
    expect(status).toBe(200);
    const { refresh_token = '' } = body;
    const refreshed = await post(idp.tokenUrl, { ...browser, grant_type: 'refresh_token', refresh_token });
    expect((await verify(refreshed.body.id_token ?? '')).payload.name).toBe('anna');
  });

  test('refuses a wrong secret', async () => {
    const { status, body } = await signIn('anna', undefined, undefined, { ...client, client_secret: 'wrong' });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  test('refuses a wrong code verifier', async () => {
    const { status, body } = await signIn('anna', undefined, randomBytes(32).toString('base64url'));
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('demands PKCE', async () => {
    const query = new URLSearchParams({
      client_id: 'demo-app',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: CALLBACK,
    });
    const response = await fetch(`${idp.issuer}/auth?${query}`, { redirect: 'manual' });
    expect(response.headers.get('location')).toContain('error=invalid_request');
  });

  test('shows a page of its own for a sign-in that is over and for a bad request', async () => {
    const ended = await fetch(`${idp.issuer}/interaction/unknown`, { headers: { 'accept-language': 'ru' } });
    expect([ended.status, (await ended.text()).includes('Этот вход завершён')]).toEqual([400, true]);
    const bad = await fetch(`${idp.issuer}/auth?client_id=%3Cscript%3E`);
    expect(bad.status).toBe(400);
    const html = await bad.text();
    expect(html).toContain('invalid_client');
    expect(html).not.toContain('<script');
  });
});

describe('a minted token', () => {
  test.each(['RS256', 'ES256'] as const)('is valid when it should be (%s)', async (algorithm) => {
    const token = await idp.mint({ role: 'editor', name: undefined }, { algorithm });
    const { payload, protectedHeader } = await verify(token);
    expect(protectedHeader.alg).toBe(algorithm);
    expect(payload.role).toBe('editor');
    expect(payload).not.toHaveProperty('name');
  });

  test.each([
    ['wrong_issuer', 'unexpected "iss" claim value'],
    ['wrong_audience', 'unexpected "aud" claim value'],
    ['expired', '"exp" claim timestamp check failed'],
    ['not_yet_valid', '"nbf" claim timestamp check failed'],
    ['no_subject', 'missing required "sub" claim'],
    ['unknown_key', 'no applicable key found'],
    ['alg_none', '"alg" (Algorithm) Header Parameter value not allowed'],
    ['hs256_with_public_key', '"alg" (Algorithm) Header Parameter value not allowed'],
    ['supabase_anon', '"alg" (Algorithm) Header Parameter value not allowed'],
  ] as const)('of the kind %s is refused for just that', async (kind, message) => {
    await expect(verify(await idp.mint({}, { kind }))).rejects.toThrow(message);
  });

  test('signed with the public key as a secret is what a careless verifier would accept', async () => {
    const { keys } = (await (await fetch(idp.jwksUrl)).json()) as { keys: JWK[] };
    const pem = createPublicKey({ key: { ...keys[0] }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const token = await idp.mint({}, { kind: 'hs256_with_public_key' });
    const { payload } = await jwtVerify(token, new TextEncoder().encode(pem.toString()), { algorithms: ['HS256'] });
    expect(payload.iss).toBe(idp.issuer);
  });

  test('of a legacy Supabase project is signed with the shared secret', async () => {
    const secret = new TextEncoder().encode(idp.sharedSecret);
    const user = await jwtVerify(await idp.mint({}, { kind: 'supabase_user' }), secret);
    expect(user.payload).toMatchObject({ aud: 'authenticated', role: 'authenticated', aal: 'aal1' });
    for (const [kind, role] of [
      ['supabase_anon', 'anon'],
      ['supabase_service_role', 'service_role'],
    ] as const) {
      const { payload } = await jwtVerify(await idp.mint({}, { kind }), secret);
      expect(payload).toMatchObject({ iss: 'supabase', role });
      expect(payload).not.toHaveProperty('sub');
    }
  });

  test('takes any header', async () => {
    const token = await idp.mint({}, { kind: 'alg_none', header: { kid: undefined, typ: 'at+jwt' } });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'none', typ: 'at+jwt' });
    expect(token.endsWith('.')).toBe(true);
  });

  test('follows the clock it is given', async () => {
    await idp.stop();
    idp = await start({ now: () => new Date('2030-01-01T00:00:00Z') });
    expect(decodeJwt(await idp.mint()).iat).toBe(Date.parse('2030-01-01T00:00:00Z') / 1000);
  });
});

describe('a fault', () => {
  test('redirects the key set, which jose refuses', async () => {
    idp.faults.set({ redirectingJwks: true });
    const response = await fetch(idp.jwksUrl, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect((await fetch(idp.jwksUrl)).status).toBe(200);
    await expect(verify(await idp.mint())).rejects.toThrow('Expected 200 OK');
  });

  test('empties the key set, slows it down, or takes everything down', async () => {
    idp.faults.set({ emptyKeys: true });
    expect(await (await fetch(idp.jwksUrl)).json()).toEqual({ keys: [] });
    idp.faults.reset();
    idp.faults.set({ slowMs: 120 });
    const begin = performance.now();
    await fetch(idp.jwksUrl);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(115);
    idp.faults.set({ down: true });
    expect((await fetch(idp.jwksUrl)).status).toBe(503);
    expect((await post(idp.tokenUrl, { ...client, username: 'anna' })).status).toBe(503);
  });

  test('rotates the keys, keeping or dropping the old ones', async () => {
    const before = await idp.mint();
    await idp.rotate();
    const after = await idp.mint();
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    await verify(before);
    await verify(after);
    expect((await verify((await signIn('anna')).body.id_token ?? '')).protectedHeader.kid).toBe(
      decodeProtectedHeader(after).kid,
    );
    await idp.rotate({ dropOld: true });
    await expect(verify(after)).rejects.toThrow('no applicable key');
  });

  test('is switched over HTTP from this machine only', async () => {
    const control = (path: string, method: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`${idp.issuer}/__ctl/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    expect((await control('faults', 'PUT', { down: true })).status).toBe(200);
    expect((await fetch(idp.jwksUrl)).status).toBe(503);
    expect((await control('faults', 'PUT', { no: true })).status).toBe(400);
    await control('faults', 'DELETE');
    const minted = await control('mint', 'POST', { claims: { role: 'x' }, options: { username: 'anna' } });
    const { token } = (await minted.json()) as { token: string };
    expect((await verify(token)).payload).toMatchObject({ role: 'x', name: 'anna' });
    await control('rotate?drop_old=true', 'POST');
    await expect(verify(token)).rejects.toThrow('no applicable key');
    expect((await control('faults', 'GET', undefined, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403);
  });
});

describe('user_info in the shape of VK ID', () => {
  test('looks a token up and refuses a bad one', async () => {
    const url = `${idp.issuer}/oauth2/user_info`;
    const token = await idp.mint({}, { username: 'anna' });
    const good = await fetch(url, { method: 'POST', body: new URLSearchParams({ access_token: token }) });
    expect(await good.json()).toEqual({
      user: { user_id: decodeJwt(token).sub, first_name: 'anna', last_name: '', email: 'anna@example.test' },
    });
    expect((await post(url, { access_token: await idp.mint({}, { kind: 'expired' }) })).status).toBe(401);
  });
});

describe('a provider with a data folder', () => {
  test('keeps its keys', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'idp-'));
    await idp.stop();
    idp = await start({ dataDir });
    await idp.rotate();
    const token = await idp.mint();
    await idp.stop();
    idp = await start({ dataDir });
    await verify(token);
    rmSync(dataDir, { recursive: true });
  });
});
