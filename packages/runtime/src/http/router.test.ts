import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Method } from '@platform/contracts/kit';
import type { Route } from '@platform/contracts/route-table';
import { buildRouter, splitTarget } from './router.ts';

const route = (id: string, method: Method, path: `/${string}`): Route => ({
  id,
  service: 'test',
  endpoint: { method, path, summary: id, auth: 'none', rate: 'public_ip' },
});

const table = [
  route('readItem', 'GET', '/v1/items/{item_id}'),
  // Declared after the pattern that would also match it.
  route('readMine', 'GET', '/v1/items/me'),
  route('listItems', 'GET', '/v1/items'),
  route('createItem', 'POST', '/v1/items'),
  route('changeItem', 'PATCH', '/v1/items/{item_id}'),
  route('syncItem', 'POST', '/v1/items/{item_id}/sync'),
  route('syncPart', 'POST', '/v1/items/{item_id}/{part}'),
  route('readOwned', 'GET', '/v1/{owner}/items/{item_id}'),
  route('readKeys', 'GET', '/.well-known/jwks.json'),
];

interface Seen {
  status: number;
  id?: string;
  params?: Record<string, string>;
  allow?: Method[];
}
let server: Server;
let port: number;
beforeAll(async () => {
  const listener = buildRouter(
    table,
    ({ id }, params, _, res) => void res.writeHead(200, { seen: encode({ id, params }) }).end(),
    (_, res, allow) => res.writeHead(404, { seen: encode({ allow }) }).end(),
  );
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** In a header, because a HEAD has no body. */
const encode = (seen: object) => encodeURIComponent(JSON.stringify(seen));

/** Sends a target as it is: `fetch` would tidy it up first. */
const ask = (method: string, path: string): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, method, path }, (res) => {
      res.resume();
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, ...JSON.parse(decodeURIComponent(String(res.headers.seen))) }),
      );
    });
    req.on('error', reject).end();
  });

test('a request finds its route by method and path, and parameters are decoded', async () => {
  expect(await ask('GET', '/v1/items')).toEqual({ status: 200, id: 'listItems', params: {} });
  expect(await ask('POST', '/v1/items')).toEqual({ status: 200, id: 'createItem', params: {} });
  expect(await ask('GET', '/.well-known/jwks.json')).toMatchObject({ id: 'readKeys' });
  expect(await ask('GET', '/v1/items/a%20b%2Fc%D0%B0?x=/y')).toEqual({
    status: 200,
    id: 'readItem',
    params: { item_id: 'a b/cа' },
  });
  expect(await ask('GET', '/v1/o/items/i')).toMatchObject({ id: 'readOwned', params: { owner: 'o', item_id: 'i' } });
});

test('a path that is spelled out wins over a pattern, in whatever order they are declared', async () => {
  expect(await ask('GET', '/v1/items/me')).toEqual({ status: 200, id: 'readMine', params: {} });
  expect(await ask('GET', '/v1/items/mee')).toMatchObject({ id: 'readItem', params: { item_id: 'mee' } });
  expect(await ask('POST', '/v1/items/1/sync')).toMatchObject({ id: 'syncItem' });
  expect(await ask('POST', '/v1/items/1/other')).toMatchObject({ id: 'syncPart', params: { part: 'other' } });
});

test('a path that was matched before is matched the same way again', async () => {
  for (let n = 0; n < 3; n += 1) {
    expect(await ask('GET', '/v1/items/1')).toEqual({ status: 200, id: 'readItem', params: { item_id: '1' } });
    expect(await ask('PATCH', '/v1/items/1')).toEqual({ status: 200, id: 'changeItem', params: { item_id: '1' } });
    expect(await ask('GET', '/v1/items/2?x=1')).toMatchObject({ id: 'readItem', params: { item_id: '2' } });
    expect((await ask('DELETE', '/v1/items/1')).status).toBe(404);
  }
});

test('paths are strict: no slash at the end, no empty part, no other case', async () => {
  for (const path of [
    '/v1/items/',
    '/v1/items/1/',
    '/V1/items',
    '/v1/Items',
    '//v1/items',
    '/v1//items',
    '/v1/items//sync',
    '/',
    '/v1',
    '/v1/items/1/sync/more',
    '/v1/../v1/items',
    '/v1/items;x',
    '/%76%31/items/1/2/3',
    '*',
  ])
    expect([path, (await ask('GET', path)).status]).toEqual([path, 404]);
});

test('HEAD is answered by the route of GET', async () => {
  expect(await ask('HEAD', '/v1/items/1')).toMatchObject({ status: 200, id: 'readItem' });
  expect(await ask('HEAD', '/v1/items/1/sync')).toEqual({ status: 404, allow: ['POST'] });
});

test('an address that exists with other methods says which', async () => {
  expect(await ask('DELETE', '/v1/items/1')).toEqual({ status: 404, allow: ['GET', 'PATCH'] });
  expect(await ask('PUT', '/v1/items')).toEqual({ status: 404, allow: ['GET', 'POST'] });
  expect(await ask('GET', '/v1/items/1/sync')).toEqual({ status: 404, allow: ['POST'] });
  expect(await ask('OPTIONS', '/v1/items')).toEqual({ status: 404, allow: ['GET', 'POST'] });
  expect(await ask('GET', '/v1/nothing')).toEqual({ status: 404, allow: [] });
});

test('a path that cannot be decoded does not exist', async () => {
  for (const path of ['/v1/items/%', '/v1/items/%zz', '/v1/items/%ff', '/v1/items/%c3%28'])
    expect([path, await ask('GET', path)]).toEqual([path, { status: 404, allow: [] }]);
  expect((await ask('DELETE', '/v1/items/%zz')).status).toBe(404);
});

test('a target is split at its first question mark', () => {
  expect(splitTarget('/a')).toEqual({ path: '/a', query: '' });
  expect(splitTarget('/a?')).toEqual({ path: '/a', query: '' });
  expect(splitTarget('/a?b=?c')).toEqual({ path: '/a', query: 'b=?c' });
});
