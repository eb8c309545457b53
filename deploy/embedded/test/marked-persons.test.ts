import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsOptions } from '@platform/runtime';
import { eventually, publicationOf } from '@platform/testing';
import { ok } from './make-once.ts';
import { killWhatIsLeft, type SeparatePlatform, startSeparatePlatform } from './processes.ts';
import { type Collector, startCollector, tracedEnvironment } from './spans.ts';
import type { PlatformClient } from './test-platform.ts';

/**
 * Journeys of persons whose names, addresses and numbers are marked. No log line at any level, no metric and no
 * span has a mark. An event has one only where the audit log names an administrator.
 */

const mark = 'zq7';
const phones = { receipt: '+79161230071', lead: '+79161230072', erased: '+79161230073' };
const marks = [mark, 'Зиновий', ...Object.values(phones).map((phone) => phone.slice(2))];
const adminEmail = `${mark}-admin@staff.test`;
const password = 'another-long-password';

interface Envelope {
  type: string;
  data: Record<string, unknown>;
}

let collector: Collector;
let t: SeparatePlatform;
let bus: NatsConnection;
const events: Envelope[] = [];
let metrics = '';
let lines: string[] = [];

beforeAll(async () => {
  collector = await startCollector();
  t = await startSeparatePlatform({
    env: () => ({ ...tracedEnvironment(collector), LOG_LEVEL: 'trace' }),
  });
  bus = await connect(natsOptions({ url: t.nats.url, name: 'marked-persons' }));
  bus.subscribe('evt.>', { callback: (_, message) => void events.push(message.json<Envelope>()) });
  await bus.flush();
  const owner = t.client(await t.adminHeaders());
  ok(await owner.createAdmin({ body: { email: adminEmail, password, role: 'admin' } }));
  const admin = await login();
  await importCustomers(admin);
  await buy(owner);
  const site_id = await sendForms(admin);
  await search(admin, site_id);
  await connectSearchConsole(admin, site_id);
  await importTexts(admin, site_id);
  await t.untilIdle();
  metrics = (await Promise.all(Object.values(t.services).map((replica) => replica.metrics()))).join('\n');
  // Spans are handed over in batches, and at the end of a process.
  await Promise.all(Object.values(t.services).map((replica) => replica.end('SIGTERM')));
  lines = Object.values(t.services).flatMap((replica) => replica.output().split('\n'));
});
afterAll(async () => {
  await bus?.close();
  killWhatIsLeft();
  await t?.stop();
  await collector.close();
});

/** An administrator who mistypes the password first. */
async function login(): Promise<PlatformClient> {
  const wrong = await t.client().openAdminSession({ body: { email: adminEmail, password: `${password}-${mark}` } });
  expect(wrong.status).toBe(401);
  const unknown = await t.client().openAdminSession({ body: { email: `${mark}-nobody@staff.test`, password } });
  expect(unknown.status).toBe(401);
  const { access_token } = ok(await t.client().openAdminSession({ body: { email: adminEmail, password } }));
  return t.client({ authorization: `Bearer ${access_token}` });
}

/** Customers of a former shop: one who registers, one who waits, and one in a row that is refused. */
async function importCustomers(admin: PlatformClient): Promise<void> {
  const params = { application_id: t.demo.application_id };
  const order = { plan_code: 'monthly', external_id: `${mark}-order` };
  const rows = [
    { email: `${mark}-claim@people.test`, ...order },
    { subject: `${mark}-waits`, email: `${mark}-waits@people.test`, ...order },
    { email: `${mark} refused`, ...order },
  ];
  const file = new Blob([rows.map((row) => JSON.stringify(row)).join('\n')], { type: 'application/x-ndjson' });
  for (const dry_run of ['true', 'false']) {
    const query = { dry_run: dry_run as never, reason: 'customers of the former shop' };
    expect(ok(await admin.importCustomers({ params, query, file }))).toMatchObject({ created: 2, failed: 1 });
  }
  const [found] = ok(await admin.searchCustomers({ params, body: { email: `${mark}-waits@people.test` } }));
  expect(String((await admin.listCustomers({ params, query: { format: 'csv' } })).body)).toContain(mark);
  ok(await admin.removeCustomer({ params: { ...params, customer_id: found?.id ?? '' } }));
}

