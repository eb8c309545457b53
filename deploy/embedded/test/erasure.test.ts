import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { stopCacheClock } from './stop-cache-clock.ts';
import { type PlatformClient, startTestPlatform, type TestPlatform, until } from './test-platform.ts';

/**
 * Values unique to this user. Each must be found before the erasure, or its absence afterwards proves
 * nothing.
 */
const traces = {
  'the e-mail': 'pjotr.personalny@example.test',
  'the telephone': '79031234567',
  'the name': 'Pjotr Personalny',
  'the name of the login': 'pjotr.personalny',
  'the subject of the former shop': 'customer-pjotr-4711',
  'the order of the former shop': 'order-pjotr-4712',
  'the address': '203.0.113.77',
  'the software': 'PersonalBrowser/7.7',
  'the campaign': 'letter-to-pjotr@example.test',
  'the medium': 'hand-written-for-pjotr',
  'the series of letters': 'pjotr-birthday',
  'the source': 'friend-of-pjotr',
  'the picture': 'https://pictures.example.test/pjotr.png',
  'the device': '5a7d0c1e-93b4-4f6e-8a21-c0ffee77d0d0',
  'the time zone of the device': 'Pacific/Chatham',
};

let t: TestPlatform;
let person: PlatformClient;
let userId: string;
let token: string;

beforeAll(async () => {
  t = await startTestPlatform({ env: { TRUSTED_PROXIES: '127.0.0.1' }, logLevel: 'trace' });
  const login = await t.userHeaders(traces['the name of the login']);
  const headers = {
    ...login,
    'x-forwarded-for': traces['the address'],
    'user-agent': traces['the software'],
  };
  token = login.authorization ?? '';
  person = t.client(headers);
  userId = await register(person);
});
afterAll(() => t.stop());

const app = { params: { app_code: 'demo' } };

async function register(client: PlatformClient): Promise<string> {
  const { data } = await client.registerUser({
    ...app,
    body: {
      platform: 'web',
      utm_source: traces['the campaign'],
      utm_medium: traces['the medium'],
      utm_campaign: traces['the series of letters'],
      acquisition_source: traces['the source'],
      explicit_consent: true,
      avatar_url: traces['the picture'],
      consents: await t.consents(['terms_notes', 'personal_data_consent']),
    },
  });
  await client.updateMyProfile({ ...app, body: { display_name: traces['the name'], timezone: 'Europe/Berlin' } });
  return data.user.id;
}

/** Tables of all schemas in which a text stands anywhere, however the column is called. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await t.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await t.database.query(`SELECT FROM ${name} AS t WHERE t::text ILIKE $1 LIMIT 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/**
 * Personal columns of the ledger are unreadable in the table, so they are looked for where they can be read.
 */
async function journal(): Promise<string> {
  const admin = t.client(await t.adminHeaders());
  const { data } = await admin.listConsents({
    params: { application_id: t.demo.application_id },
    query: { user_id: userId },
  });
  expect(data.length).toBeGreaterThanOrEqual(5);
  return JSON.stringify(data);
}

const receipt = (email: string) => ({
  customer: { email },
  items: [{ description: 'Notes', quantity: 1, amount: { value: '100.00', currency: 'RUB' }, vat_code: 1 }],
});

test('after an erasure no table of any service holds anything of the person, and the proof of consent still stands', async () => {
  const admin = t.client(await t.adminHeaders());
  const application = { params: { application_id: t.demo.application_id } };
  await admin.updateApplication({ ...application, body: { receipt_settings: { vat_code: 1 } } });

  // A customer of before, found by the e-mail.
  const row = {
    subject: traces['the subject of the former shop'],
    email: traces['the e-mail'],
    plan_code: 'monthly',
    external_id: traces['the order of the former shop'],
  };
  const imported = await admin.importCustomers({
    params: application.params,
    query: { dry_run: 'false' as never, reason: 'from the former shop' },
    file: new Blob([JSON.stringify(row)], { type: 'application/x-ndjson' }),
  });
  expect(imported.data).toMatchObject({ created: 1, granted: 1 });

  // One payment paid and partly refunded, each with a receipt to the user; and one that was never paid.
  const bought = await t.startPayment(person, 'monthly');
  t.sandboxes.yookassa.pay(bought.provider_payment_id);
  await person.syncPayment({ params: { payment_id: bought.payment_id } });
  const refunded = await admin.refundPayment({
    params: { payment_id: bought.payment_id },
    body: { amount: 100, receipt: receipt(traces['the e-mail']) },
    headers: { 'idempotency-key': 'a-part-of-it' },
  });
  expect(refunded.status).toBe(200);
  await t.startPayment(person, 'monthly');
  // Never answered by the provider: this one would be repeated with its receipt.
  t.sandboxes.yookassa.faults.set({ createTimeout: { value: 'destroy', times: 1 } });
  const unanswered = await person.createPayment({
    body: {
      plan_price_id: await t.priceOf('lifetime'),
      receipt_email: traces['the e-mail'],
      receipt_phone: traces['the telephone'],
      return_url: 'https://app.example.test/return',
      consents: await t.consents(['license_offer']),
    },
  });
  expect(unanswered.status).toBe(503);
  await person.acceptConsents({ ...app, body: { consents: await t.consents(), source_screen: 'settings' } });
  const timezone = traces['the time zone of the device'];
  const device = { installation_id: traces['the device'], platform: 'web', app_version: '1.0.0', timezone };
  expect((await person.registerDevice({ body: device })).status).toBe(201);
  await t.untilIdle();

  const readable = await journal();
  for (const what of ['the e-mail', 'the address', 'the software'] as const) expect(readable).toContain(traces[what]);
  expect(await tablesWith(traces['the name'])).toEqual(['identity.users']);
  expect(await tablesWith(traces['the picture'])).toEqual(['identity.users']);
  expect(await tablesWith(traces['the device'])).toEqual(['identity.devices']);
  expect(await tablesWith(traces['the time zone of the device'])).toEqual(['identity.devices']);
  expect(await tablesWith(traces['the subject of the former shop'])).toEqual(['identity.customers']);
  // Where the provider has answered, the receipt's e-mail is forgotten already.
  expect(await tablesWith(traces['the e-mail'])).toEqual(['billing.payments', 'identity.customers', 'identity.users']);
  const [{ waiting } = { waiting: '' }] = await t.database.query<{ waiting: string }>(
    "SELECT count(*) AS waiting FROM billing.payments WHERE provider_request #> '{receipt,customer}' IS NOT NULL",
  );
  expect(waiting).toBe('1');

  const startClock = stopCacheClock();
  expect((await person.eraseMe(app)).status).toBe(204);
  await until('the token belongs to no user', async () => (await person.getMyProfile(app)).status === 404);
  startClock();
  await t.untilIdle();
  // The days of the person are counted again, a few seconds later.
  await until('no number knows the source', async () => (await tablesWith(traces['the source'])).length === 0);
  for (const [what, text] of Object.entries(traces))
    expect({ what, tables: await tablesWith(text) }).toEqual({ what, tables: [] });
  const unreadable = await journal();
  for (const text of Object.values(traces)) expect(unreadable).not.toContain(text);
  expect(unreadable).toContain(userId);
  expect((await admin.requestConsentsVerification({ ...application, body: { scope: 'whole' } })).status).toBe(202);
  await until('the ledger is verified', async () => !(await admin.verifyConsents(application)).data.running);
  expect((await admin.verifyConsents(application)).data).toMatchObject({ intact: true, problem: null });
});

