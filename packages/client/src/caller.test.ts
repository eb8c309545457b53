import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { data, fakePlatform, refusal } from '../test/fake-platform.ts';
import { failureOf, identity, withoutJitter } from '../test/open-client.ts';
import { createCaller } from './caller.ts';
import * as operations from './generated/operations.ts';

const { acceptConsents, createPayment, getPaywall, listMyDevices, registerUser, revokeMyDevice, updateMyProfile } =
  operations;
const payments = 'POST /v1/payments';
const paywall = 'GET /v1/applications/notes/paywalls/main';
const order = { plan_price_id: 'p-1', return_url: 'https://app.example', consents: [] };

afterEach(() => void jest.restoreAllMocks());

describe('a call', () => {
  test('names the application, the key and the person as its contract says, and nothing more', async () => {
    const api = fakePlatform({
      [paywall]: () => data({ code: 'main' }),
      [payments]: () => data({ payment_id: 'x' }),
      'GET /v1/applications/notes/config': () => data({ config: {} }),
    });
    const caller = createCaller({ ...identity, fetch: api.fetch, getToken: () => 'token' });
    await caller.call(getPaywall, { params: { paywall_code: 'main' } });
    await caller.call(createPayment, { body: order });
    await caller.call(operations.getConfig);
    const credentials = api.seen.map(({ headers }) => [
      headers['x-public-key'],
      headers.authorization,
      headers['x-application-code'],
    ]);
    expect(credentials).toEqual([
      ['svc_pub_1', undefined, undefined],
      ['svc_pub_1', 'Bearer token', 'notes'],
      [undefined, undefined, undefined],
    ]);
    expect(api.seen[0]?.headers['x-platform-client']).toMatch(/^ts\/\d/);
  });

  test('answers data, a page with its cursor and count, or nothing', async () => {
    const api = fakePlatform({
      'GET /v1/devices': ({ url }) => ({
        body: { data: [{ id: url.searchParams.get('limit') }], next_cursor: 'n' },
        headers: { 'x-total-count': '7' },
      }),
      'DELETE /v1/devices/a%2Fb': () => ({ status: 204 }),
    });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    expect(await caller.call(listMyDevices, { query: { limit: 2 } })).toEqual({
      items: [{ id: '2' }],
      next_cursor: 'n',
      total: 7,
    });
    expect(await caller.call(revokeMyDevice, { params: { device_id: 'a/b' } })).toBeUndefined();
  });

  test('sends the version that a change is based on as an ETag', async () => {
    const api = fakePlatform({ 'PATCH /v1/cms/sites/s/blog/posts/p': () => data({}) });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    await caller.call(operations.updatePost, { params: { site_id: 's', post_id: 'p' }, body: {}, ifMatch: 3 });
    expect(api.seen[0]?.headers['if-match']).toBe('"3"');
  });

  test('sends a file as a form', async () => {
    const api = fakePlatform({ 'POST /v1/support/attachments': () => data({ id: 'a' }) });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    await caller.call(operations.uploadAttachment, { body: new Blob(['x']), query: { file_name: 'a.txt' } });
    expect(api.seen[0]?.body).toBeInstanceOf(FormData);
    expect(api.seen[0]?.url.search).toBe('?file_name=a.txt');
  });
});

describe('a refusal', () => {
  test('has the status, the code, its fields, the request id and the address of its page', async () => {
    const missing = [{ doc_kind: 'terms_notes', document_id: 'd', version: '2' }];
    const api = fakePlatform({
      'POST /v1/applications/notes/users/register': () =>
        refusal(
          400,
          'consents_required',
          {},
          { missing, doc_url: 'https://api.example/docs/errors/consents_required' },
        ),
    });
    const error = await failureOf(createCaller({ ...identity, fetch: api.fetch }).call(registerUser, { body: {} }));
    expect([error.status, error.code, error.request_id]).toEqual([400, 'consents_required', 'r-1']);
    expect(error.doc_url).toBe('https://api.example/docs/errors/consents_required');
    expect(error.is('not_found')).toBe(false);
    expect(error.is('consents_required') && error.body.missing[0]?.version).toBe('2');
  });

  test('of a proxy that speaks no JSON has its status as its code', async () => {
    const api = fakePlatform({ [paywall]: () => ({ status: 403, body: '<html>no</html>' }) });
    const error = await failureOf(
      createCaller({ ...identity, fetch: api.fetch }).call(getPaywall, { params: { paywall_code: 'main' } }),
    );
    expect([error.status, error.code, error.doc_url]).toEqual([403, 'http_403', null]);
    expect(error.request_id).toBe(api.seen[0]?.headers['x-request-id']);
  });

  test('is not what an answer of 200 without JSON is taken for: a captive portal is no paywall', async () => {
    withoutJitter();
    const api = fakePlatform({ [paywall]: () => ({ status: 200, body: '<html>log in</html>' }) });
    const call = createCaller({ ...identity, fetch: api.fetch }).call(getPaywall, { params: { paywall_code: 'main' } });
    expect((await failureOf(call)).code).toBe('network_error');
  });
});

