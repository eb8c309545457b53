import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { testCertificates } from '@platform/testing';
import { createSafeFetch } from './safe-fetch.ts';

const { authority, valid, ofAnotherName, expired, key } = testCertificates;
const systemAuthorities = getCACertificates('default');
let server: Server;
const safeFetches: ReturnType<typeof createSafeFetch>[] = [];

beforeAll(async () => {
  server = createServer({ key, cert: valid }, (_, res) => void res.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
afterEach(async () => {
  for (const each of safeFetches.splice(0)) await each.close();
  setDefaultCACertificates(systemAuthorities);
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const fetchFrom = (port: number) => {
  const safeFetch = createSafeFetch([`localhost:${port}`]);
  safeFetches.push(safeFetch);
  return safeFetch(`https://localhost:${port}/`);
};
const fetchWith = (cert: string) => {
  server.setSecureContext({ key, cert });
  return fetchFrom((server.address() as AddressInfo).port);
};

test('a certificate of a trusted authority is accepted', async () => {
  setDefaultCACertificates([authority]);
  const answer = await fetchWith(valid);
  expect(answer.body.toString()).toBe('hello');
  expect(answer.timings.connect_ms).toBeGreaterThanOrEqual(0);
});

test.each([
  ['expired', expired],
  ['name mismatch', ofAnotherName],
])('a certificate that is refused says why: %s', async (detail, cert) => {
  setDefaultCACertificates([authority]);
  await expect(fetchWith(cert)).rejects.toMatchObject({ code: 'tls', reason: 'unreachable', detail });
});

test('a certificate of an unknown authority is untrusted', async () => {
  await expect(fetchWith(valid)).rejects.toMatchObject({ code: 'tls', detail: 'untrusted' });
});

test('a server that speaks no TLS fails the handshake', async () => {
  const plain = createPlainServer((_, res) => void res.end());
  await new Promise<void>((resolve) => plain.listen(0, 'localhost', resolve));
  await expect(fetchFrom((plain.address() as AddressInfo).port)).rejects.toMatchObject({
    code: 'tls',
    detail: 'handshake failed',
  });
  plain.closeAllConnections();
  await new Promise((resolve) => plain.close(resolve));
});
