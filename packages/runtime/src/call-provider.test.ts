import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { callProvider, type ProviderCall } from './call-provider.ts';
import { withServer } from './safe-fetch-server.ts';

const s = withServer();
const secret = 'sk-secret-0042';
const schema = z.object({ id: z.string() });

const call = (options: Partial<ProviderCall<typeof schema>> = {}) =>
  callProvider(s.trusting(), `http://127.0.0.1:${s.port}/pay?key=${secret}`, {
    schema,
    headers: { authorization: `Bearer ${secret}` },
    timeoutMs: 60_000,
    ...options,
  });

const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
  s.reply = (_, res) => void res.writeHead(status, headers).end(body);
};

test('a success that fits the API is ok, and one that does not leaves open what the provider did', async () => {
  answering(201, '{"id":"x","new":1}');
  expect(await call()).toEqual({ kind: 'ok', status: 201, value: { id: 'x' } });
  for (const body of ['', '<html>', 'null', '{"id":5}']) {
    answering(200, body);
    expect(await call()).toMatchObject({ kind: 'unknown', status: 200, code: null });
  }
});

test('the status of a failure says what became of the call', async () => {
  const kinds = { 400: 'refused', 409: 'refused', 404: 'not_found', 401: 'denied', 403: 'denied', 405: 'denied' };
  const open = { 202: 'unknown', 408: 'unknown', 429: 'unknown', 500: 'unknown', 503: 'unknown' };
  for (const [status, kind] of Object.entries({ ...kinds, ...open })) {
    answering(Number(status), '{"error":"e"}');
    expect(await call()).toMatchObject({ kind, status: Number(status), json: { error: 'e' } });
  }
});

test('no answer, a redirect, a late one and one that is too large are unknown, with their reason', async () => {
  answering(302, '', { location: 'http://127.0.0.1/' });
  expect(await call()).toMatchObject({ kind: 'unknown', status: null, code: 'redirected' });
  answering(200, 'x'.repeat(2_000));
  expect(await call({ maxBytes: 1_000 })).toMatchObject({ code: 'too_large', reason: 'the answer is too large' });
  s.reply = () => {};
  expect(await call({ timeoutMs: 50 })).toMatchObject({ kind: 'unknown', status: null, code: 'timeout' });
  s.reply = (req) => void req.socket.destroy();
  expect(await call()).toMatchObject({ kind: 'unknown', status: null, code: 'reset' });
});

test('a failure has neither the address, nor a header, nor the answer in its reason', async () => {
  for (const status of [200, 302, 400, 500]) {
    answering(status, `<html>${secret}`, { location: `http://127.0.0.1/${secret}` });
    const reply = await call();
    expect('reason' in reply && reply.reason).not.toContain(secret);
  }
  s.reply = (req) => void req.socket.destroy();
  expect(JSON.stringify(await call())).not.toContain(secret);
});

test('a provider says how long to wait in seconds, as a date or in milliseconds', async () => {
  answering(429, '', { 'retry-after': '7' });
  expect(await call()).toMatchObject({ retryAfterMs: 7_000 });
  answering(429, '', { 'retry-after': '7', 'retry-after-ms': '150' });
  expect(await call()).toMatchObject({ retryAfterMs: 150 });
  answering(429, '', { 'retry-after': '7', 'retry-after-ms': '' });
  expect(await call()).toMatchObject({ retryAfterMs: 7_000 });
  for (const [name, wait] of [
    ['retry-after-ms', '1e300'],
    ['retry-after', '999999999'],
  ] as const) {
    answering(429, '', { [name]: wait });
    expect(await call()).toMatchObject({ retryAfterMs: 86_400_000 });
  }
  answering(429, '');
  expect(await call()).toMatchObject({ retryAfterMs: null });
});

test('a form and JSON are posted with their type', async () => {
  const bodies: [string | undefined, string][] = [];
  s.reply = async (req, res) => {
    bodies.push([req.headers['content-type'], await text(req)]);
    res.end('{"id":"x"}');
  };
  await call({ form: { a: 'b c' } });
  await call({ json: { a: [1] } });
  await call();
  expect(bodies).toEqual([
    ['application/x-www-form-urlencoded', 'a=b+c'],
    ['application/json', '{"a":[1]}'],
    [undefined, ''],
  ]);
  expect(s.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

test('the signal of the caller ends a call with its reason', async () => {
  s.reply = () => {};
  const reason = new Error('the service stops');
  await expect(call({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
