import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { platform, requestPath } from '@platform/contracts';
import { isAdminRead } from '@platform/contracts/kit';
import { asJson, exampleRequest, named, routes, wire } from './probes.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { type Collector, type Span, startCollector } from './spans.ts';
import { until } from './test-platform.ts';
import { createWorld } from './world.ts';

/** Traces of every service in a process of its own: one purchase, and every read of an administrator. */

const server = 2;

const adminReads = routes.filter(({ endpoint }) => isAdminRead(endpoint));
const services = Object.keys(platform).filter((name) => adminReads.some(({ service }) => service === name));

let collector: Collector;
let t: SeparatePlatform;
/** Status of each read of an administrator, by endpoint. */
const statuses = new Map<string, number>();

beforeAll(async () => {
  collector = await startCollector();
  t = await startSeparatePlatform({ env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }) });
  const { client } = await t.registered('traced');
  await t.startPayment(client, 'monthly');
  await t.untilIdle();
  const isConsumed = async () =>
    (await t.database.query("SELECT 1 FROM catalog.inbox WHERE consumer = 'catalog__track-open-payment'")).length > 0;
  await until('the event is consumed', isConsumed);
  await readAsAdministrator();
  // Spans are handed over in batches, and at the end of a process.
  await Promise.all(Object.values(t.services).map((replica) => replica.end('SIGTERM')));
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
  await collector.close();
});

async function readAsAdministrator(): Promise<void> {
  const adminHeaders = await t.adminHeaders();
  const world = createWorld({ t, admin: t.client(adminHeaders), adminHeaders, code: 'pools', username: 'pools' });
  const send = wire(t.baseUrl);
  for (const route of adminReads) {
    const parts = exampleRequest(route, await world.givenFor(route));
    const target = requestPath(route.endpoint, parts);
    const content = parts.body === undefined ? { headers: {} } : asJson(parts.body);
    const headers = { ...adminHeaders, ...content.headers };
    const { status } = await send({ method: route.endpoint.method, target, ...content, headers });
    statuses.set(route.id, status);
  }
  send.close();
}

test('one trace leads from the gateway through the service, its SQL and its event to a consumer in another process', () => {
  const request = collector.spans.find(({ name }) => name === 'POST /v1/payments');
  const inTrace = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
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
  expect(collector.spans.length).toBeGreaterThan(20);
  const text = JSON.stringify(collector.spans);
  for (const secret of ['traced@example.test', t.secrets.shop_secret, t.secrets.worker_secret, t.demo.public_key]) {
    expect(text).not.toContain(secret);
  }
});

/**
 * Pools of the statements that a call of an endpoint sent in its own service, each once. The contracts say
 * which calls are reads of administrators; those run on connections of their own.
 */
function poolsOf(id: string, service: string): string[] {
  const handled = collector.spans.filter((span) => span.name === id && span.service === `platform-${service}`);
  const found = new Set<string>();
  const below = (parent: Span): void => {
    for (const span of collector.childrenOf(parent)) {
      // A question to another service runs there as the users' path does: it is a read by key.
      // A record of the audit log is stored by a consumer, which is the identity service itself.
      if (span.service !== parent.service || span.name.startsWith('consume ')) continue;
      const pool = span.attributes.find(({ key }) => key === 'db.client.connection.pool.name')?.value.stringValue;
      if (pool !== undefined) found.add(pool);
      below(span);
    }
  };
  for (const span of handled) below(span);
  return [...found];
}

describe.each(services)('%s', (service) => {
  const reads = adminReads.filter((route) => route.service === service);

  test.each(named(reads))('%s reads on the connections of administrators alone', (id) => {
    expect(statuses.get(id)).toBeLessThan(500);
    expect(poolsOf(id, service).filter((pool) => pool !== 'reports')).toEqual([]);
  });

  test('most of its reads ask the database', () => {
    const asking = reads.filter(({ id }) => poolsOf(id, service).length > 0);
    expect(asking.length).toBeGreaterThan(reads.length / 2);
  });
});

test('a call of a user runs on the connections of users', () => {
  expect(poolsOf('registerUser', 'identity')).toContain('main');
});
