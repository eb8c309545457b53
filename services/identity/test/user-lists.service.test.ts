import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { billing, catalog } from '@platform/contracts';
import type { ApplicationContext } from '@platform/contracts/kit';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { aHolder, givenApplication, givenUser, type Identity, owner, register, startIdentity } from './support.ts';

const clock = fakeClock('2026-05-01T12:00:00.000Z');
let t: Identity;
beforeAll(async () => {
  t = await startIdentity({ clock });
  await t.answer(catalog.queries.listUserGrants, () => ({ grants: [] }));
  await t.answer(billing.queries.listUserPayments, () => ({ payments: [] }));
});
afterAll(() => t.stop());

type Search = Parameters<ReturnType<Identity['as']>['searchUsers']>[0]['body'];
const search = (application: ApplicationContext, body: Search) =>
  t.as({ admin: owner }).searchUsers({ params: { application_id: application.id }, body });
const namesOf = async (application: ApplicationContext, body: Search) =>
  (await search(application, body)).data.map(({ display_name }) => display_name);

/** Every user of a search, over all of its pages. */
async function searchAll(application: ApplicationContext, body: Search): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await search(application, { ...body, ...(cursor !== undefined && { cursor }) });
    expect(page.status).toBe(200);
    ids.push(...page.data.map(({ id }) => id));
    if (page.next_cursor === null) return { ids, pages };
    cursor = page.next_cursor;
  }
}

test('administrators tell users with one e-mail apart by issuer, subject and last activity', async () => {
  const application = givenApplication();
  const old = aHolder({ issuer: 'https://old.test', email: 'eve@example.test' });
  const present = aHolder({ issuer: 'https://new.test', email: 'eve@example.test' });
  const first = await givenUser(t, application, [], old);
  clock.advance({ minutes: 1 });
  const second = await givenUser(t, application, [], present);
  const seen_at = clock.now().toISOString();
  const device = { installation_id: newId(), platform: 'ios', app_version: '1.0.0' };
  await t.as({ application, user: second }).registerDevice({ body: device });
  const expected = [
    { id: second.id, issuer: 'https://new.test', subject: present.subject, last_seen_at: seen_at },
    { id: first.id, issuer: 'https://old.test', subject: old.subject, last_seen_at: null },
  ];
  const admin = t.as({ admin: owner });
  const params = { application_id: application.id };
  expect((await search(application, { email: 'eve@' })).data).toMatchObject(expected);
  expect((await admin.listUsers({ params, query: {} })).data).toMatchObject(expected);
  const { data } = await admin.getUser({ params: { ...params, user_id: second.id } });
  expect(data.user).toMatchObject(expected[0] as object);
  const own = await t.as({ application, user: second }).getMyProfile({ params: { app_code: application.code } });
  expect(Object.keys(own.data)).not.toContain('issuer');
});

test('a user is found by a part of the name in any case and any script', async () => {
  const application = givenApplication();
  const names = ['Иван Петров', 'ПЕТРОВА Анна', 'Zoë Wąs', '100%_sure', 'Ли', null];
  for (const display_name of names) {
    clock.advance({ seconds: 1 });
    await givenUser(t, application, [], aHolder({ display_name, email: null }));
  }
  await givenUser(t, givenApplication(), [], aHolder({ display_name: 'Пётр Петров' }));
  const find = (display_name: string) => namesOf(application, { display_name });
  expect(await find('петров')).toEqual(['ПЕТРОВА Анна', 'Иван Петров']);
  expect(await find('АННА')).toEqual(['ПЕТРОВА Анна']);
  expect(await find('ZOË w')).toEqual(['Zoë Wąs']);
  expect(await find('%_s')).toEqual(['100%_sure']);
  expect(await find('_____')).toEqual([]);
  // Too short for a part: the start of the name.
  expect([await find('ли'), await find('ва')]).toEqual([['Ли'], []]);
  expect(await namesOf(application, { q: 'петров' })).toEqual(['ПЕТРОВА Анна', 'Иван Петров']);
  expect(await namesOf(application, { q: 'петров', display_name: 'иван' })).toEqual(['Иван Петров']);
});

test('a name among many users is found by its index', async () => {
  const application = givenApplication();
  await t.database.query(
    `INSERT INTO identity.users (id, application_id, issuer, subject, display_name, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'https://idp.test', 'named-' || n,
       CASE WHEN n = 1 THEN 'Ярослав Мудрый' ELSE 'Пользователь ' || md5(n::text) END, $2, $2 FROM generate_series(1, 20000) AS n`,
    [application.id, clock.now()],
  );
  await t.database.query('VACUUM ANALYZE identity.users');
  const { ids, pages } = await searchAll(application, { display_name: 'мудр' });
  expect([ids.length, pages]).toEqual([1, 1]);
});

