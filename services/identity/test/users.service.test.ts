import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { billing, catalog, identity } from '@platform/contracts';
import { createLog, newId, openDatabase } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { type SearchPosition, searchUsers } from '../src/users/search-users.ts';
import { aHolder, givenApplication, givenUser, type Identity, owner, register, startIdentity } from './support.ts';

let t: Identity;
beforeAll(async () => {
  t = await startIdentity();
  await t.answer(catalog.queries.listUserGrants, () => ({ grants: [] }));
  await t.answer(billing.queries.listUserPayments, () => ({ payments: [] }));
});
afterAll(() => t.stop());

test('administrators page through the users of one application, newest first, and search by the start of the e-mail', async () => {
  const application = givenApplication();
  await givenUser(t, givenApplication(), [], aHolder({ email: 'anna@example.test' }));
  const emails = ['Anna@example.test', 'anna_b@example.test', 'annaxb@example.test', '100%@example.test', null];
  const ids: string[] = [];
  for (const email of emails) ids.push((await givenUser(t, application, [], aHolder({ email }))).id);
  const params = { application_id: application.id };
  const admin = t.as({ admin: owner });
  const find = async (email: string) =>
    (await admin.searchUsers({ params, body: { email } })).data.map((user) => user.email);

  expect(await find('ANNA')).toEqual(['annaxb@example.test', 'anna_b@example.test', 'Anna@example.test']);
  expect(await find('anna_')).toEqual(['anna_b@example.test']);
  expect(await find('%')).toEqual([]);
  expect(await find('100%')).toEqual(['100%@example.test']);
  expect(await find('\\')).toEqual([]);

  const first = await admin.listUsers({ params, query: { limit: 3 } });
  const second = await admin.listUsers({ params, query: { limit: 3, cursor: first.next_cursor ?? '' } });
  expect([...first.data, ...second.data].map((user) => user.id)).toEqual(ids.toReversed());
  expect(second.next_cursor).toBeNull();
  expect(await admin.listUsers({ params: { application_id: newId() } })).toMatchObject({
    status: 404,
    error: 'application_not_found',
  });
});

test('a search finds users by id, by subject and by a part of the e-mail', async () => {
  const application = givenApplication();
  const holders = ['Anna.Ivanova@example.test', 'ivan@example.test', '100%_sure@example.test', null].map((email) =>
    aHolder({ email }),
  );
  const users: { id: string }[] = [];
  for (const holder of holders) users.push(await givenUser(t, application, [], holder));
  // The same subject elsewhere is another user.
  await givenUser(t, givenApplication(), [], holders[0]);
  const params = { application_id: application.id };
  const find = async (q: string) => {
    const { data } = await t.as({ admin: owner }).searchUsers({ params, body: { q } });
    return data.map(({ id }) => users.findIndex((user) => user.id === id));
  };
  expect(await find('IVAN')).toEqual([1, 0]);
  expect(await find('ivanova')).toEqual([0]);
  expect(await find('@example')).toEqual([2, 1, 0]);
  expect(await find('%_sure')).toEqual([2]);
  expect(await find('a_iv')).toEqual([]);
  // Too short for a part: the start of the e-mail.
  expect([await find('an'), await find('va')]).toEqual([[0], []]);
  expect(await find(` ${holders[3]?.subject} `)).toEqual([3]);
  expect(await find(users[3]?.id ?? '')).toEqual([3]);
  expect(await find((users[1]?.id ?? '').toUpperCase())).toEqual([1]);
  expect(await find(newId())).toEqual([]);
  const both = await t.as({ admin: owner }).searchUsers({ params, body: { q: 'example', email: 'ivan' } });
  expect(both.data.map(({ id }) => id)).toEqual([users[1]?.id]);

  // The text of a list is in its address: it names an id or a subject, and no part of an e-mail.
  const named = async (q: string) => {
    const { data } = await t.as({ admin: owner }).listUsers({ params, query: { q } });
    return data.map(({ id }) => users.findIndex((user) => user.id === id));
  };
  expect(await named(` ${holders[3]?.subject} `)).toEqual([3]);
  expect(await named((users[1]?.id ?? '').toUpperCase())).toEqual([1]);
  for (const q of ['ivan@example.test', 'ivan', newId()]) expect(await named(q)).toEqual([]);
});

