import type pg from 'pg';
import { streamOf } from './statement.ts';

/** More than the 10 s that the server gives a statement. */
const patienceMs = 12_000;
/** What is added where the server was told to give a statement longer. */
const marginMs = 2_000;
const lookMs = 1_000;

interface Watched {
  isIdle: boolean;
  bytesRead: number;
  patienceMs: number;
  /** For how long nothing came from the server. */
  quietMs: number;
  /** For how long nothing came although an answer is owed. */
  silentMs: number;
}

/**
 * Ends connections on which the server owes an answer and says nothing for longer than it lets a statement run. That limit
 * is gone with the server that keeps it: one that hangs, or whose machine is lost, tells nobody, and TCP waits for a quarter
 * of an hour. Where a transaction raises `statement_timeout`, the patience rises with it.
 *
 * It is the silence of a connection that counts and not the time of a query: of statements that were sent together, the
 * last one may rightly take as long as all of them.
 * @returns ends the watch
 */
export function endSilentConnections(pool: pg.Pool): () => void {
  const connections = new Map<pg.PoolClient, Watched>();

  pool.on('connect', (client) => {
    const watched: Watched = { isIdle: false, bytesRead: 0, patienceMs, quietMs: 0, silentMs: 0 };
    connections.set(client, watched);
    client.once('end', () => connections.delete(client));
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      watched.patienceMs = Math.max(watched.patienceMs, patienceFor(args[0]));
      return query(...args);
    }) as typeof client.query;
  });
  pool.on('acquire', (client) => {
    const watched = connections.get(client);
    if (watched) watched.isIdle = false;
  });
  pool.on('release', (_error, client) => {
    const watched = connections.get(client);
    if (watched) Object.assign(watched, { isIdle: true, patienceMs });
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
      if (watched.silentMs <= watched.patienceMs) continue;
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

/** What waits on the connection is rejected with this, and the pool opens another one. */
function end(client: pg.PoolClient): void {
  streamOf(client).destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }));
}

/** Whether a statement was sent and not answered to its end; the flag of pg that its own queue goes by. */
const isOwedAnAnswer = (client: pg.PoolClient): boolean =>
  (client as unknown as { readyForQuery: boolean }).readyForQuery === false;

const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

/** How long to wait behind a statement that changes how long the server gives one. */
function patienceFor(query: unknown): number {
  const text = typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '');
  if (!text.includes('statement_timeout')) return patienceMs;
  const [, amount, unit = 'ms'] = /statement_timeout'?\s*(?:=|,|\bTO\b)\s*'?(\d+)\s*(ms|s|min|h)?\b/i.exec(text) ?? [];
  if (amount === undefined) return patienceMs;
  // 0 is no limit.
  return Number(amount) === 0 ? Number.POSITIVE_INFINITY : Number(amount) * (units[unit] ?? 1) + marginMs;
}
