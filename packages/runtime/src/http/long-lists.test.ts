import { afterEach, expect, test } from '@jest/globals';
import type { PlatformContext, ServiceContract } from '@platform/contracts/kit';
import { z } from 'zod';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { type Listening, listen } from './listen.ts';
import { createServiceHandler } from './service-handler.ts';

let server: Listening;
afterEach(() => server.close(0));

let entriesRead = 0;
const Entry = z.unknown().refine(() => {
  entriesRead += 1;
  return true;
});
const contract = {
  name: 'probe',
  endpoints: {
    sendEntries: {
      method: 'POST',
      path: '/v1/entries',
      summary: 'Send',
      auth: 'none',
      rate: 'public_ip',
      body: z.object({ entries: z.array(Entry).max(3) }),
      response: z.object({}),
      errors: [],
    },
  },
  events: {},
  queries: {},
  commands: {},
} as const satisfies ServiceContract;
const context = { request_id: 'r' } as PlatformContext;

test('a list that is too long is refused before one of its entries is read', async () => {
  const { listener } = createServiceHandler({
    contract,
    metrics: createMetrics(),
    log: createLog('test', 'silent'),
    recognise: {},
    refresh: {},
    zoneOfSite: null,
    idempotency: null,
    adminReads: null,
    docsUrl: '',
    routes: { sendEntries: async () => ({}) },
    verifier: { verify: () => context },
    isReady: async () => true,
  });
  server = await listen(listener, { port: 0, host: '127.0.0.1' });
  const send = async (entries: unknown[]) => {
    const reply = await fetch(`http://127.0.0.1:${server.port}/v1/entries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ entries }),
    });
    return [reply.status, ((await reply.json()) as { message?: string }).message];
  };
  expect(await send(Array(100_000).fill({}))).toEqual([
    400,
    '`entries` has to be a list of at most 3 entries; it has 100,000.',
  ]);
  expect(entriesRead).toBe(0);
  expect((await send([1, 2, 3]))[0]).toBe(200);
  expect(entriesRead).toBe(3);
});
