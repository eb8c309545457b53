import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { auditEventOf, billing, catalog, identity } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { aUser, fakeClock, openTransaction, untilBlocked } from '@platform/testing';
import {
  admin,
  type Catalog,
  type GivenApplication,
  type GivenPlan,
  givenApplication,
  givenEntitlement,
  givenPlan,
  owner,
  startCatalog,
} from './support.ts';

const clock = fakeClock('2026-06-01T12:00:00Z');
const dayMs = 86_400_000;
let t: Catalog;
let app: GivenApplication;
let month: GivenPlan;
beforeAll(async () => {
  t = await startCatalog({ clock });
  await t.answer(identity.commands.recognizeCustomers, ({ application_id, dry_run, persons }) => ({
    customers: persons.map((names) => people.recognize(application_id, dry_run, names)),
  }));
});
afterAll(() => t.stop());
beforeEach(async () => {
  clock.set('2026-06-01T12:00:00Z');
  app = await givenApplication(t);
  for (const code of ['pro', 'export']) await givenEntitlement(t, app, code);
  month = await givenPlan(t, app, { code: 'month', entitlement_codes: ['pro'] });
  const provider = { issuer: 'https://new.test', issuer_aliases: ['https://alias.test'] };
  const body = { ...provider, audience: 'notes', jwks_url: 'https://new.test/jwks.json', skip_check: true };
  await admin(t).setIdentityProvider({ params: app.params, body });
});

interface Names {
  issuer: string | null;
  subject: string | null;
  email: string | null;
}

/** Persons as identity knows them: each name has one customer, and some have a user. */
const people = {
  asked: [] as Names[],
  customers: new Map<string, string>(),
  users: new Map<string, string>(),
  problems: new Map<string, 'several_users'>(),
  recognize(application_id: string, dry_run: boolean, names: Names) {
    this.asked.push(names);
    const name = names.subject ?? names.email ?? '';
    const problem = this.problems.get(name) ?? null;
    if (problem) return { customer_id: null, user_id: null, problem };
    const key = `${application_id} ${name}`;
    if (!dry_run && !this.customers.has(key)) this.customers.set(key, newId());
    return { customer_id: this.customers.get(key) ?? null, user_id: this.users.get(key) ?? null, problem };
  },
  customerOf: (name: string) => people.customers.get(`${app.id} ${name}`) ?? '',
  register(name: string): string {
    const user_id = newId();
    this.users.set(`${app.id} ${name}`, user_id);
    return user_id;
  },
};

const importText = (text: string, query: { dry_run?: 'true' | 'false'; reason?: string } = {}) =>
  admin(t).importCustomers({
    params: app.params,
    query: { dry_run: 'false', reason: 'from the old shop', ...query } as never,
    file: new Blob([text], { type: text.startsWith('{') ? 'application/x-ndjson' : 'text/csv' }),
  });
const importRows = async (rows: object[], query = {}) => {
  const reply = await importText(rows.map((row) => JSON.stringify(row)).join('\n'), query);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.data;
};
const recognized = (user_id: string, name: string) =>
  t.deliver(
    identity.events.customerRecognized,
    { customer_id: people.customerOf(name), user_id },
    { application_id: app.id },
  );
const read = async (user_id: string) => {
  const caller = t.as({ application: app.context, user: aUser({ id: user_id }) });
  return (await caller.getMyEntitlements({ params: { app_code: app.code } })).data;
};
const grantsOf = async (user_id: string) =>
  (await t.ask(catalog.queries.listUserGrants, { application_id: app.id, user_id })).grants;
const waitingOf = async (name: string) =>
  t.database.query('SELECT FROM catalog.waiting_grants WHERE customer_id = $1', [people.customerOf(name)]);
const counts = { created: 0, updated: 0, unchanged: 0, revoked: 0, failed: 0, granted: 0, waiting: 0, failures: [] };

test('what waits for a user that is merged in this moment becomes the access of the user that remains', async () => {
  await importRows([{ subject: 'lee', plan_code: 'month', expires_at: 'lifetime' }]);
  const [user_id, former] = [newId(), newId()];
  await t.database.query('INSERT INTO catalog.grant_revisions (user_id, application_id, revision) VALUES ($1, $2, 1)', [
    former,
    app.id,
  ]);
  const merge = await openTransaction(
    t.database,
    'UPDATE catalog.grant_revisions SET merged_into = $1 WHERE user_id = $2',
    [user_id, former],
  );
  const recognition = recognized(former, 'lee');
  await untilBlocked(t.database);
  await merge.commit();
  await recognition;
  expect(await waitingOf('lee')).toEqual([]);
  expect(await t.database.query('SELECT FROM catalog.grants WHERE user_id = $1', [former])).toEqual([]);
  expect((await read(user_id)).codes).toEqual(['pro']);
});