test('a search among many users looks into the indexes', async () => {
  const application = givenApplication();
  await t.database.query(
    `INSERT INTO identity.users (id, application_id, issuer, subject, email, created_at, updated_at)
     SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN $1::uuid ELSE $2::uuid END, 'https://idp.test', 'subject-' || n,
       md5(n::text) || '@mail' || n % 50 || '.test', now(), now() FROM generate_series(1, 20000) AS n`,
    [application.id, newId()],
  );
  await t.database.query('VACUUM ANALYZE identity.users');
  const countScans = async () => {
    const rows = await t.database.query<{ name: string; scans: number }>(
      `SELECT indexrelname AS name, idx_scan::int AS scans FROM pg_stat_user_indexes
       WHERE indexrelname IN ('users_by_subject', 'users_by_email_part') ORDER BY 1`,
    );
    return rows.map((row) => row.scans);
  };
  const before = await countScans();
  const found = async (q: string) => {
    const body = { q, limit: 200 };
    return (await t.as({ admin: owner }).searchUsers({ params: { application_id: application.id }, body })).data.length;
  };
  expect([await found('subject-4242'), await found('subject-4243')]).toEqual([1, 0]);
  expect(await found('.test')).toBe(200);
  // Statistics of a connection arrive a moment later.
  await eventually(async () => (await countScans()).every((now, at) => now > (before[at] ?? 0)));
});

test('a start of e-mails names the newest users page by page, however many it names', async () => {
  const application = givenApplication();
  // Every third has the rare start, all have the common one, which over 5,000 users share.
  await t.database.query(
    `INSERT INTO identity.users (id, application_id, issuer, subject, email, created_at, updated_at)
     SELECT uuidv7(n * interval '1 second'), $1, 'https://idp.test', 'prefix-' || n,
       'team' || CASE WHEN n % 3 = 0 THEN '-rare' ELSE '-often' END || n || '@example.test', now(), now()
     FROM generate_series(1, 6000) AS n`,
    [application.id],
  );
  await t.database.query('VACUUM ANALYZE identity.users');
  const params = { application_id: application.id };
  const twoPages = async (email: string) => {
    const admin = t.as({ admin: owner });
    const first = await admin.searchUsers({ params, body: { email, limit: 2 } });
    const second = await admin.searchUsers({ params, body: { email, limit: 2, cursor: first.next_cursor ?? '' } });
    return [...first.data, ...second.data].map((user) => user.email?.replace(/@.*/, ''));
  };
  expect(await twoPages('TEAM')).toEqual(['team-rare6000', 'team-often5999', 'team-often5998', 'team-rare5997']);
  expect(await twoPages('team-r')).toEqual(['team-rare6000', 'team-rare5997', 'team-rare5994', 'team-rare5991']);
});

