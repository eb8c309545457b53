import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { AuthKind } from '@platform/contracts/kit';
import { type FrontDoor, ok, useFrontDoor } from './front-door.ts';
import { inParallel, routes, type Send } from './probes.ts';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type TestPlatform, until } from './test-platform.ts';

let door: FrontDoor;
let t: TestPlatform;
let send: Send;
useFrontDoor((opened, client) => {
  [door, t, send] = [opened, opened.platform, client];
});
beforeEach(() => void stopCacheClock());
afterEach(() => void jest.restoreAllMocks());

const withApplication = routes.filter(({ endpoint }) =>
  (['key', 'user', 'user_and_key', 'user_or_key', 'user_or_admin'] as AuthKind[]).includes(endpoint.auth),
);

describe('an application that is not active', () => {
  const answers = async (app: { code: string; public_key: string }) => {
    const token = await t.sandboxes.idp.mint({ aud: app.code });
    const headers = {
      authorization: `Bearer ${token}`,
      'x-public-key': app.public_key,
      'x-application-code': app.code,
    };
    return inParallel(
      withApplication,
      async (route) => (await send(door.callOf(route, headers, { app_code: app.code }))).error,
    );
  };
  const allGone = withApplication.map(() => 'application_not_found');

  test.each(['suspended', 'archived'] as const)(
    'is not found on any public route once the gateway has the event that it is %s',
    async (status) => {
      const app = await door.createApplication(`turns-${status}`);
      expect(await answers(app)).not.toContain('application_not_found');
      ok(await door.admin.updateApplication({ params: app.params, body: { status, confirm: app.code } }));
      const last = () => answers(app);
      await until('it is gone', async () => (await last()).every((error) => error === 'application_not_found'));
      expect(await last()).toEqual(allGone);
    },
  );

  test('is not found as a draft, and is found once the gateway has the event of its activation', async () => {
    const { id, code, public_keys } = ok(
      await door.admin.createApplication({ body: { code: 'still-a-draft', name: 'Draft', status: 'draft' } }),
    );
    const client = t.client({ 'x-public-key': public_keys[0]?.key ?? '' });
    const read = async () => (await client.getBranding({ params: { app_code: code } })).error;
    expect(await read()).toBe('application_not_found');
    ok(await door.admin.updateApplication({ params: { application_id: id }, body: { status: 'active' } }));
    await until('it is found', async () => (await read()) === undefined);
  });

  test('is back once the gateway has the event that it is active again', async () => {
    const app = await door.createApplication('comes-back');
    ok(await door.admin.updateApplication({ params: app.params, body: { status: 'suspended' } }));
    const isGone = async () => (await answers(app)).includes('application_not_found');
    await until('it is gone', isGone);
    ok(await door.admin.updateApplication({ params: app.params, body: { status: 'active' } }));
    await until('it is back', async () => !(await isGone()));
  });

  test('was never there: before it is created, nothing is remembered that hides it afterwards', async () => {
    const early = await door.present('comes-late', 'a.b.c');
    expect(early.error).toBe('application_not_found');
    await door.createApplication('comes-late');
    await until('it is found', async () => (await door.present('comes-late', 'a.b.c')).error === 'invalid_token');
  });
});

describe('a public key that was rotated', () => {
  const branding = async (code: string, public_key: string) =>
    (await t.client({ 'x-public-key': public_key }).getBranding({ params: { app_code: code } })).error ?? 'ok';

  test('is refused at once without a grace period', async () => {
    const app = await door.createApplication('rotates-now');
    expect(await branding(app.code, app.public_key)).toBe('ok');
    const rotated = ok(await door.admin.rotatePublicKey({ params: app.params, body: { grace_hours: 0 } }));
    const fresh = rotated.public_keys[0]?.key ?? '';
    await until('the new key opens', async () => (await branding(app.code, fresh)) === 'ok');
    expect(await branding(app.code, app.public_key)).toBe('invalid_public_key');
  });

  test('lives through its grace period and not longer', async () => {
    const app = await door.createApplication('rotates-late');
    const rotated = ok(await door.admin.rotatePublicKey({ params: app.params, body: { grace_hours: 2 } }));
    const fresh = rotated.public_keys[0]?.key ?? '';
    await until('the new key opens', async () => (await branding(app.code, fresh)) === 'ok');
    expect(await branding(app.code, app.public_key)).toBe('ok');
    const rotatedAt = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => rotatedAt + 119 * 60_000);
    expect(await branding(app.code, app.public_key)).toBe('ok');
    clock.mockImplementation(() => rotatedAt + 121 * 60_000);
    expect(await branding(app.code, app.public_key)).toBe('invalid_public_key');
    expect(await branding(app.code, fresh)).toBe('ok');
  });
});

