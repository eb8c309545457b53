import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { catalog, identity } from '@platform/contracts';
import type { ApplicationContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { openTransaction, untilBlocked } from '@platform/testing';
import {
  aHolder,
  entryFor,
  givenApplication,
  givenPublished,
  givenUser,
  type Identity,
  owner,
  startIdentity,
} from './support.ts';

/** Both providers number their users, so one `sub` may name another person at each. */
const formerIssuer = 'https://former.test';
const newIssuer = 'https://new.test';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
  await t.answer(catalog.commands.grantWaiting, () => ({}));
});
afterAll(() => t.stop());

let application: ApplicationContext;
beforeEach(() => {
  application = givenApplication();
});

const givenLogin = async (issuer: string, subject: string) =>
  (await givenUser(t, application, [], aHolder({ issuer, subject, email: null }))).id;
const idOf = async (issuer: string, subject: string) =>
  (await t.ask(identity.queries.resolveUser, { application_id: application.id, issuer, subject })).user_id;

async function importLogins(rows: object[], query: { on_taken?: 'merge' } = {}) {
  const reply = await t.as({ admin: owner }).importLogins({
    params: { application_id: application.id },
    query: { dry_run: 'false', ...query } as never,
    file: new Blob([rows.map((row) => JSON.stringify(row)).join('\n')], { type: 'application/x-ndjson' }),
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.data;
}

describe('a file of logins whose old and new subjects overlap', () => {
  const rows = [
    { subject: '5', new_issuer: newIssuer, new_subject: '7' },
    { subject: '3', new_issuer: newIssuer, new_subject: '5' },
  ];

  test.each([['fail'], ['merge']])('is repeated without a change, also with on_taken=%s', async (on_taken) => {
    const query = on_taken === 'merge' ? { on_taken: 'merge' as const } : {};
    const [fifth, third] = [await givenLogin(formerIssuer, '5'), await givenLogin(formerIssuer, '3')];
    expect(await importLogins(rows, query)).toMatchObject({ moved: 2, failed: 0 });
    expect(await importLogins(rows, query)).toMatchObject({ moved: 0, merged: 0 });
    expect([await idOf(newIssuer, '7'), await idOf(newIssuer, '5')]).toEqual([fifth, third]);
  });

  test('gives no user to a person who had no account', async () => {
    const third = await givenLogin(formerIssuer, '3');
    const report = await importLogins(rows.toReversed());
    expect(report).toMatchObject({ moved: 1, failed: 1 });
    expect(report.failures).toEqual([{ line: 2, path: 'issuer', message: expect.stringContaining('give the issuer') }]);
    expect([await idOf(newIssuer, '5'), await idOf(newIssuer, '7')]).toEqual([third, null]);
  });

  test('merges no user that registered at the new provider into a stranger', async () => {
    const fifth = await givenLogin(formerIssuer, '5');
    const [row] = rows;
    if (!row) throw new Error('no row');
    expect(await importLogins([row])).toMatchObject({ moved: 1 });
    const stranger = await givenLogin(newIssuer, '5');
    expect(await importLogins([row], { on_taken: 'merge' })).toMatchObject({ moved: 0, merged: 0 });
    expect([await idOf(newIssuer, '7'), await idOf(newIssuer, '5')]).toEqual([fifth, stranger]);
  });

  test('is refused within one issuer, unless each row names its user by the id', async () => {
    const ids = [await givenLogin(newIssuer, '5'), await givenLogin(newIssuer, '3')];
    const named = rows.map((row) => ({ ...row, issuer: newIssuer }));
    const merging = { on_taken: 'merge' as const };
    expect(await importLogins(named, merging)).toMatchObject({ moved: 0, merged: 0, failed: 2 });
    const byId = rows.map(({ subject: _, ...row }, at) => ({ ...row, user_id: ids[at] }));
    expect(await importLogins(byId, merging)).toMatchObject({ moved: 2 });
    expect(await importLogins(byId, merging)).toMatchObject({ unchanged: 2 });
    expect([await idOf(newIssuer, '7'), await idOf(newIssuer, '5')]).toEqual(ids);
  });

  test('merges no user that another row moves, whatever the order of the rows is', async () => {
    const [fifth, third] = [await givenLogin(newIssuer, '5'), await givenLogin(newIssuer, '3')];
    const byId = [
      { user_id: third, new_issuer: newIssuer, new_subject: '5' },
      { user_id: fifth, new_issuer: newIssuer, new_subject: '7' },
    ];
    const report = await importLogins(byId, { on_taken: 'merge' });
    expect(report).toMatchObject({ moved: 1, merged: 0, failed: 1, failures: [{ line: 1, path: 'new_subject' }] });
    expect(await importLogins(byId, { on_taken: 'merge' })).toMatchObject({ moved: 1, unchanged: 1 });
    expect([await idOf(newIssuer, '7'), await idOf(newIssuer, '5')]).toEqual([fifth, third]);
  });
});

test('a withdrawal of a merged user is listed under the user that remains', async () => {
  const document = await givenPublished(t, application, { kind: 'personal_data_consent' });
  const [kept, former] = [
    await givenUser(t, application, [document], aHolder({ email: 'kept@example.test' })),
    await givenUser(t, application, [document]),
  ];
  const withdrawn = await t.as({ application, user: former }).acceptConsents({
    params: { app_code: application.code },
    body: { consents: [entryFor(document, false)], source_screen: 'profile' },
  });
  expect(withdrawn.status).toBeLessThan(300);
  const params = { application_id: application.id, user_id: kept.id };
  await t.as({ admin: owner }).mergeUsers({ params, body: { merged_user_id: former.id } });
  const listed = await t.as({ admin: owner }).listWithdrawnConsents({
    params: { application_id: application.id },
    query: {},
  });
  expect(listed.data).toMatchObject([{ user_id: kept.id, subject_id: former.id, email: 'kept@example.test' }]);
});

test('a user is mailed no longer than the withdrawal of a user that was merged into it', async () => {
  const document = await givenPublished(t, application, { kind: 'marketing_consent' });
  const former = await givenUser(t, application, [document], aHolder({ email: 'former@example.test' }));
  const kept = await givenUser(t, application, [document], aHolder({ email: null }));
  const answer = (user: typeof former, accepted: boolean) =>
    t.as({ application, user }).acceptConsents({
      params: { app_code: application.code },
      body: { consents: [entryFor(document, accepted)], source_screen: 'profile' },
    });
  await answer(former, false);
  const params = { application_id: application.id, user_id: kept.id };
  await t.as({ admin: owner }).mergeUsers({ params, body: { merged_user_id: former.id } });
  const mailable = async () =>
    (await t.as({ admin: owner }).listMailableUsers({ params: { application_id: application.id }, query: {} })).data;
  expect(await mailable()).toEqual([]);
  // A later answer of the same person counts.
  await answer(kept, false);
  await answer(kept, true);
  expect(await mailable()).toMatchObject([{ user_id: kept.id, email: 'former@example.test' }]);
});

test('an import that finds a merged user leaves no name behind an erasure of the user that remains', async () => {
  const [user_id, merged_user_id] = [await givenLogin(newIssuer, 'kept'), await givenLogin(newIssuer, 'former')];
  const params = { application_id: application.id, user_id };
  await t.as({ admin: owner }).mergeUsers({ params, body: { merged_user_id } });
  // The import has found the user, and has not stored the customer yet.
  const running = await openTransaction(t.database, 'SELECT FROM identity.users WHERE id = $1 FOR SHARE', [
    merged_user_id,
  ]);
  const erasure = t.as({ admin: owner }).eraseUser({ params, body: { reason: 'person_request' } });
  await untilBlocked(t.database);
  await running.query(
    `INSERT INTO identity.customers (id, application_id, issuer, subject, email, user_id, recognized_at, created_at)
     VALUES ($1, $2, $3, 'former', 'former@example.test', $4, now(), now())`,
    [newId(), application.id, newIssuer, user_id],
  );
  await running.commit();
  expect((await erasure).status).toBe(200);
  const named = 'SELECT FROM identity.customers WHERE application_id = $1 AND num_nonnulls(subject, email) > 0';
  expect(await t.database.query(named, [application.id])).toEqual([]);
});
