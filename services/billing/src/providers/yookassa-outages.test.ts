import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing } from '@platform/contracts';
import { createMetrics, withOwnMetrics } from '@platform/runtime';
import { billingMetrics } from '../metrics.ts';
import { defaultTimeoutMs } from './yookassa.ts';
import { close, listen, openYookassa, type Provider } from './yookassa-fixture.ts';

describe('against a server with other answers', () => {
  let server: Server;
  let provider: Provider;
  let reply: (req: IncomingMessage, res: ServerResponse) => void = () => {};
  beforeAll(async () => {
    const listening = await listen((req, res) => reply(req, res));
    server = listening.server;
    provider = openYookassa({
      apiUrl: `${listening.origin}/v3`,
      shopId: 's',
      secretKey: 'k',
      metrics: withOwnMetrics(createMetrics(), billingMetrics),
    });
  });
  afterAll(async () => {
    await provider.close();
    await close(server);
  });

  const answering = (status: number, text: string) => {
    reply = (_, res) => void res.writeHead(status, { 'content-type': 'application/json' }).end(text);
    return provider.getPayment('x');
  };
  const good = { id: 'x', status: 'pending', amount: { value: '1.00', currency: 'RUB' } };

  test('it signs in with shop and key', async () => {
    let authorization: string | undefined;
    reply = (req, res) => {
      authorization = req.headers.authorization;
      res.end(JSON.stringify(good));
    };
    expect((await provider.getPayment('x')).kind).toBe('ok');
    expect(authorization).toBe(`Basic ${Buffer.from('s:k').toString('base64')}`);
  });

  test('an unreadable answer with a success status is unknown: the payment may exist', async () => {
    for (const text of [
      '',
      'null',
      '<html>ok</html>',
      '[]',
      '{}',
      JSON.stringify({ ...good, status: 'exploded' }),
      JSON.stringify({ ...good, amount: 990 }),
      JSON.stringify({ ...good, id: undefined }),
    ])
      expect([text, (await answering(200, text)).kind]).toEqual([text, 'unknown']);
  });

  test('fields that are not known or missing do no harm', async () => {
    const result = await answering(200, JSON.stringify({ ...good, news: {}, metadata: { payment_id: 5 } }));
    expect(result).toEqual({
      kind: 'ok',
      value: {
        id: 'x',
        status: 'pending',
        amount: '1.00',
        currency: 'RUB',
        refunded_amount: '0.00',
        payment_id: null,
        confirmation_url: null,
        cancellation_reason: null,
        is_test: false,
        captured_at: null,
        receipt_registration: null,
      },
    });
  });

  test('the status decides when the body of a failure says nothing', async () => {
    for (const [status, kind] of [
      [400, 'refused'],
      [401, 'denied'],
      [403, 'denied'],
      [404, 'not_found'],
      [405, 'denied'],
      [202, 'unknown'],
      [302, 'unknown'],
      [408, 'unknown'],
      [429, 'unknown'],
      [500, 'unknown'],
      [502, 'unknown'],
      [503, 'unknown'],
    ] as const) {
      for (const text of ['', '<html>', '[]', '{"code":5}'])
        expect([status, text, (await answering(status, text)).kind]).toEqual([status, text, kind]);
    }
    expect(await answering(409, '')).toMatchObject({ code: 'http_409' });
    expect(await answering(403, '')).toMatchObject({ kind: 'denied', reason: '403 http_403' });
    expect(await answering(202, '{"type":"processing","retry_after":1800}')).toMatchObject({ retryAfterMs: 1_800 });
  });

  test('an endless answer is aborted, and counts as unknown', async () => {
    const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
    let written = 0;
    reply = (_, res) => {
      const more = () => {
        while (!res.destroyed && res.write(' '.repeat(65_536))) written += 65_536;
      };
      res.on('drain', more).on('close', () => onClose());
      more();
    };
    expect(await provider.getPayment('x')).toEqual({
      kind: 'unknown',
      reason: 'the answer is too large',
      retryAfterMs: null,
    });
    await closed;
    expect(written).toBeLessThan(20_000_000);
    expect((await answering(200, JSON.stringify(good))).kind).toBe('ok');
  });

  test('a refused connection is unknown', async () => {
    const { server: gone, origin } = await listen(() => {});
    await close(gone);
    const lost = openYookassa({
      apiUrl: origin,
      shopId: 's',
      secretKey: 'k',
      metrics: withOwnMetrics(createMetrics(), billingMetrics),
    });
    expect(await lost.getPayment('x')).toMatchObject({ kind: 'unknown', retryAfterMs: null });
    await lost.close();
  });
});

test('a request may take as long as YooKassa works on it, and ends before the gateway gives up on the payment', () => {
  expect(defaultTimeoutMs).toBeGreaterThan(30_000);
  expect(defaultTimeoutMs).toBeLessThan(billing.endpoints.createPayment.timeoutSeconds * 1_000);
});
