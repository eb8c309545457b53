import { afterEach, expect, test } from '@jest/globals';
import { filterZone, timeFrom, timeUntil } from '@platform/contracts/fields';
import type { PlatformContext, ServiceContract } from '@platform/contracts/kit';
import { z } from 'zod';
import { createLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { type Listening, listen } from './listen.ts';
import { createServiceHandler, type ServiceHandlerOptions } from './service-handler.ts';

let server: Listening | undefined;
afterEach(() => server?.close(0));

const list = { auth: 'none', rate: 'public_ip', response: z.object({}), errors: [] } as const;
const filters = z.object({ from: timeFrom('Made'), to: timeUntil('Made'), ...filterZone });
const contract = {
  name: 'probe',
  endpoints: {
    listOfSite: {
      ...list,
      method: 'GET',
      path: '/v1/sites/{site_id}/rows',
      summary: 'List',
      params: z.object({ site_id: z.string() }),
      query: filters,
    },
    searchOfSite: {
      ...list,
      method: 'POST',
      path: '/v1/sites/{site_id}/rows/search',
      summary: 'Search',
      params: z.object({ site_id: z.string() }),
      body: filters,
    },
    listOfPage: {
      ...list,
      method: 'GET',
      path: '/v1/pages/{site_code}/rows',
      summary: 'List',
      params: z.object({ site_code: z.string() }),
      query: filters,
    },
    listOfAll: { ...list, method: 'GET', path: '/v1/rows', summary: 'List', query: filters },
  },
  events: {},
  queries: {},
  commands: {},
} as const satisfies ServiceContract;

const zones: Record<string, string> = { moscow: 'Europe/Moscow', kathmandu: 'Asia/Kathmandu' };

/** What handlers get as their filters, and the sites whose zone was asked for. */
async function serve(context: Partial<PlatformContext> = {}) {
  const asked: string[] = [];
  const seen: unknown[] = [];
  const handler = async ({ query, body }: { query: unknown; body: unknown }) => {
    seen.push(query ?? body);
    return {};
  };
  const options: ServiceHandlerOptions = {
    contract,
    metrics: createMetrics(),
    log: createLog('test', 'silent'),
    recognise: {},
    refresh: {},
    zoneOfSite: async (site_id) => {
      asked.push(site_id);
      return zones[site_id] ?? null;
    },
    idempotency: null,
    adminReads: null,
    docsUrl: '',
    routes: { listOfSite: handler, searchOfSite: handler, listOfPage: handler, listOfAll: handler },
    verifier: { verify: () => ({ request_id: 'r', ...context }) as PlatformContext },
    isReady: async () => true,
  };
  server = await listen(createServiceHandler(options).listener, { port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    asked,
    async filtersOf(path: string, body?: object) {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      expect((await fetch(`${origin}${path}`, body ? sent : {})).status).toBe(200);
      return seen.pop();
    },
  };
}

const day = { from: '2026-03-11', to: '2026-03-11' };
const query = 'from=2026-03-11&to=2026-03-11';
const inMoscow = { from: '2026-03-10T21:00:00.000Z', to: '2026-03-11T21:00:00.000Z' };
const inKathmandu = { from: '2026-03-10T18:15:00.000Z', to: '2026-03-11T18:15:00.000Z' };
const inUtc = { from: '2026-03-11T00:00:00.000Z', to: '2026-03-12T00:00:00.000Z' };

test('a day in a filter of a list of a site is a day of the site, in a query and in the body of a search', async () => {
  const { filtersOf } = await serve();
  expect(await filtersOf(`/v1/sites/moscow/rows?${query}`)).toEqual(inMoscow);
  expect(await filtersOf('/v1/sites/kathmandu/rows/search', day)).toEqual(inKathmandu);
});

test('a day in a filter of a public list is a day of the site that the gateway established', async () => {
  const { filtersOf } = await serve({ site: { id: 'kathmandu', code: 'any', application_id: null } });
  expect(await filtersOf(`/v1/pages/any/rows?${query}`)).toEqual(inKathmandu);
});

test('the time zone of the request comes first, and the zone of the site is not asked for without need', async () => {
  const { filtersOf, asked } = await serve();
  expect(await filtersOf(`/v1/sites/kathmandu/rows?${query}&timezone=Europe/Moscow`)).toMatchObject(inMoscow);
  const times = { from: '2026-03-11T00:00:00Z', to: '2026-03-12T00:00:00Z' };
  expect(await filtersOf('/v1/sites/kathmandu/rows/search', times)).toEqual(times);
  expect(await filtersOf('/v1/sites/kathmandu/rows')).toEqual({});
  expect(asked).toEqual([]);
});

test('days are days of UTC in a list of no site, and in one of a site that is not there', async () => {
  const { filtersOf } = await serve();
  expect(await filtersOf(`/v1/rows?${query}`)).toEqual(inUtc);
  expect(await filtersOf(`/v1/sites/nowhere/rows?${query}`)).toEqual(inUtc);
});

test('a service with such a list cannot start without the zones of sites', () => {
  const { listOfAll, ...ofSites } = contract.endpoints;
  for (const [id, endpoint] of Object.entries(ofSites))
    expect(() =>
      createServiceHandler({
        contract: { ...contract, endpoints: { [id]: endpoint } },
        zoneOfSite: null,
      } as unknown as ServiceHandlerOptions),
    ).toThrow(`probe has no \`zoneOfSite\` for the days in the filters of ${id}`);
  expect(listOfAll.query).toBe(filters);
});
