import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { type Answer, data, fakePlatform, refusal, userToken } from '../test/fake-platform.ts';
import { base, clientOf, patientMs, withoutJitter } from '../test/open-client.ts';
import { memoryStorage } from './storage.ts';

const config = `GET ${base}/config`;
const features = `GET ${base}/features`;
const paywall = `GET ${base}/paywalls/main`;
const offline = fakePlatform({
  [config]: () => 'network',
  [features]: () => 'network',
  [paywall]: () => 'network',
  [`${paywall}2`]: () => 'network',
}).fetch;

afterEach(() => void jest.restoreAllMocks());

const tagged =
  (tag: string, value: unknown) =>
  (request: { headers: Record<string, string> }): Answer =>
    request.headers['if-none-match'] === tag ? { status: 304 } : data(value, { etag: tag });

describe('flags and parameters', () => {
  const routes = {
    [config]: tagged('"c1"', { config: { max_mb: 25, title: 'Hi' } }),
    [features]: tagged('"f1"', { features: { editor: true } }),
  };

  test('are the fallbacks first, then those of the platform, and a wrong type is the fallback', async () => {
    const api = fakePlatform(routes);
    const client = clientOf(api.fetch, {
      platform: 'web',
      appVersion: '1.0.0',
      fallbacks: { config: { max_mb: 5 } },
    });
    expect([client.feature('editor', false), client.config('max_mb', 1)]).toEqual([false, 5]);
    await client.ready({ timeoutMs: patientMs });
    expect([client.feature('editor', false), client.config('max_mb', 1)]).toEqual([true, 25]);
    expect([client.config('title', 7), client.config('absent', 'x'), client.feature('absent', true)]).toEqual([
      7,
      'x',
      true,
    ]);
    expect(api.calls(config)[0]?.url.search).toBe('?platform=web&app_version=1.0.0');
    client.stop();
  });

  const evaluation = 'POST /ofrep/v1/evaluate/flags';
  const evaluated = (value: boolean, tag: string) => ({
    headers: { etag: tag },
    body: {
      flags: [
        { key: 'editor', value, reason: 'STATIC', metadata: { version: 1, kind: 'feature' } },
        { key: 'beta', value: true, reason: 'STATIC', metadata: { version: 1, kind: 'config' } },
      ],
      metadata: {},
    },
  });

  test('of a guest are evaluated by the installation, which every start names, and by the tag of what is there', async () => {
    const api = fakePlatform({
      ...routes,
      [evaluation]: ({ headers }) => (headers['if-none-match'] === '"g1"' ? { status: 304 } : evaluated(true, '"g1"')),
    });
    const storage = memoryStorage();
    const options = { storage, platform: 'web', appVersion: '1.0.0', getToken: () => null };
    for (let start = 0; start < 2; start += 1) {
      const client = clientOf(api.fetch, options);
      await client.ready({ timeoutMs: patientMs });
      expect([client.feature('editor', false), client.feature('beta', false)]).toEqual([true, false]);
      client.stop();
    }
    const calls = api.calls(evaluation);
    const installation = storage.get('platform:notes:installation');
    expect(calls.map(({ body, headers }) => [body, headers.authorization, headers['x-public-key']])).toEqual(
      Array(2).fill([
        { context: { targetingKey: installation, platform: 'web', app_version: '1.0.0' } },
        undefined,
        'svc_pub_1',
      ]),
    );
    expect(calls.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"g1"']);
    expect(api.calls(features)).toEqual([]);
  });

  test('of a person who is not registered yet are evaluated by the subject of the token, as afterwards', async () => {
    let isRegistered = false;
    const api = fakePlatform({
      ...routes,
      [features]: () => (isRegistered ? data({ features: { editor: true } }) : refusal(404, 'user_not_found')),
      [evaluation]: evaluated.bind(null, true, '"g1"'),
    });
    const client = clientOf(api.fetch);
    await client.ready({ timeoutMs: patientMs });
    expect(client.feature('editor', false)).toBe(true);
    const [call] = api.calls(evaluation);
    expect([call?.body, call?.headers.authorization]).toEqual([{ context: { targetingKey: 'ada' } }, undefined]);
    isRegistered = true;
    await client.refresh().catch(() => {});
    client.stop();
    expect(api.calls(evaluation)).toHaveLength(1);
  });

  test('are asked for by the tag of what is there, and listeners hear of changes alone', async () => {
    const api = fakePlatform(routes);
    const client = clientOf(api.fetch);
    const heard: string[] = [];
    client.on('config', () => heard.push('config'));
    client.on('features', () => heard.push('features'));
    await client.ready({ timeoutMs: patientMs });
    await client.refresh().catch(() => {});
    client.stop();
    expect(api.calls(config).map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"c1"']);
    expect(heard.toSorted()).toEqual(['config', 'features']);
  });

  test('of the last run are there without the network', async () => {
    const storage = memoryStorage();
    const online = clientOf(fakePlatform(routes).fetch, { storage });
    await online.ready({ timeoutMs: patientMs });
    online.stop();
    const client = clientOf(offline, { storage });
    withoutJitter();
    await client.ready({ timeoutMs: patientMs });
    client.stop();
    expect([client.feature('editor', false), client.config('max_mb', 1)]).toEqual([true, 25]);
  });

  test('of a person are not those of the next one', async () => {
    let user = 'ada';
    const client = clientOf(fakePlatform(routes).fetch, { getToken: () => userToken(user) });
    await client.ready({ timeoutMs: patientMs });
    expect(client.feature('editor', false)).toBe(true);
    user = 'bob';
    await client.flush();
    client.track('x');
    await client.flush();
    expect(client.feature('editor', false)).toBe(false);
    client.stop();
  });
});

describe('a paywall', () => {
  const fallbacks = {
    paywalls: { main: { code: 'main', name: 'built in', title: null, subtitle: null, paywall_items: [] } },
  };

  test('comes from the network, else from the last read, else from the build', async () => {
    withoutJitter();
    const storage = memoryStorage();
    const api = fakePlatform({ [paywall]: () => data({ code: 'main', name: 'live', paywall_items: [] }) });
    const online = clientOf(api.fetch, { storage, fallbacks });
    const away = clientOf(offline, { storage, fallbacks });
    expect(await away.paywall('main')).toMatchObject({ name: 'built in', source: 'fallback' });
    expect(await online.paywall('main')).toMatchObject({ name: 'live', source: 'network' });
    expect(await away.paywall('main')).toMatchObject({ name: 'live', source: 'cache' });
    await expect(away.paywall('main2')).rejects.toMatchObject({ status: 0 });
    online.stop();
    away.stop();
  });

  test('that the platform took away is not shown from a copy', async () => {
    const api = fakePlatform({ [paywall]: () => refusal(404, 'paywall_not_found') });
    const client = clientOf(api.fetch, { fallbacks });
    await expect(client.paywall('main')).rejects.toMatchObject({ code: 'paywall_not_found' });
    client.stop();
  });
});
