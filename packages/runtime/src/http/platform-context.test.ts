import { expect, test } from '@jest/globals';
import type { PlatformContext } from '@platform/contracts/kit';
import { fakeClock } from '@platform/testing';
import { hmac } from '../crypto.ts';
import {
  contextKeysEnvironment,
  createContextSigner,
  createContextVerifier,
  deriveContextKey,
} from './platform-context.ts';

const [first, second] = ['first-secret-first-secret-first-secret', 'second-secret-second-secret-second'];
const service = 'billing';
const context: PlatformContext = {
  request_id: 'r-1',
  client_ip: '203.0.113.7',
  user_agent: 'tëst',
  application: { id: 'a', code: 'demo' },
  user: { id: null, issuer: 'i', subject: 's', email: null, display_name: 'Анна', avatar_url: null },
};

/** The gateway with these secrets, and the service with its keys of them. */
const pair = (secrets: readonly string[], clock = fakeClock()) => ({
  sign: (endpoint: string) => createContextSigner(secrets, clock).sign(context, service, endpoint),
  verify: createContextVerifier(
    secrets.map((secret) => deriveContextKey(secret, service)),
    clock,
  ).verify,
});

test('a signed context is read back unchanged, and with no other field', () => {
  const { sign, verify } = pair([first]);
  expect(verify(sign('createPayment'), 'createPayment')).toEqual(context);
});

test('it lives for thirty seconds, and clocks may differ by thirty seconds either way', () => {
  const clock = fakeClock('2026-01-10T00:00:00Z');
  const { sign, verify } = pair([first], clock);
  const header = sign('e');
  for (const [time, isValid] of [
    ['2026-01-10T00:00:00Z', true],
    ['2026-01-10T00:00:30Z', true],
    ['2026-01-10T00:00:31Z', false],
    ['2026-01-11T00:00:00Z', false],
    ['2026-01-09T23:59:30Z', true],
    ['2026-01-09T23:59:29Z', false],
  ] as const) {
    clock.set(time);
    expect([time, verify(header, 'e') !== null]).toEqual([time, isValid]);
  }
});

test('it opens the endpoint that it was made for and no other', () => {
  const { sign, verify } = pair([first]);
  const header = sign('getMyProfile');
  for (const other of ['deleteAdmin', 'getMyProfil', 'getMyProfile ', '']) expect(verify(header, other)).toBeNull();
});

test('it opens the service that it was made for and no other, and a key of a service signs for no other', () => {
  const { sign, verify } = pair([first]);
  const clock = fakeClock();
  const header = sign('e');
  for (const other of ['identity', 'billin', 'billing ', '', 'gateway'])
    expect(createContextVerifier([deriveContextKey(first, other)], clock).verify(header, 'e')).toBeNull();
  const [payload = ''] = header.split('.');
  for (const key of [
    first,
    deriveContextKey(first, 'social'),
    deriveContextKey(deriveContextKey(first, 'social'), service),
  ])
    expect(verify(`${payload}.${hmac(key, payload)}`, 'e')).toBeNull();
});

test('the key of a service is HKDF-SHA256 of the secret', () => {
  // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:<first> -kdfopt "info:platform-context billing" HKDF
  expect(Buffer.from(deriveContextKey(first, 'billing'), 'base64url').toString('hex')).toBe(
    '5495e2381e6ebca33d17dfb6ce00c5009763d943c822a82714a12e7caefc0314',
  );
  expect(contextKeysEnvironment(`${first}, ${second}`, ['seo-rkn'])).toEqual({
    SEO_RKN_CONTEXT_KEYS: `${deriveContextKey(first, 'seo-rkn')},${deriveContextKey(second, 'seo-rkn')}`,
  });
});

test('a changed or made-up header is refused', () => {
  const { sign, verify } = pair([first]);
  const header = sign('e');
  const [payload = '', signature = ''] = header.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const promoted = Buffer.from(JSON.stringify({ ...claims, admin: { id: 'x', role: 'owner' } })).toString('base64url');
  for (const forged of [
    undefined,
    '',
    '.',
    payload,
    `${payload}.`,
    `.${signature}`,
    `${promoted}.${signature}`,
    `${promoted}.${hmac('another-secret-another-secret-anoth', promoted)}`,
    `${payload}.${signature.slice(0, -1)}`,
    `${payload}.${signature}x`,
    `${payload}.${signature}.${signature}`,
    `${payload} .${signature}`,
  ])
    expect([forged, verify(forged, 'e')]).toEqual([forged, null]);
});

test('secrets rotate without a gap: the first signs, all verify', () => {
  const clock = fakeClock();
  const before = pair([first], clock);
  const during = pair([second, first], clock);
  const after = pair([second], clock);
  const old = before.sign('e');
  const fresh = during.sign('e');
  expect(during.verify(old, 'e')).toEqual(context);
  expect(after.verify(fresh, 'e')).toEqual(context);
  expect(after.verify(old, 'e')).toBeNull();
  expect(before.verify(fresh, 'e')).toBeNull();
});

test('without a secret there is no signer, and without a key no context is taken', () => {
  expect(() => createContextSigner([], fakeClock())).toThrow('at least one');
  expect(createContextVerifier([], fakeClock()).verify(pair([first]).sign('e'), 'e')).toBeNull();
});
