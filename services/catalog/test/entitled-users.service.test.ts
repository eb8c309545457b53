import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalog } from '@platform/contracts';
import { newId } from '@platform/runtime';
import { fakeClock } from '@platform/testing';
import { foldRows } from '../src/grants/change-grants.ts';
import type { GrantRow } from '../src/grants/grant-rows.ts';
import { matchingTerms, type WantedTerms } from '../src/grants/matching-terms.ts';
import {
  type Catalog,
  type GivenApplication,
  givenApplication,
  givenEntitlement,
  givenPlan,
  startCatalog,
} from './support.ts';

const dayMs = 86_400_000;
const clock = fakeClock('2026-03-01T00:00:00Z');
const day = (days: number) => new Date(clock.now().getTime() + days * dayMs);
let t: Catalog;
let application: GivenApplication;
beforeAll(async () => {
  t = await startCatalog({ clock });
  application = await givenApplication(t);
  for (const code of ['pro', 'sync', 'export']) await givenEntitlement(t, application, code);
});
afterAll(() => t.stop());

type Filter = Parameters<typeof ask>[0];
const ask = (
  filter: {
    entitlement_code?: string;
    plan_code?: string;
    expires_from?: string;
    expires_until?: string;
    access?: 'active' | 'ended';
  },
  {
    application_id = application.id,
    is_scanning = false,
    before = null as string | null,
    end = null as string | null,
    limit = 200,
  } = {},
) =>
  t.ask(catalog.queries.listEntitledUsers, { application_id, filter, position: { before, is_scanning, end }, limit });

/** Every user of a filter, in the order of the pages. */
async function listAll(filter: Filter, options: { application_id: string; is_scanning?: boolean; limit?: number }) {
  const found: string[] = [];
  let position = {
    before: null as string | null,
    is_scanning: options.is_scanning ?? false,
    end: null as string | null,
  };
  for (let pages = 0; ; pages += 1) {
    if (pages > 100) throw new Error('the list does not end');
    const { users, next } = await ask(filter, { ...options, ...position });
    found.push(...users.map(({ user_id, terms }) => `${user_id} ${JSON.stringify(terms)}`));
    if (next === null) return found;
    position = next;
  }
}

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function historyOf(user_id: string, application_id: string, pick: (below: number) => number): GrantRow[] {
  const rows = Array.from({ length: pick(6) }, (_, at): GrantRow => {
    const granted_at = day(pick(120) - 90);
    const length = (1 + pick(45)) * dayMs;
    const kind = pick(8);
    return {
      id: newId(),
      application_id,
      user_id,
      source: 'admin',
      source_id: `${user_id}-${at}`,
      plan_id: null,
      plan_code: [null, 'month', 'year'][pick(3)] ?? null,
      entitlement_codes: [['pro'], ['pro', 'sync'], ['sync', 'export'], []][pick(4)] ?? [],
      added_codes: {},
      granted_at,
      duration_ms: kind < 6 ? length : null,
      starts_at: granted_at,
      expires_at: kind === 7 ? null : new Date(granted_at.getTime() + length),
      is_prolonged: kind === 6 && pick(2) === 0,
      revoked_at: pick(5) === 0 ? new Date(granted_at.getTime() + pick(40) * dayMs) : null,
      reason: null,
      admin_id: null,
      created_at: granted_at,
    };
  });
  // As a change of grants stores them.
  return foldRows(rows).map(({ grant, term }) => (grant.duration_ms === null ? grant : { ...grant, ...term }));
}

const insert = (rows: readonly GrantRow[]) =>
  t.database.query(
    `INSERT INTO catalog.grants SELECT * FROM jsonb_populate_recordset(NULL::catalog.grants, $1::jsonb)`,
    [JSON.stringify(rows)],
  );

test('the list by entitlement, plan, end and state has each user that the fold gives a matching term, once', async () => {
  const app = await givenApplication(t);
  for (const code of ['pro', 'sync', 'export']) await givenEntitlement(t, app, code);
  for (const code of ['month', 'year']) await givenPlan(t, app, { code });
  const pick = numbers(7);
  const histories = new Map(
    Array.from({ length: 400 }, () => newId()).map((id) => [id, historyOf(id, app.id, pick)] as const),
  );
  await insert([...histories.values()].flat());
  // The same codes elsewhere are other users.
  await insert(historyOf(newId(), newId(), pick));
  for (let round = 0; round < 60; round += 1) {
    const from = day(pick(120) - 60);
    const end = [
      {},
      { expires_from: from },
      { expires_from: from, expires_until: new Date(from.getTime() + pick(20) * dayMs) },
    ];
    const wanted: WantedTerms = {
      ...[{}, { entitlement_code: 'pro' }, { entitlement_code: 'export' }][pick(3)],
      ...[{}, { plan_code: 'month' }, { plan_code: 'year' }][pick(3)],
      ...end[pick(3)],
      ...[{}, { access: 'active' as const }, { access: 'ended' as const }][pick(3)],
    };
    const expected = [...histories]
      .map(([user_id, rows]) => ({ user_id, terms: matchingTerms(rows, wanted, clock.now()) }))
      .filter(({ terms }) => terms.length > 0)
      .sort((a, b) => (a.user_id < b.user_id ? 1 : -1))
      .map(({ user_id, terms }) => `${user_id} ${JSON.stringify(terms)}`);
    const filter = JSON.parse(JSON.stringify(wanted)) as Filter;
    const list = (options: { is_scanning?: boolean; limit: number }) =>
      listAll(filter, { application_id: app.id, ...options });
    const isByEnd = wanted.access === 'ended' || wanted.expires_from !== undefined;
    const inOrder = (rows: string[]) => (isByEnd ? rows.toSorted().reverse() : rows);
    expect([filter, inOrder(await list({ limit: 200 }))]).toEqual([filter, expected]);
    expect([filter, inOrder(await list({ limit: 7 }))]).toEqual([filter, expected]);
    expect([filter, inOrder(await list({ limit: 50, is_scanning: true }))]).toEqual([filter, expected]);
  }
});

