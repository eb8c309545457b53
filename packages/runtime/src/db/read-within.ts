import { sql } from 'drizzle-orm';
import type { Database, Tx } from './database.ts';
import { databaseError } from './database-error.ts';

/**
 * Runs a read whose time depends on the data; null when one of its statements takes longer than it may.
 * @param budgetMs time limit of each statement, in milliseconds
 */
export async function readWithin<T>(
  db: Pick<Database, 'transaction'>,
  budgetMs: number,
  read: (tx: Tx) => Promise<T>,
): Promise<T | null> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(budgetMs)}, true)`);
      return read(tx);
    });
  } catch (error) {
    // 57014: the statement took too long.
    if (databaseError(error)?.code === '57014') return null;
    throw error;
  }
}
