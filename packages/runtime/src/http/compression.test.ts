import { expect, test } from '@jest/globals';
import type { PreparedBody } from '@platform/contracts/kit';
import { acceptedCodings, representationBytes, representationOf } from './compression.ts';

test.each<[string | undefined, string[]]>([
  [undefined, []],
  ['', []],
  ['gzip', ['gzip']],
  ['x-gzip', ['gzip']],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['GZIP;Q=0.8 , br;q=0.3', ['gzip', 'br']],
  ['br;q=0, gzip', ['gzip']],
  ['*', ['br', 'gzip']],
  ['*;q=0.5, gzip;q=0.9', ['gzip', 'br']],
  ['*;q=0', []],
  ['identity', []],
  ['identity, gzip;q=0.5', []],
  ['identity;q=0.5, gzip;q=0.5', ['gzip']],
  ['gzip;q=high', []],
  ['gzip;q=1.0000, br;q=2', []],
])('Accept-Encoding: %s takes %j', (header, codings) => {
  expect(acceptedCodings(header)).toEqual(codings);
});

test('a text that is asked for by many at once is compressed once', async () => {
  const prepared: PreparedBody = { etag: '"a"', body: 'text '.repeat(2_000) };
  const ask = () => representationOf(prepared, 'text/plain', 'gzip');
  for (let times = 0; times < 100; times += 1) expect(ask().coding).toBeUndefined();
  while (ask().coding === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(representationBytes(prepared)).toBe(ask().body.length);
});

test('a text that becomes no shorter is sent as it is', async () => {
  const noise = Buffer.from(Array.from({ length: 3_000 }, () => Math.floor(Math.random() * 256)));
  const prepared: PreparedBody = { etag: '"a"', body: noise };
  const other: PreparedBody = { etag: '"b"', body: 'text '.repeat(2_000) };
  const ask = (body: PreparedBody) => representationOf(body, 'text/plain', 'br');
  ask(prepared);
  ask(prepared);
  ask(other);
  // Bodies are compressed one after the other.
  while (ask(other).coding === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ask(prepared)).toMatchObject({ body: noise, etag: '"a"' });
  expect(representationBytes(prepared)).toBe(0);
});
