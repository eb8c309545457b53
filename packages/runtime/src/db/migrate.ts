import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';

/**
 * The journals live here, one table a service: a shared journal would make services hide each other's
 * migrations.
 */
const journalSchema = 'migrations';

interface Journal {
  entries: { tag: string; when: number }[];
}

const readJournal = async (folder: URL): Promise<Journal> =>
  JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as Journal;

/** A folder address that ends in a slash, so that relative addresses resolve inside of it. */
const asFolder = (folder: URL): URL => (folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`));

/** A statement that waits for a table lock blocks all statements queued behind it, also reads. */
const defaultLockTimeoutMs = 10_000;

/**
 * Brings the schema of one service to the newest version. Safe to run at once from many processes and for many
 * services: session advisory locks on a connection of its own let those of one service through one by one,
 * and all of them where they share the schema of the journals. A table that stays locked for longer than the
 * lock timeout fails the migration. The ones before it stay applied, and the call may be repeated.
 * @param options.lockTimeoutMs 10 s when absent
 * @throws Error that names the failed migration, with the error of PostgreSQL as its cause
 * @throws Error when a migration of the folder is older than the newest applied one and not applied itself
 */
export async function migrate(options: {
  service: string;
  folder: URL;
  databaseUrl: string;
  lockTimeoutMs?: number;
}): Promise<{ applied: number }> {
  const folder = asFolder(options.folder);
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: `migrate-${options.service}`,
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`migrate:${options.service}`]);
    await prepareJournals(client);
    // Not before: another migration that is running may take its time.
    await client.query(`SET lock_timeout = ${options.lockTimeoutMs ?? defaultLockTimeoutMs}`);
    const before = await countApplied(client, options.service);
    const { entries } = await readJournal(folder);
    await applyMigrations(client, options.service, folder, entries);
    const after = await countApplied(client, options.service);
    if (after < entries.length) {
      throw new Error(
        `${options.service}: ${entries.length - after} migration(s) were skipped because newer ones are applied`,
      );
    }
    return { applied: after - before };
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` while no other migration changes what all services share. Two at once would trip over each other's rows in
 * the catalogs of PostgreSQL.
 */
async function changeShared(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  const lock = [`migrate schema ${journalSchema}`];
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', lock);
  try {
    await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lock);
  }
}

/** Makes the schema that all services share. */
const prepareJournals = (client: pg.Client): Promise<void> =>
  changeShared(client, async () => {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${journalSchema}`);
    await client.query(`GRANT USAGE ON SCHEMA ${journalSchema} TO PUBLIC`);
  });

/** Makes the extensions of a migration before its transaction: `IF NOT EXISTS` fails where two make one at once. */
async function prepareExtensions(client: pg.Client, sql: readonly string[]): Promise<void> {
  const statements = sql.flatMap((text) => text.match(/^CREATE EXTENSION IF NOT EXISTS \w+;?$/gm) ?? []);
  if (statements.length === 0) return;
  await changeShared(client, async () => {
    for (const statement of statements) await client.query(statement);
  });
}

/**
 * Applies what is newer than the newest applied migration. The journal is the table of drizzle's migrator.
 * Unlike that one, it commits each migration separately: in one transaction, a weak lock of one migration and
 * a stronger lock of the next on the same table deadlock with writers.
 */
async function applyMigrations(
  client: pg.Client,
  service: string,
  folder: URL,
  entries: Journal['entries'],
): Promise<void> {
  const journal = `${journalSchema}.${client.escapeIdentifier(service)}`;
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${journal} (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  await client.query(`GRANT SELECT ON ${journal} TO PUBLIC`);
  const { rows } = await client.query<{ newest: string | null }>(`SELECT max(created_at) AS newest FROM ${journal}`);
  const newest = Number(rows[0]?.newest ?? 0);
  const files = readMigrationFiles({ migrationsFolder: fileURLToPath(folder) });
  for (const [n, { sql, hash, folderMillis }] of files.entries()) {
    if (folderMillis <= newest) continue;
    try {
      await prepareExtensions(client, sql);
      await client.query('BEGIN');
      for (const statement of sql) await client.query(statement);
      await client.query(`INSERT INTO ${journal} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis]);
      await client.query('COMMIT');
    } catch (cause) {
      // The end of the connection rolls the transaction back.
      throw new Error(`${service}: the migration ${entries[n]?.tag} failed`, { cause });
    }
  }
}

/** How many migrations of a service wait to be applied; 0 means that the process may serve. */
export async function pendingMigrations(pool: pg.Pool, service: string, folder: URL): Promise<number> {
  const { entries } = await readJournal(asFolder(folder));
  return Math.max(0, entries.length - (await countApplied(pool, service)));
}

async function countApplied(client: pg.Client | pg.Pool, service: string): Promise<number> {
  const table = `${journalSchema}.${pg.escapeIdentifier(service)}`;
  const exists = await client.query<{ table: string | null }>('SELECT to_regclass($1)::text AS "table"', [table]);
  if (exists.rows[0]?.table == null) return 0;
  const counted = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return Number(counted.rows[0]?.count ?? 0);
}
