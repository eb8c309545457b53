import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { auditEventOf, catalog, identity } from '@platform/contracts';
import type { ApplicationContext, UserContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { aHolder, givenApplication, givenUser, type Identity, owner, register, startIdentity } from './support.ts';

let t: Identity;
let isCatalogUp = true;
const granted: { application_id: string; user_id: string; customer_ids: string[] }[] = [];
beforeAll(async () => {
  t = await startIdentity();
  await t.answer(catalog.commands.grantWaiting, (recognized) => {
    if (!isCatalogUp) throw new Error('catalog is down');
    granted.push(recognized);
    return {};
  });
});
afterAll(() => t.stop());

let application: ApplicationContext;
beforeEach(() => {
  application = givenApplication();
});

const issuer = 'https://issuer.test';
interface Names {
  issuer?: string | null;
  subject?: string | null;
  email?: string | null;
}
const aPerson = ({ subject = null, email = null, ...names }: Names) => ({
  issuer: subject === null ? null : (names.issuer ?? issuer),
  subject,
  email,
});
const recognizeAll = async (persons: Names[], dry_run = false) => {
  const input = { application_id: application.id, dry_run, persons: persons.map(aPerson) };
  return (await t.call(identity.commands.recognizeCustomers, input)).customers;
};
const recognize = async (person: Names, dry_run = false) => {
  const [customer] = await recognizeAll([person], dry_run);
  if (!customer) throw new Error('the command answered no customer');
  return customer;
};
const rowOf = async (id: string | null) =>
  (await t.database.query<Record<string, unknown>>('SELECT * FROM identity.customers WHERE id = $1', [id]))[0];
const countRows = async () =>
  (await t.database.query('SELECT FROM identity.customers WHERE application_id = $1', [application.id])).length;
const givenHolder = (names: { subject?: string; email?: string | null }) => aHolder({ email: null, ...names });
const user = (holder: UserContext<string | null>) => givenUser(t, application, [], holder);

describe('a customer', () => {
  test.each([
    ['subject', { subject: 'ada' }, { subject: 'ada' }],
    ['verified e-mail', { email: 'ada@example.test' }, { email: 'ada@example.test' }],
    ['verified e-mail in another case', { email: 'ada@example.test' }, { email: 'Ada@Example.TEST' }],
    ['e-mail, with another subject', { subject: 'old', email: 'ada@example.test' }, { email: 'ada@example.test' }],
  ])('waits for the first registration with the %s', async (_name, person, names) => {
    const { customer_id, user_id } = await recognize(person);
    expect({ customer_id, user_id }).toEqual({ customer_id: expect.any(String), user_id: null });
    const stranger = await user(givenHolder({ email: 'else@example.test' }));
    expect(await rowOf(customer_id)).toMatchObject({ user_id: null, recognized_at: null });

    const { id } = await user(givenHolder(names));
    expect(await rowOf(customer_id)).toMatchObject({ user_id: id, recognized_at: expect.any(Date) });
    expect(granted).toContainEqual({ application_id: application.id, user_id: id, customer_ids: [customer_id] });
    const events = await t.published(identity.events.customerRecognized);
    expect(events.filter((event) => [id, stranger.id].includes(event.user_id))).toEqual([{ customer_id, user_id: id }]);
    expect(await recognize(person)).toMatchObject({ customer_id, user_id: id });
  });

  test.each([
    ['of another issuer', { issuer: 'https://other.test', subject: 'ada' }],
    ['with an e-mail that only looks the same', { email: 'kate@example.test' }],
  ])('%s is not taken', async (_name, person) => {
    const { customer_id } = await recognize(person);
    // U+212A, the sign of Kelvin, is `k` in lower case.
    await user(givenHolder({ subject: 'ada', email: '\u212Aate@example.test' }));
    expect(await rowOf(customer_id)).toMatchObject({ user_id: null });
  });

  test('is not taken in another application', async () => {
    const { customer_id } = await recognize({ subject: 'ada' });
    application = givenApplication();
    await user(givenHolder({ subject: 'ada' }));
    expect(await rowOf(customer_id)).toMatchObject({ user_id: null });
  });

  test('is taken when a later login brings the verified e-mail', async () => {
    const holder = givenHolder({});
    const { id } = await user(holder);
    const { customer_id } = await recognize({ email: 'late@example.test' });
    await register(t, application, holder);
    expect(await rowOf(customer_id)).toMatchObject({ user_id: null });
    await register(t, application, { ...holder, email: 'late@example.test' });
    expect(await rowOf(customer_id)).toMatchObject({ user_id: id });
  });

  test('who has a user already is that user, by the subject before the e-mail', async () => {
    const bySubject = await user(givenHolder({ subject: 'ada' }));
    const byEmail = await user(givenHolder({ subject: 'eve', email: 'ada@example.test' }));
    expect(await recognize({ subject: 'ada', email: 'ada@example.test' })).toMatchObject({ user_id: bySubject.id });
    application = givenApplication();
    await user(givenHolder({ subject: 'bob' }));
    const { id } = await user(givenHolder({ subject: 'eve', email: 'bob@example.test' }));
    expect(await recognize({ email: 'bob@example.test' })).toMatchObject({ user_id: id });
    expect(byEmail.id).not.toBe(bySubject.id);
  });

  test('with an e-mail of several users needs the subject', async () => {
    await user(givenHolder({ email: 'us@example.test' }));
    const second = await user(givenHolder({ subject: 'two', email: 'us@example.test' }));
    expect(await recognize({ email: 'us@example.test' })).toEqual({
      customer_id: null,
      user_id: null,
      problem: 'several_users',
    });
    expect(await recognize({ subject: 'two', email: 'us@example.test' })).toMatchObject({ user_id: second.id });
    expect(await countRows()).toBe(1);
  });

  test('stays one customer, and is found by each name that a file gave', async () => {
    const first = await recognize({ email: 'ada@example.test' });
    expect(await recognize({ subject: 'ada', email: 'ada@example.test' })).toEqual(first);
    expect(await recognize({ subject: 'ada' })).toEqual(first);
    const { id } = await user(givenHolder({ subject: 'ada', email: 'new@example.test' }));
    for (const names of [{ subject: 'ada' }, { email: 'ada@example.test' }, { email: 'new@example.test' }])
      expect(await recognize(names)).toEqual({ ...first, user_id: id });
    expect(await countRows()).toBe(1);
  });

  test('is not mixed up with another one', async () => {
    await recognizeAll([{ subject: 'ada', email: 'a@example.test' }, { email: 'b@example.test' }, { subject: 'bob' }]);
    expect(await recognize({ subject: 'eve', email: 'a@example.test' })).toMatchObject({ problem: 'other_subject' });
    expect(await recognize({ subject: 'bob', email: 'b@example.test' })).toMatchObject({ problem: 'two_customers' });
    const { id } = await user(givenHolder({ email: 'b@example.test' }));
    await user(givenHolder({ subject: 'zoe' }));
    expect(await recognize({ subject: 'zoe', email: 'b@example.test' })).toMatchObject({ problem: 'other_subject' });
    expect(await recognize({ email: 'b@example.test' })).toMatchObject({ user_id: id });
    expect(await countRows()).toBe(3);
  });

  test('of two persons of a file who are one user is one', async () => {
    const { id } = await user(givenHolder({ subject: 'ada', email: 'ada@example.test' }));
    const [first, second] = await recognizeAll([{ subject: 'ada' }, { email: 'ada@example.test' }]);
    expect(first).toMatchObject({ user_id: id });
    expect(second).toEqual(first);
  });

  test('is the same in a dry run, which stores nothing', async () => {
    const { id } = await user(givenHolder({ subject: 'ada' }));
    const stored = await recognize({ subject: 'bob' });
    const persons = [{ subject: 'ada' }, { subject: 'bob' }, { subject: 'eve', email: 'eve@example.test' }];
    expect(await recognizeAll(persons, true)).toEqual([
      { customer_id: null, user_id: id, problem: null },
      stored,
      { customer_id: null, user_id: null, problem: null },
    ]);
    expect(await countRows()).toBe(1);
  });
});

test('an import and a registration at one moment always find each other', async () => {
  for (let round = 0; round < 25; round += 1) {
    const persons = Array.from({ length: 6 }, (_, at) => ({
      subject: `s-${round}-${at}`,
      email: `e-${round}-${at}@example.test`,
    }));
    const imported = [
      persons.map(({ subject }) => ({ subject })),
      persons.map(({ email }) => ({ email })).toReversed(),
    ];
    const [users] = await Promise.all([
      Promise.all(persons.map((names) => user(givenHolder(names)))),
      recognizeAll(imported[round % 2] ?? []),
    ]);
    const rows = await t.database.query<{ user_id: string | null }>(
      'SELECT user_id FROM identity.customers WHERE application_id = $1 AND (subject LIKE $2 OR email LIKE $3)',
      [application.id, `s-${round}-%`, `e-${round}-%`],
    );
    expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual(users.map(({ id }) => id).toSorted());
  }
});

test('a registration succeeds while catalog is down, and its event brings the access later', async () => {
  const { customer_id } = await recognize({ subject: 'ada' });
  isCatalogUp = false;
  const { id } = await user(givenHolder({ subject: 'ada' }));
  isCatalogUp = true;
  expect(await t.published(identity.events.customerRecognized)).toContainEqual({ customer_id, user_id: id });
});

describe('personal data of customers', () => {
  test('is removed with the user', async () => {
    const holder = givenHolder({ subject: 'ada', email: 'ada@example.test' });
    const { customer_id } = await recognize({ subject: 'ada', email: 'ada@example.test' });
    const me = await user(holder);
    const { customer_id: later } = await recognize({ subject: 'other', email: 'ADA2@example.test'.toLowerCase() });
    await t.as({ application, user: me }).eraseMe({ params: { app_code: application.code } });
    const names = { issuer: null, subject: null, email: null };
    expect(await rowOf(customer_id)).toMatchObject({ ...names, user_id: me.id });
    expect(await rowOf(later)).toMatchObject({ subject: 'other', email: 'ada2@example.test' });
    expect(await recognize({ subject: 'ada' })).not.toMatchObject({ customer_id });
  });

  test('is removed with the user, also from another customer who waits with the e-mail', async () => {
    const me = await user(givenHolder({ email: 'us@example.test' }));
    await user(givenHolder({ email: 'us@example.test' }));
    const { customer_id } = await recognize({ subject: 'waits', email: 'us@example.test' });
    expect(await rowOf(customer_id)).toMatchObject({ email: 'us@example.test', user_id: null });
    await t.as({ application, user: me }).eraseMe({ params: { app_code: application.code } });
    expect(await rowOf(customer_id)).toMatchObject({ subject: 'waits', email: null });
  });

  const asAdmin = () => t.as({ admin: owner });
  const remove = (customer_id: string) =>
    asAdmin().removeCustomer({ params: { application_id: application.id, customer_id } });

  test('is removed with a customer who waits, which leaves the record of an erasure and no name', async () => {
    const { customer_id } = await recognize({ email: 'ada@example.test' });
    const id = customer_id ?? '';
    expect(await remove(id)).toMatchObject({ status: 204 });
    expect(await rowOf(id)).toBeUndefined();
    expect(await t.published(identity.events.customerRemoved)).toContainEqual({ customer_id });
    const { data } = await asAdmin().listErasures({ query: { person_id: id } });
    expect(data).toMatchObject([{ person: 'customer', owner_id: application.id, reason: 'person_request' }]);
    expect(await remove(id)).toMatchObject({ status: 404, error: 'customer_not_found' });
    expect(JSON.stringify(await t.published(auditEventOf('identity')))).not.toContain('ada@example.test');
  });

  test('of a customer who registered is that of the user', async () => {
    const { customer_id } = await recognize({ subject: 'ada' });
    await user(givenHolder({ subject: 'ada' }));
    expect(await remove(customer_id ?? '')).toMatchObject({ status: 409, error: 'conflict' });
    expect(await remove(newId())).toMatchObject({ status: 404 });
  });

  test('is listed, exported and searched, and each read is recorded without a name', async () => {
    await recognizeAll([{ subject: 'ada', email: 'ada@example.test' }, { email: 'bob@example.test' }]);
    const { id } = await user(givenHolder({ subject: 'ada' }));
    const params = { application_id: application.id };
    const list = async (query: { state?: 'waiting' | 'recognized'; format?: 'csv' } = {}) =>
      asAdmin().listCustomers({ params, query });
    expect((await list()).data).toMatchObject([
      { email: 'bob@example.test', subject: null, state: 'waiting', user_id: null },
      { email: 'ada@example.test', subject: 'ada', issuer, state: 'recognized', user_id: id },
    ]);
    expect((await list({ state: 'waiting' })).data).toMatchObject([{ email: 'bob@example.test' }]);
    expect((await list({ state: 'recognized' })).data).toMatchObject([{ email: 'ada@example.test' }]);
    const search = async (body: { email?: string; subject?: string }) =>
      (await asAdmin().searchCustomers({ params, body })).data;
    expect(await search({ email: 'BOB@example.test' })).toMatchObject([{ email: 'bob@example.test' }]);
    expect(await search({ subject: 'ada' })).toMatchObject([{ subject: 'ada' }]);
    expect(await search({ subject: 'ada', email: 'bob@example.test' })).toEqual([]);
    const audit = (await t.published(auditEventOf('identity'))).filter(
      ({ target }) => target.application_id === application.id,
    );
    expect(audit.map(({ action, after }) => [action, after])).toEqual([
      ['listCustomers', { records: 2, format: 'json', filters: [] }],
      ['listCustomers', { records: 1, format: 'json', filters: ['state'] }],
      ['listCustomers', { records: 1, format: 'json', filters: ['state'] }],
      ['searchCustomers', { records: 1, format: 'json', filters: ['email'] }],
      ['searchCustomers', { records: 1, format: 'json', filters: ['subject'] }],
      ['searchCustomers', { records: 0, format: 'json', filters: ['email', 'subject'] }],
    ]);
  });
});
