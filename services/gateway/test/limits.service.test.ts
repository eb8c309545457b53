import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rateClasses } from '@platform/contracts';
import type { AuthKind, RateClass } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import type { Send, WireReply } from '@platform/testing';
import { leastFloodPoints } from '../src/credentials/failed-credentials.ts';
import { callOf, type GatewayTest, headersFor, routes, secrets, startGatewayTest, type User } from './gateway-test.ts';

let t: GatewayTest;
let send: Send;
beforeAll(async () => {
  t = await startGatewayTest();
  send = t.send;
});
afterAll(() => t.stop());

describe('limits', () => {
  const allowances: Record<RateClass, number> = {
    public_ip: 6,
    public_assets: 7,
    public_events: 3,
    public_sites: 3,
    leads: 3,
    public_key: 8,
    evaluations: 12,
    user: 9,
    payments: 3,
    license_activation: 4,
    support: 4,
    admin_login: 5,
    admin: 90,
    back_ends: 12,
    webhooks: 4,
    worker: 3,
    // The part that a flood leaves to an address: a busy machine counts a few failures as a flood.
    failed_credentials: leastFloodPoints,
  };
  let limited: GatewayTest;
  let hit: Send;
  let people: User[];
  let staff: Record<string, string>[];

  beforeAll(async () => {
    const env = Object.entries(allowances).map(([name, points]) => [
      `RATE_LIMIT_${name.toUpperCase()}`,
      String(points),
    ]);
    limited = await startGatewayTest({
      env: { ...Object.fromEntries(env), TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' },
    });
    hit = limited.send;
    people = [await limited.addUser('anna'), await limited.addUser('boris'), await limited.addUser('carol')];
    staff = [limited.addAdmin(), limited.addAdmin()];
  });
  afterAll(() => limited.stop());

  /** A different caller for a class: another address, another key, another user, another administrator. */
  const headersOf = (auth: AuthKind, caller: number): Record<string, string> =>
    headersFor(auth, { user: people[caller], admin: staff[caller], site_key: limited.demo.site_key });

  // A class may stand ready for endpoints that come later.
  const used = new Set(routes.map(({ endpoint }) => endpoint.rate));
  test.each([...used])('of class %s: so many a minute, then 429', async (rateClass) => {
    const ofClass = routes.filter(({ endpoint }) => endpoint.rate === rateClass);
    const route = ofClass.find(({ endpoint }) => endpoint.method === 'GET') ?? ofClass[0];
    if (!route) throw new Error(`no endpoint has the class ${rateClass}`);
    const points = allowances[rateClass];
    const call = (caller: number, ip: string) => {
      const headers = { ...headersOf(route.endpoint.auth, caller), 'x-forwarded-for': ip };
      return hit(callOf(route, limited.demo.site_code, headers));
    };
    const remaining: number[] = [];
    let last: WireReply | undefined;
    for (let sent = 0; sent < points; sent += 1) {
      last = await call(0, '203.0.113.50');
      expect([sent, last.status === 429]).toEqual([sent, false]);
      expect(last.headers['ratelimit-limit']).toBe(String(points));
      expect(Number(last.headers['ratelimit-reset'])).toBeGreaterThan(0);
      expect(Number(last.headers['ratelimit-reset'])).toBeLessThanOrEqual(60);
      remaining.push(Number(last.headers['ratelimit-remaining']));
      if (remaining.at(-1) === 0) break;
    }
    expect(remaining).toEqual(Array.from({ length: points }, (_, at) => points - 1 - at));
    const refused = await call(0, '203.0.113.50');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    expect(refused.headers['ratelimit-remaining']).toBe('0');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);

    const { countedBy } = rateClasses[rateClass];
    const isPersonal = countedBy === 'user' || countedBy === 'admin';
    const elsewhere = await call(0, '203.0.113.51');
    const someone = await call(1, '203.0.113.50');
    expect(elsewhere.status === 429).toBe(isPersonal || countedBy === 'endpoint' || countedBy === 'public_key');
    expect(someone.status === 429).toBe(!isPersonal);
  });

  const health = async (forwarded?: string) => {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return Number((await hit({ method: 'GET', target: '/v1/health', headers })).headers['ratelimit-remaining']);
  };

  test('count the right-most hop that is no trusted proxy, whatever stands to its left', async () => {
    expect(await health('198.51.100.1')).toBe(5);
    expect(await health('1.1.1.1, 198.51.100.1')).toBe(4);
    expect(await health('2.2.2.2, 198.51.100.1, 10.1.2.3')).toBe(3);
    expect(await health('junk, 3.3.3.3, ::ffff:198.51.100.1')).toBe(2);
    expect(await health('198.51.100.1, 198.51.100.2')).toBe(5);
  });

  test('of uploaded files leave the other calls of an address alone', async () => {
    const file = (ip: string) =>
      hit({ method: 'GET', target: `/assets/${'0'.repeat(40)}.png`, headers: { 'x-forwarded-for': ip } });
    const answered: number[] = [];
    for (let sent = 0; sent <= allowances.public_assets; sent += 1) answered.push((await file('198.51.100.70')).status);
    expect(answered).toEqual([...Array(allowances.public_assets).fill(404), 429]);
    expect(await health('198.51.100.70')).toBe(allowances.public_ip - 1);
  });

  test('of a site with its server key are counted by the key from every address, and leave the readers alone', async () => {
    const read = (key: string, ip: string) =>
      hit({
        method: 'GET',
        target: `/v1/sites/${limited.demo.site_code}`,
        headers: { 'x-public-key': key, 'x-forwarded-for': ip },
      });
    const { site_key, server_key } = limited.demo;
    const left: unknown[] = [];
    for (let sent = 0; sent < allowances.back_ends; sent += 1)
      left.push((await read(server_key, `198.51.100.${sent + 100}`)).headers['ratelimit-remaining']);
    expect(left).toEqual(
      Array.from({ length: allowances.back_ends }, (_, at) => String(allowances.back_ends - 1 - at)),
    );
    const refused = await read(server_key, '198.51.100.100');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    const byReader = await read(site_key, '198.51.100.100');
    expect(byReader.headers['ratelimit-remaining']).toBe(String(allowances.public_sites - 1));
  });

  test('hold by address for a key that only looks like a server key', async () => {
    const guess = (site: string) =>
      hit({
        method: 'GET',
        target: `/v1/sites/${site}`,
        headers: { 'x-public-key': `svc_cms_srv_${'0'.repeat(32)}`, 'x-forwarded-for': '198.51.100.90' },
      });
    const errors: unknown[] = [];
    for (let sent = 0; sent <= allowances.public_sites; sent += 1)
      errors.push((await guess(sent % 2 === 0 ? limited.demo.site_code : 'no-such-site')).error);
    expect(errors).toEqual(['invalid_public_key', 'site_not_found', 'invalid_public_key', 'rate_limited']);
  });

  test('count guesses at credentials by address', async () => {
    const guess = async (ip: string) =>
      (
        await hit({
          method: 'GET',
          target: '/v1/admin/me',
          headers: { authorization: `Bearer ${newId()}`, 'x-forwarded-for': ip },
        })
      ).error;
    const errors: unknown[] = [];
    for (let tries = 0; tries <= allowances.failed_credentials; tries += 1) errors.push(await guess('198.51.100.30'));
    expect(errors).toEqual([...Array(allowances.failed_credentials).fill('invalid_token'), 'rate_limited']);
    expect(await guess('198.51.100.31')).toBe('invalid_token');
  });

  test('hold for the pages of the reference as for any call without a credential', async () => {
    const read = (target: string, ip = '198.51.100.50') =>
      hit({ method: 'GET', target, headers: { 'x-forwarded-for': ip } });
    for (let sent = 1; sent <= allowances.public_ip; sent += 1)
      expect((await read('/docs/files/docs.css')).headers['ratelimit-remaining']).toBe(
        String(allowances.public_ip - sent),
      );
    const refused = await read('/docs');
    expect([refused.status, refused.error]).toEqual([429, 'rate_limited']);
    expect((await read('/v1/health')).status).toBe(429);
    expect((await read('/docs', '198.51.100.51')).status).toBe(200);
  });

  test('hold for the admin login by address, right password or not', async () => {
    const body = { email: secrets.admin.email, password: secrets.admin.password };
    const attempt = (password: string, ip: string) =>
      hit({
        method: 'POST',
        target: '/v1/admin/sessions',
        body: JSON.stringify({ ...body, password }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      });
    const guesses = Array.from({ length: allowances.admin_login }, (_, at) => at);
    for (const guess of guesses)
      expect((await attempt(`wrong-${guess}`, '198.51.100.40')).error).toBe('invalid_credentials');
    expect((await attempt(body.password, '198.51.100.40')).error).toBe('rate_limited');
    expect((await attempt(body.password, '198.51.100.41')).status).toBe(201);
  });

  test('cannot be escaped by a forged X-Forwarded-For where no proxy is trusted', async () => {
    const read = async (forwarded: string) => {
      const reply = await send({ method: 'GET', target: '/v1/health', headers: { 'x-forwarded-for': forwarded } });
      return Number(reply.headers['ratelimit-remaining']);
    };
    const first = await read('1.1.1.1');
    expect([await read('2.2.2.2'), await read('127.0.0.1, 3.3.3.3')]).toEqual([first - 1, first - 2]);
  });
});
