import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { platform, requestPath } from '@platform/contracts';
import { isAdminRead } from '@platform/contracts/kit';
import { asJson, exampleRequest, named, routes, wire } from './probes.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { attributesOf, type Collector, type Span, startCollector, tracedEnvironment } from './spans.ts';
import { until } from './test-platform.ts';
import { createWorld } from './world.ts';

/** Traces of every service in a process of its own: one purchase, and every read of an administrator. */

const server = 2;
const client = 3;
const producer = 4;
const consumer = 5;
/** Code of the status of a failed span. */
const failed = 2;

const adminReads = routes.filter(({ endpoint }) => isAdminRead(endpoint));
const services = Object.keys(platform).filter((name) => adminReads.some(({ service }) => service === name));

const trackPayments = 'catalog__track-open-payment';
let collector: Collector;
let t: SeparatePlatform;
/** The request_id of an answer 503. */
let unavailableId = '';
/** Status of each read of an administrator, by endpoint. */
const statuses = new Map<string, number>();

beforeAll(async () => {
  collector = await startCollector();
  t = await startSeparatePlatform({ env: () => tracedEnvironment(collector) });
  const { client } = await t.registered('traced');
  await t.startPayment(client, 'monthly');
  await t.untilIdle();

  const isConsumed = async () =>
    (await t.database.query(`SELECT 1 FROM catalog.inbox WHERE consumer = '${trackPayments}'`)).length > 0;
  await until('the event is consumed', isConsumed);
  await readAsAdministrator();
  await sendAnswered();
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

/** Calls with each kind of answer; the last one finds billing stopped. */
async function sendAnswered(): Promise<void> {
  const { client } = await t.registered('refused');
  const call = (requestId: string, path: string) =>
    fetch(`${t.baseUrl}${path}`, { headers: { 'x-public-key': t.demo.public_key, 'x-request-id': requestId } });
  await call('find-the-absent-paywall', `/v1/applications/${t.demo.application_code}/paywalls/none`);
  await call('named-by@example.test', `/v1/applications/${t.demo.application_code}/paywalls/none`);
  await call('find-the-written-address', '/v1/applications/written@example.test/paywalls/none');
  await t.services.billing?.end('SIGTERM');
  const { status, body } = await client.listMyPayments();
  expect(status).toBe(503);
  unavailableId = (body as { request_id: string }).request_id;
}

const spansOf = (requestId: string): Span[] =>
  collector.spans.filter((span) => attributesOf(span).request_id === requestId);

const entryOf = (requestId: string, service = 'platform-gateway'): Span | undefined =>
  spansOf(requestId).find((span) => span.service === service && attributesOf(span)['http.route'] !== undefined);

test('one trace leads from the gateway through the service, its SQL and its event to a consumer in another process', () => {
  const request = collector.spans.find(({ name, kind }) => name === 'POST /v1/payments' && kind === server);
  const inTrace = collector.spans.filter(({ traceId }) => traceId === request?.traceId);
  const childOf = (parent: Span | undefined, name: string) =>
    inTrace.find((span) => span.name === name && span.parentSpanId === parent?.spanId);
  const forwarded = childOf(request, 'POST /v1/payments');
  const handled = childOf(forwarded, 'POST /v1/payments');
  const asked = childOf(handled, 'ask query.identity.consents.check');
  const stored = childOf(handled, 'INSERT billing.payments');
  const consumed = inTrace.find((span) => attributesOf(span)['messaging.consumer.group.name'] === trackPayments);
  const published = inTrace.find(({ spanId }) => spanId === consumed?.parentSpanId);
  const described = [request, forwarded, handled, asked, stored, published, consumed].map((span) => [
    span?.service,
    span?.kind,
  ]);
  expect(described).toEqual([
    ['platform-gateway', server],
    ['platform-gateway', client],
    ['platform-billing', server],
    ['platform-billing', client],
    ['platform-billing', client],
    ['platform-billing', producer],
    ['platform-catalog', consumer],
  ]);
  expect(published?.parentSpanId).toBe(handled?.spanId);
});

test('a request has method, route, path, scheme, address and status in both processes, and the call between them too', () => {
  const request = collector.spans.find(({ name, kind }) => name === 'POST /v1/payments' && kind === server);
  const [forwarded] = collector.childrenOf(request as Span).filter((span) => attributesOf(span)['url.full']);
  const [handled] = collector.childrenOf(forwarded as Span);
  const described = { 'http.request.method': 'POST', 'http.response.status_code': 201 };
  const served = { 'http.route': '/v1/payments', 'url.path': '/v1/payments', 'platform.operation': 'createPayment' };
  const { hostname, port } = new URL(t.baseUrl);
  expect(attributesOf(request as Span)).toEqual({
    ...described,
    ...served,
    'url.scheme': 'http',
    'server.address': hostname,
    'server.port': Number(port),
    request_id: expect.any(String),
  });
  expect(attributesOf(forwarded as Span)).toEqual({
    ...described,
    'url.full': expect.stringMatching(/^http:\/\/[^/]+\/v1\/payments$/),
    'url.scheme': 'http',
    'server.address': expect.any(String),
    'server.port': expect.any(Number),
  });
  expect(attributesOf(handled as Span)).toMatchObject({ ...described, ...served });
  for (const span of [request, forwarded, handled]) expect(span?.status.code).toBe(0);
});

test('the request_id of an answer finds the spans of the request, and of the events that it caused', () => {
  const request = collector.spans.find(({ name, kind }) => name === 'POST /v1/payments' && kind === server);
  const found = spansOf(String(attributesOf(request as Span).request_id));
  const names = found.map(({ service, name }) => `${service} ${name}`);
  expect(names).toEqual(
    expect.arrayContaining([
      'platform-gateway POST /v1/payments',
      'platform-billing POST /v1/payments',
      'platform-billing publish payment.created',
      'platform-catalog consume payment.created',
    ]),
  );
  expect(new Set(found.map(({ traceId }) => traceId)).size).toBe(1);
});

test('a refusal is no failure of the server, and has its code', () => {
  const gateway = entryOf('find-the-absent-paywall');
  expect(attributesOf(gateway as Span)).toMatchObject({
    'http.route': '/v1/applications/{app_code}/paywalls/{paywall_code}',
    'url.path': `/v1/applications/${t.demo.application_code}/paywalls/none`,
    'http.response.status_code': 404,
  });
  expect(gateway?.status.code).toBe(0);
  const catalog = entryOf('find-the-absent-paywall', 'platform-catalog');
  expect(attributesOf(catalog as Span)['platform.error_code']).toBe('paywall_not_found');
  expect(catalog?.status.code).toBe(0);
  // For a client the same answer is a failure.
  const call = collector.childrenOf(gateway as Span).find((span) => attributesOf(span)['url.full']);
  expect([call?.status.code, attributesOf(call as Span)['error.type']]).toEqual([failed, '404']);
});

test('an answer of 500 and above is an error with its status, without the words of the error', () => {
  const request = entryOf(unavailableId);
  expect(attributesOf(request as Span)).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' });
  expect(request?.status).toEqual({ code: failed });
});

test('the path of a span has placeholders where a client wrote a person', () => {
  const request = entryOf('find-the-written-address');
  expect(attributesOf(request as Span)['url.path']).toBe('/v1/applications/{app_code}/paywalls/none');
  expect(entryOf('[e-mail]')).toBeDefined();
  expect(JSON.stringify(collector.spans)).not.toContain('@example.test');
  const persons = collector.spans.filter((span) => String(attributesOf(span)['url.path']).includes('{user_id}'));
  expect(persons.length).toBeGreaterThan(0);
});

test('a call of a provider is a client span with its host, and without its path, which may hold a token', () => {
  const calls = collector.spans.filter((span) => String(attributesOf(span)['url.full']).endsWith('/REDACTED'));
  const ofPayment = calls.find(({ service, name }) => service === 'platform-billing' && name === 'POST');
  expect(attributesOf(ofPayment as Span)).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
  });
});