describe('a failure that passes', () => {
  test('is repeated twice for a read, under one request id', async () => {
    withoutJitter();
    const api = fakePlatform({ [paywall]: () => refusal(503, 'service_unavailable') });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    const error = await failureOf(caller.call(getPaywall, { params: { paywall_code: 'main' } }));
    expect([error.status, api.seen.length]).toEqual([503, 3]);
    expect(new Set(api.seen.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
  });

  test('keeps the idempotency key of a payment over its repeats, and the next payment has another', async () => {
    withoutJitter();
    const answers = ['network', 'network', data({ payment_id: '1' }), data({ payment_id: '2' })] as const;
    const api = fakePlatform({ [payments]: () => answers[api.seen.length - 1] ?? 'network' });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    expect(await caller.call(createPayment, { body: order })).toEqual({ payment_id: '1' });
    await caller.call(createPayment, { body: order });
    const keys = api.seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('is repeated for a POST that the contract calls repeatable, and never for another change', async () => {
    withoutJitter();
    const api = fakePlatform({
      'POST /v1/applications/notes/users/me/consents': () => 'network',
      'PATCH /v1/applications/notes/users/me': () => 'network',
    });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    await failureOf(caller.call(acceptConsents, { body: { consents: [] } }));
    expect(api.seen.length).toBe(3);
    await failureOf(caller.call(updateMyProfile, { body: {} }));
    expect(api.seen.length).toBe(4);
  });

  test('is a timeout after the time that the caller gives, and an abort is final', async () => {
    const api = fakePlatform({ [paywall]: () => 'never' });
    const caller = createCaller({ ...identity, fetch: api.fetch });
    const params = { paywall_code: 'main' };
    const late = await failureOf(caller.call(getPaywall, { params, timeoutMs: 5, retries: 0 }));
    expect([late.status, late.code, late.is('timeout')]).toEqual([0, 'timeout', true]);
    const signal = AbortSignal.abort();
    expect((await failureOf(caller.call(getPaywall, { params, signal }))).code).toBe('aborted');
    expect(api.seen.length).toBe(2);
  });
});

describe('an expired token', () => {
  const address = 'GET /v1/devices';
  const devices = (good: string) =>
    fakePlatform({
      [address]: ({ headers }) =>
        headers.authorization === `Bearer ${good}`
          ? { body: { data: [], next_cursor: null } }
          : refusal(401, 'token_expired'),
    });

  test('is replaced once by a fresh one, which calls at the same time share', async () => {
    const api = devices('fresh');
    const asked: boolean[] = [];
    const getToken = ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh);
      return refresh ? 'fresh' : 'old';
    };
    const caller = createCaller({ ...identity, fetch: api.fetch, getToken });
    await Promise.all([caller.call(listMyDevices), caller.call(listMyDevices)]);
    expect(asked.filter((refresh) => refresh)).toHaveLength(1);
    expect(api.seen).toHaveLength(4);
  });

  test('is replaced without a refresh where the present token is another one', async () => {
    const api = devices('new');
    let present = 'old';
    const asked: boolean[] = [];
    const getToken = ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh);
      const given = present;
      // Another tab refreshes while the call is on its way.
      present = 'new';
      return given;
    };
    const caller = createCaller({ ...identity, fetch: api.fetch, getToken });
    await caller.call(listMyDevices);
    expect(asked).toEqual([false, false]);
    expect(api.seen).toHaveLength(2);
  });
});
