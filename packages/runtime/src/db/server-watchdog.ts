import type pg from 'pg';
import type { Tx } from './database.ts';
import { clientOf, defineStatement, runStatement, streamOf } from './statement.ts';

/** Added to a statement timeout that a transaction raised. */
const marginMs = 2_000;

/** Watchdog timeout of connections whose transaction raised its statement timeout, in milliseconds. */
const raised = new WeakMap<pg.PoolClient, number>();
const raise = defineStatement({
  name: 'raise_statement_timeout',
  text: "SELECT set_config('statement_timeout', $1, true)",
});

/**
 * Raises the statement timeout of a transaction to `seconds`. Setting `statement_timeout` alone is
 * not enough: the watchdog ends a connection on which the server is silent for longer than the timeout.
 */
export async function raiseStatementTimeout(tx: Tx, seconds: number): Promise<void> {
  extendWatchdog(clientOf(tx), seconds);
  await runStatement(tx, raise, [`${seconds}s`]);
}

/** Raises the watchdog timeout of a connection until its release to the pool. */
export function extendWatchdog(client: pg.PoolClient, statementSeconds: number): void {
  raised.set(client, statementSeconds * 1_000 + marginMs);
}

interface Watched {
  isIdle: boolean;
  bytesRead: number;
  /** For how long nothing came from the server. */
  quietMs: number;
  /** For how long nothing came although an answer is owed. */
  silentMs: number;
}

/**
 * Watchdog: ends connections on which the server owes an answer and is silent for longer than its statement
 * timeout. The server that enforces this timeout may itself be gone: a server that hangs, or whose machine is
 * lost, sends no error, and TCP waits for a quarter of an hour. A transaction that may take longer ({@link
 * raiseStatementTimeout}) may also be silent for longer.
 *
 * The silence of a connection counts and not the time of a query: the last of several pipelined statements
 * may take as long as all of them.
 * @param statementTimeoutMs of the pool's connections; the watchdog waits a fifth longer
 * @returns ends the watch
 */
export function endSilentConnections(pool: pg.Pool, statementTimeoutMs: number): () => void {
  const longestSilenceMs = statementTimeoutMs * 1.2;
  const checkMs = statementTimeoutMs / 10;
  const connections = new Map<pg.PoolClient, Watched>();

  pool.on('connect', (client) => {
    connections.set(client, { isIdle: false, bytesRead: 0, quietMs: 0, silentMs: 0 });
    client.once('end', () => connections.delete(client));
  });
  pool.on('acquire', (client) => {
    const watched = connections.get(client);
    if (watched) watched.isIdle = false;
  });
  pool.on('release', (_error, client) => {
    const watched = connections.get(client);
    if (watched) watched.isIdle = true;
    raised.delete(client);
  });

  const check = () => {
    let isServerSilent = false;
    for (const [client, watched] of connections) {
      const { bytesRead } = streamOf(client);
      const isQuiet = bytesRead === watched.bytesRead;
      watched.bytesRead = bytesRead;
      // Checks are counted, not the clock: time in which this process itself stood still does not count.
      watched.quietMs = isQuiet ? watched.quietMs + checkMs : 0;
      watched.silentMs = isQuiet && isOwedAnAnswer(client) ? watched.silentMs + checkMs : 0;
      if (watched.silentMs <= Math.max(longestSilenceMs, raised.get(client) ?? 0)) continue;
      isServerSilent = true;
      end(client);
    }
    if (!isServerSilent) return;
    // The idle ones lead to the same server, and would each cost a request as long a wait.
    for (const [client, { isIdle, quietMs }] of connections) if (isIdle && quietMs > longestSilenceMs) end(client);
  };
  const timer = setInterval(check, checkMs).unref();
  return () => clearInterval(timer);
}

/**
 * Statements that wait on the connection are rejected with this error, and the pool opens another
 * connection.
 */
function end(client: pg.PoolClient): void {
  streamOf(client).destroy(Object.assign(new Error('the database stopped answering'), { code: 'ETIMEDOUT' }));
}

/** Whether a statement was sent and not answered to its end; the flag of pg that its own queue goes by. */
const isOwedAnAnswer = (client: pg.PoolClient): boolean =>
  (client as unknown as { readyForQuery: boolean }).readyForQuery === false;
