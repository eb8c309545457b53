import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate, newId } from '@platform/runtime';
import { createTestDatabase, type TestDatabase } from '@platform/testing';
import { foldRows } from '../src/grants/change-grants.ts';
import { type GrantRow, grantColumns } from '../src/grants/grant-rows.ts';

/** Rows that the release before terms were folded has written, during the upgrade too. */

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const day = (days: number) => new Date(start + days * dayMs);
const application_id = newId();

let database: TestDatabase;
let folder: string;
const migrateFrom = (path: string) =>
  migrate({ service: 'catalog', folder: pathToFileURL(path), databaseUrl: database.superuserUrl });

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query('DROP SCHEMA catalog CASCADE');
  await database.query('DROP TABLE migrations.catalog');
  await database.query('CREATE SCHEMA catalog');
  folder = await mkdtemp(join(tmpdir(), 'platform-migrations-'));
  await cp(migrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
  const before = journal.entries.findIndex(({ tag }) => tag === '0005_fold_terms');
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, before) }));
  await migrateFrom(folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

interface OldRow {
  user_id: string;
  source: string;
  plan_id?: string;
  starts: number;
  ends: number | null;
  created: number;
  revoked?: number;
}
const insert = ({ user_id, source, plan_id = newId(), starts, ends, created, revoked }: OldRow) =>
  database.query(
    `INSERT INTO catalog.grants
       (id, application_id, user_id, source, source_id, plan_id, plan_code, entitlement_codes, starts_at, expires_at, created_at, revoked_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'month', ARRAY['pro'], $7, $8, $9, $10)`,
    [
      newId(),
      application_id,
      user_id,
      source,
      newId(),
      plan_id,
      day(starts),
      ends === null ? null : day(ends),
      day(created),
      revoked === undefined ? null : day(revoked),
    ],
  );
const termsOf = async (user_id: string) => {
  const rows = await database.query<GrantRow>(`SELECT ${grantColumns} FROM catalog.grants WHERE user_id = $1`, [
    user_id,
  ]);
  const toDay = (date: Date | null) => date && (date.getTime() - start) / dayMs;
  return foldRows(rows).map(({ term }) => [toDay(term.starts_at), toDay(term.expires_at)]);
};

test('grants of the release before give back the time that was lost, and explicit dates stay', async () => {
  const [lost, overlapping, dated] = [newId(), newId(), newId()];
  const [byPlan, forLife, during] = [newId(), newId(), newId()];
  const plan_id = newId();
  await database.query(
    `INSERT INTO catalog.applications (id, code, name, status, payments_enabled, offline_grace_days, return_url_schemes, created_at, updated_at)
     VALUES ($1, 'demo', 'Demo', 'active', true, 7, '{}', now(), now())`,
    [application_id],
  );
  await database.query(
    `INSERT INTO catalog.plans (id, application_id, code, name, billing_type, duration_days, is_lifetime, status, created_at)
     VALUES ($1, $2, 'month', 'Month', 'recurring', 30, false, 'active', now())`,
    [plan_id, application_id],
  );
  // Bought twice, the first one refunded on the tenth day.
  await insert({ user_id: lost, source: 'payment', starts: 0, ends: 30, created: 0, revoked: 10 });
  await insert({ user_id: lost, source: 'payment', starts: 30, ends: 60, created: 5 });
  // A license and a purchase that ran side by side.
  await insert({ user_id: overlapping, source: 'license', starts: 0, ends: 30, created: 0 });
  await insert({ user_id: overlapping, source: 'payment', starts: 1, ends: 31, created: 1 });
  await insert({ user_id: dated, source: 'admin', plan_id, starts: 0, ends: 90, created: 0 });
  await insert({ user_id: byPlan, source: 'admin', plan_id, starts: 0, ends: 30, created: 0 });
  await insert({ user_id: byPlan, source: 'payment', starts: 0, ends: 30, created: 2 });
  await insert({ user_id: forLife, source: 'payment', starts: 0.001, ends: null, created: 0 });
  await insert({ user_id: forLife, source: 'payment', starts: 1, ends: 31, created: 1 });
  await migrateFrom(migrations);
  // The release before goes on writing while the upgrade runs.
  await insert({ user_id: during, source: 'payment', starts: 0, ends: 30, created: 0 });
  await insert({ user_id: during, source: 'license', starts: 3, ends: 33, created: 3 });
  await insert({ user_id: dated, source: 'payment', starts: 1, ends: 31, created: 1 });

  expect(await termsOf(lost)).toEqual([
    [0, 10],
    [10, 40],
  ]);
  expect(await termsOf(overlapping)).toEqual([
    [0, 30],
    [30, 60],
  ]);
  expect(await termsOf(dated)).toEqual([
    [0, 90],
    [1, 31],
  ]);
  expect(await termsOf(byPlan)).toEqual([
    [0, 30],
    [30, 60],
  ]);
  expect((await termsOf(forLife))[0]?.[1]).toBeNull();
  expect(await termsOf(during)).toEqual([
    [0, 30],
    [30, 60],
  ]);
});
