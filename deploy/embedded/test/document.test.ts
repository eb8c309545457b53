import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exampleOf, type Resource, type Route, requestPath, resources, schedules } from '@platform/contracts';
import { newId } from '@platform/runtime';
import type { z } from 'zod';
import { type DocumentValidator, readDocumentValidator } from './document-validator.ts';
import {
  exampleRequest,
  fieldName,
  fieldsOf,
  named,
  type Parts,
  resourceOf,
  routes,
  type Values,
  type WireReply,
  wire,
} from './probes.ts';
import { startTestPlatform, type TestPlatform, until } from './test-platform.ts';
import { createWorld, ok, type World, type WorldOptions } from './world.ts';

/**
 * Every GET of the running platform, on an application with one of each resource, compared with the API
 * document. The contract gives the requests: a new endpoint is covered without a line here.
 */

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let document: DocumentValidator;
let made: WorldOptions;
let world: World;
let values: Values;

beforeAll(async () => {
  document = await readDocumentValidator();
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  const adminHeaders = await t.adminHeaders();
  const admin = t.client(adminHeaders);
  made = { t, admin, adminHeaders, code: 'alpha', username: 'anna' };
  world = createWorld(made);
  values = await world.given(Object.keys(resources) as Resource[]);
  await recordEvents();
  for (const { path } of schedules) await send({ method: 'POST', target: path, headers: t.workerHeaders });
  await t.untilIdle();
});
afterAll(async () => {
  send.close();
  await t.stop();
});

/** Events of a user with a payment and of one without, and of a site; all are counted. */
async function recordEvents(): Promise<void> {
  const { site_code, site_key } = await world.site();
  const events = ['app_opened', 'paywall_viewed'].map((event) => ({ event, platform: 'web', app_version: '1.0.0' }));
  const visitor = createWorld({ ...made, username: 'without-a-payment', within: world });
  for (const { client } of [await world.person(), await visitor.person()])
    ok(await client.recordEvents({ body: { events } }));
  const url = 'https://notes.example.test/pricing';
  const page = t.client({ 'x-public-key': site_key });
  ok(await page.recordSiteEvents({ params: { site_code }, body: { events: [{ event: 'page_viewed', url }] } }));
  await until('all events are counted', async () => {
    const [row] = await t.database.query<{ hours: number }>(
      'SELECT ((SELECT count(*) FROM analytics.stale_hours) + (SELECT count(*) FROM analytics.stale_site_hours))::int AS hours',
    );
    return row?.hours === 0;
  });
}

/** Reads that succeed only for a browser that a provider sent back. */
const withoutProvider: Record<string, number> = {
  finishGoogleSearch: 400,
  finishYandexSearch: 404,
  finishSocialOauth: 400,
  // The account of the tests is one of Telegram.
  startSocialOauth: 409,
  verifySocialWebhook: 404,
};

const reads = routes.filter(({ endpoint }) => endpoint.method === 'GET');

const read = ({ endpoint }: Route, { params, query }: Parts, headers: Record<string, string>): Promise<WireReply> =>
  send({ method: 'GET', target: requestPath(endpoint, { params, query }), headers });

/** The query of a request with each optional parameter in its turn, beside the others and without them. */
function queriesOf(route: Route, { query }: Parts): Record<string, string>[] {
  const fields = fieldsOf(route.endpoint).filter(({ place, path }) => place === 'query' && path.length === 1);
  const shape = (route.endpoint.query?.shape ?? {}) as Record<string, z.ZodType>;
  const isOptional = (name: string) => shape[name]?.safeParse(undefined).success === true;
  const required = Object.fromEntries(Object.entries(query).filter(([name]) => !isOptional(name)));
  return fields.flatMap((field) => {
    const name = fieldName(field);
    if (name in required) return [];
    const resource = resourceOf(field);
    const value = String((resource && values[resource]) ?? exampleOf(shape[name] as z.ZodType, 'input'));
    return [
      { ...query, [name]: value },
      { ...required, [name]: value },
    ];
  });
}

