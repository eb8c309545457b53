import { pgSchema } from 'drizzle-orm/pg-core';
import { baseConfig, databaseConfig, type Environment, loadConfig, loadEncryptionKeys } from '../config.ts';
import { createResealer } from '../crypto.ts';
import { openDatabase } from '../db/database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { idempotencyContext } from '../http/idempotency.ts';
import { messagingTables } from '../messaging/tables.ts';
import type { DatabaseServiceDefinition } from '../service.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { type ResealOutcome, resealColumns } from './reseal.ts';
import { type SealedColumn, sealedColumn } from './sealed-columns.ts';

/** Every column of a service that its keys seal: its own, and the stored answers of idempotency keys. */
export const resealedColumns = ({
  contract: { name },
  sealed,
}: Pick<DatabaseServiceDefinition, 'contract' | 'sealed'>): SealedColumn[] => [
  ...(sealed?.byService ?? []),
  sealedColumn(messagingTables(pgSchema(name)).idempotency_keys, 'body', {
    parts: ['scope', 'key'],
    contextOf: ({ scope, key }) => idempotencyContext(name, scope, key),
  }),
];

/**
 * Seals every stored secret of a service with its first key. Connects as the role of the service.
 * @throws ConfigError; Error while migrations are missing, since the columns may be those of another release
 */
export async function resealService(
  definition: DatabaseServiceDefinition,
  env: Environment,
  options: { log?: Log } = {},
): Promise<ResealOutcome> {
  const { name } = definition.contract;
  const config = loadConfig(name, baseConfig.extend({ ...databaseConfig.shape }), env);
  const keys = loadEncryptionKeys(name, env);
  const log = options.log ?? createLog(name, config.LOG_LEVEL);
  const database = openDatabase({
    url: config.DATABASE_URL,
    poolSize: 1,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
    service: `${name}-reseal`,
    log,
  });
  try {
    const pending = await pendingMigrations(database.pool, name, definition.migrations);
    if (pending > 0) throw new Error(`${pending} migration(s) are missing; run \`main.ts migrate\` first`);
    return await resealColumns({
      db: database.db,
      columns: resealedColumns(definition),
      resealer: createResealer(keys),
      log,
    });
  } finally {
    await database.close();
  }
}
