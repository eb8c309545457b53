import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ResolvedApplication, ResolvedIdentityProvider } from '@platform/contracts';
import { createSealer, newId } from '@platform/runtime';
import { type CryptoKey, createLocalJWKSet, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { TokenRefusedError } from './token-fault.ts';
import { createTokenVerifier } from './token-verifier.ts';

const issuer = 'https://id.example.test/';
const jwks_url = 'https://id.example.test/jwks';
const secret = Buffer.alloc(32, 1);
const applicationId = newId();
const sealer = createSealer([`test:${Buffer.alloc(32, 7).toString('base64')}`]);
const sealed_hs256_secret = sealer.seal(secret, `identity_provider:${applicationId}`);

const signers = new Map<string, CryptoKey>();
const keys: JWK[] = [];
beforeAll(async () => {
  for (const alg of ['ES256', 'RS256', 'EdDSA']) {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    signers.set(alg, privateKey);
    // The key of Ed25519 names no algorithm: the token does.
    keys.push({ ...(await exportJWK(publicKey)), kid: alg, ...(alg === 'EdDSA' ? {} : { alg }) });
  }
});

const verifyToken = createTokenVerifier({
  sealer,
  keySets: {
    at: () => createLocalJWKSet({ keys }),
    idsAt: () => keys.map(({ kid }) => String(kid)),
    renew: async () => false,
    revisionAt: () => 'first',
  },
});

const base: ResolvedIdentityProvider = {
  issuer,
  issuer_aliases: [],
  audience: 'app',
  allow_missing_audience: false,
  jwks_url,
  sealed_hs256_secret: null,
  authorized_party: null,
  saved_at: null,
};
const applicationWith = (changes: Partial<ResolvedIdentityProvider> | null): ResolvedApplication => ({
  id: applicationId,
  code: 'demo',
  status: 'active',
  public_keys: [],
  identity_provider: changes && { ...base, ...changes },
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** A token of the provider; a claim given as `undefined` is left out. */
const sign = (claims: Record<string, unknown> = {}, header: { alg: string; kid?: string } = { alg: 'ES256' }) =>
  new SignJWT({ iss: issuer, aud: 'app', sub: 'anna', exp: inSeconds(3_600), ...claims })
    .setProtectedHeader({ kid: header.alg === 'Ed25519' ? 'EdDSA' : header.alg, ...header })
    .sign(
      header.alg === 'HS256' ? secret : (signers.get(header.alg === 'Ed25519' ? 'EdDSA' : header.alg) as CryptoKey),
    );

/** The check that refuses a token; `accepted` if no check does. */
async function outcome(changes: Partial<ResolvedIdentityProvider> | null, token: string): Promise<string> {
  try {
    await verifyToken(applicationWith(changes), token);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    return error.fault.check;
  }
}

test('a token that a new key under a known id signed is accepted when the keys are fetched again, and a forged one is not', async () => {
  const [former, renewed] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const setOf = async ({ publicKey }: typeof former) =>
    createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
  let current = await setOf(former);
  let fetches = 0;
  const verify = createTokenVerifier({
    sealer,
    keySets: {
      at: () => (header, token) => current(header, token),
      idsAt: () => ['k1'],
      revisionAt: () => 'first',
      async renew() {
        current = await setOf(renewed);
        fetches += 1;
        return fetches === 1;
      },
    },
  });
  const signedBy = ({ privateKey }: typeof former) =>
    new SignJWT({ iss: issuer, aud: 'app', sub: 'anna', exp: inSeconds(3_600) })
      .setProtectedHeader({ kid: 'k1', alg: 'ES256' })
      .sign(privateKey);
  expect((await verify(applicationWith({}), await signedBy(renewed))).sub).toBe('anna');
  await expect(verify(applicationWith({}), await signedBy(former))).rejects.toMatchObject({ fault: { check: 'key' } });
  expect(fetches).toBe(2);
});

describe('the audience', () => {
  test('is one of those that a token names', async () => {
    expect(await outcome({}, await sign({ aud: ['other', 'app'] }))).toBe('accepted');
    for (const aud of ['other', ['other'], [], undefined, 1])
      expect([aud, await outcome({}, await sign({ aud }))]).toEqual([aud, 'audience']);
  });

  test('may be missing only where the configuration says so, and another one is refused even there', async () => {
    for (const audience of ['app', null]) {
      const changes = { audience, allow_missing_audience: true };
      expect(await outcome(changes, await sign({ aud: undefined }))).toBe('accepted');
      expect(await outcome(changes, await sign({ aud: 'other' }))).toBe('audience');
    }
    expect(await outcome({ audience: 'app', allow_missing_audience: true }, await sign())).toBe('accepted');
  });

  test('is not required when an authorized party replaces it', async () => {
    const changes = { audience: null, authorized_party: 'web' };
    const accepted = [
      { azp: 'web' },
      { client_id: 'web' },
      { azp: 'web', client_id: 'x' },
      { azp: 'web', aud: 'account' },
    ];
    for (const claims of accepted)
      expect([claims, await outcome(changes, await sign({ aud: undefined, ...claims }))]).toEqual([claims, 'accepted']);
    for (const claims of [{}, { azp: 'x' }, { client_id: 'x' }, { azp: 'x', client_id: 'web' }])
      expect([claims, await outcome(changes, await sign({ aud: undefined, ...claims }))]).toEqual([claims, 'audience']);
  });

  test('is checked beside an authorized party where both are set', async () => {
    const changes = { authorized_party: 'web' };
    expect(await outcome(changes, await sign({ azp: 'web' }))).toBe('accepted');
    expect(await outcome(changes, await sign({ azp: 'web', aud: 'other' }))).toBe('audience');
    expect(await outcome(changes, await sign({ azp: 'x' }))).toBe('audience');
  });
});

describe('the key', () => {
  test('may be a shared secret or a public one side by side, each for its own algorithm', async () => {
    const both = { sealed_hs256_secret };
    for (const alg of ['ES256', 'RS256', 'HS256'])
      expect([alg, await outcome(both, await sign({}, { alg }))]).toEqual([alg, 'accepted']);
    expect(await outcome({}, await sign({}, { alg: 'HS256' }))).toBe('algorithm');
    expect(await outcome({ ...both, jwks_url: null }, await sign())).toBe('algorithm');
  });

  test('of Ed25519 verifies tokens under both names of its algorithm', async () => {
    for (const alg of ['EdDSA', 'Ed25519'])
      expect([alg, await outcome({}, await sign({}, { alg }))]).toEqual([alg, 'accepted']);
  });

  test('is named by the token: another one, or a signature by another one, is refused', async () => {
    expect(await outcome({}, await sign({}, { alg: 'ES256', kid: 'gone' }))).toBe('key');
    const [head, , signature] = (await sign()).split('.');
    const forged = Buffer.from(JSON.stringify({ iss: issuer, aud: 'app', sub: 'eva', exp: inSeconds(60) }));
    expect(await outcome({}, `${head}.${forged.toString('base64url')}.${signature}`)).toBe('key');
    const other = sealer.seal(Buffer.alloc(32, 2), `identity_provider:${applicationId}`);
    expect(await outcome({ sealed_hs256_secret: other }, await sign({}, { alg: 'HS256' }))).toBe('key');
  });
});

describe('the issuer', () => {
  test('may have aliases while its domain changes', async () => {
    const changes = { issuer_aliases: ['https://login.example.test'] };
    for (const iss of [issuer, 'https://login.example.test'])
      expect([iss, await outcome(changes, await sign({ iss }))]).toEqual([iss, 'accepted']);
    for (const iss of ['https://login.example.test/', 'https://id.example.test', undefined])
      expect([iss, await outcome(changes, await sign({ iss }))]).toEqual([iss, 'issuer']);
  });
});

describe('the subject', () => {
  test('is text that a user can be found by', async () => {
    for (const sub of [1, 0, null, true, ['anna'], { id: 'anna' }, '', 'x'.repeat(256), 'a\0b', undefined])
      expect([sub, await outcome({}, await sign({ sub }))]).toEqual([sub, 'subject']);
    expect(await outcome({}, await sign({ sub: 'x'.repeat(255) }))).toBe('accepted');
  });

  test('of an API key is no user', async () => {
    for (const role of ['anon', 'service_role']) expect(await outcome({}, await sign({ role }))).toBe('subject');
  });
});

describe('the time', () => {
  test('of a token has begun, has not expired, and is a number', async () => {
    for (const claims of [{ exp: inSeconds(-60) }, { nbf: inSeconds(60) }, { exp: undefined }, { exp: 'soon' }])
      expect([claims, await outcome({}, await sign(claims))]).toEqual([claims, 'expiry']);
    expect(await outcome({}, await sign({ exp: inSeconds(-10), nbf: inSeconds(10) }))).toBe('accepted');
  });

  test('of a token for another application is not the reported fault', async () => {
    expect(await outcome({}, await sign({ exp: inSeconds(-60), aud: 'other' }))).toBe('audience');
  });
});

describe('the format', () => {
  test('of a token is three parts, the first of them a header, in up to 16 KiB', async () => {
    for (const token of ['hello', '..', 'a.b.c', 'a.b.c.d.e', `${'x'.repeat(16_384)}.b.c`])
      expect([token.length, await outcome({}, token)]).toEqual([token.length, 'format']);
    const large = await sign({ groups: 'x'.repeat(11_500) });
    expect([large.length > 15_000, await outcome({}, large)]).toEqual([true, 'accepted']);
  });

  test('is not checked for an application without an identity provider', async () => {
    expect(await outcome(null, await sign())).toBe('provider');
  });
});
