import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Listening, listen, startTracing } from '@platform/runtime';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

const spans: Span[] = [];
let collector: Listening;
let stopTracing: () => Promise<void>;
let t: TestPlatform;

beforeAll(async () => {
  collector = await listen(
    (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as {
          resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
        };
        spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    },
    { port: 0, host: '127.0.0.1' },
  );
  const endpoint = `http://127.0.0.1:${collector.port}`;
  stopTracing = await startTracing('test', endpoint);
  t = await startTestPlatform({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
});
afterAll(() => collector.close(100));

test('one trace leads from the request through SQL and the event to its consumer', async () => {
  const { client } = await t.registered('traced');
  await t.startPayment(client, 'monthly');
  await t.settled();
  await t.stop();
  await stopTracing();

  const request = spans.find(({ name }) => name === 'POST /v1/payments');
  const names = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['ask query.identity.consents.check', 'INSERT', 'consume catalog__track-open-payment']),
  );

  const ids = new Set(spans.map(({ spanId }) => spanId));
  const consumed = spans.find(
    ({ name, traceId }) => name === 'consume catalog__track-open-payment' && traceId === request?.traceId,
  );
  expect(ids).toContain(consumed?.parentSpanId);
});

test('no span carries a person or a secret', () => {
  const text = JSON.stringify(spans);
  for (const secret of ['traced@example.test', t.secrets.shop_secret, t.secrets.worker_secret, t.demo.public_key]) {
    expect(text).not.toContain(secret);
  }
});