describe('one order of two files that name its person in different ways', () => {
  const order = { plan_code: 'month', purchased_at: '2026-05-20T00:00:00Z', external_id: 'order-1' };
  const bySubject = [{ subject: 'kim', ...order }];
  const byEmail = [{ email: 'kim@example.test', ...order }];

  test.each([
    [
      'one after the other',
      async (user_id: string) => {
        await recognized(user_id, 'kim');
        await recognized(user_id, 'kim@example.test');
      },
    ],
    [
      'at the same moment',
      async (user_id: string) => {
        await Promise.all([recognized(user_id, 'kim'), recognized(user_id, 'kim@example.test')]);
      },
    ],
    [
      'in one command',
      async (user_id: string) => {
        const customer_ids = ['kim', 'kim@example.test'].map(people.customerOf);
        await t.call(catalog.commands.grantWaiting, { application_id: app.id, user_id, customer_ids });
      },
    ],
  ])('gives its term once, when both customers are recognized %s', async (_name, recognizeBoth) => {
    for (const rows of [bySubject, byEmail]) expect((await importRows(rows)).waiting).toBe(1);
    const user_id = newId();
    await recognizeBoth(user_id);
    expect((await read(user_id)).expires_at).toBe('2026-06-19T00:00:00.000Z');
    expect(await grantsOf(user_id)).toHaveLength(1);
    for (const name of ['kim', 'kim@example.test']) {
      expect(await waitingOf(name)).toEqual([]);
      people.users.set(`${app.id} ${name}`, user_id);
    }
    // Either file is known, and other dates move the one grant.
    for (const rows of [bySubject, byEmail]) expect(await importRows(rows)).toMatchObject({ unchanged: 1 });
    const moved = byEmail.map((row) => ({ ...row, purchased_at: '2026-05-21T00:00:00Z' }));
    expect(await importRows(moved)).toMatchObject({ updated: 1 });
    expect((await read(user_id)).expires_at).toBe('2026-06-20T00:00:00.000Z');
    expect(await importRows([...moved, ...bySubject])).toMatchObject({ unchanged: 1, failed: 1 });
  });
});

