import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { platform, requestPath } from '@platform/contracts';
import { isAdminRead } from '@platform/contracts/kit';
import { exampleRequest, named, routes, wire } from './probes.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { type Collector, type Span, startCollector } from './spans.ts';
import { createWorld } from './world.ts';

/**
 * Every read of an administrator, of every service, runs on the connections that these reads have for
 * themselves, and no statement of it on those of the users' path. The contracts say which reads these are,
 * and the spans of each statement which pool it ran on.
 */

const adminReads = routes.filter(({ endpoint }) => isAdminRead(endpoint));
const services = Object.keys(platform).filter((name) => adminReads.some(({ service }) => service === name));

let collector: Collector;
let t: SeparatePlatform;
const statuses = new Map<string, number>();

beforeAll(async () => {
  collector = await startCollector();
  t = await startSeparatePlatform({ env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }) });
  const adminHeaders = await t.adminHeaders();
  const world = createWorld({ t, admin: t.client(adminHeaders), adminHeaders, code: 'pools', username: 'pools' });
  const send = wire(t.baseUrl);
  for (const route of adminReads) {
    const parts = exampleRequest(route, await world.givenFor(route));
    const target = requestPath(route.endpoint, parts);
    const { status } = await send({ method: 'GET', target, headers: adminHeaders });
    statuses.set(route.id, status);
  }
  send.close();
  // Spans are handed over in batches, and at the end of a process.
  await Promise.all(Object.values(t.services).map((replica) => replica.end('SIGTERM')));
});
afterAll(async () => {
  killWhatIsLeft();
  await t?.stop();
  await collector.close();
});

/** Pools of the statements that a call of an endpoint sent in its own service, each once. */
function poolsOf(id: string, service: string): string[] {
  const handled = collector.spans.filter((span) => span.name === id && span.service === `platform-${service}`);
  const found = new Set<string>();
  const below = (parent: Span): void => {
    for (const span of collector.childrenOf(parent)) {
      // A question to another service runs there as the users' path does: it is a read by key.
      if (span.service !== parent.service) continue;
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
