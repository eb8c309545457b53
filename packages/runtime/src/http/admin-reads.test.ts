import { afterEach, expect, test } from '@jest/globals';
import type { PlatformContext, ServiceContract } from '@platform/contracts/kit';
import { z } from 'zod';
import { currentScope } from '../scope.ts';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createAdminReads } from './admin-reads.ts';
import { type Listening, listen } from './listen.ts';
import { createServiceHandler } from './service-handler.ts';

let server: Listening;
afterEach(() => server.close(0));

/** What happened, in its order. */
let events: string[];

/** So many rows that they are written in slices. */
const rows = Array.from({ length: 150 }, (_, at) => ({ at }));
const Row = z.object({
  name: z.string(),
  at: z.number().refine((at) => {
    for (const until = performance.now() + 0.2; performance.now() < until; );
    if (at === rows.length - 1) events.push('write');
    return true;
  }),
});
const list = {
  method: 'GET',
  summary: 'List',
  auth: 'admin',
  rate: 'admin',
  paginated: true,
  query: z.object({ name: z.string() }),
  response: Row,
  errors: [],
} as const;
const contract = {
  name: 'probe',
  endpoints: {
    listRows: { ...list, path: '/v1/admin/rows' },
    listLeads: { ...list, path: '/v1/admin/leads', auditedRead: true, audit: z.object({}) },
  },
  events: {},
  queries: {},
  commands: {},
} as const satisfies ServiceContract;
const context = { request_id: 'r', admin: { id: 'a', email: 'a@example.test', role: 'owner' } } as PlatformContext;

/** A service whose lists have one connection. */
async function startProbe(handler: (name: string) => Promise<void>): Promise<string> {
  events = [];
  const [metrics, log] = [createMetrics(), createLog('test', 'silent')];
  const answer = async ({ query }: { query: unknown }) => {
    const { name } = query as { name: string };
    await handler(name);
    return { items: rows.map((row) => ({ ...row, name })), next_cursor: null };
  };
  const { listener } = createServiceHandler({
    contract,
    metrics,
    log,
    recognise: {},
    refresh: {},
    zoneOfSite: null,
    idempotency: null,
    docsUrl: '',
    routes: { listRows: answer, listLeads: answer },
    verifier: { verify: () => context },
    adminReads: createAdminReads({ connections: 3, service: 'probe', metrics }),
    isReady: async () => true,
  });
  server = await listen(listener, { port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${server.port}`;
}

test('the answer of a list is written before the next list begins', async () => {
  const url = await startProbe(async () => void events.push('read'));
  await Promise.all(['a', 'b', 'c'].map((name) => fetch(`${url}/v1/admin/rows?name=${name}`)));
  expect(events).toEqual(['read', 'write', 'read', 'write', 'read', 'write']);
});

test.each(['rows', 'leads'])('a list of %s reads on the connections of administrators', async (path) => {
  const scopes: unknown[] = [];
  const url = await startProbe(async () => void scopes.push(currentScope()?.reports));
  await fetch(`${url}/v1/admin/${path}?name=a`);
  expect(scopes).toEqual([{ statementSeconds: expect.any(Number) }]);
});
