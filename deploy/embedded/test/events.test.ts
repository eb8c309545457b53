import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { wire, without } from './probes.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

let t: TestPlatform;
let send: ReturnType<typeof wire>;
/** A user with a token and nothing that names the application. */
let token: Record<string, string>;
let user_id: string;
let other: { id: string; code: string };

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  const anna = await t.registered('anna');
  token = without(anna.headers, 'x-public-key', 'x-application-code');
  user_id = anna.user_id;
  const { data } = await t.client(await t.adminHeaders()).createApplication({ body: { code: 'other', name: 'Other' } });
  other = { id: data.id, code: data.code };
});
afterAll(async () => {
  send.close();
  await t.stop();
});

const json = { 'content-type': 'application/json' };
const gzip = { ...json, 'content-encoding': 'gzip' };
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send({ method: 'POST', target: path, headers: { ...token, ...json, ...headers }, body: JSON.stringify(body) });
const stored = (ids: string[]) =>
  t.database.query<{ event_id: string; application_id: string; user_id: string }>(
    'SELECT event_id, application_id, user_id FROM analytics.events WHERE event_id = ANY($1)',
    [ids],
  );
const named = (fields: object = {}) => ({ event: 'app_opened', event_id: newId(), ...fields });

describe('the application of an event', () => {
  test('is named by a header', async () => {
    const naming: Record<string, string>[] = [
      { 'x-application-code': 'demo' },
      { 'x-application-id': t.demo.application_id },
      { 'x-public-key': t.demo.public_key },
    ];
    for (const headers of naming) {
      const event = named();
      expect((await post('/v1/events', event, headers)).status).toBe(202);
      expect(await stored([event.event_id])).toEqual([
        { event_id: event.event_id, application_id: t.demo.application_id, user_id },
      ]);
    }
  });

  test('is named by the event, by the batch or by an event of it, where no header does', async () => {
    const [a, b, c, d] = [
      named({ application_code: 'demo' }),
      named(),
      named({ application_id: t.demo.application_id.toUpperCase() }),
      named(),
    ];
    const answers = [
      await post('/v1/events', a),
      await post('/v1/events/batch', { application_code: 'demo', events: [b] }),
      await post('/v1/events/batch', [named(), c]),
      await send({
        method: 'POST',
        target: '/v1/events/batch',
        headers: { ...token, ...gzip },
        body: gzipSync(JSON.stringify({ application_id: t.demo.application_id, events: [d] })),
        chunked: true,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(await stored([a, b, c, d].map(({ event_id }) => event_id))).toHaveLength(4);
  });

  test('that is missing is refused', async () => {
    for (const [path, body] of [
      ['/v1/events', named()],
      ['/v1/events/batch', [named()]],
      ['/v1/events', named({ application_code: 'No Code' })],
    ] as const)
      expect(await post(path, body)).toMatchObject({ status: 400, error: 'validation_failed' });
  });

  test('is the one that the token is for: another one that the body names is not reached with it', async () => {
    const event = named({ application_code: other.code });
    // Its identity provider is another one, or there is none.
    expect(await post('/v1/events', event)).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(await post('/v1/events', event, { 'x-application-code': 'demo' })).toMatchObject({
      status: 400,
      error: 'application_mismatch',
    });
    expect(await post('/v1/events', named({ application_code: 'no-such-app' }))).toMatchObject({
      status: 404,
      error: 'application_not_found',
    });
    const mixed = await post('/v1/events/batch', [named({ application_code: 'demo' }), event]);
    expect(mixed.json).toMatchObject({
      data: { accepted: 1, rejected: [{ index: 1, error: 'application_mismatch' }] },
    });
    expect(await stored([event.event_id])).toEqual([]);
  });

  test('is not looked for in the body of a caller without a token', async () => {
    const reply = await send({ method: 'POST', target: '/v1/events', headers: json, body: '{"broken' });
    expect(reply).toMatchObject({ status: 401, error: 'missing_token' });
  });
});

describe('a compressed batch', () => {
  const header = { 'x-application-code': 'demo' };
  const compressed = (bytes: Buffer, headers: Record<string, string> = header) =>
    send({ method: 'POST', target: '/v1/events/batch', headers: { ...token, ...gzip, ...headers }, body: bytes });

  test('is stored like any other', async () => {
    const events = Array.from({ length: 500 }, () => named({ properties: { text: 'x'.repeat(100) } }));
    expect((await compressed(gzipSync(JSON.stringify(events)))).json).toEqual({
      data: { accepted: 500, rejected: [] },
    });
    expect(await stored(events.map(({ event_id }) => event_id))).toHaveLength(500);
  });

  test('that inflates to more than 1 MiB is refused, by the gateway and by the service', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1_048_576, 0x20), { level: 9 });
    expect(bomb.length).toBeLessThan(1_048_576);
    for (const headers of [header, {}])
      expect(await compressed(bomb, headers)).toMatchObject({ status: 413, error: 'payload_too_large' });
  });

  test('that is broken is no JSON, and other encodings are not understood', async () => {
    for (const headers of [header, {}]) {
      expect(await compressed(Buffer.from('[]'), headers)).toMatchObject({ status: 400, error: 'invalid_json' });
      expect(await compressed(Buffer.from('[]'), { ...headers, 'content-encoding': 'br' })).toMatchObject({
        status: 415,
        error: 'unsupported_media_type',
      });
    }
  });
});

test('an event that names a registered device is its sign of life', async () => {
  const installation_id = newId();
  const client = t.client({ ...token, 'x-application-code': 'demo' });
  await client.registerDevice({ body: { installation_id, platform: 'ios', app_version: '1.0.0' } });
  await post('/v1/events', named({ installation_id, platform: 'ios', app_version: '1.1.0' }), {
    'x-application-code': 'demo',
  });
  const version = async () => {
    const [row] = await t.database.query<{ app_version: string }>(
      'SELECT app_version FROM identity.devices WHERE installation_id = $1',
      [installation_id],
    );
    return row?.app_version;
  };
  await until('the device has the version of the event', async () => (await version()) === '1.1.0');
});

test('only administrators of the platform can read the received events', async () => {
  const get = (headers: Record<string, string>) =>
    send({ method: 'GET', target: '/v1/analytics/ingestion?application_code=demo&days=1', headers });
  const admin = await t.adminHeaders();
  // Each replica writes what it counted every two seconds.
  await until('all is counted', async () => {
    const { status, json } = await get(admin);
    expect(status).toBe(200);
    return ((json.data as { days: { stored: number }[] }).days[0]?.stored ?? 0) > 500;
  });
  expect((await get(token)).status).toBe(401);
});