test('a statement has its operation and its table, and a message its system, operation and subject', () => {
  const statement = collector.spans.find(({ name }) => name === 'INSERT billing.payments');
  expect(attributesOf(statement as Span)).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'billing.payments',
    'db.query.text': expect.stringContaining('$1'),
  });
  const unnamed = collector.spans.filter(({ name }) => ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH'].includes(name));
  const texts = unnamed.map((span) => attributesOf(span)['db.query.text']);
  expect(texts.filter((text) => /\b(from|into|update)\s+"?[a-z]/i.test(String(text)))).toEqual([]);
  const asked = collector.spans.find(({ name }) => name === 'ask query.identity.consents.check');
  const answered = collector.spans.find(({ name }) => name === 'answer query.identity.consents.check');
  const message = { 'messaging.system': 'nats', 'messaging.destination.name': 'query.identity.consents.check' };
  expect(attributesOf(asked as Span)).toEqual({
    ...message,
    'messaging.operation.name': 'ask',
    'messaging.operation.type': 'send',
  });
  expect(attributesOf(answered as Span)).toMatchObject({ ...message, 'messaging.operation.type': 'process' });
});

test('a statement outside of a request or an event has no span', () => {
  const isStatement = (span: Span) => attributesOf(span)['db.system.name'] !== undefined;
  expect(collector.spans.filter((span) => isStatement(span) && !span.parentSpanId)).toEqual([]);
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
  const handled = collector.spans.filter(
    (span) => attributesOf(span)['platform.operation'] === id && span.service === `platform-${service}`,
  );
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
