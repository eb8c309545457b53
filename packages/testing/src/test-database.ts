import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { encryptionKeysVariable, upstreamNames } from '@platform/contracts';
import { asRole, contextKeysEnvironment, sha256, withDatabase } from '@platform/runtime';
import pg from 'pg';

export const templateDatabase = 'platform_template';
/**
 * Password of every role of the test server, which listens on the loopback address only and lives for one
 * run.
 */
export const testPassword = 'test-only';

export interface TestDatabase {
  name: string;
  superuserUrl: string;
  /** Connection of a service, as its own role. */
  urlFor(service: string): string;
  /** Runs SQL as superuser, past every privilege. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A fresh database for one test file, cloned from the template in a few milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES_URL;
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: run tests with `make test`');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // A copy of files in memory takes half the time of a copy through the write-ahead log.
  await administrator(server).query(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`);
  const superuserUrl = withDatabase(server, name);
  const pool = new pg.Pool({ connectionString: superuserUrl, max: 2 });
  pool.on('error', () => {});
  // Default privileges and grants were cloned; the right to connect is the server's default.
  return {
    name,
    superuserUrl,
    urlFor: (service) => asRole(superuserUrl, service, testPassword),
    query: async (text, values) => (await pool.query(text, values)).rows,
    async drop() {
      await pool.end();
      await untilUnused(server, name);
      await administrator(server).query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Waits, for half a second at most, until no connection is left. The server may still have to process the end
 * of connections of a closed pool. A connection that FORCE terminates before that causes an error in its
 * client.
 */
async function untilUnused(server: string, database: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { rowCount } = await administrator(server).query('SELECT FROM pg_stat_activity WHERE datname = $1 LIMIT 1', [
      database,
    ]);
    if (rowCount === 0) return;
    await sleep(50);
  }
}

/** The context secret of the gateway, in tests that stand for it. */
export const testContextSecret = 'test-context-secret-test-context-secret';

/** The keys of stored secrets of a service in tests: no service opens what another one sealed. */
export const testEncryptionKeys = (service: string): string =>
  `test:${Buffer.from(sha256(`encryption key of ${service}`), 'hex').toString('base64')}`;

/** Environment of every service against this database, with throwaway secrets. */
export const testEnvironment = (database: TestDatabase): Record<string, string> => ({
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
  ...contextKeysEnvironment(testContextSecret, upstreamNames),
  ...Object.fromEntries(upstreamNames.map((name) => [encryptionKeysVariable(name), testEncryptionKeys(name)])),
  PUBLIC_API_URL: 'http://platform.test',
  DATABASE_URL: database.superuserUrl,
});

let administrators: { server: string; pool: pg.Pool } | null = null;

/**
 * Connections of this runner that create and drop databases. Its suites share them: a new connection takes
 * 25 ms.
 */
function administrator(server: string): pg.Pool {
  if (administrators?.server !== server) {
    const pool = new pg.Pool({ connectionString: server, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
    pool.on('error', () => {});
    administrators = { server, pool };
  }
  return administrators.pool;
}
