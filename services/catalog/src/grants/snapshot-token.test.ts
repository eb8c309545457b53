import { expect, test } from '@jest/globals';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { createSnapshotSigner, type SnapshotClaims } from './snapshot-token.ts';

const keyOf = (kid: string, fill: number) => `${kid}:${Buffer.alloc(32, fill).toString('base64')}`;
const issuer = 'https://platform.test';
const now = new Date('2026-01-10T12:00:00.700Z');
const claims: SnapshotClaims = {
  user_id: '0198f000-0000-7000-8000-000000000001',
  application_code: 'demo',
  codes: ['pro'],
  entitlements: [
    {
      code: 'pro',
      source: 'payment',
      starts_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-12T00:00:00.000Z',
      is_lifetime: false,
    },
  ],
  expires_at: '2026-01-12T00:00:00.000Z',
  is_lifetime: false,
};
const signer = createSnapshotSigner([keyOf('k2', 2), keyOf('k1', 1)], issuer);
const published = createLocalJWKSet({ keys: signer.keys });
const seconds = (time: string) => Date.parse(time) / 1000;
/** `exp` of a token whose entitlements end at these times; null for life. */
const expOf = async (ends: readonly (string | null)[], graceDays: number) => {
  const entitlements = ends.map((expires_at) => ({
    code: 'pro',
    source: 'payment',
    starts_at: '2026-01-01T00:00:00.000Z',
    expires_at,
    is_lifetime: expires_at === null,
  }));
  return decodeJwt(await signer.sign({ ...claims, entitlements }, now, graceDays)).exp;
};

test('a client verifies the token with the published keys and finds the snapshot in it', async () => {
  const token = await signer.sign(claims, now, 7);
  const { payload, protectedHeader } = await jwtVerify(token, published, {
    issuer,
    algorithms: ['EdDSA'],
    currentDate: now,
  });
  const { user_id, ...content } = claims;
  expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: 'k2' });
  expect(payload).toEqual({
    ...content,
    iss: issuer,
    aud: 'demo',
    sub: user_id,
    iat: seconds('2026-01-10T12:00:00Z'),
    exp: seconds('2026-01-12T00:00:00Z'),
  });
});

test('the token ends with the last entitlement or with the grace of the application, whichever is earlier', async () => {
  const ends = ['2026-01-11T00:00:00.000Z', '2026-01-12T00:00:00.000Z'];
  expect(await expOf(ends, 7)).toBe(seconds('2026-01-12T00:00:00Z'));
  expect(await expOf(ends, 1)).toBe(seconds('2026-01-11T12:00:00Z'));
  expect(await expOf(['2030-01-01T00:00:00.000Z'], 90)).toBe(seconds('2026-04-10T12:00:00Z'));
});

test('a token for life, or for nothing, is renewed like any other', async () => {
  expect(await expOf([null, '2026-01-11T00:00:00.000Z'], 7)).toBe(seconds('2026-01-17T12:00:00Z'));
  expect(await expOf([], 7)).toBe(seconds('2026-01-17T12:00:00Z'));
});

test('both keys of a rotation are published, the signing one first, and nothing of the private ones', async () => {
  expect(signer.keys.map(({ kid }) => kid)).toEqual(['k2', 'k1']);
  for (const key of signer.keys) {
    expect(key).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: expect.any(String),
      x: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
  }
  // A token that was signed before the rotation verifies during it.
  const old = await createSnapshotSigner([keyOf('k1', 1)], issuer).sign(claims, now, 7);
  expect(decodeProtectedHeader(old).kid).toBe('k1');
  await expect(jwtVerify(old, published, { issuer, currentDate: now })).resolves.toBeDefined();
  const after = createLocalJWKSet({ keys: createSnapshotSigner([keyOf('k3', 3), keyOf('k2', 2)], issuer).keys });
  await expect(jwtVerify(old, after, { currentDate: now })).rejects.toThrow();
});

test('a token with another content, or of another key with the same name, does not verify', async () => {
  const token = await signer.sign(claims, now, 7);
  const [header, payload = '', signature] = token.split('.');
  const altered = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), codes: ['pro', 'everything'] };
  const forged = [header, Buffer.from(JSON.stringify(altered)).toString('base64url'), signature].join('.');
  await expect(jwtVerify(forged, published, { currentDate: now })).rejects.toThrow('signature');
  const impostor = await createSnapshotSigner([keyOf('k2', 9)], issuer).sign(claims, now, 7);
  await expect(jwtVerify(impostor, published, { currentDate: now })).rejects.toThrow('signature');
});

test('the seed of RFC 8032 gives its public key', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const [key] = createSnapshotSigner([`rfc:${seed.toString('base64')}`], issuer).keys;
  expect(Buffer.from(key?.x ?? '', 'base64url').toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  );
});