/** Registers with an e-mail claim, and buys with a contact for the receipt. */
async function buy(owner: PlatformClient): Promise<void> {
  const { application_id } = t.demo;
  ok(
    await owner.updateApplication({
      params: { application_id },
      body: { receipt_settings: { vat_code: 1 } },
    }),
  );
  const claims = { email: `${mark}-claim@people.test`, email_verified: true, name: 'Зиновий' };
  const token = await t.sandboxes.idp.mint(claims, { username: 'buyer' });
  const headers = {
    'x-public-key': t.demo.public_key,
    'x-application-code': t.demo.application_code,
    authorization: `Bearer ${token}`,
  };
  const client = t.client(headers);
  ok(
    await client.registerUser({
      params: { app_code: 'demo' },
      body: {
        platform: 'web',
        explicit_consent: true,
        consents: await t.consents(['terms_notes', 'personal_data_consent']),
      },
    }),
  );
  ok(await client.updateMyProfile({ params: { app_code: 'demo' }, body: { display_name: 'Зиновий' } }));
  const body = {
    plan_price_id: await t.priceOf('monthly'),
    return_url: 'https://app.example.test/return',
    consents: await t.consents(['license_offer']),
  };
  const contact = { receipt_email: `${mark}-receipt@people.test`, receipt_phone: phones.receipt };
  const { provider_payment_id } = ok(await client.createPayment({ body: { ...body, ...contact } }));
  t.sandboxes.yookassa.pay(provider_payment_id ?? '');
  const refused = await client.createPayment({ body: { ...body, ...contact, plan_price_id: `${mark}-price` } });
  expect(refused.status).toBe(400);
  await eventually(async () => ok(await client.listMyPayments({})).some(({ status }) => status === 'succeeded'));
  const ticket = { subject: `Зиновий ${mark}`, message: `Call me: ${phones.lead}, ${mark}-ticket@people.test` };
  ok(await client.createTicket({ body: ticket }));
}

/** A contact form, and a newsletter that is confirmed. */
async function sendForms(admin: PlatformClient): Promise<string> {
  const [site] = ok(await admin.listSites({ query: { application_id: t.demo.application_id } }));
  const site_id = site?.id ?? '';
  const owner = { owner_type: 'cms_site' as const, owner_id: site_id };
  const consents: { document_id: string; version: string; checkbox_text: string; accepted: boolean }[] = [];
  for (const kind of ['personal_data_consent', 'marketing_consent']) {
    const params = { ...owner, kind };
    const draft = ok(await admin.saveLegalDraft({ params, body: { title: kind, body: 'Text' } }));
    const { id, version } = ok(await admin.publishLegalDocument({ params, ...publicationOf(draft) }));
    consents.push({ document_id: id, version, checkbox_text: 'I agree', accepted: true });
  }
  const page = t.client({ 'x-public-key': t.demo.site_key });
  const params = { site_code: t.demo.site_code };
  const submit = async (form: 'contact' | 'newsletter', email: string, more: object = {}) =>
    ok(await page.submitLead({ params, body: { form, email, name: 'Зиновий', consents, ...more } }));
  const url = `https://notes.example.com/prices?email=${mark}-url@people.test`;
  await submit('contact', `${mark}-lead@people.test`, { phone: phones.lead, message: mark, page_url: url });
  const reader = `${mark}-reader@people.test`;
  await submit('newsletter', reader);
  const mail = await eventually(() => t.sandboxes.mail.mails().find(({ to }) => to.includes(reader)));
  const token = /\/v1\/newsletter\/confirm\/([\w-]+)/.exec(mail.text)?.[1] ?? '';
  const confirmed = await fetch(`${t.baseUrl}/v1/newsletter/confirm/${token}`, { method: 'POST' });
  expect(confirmed.status).toBe(200);
  const bad = await page.submitLead({ params, body: { form: 'contact', email: `${mark} lead`, consents } as never });
  expect(bad.status).toBe(400);
  return site_id;
}

