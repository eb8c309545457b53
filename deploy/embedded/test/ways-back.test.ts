import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Resource, type Route, requestPath, resources } from '@platform/contracts';
import { asFile, asJson, exampleRequest, routes, type Values, type WireReply, wire } from './probes.ts';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';
import { createWorld, type World } from './world.ts';

/** Each DELETE has a way back, or its document says what is gone. */

/** The operation that brings it back, with its body, and the read that shows the object. */
interface WayBack {
  back: string;
  body?: Record<string, unknown>;
  read: string;
}

const ways: Record<string, WayBack> = {
  archiveApplication: { back: 'updateApplication', body: { status: 'active' }, read: 'getApplication' },
  deleteApplicationIcon: { back: 'setApplicationIcon', read: 'getApplication' },
  deleteConfigParameter: { back: 'rollBackConfigParameter', body: { version: 3 }, read: 'getConfigParameter' },
  deleteFeature: { back: 'rollBackFeature', body: { version: 3 }, read: 'getFeature' },
  archiveEntitlement: { back: 'updateEntitlement', body: { status: 'active' }, read: 'getEntitlement' },
  archivePlan: { back: 'updatePlan', body: { status: 'active' }, read: 'getPlan' },
  archivePlanPrice: { back: 'updatePlanPrice', body: { is_active: true }, read: 'getPlan' },
  archivePaywall: { back: 'updatePaywall', body: { status: 'active' }, read: 'getPaywallById' },
  revokeGrant: { back: 'restoreGrant', body: { reason: 'test' }, read: 'getUser' },
  removeSiteIcon: { back: 'setSiteIcon', read: 'getSite' },
  deleteSocialBrand: { back: 'updateSocialBrand', body: { is_archived: false }, read: 'getSocialBrand' },
  deleteSocialCover: { back: 'putSocialCover', read: 'getSocialVariant' },
};

/** These remove a thing that is made again by another call: the summary says that it is gone. */
const gone = /^(Archive an account|(Close|Delete|Disconnect|Erase|Remove|Revoke)\b)/;

const removals = routes.filter(({ endpoint }) => endpoint.method === 'DELETE');
const routeOf = (id: string): Route => routes.find((route) => route.id === id) as Route;

let t: TestPlatform;
let send: ReturnType<typeof wire>;
let world: World;
let values: Values;

beforeAll(async () => {
  t = await startTestPlatform();
  send = wire(t.baseUrl);
  const adminHeaders = await t.adminHeaders();
  world = createWorld({ t, adminHeaders, admin: t.client(adminHeaders), code: 'undone', username: 'anna' });
  values = await world.given(Object.keys(resources) as Resource[]);
  values.revoked_grant_id = values.grant_id;
  await world.givenFor(routeOf('deleteApplicationIcon'));
});
afterAll(async () => {
  send.close();
  await t.stop();
});

async function call(route: Route, changes?: Record<string, unknown>): Promise<WireReply> {
  const { endpoint } = route;
  const { params, query, body } = exampleRequest(route, values);
  const sent = endpoint.upload ? asFile(route) : endpoint.body ? asJson(changes ?? body) : { headers: {} };
  return send({
    method: endpoint.method,
    target: requestPath(endpoint, { params, query }),
    headers: { ...(await world.headersFor(route)), ...sent.headers },
    ...('body' in sent ? { body: sent.body } : {}),
  });
}

test('each DELETE has a way back, or says that something is gone', () => {
  const silent = removals.filter(({ id, endpoint }) => !(id in ways) && !gone.test(endpoint.summary));
  expect(silent.map(({ id }) => id)).toEqual([]);
  const archiving = removals.filter(({ id, endpoint }) => endpoint.summary.startsWith('Archive') && !(id in ways));
  expect(archiving.map(({ id }) => id)).toEqual(['deleteSocialAccount']);
  expect(Object.keys(ways).filter((id) => routeOf(id)?.endpoint.method !== 'DELETE')).toEqual([]);
});

/** What a read says, without the fields that count changes. An image is there or not: it is another file now. */
const content = ({ text }: WireReply): string =>
  text
    .replace(/"(version|created_at|updated_at|content_hash)":("[^"]*"|\d+)/g, '')
    .replace(/"(icon_url|cover)":("[^"]*"|\{[^}]*\})/g, 'an image');

describe('what a DELETE took away comes back', () => {
  test.each(Object.entries(ways))('%s', async (id, { back, body, read }) => {
    const before = await call(routeOf(read));
    expect([read, before.status]).toEqual([read, 200]);
    const removed = await call(routeOf(id));
    expect([id, [200, 204].includes(removed.status), removed.error]).toEqual([id, true, undefined]);
    expect(content(await call(routeOf(read)))).not.toBe(content(before));
    const restored = await call(routeOf(back), body);
    expect([back, restored.status, restored.error]).toEqual([back, 200, undefined]);
    expect(content(await call(routeOf(read)))).toBe(content(before));
  });
});
