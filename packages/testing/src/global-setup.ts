import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRole, bootstrapDatabase, migrate, migratorRole, withDatabase } from '@platform/runtime';
import { startLocalPostgres } from '@platform/sandbox';
import { migrationsOf, servicesWithSchema } from './services-on-disk.ts';
import { diskFolderVariable, makeMemoryFolder } from './temporary-folders.ts';
import { templateDatabase, testPassword } from './test-database.ts';

/** Settings of a server whose data is not needed after the run. */
const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  // These passwords guard nothing; 4,096 iterations cost the client of each connection 3 ms.
  scram_iterations: '1',
};

/**
 * Once before all test files: temporary files in memory, a PostgreSQL server of this run, and a template
 * database with every schema in it. Answers how to stop the server, which global-teardown does.
 */
export default async function globalSetup(): Promise<void> {
  const memory = makeMemoryFolder();
  if (memory !== null) {
    process.env[diskFolderVariable] ??= tmpdir();
    process.env.TMPDIR = memory;
  }
  const dataDir = join(tmpdir(), `platform-test-${process.pid}`);
  const removeFiles = () => rm(memory ?? dataDir, { recursive: true, force: true, maxRetries: 3 });
  try {
    globalThis.stopTestPostgres = await startServer(dataDir, removeFiles);
  } catch (error) {
    await removeFiles();
    throw error;
  }
}

/** @returns what stops the server and removes its files */
async function startServer(dataDir: string, removeFiles: () => Promise<void>): Promise<() => Promise<void>> {
  const postgres = await startLocalPostgres({ dataDir: join(dataDir, 'postgres'), settings: throwawaySettings });
  try {
    await makeTemplate(postgres.socketUrl);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  process.env.TEST_POSTGRES_URL = postgres.socketUrl;
  return async () => {
    await postgres.stop();
    await removeFiles();
  };
}

/** The database with the schema of every service that each test database is a copy of. */
async function makeTemplate(superuserUrl: string): Promise<void> {
  const services = servicesWithSchema();
  await bootstrapDatabase({ superuserUrl, database: templateDatabase, services, passwordOf: () => testPassword });
  const databaseUrl = asRole(withDatabase(superuserUrl, templateDatabase), migratorRole, testPassword);
  for (const service of services) await migrate({ service, folder: migrationsOf(service), databaseUrl });
}

declare global {
  var stopTestPostgres: (() => Promise<void>) | undefined;
}