describe('a public key that leaked', () => {
  const branding = async (code: string, public_key: string) =>
    (await t.client({ 'x-public-key': public_key }).getBranding({ params: { app_code: code } })).error ?? 'ok';

  test('is revoked in its grace period at once, and the fresh key lives', async () => {
    const app = await door.createApplication('leaked-first');
    const { public_keys } = ok(await door.admin.rotatePublicKey({ params: app.params, body: { grace_hours: 24 } }));
    const [fresh, leaked] = public_keys;
    await until('the new key opens', async () => (await branding(app.code, fresh?.key ?? '')) === 'ok');
    expect(await branding(app.code, app.public_key)).toBe('ok');
    ok(await door.admin.revokePublicKey({ params: { ...app.params, key_id: leaked?.id ?? '' } }));
    await until('it is refused', async () => (await branding(app.code, app.public_key)) === 'invalid_public_key');
    expect(await branding(app.code, fresh?.key ?? '')).toBe('ok');
  });

  test('ends with an emergency rotation although it was in a grace period', async () => {
    const app = await door.createApplication('leaked-before');
    ok(await door.admin.rotatePublicKey({ params: app.params, body: { grace_hours: 24 } }));
    const { public_keys } = ok(await door.admin.rotatePublicKey({ params: app.params, body: { grace_hours: 0 } }));
    const fresh = public_keys[0]?.key ?? '';
    await until('the new key opens', async () => (await branding(app.code, fresh)) === 'ok');
    expect(await branding(app.code, app.public_key)).toBe('invalid_public_key');
  });
});

test('the list of keys shows which former key is still used', async () => {
  const app = await door.createApplication('uses-old-key');
  const { public_keys } = ok(await door.admin.rotatePublicKey({ params: app.params, body: { grace_hours: 24 } }));
  const read = () => t.client({ 'x-public-key': app.public_key }).getBranding({ params: { app_code: app.code } });
  await until('the former key was used', async () => {
    ok(await read());
    const { data } = await door.admin.listPublicKeys({ params: app.params });
    return data.find(({ key }) => key === app.public_key)?.last_used_at != null;
  });
  const { data } = await door.admin.listPublicKeys({ params: app.params });
  expect(data.find(({ id }) => id === public_keys[0]?.id)?.last_used_at).toBeNull();
});

test('a session that was closed is refused at once', async () => {
  const client = t.client(await t.adminHeaders());
  expect((await client.getCurrentAdmin()).status).toBe(200);
  expect((await client.closeAdminSession()).status).toBe(204);
  await until('it is refused', async () => (await client.getCurrentAdmin()).error === 'invalid_token');
});

describe('an identity provider', () => {
  test('that an administrator changes is the new one at once', async () => {
    const app = await door.createApplication('changes-idp');
    const old = await t.sandboxes.idp.mint({ aud: 'changes-idp' });
    expect((await door.present(app.code, old)).status).toBe(200);
    const { issuer, jwksUrl } = t.sandboxes.idp;
    const body = { issuer, audience: 'renamed', jwks_url: jwksUrl };
    ok(await door.admin.setIdentityProvider({ params: app.params, body }));
    await until('the old is refused', async () => (await door.present(app.code, old)).error === 'invalid_token');
    expect((await door.present(app.code, await t.sandboxes.idp.mint({ aud: 'renamed' }))).status).toBe(200);
  });
});