describe('the channel and the time of the registration', () => {
  const application = givenApplication();
  const day = (days: number) => `2026-06-0${days}T00:00:00.000Z`;
  const sources = [
    { utm_source: 'vk', acquisition_source: 'friends' },
    { utm_source: 'vk' },
    { acquisition_source: 'vk' },
    {},
    { utm_source: 'blog' },
  ];
  const ids: string[] = [];
  beforeAll(async () => {
    for (const [at, attribution] of sources.entries()) {
      clock.set(day(at + 1));
      const { data } = await register(t, application, aHolder(), {
        explicit_consent: true,
        consents: [],
        ...attribution,
      });
      ids.push(data.user.id);
    }
  });
  type Query = NonNullable<Parameters<ReturnType<Identity['as']>['listUsers']>[0]['query']>;
  const list = (query: Query) =>
    t.as({ admin: owner }).listUsers({ params: { application_id: application.id }, query });
  const find = async (query: Query) => (await list(query)).data.map(({ id }) => ids.indexOf(id) + 1);

  test('find users as the answer shows them, alone and together', async () => {
    expect(await find({ acquisition_source: 'vk' })).toEqual([3, 2]);
    expect(await find({ acquisition_source: 'nothing' })).toEqual([]);
    expect(await find({ created_from: day(3) })).toEqual([5, 4, 3]);
    expect(await find({ created_until: day(3) })).toEqual([2, 1]);
    expect(await find({ created_from: day(2), created_until: day(4) })).toEqual([3, 2]);
    expect(await find({ acquisition_source: 'vk', created_from: day(3) })).toEqual([3]);
    expect(await find({ created_from: day(3), created_until: day(3) })).toEqual([]);
  });

  test('page in the order of the registration, also with a text', async () => {
    const first = await list({ acquisition_source: 'vk', limit: 1 });
    const second = await list({ acquisition_source: 'vk', limit: 1, cursor: first.next_cursor ?? '' });
    expect([...first.data, ...second.data].map(({ id }) => ids.indexOf(id) + 1)).toEqual([3, 2]);
    expect(second.next_cursor).toBeNull();
    const named = await search(application, { q: 'anna@', created_until: day(3), acquisition_source: 'vk' });
    expect(named.data.map(({ id }) => ids.indexOf(id) + 1)).toEqual([2]);
  });

  test('that ends before it begins is refused', async () => {
    const reversed = await list({ created_from: day(3), created_until: day(2) });
    expect([reversed.status, reversed.error]).toEqual([400, 'validation_failed']);
    const ends = await list({ expires_from: day(3), expires_until: day(2) });
    expect([ends.status, JSON.stringify(ends.body)]).toEqual([400, expect.stringContaining('expires_until')]);
  });
});

describe('a list by entitlement, plan or end', () => {
  test('is refused while catalog does not answer', async () => {
    const application = givenApplication();
    await givenUser(t, application);
    for (const body of [{ entitlement_code: 'pro' }, { plan_code: 'month', format: 'csv' as const }]) {
      const reply = await search(application, body);
      expect([reply.status, reply.error]).toEqual([503, 'service_unavailable']);
    }
  });

  test.each([
    ['few users of identity are judged by catalog', 'few'],
    ['users of catalog are filtered by identity', 'm'],
    ['users of catalog alone', undefined],
  ])('has each user that meets all filters once: %s', async (_, email) => {
    const body = email === undefined ? {} : { email };
    const application = givenApplication();
    // 6,000 users in the order of their ids; each third has access, each hundredth is erased, each thousandth is one of few.
    await t.database.query(
      `INSERT INTO identity.users (id, application_id, issuer, subject, email, erased_at, created_at, updated_at)
       SELECT uuidv7(n * interval '1 second'), $1, 'https://idp.test', 'many-' || n,
         CASE WHEN n % 10 = 0 THEN 'few' ELSE 'many' END || n || '@example.test', CASE WHEN n % 100 = 0 THEN now() END,
         $2::timestamptz + n * interval '1 second', now() FROM generate_series(1, 6000) AS n`,
      [application.id, clock.now()],
    );
    await t.database.query('VACUUM ANALYZE identity.users');
    const rows = await t.database.query<{ id: string; email: string; erased_at: Date | null; n: number }>(
      `SELECT id, email, erased_at, substr(subject, 6)::int AS n FROM identity.users WHERE application_id = $1 ORDER BY id DESC`,
      [application.id],
    );
    const entitled = rows.filter(({ n }) => n % 3 === 0);
    await catalogWith(new Map([[application.id, entitled.map(({ id }) => id)]]));
    const isWanted = (user: { email: string; erased_at: Date | null }) =>
      user.erased_at === null && user.email.startsWith(email ?? '');
    const { ids, pages } = await searchAll(application, { ...body, entitlement_code: 'pro', limit: 70 });
    expect(ids).toEqual(entitled.filter(isWanted).map(({ id }) => id));
    expect(pages).toBeLessThan(60);
    const [first] = (await search(application, { ...body, entitlement_code: 'pro', limit: 1 })).data;
    expect(first?.terms).toMatchObject([{ code: 'pro', source: 'admin' }]);
    expect((await search(application, { ...body, limit: 1 })).data[0]?.terms).toBeNull();
  });
});

let entitledIds = new Map<string, string[]>();
let isAnswering = false;

/** A catalog that knows which users of an application have access; it answers 200 at most. */
async function catalogWith(ids: Map<string, string[]>): Promise<void> {
  entitledIds = ids;
  if (isAnswering) return;
  isAnswering = true;
  const granted = { code: 'pro', plan_code: null, source: 'admin' as const };
  const term = { ...granted, starts_at: '2026-01-01T00:00:00Z', expires_at: null };
  await t.answer(catalog.queries.listEntitledUsers, ({ application_id, user_ids, position, limit }) => {
    const all = entitledIds.get(application_id) ?? [];
    const { before } = position;
    const behind = user_ids
      ? all.filter((id) => user_ids.includes(id))
      : all.filter((id) => before === null || id < before);
    const shown = behind.slice(0, limit);
    const last = shown.at(-1);
    const next = !user_ids && behind.length > limit && last ? { before: last, is_scanning: false, end: null } : null;
    return { users: shown.map((user_id) => ({ user_id, terms: [term], end: null })), next };
  });
}
