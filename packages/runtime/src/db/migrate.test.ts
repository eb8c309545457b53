import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  createTestDatabase,
  migrationsOf,
  servicesWithSchema,
  type TestDatabase,
  testPassword,
} from '@platform/testing';
import pg from 'pg';
import { asRole, bootstrapDatabase, migratorRole, withDatabase } from './bootstrap.ts';
import { migrate, pendingMigrations } from './migrate.ts';

interface Step {
  tag: string;
  when: number;
  sql: string;
}
const first: Step = { tag: '0000_init', when: 1_000, sql: 'CREATE SCHEMA probe; CREATE TABLE probe.one (id int);' };
const second: Step = { tag: '0001_two', when: 2_000, sql: 'CREATE TABLE probe.two (id int);' };

let database: TestDatabase;
let root: string;
beforeEach(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(join(tmpdir(), 'platform-migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

/** A folder as drizzle-kit writes it. */
async function folderWith(steps: Step[]): Promise<URL> {
  const folder = await mkdtemp(join(root, 'folder-'));
  await mkdir(join(folder, 'meta'));
  const entries = steps.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const step of steps) await writeFile(join(folder, `${step.tag}.sql`), step.sql);
  return pathToFileURL(folder);
}
const run = (folder: URL) =>
  migrate({ service: 'probe', folder, databaseUrl: database.superuserUrl, lockTimeoutMs: 1_000 });
const tables = async () =>
  (
    await database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'probe' ORDER BY 1",
    )
  ).map(({ name }) => name);
const pending = async (folder: URL): Promise<number> => {
  const pool = new pg.Pool({ connectionString: database.urlFor('catalog'), max: 1 });
  try {
    return await pendingMigrations(pool, 'probe', folder);
  } finally {
    await pool.end();
  }
};

test('migrations are applied in order, once', async () => {
  const folder = await folderWith([first, second]);
  expect(await run(folder)).toEqual({ applied: 2 });
  expect(await run(folder)).toEqual({ applied: 0 });
  expect(await tables()).toEqual(['one', 'two']);
});

test('concurrent runs wait for each other, and each migration is applied by one of them', async () => {
  const slow = { ...first, sql: `SELECT pg_sleep(0.3); ${first.sql}` };
  const folder = await folderWith([slow, second]);
  const results = await Promise.all(Array.from({ length: 4 }, () => run(folder)));
  expect(results.map(({ applied }) => applied).toSorted()).toEqual([0, 0, 0, 2]);
  expect(await tables()).toEqual(['one', 'two']);
});

test('all services migrate an empty server at once, and a repeat applies nothing', async () => {
  const services = servicesWithSchema();
  for (let round = 0; round < 5; round += 1) {
    const name = `${database.name}_${round}`;
    const server = { superuserUrl: database.superuserUrl, database: name, services };
    await bootstrapDatabase({ ...server, passwordOf: () => testPassword });
    const databaseUrl = asRole(withDatabase(database.superuserUrl, name), migratorRole, testPassword);
    const all = () =>
      Promise.all(services.map((service) => migrate({ service, folder: migrationsOf(service), databaseUrl })));
    try {
      for (const { applied } of await all()) expect(applied).toBeGreaterThan(0);
      // The same again, as with every release.
      expect(await all()).toEqual(services.map(() => ({ applied: 0 })));
    } finally {
      await database.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  }
});

test('a migration that waits for a table lock gives up after the lock timeout, so that readers of the table do not wait long', async () => {
  await run(await folderWith([first]));
  const owner = new pg.Client({ connectionString: database.superuserUrl });
  const reader = new pg.Client({ connectionString: database.superuserUrl });
  await Promise.all([owner.connect(), reader.connect()]);
  await owner.query('BEGIN; SELECT * FROM probe.one');
  const folder = await folderWith([first, { ...second, sql: 'ALTER TABLE probe.one ADD COLUMN name text' }]);
  const migrated = expect(run(folder)).rejects.toMatchObject({ cause: { code: '55P03' } });
  await setTimeout(200);
  // The migration gives way while the lock is still held.
  await reader.query('SELECT * FROM probe.one');
  await migrated;
  await owner.query('COMMIT');
  expect(await run(folder)).toEqual({ applied: 1 });
  await Promise.all([owner.end(), reader.end()]);
});

test('a migration waits ten seconds for a table lock by default', async () => {
  const sql = "CREATE SCHEMA probe; CREATE TABLE probe.one AS SELECT current_setting('lock_timeout') AS lock_timeout";
  await migrate({
    service: 'probe',
    folder: await folderWith([{ ...first, sql }]),
    databaseUrl: database.superuserUrl,
  });
  expect(await database.query('SELECT lock_timeout FROM probe.one')).toEqual([{ lock_timeout: '10s' }]);
});

test('a migration that takes longer than the lock timeout is waited for by the next', async () => {
  const slow = { ...first, sql: `SELECT pg_sleep(1.5); ${first.sql}` };
  const folder = await folderWith([slow]);
  const results = await Promise.all([run(folder), run(folder)]);
  expect(results.map(({ applied }) => applied).toSorted()).toEqual([0, 1]);
});

test('a migration that is older than the newest applied one is reported, not skipped in silence', async () => {
  await run(await folderWith([first, { ...second, when: 3_000 }]));
  const late: Step = { tag: '0002_late', when: 2_500, sql: 'CREATE TABLE probe.late (id int);' };
  const folder = await folderWith([first, { ...second, when: 3_000 }, late]);
  await expect(run(folder)).rejects.toThrow('probe: 1 migration(s) were skipped');
  expect(await pending(folder)).toBe(1);
});

test('a migration that fails leaves nothing behind, and works after a fix', async () => {
  await run(await folderWith([first]));
  const broken = { ...second, sql: 'CREATE TABLE probe.two (id int); SELECT 1/0;' };
  await expect(run(await folderWith([first, broken]))).rejects.toThrow();
  expect(await tables()).toEqual(['one']);
  expect(await run(await folderWith([first, second]))).toEqual({ applied: 1 });
});

test('each migration commits before the next begins', async () => {
  const sql = 'CREATE SCHEMA probe; CREATE TABLE probe.one (id int); CREATE TABLE probe.ids (id xid8)';
  const note = 'INSERT INTO probe.ids VALUES (pg_current_xact_id())';
  const folder = await folderWith(
    [first, second].map((step, n) => ({ ...step, sql: n === 0 ? `${sql}; ${note}` : note })),
  );
  await run(folder);
  const [row] = await database.query('SELECT count(DISTINCT id)::int AS transactions FROM probe.ids');
  expect(row).toEqual({ transactions: 2 });
});

test('migrations before one that fails stay applied', async () => {
  const broken = { ...second, sql: 'CREATE TABLE probe.two (id int); SELECT 1/0;' };
  await expect(run(await folderWith([first, broken]))).rejects.toThrow('probe: the migration 0001_two failed');
  expect(await tables()).toEqual(['one']);
  expect(await run(await folderWith([first, second]))).toEqual({ applied: 1 });
});

test('the journal lives outside the schema of the service, in a table of its own that every service may read', async () => {
  await run(await folderWith([first]));
  const [row] = await database.query('SELECT count(*)::int AS n FROM migrations.probe');
  expect(row).toEqual({ n: 1 });
  expect(await tables()).toEqual(['one']);
  const own = await database.query("SELECT 1 FROM information_schema.tables WHERE table_schema = 'drizzle'");
  expect(own).toEqual([]);
  const reader = new pg.Client({ connectionString: database.urlFor('billing') });
  await reader.connect();
  expect((await reader.query('SELECT count(*)::int AS n FROM migrations.probe')).rows).toEqual([{ n: 1 }]);
  await expect(reader.query('DELETE FROM migrations.probe')).rejects.toThrow(/permission denied/);
  await reader.end();
});

test('pending migrations are counted: a process with newer migrations is not ready, an older one is', async () => {
  const older = await folderWith([first]);
  const newer = await folderWith([first, second]);
  expect(await pending(newer)).toBe(2);
  await run(older);
  expect([await pending(older), await pending(newer)]).toEqual([0, 1]);
  await run(newer);
  // The process of the release before goes on serving while the new one is rolled out.
  expect([await pending(older), await pending(newer)]).toEqual([0, 0]);
});
