import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await startTestPlatform({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => t.stop());

/** An address of a Russian network, as the proxy in front names it. */
const fromMoscow = { 'x-forwarded-for': '77.88.8.8' };
const aDevice = (installation_id: string = randomUUID()) => ({
  installation_id,
  platform: 'ios',
  app_version: '1.0.0',
});

test('the country of a person comes from the address behind the proxy, with nothing configured', async () => {
  const { headers, user_id } = await t.registered('anna');
  const anna = t.client({ ...headers, ...fromMoscow });
  expect((await anna.registerDevice({ body: aDevice() })).data).toMatchObject({ country_code: 'RU', city: null });
  expect((await anna.getMyProfile({ params: { app_code: 'demo' } })).data).toMatchObject({ country_code: 'RU' });
  const admin = t.client(await t.adminHeaders());
  const params = { application_id: t.demo.application_id, user_id };
  expect((await admin.getUser({ params })).data).toMatchObject({
    user: { country_code: 'RU' },
    devices: [{ country_code: 'RU', revoked_at: null }],
  });
  // A client without a trusted proxy cannot set its own address.
  const boris = t.client({ ...(await t.registered('boris')).headers, 'x-forwarded-for': '77.88.8.8, 127.0.0.2' });
  expect((await boris.registerDevice({ body: aDevice() })).data.country_code).toBeNull();
});

test('a list of devices may name its application in the query, as long as no header names another', async () => {
  const { headers } = await t.registered('clara');
  const { authorization = '' } = headers;
  const get = async (path: string, more: Record<string, string> = {}) => {
    const reply = await fetch(`${t.baseUrl}${path}`, { headers: { authorization, ...more } });
    return { status: reply.status, ...((await reply.json()) as { error?: string; data?: unknown }) };
  };
  expect(await get('/v1/devices?application_code=demo')).toMatchObject({ status: 200, data: [] });
  expect(await get('/v1/devices?application_code=demo', { 'x-application-code': 'demo' })).toMatchObject({
    status: 200,
  });
  expect(await get('/v1/devices')).toMatchObject({ status: 400, error: 'validation_failed' });
  for (const [name, value] of [
    ['x-application-code', 'demo'],
    ['x-application-id', t.demo.application_id],
  ] as const)
    expect(await get('/v1/devices?application_code=another', { [name]: value })).toMatchObject({
      status: 400,
      error: 'application_mismatch',
    });
  for (const code of ['another', '%00', 'DEMO'])
    expect(await get(`/v1/devices?application_code=${code}`)).toMatchObject({
      status: 404,
      error: 'application_not_found',
    });
  expect(await get('/v1/devices?application_code=demo&application_code=demo')).toMatchObject({ status: 400 });
  // Other endpoints take no application from their query.
  expect(await get('/v1/payments?application_code=demo')).toMatchObject({ status: 400, error: 'validation_failed' });
});

test('a device setting of an administrator applies to the next registration', async () => {
  const admin = t.client(await t.adminHeaders());
  const params = { application_id: t.demo.application_id };
  const set = (body: { max_active_devices?: number; device_limit_policy?: 'reject' | 'evict_oldest' }) =>
    admin.updateApplication({ params, body });
  const dora = t.client((await t.registered('dora')).headers);
  expect((await set({ max_active_devices: 1 })).data).toMatchObject({ device_limit_policy: 'reject' });
  const first = (await dora.registerDevice({ body: aDevice() })).data;
  expect(await dora.registerDevice({ body: aDevice() })).toMatchObject({
    status: 403,
    error: 'device_limit_reached',
    body: { max_active_devices: 1 },
  });
  await set({ device_limit_policy: 'evict_oldest' });
  const second = (await dora.registerDevice({ body: aDevice() })).data;
  expect((await dora.listMyDevices({})).data).toMatchObject([
    { id: second.id, revoked_at: null },
    { id: first.id, revoked_at: expect.any(String) },
  ]);
  await set({ max_active_devices: 10, device_limit_policy: 'reject' });
});
