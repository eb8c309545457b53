import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auditEventOf, cms } from '@platform/contracts';
import { createEmit, createLog, newId, openDatabase } from '@platform/runtime';
import { createSmartCaptchaSandbox, type SmartCaptchaSandbox } from '@platform/sandbox';
import { eventually, logLines } from '@platform/testing';
import { sweepLeads } from '../src/leads/sweep-leads.ts';
import { type LeadDesk, openLeadDesk } from './lead-desk.ts';
import { ifMatch, ok } from './newsroom.ts';

/** Forms of sites: one outcome with the consent ledger, repeats, spam, captcha and erasure. */

const secret = 'server-key-of-the-test';
let captcha: SmartCaptchaSandbox;
let server: Server;
let desk: LeadDesk;
beforeAll(async () => {
  captcha = createSmartCaptchaSandbox(secret);
  server = createServer(captcha.handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  desk = await openLeadDesk({}, { SMARTCAPTCHA_URL: `http://127.0.0.1:${port}/validate` });
});
afterAll(async () => {
  await desk.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const row = async (id: string) => (await desk.rows()).find((one) => one.id === id);
const received = async (id: string) =>
  (await desk.t.published(cms.events.leadReceived)).filter(({ lead_id }) => lead_id === id);
const get = (lead_id: string) => desk.admin.getLead({ params: { ...desk.at, lead_id } });
const waiting = async () => (await desk.rows()).filter(({ state }) => state === 'recording');

describe('a form', () => {
  test('is a lead with its record in the ledger, and an event without anything of the person', async () => {
    const email = 'Ada.Lovelace@People.test';
    const reply = await desk.submit({
      form_code: 'callback',
      email,
      phone: '+7 (916) 123-45-67',
      name: 'Ada',
      message: 'Call me',
      fields: { size: 'extra large' },
      page_url: 'https://notes.example.com/prices?me=ada@people.test',
      utm_campaign: 'spring',
    });
    expect(reply.status).toBe(201);
    expect(reply.data).toEqual({ lead_id: expect.any(String), status: 'accepted' });
    const id = reply.data.lead_id;
    expect(desk.asked.at(-1)).toMatchObject({
      site_id: desk.site.id,
      email: email.toLowerCase(),
      reference: `lead:${id}`,
      purpose: 'site_form',
      client_ip: '203.0.113.7',
    });
    expect(await received(id)).toEqual([
      {
        lead_id: id,
        site_id: desk.site.id,
        form: 'contact',
        form_code: 'callback',
        page_path: '/prices',
        utm_campaign: 'spring',
      },
    ]);
    expect((await get(id)).data).toMatchObject({
      state: 'new',
      email: email.toLowerCase(),
      phone: '+79161234567',
      name: 'Ada',
      message: 'Call me',
      fields: { size: 'extra large' },
      consents: [{ version: '1', accepted: true, doc_kind: 'personal_data_consent' }],
    });
  });

  test('has every field that it was sent with, whatever the name: beside `fields`, and in any script', async () => {
    const fields = { Компания: 'ООО «Ёж»', 'Бюджет, ₽': 150_000, 'E-mail для счёта': '', 联系人: '李雷' };
    const captcha = { 'smart-token': 'x'.repeat(3_000), 'g-recaptcha-response': 'y' };
    const unnamed = {
      surname: 'Лавлейс',
      agrees: true,
      seats: 3,
      sizes: ['s', 'm'],
      address: { city: 'Пермь' },
      empty: '',
      nothing: null,
      ...captcha,
    };
    const { status, data } = await desk.submit({ email: 'fields@people.test', fields, ...unnamed });
    expect(status).toBe(201);
    const stored = {
      Компания: 'ООО «Ёж»',
      'Бюджет, ₽': '150000',
      'E-mail для счёта': '',
      联系人: '李雷',
      surname: 'Лавлейс',
      agrees: 'true',
      seats: '3',
      sizes: 's, m',
      address: '{"city":"Пермь"}',
    };
    expect((await get(data.lead_id)).data.fields).toEqual(stored);
    const found = await desk.admin.searchLeads({
      params: desk.at,
      body: { email: 'fields@people.test', format: 'csv' },
    });
    expect(String(found.body)).toContain('"{""Компания"":""ООО «Ёж»""');
  });

  test.each([
    ['a text of more than 2,000 characters', { story: 'x'.repeat(2_001) }, 'story'],
    ['a name of two lines', { 'a\nb': 'x' }, 'a\nb'],
    ['a name with spaces around it', { fields: { ' a': 'x' } }, 'fields. a'],
    ['another value of one name in `fields`', { fields: { city: 'Омск' }, city: 'Томск' }, 'city'],
    [
      'more than 50 names',
      { fields: { a: '1' }, ...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, 'x'])) },
      'fields',
    ],
  ])('with %s beside the named fields is refused, and names the field', async (_, changes, path) => {
    const reply = await desk.submit(changes as never);
    expect(reply).toMatchObject({ status: 400, error: 'validation_failed', body: { details: [{ path }] } });
  });

  test.each([
    ['8 (495) 123-45-67', '+74951234567'],
    ['84951234567', '+74951234567'],
    ['+7 (495) 123-45-67', '+74951234567'],
    ['8-916-123-45-69', '+79161234569'],
    ['(495) 123–45–67', '+74951234567'],
    ['7 495 123 45 67', '+74951234567'],
    ['+44 20 7946 0958', '+442079460958'],
    ['8 800 555 35 35', '+78005553535'],
  ])('with the number %s is found by it and by its form in E.164', async (phone, number) => {
    const { data } = await desk.submit({ email: undefined, phone, message: phone });
    expect((await get(data.lead_id)).data.phone).toBe(number);
    for (const asked of [phone, number]) {
      const found = await desk.admin.searchLeads({ params: desk.at, body: { phone: asked } });
      expect(found.data.map(({ id }) => id)).toContain(data.lead_id);
    }
    expect((await desk.admin.eraseLeads({ params: desk.at, body: { phone } })).status).toBe(200);
    expect((await get(data.lead_id)).status).toBe(404);
  });

  test('has its number read as one of the country of the site', async () => {
    const set = (country: string) =>
      desk.admin.updateSite({ params: desk.at, body: { country }, headers: { 'If-Match': '*' } });
    expect((await set('ZZ')).status).toBe(400);
    for (const [country, phone, number] of [
      ['DE', '030 12345678', '+493012345678'],
      ['US', '(212) 555-0123', '+12125550123'],
      ['FR', '06 12 34 56 78', '+33612345678'],
      ['AQ', '+44 20 7946 0959', '+442079460959'],
    ] as const) {
      expect((await set(country)).data.country).toBe(country);
      const { data } = await desk.submit({ email: undefined, phone, message: country });
      expect((await get(data.lead_id)).data.phone).toBe(number);
    }
    expect((await set('RU')).status).toBe(200);
  });

  test.each(['8 916 123', '12345', 'call me', '8 495 123-45-67 доб. 15', '8 916 123 45 67, 8 916 123 45 68'])(
    'with the number %s is refused',
    async (phone) => {
      const refused = { status: 400, error: 'validation_failed', body: { details: [{ path: 'phone' }] } };
      expect(await desk.submit({ phone })).toMatchObject(refused);
      expect(await desk.admin.searchLeads({ params: desk.at, body: { phone } })).toMatchObject(refused);
      expect(await desk.admin.eraseLeads({ params: desk.at, body: { phone } })).toMatchObject(refused);
    },
  );

  test('needs a contact, and a phone number that is one', async () => {
    expect(await desk.submit({ email: undefined })).toMatchObject({ status: 400, error: 'validation_failed' });
    expect(await desk.submit({ email: undefined, phone: '8 916 123' })).toMatchObject({ status: 400 });
    expect((await desk.submit({ email: '', phone: '+79161234500' })).status).toBe(201);
    expect(await desk.submit({ email: undefined, phone: '+79161234501', form: 'newsletter' as never })).toMatchObject({
      status: 400,
    });
  });

  test('that the ledger refuses leaves no row, and the code of the ledger', async () => {
    const before = await desk.rows();
    const keys = () => desk.t.database.query('SELECT subject_id FROM cms.subject_keys');
    const had = await keys();
    desk.mood('stale');
    const page_url = 'https://notes.example.com/old';
    expect(await desk.submit({ form_code: 'callback', page_url })).toMatchObject({
      status: 400,
      error: 'consent_version_mismatch',
      body: { published_version: '2' },
    });
    desk.mood('no_document');
    expect(await desk.submit()).toMatchObject({
      status: 409,
      error: 'legal_document_required',
      body: { doc_kind: 'personal_data_consent' },
    });
    desk.mood('up');
    expect(await desk.rows()).toEqual(before);
    expect(await keys()).toEqual(had);
    const { coverage } = await desk.t.ask(cms.queries.getConsentCoverage, { site_id: desk.site.id, days: 30 });
    expect(coverage).toContainEqual({
      form_code: 'callback',
      page_path: '/old',
      leads: 0,
      unproven: 0,
      refused_stale: 1,
      by_version: [],
    });
    expect(coverage).toContainEqual({
      form_code: 'callback',
      page_path: '/prices',
      leads: 1,
      unproven: 0,
      refused_stale: 0,
      by_version: [{ doc_kind: 'personal_data_consent', version: '1', leads: 1 }],
    });
  });

  test('has an allowed origin, where the site names some', async () => {
    const other = await openLeadDesk({ allowed_origins: ['https://notes.example.com'] });
    const status = async (origin?: string) => (await other.submit({}, origin ? { origin } : {})).status;
    expect([await status('https://evil.example'), await status('https://notes.example.com'), await status()]).toEqual([
      403, 201, 201,
    ]);
    await other.stop();
  });
});