test('a few users among many are found by one answer, and many long ago page by page', async () => {
  const app = await givenApplication(t);
  for (const code of ['pro', 'rare']) await givenEntitlement(t, app, code);
  await givenPlan(t, app, { code: 'month' });
  const { id } = app;
  // The oldest 3,000 have access, the 60,000 after them had it; ten of these have the rare code.
  await t.database.query(
    `INSERT INTO catalog.grants (id, application_id, user_id, source, source_id, plan_code, entitlement_codes, granted_at, duration_ms,
       starts_at, expires_at, created_at)
     SELECT gen_random_uuid(), $1, uuidv7(n * interval '1 second'), 'admin', gen_random_uuid(), 'month',
       CASE WHEN n % 6000 = 5000 THEN ARRAY['pro', 'rare'] ELSE ARRAY['pro'] END, $2::timestamptz, 1000::bigint * d, $2::timestamptz,
       $2::timestamptz + d * interval '1 second', now()
     FROM (SELECT n, CASE WHEN n <= 3000 THEN 4000000 ELSE 60 END AS d FROM generate_series(1, 63000) AS n) AS people`,
    [id, day(-10)],
  );
  await t.database.query('VACUUM ANALYZE catalog.grants');
  const rare = await ask({ entitlement_code: 'rare', access: 'ended' }, { application_id: id });
  expect([rare.users.length, rare.next]).toEqual([10, null]);
  for (const filter of [{ entitlement_code: 'pro' }, { plan_code: 'month' }]) {
    const found = (await listAll(filter, { application_id: id })).map((user) => user.split(' ')[0] ?? '');
    expect([new Set(found).size, found.length]).toEqual([3_000, 3_000]);
    expect(found).toEqual(found.toSorted().reverse());
  }
});

test('many users whose access ends in a range are listed once each, those that end last first', async () => {
  const app = await givenApplication(t);
  for (const code of ['pro', 'sync', 'export']) await givenEntitlement(t, app, code);
  for (const code of ['month', 'year']) await givenPlan(t, app, { code });
  const pick = numbers(11);
  const histories = new Map(
    Array.from({ length: 2_500 }, () => newId()).map((id) => [id, historyOf(id, app.id, pick)] as const),
  );
  await insert([...histories.values()].flat());
  await t.database.query('VACUUM ANALYZE catalog.grants');
  const wantedOf = (filter: Filter): WantedTerms => ({
    ...filter,
    expires_from: filter.expires_from === undefined ? undefined : new Date(filter.expires_from),
    expires_until: filter.expires_until === undefined ? undefined : new Date(filter.expires_until),
  });
  const filters: Filter[] = [
    { access: 'ended' },
    { access: 'ended', entitlement_code: 'sync' },
    { expires_until: day(0).toISOString() },
    { expires_from: day(-40).toISOString() },
    { expires_from: day(-60).toISOString(), expires_until: day(60).toISOString(), plan_code: 'month' },
    { expires_from: day(-60).toISOString(), expires_until: day(-10).toISOString(), entitlement_code: 'pro' },
  ];
  for (const filter of filters) {
    const expected = [...histories]
      .map(([user_id, rows]) => ({ user_id, terms: matchingTerms(rows, wantedOf(filter), clock.now()) }))
      .filter(({ terms }) => terms.length > 0)
      .map(({ user_id, terms }) => `${user_id} ${JSON.stringify(terms)}`);
    for (const limit of [200, 37]) {
      const found = await listAll(filter, { application_id: app.id, limit });
      expect([filter, found.toSorted()]).toEqual([filter, expected.toSorted()]);
    }
  }
  const pages = await ask({ expires_from: day(0).toISOString() }, { application_id: app.id, limit: 50 });
  const ends = pages.users.map(({ end }) => end ?? '');
  expect(ends).toHaveLength(50);
  expect(ends).toEqual(ends.toSorted().reverse());
});

test('an unknown code is refused by its name, in place of an empty list', async () => {
  const elsewhere = await givenApplication(t);
  await givenPlan(t, elsewhere, { code: 'elsewhere' });
  await expect(ask({ entitlement_code: 'typo' })).rejects.toMatchObject({ code: 'entitlement_not_found' });
  await expect(ask({ plan_code: 'elsewhere' })).rejects.toMatchObject({ code: 'plan_not_found' });
  await expect(ask({ entitlement_code: 'typo' })).rejects.toThrow('no entitlement "typo"');
  expect((await ask({ entitlement_code: 'sync' })).users).toEqual([]);
});
