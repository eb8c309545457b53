import { expect, test } from '@jest/globals';
import { data, fakePlatform, snapshotClaims, snapshotSigner } from '../test/fake-platform.ts';
import { createAdminClient, operations, verifySnapshot } from './server.ts';

test('a back end verifies a snapshot without the platform, and hears why one is refused', async () => {
  const signer = snapshotSigner();
  const token = signer.token(snapshotClaims(['export_pdf']));
  const check = async (
    keys: readonly (typeof signer.key)[],
    options: { applicationCode: string; userId: string | null },
  ) => (await verifySnapshot(token, keys, options)).refusal;
  expect(await verifySnapshot(token, [signer.key], { applicationCode: 'notes', userId: null })).toMatchObject({
    claims: { sub: 'u-1' },
    refusal: null,
  });
  expect([
    await check([], { applicationCode: 'notes', userId: null }),
    await check([snapshotSigner().key], { applicationCode: 'notes', userId: null }),
    await check([signer.key], { applicationCode: 'other', userId: null }),
    await check([signer.key], { applicationCode: 'notes', userId: 'u-2' }),
    (
      await verifySnapshot(token, [signer.key], {
        applicationCode: 'notes',
        userId: 'u-1',
        now: Date.now() + 8 * 86_400_000,
      })
    ).refusal,
    (await verifySnapshot('x', [signer.key], { applicationCode: 'notes', userId: null })).refusal,
  ]).toEqual(['unknown_key', 'signature', 'application', 'user', 'expired', 'malformed']);
});

test('a back end reads entitlements by subject with an admin API key', async () => {
  const snapshot = { codes: ['export_pdf'] };
  const api = fakePlatform({
    'GET /v1/admin/applications/a-1/subjects/auth0%7Cann%2F1/entitlements': () => data(snapshot),
  });
  const options = { baseUrl: 'https://api.example', apiKey: 'svc_adm_key', fetch: api.fetch };
  const admin = createAdminClient({ ...options, applicationId: 'a-1' });
  expect(await admin.entitlementsOf('auth0|ann/1')).toEqual(snapshot);
  await admin.entitlementsOf('auth0|ann/1', 'https://issuer.example');
  expect(api.seen.map(({ url, headers }) => [url.search, headers.authorization])).toEqual([
    ['', 'Bearer svc_adm_key'],
    ['?issuer=https%3A%2F%2Fissuer.example', 'Bearer svc_adm_key'],
  ]);
  await expect(createAdminClient(options).entitlementsOf('ann')).rejects.toThrow('entitlementsOf needs applicationId');
  for (const subject of ['', '.', '..'])
    await expect(admin.entitlementsOf(subject)).rejects.toThrow(`subject cannot be "${subject}"`);
});

test('a back end records events of users, each under one id for all repeats of the call', async () => {
  const path = 'POST /v1/admin/applications/a-1/events';
  let calls = 0;
  const api = fakePlatform({
    [path]: () => {
      calls += 1;
      return calls === 1 ? { status: 503 } : data({ accepted: 2, rejected: [] });
    },
  });
  const options = { baseUrl: 'https://api.example', apiKey: 'svc_adm_key', fetch: api.fetch };
  const event_id = '0198a3c0-5e1f-7000-8000-000000000001';
  const events = [
    { subject: 'ann', event: 'import_finished' },
    { user_id: 'u-1', event: 'invoice_paid', event_id },
  ];
  const admin = createAdminClient({ ...options, applicationId: 'a-1' });
  expect(await admin.recordEvents(events)).toEqual({ accepted: 2, rejected: [] });
  const [first, second] = api.seen.map(({ body }) => body);
  expect(first).toEqual(second);
  expect(first).toEqual({
    events: [
      { subject: 'ann', event: 'import_finished', event_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { user_id: 'u-1', event: 'invoice_paid', event_id },
    ],
  });
  await expect(createAdminClient(options).recordEvents(events)).rejects.toThrow('recordEvents needs applicationId');
});

test('an administrator is known by the session alone', async () => {
  const api = fakePlatform({ 'GET /v1/admin/me': () => data({ id: 'a' }) });
  const admin = createAdminClient({ baseUrl: 'https://api.example', getToken: () => 'session', fetch: api.fetch });
  await admin.call(operations.getCurrentAdmin);
  expect(api.seen[0]?.headers).toMatchObject({ authorization: 'Bearer session' });
  expect(api.seen[0]?.headers['x-public-key']).toBeUndefined();
});
