import { beforeAll, describe, expect, test } from '@jest/globals';
import { urlVariable } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { listen, prepareService } from '@platform/runtime';
import { noLimits, publicationOf } from '@platform/testing';
import { localEnvironment } from '../src/environment.ts';
import { type Close, type FrontDoor, ok, useFrontDoor } from './front-door.ts';
import { named, routes, type Send, wire } from './probes.ts';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type TestPlatform, until } from './test-platform.ts';

let door: FrontDoor;
let t: TestPlatform;
let send: Send;
let onEnd: (close: Close) => void;
useFrontDoor((opened, client, register) => {
  [door, t, send, onEnd] = [opened, opened.platform, client, register];
});

const cached = routes.filter(({ endpoint: { cache } }) => cache !== undefined && !cache.startsWith('private'));

describe('addresses', () => {
  test.each(named(routes.filter(({ endpoint }) => endpoint.method === 'GET')))(
    'HEAD of %s answers what GET answers, without a body',
    async (_id, route) => {
      const call = door.callOf(route, await door.headersFor(route.endpoint.auth));
      // A login is in the audit log a moment later.
      await t.untilIdle();
      const [got, head] = [await send(call), await send({ ...call, method: 'HEAD' })];
      expect([head.status, head.text]).toEqual([got.status, '']);
      for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
        if (got.error === undefined && route.id !== 'getMyEntitlements')
          expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    },
  );
});

describe('public reads answer a strong ETag and honour it', () => {
  beforeAll(async () => {
    const [site] = ok(await door.admin.listSites({ query: { application_id: t.demo.application_id } }));
    const slot = {
      params: { owner_type: 'cms_site' as const, owner_id: site?.id ?? '', kind: 'personal_data_consent' },
    };
    const draft = ok(await door.admin.saveLegalDraft({ ...slot, body: { title: 'Terms', body: 'Of the site' } }));
    ok(await door.admin.publishLegalDocument({ ...slot, ...publicationOf(draft) }));
  });

  test.each(named(cached))('%s', async (_id, route) => {
    const call = door.callOf(route, await door.headersFor(route.endpoint.auth), await door.realPath(route));
    const first = await send(call);
    const etag = first.headers.etag ?? '';
    expect([first.status, first.headers['cache-control']]).toEqual([200, route.endpoint.cache]);
    expect(etag).toMatch(/^"[^"]+"$/);
    const ask = (tag: string) => send({ ...call, headers: { ...call.headers, 'if-none-match': tag } });
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await ask(tag);
      expect([tag, reply.status, reply.text, reply.headers.etag]).toEqual([tag, 304, '', etag]);
      expect(reply.headers['cache-control']).toBe(route.endpoint.cache);
    }
    for (const tag of ['"other"', etag.slice(1, -1), `"${etag.slice(2)}`, '']) {
      const reply = await ask(tag);
      expect([tag, reply.status, reply.text]).toEqual([tag, 200, first.text]);
    }
  });

  test('a paywall that was changed is answered anew', async () => {
    const read = () => t.client(door.user.headers).getPaywall({ params: { app_code: 'demo', paywall_code: 'main' } });
    const old = await read();
    const startClock = stopCacheClock();
    const params = { application_id: t.demo.application_id };
    const [paywall] = ok(await door.admin.listPaywalls({ params }));
    await door.admin.updatePaywall({
      params: { ...params, paywall_id: paywall?.id ?? '' },
      body: { title: 'New title' },
    });
    await until('the new title is read', async () => (await read()).data.title === 'New title');
    startClock();
    expect((await read()).headers.get('etag')).not.toBe(old.headers.get('etag'));
  });
});

describe('a gateway whose services are elsewhere', () => {
  let far: ReturnType<typeof wire>;

  beforeAll(async () => {
    const { secrets, baseUrl, filesDir } = t;
    const sandboxUrl = t.sandboxes.idp.issuer;
    const elsewhere: Record<string, string> = {};
    for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
      const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
      onEnd(() => server.close(0));
      elsewhere[urlVariable(service.name)] = `http://127.0.0.1:${server.port}`;
    }
    const env = { ...localEnvironment({ secrets, baseUrl, sandboxUrl, filesDir }), ...noLimits, ...elsewhere };
    const gateway = await prepareService(t.platform.host, gatewayService, { env });
    await gateway.begin();
    const server = await listen(gateway.listener, { port: 0, host: '127.0.0.1' });
    far = wire(`http://127.0.0.1:${server.port}`);
    onEnd(() => gateway.stop());
    onEnd(() => server.close(0));
    onEnd(far.close);
  });

  /** The text without the moment of a report, which is now. */
  const timeless = (text: string) => text.replace(/"as_of":"[^"]+"/, '');

  test('answers as if they were in its own process', async () => {
    const reads = routes.filter(
      ({ id, endpoint }) => endpoint.method === 'GET' && !['getMyEntitlements', 'getHealth'].includes(id),
    );
    for (const route of reads) {
      const call = door.callOf(route, await door.headersFor(route.endpoint.auth), await door.realPath(route));
      const id = { 'x-request-id': 'the-same' };
      await t.untilIdle();
      const [near, away] = [
        await send({ ...call, headers: { ...call.headers, ...id } }),
        await far({ ...call, headers: { ...call.headers, ...id } }),
      ];
      expect([route.id, away.status, timeless(away.text)]).toEqual([route.id, near.status, timeless(near.text)]);
      for (const name of [
        'content-type',
        'cache-control',
        'etag',
        'x-request-id',
        'ratelimit-limit',
        'x-content-type-options',
      ])
        expect([route.id, name, away.headers[name]]).toEqual([route.id, name, near.headers[name]]);
    }
    expect((await far({ method: 'GET', target: '/v1/health' })).json.data).toMatchObject({ status: 'ok' });
  });
});
