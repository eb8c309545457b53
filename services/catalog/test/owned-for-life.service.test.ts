import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import {
  admin,
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  startCatalog,
} from './support.ts';

const clock = fakeClock('2026-01-10T12:00:00Z');
let t: Catalog;
let application: GivenApplication;
beforeAll(async () => {
  t = await startCatalog({ clock });
  application = await givenApplication(t);
  for (const code of ['pro', 'export', 'extra']) await givenEntitlement(t, application, code);
});
afterAll(() => t.stop());

const owns = async (user_id: string, entitlement_codes: string[], application_id = application.id) =>
  (await t.ask(catalog.queries.ownsForLifetime, { application_id, user_id, entitlement_codes })).owned;

type Body = Parameters<ReturnType<typeof admin>['grantEntitlements']>[0]['body'];

const give = async (user_id: string, entitlement_codes: string[], changes: Partial<Body> = {}) => {
  const reply = await admin(t).grantEntitlements({
    params: { ...application.params, user_id },
    body: { entitlement_codes, expires_at: null, reason: 'a gift', ...changes },
  });
  expect(reply.status).toBe(201);
  return reply.data;
};

test('codes are owned for life when grants without an end cover all of them together', async () => {
  const user = newId();
  expect(await owns(user, ['pro'])).toBe(false);
  await give(user, ['pro']);
  expect(await owns(user, ['pro'])).toBe(true);
  expect(await owns(user, ['pro', 'export'])).toBe(false);
  await give(user, ['export', 'extra']);
  expect(await owns(user, ['pro', 'export'])).toBe(true);
  expect(await owns(newId(), ['pro'])).toBe(false);
  expect(await owns(user, ['pro'], (await givenApplication(t)).id)).toBe(false);
});

test('a plan that grants no code has no owner', async () => {
  const user = newId();
  await give(user, ['pro']);
  expect(await owns(user, [])).toBe(false);
});

test('a grant with an end, one that was taken back and one that has not begun are not for life', async () => {
  const [timed, revoked] = [newId(), newId()];
  await give(timed, ['pro'], { expires_at: '2099-01-01T00:00:00Z' });
  expect(await owns(timed, ['pro'])).toBe(false);
  const { id } = await give(revoked, ['pro']);
  expect(await owns(revoked, ['pro'])).toBe(true);
  await admin(t).revokeGrant({ params: { ...application.params, user_id: revoked, grant_id: id } });
  expect(await owns(revoked, ['pro'])).toBe(false);
  const early = newId();
  await give(early, ['pro']);
  clock.advance({ days: -1 });
  expect(await owns(early, ['pro'])).toBe(false);
  clock.advance({ days: 1 });
  expect(await owns(early, ['pro'])).toBe(true);
});
