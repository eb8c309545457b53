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
import { reportStatements } from './generate-reports.ts';
import { socialStatements } from './generate-social.ts';
import { makeOriginals, refreshCounts } from './originals.ts';

/**
 * A statement of the generator: `$1` application, `$2` its code, `$3` number of people, `$4` issuer of
 * tokens.
 */
export interface GeneratorStatement {
  what: string;
  text: string;
}

/** Settings of PostgreSQL while rows are written; measured is with those of the platform. */
const bulkSettings = {
  synchronous_commit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
};

/**
 * Fills a fresh platform with people of its demo application, registered evenly over the last year, each with
 * one record of the consent ledger, one device, two payments, three grants and one event; with a license key
 * for every tenth and a record of the audit log for each. Three people in a hundred are exceptions: a
 * canceled, a closed and a refunded payment. Its site and its brand have a text, an audited page, a form and
 * a post for each tenth or twentieth person. The rows are those that the services would have written, so that
 * every endpoint reads them.
 * @param client the database as its superuser
 */
export async function generatePeople(
  embedded: Embedded,
  client: pg.Client,
  people: number,
  print: (text: string) => void,
): Promise<void> {
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
  const inTurn = async (statements: readonly (GeneratorStatement | Copies)[]) => {
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
  await inTurn([peopleStatement]);
  await Promise.all([
    runProgram(embedded, 'identity/test/grow-ledger.ts').then(() => inTurn([statesOfLedger])),
    runProgram(embedded, 'cms/test/grow-people.ts').then(() => inTurn(socialStatements)),
    inTurn([...peopleStatements, ...purchaseStatements, ...auditLogStatements, ...reportStatements]),
    inTurn([...cmsStatements, ...auditStatements]),
  ]);
  for (const name of Object.keys(bulkSettings)) await client.query(`ALTER SYSTEM RESET ${name}`);
  await client.query('SELECT pg_reload_conf()');
  print('vacuum');
  await vacuum(embedded.databaseUrl);
  await client.query('CHECKPOINT');
  await refreshCounts(embedded);
}

/** Runs a program of a service that writes rows which SQL cannot make. */
async function runProgram(embedded: Embedded, file: string): Promise<void> {
  const { application_id } = embedded.demo;
  const program = startNode(new URL(`../../../../services/${file}`, import.meta.url), {
    ...{ DATABASE_URL: embedded.databaseUrl, OWNER_ID: application_id, APPLICATION_ID: application_id },
    CMS_ENCRYPTION_KEYS: embedded.environment.CMS_ENCRYPTION_KEYS,
  });
  const [code] = await once(program, 'exit');
  if (code !== 0) throw new Error(`${file} ended with exit code ${code}`);
}

/** Gives every table its statistics and visibility map, two at a time. */
async function vacuum(databaseUrl: string): Promise<void> {
  const clients = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [first] = clients;
    const tables = await first?.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema|bench)' ORDER BY pg_relation_size(c.oid) DESC`,
    );
    const names = tables?.rows.map(({ name }) => name) ?? [];
    await Promise.all(
      clients.map(async (client) => {
        for (let name = names.shift(); name !== undefined; name = names.shift())
          await client.query(`VACUUM (ANALYZE) ${name}`);
      }),
    );
    // Statistics of partitioned tables as a whole.
    await first?.query('ANALYZE');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
