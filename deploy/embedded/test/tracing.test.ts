import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Listening, listen } from '@platform/runtime';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { until } from './test-platform.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  /** The process that it comes from. */
  service: string | undefined;
}

interface Export {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Omit<Span, 'service'>[] }[] }[];
}

const server = 2;

const spans: Span[] = [];
let collector: Listening;
let t: SeparatePlatform;

beforeAll(async () => {
  collector = await listen(
    (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Export;
        for (const { resource, scopeSpans } of resourceSpans) {
          const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
          for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
        }
        res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    },
    { port: 0, host: '127.0.0.1' },
  );
  t = await startSeparatePlatform({
    env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` }),
  });
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
  await collector.close(100);
});

test('one trace leads from the gateway through the service, its SQL and its event to a consumer in another process', async () => {
  const { client } = await t.registered('traced');
  await t.startPayment(client, 'monthly');
  await t.untilIdle();
  const isConsumed = async () =>
    (await t.database.query("SELECT 1 FROM catalog.inbox WHERE consumer = 'catalog__track-open-payment'")).length > 0;
  await until('the event is consumed', isConsumed);
  // Spans are handed over in batches, and at the end of a process.
  await Promise.all(Object.values(t.services).map((replica) => replica.end('SIGTERM')));

  const request = spans.find(({ name }) => name === 'POST /v1/payments');
  const inTrace = spans.filter(({ traceId }) => traceId === request?.traceId);
  const childOf = (parent: Span | undefined, name: string) =>
    inTrace.find((span) => span.name === name && span.parentSpanId === parent?.spanId);
  const handled = childOf(request, 'createPayment');
  const asked = childOf(handled, 'ask query.identity.consents.check');
  const stored = childOf(handled, 'INSERT');
  const consumed = inTrace.find(({ name }) => name === 'consume catalog__track-open-payment');
  expect([request, handled].map((span) => [span?.service, span?.kind])).toEqual([
    ['platform-gateway', server],
    ['platform-billing', server],
  ]);
  expect([asked, stored].map((span) => span?.service)).toEqual(['platform-billing', 'platform-billing']);
  expect(consumed?.service).toBe('platform-catalog');
  const emittedBy = inTrace.find(({ spanId }) => spanId === consumed?.parentSpanId);
  expect(emittedBy?.service).toBe('platform-billing');
});

test('no span carries a person or a secret', () => {
  expect(spans.length).toBeGreaterThan(20);
  const text = JSON.stringify(spans);
  for (const secret of ['traced@example.test', t.secrets.shop_secret, t.secrets.worker_secret, t.demo.public_key]) {
    expect(text).not.toContain(secret);
  }
});
