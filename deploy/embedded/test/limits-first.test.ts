import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@platform/runtime';
import { inParallel, type WireRequest, wire, without } from './probes.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

/** The cost of an unauthorized caller: next to nothing, and nothing once its budget is used up. */

const budget = 5;
const events = 40;

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let anna: Awaited<ReturnType<TestPlatform['registered']>>;
let admin: Record<string, string>;
let lastAddress = 0;
/** An address without any request so far. */
const anAddress = (): string => {
  lastAddress += 1;
  return `203.0.113.${lastAddress}`;
};

beforeAll(async () => {
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FAILED_CREDENTIALS: String(budget),
    RATE_LIMIT_PUBLIC_EVENTS: String(events),
    RATE_LIMIT_USER: '50',
  };
  t = await startTestPlatform({ env });
  send = wire(t.baseUrl);
  anna = await t.registered('anna');
  admin = await t.adminHeaders();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  send.close();
  await t.stop();
});

const json = { 'content-type': 'application/json' };
const from = (ip: string, wanted: WireRequest) =>
  send({ ...wanted, headers: { ...wanted.headers, 'x-forwarded-for': ip } });
/** A token of the right form with a wrong signature. */
const forgedToken = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: t.sandboxes.idp.issuer, aud: 'demo-app', sub: newId(), exp: Date.now() };
  return `${part({ alg: 'RS256' })}.${part(claims)}.${Buffer.alloc(256, 1).toString('base64url')}`;
};

const profile = (headers: Record<string, string>): WireRequest => ({
  method: 'GET',
  target: '/v1/applications/demo/users/me',
  headers,
});
const aKey = (prefix: string) => `${prefix}${newId().replaceAll('-', '')}`;

/** Wrong credentials of every kind, another one with every call. */
const guesses: [string, () => WireRequest][] = [
  [
    'a public key that names the application',
    () => ({
      method: 'POST',
      target: '/v1/events',
      headers: { authorization: `Bearer ${forgedToken()}`, 'x-public-key': aKey('svc_pub_'), ...json },
      body: '{}',
    }),
  ],
  [
    'an application',
    () => profile({ ...anna.headers, 'x-application-code': `app-${newId()}`, 'x-application-id': newId() }),
  ],
  [
    'a site',
    () => ({ method: 'GET', target: `/v1/sites/site-${newId()}`, headers: { 'x-public-key': aKey('svc_cms_') } }),
  ],
  ['a user token', () => profile({ ...anna.headers, authorization: `Bearer ${forgedToken()}` })],
  [
    'an admin session',
    () => ({
      method: 'GET',
      target: '/v1/admin/me',
      headers: { authorization: `Bearer adm_${newId().replaceAll('-', '')}${'0'.repeat(11)}` },
    }),
  ],
  [
    'a worker secret',
    () => ({ method: 'POST', target: '/v1/internal/payments/reconcile', headers: { 'x-worker-secret': newId() } }),
  ],
  [
    'a webhook token',
    () => ({ method: 'POST', target: `/v1/webhooks/yookassa?token=${newId()}`, headers: json, body: '{}' }),
  ],
];

/** Counts what a request costs beside the gateway's own work. */
function watchWork() {
  const questions = jest.spyOn(t.platform.host.bus, 'request');
  const signatures = jest.spyOn(crypto.subtle, 'verify');
  return () => ({ questions: questions.mock.calls.length, signatures: signatures.mock.calls.length });
}

describe('an address that showed wrong credentials too often', () => {
  test.each(guesses)('is answered 429 without a question or a signature check: %s', async (_what, guess) => {
    const ip = anAddress();
    const answers: (string | undefined)[] = [];
    for (let sent = 0; sent < budget; sent += 1) answers.push((await from(ip, guess())).error);
    expect(answers).not.toContain('rate_limited');
    const work = watchWork();
    for (let sent = 0; sent < 3; sent += 1) {
      const refused = await from(ip, guess());
      expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['ratelimit-limit']).toBe(String(budget));
    }
    expect(work()).toEqual({ questions: 0, signatures: 0 });
  });

  test('has one budget for all kinds of credentials, and an IPv6 network of 64 bits is one address', async () => {
    const answers: (string | undefined)[] = [];
    for (const [at, [, guess]] of guesses.entries()) answers.push((await from(`2001:db8:7::${at + 1}`, guess())).error);
    expect(answers.slice(0, budget)).not.toContain('rate_limited');
    expect(answers.slice(budget)).toEqual(Array(guesses.length - budget).fill('rate_limited'));
  });

  test('does not get more guesses by making them at once', async () => {
    const ip = anAddress();
    const work = watchWork();
    const guess = () => from(ip, profile({ ...anna.headers, authorization: `Bearer ${forgedToken()}` }));
    await Promise.all(Array.from({ length: 40 }, guess));
    expect(work().signatures).toBeLessThanOrEqual(budget);
  });

  test('locks out no known caller: known users, administrators and keys behind it go on', async () => {
    const ip = anAddress();
    const calls: WireRequest[] = [
      profile(anna.headers),
      { method: 'GET', target: '/v1/admin/me', headers: admin },
      {
        method: 'GET',
        target: '/v1/applications/demo/branding',
        headers: without(anna.headers, 'authorization'),
      },
    ];
    const states = async () => {
      const answers = [];
      for (const call of calls) answers.push((await from(ip, call)).status);
      return answers;
    };
    expect(await states()).toEqual([200, 200, 200]);
    for (let sent = 0; sent <= budget; sent += 1)
      await from(ip, profile({ ...anna.headers, authorization: 'Bearer a.b.c' }));
    expect(await states()).toEqual([200, 200, 200]);
    // Also when what is remembered of them has to be looked up again.
    const now = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => now + 61_000);
    expect((await from(ip, profile({ ...anna.headers, authorization: `Bearer ${forgedToken()}` }))).status).toBe(429);
    const work = watchWork();
    expect(await states()).toEqual([200, 200, 200]);
    expect(work().signatures).toBe(1);
  });
});

