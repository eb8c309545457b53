import { once } from 'node:events';
import pg from 'pg';
import { startNode } from '../children.ts';
import type { Embedded } from '../embedded.ts';
import { type Copies, copyStatement } from './copies.ts';
import { auditLogStatements } from './generate-audit-log.ts';
import { auditStatements } from './generate-audits.ts';
import { cmsStatements } from './generate-cms.ts';
import { peopleStatement, peopleStatements, statesOfLedger } from './generate-people.ts';
import { purchaseStatements } from './generate-purchases.ts';
import { peopleReportStatements, purchaseReportStatements, staleHours } from './generate-reports.ts';
import { socialStatements } from './generate-social.ts';
import type { GeneratorStatement } from './generator-statement.ts';
import { makeOriginals, refreshCounts } from './originals.ts';

/** Settings of PostgreSQL while rows are written; measured is with those of the platform. */
const bulkSettings = {
  synchronous_commit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
};

/** With fewer, some tables would stay empty: there is one import of a site for each 10,000 people. */
const fewestPeople = 10_000;

/**
 * Fills a fresh platform with people of its demo application, registered evenly over the last year, each with
 * one record of the consent ledger, one device, two payments, three grants and one event; with a license key
 * for every tenth and a record of the audit log for each. Three people in a hundred are exceptions: a
 * canceled, a closed and a refunded payment. Its site and its brand have a text, an audited page, a form and
 * a post for each tenth or twentieth person. The rows are those that the services would have written, so that
 * every endpoint reads them.
 * @param client the database as its superuser
 * @throws RangeError for fewer than 10,000 people
 */
export async function generatePeople(
  embedded: Embedded,
  client: pg.Client,
  people: number,
  print: (text: string) => void,
): Promise<void> {
  if (!(people >= fewestPeople)) throw new RangeError(`at least ${fewestPeople} people are needed, not ${people}`);
  const { application_id, idp } = embedded.demo;
  print('originals');
  await makeOriginals(embedded);
  for (const [name, value] of Object.entries(bulkSettings)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.query('SELECT pg_reload_conf()');

  const values = [application_id, 'demo', people, idp.issuer];
  const run = async (database: pg.Client, statement: GeneratorStatement | Copies) => {
    const text = 'text' in statement ? statement.text : await copyStatement(database, statement);
    // Utility statements take no parameters; the values are ours.
    const filled = values.reduce<string>((sql, value, at) => sql.replaceAll(`$${at + 1}`, `'${value}'`), text);
    const began = performance.now();
    const { rowCount } = await database.query(filled);
    if ('table' in statement && !rowCount)
      throw new Error(`${statement.what}: there is no original in ${statement.table}`);
    print(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${statement.what}`);
  };
  /** Statements one after another, on a connection of their own. */
  const runInOrder = async (statements: readonly (GeneratorStatement | Copies)[]) => {
    const database = new pg.Client(embedded.databaseUrl);
    await database.connect();
    try {
      await database.query("SET work_mem = '256MB'");
      for (const statement of statements) await run(database, statement);
    } finally {
      await database.end();
    }
  };
  await client.query('CREATE SCHEMA IF NOT EXISTS bench');
  const indexes = await readPlainIndexes(client);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await runInOrder([peopleStatement]);
  await Promise.all([
    runProgram(embedded, 'identity/test/grow-ledger.ts').then(() => runInOrder([statesOfLedger])),
    runProgram(embedded, 'cms/test/grow-people.ts').then(() => runInOrder(socialStatements)),
    runInOrder([...purchaseStatements, ...purchaseReportStatements]),
    runInOrder([...peopleStatements, ...auditLogStatements, ...peopleReportStatements]),
    runInOrder([...cmsStatements, ...auditStatements]),
  ]);
  print('indexes');
  await buildIndexes(client, embedded.databaseUrl, indexes);
  for (const name of Object.keys(bulkSettings)) await client.query(`ALTER SYSTEM RESET ${name}`);
  await client.query('SELECT pg_reload_conf()');
  print('vacuum');
  await vacuum(client, embedded.databaseUrl);
  await client.query('CHECKPOINT');
  await runInOrder([staleHours]);
  await refreshCounts(embedded);
}

/** Runs a program of a service that writes rows which SQL cannot make. */
async function runProgram(embedded: Embedded, file: string): Promise<void> {
  const { application_id } = embedded.demo;
  const program = startNode(new URL(`../../../../services/${file}`, import.meta.url), {
    DATABASE_URL: embedded.databaseUrl,
    OWNER_ID: application_id,
    APPLICATION_ID: application_id,
    CMS_ENCRYPTION_KEYS: embedded.environment.CMS_ENCRYPTION_KEYS,
  });
  const [code] = await once(program, 'exit');
  if (code !== 0) throw new Error(`${file} ended with exit code ${code}`);
}

interface PlainIndex {
  name: string;
  definition: string;
}

/**
 * The indexes that are built faster over all rows than row by row, those with the most columns first. Unique
 * and exclusion indexes stay, and partial ones, which the jobs of the platform read all the time.
 */
async function readPlainIndexes(client: pg.Client): Promise<PlainIndex[]> {
  const { rows } = await client.query<PlainIndex>(
    `SELECT format('%I.%I', n.nspname, i.relname) AS name, pg_get_indexdef(i.oid) AS definition
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       JOIN pg_namespace n ON n.oid = t.relnamespace
      WHERE t.relkind = 'r' AND NOT t.relispartition AND NOT x.indisunique AND NOT x.indisexclusion AND x.indpred IS NULL
        AND n.nspname !~ '^(pg_|information_schema|bench)'
      ORDER BY x.indnatts DESC, i.relname`,
  );
  return rows;
}

/** Builds dropped indexes, two at a time. @throws Error when one is missing afterwards */
async function buildIndexes(client: pg.Client, databaseUrl: string, indexes: readonly PlainIndex[]): Promise<void> {
  const definitions = indexes.map(({ definition }) => definition);
  await runOnTwo(databaseUrl, ["SET maintenance_work_mem = '512MB'"], definitions);
  const built = new Set((await readPlainIndexes(client)).map(({ definition }) => definition));
  const missing = definitions.filter((definition) => !built.has(definition));
  if (missing.length > 0) throw new Error(`these indexes are missing: ${missing.join('; ')}`);
}

/** Runs statements on two connections, each as soon as one is free. */
async function runOnTwo(databaseUrl: string, before: readonly string[], statements: readonly string[]): Promise<void> {
  const waiting = statements.values();
  const clients = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  try {
    await Promise.all(
      clients.map(async (client) => {
        await client.connect();
        for (const statement of before) await client.query(statement);
        for (const statement of waiting) await client.query(statement);
      }),
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Gives every table its statistics and visibility map, and each partitioned table statistics as a whole. */
async function vacuum(client: pg.Client, databaseUrl: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format(CASE c.relkind WHEN 'p' THEN 'ANALYZE %I.%I' ELSE 'VACUUM (ANALYZE) %I.%I' END, n.nspname, c.relname) AS statement
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema|bench)'
      ORDER BY c.relkind = 'p', pg_relation_size(c.oid) DESC`,
  );
  await runOnTwo(
    databaseUrl,
    [],
    rows.map(({ statement }) => statement),
  );
}