test('no line of the log, at any level, has named the person, a secret, or what a request said', async () => {
  const stranger = t.client({ authorization: `${token}x` });
  expect((await stranger.getMyProfile(app)).status).toBe(401);
  const wrong = await t
    .client()
    .openAdminSession({ body: { email: traces['the e-mail'], password: 'a-wrong-password' } });
  expect(wrong.status).toBe(401);
  t.sandboxes.yookassa.faults.set({ outage: true });
  expect((await t.client(t.workerHeaders).reconcilePayments()).status).toBe(200);
  t.sandboxes.yookassa.faults.set({ outage: false });

  const lines = t.logged().map((line) => JSON.parse(line) as { msg: string; service: string; request_id?: string });
  // Log lines of a request carry its id; the call without an answer is logged.
  expect(lines.filter(({ request_id }) => request_id !== undefined)).not.toEqual([]);
  const stored = Object.values(t.secrets).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)));
  const secrets = [token, token.slice('Bearer '.length), 'a-wrong-password', ...stored];
  const text = t.logged().join('\n');
  for (const trace of [...Object.values(traces), ...secrets]) expect(text).not.toContain(trace);
});

test('an administrator erases a user of an archived application: nothing readable is left, and an auditor verifies the record', async () => {
  const admin = t.client(await t.adminHeaders());
  const { client, user_id } = await t.registered('letter.writer');
  const name = 'Lettice Writer-Letter';
  expect((await client.updateMyProfile({ ...app, body: { display_name: name } })).status).toBe(200);
  const before = await client.createTicket({ body: { subject: 'Who I am', message: name } });
  expect(before.status).toBe(201);
  const application = { application_id: t.demo.application_id };
  const query = { confirm: 'demo' };
  expect((await admin.archiveApplication({ params: application, query })).status).toBe(200);
  const startClock = stopCacheClock();
  await until('the application is gone for its users', async () => (await client.getMyProfile(app)).status === 404);
  startClock();
  expect((await client.eraseMe(app)).status).toBe(404);
  expect(await tablesWith('letter.writer')).not.toEqual([]);

  const params = { ...application, user_id };
  const { status, data } = await admin.eraseUser({ params, body: { reason: 'person_request' } });
  expect([status, data.erased_by, data.reason]).toEqual([200, 'admin', 'person_request']);
  await t.untilIdle();
  for (const text of [name, 'letter.writer']) expect(await tablesWith(text)).toEqual([]);
  const records = await t.database.query("SELECT * FROM identity.erasure_records WHERE owner_type = 'application'");
  expect(JSON.stringify(records)).not.toContain(user_id);
  const [logged] = (await admin.listAuditLog({ query: { action: 'eraseUser', target_id: user_id } })).data;
  expect(logged?.after).toMatchObject({ reason: 'person_request', erased_by: 'admin' });
  expect(JSON.stringify(logged)).not.toContain(data.pseudonym);

  const keys = createRemoteJWKSet(new URL('/.well-known/consents-jwks.json', t.baseUrl));
  const { payload } = await jwtVerify(data.receipt, keys, { issuer: t.baseUrl, algorithms: ['EdDSA'] });
  expect(payload).toMatchObject({ kind: 'erasure.receipt', record_id: data.id, pseudonym: data.pseudonym });
  const file = await admin.listErasures({ query: { owner_id: application.application_id, format: 'csv' } });
  expect(String(file.body)).toContain(data.pseudonym);
  expect((await admin.listErasures({ query: { person_id: user_id } })).data).toEqual([data]);
  expect((await admin.eraseUser({ params, body: { reason: 'authority_demand' } })).data).toEqual(data);
});