test('a user over the limit of its class costs identity no question, registered or not', async () => {
  const stranger = await t.userHeaders('nobody-yet');
  const read = () => from(anAddress(), profile(stranger));
  for (let sent = 0; sent < 50; sent += 1) expect((await read()).error).toBe('user_not_found');
  const work = watchWork();
  expect((await read()).error).toBe('rate_limited');
  expect(work()).toEqual({ questions: 0, signatures: 0 });
});

/** Sends the head of a request that announces a body and never sends it; the status of the answer. */
const headOnly = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(t.baseUrl);
    const socket = connect(Number(port), hostname);
    const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /v1/events/batch HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.setTimeout(120_000, () => socket.destroy(new Error('no answer before the body')));
    socket.on('error', reject);
    socket.once('data', (answer) => {
      resolve(Number(answer.toString().split(' ')[1]));
      socket.destroy();
    });
  });

describe('the body of a caller', () => {
  const announced = { ...json, 'content-length': '1000' };

  test('is not waited for when no token could be in the header', async () => {
    const headers = { ...announced, 'x-forwarded-for': anAddress(), authorization: 'Bearer nothing' };
    expect(await headOnly(headers)).toBe(401);
  });

  test('is not waited for when the address has no allowance for the class left', async () => {
    const ip = anAddress();
    const token = without(anna.headers, 'x-public-key', 'x-application-code');
    const call = { method: 'POST', target: '/v1/events/batch', headers: { ...anna.headers, ...json }, body: '[]' };
    for (let sent = 0; sent < events; sent += 1) expect((await from(ip, call)).status).toBe(400);
    expect(await headOnly({ ...announced, ...token, 'x-forwarded-for': ip })).toBe(429);
  });

  test('is not waited for when the address showed wrong credentials too often', async () => {
    const ip = anAddress();
    for (let sent = 0; sent <= budget; sent += 1)
      await from(ip, profile({ ...anna.headers, authorization: 'Bearer a.b.c' }));
    const headers = { ...announced, authorization: `Bearer ${forgedToken()}`, 'x-forwarded-for': ip };
    expect(await headOnly(headers)).toBe(429);
  });

  test('is inflated to find the application, and never parsed before the token was verified', async () => {
    const text = JSON.stringify([{ application_code: 'demo' }, ...Array(200_000).fill([])]);
    const body = gzipSync(text);
    expect(body.length).toBeLessThan(2_000);
    const parsed = jest.spyOn(JSON, 'parse');
    const reply = await from(anAddress(), {
      method: 'POST',
      target: '/v1/events/batch',
      headers: { ...json, 'content-encoding': 'gzip', authorization: `Bearer ${forgedToken()}` },
      body,
    });
    expect(reply.error).toBe('rate_limited');
    expect(Math.max(0, ...parsed.mock.calls.map(([given]) => String(given).length))).toBeLessThan(10_000);
  });

  test('costs an address with a wrong token the more of its budget the longer it is', async () => {
    const ip = anAddress();
    const call = (bytes: number) =>
      from(ip, {
        method: 'POST',
        target: '/v1/events/batch',
        headers: { ...json, authorization: `Bearer ${forgedToken()}` },
        body: JSON.stringify([{ application_code: 'demo', properties: 'x'.repeat(bytes) }]),
      });
    const first = await call(10);
    expect([first.error, first.headers['ratelimit-remaining']]).toEqual(['invalid_token', String(budget - 1)]);
    const second = await call(18_000);
    expect([second.error, second.headers['ratelimit-remaining']]).toEqual(['invalid_token', String(budget - 4)]);
  });

  test('of an endpoint that says so inflates to no more than its own limit', async () => {
    const event = { event: 'x', properties: { text: 'x'.repeat(15_000) } };
    const call = (padding: number) =>
      from(anAddress(), {
        method: 'POST',
        target: '/v1/events',
        headers: { ...anna.headers, ...json, 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify({ ...event, padding: 'x'.repeat(padding) })),
      });
    expect((await call(40_000)).status).toBe(202);
    expect(await call(60_000)).toMatchObject({ status: 413, error: 'payload_too_large' });
  });
});

