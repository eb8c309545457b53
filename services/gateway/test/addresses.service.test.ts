import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expressPath, type Method } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { asJson, type Send } from '@platform/testing';
import { type GatewayTest, routeOf, routes, secrets, startGatewayTest, targetOf } from './gateway-test.ts';

let t: GatewayTest;
let send: Send;
beforeAll(async () => {
  t = await startGatewayTest();
  send = t.send;
});
afterAll(() => t.stop());

describe('addresses', () => {
  test.each([
    '/v1',
    '/v1/',
    '/v2/health',
    '/V1/health',
    '/v1/health/',
    '//v1/health',
    '/v1//health',
    '/v1/health/x',
    '/v1/../v1/health',
    '/v1/%2e%2e/v1/health',
    '/v1/payments/',
    '/ready',
    '/live',
    '/metrics',
    '/.env',
    '/%',
    '*',
  ])('%s does not exist', async (target) => {
    const reply = await send({ method: 'GET', target });
    expect([reply.status, reply.error]).toEqual([404, 'not_found']);
    expect(reply.headers.allow).toBeUndefined();
  });

  test.each(['/docs/../v1/openapi.json', '/docs/package.json', '/docs/guides/none'])(
    '%s is a page that does not exist',
    async (target) => {
      const reply = await send({ method: 'GET', target });
      expect([reply.status, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const paths = [...new Set(routes.map(({ endpoint }) => endpoint.path))];
  /** Methods of every pattern that this address matches: `/v1/payments/sync-pending` is also a payment id. */
  const allowed = (target: string): Method[] => {
    const matching = routes.filter(({ endpoint }) =>
      new RegExp(
        `^${expressPath(endpoint.path)
          .replaceAll('.', '\\.')
          .replaceAll(/:[a-z_]+/g, '[^/]+')}$`,
      ).test(target),
    );
    return methods.filter((method) => matching.some(({ endpoint }) => endpoint.method === method));
  };

  test.each(paths)('%s names its methods when asked with another one', async (path) => {
    const route = routeOf(routes.find(({ endpoint }) => endpoint.path === path)?.id ?? '');
    const target = targetOf(route, t.demo.site_code);
    const allow = allowed(target);
    const others = [...methods.filter((method) => !allow.includes(method)), 'OPTIONS', 'PROPFIND'];
    for (const method of others) {
      const reply = await send({ method, target });
      expect([method, reply.status, reply.error, reply.headers.allow]).toEqual([
        method,
        405,
        'method_not_allowed',
        allow.join(', '),
      ]);
    }
  });
});

describe('the request id', () => {
  const answers: [string, () => Parameters<typeof send>[0], number][] = [
    ['a success', () => ({ method: 'GET', target: '/v1/health' }), 200],
    ['a creation', () => ({ method: 'POST', target: '/v1/admin/sessions', ...asJson(login()) }), 201],
    ['an unknown address', () => ({ method: 'GET', target: '/nowhere' }), 404],
    ['a wrong method', () => ({ method: 'PUT', target: '/v1/health' }), 405],
    ['a missing credential', () => ({ method: 'GET', target: '/v1/admin/me' }), 401],
    ['an unknown application', () => ({ method: 'GET', target: '/v1/applications/no/branding', headers: key() }), 404],
    ['a bad body', () => ({ method: 'POST', target: '/v1/admin/sessions', ...asJson([]) }), 400],
    ['a page', () => ({ method: 'GET', target: '/docs' }), 200],
    ['a preflight', () => ({ method: 'OPTIONS', target: '/v1/health', headers: preflight }), 204],
    ['a HEAD', () => ({ method: 'HEAD', target: '/v1/health' }), 200],
    [
      'an unchanged body',
      () => ({ method: 'GET', target: '/v1/openapi.json', headers: { 'if-none-match': '*' } }),
      304,
    ],
  ];
  const login = () => ({ email: secrets.admin.email, password: secrets.admin.password });
  const key = () => ({ 'x-public-key': t.demo.public_key });
  const preflight = { origin: 'https://app.example.test', 'access-control-request-method': 'GET' };

  test.each(answers)('of the caller comes back on %s', async (_what, request, status) => {
    const given = `order-7/${newId()}`;
    const call = request();
    const reply = await send({ ...call, headers: { ...call.headers, 'x-request-id': given } });
    expect([reply.status, reply.headers['x-request-id']]).toEqual([status, given]);
    if (reply.error) expect(reply.json.request_id).toBe(given);
  });

  test.each(answers)('is made where the caller has none, on %s', async (_what, request) => {
    const ids = await Promise.all([send(request()), send(request())]);
    const [one, two] = ids.map((reply) => reply.headers['x-request-id']);
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(one).not.toBe(two);
  });

  test('is replaced when it is too long, or not printable', async () => {
    const call = { method: 'GET', target: '/v1/health' };
    const long = await send({ ...call, headers: { 'x-request-id': 'x'.repeat(128) } });
    expect(long.headers['x-request-id']).toBe('x'.repeat(128));
    for (const bad of ['x'.repeat(129), 'two words', 'tab\tbed', Buffer.from('ключ').toString('latin1'), '']) {
      const reply = await send({ ...call, headers: { 'x-request-id': bad } });
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('browsers of any origin', () => {
  const origin = 'https://app.example.test';
  const list = (value: unknown) => String(value).toLowerCase().split(/,\s*/);

  test('may send every method and header that the contract needs, without asking again for a day', async () => {
    for (const target of ['/v1/payments', '/v1/applications/demo/users/me', '/v1/anything']) {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-public-key',
      };
      const reply = await send({ method: 'OPTIONS', target, headers });
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
      expect(list(reply.headers['access-control-allow-methods'])).toEqual(['get', 'post', 'put', 'patch', 'delete']);
      expect(list(reply.headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'x-public-key',
          'x-application-code',
          'x-application-id',
          'idempotency-key',
          'if-none-match',
          'if-match',
          'x-request-id',
          'x-api-key',
          'x-platform-client',
          'traceparent',
        ]),
      );
      expect(Number(reply.headers['access-control-max-age'])).toBe(86_400);
    }
  });

  test('may read the answer and the headers that clients need, of failures too', async () => {
    for (const target of ['/v1/health', '/v1/admin/me', '/nowhere', '/v1/applications/demo/branding']) {
      const reply = await send({ method: 'GET', target, headers: { origin } });
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      const exposed = list(reply.headers['access-control-expose-headers']);
      for (const name of ['etag', 'x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
        expect(exposed).toContain(name);
      for (const name of ['retry-after', 'idempotent-replayed']) expect(exposed).toContain(name);
    }
  });

  test('may read public answers that a shared cache got without an origin', async () => {
    const reply = await send({ method: 'GET', target: '/v1/applications/demo/branding' });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(list(reply.headers['access-control-expose-headers'])).toContain('etag');
  });

  test('send nothing extra to clients that are no browsers', async () => {
    const reply = await send({ method: 'GET', target: '/v1/health' });
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['x-powered-by']).toBeUndefined();
  });
});

test('a browser that asks for the icon of the address gets one, and it counts as any call without a credential', async () => {
  const icon = await send({ method: 'GET', target: '/favicon.ico' });
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/x-icon']);
  const next = await send({ method: 'HEAD', target: '/favicon.ico' });
  expect([next.status, next.text, next.headers['content-length']]).toEqual([200, '', icon.headers['content-length']]);
  expect(Number(next.headers['ratelimit-remaining'])).toBe(Number(icon.headers['ratelimit-remaining']) - 1);
  expect((await send({ method: 'POST', target: '/favicon.ico' })).error).toBe('not_found');
});