describe('a repeat', () => {
  test('with the same submission id is the same lead, also at once and after ten minutes', async () => {
    const form = { submission_id: newId(), email: 'once@people.test', message: 'once' };
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => desk.submit({ ...form, utm_term: `sent ${at} times` })),
    );
    expect(new Set(replies.map(({ data }) => data.lead_id)).size).toBe(1);
    desk.clock.advance({ minutes: 30 });
    expect((await desk.submit(form)).data).toEqual(replies[0]?.data);
    expect(await received(replies[0]?.data.lead_id ?? '')).toHaveLength(1);
  });

  test('with the same submission id and another content is a conflict, so no words of a person are lost', async () => {
    const form = { submission_id: newId(), email: 'twice.written@people.test', message: 'first' };
    const { data } = await desk.submit(form);
    for (const changes of [{ message: 'second' }, { phone: '8 916 123-45-67' }, { surname: 'Lovelace' }])
      expect(await desk.submit({ ...form, ...changes })).toMatchObject({ status: 409, error: 'idempotency_conflict' });
    expect((await desk.submit(form)).data).toEqual(data);
    const both = await Promise.all(
      ['one', 'other'].map((message) =>
        desk.submit({ submission_id: 'sent at once', email: 'both@people.test', message }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test('with the same content is the same lead for ten minutes', async () => {
    const form = { email: 'twice@people.test', message: 'twice' };
    const replies = await Promise.all(Array.from({ length: 6 }, () => desk.submit(form)));
    const [first] = replies.map(({ data }) => data.lead_id);
    expect(new Set(replies.map(({ data }) => data.lead_id)).size).toBe(1);
    expect((await desk.submit({ ...form, message: 'other' })).data.lead_id).not.toBe(first);
    desk.clock.advance({ minutes: 11 });
    expect((await desk.submit(form)).data.lead_id).not.toBe(first);
  });

  test('goes on where an outage of the ledger ended the first one', async () => {
    for (const mood of ['down', 'lost_answer'] as const) {
      desk.mood(mood);
      const form = { submission_id: newId(), email: `${mood}@people.test` };
      expect(await desk.submit(form)).toMatchObject({ status: 503, error: 'service_unavailable' });
      desk.mood('up');
      const [left] = await waiting();
      const reply = await desk.submit(form);
      expect(reply).toMatchObject({ status: 201, data: { lead_id: left?.id } });
      expect(await row(left?.id ?? '')).toMatchObject({ state: 'new' });
      expect(await received(left?.id ?? '')).toHaveLength(1);
    }
  });

  test('is not needed: the job ends what an outage left, either way', async () => {
    desk.mood('down');
    await desk.submit({ email: 'later@people.test' });
    const [kept] = await waiting();
    desk.mood('up');
    desk.clock.advance({ minutes: 1 });
    await eventually(async () => (await waiting()).length === 0);
    expect(await row(kept?.id ?? '')).toMatchObject({ state: 'new' });
    expect(await received(kept?.id ?? '')).toHaveLength(1);

    desk.mood('down');
    await desk.submit({ email: 'never@people.test' });
    const [refused] = await waiting();
    desk.mood('stale');
    desk.clock.advance({ minutes: 1 });
    await eventually(async () => (await waiting()).length === 0);
    desk.mood('up');
    expect(await row(refused?.id ?? '')).toBeUndefined();
    expect(await received(refused?.id ?? '')).toEqual([]);
  });
});

describe('spam', () => {
  test('is answered like a lead, and reaches neither the ledger nor anybody else', async () => {
    const asked = desk.asked.length;
    const replies = [await desk.submit({ website: 'https://casino.example' }), await desk.submit({ filled_ms: 1_999 })];
    for (const { status, data } of replies) {
      expect([status, data.status]).toEqual([201, 'accepted']);
      expect(await row(data.lead_id)).toMatchObject({ state: 'spam' });
      expect(await received(data.lead_id)).toEqual([]);
    }
    expect(desk.asked).toHaveLength(asked);
    const ids = async (query: object) => ok(await desk.admin.listLeads({ params: desk.at, query })).map(({ id }) => id);
    expect(await ids({})).not.toContain(replies[0]?.data.lead_id);
    expect(await ids({ state: 'spam' })).toEqual(replies.map(({ data }) => data.lead_id).toReversed());
  });

  test('is released when the ledger takes the consents that came with it, and else stays', async () => {
    const { lead_id } = (await desk.submit({ filled_ms: 1 })).data;
    const release = (state: 'new' | 'done', version: number | '*' = '*') =>
      desk.admin.updateLead({ params: { ...desk.at, lead_id }, body: { state }, headers: ifMatch(version) });
    expect(await release('done')).toMatchObject({ error: 'invalid_transition', body: { allowed: ['new'] } });
    desk.mood('stale');
    expect(await release('new')).toMatchObject({ status: 400, error: 'consent_version_mismatch' });
    desk.mood('up');
    expect(await row(lead_id)).toMatchObject({ state: 'spam' });
    expect((await release('new', 1)).data).toMatchObject({ state: 'new', version: 2, consents: [{ version: '1' }] });
    expect(desk.ledger.has(`lead:${lead_id}`)).toBe(true);
    expect(await received(lead_id)).toHaveLength(1);
    expect((await release('new', 2)).data).toMatchObject({ state: 'new', version: 2 });
    expect(await release('done', 1)).toMatchObject({ status: 412 });
  });

  test('whose release broke off behind the ledger is released by the job, with the record of the administrator', async () => {
    const { lead_id } = (await desk.submit({ filled_ms: 1 })).data;
    const release = () =>
      desk.admin.updateLead({ params: { ...desk.at, lead_id }, body: { state: 'new' }, headers: ifMatch(1) });
    desk.mood('lost_answer');
    expect((await release()).status).toBe(503);
    expect(desk.ledger.has(`lead:${lead_id}`)).toBe(true);
    expect((await get(lead_id)).data).toMatchObject({ state: 'spam', version: 1 });
    // Spam goes after 30 days, but not this lead.
    desk.clock.advance({ days: 31 });
    const { rows, end } = await swept();
    expect(rows.some(({ id }) => id === lead_id)).toBe(true);
    await end();
    desk.mood('up');
    await eventually(async () => (await row(lead_id))?.state === 'new');
    expect(await received(lead_id)).toHaveLength(1);
    expect((await get(lead_id)).data).toMatchObject({ state: 'new', version: 2, consents: [{ version: '1' }] });
    const released = (await desk.t.published(auditEventOf('cms'))).filter(
      ({ action, target }) => action === 'updateLead' && target.lead_id === lead_id,
    );
    expect(released).toMatchObject([{ before: { state: 'spam' }, after: { state: 'new' } }]);
    expect((await release()).status).toBe(412);
  });

  test('is kept to a thousand', async () => {
    const spam = await openLeadDesk();
    await spam.submit({ filled_ms: 1 });
    await spam.t.database.query(
      `INSERT INTO cms.leads (id, site_id, form, state, subject_id, content_hash, sealed, created_at, updated_at)
       SELECT gen_random_uuid(), site_id, form, state, gen_random_uuid(), 'h' || n, sealed, created_at, updated_at
       FROM cms.leads, generate_series(1, 1020) AS n`,
    );
    await spam.submit({ filled_ms: 1 });
    expect((await spam.rows()).length).toBe(1_000);
    await spam.stop();
  });
});

describe('a captcha', () => {
  const settings = { captcha: 'smartcaptcha' as const, captcha_key: 'ysc1_public', captcha_secret: secret };
  const put = (body: object) => desk.admin.putLeadSettings({ params: desk.at, body });
  beforeAll(async () => {
    expect(await put({ captcha: 'smartcaptcha' })).toMatchObject({ status: 400 });
    ok(await put(settings));
  });
  afterAll(async () => void ok(await put({})));

  test('is named by the root of the site, its secret by nothing', async () => {
    const site = await desk.reader.readSite({ params: { site_code: desk.site.code } });
    expect(site.data.forms).toEqual({ captcha: 'smartcaptcha', captcha_key: 'ysc1_public', min_fill_ms: 2_000 });
    const read = await desk.admin.getLeadSettings({ params: desk.at });
    expect(read.data).toMatchObject({ has_captcha_secret: true });
    const audit = await desk.t.published(auditEventOf('cms'));
    const stored = await desk.t.database.query('SELECT * FROM cms.lead_settings');
    expect(JSON.stringify([site.body, read.body, audit, stored])).not.toContain(secret);
    expect(audit.find(({ action }) => action === 'putLeadSettings')?.changed).toContain('captcha_secret');
    ok(await put({ ...settings, captcha_secret: undefined }));
    expect((await desk.admin.getLeadSettings({ params: desk.at })).data.has_captcha_secret).toBe(true);
  });

  test('passes a solved token once, and a repeat of the form without another', async () => {
    expect(await desk.submit()).toMatchObject({ status: 400, error: 'captcha_failed' });
    expect(await desk.submit({ captcha_token: 'guess' })).toMatchObject({ error: 'captcha_failed' });
    const captcha_token = captcha.solve();
    const form = { submission_id: newId(), email: 'solved@people.test', captcha_token };
    const first = await desk.submit(form);
    expect(first.status).toBe(201);
    expect(captcha.checks().at(-1)).toEqual({ secret, token: captcha_token, ip: '203.0.113.7' });
    expect((await desk.submit(form)).data).toEqual(first.data);
    expect(await desk.submit({ captcha_token })).toMatchObject({ error: 'captcha_failed' });
  });

  test('that is down, or refuses the secret, lets forms pass', async () => {
    for (const fault of ['server_error', 'hang_up', 'garbage'] as const) {
      captcha.fail(fault);
      expect((await desk.submit({ captcha_token: 'any' })).status).toBe(201);
    }
    captcha.fail(null);
    ok(await put({ ...settings, captcha_secret: 'mistyped' }));
    expect((await desk.submit({ captcha_token: 'any' })).status).toBe(201);
  });
});

describe('leads of a site', () => {
  test('are found by contact, changed with their version, and every read is in the audit log', async () => {
    const email = 'found@people.test';
    const phone = '+79160000001';
    const { lead_id } = (await desk.submit({ email, phone, message: '=1+1' })).data;
    const list = (body: object) => desk.admin.searchLeads({ params: desk.at, body });
    for (const query of [{ email: email.toUpperCase() }, { phone: '+7 916 000-00-01' }, { email, phone }])
      expect(ok(await list(query)).map(({ id }) => id)).toEqual([lead_id]);
    expect(ok(await list({ email: 'nobody@people.test' }))).toEqual([]);
    const csv = String((await list({ email, format: 'csv' })).body);
    expect(csv).toContain(`${email},`);
    expect(csv).toContain("'=1+1");
    const params = { ...desk.at, lead_id };
    const { data } = await desk.admin.updateLead({ params, body: { state: 'done' }, headers: ifMatch(1) });
    expect(data).toMatchObject({ state: 'done', version: 2, email });
    await get(lead_id);
    const audit = await desk.t.published(auditEventOf('cms'));
    expect(audit.map(({ action }) => action).slice(-4)).toEqual([
      'searchLeads',
      'searchLeads',
      'updateLead',
      'getLead',
    ]);
    expect(audit.at(-3)?.after).toEqual({ leads: 1, format: 'csv', filters: ['email'] });
    expect(JSON.stringify(audit)).not.toContain('people.test');
    expect(JSON.stringify(audit)).not.toContain(phone);
  });

  test('are not found at another site', async () => {
    const { lead_id } = (await desk.submit()).data;
    const other = ok(await desk.admin.createSite({ body: { name: 'Other' } }));
    const params = { site_id: other.id, lead_id };
    for (const reply of [
      await desk.admin.getLead({ params }),
      await desk.admin.updateLead({ params, body: { state: 'done' } }),
      await desk.admin.deleteLead({ params }),
    ])
      expect(reply).toMatchObject({ status: 404, error: 'lead_not_found' });
  });
});

/** The leads that are there after the housekeeping of the leads. */
async function swept() {
  const handle = openDatabase({
    url: desk.t.database.urlFor('cms'),
    poolSize: 1,
    service: 'cms',
    log: createLog('test', 'error', logLines()),
  });
  await sweepLeads({ db: handle.db, pool: handle.pool, clock: desk.clock, emit: createEmit('cms', () => {}) });
  return { rows: await desk.rows(), end: () => handle.close() };
}

test('the end of the retention of the last lead of a person is reported for its record, and that of spam is not', async () => {
  const expired = async () =>
    (await desk.t.published(cms.events.leadSubjectExpired)).filter(({ subject_id }) => subject_id === subject);
  const email = 'expiring@people.test';
  const first = (await desk.submit({ email, message: 'first' })).data.lead_id;
  const subject = (await row(first))?.subject_id ?? '';
  await desk.submit({ email, message: 'spam', filled_ms: 1 });
  desk.clock.advance({ days: 200 });
  const second = (await desk.submit({ email, message: 'second' })).data.lead_id;
  const sweep = async () => (await swept()).end();
  desk.clock.advance({ days: 166 });
  await sweep();
  expect([await row(first), (await row(second))?.id]).toEqual([undefined, second]);
  // Another lead of the person is still there.
  expect(await expired()).toEqual([]);
  const spam = (await desk.submit({ email, message: 'more spam', filled_ms: 1 })).data.lead_id;
  desk.clock.advance({ days: 200 });
  await desk.submit({ email, message: 'newest spam', filled_ms: 1 });
  await sweep();
  expect([await row(second), await row(spam)]).toEqual([undefined, undefined]);
  const report = { subject_id: subject, site_id: desk.site.id, categories: ['form_submissions'] };
  expect(await expired()).toEqual([report]);
  desk.clock.advance({ days: 31 });
  await sweep();
  expect(await expired()).toEqual([report]);
  expect((await desk.t.published(cms.events.leadSubjectErased)).filter((data) => data.subject_id === subject)).toEqual(
    [],
  );
});

test('erasures are forgotten after 30 days, however many there are', async () => {
  await desk.t.database.query(
    `INSERT INTO cms.erased_subjects (subject_id, erased_at)
     SELECT gen_random_uuid(), $1::timestamptz - interval '31 days' FROM generate_series(1, 5_100)`,
    [desk.clock.now()],
  );
  const kept = newId();
  await desk.t.database.query(`INSERT INTO cms.erased_subjects VALUES ($1, $2::timestamptz - interval '29 days')`, [
    kept,
    desk.clock.now(),
  ]);
  const housekeeping = await swept();
  await housekeeping.end();
  const left = await desk.t.database.query<{ subject_id: string }>(
    `SELECT subject_id FROM cms.erased_subjects WHERE erased_at <= $1::timestamptz - interval '29 days'`,
    [desk.clock.now()],
  );
  expect(left.map(({ subject_id }) => subject_id)).toEqual([kept]);
});

describe('an erasure', () => {
  const erased = async () => (await desk.t.published(cms.events.leadSubjectErased)).map((data) => data.subject_id);
  const hasKey = async (subject_id: string) =>
    (await desk.t.database.query('SELECT 1 FROM cms.subject_keys WHERE subject_id = $1', [subject_id])).length > 0;
  const erase = (body: { email: string } | { phone: string }) => desk.admin.eraseLeads({ params: desk.at, body });

  test('by e-mail removes every lead of the person, and tells the ledger', async () => {
    const email = 'gone@people.test';
    const ids = [
      (await desk.submit({ email, message: 'a' })).data,
      (await desk.submit({ email, phone: '+79160000002' })).data,
    ];
    const subject_id = (await row(ids[0]?.lead_id ?? ''))?.subject_id ?? '';
    expect((await erase({ email })).data).toEqual({ subjects: 1, leads: 2 });
    for (const { lead_id } of ids) expect((await get(lead_id)).error).toBe('lead_not_found');
    expect(await hasKey(subject_id)).toBe(false);
    expect(await erased()).toContain(subject_id);
    expect((await erase({ email: email.toUpperCase() })).data).toEqual({ subjects: 0, leads: 0 });
    expect((await desk.submit({ email, message: 'again' })).status).toBe(201);
  });

  test('by phone number removes the leads with the number, and no person who has another lead', async () => {
    const phone = '+79160000003';
    const [shared, own] = ['family@people.test', 'own@people.test'];
    const sent = async (form: object) => (await desk.submit(form)).data.lead_id;
    const gone = [
      await sent({ email: shared, phone }),
      await sent({ email: own, phone }),
      await sent({ email: undefined, phone }),
    ];
    const kept = await sent({ email: shared, phone: '+79160000004' });
    const subjects = await Promise.all(gone.map(async (id) => (await row(id))?.subject_id ?? ''));
    expect((await erase({ phone })).data).toEqual({ subjects: 3, leads: 3 });
    for (const id of gone) expect((await get(id)).error).toBe('lead_not_found');
    expect((await get(kept)).data.email).toBe(shared);
    expect(await Promise.all(subjects.map(hasKey))).toEqual([true, false, false]);
    const told = await erased();
    expect(subjects.map((subject) => told.includes(subject))).toEqual([false, true, true]);
  });

  test('by phone number takes 500 people in a transaction, each with its audit record', async () => {
    const phone = '+79160000005';
    const { lead_id } = (await desk.submit({ email: undefined, phone })).data;
    await desk.t.database.query(
      `INSERT INTO cms.leads (id, site_id, form, state, subject_id, phone_hash, content_hash, sealed, created_at, updated_at)
       SELECT gen_random_uuid(), site_id, form, 'new', gen_random_uuid(), phone_hash, 'p' || n, sealed, created_at, updated_at
       FROM cms.leads, generate_series(1, 1100) AS n WHERE id = $1`,
      [lead_id],
    );
    const before = (await erased()).length;
    expect((await erase({ phone })).data).toEqual({ subjects: 1_101, leads: 1_101 });
    expect((await erased()).length - before).toBe(1_101);
    const records = (await desk.t.published(auditEventOf('cms'))).filter(({ action }) => action === 'eraseLeads');
    const sizes = records.slice(-4).map(({ after }) => (after as { subjects: number }).subjects);
    expect(sizes).toEqual([1, 500, 500, 100]);
  });

  test('does not come with the removal of spam that carries the address of a person', async () => {
    const email = 'customer@people.test';
    const { lead_id } = (await desk.submit({ email })).data;
    const subject_id = (await row(lead_id))?.subject_id ?? '';
    desk.clock.advance({ days: 366 });
    const { rows, end } = await swept();
    await end();
    expect(rows.some((one) => one.id === lead_id)).toBe(false);
    const spam = (await desk.submit({ email, filled_ms: 1 })).data;
    const params = { ...desk.at, lead_id: spam.lead_id };
    expect((await desk.admin.deleteLead({ params })).status).toBe(204);
    expect([await hasKey(subject_id), (await erased()).includes(subject_id)]).toEqual([false, false]);
  });

  test('comes with the removal of the last lead that has a record, and takes spam of the address along', async () => {
    const email = 'spammed@people.test';
    const sent = async (form: object) => (await desk.submit({ email, ...form })).data.lead_id;
    const proven = [await sent({ message: 'a' }), await sent({ message: 'b' })];
    const spam = await sent({ message: 'c', filled_ms: 1 });
    const subject_id = (await row(spam))?.subject_id ?? '';
    const left = async () => (await desk.rows()).filter((one) => one.subject_id === subject_id).map(({ id }) => id);
    const remove = (lead_id = '') => desk.admin.deleteLead({ params: { ...desk.at, lead_id } });
    expect((await remove(proven[0])).status).toBe(204);
    expect(await left()).toEqual([proven[1], spam]);
    expect([await hasKey(subject_id), (await erased()).includes(subject_id)]).toEqual([true, false]);
    expect((await remove(proven[1])).status).toBe(204);
    expect(await left()).toEqual([]);
    expect([await hasKey(subject_id), (await erased()).includes(subject_id)]).toEqual([false, true]);
  });

  test('before the ledger answers makes the form a new lead, recorded since', async () => {
    const email = 'late@people.test';
    const before = desk.asked.length;
    desk.mood('late_once');
    const { status, data } = await desk.submit({ email });
    expect(status).toBe(201);
    const [first, second, ...others] = desk.asked.slice(before);
    expect(others).toEqual([]);
    expect(first?.reference).not.toBe(second?.reference);
    expect(second).toMatchObject({
      reference: `lead:${data.lead_id}`,
      asked_at: (await get(data.lead_id)).data.created_at,
    });
    expect(await row(String(first?.reference).slice(5))).toBeUndefined();
  });

  test('comes with the removal of the last lead of a person', async () => {
    const email = 'last@people.test';
    const first = (await desk.submit({ email, message: 'a' })).data;
    const last = (await desk.submit({ email, message: 'b' })).data;
    const subject_id = (await row(first.lead_id))?.subject_id ?? '';
    const remove = (lead_id: string) => desk.admin.deleteLead({ params: { ...desk.at, lead_id } });
    expect((await remove(first.lead_id)).status).toBe(204);
    expect([await hasKey(subject_id), (await erased()).includes(subject_id)]).toEqual([true, false]);
    expect((await remove(last.lead_id)).status).toBe(204);
    expect([await hasKey(subject_id), (await erased()).includes(subject_id)]).toEqual([false, true]);
  });

  test('that finds a form which the ledger did not answer tells the ledger', async () => {
    const email = 'meets@people.test';
    desk.mood('lost_answer');
    await desk.submit({ email, submission_id: 'meets' });
    const [left] = await waiting();
    await erase({ email });
    desk.mood('up');
    expect(await row(left?.id ?? '')).toBeUndefined();
    expect(await erased()).toContain(left?.subject_id);
  });

  test('that comes while the ledger records a form is told again: the ledger has sealed the form since', async () => {
    const email = 'during@people.test';
    const told: string[] = [];
    await desk.t.bus.observe(cms.events.leadSubjectErased.type, ({ occurred_at }) => void told.push(occurred_at));
    desk.duringForm(async () => void (await erase({ email })));
    const { data } = await desk.submit({ email });
    const subject_id = (await row(data.lead_id))?.subject_id;
    expect(desk.asked.at(-1)).toMatchObject({ subject_id, reference: `lead:${data.lead_id}` });
    expect((await erased()).filter((id) => id === subject_id)).toHaveLength(2);
    // The new form carries the time of the last erasure, whose event may arrive later.
    expect(told).toHaveLength(2);
    expect(told[0] && told[1] && told[0] < told[1]).toBe(true);
    expect(desk.asked.at(-1)).toMatchObject({ erased_at: told[1] });
  });
});

test('no table holds anything of a person readable', async () => {
  const [dump] = await desk.t.database.query<{ text: string }>(
    `SELECT string_agg(query_to_xml(format('SELECT * FROM %I.%I', table_schema, table_name), true, false, '')::text, '') AS text
     FROM information_schema.tables WHERE table_schema IN ('cms', 'public') AND table_type = 'BASE TABLE'`,
  );
  expect(dump?.text).toContain(desk.site.id);
  for (const part of ['people.test', '79160000', '7916123', 'Call me', '>Ada', 'extra large', '203.0.113.7'])
    expect({ part, isThere: dump?.text.includes(part) }).toEqual({ part, isThere: false });
});

test('counts of refused forms are kept for 400 days, however many there are', async () => {
  await desk.t.database.query(
    `INSERT INTO cms.lead_refusals (site_id, day, form_code, page_path, refused)
     SELECT $1, ($2::timestamptz - age * interval '1 day')::date, '', '/old-page-' || page, 1
     FROM generate_series(1, 2_600) AS page, unnest(ARRAY[399, 401, 500]) AS age`,
    [desk.at.site_id, desk.clock.now()],
  );
  await (await swept()).end();
  const [left] = await desk.t.database.query<{ days: number; oldest: boolean }>(
    `SELECT count(DISTINCT day)::int AS days, min(day) = ($1::timestamptz - interval '399 days')::date AS oldest
     FROM cms.lead_refusals WHERE page_path LIKE '/old-page-%'`,
    [desk.clock.now()],
  );
  expect(left).toEqual({ days: 1, oldest: true });
});

test('files of a site are named by the day of the site', async () => {
  const room = await openLeadDesk({ timezone: 'Europe/Moscow' });
  try {
    room.clock.set('2026-03-11T21:30:00Z');
    const csv = { params: room.at, query: { format: 'csv' as const } };
    const files = [
      await room.admin.listLeads(csv),
      await room.admin.listSubscribers(csv),
      await room.as('owner').exportSite({ params: room.at }),
    ];
    for (const { status, headers } of files)
      expect([status, headers.get('content-disposition')]).toEqual([200, expect.stringContaining('-2026-03-12.')]);
  } finally {
    await room.stop();
  }
});

describe('a day in a filter', () => {
  test('of leads and of texts is a day of the site, also for its pages', async () => {
    const room = await openLeadDesk({ timezone: 'Asia/Kathmandu' });
    try {
      // 00:15 on 12 March in Kathmandu.
      room.clock.set('2026-03-11T18:30:00Z');
      ok(await room.submit());
      const post = await room.post({ title: 'Late' });
      await room.publish(post.id);
      const on = async (day: string) => {
        const days = { from: day, to: day };
        const [listed, searched] = [
          ok(await room.admin.listLeads({ params: room.at, query: days })),
          ok(await room.admin.searchLeads({ params: room.at, body: days })),
        ];
        const content = ok(await room.admin.listContent({ params: room.at, query: days }));
        const posts = ok(await room.reader.readPosts({ params: { site_code: room.site.code }, query: days }));
        return [listed, searched, content, posts].map(({ length }) => length);
      };
      expect(await on('2026-03-11')).toEqual([0, 0, 0, 0]);
      expect(await on('2026-03-12')).toEqual([1, 1, 1, 1]);
      // In the zone of the request it is still the day before.
      const query = { from: '2026-03-11', to: '2026-03-11', timezone: 'UTC' };
      expect(ok(await room.admin.listLeads({ params: room.at, query }))).toHaveLength(1);
    } finally {
      await room.stop();
    }
  });
});
