import { expect, test } from '@jest/globals';
import type { Route } from '@platform/contracts';
import { listen, memoryKeyValueStore, type ServiceHandler, sendJson } from '@platform/runtime';
import { deprecationHeaders } from './deprecation.ts';
import { createListener, type ListenerDependencies } from './listener.ts';

const read = { method: 'GET', auth: 'none', rate: 'public_ip', summary: 'Read' } as const;
const deprecated = { since: '2026-01-15', sunset: '2027-02-01', use: 'readNew' };
const routes: Route[] = [
  { id: 'readOld', service: 'gateway', endpoint: { ...read, path: '/v1/old', deprecated } },
  { id: 'readNew', service: 'gateway', endpoint: { ...read, path: '/v1/new' } },
];

test('a deprecated endpoint has its dates and its successor, another one has no such header', () => {
  const headers = deprecationHeaders(routes);
  expect([...headers.keys()]).toEqual(['readOld']);
  expect(headers.get('readOld')).toEqual({
    deprecation: '@1768435200',
    sunset: 'Mon, 01 Feb 2027 00:00:00 GMT',
    link: '</v1/new>; rel="successor-version"',
  });
});

test('every answer of a deprecated endpoint says that it ends', async () => {
  const ownHandler: Partial<ServiceHandler> = {
    name: 'gateway',
    dispatch: async ({ req, res }) => sendJson(req, res, { status: 200, value: { data: 1 } }),
  };
  const platform = {
    config: { PUBLIC_API_URL: 'http://api.test' },
    kv: memoryKeyValueStore(),
    log: undefined,
    metrics: { observeHttp: () => undefined },
  };
  const dependencies = { routes, platform, ownHandler, rateLimits: async () => undefined, clientIp: () => '127.0.0.1' };
  const server = await listen(createListener(dependencies as unknown as ListenerDependencies), {
    port: 0,
    host: '127.0.0.1',
  });
  try {
    const ask = async (path: string) => {
      const { headers } = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { origin: 'http://app' } });
      return ['deprecation', 'sunset', 'access-control-expose-headers'].map((name) => headers.get(name));
    };
    const exposed = expect.stringContaining('Deprecation, Sunset');
    expect(await ask('/v1/old')).toEqual(['@1768435200', 'Mon, 01 Feb 2027 00:00:00 GMT', exposed]);
    expect(await ask('/v1/new')).toEqual([null, null, exposed]);
  } finally {
    await server.close(0);
  }
});