describe('an imported purchase', () => {
  test.each([
    [
      'a month that was bought with a plan',
      { plan_code: 'month', purchased_at: '2026-05-20T00:00:00+03:00' },
      '2026-06-18T21:00:00.000Z',
    ],
    [
      'an exact end',
      { plan_code: 'month', purchased_at: '2026-05-20T00:00:00Z', expires_at: '2026-09-03T04:05:06.789+05:00' },
      '2026-09-02T23:05:06.789Z',
    ],
    [
      'an exact end of codes',
      { entitlement_codes: ['pro'], purchased_at: '2026-01-01T00:00:00Z', expires_at: '2027-01-01T00:00:00Z' },
      '2027-01-01T00:00:00.000Z',
    ],
    ['a lifetime of codes', { entitlement_codes: 'pro', expires_at: 'lifetime' }, null],
    ['a lifetime of a plan', { plan_code: 'month', expires_at: null }, null],
    ['a month from now on', { plan_code: 'month' }, '2026-07-01T12:00:00.000Z'],
  ])('waits as %s, and is the access of the user from the recognition on', async (_name, bought, expires_at) => {
    expect(await importRows([{ subject: 'ada', ...bought }])).toEqual({
      ...counts,
      dry_run: false,
      rows: 1,
      created: 1,
      waiting: 1,
    });
    const user_id = newId();
    expect((await read(user_id)).codes).toEqual([]);
    await recognized(user_id, 'ada');
    expect(await read(user_id)).toMatchObject({ codes: ['pro'], expires_at, is_lifetime: expires_at === null });
    expect(await waitingOf('ada')).toEqual([]);
    const events = await t.published(catalog.events.entitlementGranted);
    expect(events.filter((event) => event.user_id === user_id)).toMatchObject([{ source: 'admin', expires_at }]);
  });

  test('of a registered user is the access at once, and says so to caches and to other services', async () => {
    const user_id = people.register('ada');
    expect((await read(user_id)).codes).toEqual([]);
    const report = await importRows([{ subject: 'ada', plan_code: 'month' }]);
    expect(report).toMatchObject({ created: 1, granted: 1, waiting: 0 });
    expect((await read(user_id)).codes).toEqual(['pro']);
  });

  test('is the access by the command of a registration, in the very next read', async () => {
    await importRows([{ email: 'ada@example.test', plan_code: 'month' }]);
    const input = { application_id: app.id, user_id: newId(), customer_ids: [people.customerOf('ada@example.test')] };
    for (let count = 0; count < 2; count += 1) await t.call(catalog.commands.grantWaiting, input);
    await recognized(input.user_id, 'ada@example.test');
    expect((await read(input.user_id)).codes).toEqual(['pro']);
    expect(await grantsOf(input.user_id)).toHaveLength(1);
  });

  test('is the access, too, when the person registers between the question to identity and the write', async () => {
    const user_id = newId();
    people.customers.set(`${app.id} ada`, newId());
    await recognized(user_id, 'ada');
    expect(await importRows([{ subject: 'ada', plan_code: 'month' }])).toMatchObject({ granted: 1, waiting: 0 });
    expect((await read(user_id)).codes).toEqual(['pro']);
  });

  test('that still waits becomes a grant when a later import finds the user', async () => {
    await importRows([{ subject: 'ada', plan_code: 'month', external_id: '1' }]);
    const user_id = people.register('ada');
    await importRows([{ subject: 'ada', entitlement_codes: 'export', expires_at: 'lifetime' }]);
    expect((await read(user_id)).codes).toEqual(['export', 'pro']);
  });

  test('has an exact end, behind which a later purchase begins', async () => {
    const user_id = people.register('ada');
    await importRows([
      { subject: 'ada', plan_code: 'month', purchased_at: '2026-05-20T00:00:00Z', expires_at: '2026-06-20T00:00:00Z' },
    ]);
    const data = {
      payment_id: newId(),
      user_id,
      plan_id: month.id,
      plan_code: month.code,
      entitlement_codes: ['pro'],
      starts_at: clock.now().toISOString(),
      expires_at: new Date(clock.now().getTime() + 30 * dayMs).toISOString(),
      amount: 990,
      currency: 'RUB',
      acquisition_source: null,
    };
    await t.deliver(billing.events.paymentSucceeded, data, { application_id: app.id });
    expect((await read(user_id)).expires_at).toBe('2026-07-20T00:00:00.000Z');
    expect(
      (await grantsOf(user_id)).map(({ source, starts_at, expires_at }) => [source, starts_at, expires_at]).toSorted(),
    ).toEqual([
      ['admin', '2026-05-20T00:00:00.000Z', '2026-06-20T00:00:00.000Z'],
      ['payment', '2026-06-20T00:00:00.000Z', '2026-07-20T00:00:00.000Z'],
    ]);
  });

  test('adds its term when it is a second order of the plan', async () => {
    const user_id = people.register('ada');
    const order = { subject: 'ada', plan_code: 'month', purchased_at: '2026-05-20T00:00:00Z' };
    await importRows([
      { ...order, external_id: '1' },
      { ...order, external_id: '2' },
    ]);
    expect((await read(user_id)).expires_at).toBe('2026-07-19T00:00:00.000Z');
  });

  test('belongs to the present issuer where none is named, and to it for its aliases', async () => {
    people.asked.length = 0;
    const row = (names: object) => ({ ...names, plan_code: 'month' });
    await importRows([
      row({ subject: 'a' }),
      row({ subject: 'b', issuer: 'https://alias.test' }),
      row({ subject: 'c', issuer: 'https://old.test' }),
      row({ email: 'D@Example.TEST' }),
    ]);
    expect(people.asked).toEqual([
      { issuer: 'https://new.test', subject: 'a', email: null },
      { issuer: 'https://new.test', subject: 'b', email: null },
      { issuer: 'https://old.test', subject: 'c', email: null },
      { issuer: null, subject: null, email: 'd@example.test' },
    ]);
  });
});

