import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listen } from '@platform/runtime';
import { exportJWK, generateKeyPair, generateSecret, type JWK } from 'jose';
import { admin, type Catalog, givenApplication, startCatalog } from './support.ts';

/** Answers of the identity provider by path; `/silent` never answers. */
const answers: Record<string, { status?: number; location?: string; body: string }> = {};
let provider: Awaited<ReturnType<typeof listen>>;
let address: string;
let t: Catalog;

beforeAll(async () => {
  provider = await listen(
    (req, res) => {
      const path = req.url ?? '';
      if (path === '/silent') return;
      const { status = 200, location, body } = answers[path] ?? { status: 404, body: '' };
      res.writeHead(status, location === undefined ? {} : { location }).end(body);
    },
    { port: 0, host: '127.0.0.1' },
  );
  address = `http://127.0.0.1:${provider.port}`;
  t = await startCatalog({ env: { SAFE_FETCH_ALLOWED_HOSTS: new URL(address).host } });
});
afterAll(async () => {
  await t.stop();
  await provider.close(0);
});

const publicKey = async (algorithm: string, changes: JWK = {}): Promise<JWK> => ({
  ...(await exportJWK((await generateKeyPair(algorithm, { extractable: true })).publicKey)),
  ...changes,
});

const serve = (path: string, keys: JWK[]) => {
  answers[path] = { body: JSON.stringify({ keys }) };
  return `${address}${path}`;
};

/** Sets a provider with its keys at this address, beside one that was there. */
async function set(jwks_url: string, skip_check?: boolean) {
  const { params } = await givenApplication(t);
  const base = { issuer: 'https://idp.example/', audience: 'app' };
  await admin(t).setIdentityProvider({ params, body: { ...base, hs256_secret: 'x'.repeat(32) } });
  const reply = await admin(t).setIdentityProvider({ params, body: { ...base, jwks_url, skip_check } });
  const { data } = await admin(t).getIdentityProvider({ params });
  return { reply, saved: data?.jwks_url ?? null };
}

test('an identity provider is saved with the keys found at its address', async () => {
  const url = serve('/good', [
    await publicKey('RS256', { alg: 'RS256', use: 'sig', kid: 'a' }),
    await publicKey('RS256', { kid: 'without alg' }),
    await publicKey('ES384', { kid: 'curve' }),
    await publicKey('EdDSA', { alg: 'EdDSA' }),
    await publicKey('RSA-OAEP', { alg: 'RSA-OAEP', use: 'enc' }),
  ]);
  const { reply, saved } = await set(url);
  expect([reply.status, saved]).toEqual([200, url]);
  expect(reply.data.check).toEqual({ ok: true, key_count: 4, algorithms: ['ES384', 'EdDSA', 'RS256'] });
});

test('a key of Ed25519 is accepted under both names of its algorithm', async () => {
  for (const alg of ['EdDSA', 'Ed25519']) {
    const { reply } = await set(serve(`/${alg}`, [await publicKey('EdDSA', { alg })]));
    expect([reply.status, reply.data.check?.algorithms]).toEqual([200, [alg]]);
  }
});

test('a discovery document leads to its key set, whose address is saved', async () => {
  const keys = serve('/realms/app/certs', [await publicKey('RS256')]);
  answers['/.well-known/openid-configuration'] = { body: JSON.stringify({ issuer: address, jwks_uri: keys }) };
  const { reply, saved } = await set(`${address}/.well-known/openid-configuration`);
  expect([reply.status, reply.data.jwks_url, saved, reply.data.check?.key_count]).toEqual([200, keys, keys, 1]);
});

test('a discovery document does not lead inside the network, nor to a second one', async () => {
  for (const jwks_uri of ['http://169.254.169.254/latest/meta-data', `${address}/loop`]) {
    answers['/loop'] = { body: JSON.stringify({ jwks_uri }) };
    const { reply, saved } = await set(`${address}/loop`);
    expect([reply.status, saved]).toEqual([400, null]);
    expect(reply.body).toMatchObject({ details: [{ path: 'jwks_url' }] });
  }
});

