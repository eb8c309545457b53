import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Resource, type Route, requestPath, resources } from '@platform/contracts';
import {
  asFile,
  asJson,
  exampleRequest,
  fieldsOf,
  named,
  type Parts,
  resourceOf,
  routes,
  tableContents,
  type Values,
  type WireReply,
  wire,
  withField,
} from './probes.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld, ok, type World } from './world.ts';

/**
 * What is archived gets nothing new. The contract gives the operations that create something, and their requests: a new
 * one is covered without a line here.
 */

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let world: World;
let values: Values;

/** Operations that create with another status than 201: each makes its object at the first call. */
const upserts = [
  'putConfigParameter',
  'setIdentityProvider',
  'setApplicationShop',
  'saveLegalDraft',
  'importCustomers',
  'recordBackEndEvents',
];
const creates = routes.filter(
  ({ id, endpoint: { method, status } }) => (method !== 'GET' && status === 201) || upserts.includes(id),
);
/** A check reads a text, and a key belongs to the platform. */
const outside = ['checkApplicationDocument', 'createAdminApiKey'];
const under = (...parents: Resource[]) =>
  creates.filter(({ endpoint }) => fieldsOf(endpoint).some((field) => parents.includes(resourceOf(field) as Resource)));

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  const adminHeaders = await t.adminHeaders();
  world = createWorld({ t, adminHeaders, admin: t.client(adminHeaders), code: 'closed', username: 'anna' });
  values = {
    ...(await world.given(Object.keys(resources) as Resource[])),
    config_key: 'fresh.parameter',
    document_kind: 'terms_fresh',
  };
  await t.untilIdle();
});
afterAll(async () => {
  send.close();
  await t.stop();
});

async function call(route: Route): Promise<WireReply> {
  const { endpoint } = route;
  const example: Parts = exampleRequest(route, values);
  const { params, query } = example;
  // The parent is optional in some bodies, and the example leaves it out.
  const body = fieldsOf(endpoint)
    .filter((field) => field.place === 'body' && resourceOf(field) === 'application_id' && !field.path.includes('0'))
    .reduce((changed, { path }) => withField(changed, path, values.application_id), example.body);
  const sent = endpoint.upload ? asFile(route) : endpoint.body ? asJson(body) : { headers: {} };
  return send({
    method: endpoint.method,
    target: requestPath(endpoint, { params, query }),
    headers: { ...(await world.headersFor(route)), ...sent.headers },
    ...('body' in sent ? { body: sent.body } : {}),
  });
}

describe('in an archived application nothing is created', () => {
  let before: Record<string, string>;
  beforeAll(async () => {
    const { application_id, application_code } = await world.application();
    const admin = t.client(await t.adminHeaders());
    ok(await admin.archiveApplication({ params: { application_id }, query: { confirm: application_code } }));
    await t.untilIdle();
    before = await tableContents(t.database);
  });

  const inside = under('application_id', 'application_code', 'document_owner_id');
  test.each(named(inside.filter(({ id, endpoint }) => endpoint.auth === 'admin' && !outside.includes(id))))(
    'by an administrator: %s',
    async (id, route) => {
      const reply = await call(route);
      expect([id, reply.status, reply.error, reply.json.message]).toEqual([
        id,
        409,
        'conflict',
        expect.stringMatching(/is archived: nothing new .* An owner can restore it/),
      ]);
    },
  );

  const others = under('application_id', 'application_code', 'plan_price_id').filter(
    ({ endpoint }) => endpoint.auth !== 'admin',
  );
  test.each(named(others))('by others: %s', async (id, route) => {
    const reply = await call(route);
    expect([id, reply.status, reply.error]).toEqual([id, 404, 'application_not_found']);
  });

  test('and the data is as it was', async () => {
    await t.untilIdle();
    expect(await tableContents(t.database)).toEqual(before);
    expect(inside.length).toBeGreaterThan(12);
  });
});

test('an archived plan gets no price, and an archived brand nothing at all', async () => {
  const admin = t.client(await t.adminHeaders());
  const params = { application_id: t.demo.application_id };
  const plans = ok(await admin.listPlans({ params }));
  const plan_id = plans.find(({ billing_type }) => billing_type !== 'free')?.id ?? '';
  ok(await admin.archivePlan({ params: { ...params, plan_id } }));
  const price = { params: { ...params, plan_id }, body: { amount: 990, currency: 'RUB' } };
  const refused = await admin.createPlanPrice(price);
  expect([refused.status, refused.error, refused.body]).toMatchObject([
    409,
    'conflict',
    { message: expect.stringMatching(/is archived.*PATCH/) },
  ]);
  ok(await admin.updatePlan({ params: price.params, body: { status: 'active' } }));
  ok(await admin.createPlanPrice(price));

  ok(await admin.deleteSocialBrand({ params: { brand_id: String(values.brand_id) } }));
  const ofBrand = under('brand_id' as Resource).filter(({ endpoint }) => endpoint.method === 'POST');
  for (const route of ofBrand) {
    const reply = await call(route);
    expect([route.id, reply.status, reply.error]).toEqual([route.id, 404, 'brand_not_found']);
  }
  expect(ofBrand.length).toBeGreaterThan(5);
});
