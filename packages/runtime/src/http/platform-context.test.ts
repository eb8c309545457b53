import { expect, test } from '@jest/globals';
import type { PlatformContext } from '@platform/contracts/kit';
import { fakeClock } from '@platform/testing';
import { hmac } from '../crypto.ts';
import { createContextSigner } from './platform-context.ts';

const [first, second] = ['first-secret-first-secret-first-secret', 'second-secret-second-secret-second'];
const context: PlatformContext = {
  request_id: 'r-1',
  client_ip: '203.0.113.7',
  user_agent: 'tëst',
  application: { id: 'a', code: 'demo' },
  user: { id: null, issuer: 'i', subject: 's', email: null, display_name: 'Анна', avatar_url: null },
};

test('a signed context is read back unchanged, and with no other field', () => {
  const signer = createContextSigner([first], fakeClock());
  expect(signer.verify(signer.sign(context, 'createPayment'), 'createPayment')).toEqual(context);
});

test('it lives for thirty seconds, and clocks may differ by thirty seconds either way', () => {
  const clock = fakeClock('2026-01-10T00:00:00Z');
  const signer = createContextSigner([first], clock);
  const header = signer.sign(context, 'e');
  for (const [time, isValid] of [
    ['2026-01-10T00:00:00Z', true],
    ['2026-01-10T00:00:30Z', true],
    ['2026-01-10T00:00:31Z', false],
    ['2026-01-11T00:00:00Z', false],
    ['2026-01-09T23:59:30Z', true],
    ['2026-01-09T23:59:29Z', false],
  ] as const) {
    clock.set(time);
    expect([time, signer.verify(header, 'e') !== null]).toEqual([time, isValid]);
  }
});

test('it opens the endpoint that it was made for and no other', () => {
  const signer = createContextSigner([first], fakeClock());
  const header = signer.sign(context, 'getMyProfile');
  for (const other of ['deleteAdmin', 'getMyProfil', 'getMyProfile ', ''])
    expect(signer.verify(header, other)).toBeNull();
});

test('a changed or made-up header is refused', () => {
  const signer = createContextSigner([first], fakeClock());
  const header = signer.sign(context, 'e');
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
    expect([forged, signer.verify(forged, 'e')]).toEqual([forged, null]);
});

test('secrets rotate without a gap: the first signs, all verify', () => {
  const clock = fakeClock();
  const before = createContextSigner([first], clock);
  const during = createContextSigner([second, first], clock);
  const after = createContextSigner([second], clock);
  const old = before.sign(context, 'e');
  const fresh = during.sign(context, 'e');
  expect(during.verify(old, 'e')).toEqual(context);
  expect(after.verify(fresh, 'e')).toEqual(context);
  expect(after.verify(old, 'e')).toBeNull();
  expect(before.verify(fresh, 'e')).toBeNull();
});

test('without a secret there is no signer', () => {
  expect(() => createContextSigner([], fakeClock())).toThrow('at least one');
});
