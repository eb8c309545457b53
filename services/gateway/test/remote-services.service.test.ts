import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { urlVariable } from '@platform/contracts';
import type { AuthKind } from '@platform/contracts/kit';
import { contextHeader, listen } from '@platform/runtime';
import { type Send, wire } from '@platform/testing';
import {
  callOf,
  type GatewayTest,
  headersFor,
  routeOf,
  routes,
  secrets,
  startGatewayTest,
  type User,
} from './gateway-test.ts';

let t: GatewayTest;
let anna: User;
beforeAll(async () => {
  t = await startGatewayTest();
  anna = await t.addUser('anna');
});
afterAll(() => t.stop());

const everyService = {
  identity: 'up',
  catalog: 'up',
  billing: 'up',
  cms: 'up',
  analytics: 'up',
  'seo-rkn': 'up',
  social: 'up',
};

describe('a gateway whose services are elsewhere', () => {
  const elsewhere: Record<string, string> = {};
  let farPort: number;
  let far: Send;
  let deaf: Send;
  let headersOf: (auth: AuthKind) => Record<string, string>;

  beforeAll(async () => {
    for (const [name, service] of t.services) elsewhere[urlVariable(name)] = await t.expose(service);
    ({ port: farPort, send: far } = await t.startGateway(elsewhere));
    const gone = await listen(() => {}, { port: 0, host: '127.0.0.1' });
    await gone.close(0);
    const nowhere = { BILLING_URL: `http://127.0.0.1:${gone.port}` };
    ({ send: deaf } = await t.startGateway({ ...elsewhere, ...nowhere }));
    const callers = { user: anna, admin: t.addAdmin(), site_key: t.demo.site_key };
    headersOf = (auth) => headersFor(auth, callers);
  });

  test('passes bodies on, and refuses those that are too large, announced or not', async () => {
    const user = { ...anna.headers, 'content-type': 'application/json' };
    const patch = { method: 'PATCH', target: '/v1/applications/demo/users/me', headers: user };
    for (const chunked of [false, true]) {
      const renamed = await far({ ...patch, chunked, body: JSON.stringify({ display_name: `Anna ${chunked}` }) });
      expect([renamed.status, renamed.json.data]).toEqual([
        200,
        expect.objectContaining({ display_name: `Anna ${chunked}` }),
      ]);
      const large = await far({ ...patch, chunked, body: JSON.stringify({ display_name: 'x'.repeat(2_097_152) }) });
      expect([chunked, large.status, large.error]).toEqual([chunked, 413, 'payload_too_large']);
    }
    const created = await far(callOf(routeOf('closeAdminSession'), t.demo.site_code, t.addAdmin()));
    expect([created.status, created.text]).toEqual([204, '']);
    const forged = { ...user, [contextHeader]: 'forged', 'x-platform-user': 'forged' };
    expect((await far({ ...patch, headers: forged, body: '{}' })).status).toBe(200);
  });

  test('keeps the credentials of a caller to itself', async () => {
    const received: { target: string; headers: Record<string, unknown> }[] = [];
    const spy = await listen(
      (req, res) => {
        received.push({ target: req.url ?? '', headers: req.headers });
        res.setHeader('content-type', 'application/json');
        res.end('{}');
      },
      { port: 0, host: '127.0.0.1' },
    );
    t.onStop(() => spy.close(0));
    const address = `http://127.0.0.1:${spy.port}`;
    const names = Object.keys(elsewhere);
    const { send: call } = await t.startGateway(Object.fromEntries(names.map((name) => [name, address])));

    const token = secrets.webhook;
    const webhook = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', cookie: 'a=b' } };
    const query = `a=%20&token=${token}&%74oken=second&b`;
    expect((await call({ ...webhook, target: `/v1/webhooks/yookassa?${query}` })).status).toBe(200);
    expect((await call({ ...webhook, target: `/v1/webhooks/yookassa?token=${token}` })).status).toBe(200);
    for (const route of routes.filter(({ service }) => service !== 'gateway'))
      expect([
        route.id,
        (await call(callOf(route, t.demo.site_code, { ...headersOf(route.endpoint.auth), cookie: 'a=b' }))).status,
      ]).toEqual([route.id, 200]);

    expect(received.slice(0, 2).map(({ target }) => target)).toEqual([
      '/v1/webhooks/yookassa?a=%20&b',
      '/v1/webhooks/yookassa',
    ]);
    for (const { target, headers } of received) {
      expect([target, headers[contextHeader]]).toEqual([target, expect.any(String)]);
      expect(target).not.toContain('token=');
      const names = ['authorization', 'x-public-key', 'x-worker-secret', 'x-webhook-token', 'cookie'];
      expect([target, names.filter((name) => name in headers)]).toEqual([target, []]);
    }
  });

  test('keeps idle connections for longer than load balancers do, as its configuration says', async () => {
    const keptBy = async (port: number) => {
      const call = wire(`http://127.0.0.1:${port}`);
      t.onStop(call.close);
      return (await call({ method: 'GET', target: '/v1/health' })).headers['keep-alive'];
    };
    const other = await t.startGateway({ ...elsewhere, KEEP_ALIVE_SECONDS: '310' });
    expect([await keptBy(farPort), await keptBy(other.port)]).toEqual(['timeout=75', 'timeout=310']);
  });

  test('says which one is down, and answers for it that it will be back', async () => {
    const health = await deaf({ method: 'GET', target: '/v1/health' });
    expect([health.status, health.json.data]).toEqual([
      503,
      expect.objectContaining({
        status: 'degraded',
        services: { ...everyService, billing: 'down' },
        seo: { pagespeed: 'not_configured' },
      }),
    ]);
    for (const route of routes.filter(({ service }) => service === 'billing')) {
      const reply = await deaf(callOf(route, t.demo.site_code, headersOf(route.endpoint.auth)));
      expect([route.id, reply.status, reply.error]).toEqual([route.id, 503, 'service_unavailable']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(
      (await deaf({ method: 'GET', target: '/v1/applications/demo/users/me', headers: anna.headers })).status,
    ).toBe(200);
  });
});