/** Close to what a head may have at most. */
const longest = 22_000;
const aLongName = () => newId().repeat(Math.floor(longest / 36));

/** Names that cannot be one, of every kind that a caller may choose. */
const names: [string, (name: string) => WireRequest][] = [
  ['an application in the path', (name) => ({ ...profile(anna.headers), target: `/v1/applications/${name}/branding` })],
  ['an application in a header', (name) => ({ ...event(), headers: { ...token(), 'x-application-code': name } })],
  ['an id in a header', (name) => ({ ...event(), headers: { ...token(), 'x-application-id': name } })],
  ['a public key', (name) => ({ ...event(), headers: { ...token(), 'x-public-key': name } })],
  ['a public key of an application', (name) => ({ ...branding(), headers: { 'x-public-key': name } })],
  ['a user token', (name) => profile({ ...anna.headers, authorization: `Bearer a.${name}.b` })],
  [
    'an admin session',
    (name) => ({ method: 'GET', target: '/v1/admin/me', headers: { authorization: `Bearer ${name}` } }),
  ],
  ['a site', (name) => ({ method: 'GET', target: `/v1/sites/${name}`, headers: { 'x-public-key': t.demo.site_key } })],
  ['a site key', (name) => ({ ...siteRead(), headers: { 'x-public-key': name } })],
  ['an asset', (name) => ({ method: 'GET', target: `/assets/${name}.png` })],
  ['a paywall', (name) => ({ ...profile(anna.headers), target: `/v1/applications/demo/paywalls/${name}` })],
];
const token = () => ({ authorization: String(anna.headers.authorization) });
const event = () => ({ method: 'POST', target: '/v1/events', body: '{"event":"x"}' });
const branding = () => ({ method: 'GET', target: '/v1/applications/demo/branding' });
const siteRead = () => ({ method: 'GET', target: `/v1/sites/${t.demo.site_code}` });

describe('a name as long as a head may be', () => {
  test.each(names)('is refused without a question: %s', async (_what, call) => {
    // The demo application and its site are loaded into the cache once.
    for (const known of [branding(), siteRead()])
      await from(anAddress(), { ...known, headers: { 'x-public-key': t.demo.public_key } });
    await from(anAddress(), { ...siteRead(), headers: { 'x-public-key': t.demo.site_key } });
    const work = watchWork();
    const reply = await from(anAddress(), call(aLongName()));
    expect([400, 401, 404, 414]).toContain(reply.status);
    expect(work()).toEqual({ questions: 0, signatures: 0 });
  });

  test('makes an address of more than 8,192 characters, which no endpoint has', async () => {
    const reply = await from(anAddress(), { method: 'GET', target: `/v1/openapi.json?${'x'.repeat(8_200)}` });
    expect(reply).toMatchObject({ status: 414, error: 'uri_too_long' });
    const shorter = await from(anAddress(), { method: 'GET', target: `/v1/openapi.json?${'x'.repeat(8_000)}` });
    expect(shorter.status).not.toBe(414);
  });

  test('is not kept: thousands of them leave nothing in memory', async () => {
    const call = async (at: number): Promise<void> => {
      const [, named] = names[at % names.length] as (typeof names)[number];
      const wanted = named(aLongName());
      // Where the head has room for it, the query is long too.
      const isLong = wanted.target.length + JSON.stringify(wanted.headers ?? {}).length > 4_000;
      const target = isLong ? wanted.target : `${wanted.target}?${aLongName()}`;
      await from(`198.51.${Math.floor(at / 250)}.${at % 250}`, { ...wanted, target });
      // A path of its own that matches, with a query that no contract names.
      const path = `/v1/sites/site-${newId()}?${aLongName()}`;
      await from(`198.18.${Math.floor(at / 250)}.${at % 250}`, { method: 'GET', target: path });
    };
    const many = (count: number) => Array.from({ length: count }, (_, at) => at);
    await inParallel(many(200), call);
    const before = usedMemory();
    // Two names of 30 kB each: 60 MB if they were kept.
    await inParallel(many(1_000), call);
    expect(usedMemory() - before).toBeLessThan(20 * 1_048_576);
  });
});

/** Bytes that are used after everything that is not was collected. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let pass = 0; pass < 3; pass += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
