import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBase62 } from '@platform/runtime';
import { type GatewayTest, startGatewayTest } from './gateway-test.ts';

let t: GatewayTest;
beforeAll(async () => {
  t = await startGatewayTest({ env: { RATE_LIMIT_EVALUATIONS: '4', TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => t.stop());

const one = '/ofrep/v1/evaluate/flags/Dark.Mode';
const all = '/ofrep/v1/evaluate/flags';
const json = { 'content-type': 'application/json' };
const post = (target: string, headers: Record<string, string> = {}, body = '{}') =>
  t.send({ method: 'POST', target, headers: { ...json, ...headers }, body });
/** A key of an application of its own, whose allowance no other test uses. */
const freshKey = () => t.addApplication(`app-${randomBase62(8).toLowerCase()}`).public_keys[0]?.key ?? '';
const key = () => ({ 'x-public-key': freshKey() });

describe('a failure has the shape of the protocol beside ours', () => {
  const wrong = { 'x-public-key': `svc_pub_${'0'.repeat(32)}` };
  const long = `${all}/${'x'.repeat(9_000)}`;
  test.each<[string, () => ReturnType<typeof post>, number, string]>([
    ['a missing credential', () => post(one), 401, 'GENERAL'],
    ['a wrong key', () => post(one, wrong), 401, 'GENERAL'],
    ['a wrong token', () => post(one, { authorization: 'Bearer x', 'x-application-code': 'demo' }), 401, 'GENERAL'],
    ['a body that is too large', () => post(one, key(), `"${'x'.repeat(2_000_000)}"`), 413, 'GENERAL'],
    ['another method', () => t.send({ method: 'GET', target: one, headers: key() }), 405, 'GENERAL'],
    ['an address that is too long', () => post(long, key()), 414, 'GENERAL'],
  ])('for %s', async (_, request, status, errorCode) => {
    const { status: answered, json: body } = await request();
    expect([answered, body.errorCode]).toEqual([status, errorCode]);
    expect(body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    expect(body.errorDetails).toBe(body.message);
    expect(body.key).toBe(status === 414 ? 'x'.repeat(9_000) : 'Dark.Mode');
  });

  test('without a key where no flag is named, with the decoded one where it is, and nowhere else', async () => {
    const bulk = (await post(all)).json;
    expect(bulk).toMatchObject({ error: 'missing_public_key', errorCode: 'GENERAL' });
    expect(bulk).not.toHaveProperty('key');
    expect((await post(`${all}/a%20b?x=1`)).json.key).toBe('a b');
    expect((await post('/ofrep/v1/nothing', key())).json).toMatchObject({ error: 'not_found', errorCode: 'GENERAL' });
    expect((await post('/v1/payments')).json).not.toHaveProperty('errorCode');
  });
});

describe('the header X-API-Key', () => {
  test('carries the public key of an evaluation, and has to be right', async () => {
    for (const target of [one, all]) {
      // No service stands behind this gateway, so a caller that is let in is answered 404.
      expect((await post(target, { 'x-api-key': freshKey() })).status).toBe(404);
      expect((await post(target, { 'x-api-key': `svc_pub_${'1'.repeat(32)}` })).error).toBe('invalid_public_key');
      expect((await post(target, { 'x-api-key': 'secret' })).error).toBe('invalid_public_key');
    }
  });

  test('gives way to X-Public-Key, and has to be right beside a token', async () => {
    expect((await post(one, { 'x-api-key': freshKey(), 'x-public-key': 'wrong' })).error).toBe('invalid_public_key');
    expect((await post(one, { 'x-api-key': 'wrong', 'x-public-key': freshKey() })).status).toBe(404);
    const { authorization = '' } = (await t.addUser('anna')).headers;
    const named = { authorization, 'x-application-code': 'demo' };
    expect((await post(one, { ...named, 'x-api-key': freshKey() })).error).toBe('invalid_public_key');
    expect((await post(one, { ...named, 'x-api-key': t.demo.public_key })).status).toBe(404);
  });

  test('is no credential of other endpoints', async () => {
    const headers = { 'x-api-key': t.demo.public_key };
    const reply = await t.send({ method: 'GET', target: '/v1/applications/demo/legal', headers });
    expect([reply.status, reply.error]).toEqual([401, 'missing_public_key']);
  });
});

test('evaluations of a backend share the allowance of their key, whatever the address', async () => {
  const backend = key();
  const from = (host: number, headers: Record<string, string>, target = one) =>
    post(target, { ...headers, 'x-forwarded-for': `203.0.113.${host}` });
  for (const host of [1, 2, 3, 4])
    expect((await from(host, backend)).headers['ratelimit-remaining']).toBe(`${4 - host}`);
  const refused = await from(5, backend);
  expect([refused.status, refused.json.errorCode, refused.json.key]).toEqual([429, 'GENERAL', 'Dark.Mode']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from(1, key())).headers['ratelimit-remaining']).toBe('3');
  expect((await from(1, backend, all)).status).toBe(404);
});

test('evaluations with a token count for its holder, with a key beside it or not', async () => {
  const { headers } = await t.addUser('boris');
  const { authorization = '' } = headers;
  const bare = { authorization, 'x-application-code': 'demo' };
  for (const [sent, remaining] of [
    [headers, 3],
    [bare, 2],
    [headers, 1],
  ] as const)
    expect((await post(one, sent)).headers['ratelimit-remaining']).toBe(`${remaining}`);
  expect((await post(one, (await t.addUser('carol')).headers)).headers['ratelimit-remaining']).toBe('3');
});
