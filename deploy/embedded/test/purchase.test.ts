import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { startTestPlatform, type TestPlatform } from './test-platform.ts';

let t: TestPlatform;
beforeAll(async () => {
  t = await startTestPlatform();
});
afterAll(() => t.stop());

const app = { params: { app_code: 'demo' } };

test('a person registers, sees the paywall, pays and has the entitlement, with a snapshot that verifies offline', async () => {
  const { client, user_id } = await t.registered('anna');
  expect((await client.getMyEntitlements(app)).data).toMatchObject({ codes: [], is_lifetime: false });

  const payment = await t.startPayment(client, 'monthly');
  t.sandboxes.yookassa.pay(payment.provider_payment_id);
  const bought = await client.getMyEntitlements(app);

  expect(bought.data).toMatchObject({ codes: ['export_pdf', 'notes_unlimited'], is_lifetime: false });
  const keys = createRemoteJWKSet(new URL(`${t.baseUrl}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(bought.data.snapshot_token, keys);
  expect(payload).toMatchObject({ sub: user_id, application_code: 'demo', codes: ['export_pdf', 'notes_unlimited'] });
});