describe('every read answers what the API document says', () => {
  const isPage = new Map<string, boolean>();

  test.each(named(reads))('%s', async (id, route) => {
    const parts = exampleRequest(route, values);
    const headers = await world.headersFor(route);
    const success = await read(route, parts, headers);
    expect([success.status, document.differences(id, success)]).toEqual([
      withoutProvider[id] ?? route.endpoint.status ?? 200,
      [],
    ]);
    if (route.endpoint.paginated) isPage.set(id, (success.json.data as unknown[]).length > 0);

    const others: [Record<string, string>, Record<string, string>][] = [
      ...queriesOf(route, parts).map((query): (typeof others)[0] => [query, headers]),
      [parts.query, {}],
      [parts.query, { ...headers, 'if-none-match': success.headers.etag ?? '*' }],
    ];
    for (const [query, sent] of others) {
      const reply = await read(route, { ...parts, query }, sent);
      const about = [query, Object.keys(sent), reply.status];
      expect([...about, document.differences(id, reply)]).toEqual([...about, []]);
    }
  });

  test('of lists that have rows', () => {
    // An empty list says nothing about its rows. Some fill only with time.
    const empty = [...isPage].filter(([, hasRows]) => !hasRows).map(([id]) => id);
    expect(isPage.size).toBeGreaterThan(15);
    expect([empty, empty.length < isPage.size / 10]).toEqual([empty, true]);
  });
});

describe('the comparison with the API document finds', () => {
  const listPlans = routes.find(({ id }) => id === 'listPlans') as Route;
  const changed = async (
    change: Partial<WireReply>,
    changeBody: (plan: Record<string, unknown>) => void = () => {},
  ) => {
    const reply = await read(listPlans, exampleRequest(listPlans, values), await world.headersFor(listPlans));
    const body = reply.json as { data: Record<string, unknown>[] };
    changeBody(body.data[0] ?? {});
    return document.differences('listPlans', {
      ...reply,
      text: JSON.stringify(body),
      ...change,
      headers: { ...reply.headers, ...change.headers },
    });
  };
  const nested = (plan: Record<string, unknown>) => (plan.prices as Record<string, unknown>[])[0] ?? {};

  test.each<[string, () => Promise<string[]>, RegExp]>([
    ['a field without a name there', () => changed({}, (plan) => Object.assign(plan, { secret: 1 })), /"secret"/],
    [
      'such a field of a nested object',
      () => changed({}, (plan) => Object.assign(nested(plan), { cost: 1 })),
      /"cost"/,
    ],
    ['a field that is missing', () => changed({}, (plan) => delete plan.code), /required property 'code'/],
    ['a value of another type', () => changed({}, (plan) => Object.assign(plan, { code: 7 })), /code must be string/],
    ['a moment that is none', () => changed({}, (plan) => Object.assign(plan, { created_at: 'today' })), /created_at/],
    ['a header without a name there', () => changed({ headers: { etag: '"1"' } }), /header etag/],
    ['a header of another type', () => changed({ headers: { 'ratelimit-limit': 'few' } }), /ratelimit-limit/],
    ['another status', () => changed({ status: 206 }), /status 206/],
    ['another media type', () => changed({ headers: { 'content-type': 'text/csv' } }), /media type text\/csv/],
  ])('%s', async (_what, differences, expected) => {
    expect(await changed({})).toEqual([]);
    const [found = '', ...others] = await differences();
    for (const difference of [found, ...others]) expect(difference).toMatch(expected);
  });
});

test('the document names the refusals of a post of an archived brand and of an answer to an unknown user', async () => {
  const { admin } = made;
  const code = `archived-${newId().slice(-8)}`;
  const { id: brand_id } = ok(await admin.createSocialBrand({ body: { code, name: code, timezone: 'Europe/Moscow' } }));
  const idea = ok(await admin.createSocialIdea({ params: { brand_id }, body: { title: 'An idea' } }));
  const account = ok(
    await admin.createSocialAccount({ params: { brand_id }, body: { channel: 'telegram', name: code } }),
  );
  ok(await admin.deleteSocialBrand({ params: { brand_id }, headers: { 'if-match': '*' } }));
  const headers = { ...made.adminHeaders, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    send({ method: 'POST', target: path, headers, body: JSON.stringify(body) });
  const variant = await post(`/v1/social/ideas/${idea.id}/variants`, { account_id: account.id, body: 'A post' });
  expect([variant.error, document.differences('createSocialVariant', variant)]).toEqual(['brand_not_found', []]);
  const ticket_id = String(values.ticket_id);
  await t.database.query('UPDATE cms.support_tickets SET user_id = $2 WHERE id = $1', [ticket_id, newId()]);
  const answer = await post(`/v1/admin/support/tickets/${ticket_id}/messages`, { message: 'Hello' });
  expect([answer.error, document.differences('answerTicket', answer)]).toEqual(['user_not_found', []]);
});