test('the refusal of an address describes the content found instead of keys', async () => {
  answers['/x509'] = { body: JSON.stringify({ a1b2: '-----BEGIN CERTIFICATE-----\nMIIC' }) };
  const explained: [string, string][] = [
    [`${address}/x509`, 'https://www.googleapis.com/service_accounts/v1/jwk/'],
    [serve('/no-keys', []), 'empty key set'],
    ['http://10.0.0.1:8443/jwks', 'SAFE_FETCH_ALLOWED_HOSTS=10.0.0.1:8443'],
  ];
  for (const [url, words] of explained) {
    const { reply } = await set(url);
    expect([url, reply.status, (reply.body as { message: string }).message]).toEqual([
      url,
      400,
      expect.stringContaining(words),
    ]);
  }
});

test('an empty key set is accepted beside a shared secret, and useless keys are not', async () => {
  const { params } = await givenApplication(t);
  const base = { issuer: 'https://idp.example/', audience: 'app', hs256_secret: 'x'.repeat(32) };
  const empty = await admin(t).setIdentityProvider({ params, body: { ...base, jwks_url: serve('/none', []) } });
  expect([empty.status, empty.data.check]).toEqual([200, { ok: true, key_count: 0, algorithms: [] }]);
  const jwks_url = serve('/useless', [await publicKey('RS256', { use: 'enc' })]);
  expect((await admin(t).setIdentityProvider({ params, body: { ...base, jwks_url } })).status).toBe(400);
});

test('keys that verify nothing are refused, and the earlier setting stays', async () => {
  const secret = await exportJWK(await generateSecret('HS256', { extractable: true }));
  const pair = await generateKeyPair('ES256', { extractable: true });
  const useless: Record<string, JWK[]> = {
    'no keys': [],
    'a shared secret': [{ ...secret, alg: 'HS256' }],
    'a private key': [await exportJWK(pair.privateKey)],
    'a key to encrypt with': [await publicKey('RS256', { use: 'enc' })],
    'a key to sign with': [await publicKey('RS256', { key_ops: ['sign'] })],
    'an algorithm that is not accepted': [await publicKey('RS256', { alg: 'RSA-OAEP' })],
    'half a key': [{ kty: 'EC', crv: 'P-256', x: 'AAAA' }],
  };
  for (const [what, keys] of Object.entries(useless)) {
    const { reply, saved } = await set(serve(`/${encodeURIComponent(what)}`, keys));
    expect([what, reply.status, reply.error, saved]).toEqual([what, 400, 'validation_failed', null]);
    expect(reply.body).toMatchObject({ details: [{ path: 'jwks_url' }] });
  }
});

test('an unreadable address is refused by its field name, and its answer is not shown', async () => {
  const marker = 'an internal page';
  answers['/moved'] = { status: 302, location: serve('/there', [await publicKey('RS256')]), body: '' };
  answers['/broken'] = { status: 500, body: marker };
  answers['/page'] = { body: `<html>${marker}</html>` };
  answers['/other'] = { body: JSON.stringify({ secret: marker }) };
  answers['/huge'] = { body: JSON.stringify({ keys: [], padding: 'x'.repeat(300_000) }) };
  const free = await listen(() => {}, { port: 0, host: '127.0.0.1' });
  await free.close(0);
  const addresses = [
    ...['/moved', '/broken', '/page', '/other', '/huge', '/missing', '/silent'].map((path) => `${address}${path}`),
    `http://127.0.0.1:${free.port}/jwks`,
    'http://169.254.169.254/latest/meta-data',
    'https://keys.does-not-exist.invalid/jwks',
  ];
  const refused = await Promise.all(addresses.map((url) => set(url)));
  for (const [at, { reply, saved }] of refused.entries()) {
    expect([addresses[at], reply.status, saved]).toEqual([addresses[at], 400, null]);
    expect(reply.body).toMatchObject({ error: 'validation_failed', details: [{ path: 'jwks_url' }] });
    expect(JSON.stringify(reply.body)).not.toContain(marker);
  }
});

test('a provider that cannot be reached yet is saved without a look when that is asked for', async () => {
  const url = `${address}/later`;
  const { reply, saved } = await set(url, true);
  expect([reply.status, reply.data.check, saved]).toEqual([200, null, url]);
});

test('an application that does not exist causes no fetch', async () => {
  const reply = await admin(t).setIdentityProvider({
    params: { application_id: '00000000-0000-4000-8000-000000000000' },
    body: { issuer: 'https://idp.example/', audience: 'app', jwks_url: `${address}/silent` },
  });
  expect([reply.status, reply.error]).toEqual([404, 'application_not_found']);
});
