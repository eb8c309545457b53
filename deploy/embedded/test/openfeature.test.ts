import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { type Client, OpenFeature } from '@openfeature/web-sdk';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

let t: TestPlatform;
let admin: PlatformClient;
let application: { application_id: string };

beforeAll(async () => {
  t = await startTestPlatform();
  admin = t.client(await t.adminHeaders());
  application = { application_id: t.demo.application_id };
  const flags = [
    { code: 'dark_mode', value: true },
    { code: 'ios_only', rules: [{ platforms: ['ios'], app_version: '>=2', value: true }] },
    { code: 'for_anna', rules: [{ user_ids: ['anna'], value: true }] },
    { code: 'pro', rules: [{ entitlement_codes: ['export_pdf'], value: true }] },
    { code: 'killed', enabled: false, value: true },
  ];
  for (const body of flags) expect((await admin.createFeature({ params: application, body })).status).toBe(201);
});
afterEach(() => OpenFeature.close());
afterAll(() => t.stop());

/**
 * An application that uses the OpenFeature SDK with its own OFREP provider, unchanged, pointed at the
 * platform.
 */
async function openFeature(headers: Record<string, string>, context = {}, pollInterval = 0): Promise<Client> {
  await OpenFeature.setContext(context);
  await OpenFeature.setProviderAndWait(
    new OFREPWebProvider({ baseUrl: t.baseUrl, headers: Object.entries(headers), pollInterval }),
  );
  return OpenFeature.getClient();
}

const key = () => ({ 'X-Public-Key': t.demo.public_key });

test('with the public key the SDK evaluates flags for the user in its context', async () => {
  const flags = await openFeature(key(), { targetingKey: 'anna', platform: 'ios', app_version: '2.4.0' });
  expect(flags.getBooleanDetails('dark_mode', false)).toMatchObject({ value: true, reason: 'STATIC', variant: 'on' });
  expect(flags.getBooleanDetails('ios_only', false)).toMatchObject({ value: true, reason: 'TARGETING_MATCH' });
  expect(flags.getBooleanValue('for_anna', false)).toBe(true);
  expect(flags.getBooleanValue('pro', true)).toBe(false);
  expect(flags.getBooleanDetails('killed', true)).toMatchObject({ value: false, reason: 'DISABLED' });
  expect(flags.getBooleanDetails('unknown', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' });
  await OpenFeature.setContext({ targetingKey: 'anna', platform: 'ios', app_version: '2.0 (45)' });
  expect(flags.getBooleanValue('ios_only', false)).toBe(true);
  await OpenFeature.setContext({ targetingKey: 'boris', platform: 'web' });
  expect([flags.getBooleanValue('for_anna', true), flags.getBooleanValue('ios_only', true)]).toEqual([false, false]);
});

test('with the token of a user the flags follow what the user has bought', async () => {
  const person = await t.registered();
  const flags = await openFeature({ ...person.headers }, { targetingKey: 'anna' });
  expect([flags.getBooleanValue('pro', true), flags.getBooleanValue('for_anna', true)]).toEqual([false, false]);
  const payment = await t.startPayment(person.client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  await t.untilIdle();
  let asked = 0;
  await until('the flag follows', async () => {
    asked += 1;
    await OpenFeature.setContext({ targetingKey: 'anna', asked });
    return flags.getBooleanValue('pro', false);
  });
});

test('a killed flag reaches a polling SDK with its next poll', async () => {
  const params = { ...application, code: 'dark_mode' };
  const flags = await openFeature(key(), { targetingKey: 'anna' }, 200);
  expect(flags.getBooleanValue('dark_mode', false)).toBe(true);
  const startClock = stopCacheClock();
  await admin.updateFeature({ params, body: { enabled: false } });
  await until('the flag is off', () => !flags.getBooleanValue('dark_mode', true));
  startClock();
});

test('with a wrong key the SDK falls back to the defaults in the code', async () => {
  await OpenFeature.setContext({ targetingKey: 'anna' });
  const provider = new OFREPWebProvider({ baseUrl: t.baseUrl, headers: [['X-Public-Key', 'svc_pub_wrong']] });
  await expect(OpenFeature.setProviderAndWait(provider)).rejects.toThrow();
  expect(OpenFeature.getClient().getBooleanValue('dark_mode', true)).toBe(true);
});