/** Searches find each of them; an erasure names one. */
async function search(admin: PlatformClient, site_id: string): Promise<void> {
  const params = { site_id };
  const email = `${mark}-lead@people.test`;
  expect(ok(await admin.searchLeads({ params, body: { email } }))).toHaveLength(1);
  expect(ok(await admin.searchLeads({ params, body: { phone: phones.lead } }))).toHaveLength(1);
  const exported = await admin.searchLeads({ params, body: { phone: phones.lead, format: 'csv' } });
  expect(String(exported.body)).toContain(email);
  expect(ok(await admin.searchSiteConsents({ params, body: { email } })).length).toBeGreaterThan(0);
  const { application_id } = t.demo;
  const users = ok(await admin.searchUsers({ params: { application_id }, body: { email: `${mark}-claim` } }));
  expect(users).toHaveLength(1);
  ok(await admin.eraseLeads({ params, body: { phone: phones.erased } }));
  ok(await admin.eraseLeads({ params, body: { email: `${mark}-reader@people.test` } }));
}

/** A connection that the provider refuses when it is confirmed. */
async function connectSearchConsole(admin: PlatformClient, site_id: string): Promise<void> {
  const params = { site_id, provider: 'google' as const };
  const { authorize_url } = ok(await admin.connectSearchConsole({ params, body: {} }));
  t.sandboxes.google.faults.set({ lessScope: 1 });
  const page = await (await fetch(t.sandboxes.google.allow(authorize_url).location)).text();
  expect(page).toContain(adminEmail);
  const confirmation_code = /[A-Z]{4}-[A-Z]{4}/.exec(page)?.[0] ?? '';
  const refused = await admin.confirmSearchConsole({ params, body: { confirmation_code } });
  expect(refused.status).toBe(400);
}

/** An import with authors, and one whose file is broken. */
async function importTexts(admin: PlatformClient, site_id: string): Promise<void> {
  const user = { id: '1', name: 'Зиновий', slug: mark, email: `${mark}-author@people.test` };
  const post = { id: '1', title: 'Post', slug: 'post', status: 'published', html: `<p>${mark}</p>` };
  const data = { posts: [post], users: [user], posts_authors: [{ post_id: '1', author_id: '1' }] };
  const ghost = JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] });
  for (const file of [ghost, `{"${mark}": "${mark}-broken@people.test"`]) {
    const sent = { params: { site_id }, query: { format: 'ghost_json', file_name: 'ghost.json' } as never };
    const { id } = ok(await admin.startImport({ ...sent, file: new Blob([file]) }));
    await eventually(async () => {
      const { status } = ok(await admin.getImport({ params: { site_id, import_id: id }, query: {} }));
      return status === 'finished' || status === 'failed';
    });
  }
}

const marked = (texts: readonly string[]): string[] =>
  texts.filter((text) => marks.some((one) => text.includes(one))).map((text) => text.slice(0, 600));

test('no log line of a journey has an address, a number or a name of a person', () => {
  expect(lines.filter((line) => line.includes('"level"')).length).toBeGreaterThan(20);
  expect(marked(lines)).toEqual([]);
  // The last guard of the log replaces addresses: nothing reaches it.
  expect(lines.filter((line) => line.includes('[e-mail]')).map((line) => line.slice(0, 600))).toEqual([]);
});

test('no metric has one', () => {
  expect(metrics).toContain('http_request_duration_seconds');
  expect(marked(metrics.split('\n'))).toEqual([]);
});

test('no span has one', () => {
  expect(collector.spans.length).toBeGreaterThan(100);
  expect(marked(collector.spans.map((span) => JSON.stringify(span)))).toEqual([]);
});

/** Fields of audit events that name an administrator. */
const administrators = new Set(['admin.email', 'after.created_by']);

/** Paths of the texts in a value that have a mark. */
function markedPaths(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return marked([value]).length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => markedPaths(inner, path === '' ? name : `${path}.${name}`));
}

test('no event has one, but for the administrators in records of the audit log', () => {
  expect(events.length).toBeGreaterThan(20);
  const found = events.flatMap(({ type, data }) =>
    markedPaths(data)
      .filter((path) => !type.startsWith('admin.action_recorded') || !administrators.has(path))
      .map((path) => `${type} ${String(data.action ?? '')} ${path}`),
  );
  // The record of a new administrator names that administrator.
  expect([...new Set(found)].filter((each) => !each.endsWith('createAdmin after.email'))).toEqual([]);
});