describe('a second import', () => {
  const rows = [
    { subject: 'ada', plan_code: 'month' },
    { subject: 'ada', entitlement_codes: ['export'], expires_at: '2026-12-01T00:00:00Z' },
    { email: 'bob@example.test', plan_code: 'month', expires_at: null },
  ];

  test('of the same rows changes nothing, before and after the registration', async () => {
    expect(await importRows(rows)).toMatchObject({ created: 3, unchanged: 0 });
    clock.set('2026-06-02T12:00:00Z');
    expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 3, waiting: 3 });
    const user_id = newId();
    await recognized(user_id, 'ada');
    const before = await grantsOf(user_id);
    expect(await importRows(rows)).toMatchObject({ created: 0, updated: 0, unchanged: 3, granted: 2, waiting: 1 });
    expect(await grantsOf(user_id)).toEqual(before);
    const events = await t.published(catalog.events.entitlementRescheduled);
    expect(events.filter((event) => event.user_id === user_id)).toEqual([]);
  });

  test('with other dates moves the grant, waiting or granted', async () => {
    const user_id = people.register('ada');
    await importRows(rows);
    const later = rows.map((row) => ({
      ...row,
      purchased_at: '2026-05-01T00:00:00Z',
      expires_at: '2026-08-01T00:00:00Z',
    }));
    expect(await importRows(later)).toMatchObject({ created: 0, updated: 3, unchanged: 0 });
    expect(await importRows(later)).toMatchObject({ updated: 0, unchanged: 3 });
    expect(await read(user_id)).toMatchObject({ codes: ['export', 'pro'], expires_at: '2026-08-01T00:00:00.000Z' });
    const bob = newId();
    await recognized(bob, 'bob@example.test');
    expect(await read(bob)).toMatchObject({ codes: ['pro'], expires_at: '2026-08-01T00:00:00.000Z' });
  });

  test('leaves a grant revoked that an administrator revoked', async () => {
    const user_id = people.register('ada');
    await importRows(rows);
    const [, grant] = await grantsOf(user_id);
    await admin(t).revokeGrant({ params: { ...app.params, user_id, grant_id: grant?.id ?? '' } });
    const { codes } = await read(user_id);
    expect(codes).toHaveLength(1);
    expect(await importRows(rows)).toMatchObject({ revoked: 1, unchanged: 2, granted: 1, waiting: 1 });
    expect((await read(user_id)).codes).toEqual(codes);
  });

  test('of an order of another plan fails, and leaves the grant as it is', async () => {
    const user_id = people.register('ada');
    await importRows([{ subject: 'ada', plan_code: 'month', external_id: '7' }]);
    const report = await importRows([
      { subject: 'ada', entitlement_codes: 'export', expires_at: null, external_id: '7' },
    ]);
    expect(report).toMatchObject({ failed: 1, failures: [{ line: 1, path: 'external_id' }] });
    expect((await read(user_id)).codes).toEqual(['pro']);
  });
});