test('a text that many users share, all of them registered long ago, is found page by page and no page fails', async () => {
  const application = givenApplication();
  // The oldest 6,000 have the text, and every thousandth of the 30,000 after them.
  await t.database.query(
    `INSERT INTO identity.users (id, application_id, issuer, subject, email, erased_at, created_at, updated_at)
     SELECT uuidv7(n * interval '1 second'), $1, 'https://idp.test', 'long-ago-' || n,
       CASE WHEN n <= 6000 OR n % 1000 = 0 THEN 'former' ELSE 'present' END || n || '@example.test',
       CASE WHEN n % 3000 = 0 THEN now() END, now(), now() FROM generate_series(1, 36000) AS n`,
    [application.id],
  );
  await t.database.query('VACUUM ANALYZE identity.users');
  const rows = await t.database.query<{ id: string }>(
    `SELECT id FROM identity.users WHERE application_id = $1 AND email LIKE 'former%' AND erased_at IS NULL ORDER BY id DESC`,
    [application.id],
  );
  const expected = rows.map(({ id }) => id);
  const admin = t.as({ admin: owner });
  for (const query of [{ q: 'former' }, { email: 'FORMER' }, { q: 'example', email: 'form' }]) {
    const found: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined; ; pages += 1) {
      const more = cursor === undefined ? {} : { cursor };
      const page = await admin.searchUsers({
        params: { application_id: application.id },
        body: { ...query, ...more, limit: 200 },
      });
      expect(page.status).toBe(200);
      found.push(...page.data.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(found).toEqual(expected);
    expect(pages).toBeLessThan(40);
  }
});

test('a search whose index takes too long walks over the users, and finds the same', async () => {
  const handle = openDatabase({
    url: t.database.urlFor('identity'),
    poolSize: 1,
    service: 'identity',
    log: createLog('test', 'silent'),
    traced: false,
    statementTimeoutMs: 10_000,
  });
  const application_id = newId();
  await t.database.query(
    `INSERT INTO identity.users (id, application_id, issuer, subject, email, created_at, updated_at)
     SELECT uuidv7(n * interval '1 second'), $1, 'https://idp.test', 'slow-' || n,
       CASE WHEN n <= 40 THEN 'wanted' ELSE 'other' END || n || '@example.test', now(), now() FROM generate_series(1, 30000) AS n`,
    [application_id],
  );
  const all = async (budgetMs: number) => {
    const found: string[][] = [];
    for (let place: SearchPosition | null = { after: null, isWalking: false }; place; ) {
      const page = await searchUsers(handle.db, { application_id, q: 'wanted', limit: 30, ...place }, budgetMs);
      found.push(page.ids);
      place = page.next;
    }
    return found;
  };
  try {
    const walked = await all(1);
    expect(walked.flat()).toHaveLength(40);
    expect(walked.flat()).toEqual((await all(10_000)).flat());
  } finally {
    await handle.close();
  }
});

test('an administrator reads a user with grants and payments', async () => {
  const application = givenApplication();
  const user = await givenUser(t, application);
  const admin = t.as({ admin: owner });
  const read = (application_id: string, user_id: string) => admin.getUser({ params: { application_id, user_id } });
  expect((await read(application.id, user.id)).data).toMatchObject({ user: { id: user.id }, grants: [], payments: [] });
  expect(await read(application.id, newId())).toMatchObject({ status: 404, error: 'user_not_found' });
  expect(await read(givenApplication().id, user.id)).toMatchObject({ status: 404, error: 'user_not_found' });
  expect(await read(newId(), user.id)).toMatchObject({ status: 404, error: 'application_not_found' });
});

test('other services resolve the holder of a token and the inherited data of a payment', async () => {
  const application = givenApplication();
  const holder = aHolder();
  const subject = { application_id: application.id, issuer: holder.issuer, subject: holder.subject };
  expect(await t.ask(identity.queries.resolveUser, subject)).toEqual({ user_id: null });
  const { data } = await register(t, application, holder, { acquisition_source: 'partner' });
  const key = { application_id: application.id, user_id: data.user.id };
  expect(await t.ask(identity.queries.resolveUser, subject)).toEqual({ user_id: data.user.id });
  expect(await t.ask(identity.queries.resolveUser, { ...subject, subject: 'a\0b' })).toEqual({ user_id: null });
  expect(await t.ask(identity.queries.getUserAttribution, key)).toEqual({
    acquisition_source: 'partner',
    utm_medium: null,
    utm_campaign: null,
    utm_content: null,
    email: 'anna@example.test',
  });
  const { data: found } = await register(t, application, aHolder(), { utm_source: 'google', utm_medium: 'cpc' });
  expect(
    await t.ask(identity.queries.getUserAttribution, { application_id: application.id, user_id: found.user.id }),
  ).toMatchObject({ acquisition_source: 'google', utm_medium: 'cpc', utm_campaign: null });
  expect(await t.ask(identity.queries.userExists, key)).toEqual({ exists: true });
  expect(await t.ask(identity.queries.userExists, { ...key, application_id: newId() })).toEqual({ exists: false });
});

test('other services find the users of a subject, two at most, at one issuer or at any', async () => {
  const application = givenApplication();
  const { id: application_id } = application;
  const holders = [1, 2, 3].map((at) => aHolder({ issuer: `https://issuer-${at}.test`, subject: 'auth0|ann' }));
  const ids: string[] = [];
  for (const holder of holders) ids.push((await givenUser(t, application, [], holder)).id);
  await givenUser(t, givenApplication(), [], holders[0]);
  const find = async (subject: string, issuer?: string) =>
    (await t.ask(identity.queries.findUsersBySubject, { application_id, subject, issuer })).users;
  expect(await find('auth0|ann')).toHaveLength(2);
  expect(await find('auth0|ann', holders[1]?.issuer)).toEqual([{ user_id: ids[1], issuer: holders[1]?.issuer }]);
  expect(await find('auth0|ann', 'https://issuer-4.test')).toEqual([]);
  expect(await find('auth0|a')).toEqual([]);
  expect(await find('a\0b')).toEqual([]);
});

test('other services resolve many users by id and by subject, in the order of the question, without erased ones', async () => {
  const application = givenApplication();
  const { id: application_id } = application;
  const issuer = 'https://many.example/';
  const holders = ['ann', 'bob', 'eve'].map((subject) => aHolder({ issuer, subject }));
  const [ann, bob, eve] = await Promise.all(holders.map((holder) => givenUser(t, application, [], holder)));
  const foreign = await givenUser(t, givenApplication(), [], holders[0]);
  await t.as({ application, user: eve ?? aHolder() }).eraseMe({ params: { app_code: application.code } });
  const unknown = newId();
  expect(
    await t.ask(identity.queries.resolveUsers, {
      application_id,
      user_ids: [unknown, bob?.id ?? '', foreign.id, eve?.id ?? '', ann?.id ?? ''],
      issuers: [
        { issuer, subjects: ['bob', 'nobody', 'eve', 'a\0b', 'ann', 'ann'] },
        { issuer: 'https://many.example', subjects: ['ann'] },
        { issuer: 'a\0b', subjects: ['ann'] },
      ],
    }),
  ).toEqual({
    user_ids: [null, bob?.id, null, null, ann?.id],
    issuers: [{ user_ids: [bob?.id, null, null, null, ann?.id, ann?.id] }, { user_ids: [null] }, { user_ids: [null] }],
  });
  const nothing = { application_id, user_ids: [], issuers: [] };
  expect(await t.ask(identity.queries.resolveUsers, nothing)).toEqual({ user_ids: [], issuers: [] });
});

test('a user who was merged is resolved as the user that remains, by the former id and the former login', async () => {
  const application = givenApplication();
  const issuer = 'https://merged.example/';
  const holders = ['kept', 'former'].map((subject) => aHolder({ issuer, subject }));
  const [kept, former] = await Promise.all(holders.map((holder) => givenUser(t, application, [], holder)));
  const params = { application_id: application.id, user_id: kept?.id ?? '' };
  expect(await t.as({ admin: owner }).mergeUsers({ params, body: { merged_user_id: former?.id ?? '' } })).toMatchObject(
    { status: 200 },
  );
  const { user_ids, issuers } = await t.ask(identity.queries.resolveUsers, {
    application_id: application.id,
    user_ids: [former?.id ?? '', kept?.id ?? ''],
    issuers: [{ issuer, subjects: ['former', 'kept'] }],
  });
  expect([user_ids, issuers[0]?.user_ids]).toEqual([
    [kept?.id, kept?.id],
    [kept?.id, kept?.id],
  ]);
});

test('users of an issuer are counted within one application, without erased ones', async () => {
  const application = givenApplication();
  const issuer = 'https://counted.example/';
  const holders = [aHolder({ issuer }), aHolder({ issuer }), aHolder({ issuer: 'https://counted.example' })];
  const users = await Promise.all(holders.map((holder) => givenUser(t, application, [], holder)));
  await givenUser(t, givenApplication(), [], aHolder({ issuer }));
  const count = async () =>
    (await t.ask(identity.queries.countUsersOfIssuer, { application_id: application.id, issuer })).user_count;
  expect(await count()).toBe(2);
  await t
    .as({ application, user: users[0] ?? aHolder({ issuer }) })
    .eraseMe({ params: { app_code: application.code } });
  expect(await count()).toBe(1);
});
