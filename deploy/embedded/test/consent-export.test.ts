import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rateClasses, urlVariable } from '@platform/contracts';
import { gatewayService } from '@platform/gateway';
import { listen, prepareService } from '@platform/runtime';
import { localEnvironment } from '../src/environment.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/** The consent journal through the gateway, with the identity service in its process and elsewhere. */

let t: TestPlatform;
let admin: Record<string, string>;
const gateways: Record<string, string> = {};
const closers: (() => Promise<void> | void)[] = [];
const places = ['in the process of the gateway', 'elsewhere'] as const;
const records = 30_000;

beforeAll(async () => {
  t = await startTestPlatform();
  admin = await t.adminHeaders();
  await t.registered('anna');
  gateways['in the process of the gateway'] = t.baseUrl;

  const addresses: Record<string, string> = {};
  for (const service of t.platform.services.filter(({ name }) => name !== 'gateway')) {
    const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
    closers.push(() => server.close(0));
    addresses[urlVariable(service.name)] = `http://127.0.0.1:${server.port}`;
  }
  const limits = Object.keys(rateClasses).map((name) => [`RATE_LIMIT_${name.toUpperCase()}`, '1000000']);
  const service = await prepareService(t.platform.host, gatewayService, {
    env: {
      ...localEnvironment({
        secrets: t.secrets,
        baseUrl: t.baseUrl,
        sandboxUrl: t.sandboxes.idp.issuer,
        filesDir: t.filesDir,
      }),
      ...Object.fromEntries(limits),
      ...addresses,
    },
  });
  await service.begin();
  const server = await listen(service.listener, { port: 0, host: '127.0.0.1' });
  closers.push(
    () => service.stop(),
    () => server.close(0),
  );
  gateways.elsewhere = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  await t.stop();
});

const read = (place: string, query: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${gateways[place]}/v1/admin/applications/${t.demo.application_id}/consents${query}`, {
    headers: admin,
    ...init,
  });
const bytes = async (response: Response): Promise<string> => Buffer.from(await response.arrayBuffer()).toString();

describe.each(places)('a journal %s', (place) => {
  test('is a page of JSON, as every other list', async () => {
    const response = await read(place, '?limit=1');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const page = (await response.json()) as { data: { seq: number; email: string }[]; next_cursor: string };
    expect(page.data).toHaveLength(1);
    const next = await read(place, `?limit=1&cursor=${page.next_cursor}`);
    expect(await next.json()).toMatchObject({ data: [{ seq: (page.data[0]?.seq ?? 0) - 1 }] });
  });

  test('is a file as CSV and as JSON Lines', async () => {
    const csv = await read(place, '?format=csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="consents-demo-[\d-]{10}\.csv"$/);
    expect(csv.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await bytes(csv)).slice(0, 8)).toBe('\uFEFFid,seq,');
    const lines = (await bytes(await read(place, '?format=jsonl'))).trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).type))).toEqual(new Set(['document', 'consent']));
    const head = await read(place, '?format=csv', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await bytes(head)]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      '',
    ]);
  });

  test('is refused as every other call', async () => {
    const unknown = await read(place, '?format=xlsx');
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'validation_failed', request_id: unknown.headers.get('x-request-id') }),
    ]);
    expect((await read(place, '?format=csv', { headers: {} })).status).toBe(401);
  });
});

test('both ways give the same bytes', async () => {
  for (const query of ['?limit=2', '?format=csv', '?format=jsonl']) {
    const [near, far] = [await read(places[0], query), await read(places[1], query)];
    expect(await bytes(far)).toBe(await bytes(near));
    for (const name of ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'])
      expect([name, far.headers.get(name)]).toEqual([name, near.headers.get(name)]);
  }
});

describe('a large journal', () => {
  beforeAll(async () => {
    await t.database.query(
      `WITH chain AS (
         UPDATE identity.consent_chains SET seq = seq + $2 WHERE owner_id = $1 RETURNING seq - $2 AS seq)
       INSERT INTO identity.consent_ledger
       SELECT gen_random_uuid(), 'application', $1, chain.seq + n, subject_id, user_id, document_id, doc_kind, version,
         content_hash, repeat('a label ', 50), true, 'other', 'web', '{}', NULL, NULL, NULL, NULL, now(), repeat('0', 64), repeat('0', 64)
       FROM generate_series(1, $2::int) AS n, chain, (SELECT * FROM identity.consent_ledger WHERE owner_id = $1 LIMIT 1) AS model`,
      [t.demo.application_id, records],
    );
  });

  test.each(places)('arrives whole from a service %s', async (place) => {
    const text = await bytes(await read(place, '?format=jsonl&source=other'));
    expect(text.split('"type":"consent"')).toHaveLength(records + 1);
  });

  test.each(places)('that fails in the middle is cut, from a service %s', async (place) => {
    const response = await read(place, '?format=csv');
    expect(response.status).toBe(200);
    await t.database.query('ALTER TABLE identity.consent_ledger RENAME TO not_there');
    await expect(response.text()).rejects.toThrow();
    await t.database.query('ALTER TABLE identity.not_there RENAME TO consent_ledger');
    const errors = t.errors();
    expect([errors.length, errors[0]?.includes('not exist')]).toEqual([1, true]);
  });

  test('is given up by a service elsewhere when the client of the gateway is gone', async () => {
    /** Answers to this endpoint that the service itself has ended, one way or the other. */
    const ended = async () => {
      const metrics = await t.platform.host.metrics.registry.metrics();
      const counts = metrics.matchAll(/^http_request\w*_count\{(?=.*identity)(?=.*listConsents).*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    };
    const before = await ended();
    const leaving = new AbortController();
    const response = await read('elsewhere', '?format=csv', { signal: leaving.signal });
    await response.body?.getReader().read();
    await sleep(300);
    expect([before > 0, await ended()]).toEqual([true, before]);
    leaving.abort();
    await until('the service has given up', async () => (await ended()) === before + 1);
    expect(t.errors()).toEqual([]);
  });
});