describe('an import', () => {
  test('imports the rows that are right, and names the line and the column of each other one', async () => {
    people.problems.set('us@example.test', 'several_users');
    const report = await importText(
      [
        'subject;email;plan_code;entitlement_codes;purchased_at;expires_at;external_id',
        'ada;ada@example.test;month;;2026-05-01T00:00:00Z;;',
        ';;month;;;;',
        'b;not an e-mail;month;;;;',
        'c;;;;;;',
        'd;;month;pro;;lifetime;',
        'e;;;pro export;;;',
        'f;;gone;;;;',
        'g;;;pro;;tomorrow;',
        'h;;;pro gone;;lifetime;',
        'i;;month;;2026-06-01T12:00:01Z;;',
        'j;;month;;2026-05-02T00:00:00Z;2026-05-02T00:00:00Z;',
        ';ada@example.test;month;;2026-05-01T00:00:00Z;;',
        'k;ada@example.test;month;;;;',
        'ada;other@example.test;month;;;;',
        ';us@example.test;month;;;;',
        'l;;;"pro;export";2020-01-01T00:00:00Z;2020-02-01T00:00:00Z;',
        'm;;month',
      ].join('\r\n'),
    );
    expect(report.data).toMatchObject({ rows: 17, created: 2, waiting: 2, failed: 15 });
    expect(report.data.failures.map(({ line, path }) => [line, path])).toEqual([
      [3, 'subject'],
      [4, 'email'],
      [5, 'plan_code'],
      [6, 'plan_code'],
      [7, 'expires_at'],
      [8, 'plan_code'],
      [9, 'expires_at'],
      [10, 'entitlement_codes'],
      [11, 'purchased_at'],
      [12, 'expires_at'],
      [13, 'external_id'],
      [14, 'email'],
      [15, 'email'],
      [16, 'email'],
      [18, ''],
    ]);
    expect(report.data.failures.find(({ line }) => line === 13)?.message).toBe(
      '`external_id` is missing: the row equals line 2, so give an external_id to each purchase.',
    );
  });

  test('says the same in a dry run, which writes nothing and is the default', async () => {
    people.register('ada');
    await importRows([{ subject: 'old', plan_code: 'month' }]);
    const rows = [
      { subject: 'ada', plan_code: 'month' },
      { subject: 'new', plan_code: 'month' },
      { subject: 'new', plan_code: 'month' },
      { subject: 'old', plan_code: 'month' },
      { subject: 'old', entitlement_codes: 'gone', expires_at: null },
    ];
    const tables = () =>
      t.database.query(
        'SELECT (SELECT count(*) FROM catalog.grants) AS g, (SELECT count(*) FROM catalog.waiting_grants) AS w, (SELECT count(*) FROM catalog.customers) AS c',
      );
    const before = await tables();
    const dry = await admin(t).importCustomers({
      params: app.params,
      query: { reason: 'x' },
      file: new Blob([rows.map((row) => JSON.stringify(row)).join('\n')], { type: 'application/x-ndjson' }),
    });
    expect(dry.data).toMatchObject({
      dry_run: true,
      rows: 5,
      created: 2,
      unchanged: 1,
      failed: 2,
      granted: 1,
      waiting: 2,
    });
    expect(await tables()).toEqual(before);
    expect(await importRows(rows)).toEqual({ ...dry.data, dry_run: false });
  });

  test('leaves one record in the audit log that names no person', async () => {
    await importRows([{ email: 'ada@example.test', plan_code: 'month' }]);
    const records = (await t.published(auditEventOf('catalog'))).filter(
      ({ action, target }) => action === 'importCustomers' && target.application_id === app.id,
    );
    expect(records).toMatchObject([
      { admin: { id: owner.id }, after: { dry_run: false, rows: 1, reason: 'from the old shop' } },
    ]);
    expect(JSON.stringify(records)).not.toContain('ada@');
  });

  test('needs an issuer for a subject while the application has no identity provider', async () => {
    app = await givenApplication(t);
    await givenPlan(t, app, { code: 'month' });
    const report = await importRows([
      { subject: 'a', plan_code: 'month' },
      { subject: 'b', issuer: 'https://old.test', plan_code: 'month' },
      { email: 'c@example.test', plan_code: 'month' },
    ]);
    expect(report).toMatchObject({ created: 2, failures: [{ line: 1, path: 'issuer' }] });
  });

  test('is refused as a whole for a file with an unknown column, and for an unknown application', async () => {
    expect(await importText('subject,phone\na,1')).toMatchObject({ status: 400, error: 'validation_failed' });
    app = { ...app, params: { application_id: newId() } };
    expect(await importText('subject,plan_code\na,month')).toMatchObject({ status: 404 });
  });

  test('takes a form as well', async () => {
    const form = new FormData();
    form.set('file', new Blob(['{"subject":"ada","plan_code":"month"}']), 'customers.jsonl');
    const sent = await fetch(`${t.baseUrl}/v1/admin/applications/${app.id}/customers/import?reason=x`, {
      method: 'POST',
      headers: { 'x-platform-context': t.sign({ admin: owner }, 'importCustomers') },
      body: form,
    });
    expect(await sent.json()).toMatchObject({ data: { rows: 1, created: 1 } });
  });
});

describe('a customer who was removed', () => {
  const remove = (name: string) =>
    t.deliver(identity.events.customerRemoved, { customer_id: people.customerOf(name) }, { application_id: app.id });

  test('has nothing that waits, and an import that asked identity before stores nothing', async () => {
    await importRows([{ subject: 'ada', plan_code: 'month' }]);
    await remove('ada');
    expect(await waitingOf('ada')).toEqual([]);
    const report = await importRows([{ subject: 'ada', plan_code: 'month' }]);
    expect(report).toMatchObject({ failed: 1, failures: [{ line: 1, path: '' }] });
    expect(await waitingOf('ada')).toEqual([]);
  });
});

test('a restored grant counts for flags at once, in every process', async () => {
  const user_id = people.register('ada');
  await importRows([{ subject: 'ada', plan_code: 'month' }]);
  await admin(t).createFeature({
    params: app.params,
    body: { code: 'beta', rules: [{ entitlement_codes: ['pro'], value: true }] },
  });
  const caller = t.as({ application: app.context, user: aUser({ id: user_id }) });
  const isOn = async () => (await caller.getFeatures({ params: { app_code: app.code } })).data.features.beta;
  expect(await isOn()).toBe(true);
  const [grant] = await grantsOf(user_id);
  const params = { ...app.params, user_id, grant_id: grant?.id ?? '' };
  await admin(t).revokeGrantForReason({ params, body: { reason: 'a mistake' } });
  await t.published(catalog.events.entitlementRevoked);
  expect(await isOn()).toBe(false);
  await admin(t).restoreGrant({ params, body: { reason: 'no mistake' } });
  await t.published(catalog.events.entitlementRestored);
  expect(await isOn()).toBe(true);
});
