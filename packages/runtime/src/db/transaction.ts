import { drizzle, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database, Pool, Tx } from './database.ts';
import { isDatabaseDown } from './database-error.ts';
import { corkUntilNextTick, type Statement } from './statement.ts';

interface End {
  /** Sent together with the COMMIT. */
  statements: { statement: Statement; values: unknown[] }[];
  /** Called once each when it is committed. */
  after: Set<() => void>;
}

const ends = new WeakMap<Tx, End>();

const endOf = (tx: Tx): End => {
  const end = ends.get(tx);
  if (!end) throw new Error('there is no transaction to end');
  return end;
};

/**
 * Runs a statement at the end of the transaction, in one message with its COMMIT: one round trip less. Its
 * result is not available. When it fails, nothing is committed and the transaction rejects with its error.
 */
export function runAtCommit(tx: Tx, statement: Statement, values: unknown[]): void {
  endOf(tx).statements.push({ statement, values });
}

/**
 * Calls `work` once the transaction is committed; given again, it is still called once. It must not throw.
 */
export function afterCommit(tx: Tx, work: () => void): void {
  endOf(tx).after.add(work);
}

/** Calls `work` once a write through `db` is durable: at the commit of a transaction, at once on the pool. */
export function afterWrite(db: Database | Tx, work: () => void): void {
  const end = ends.get(db as Tx);
  if (end) end.after.add(work);
  else work();
}

/**
 * Transactions in few round trips: BEGIN is sent with the first statement, COMMIT with what {@link
 * runAtCommit} was given. Every connection comes back to the pool, and a broken one is thrown away.
 */
export function transactions(pool: Pool): Database['transaction'] {
  const bound = new WeakMap<pg.PoolClient, TransactionParts>();
  return async (work) => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      const { dialect, session } = bound.get(client) ?? partsOf(client);
      bound.set(client, { dialect, session });
      const tx: Tx = new NodePgTransaction(dialect, session, undefined);
      const end: End = { statements: [], after: new Set() };
      ends.set(tx, end);
      corkUntilNextTick(client);
      const begun = client.query('BEGIN');
      // Without its BEGIN the work fails as well, with an error that says more.
      begun.catch(() => {});
      try {
        const result = await work(tx);
        corkUntilNextTick(client);
        const queries = [
          begun,
          ...end.statements.map(({ statement, values }) => client.query({ ...statement, values })),
        ];
        const [committed] = await awaitAll([client.query('COMMIT'), ...queries]);
        // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and not with an error.
        if (committed?.command !== 'COMMIT') throw new Error('the transaction was rolled back');
        for (const work of end.after) work();
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => {
          isBroken = true;
        });
        throw error;
      }
    } catch (error) {
      isBroken ||= isDatabaseDown(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
}

interface TransactionParts {
  dialect: ConstructorParameters<typeof NodePgTransaction>[0];
  session: ConstructorParameters<typeof NodePgTransaction>[1];
}

/** The class of drizzle's own transactions. */
const partsOf = (client: pg.PoolClient): TransactionParts => drizzle(client) as unknown as TransactionParts;

/**
 * Waits for all, so that nothing is left in flight, then gives the results or throws the first failure but
 * the first one's.
 */
async function awaitAll(queries: Promise<pg.QueryResult>[]): Promise<pg.QueryResult[]> {
  const outcomes = await Promise.allSettled(queries);
  const failed = [...outcomes.slice(1), ...outcomes.slice(0, 1)].find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
