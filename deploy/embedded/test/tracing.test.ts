import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { type Collector, type Span, startCollector } from './spans.ts';
import { until } from './test-platform.ts';

const server = 2;

let spans: readonly Span[];
let collector: Collector;
let t: SeparatePlatform;

beforeAll(async () => {
  collector = await startCollector();
  spans = collector.spans;
  t = await startSeparatePlatform({
    env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
  });
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
  await collector.close();
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
