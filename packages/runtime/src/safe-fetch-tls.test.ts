import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createSafeFetch } from './safe-fetch.ts';

/** An authority that only these tests trust, and certificates of it; valid until 2126, made with OpenSSL. */
const authority = `-----BEGIN CERTIFICATE-----
MIIBezCCASGgAwIBAgIUFNp4AIE0R8ZbWqUO9QO0pODs+QgwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjMyMDE5MDFaGA8yMTI2MTAzMDIw
MTkwMVowEjEQMA4GA1UEAwwHVGVzdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABH1XH1MDQNG5mHlIvjjRM92ApxAhrnriKhsEibnvgMryn5UNa/gLGkNwtiah
W5l982PIoVMJ4Hh9m9K0oDwe1g+jUzBRMB0GA1UdDgQWBBRqLltj2vPEWdw77iNy
Nf2X43G0NDAfBgNVHSMEGDAWgBRqLltj2vPEWdw77iNyNf2X43G0NDAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCU+jUUPUiM+/Lml/xfEtkhqR96
+gnnFGRiqL/gwI5oEwIgW2nx5GHaT6shdqVCrC40YgyT3ES8dXuIyEu9UAD1n54=
-----END CERTIFICATE-----`;
/** Of localhost. */
const valid = `-----BEGIN CERTIFICATE-----
MIIBgjCCASigAwIBAgIUdXF+LK554UDeGmFNOyTP4ZX8cREwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjMyMDE5MDFaGA8yMTI2MTAzMDIw
MTkwMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEDL2thM+b1+zFl80NdSsKpgnhN2ZP1OamijSliceT8WgqVEdXKvoWhqKe
ZzrVUgnvdX2WMxKKTD+gI2r7pg1e/6NYMFYwFAYDVR0RBA0wC4IJbG9jYWxob3N0
MB0GA1UdDgQWBBQ1m3lfwzV99DuVobj2ZjHfcP3N3zAfBgNVHSMEGDAWgBRqLltj
2vPEWdw77iNyNf2X43G0NDAKBggqhkjOPQQDAgNIADBFAiEAuXTpXkf0m2+qaLT2
F08Rt3gvUENtdp82nGJMZtlhwNQCICKdF7VBTxBuWG3wunNSjnpYGexn7LzI4C/e
+A6C6aqX
-----END CERTIFICATE-----`;
/** Of other.example. */
const ofAnotherName = `-----BEGIN CERTIFICATE-----
MIIBhzCCASygAwIBAgIUdXF+LK554UDeGmFNOyTP4ZX8cRIwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMjMyMDE5MDFaGA8yMTI2MTAzMDIw
MTkwMVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEDL2thM+b1+zFl80NdSsKpgnhN2ZP1OamijSliceT8WgqVEdXKvoWhqKe
ZzrVUgnvdX2WMxKKTD+gI2r7pg1e/6NcMFowGAYDVR0RBBEwD4INb3RoZXIuZXhh
bXBsZTAdBgNVHQ4EFgQUNZt5X8M1ffQ7laG49mYx33D9zd8wHwYDVR0jBBgwFoAU
ai5bY9rzxFncO+4jcjX9l+NxtDQwCgYIKoZIzj0EAwIDSQAwRgIhAP+KQw5I7i4l
JF8X7I45+4ICocnBeGTgjICIOFtGsT/tAiEAl4jG+ccwPxeWwedaKY+A88mcX4xr
FRQGqEneza55pbc=
-----END CERTIFICATE-----`;
/** Of localhost, for the year 2020. */
const expired = `-----BEGIN CERTIFICATE-----
MIIBbjCCAROgAwIBAgIBATAKBggqhkjOPQQDAjASMRAwDgYDVQQDDAdUZXN0IENB
MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9j
YWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEDL2thM+b1+zFl80NdSsK
pgnhN2ZP1OamijSliceT8WgqVEdXKvoWhqKeZzrVUgnvdX2WMxKKTD+gI2r7pg1e
/6NYMFYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQWBBQ1m3lfwzV99DuV
obj2ZjHfcP3N3zAfBgNVHSMEGDAWgBRqLltj2vPEWdw77iNyNf2X43G0NDAKBggq
hkjOPQQDAgNJADBGAiEAuTgUQeW3Zl9ghQoh31econeG1ph4ZaLqO4zDhMaLpIYC
IQCf6YV/aPW4kuDvR4Sif7KD4IFMCW0/yS+ygwIX2snj7w==
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE2w2gz+PYGfw/GIO
g25lMi83vRddqcrZ+bTiFw5c6aOhRANCAAQMva2Ez5vX7MWXzQ11KwqmCeE3Zk/U
5qaKNKWJx5PxaCpUR1cq+haGop5nOtVSCe91fZYzEopMP6AjavumDV7/
-----END PRIVATE KEY-----`;

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
