import type pg from 'pg';
import type { Tx } from './database.ts';
import { clientOf, runStatement, streamOf } from './statement.ts';

/** More than the 10 s that the server gives a statement. */
const patienceMs = 12_000;
/** Added to the patience where the server has a longer statement timeout. */
const marginMs = 2_000;
const lookMs = 1_000;

/** How long to wait on connections whose transaction gives statements longer. */
const raised = new WeakMap<pg.PoolClient, number>();
const raise = { name: 'allow_seconds', text: "SELECT set_config('statement_timeout', $1, true)" };

/**
 * Lets each statement of a transaction take so many seconds instead of 10. Setting `statement_timeout` alone would not do:
 * a server that says nothing for longer than it may counts as one that hangs.
 */
export async function allowSeconds(tx: Tx, seconds: number): Promise<void> {
  raisePatience(clientOf(tx), seconds);
  await runStatement(tx, raise, [`${seconds}s`]);
}

/** Waits on a connection, until it is back in the pool, for as long as its statements may take. */
export function raisePatience(client: pg.PoolClient, statementSeconds: number): void {
  raised.set(client, Math.max(patienceMs, statementSeconds * 1_000 + marginMs));
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
 * Ends connections on which the server owes an answer and is silent for longer than its statement timeout.
 * The server that enforces this timeout may itself be gone: a server that hangs, or whose machine is lost,
 * sends no error, and TCP waits for a quarter of an hour. A transaction that may take longer
 * ({@link allowSeconds}) may also be silent for longer.
 *
 * The silence of a connection counts and not the time of a query: the last of several pipelined statements
 * may take as long as all of them.
 * @returns ends the watch
 */
export function endSilentConnections(pool: pg.Pool): () => void {
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

  const look = () => {
    let isServerSilent = false;
    for (const [client, watched] of connections) {
      const { bytesRead } = streamOf(client);
      const isQuiet = bytesRead === watched.bytesRead;
      watched.bytesRead = bytesRead;
      // Looks are added up and the clock is not asked: while this process itself stood still, it did not listen.
      watched.quietMs = isQuiet ? watched.quietMs + lookMs : 0;
      watched.silentMs = isQuiet && isOwedAnAnswer(client) ? watched.silentMs + lookMs : 0;
      if (watched.silentMs <= (raised.get(client) ?? patienceMs)) continue;
      isServerSilent = true;
      end(client);
    }
    if (!isServerSilent) return;
    // The idle ones lead to the same server, and would each cost a request as long a wait.
    for (const [client, { isIdle, quietMs }] of connections) if (isIdle && quietMs > patienceMs) end(client);
  };
  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
}

/**
 * Statements that wait on the connection are rejected with this error, and the pool opens another
 * connection.
 */
function end(client: pg.PoolClient): void {
  streamOf(client).destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }));
}

/** Whether a statement was sent and not answered to its end; the flag of pg that its own queue goes by. */
const isOwedAnAnswer = (client: pg.PoolClient): boolean =>
  (client as unknown as { readyForQuery: boolean }).readyForQuery === false;
