import { expect, test } from '@jest/globals';
import { growthOf, linearGrowth } from '@platform/testing';
import { secretIn } from './secrets.ts';

const hex = (length: number) => '0123456789abcdef'.repeat(Math.ceil(length / 16)).slice(0, length);

test.each([
  ['an address with a password', 'see postgres://app:s3cret@db.internal/app'],
  ['an address with a password', 'git+ssh://me:s3cret@example.test'],
  ['a JSON Web Token', `eyJ${hex(20)}.eyJ${hex(20)}.${hex(40)}`],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
  ['a YooKassa secret key', `live_${hex(43)}`],
  ['a GitHub token', `ghp_${hex(36)}`],
  [null, 'https://example.test/a:b@c'],
  [null, 'https://user@example.test'],
  [null, 'https://example.test:8080/a'],
])('%s is seen in %s', (kind, text) => {
  expect(secretIn({ list: [text] })).toBe(kind);
  expect(secretIn({ [text]: 1 })).toBe(kind);
});

test.each([
  ['schemes without an end', 'a+'],
  ['addresses without an end', 'a://b:c'],
  ['begins of keys', '-----BEGIN '],
  ['begins of tokens', 'eyJaaaaaaaa.'],
  ['begins of tokens in one word', 'eyJaaaaaaaa-'],
  ['begins of keys of providers', 'sk-live_rk_live_gho_xoxb-1:AIza'],
  ['one long word', 'a'],
  ['digits', '1'],
])('the search for secrets grows no faster than the text: %s', (_, part) => {
  const textOf = (size: number) => part.repeat(size / part.length);
  expect(growthOf(textOf, 320_000, secretIn)).toBeLessThan(linearGrowth);
});
