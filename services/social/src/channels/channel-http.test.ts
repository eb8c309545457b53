import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { testCertificates } from '@platform/testing';
import { createChannelHttp } from './channel-http.ts';

test('a host whose certificate authority is unknown gets no call, and the error says how the authority is added', async () => {
  let calls = 0;
  const server = createServer({ cert: testCertificates.valid, key: testCertificates.key }, (_, res) => {
    calls += 1;
    res.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const http = createChannelHttp({
    baseUrl: `https://localhost:${port}`,
    proxyUrl: undefined,
    uploadHosts: [],
    timeoutMs: 10_000,
  });
  await expect(http.call({ path: '/messages', json: {} })).rejects.toMatchObject({
    kind: 'not_sent',
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(calls).toBe(0);
  await http.close();
  server.close();
});
