import type pg from 'pg';

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Runs the queries of a connection with a callback and gives the caller a promise of its own. The promise of
 * pg holds the rows reachable behind the answer: they survive the young generation, and reads of hundreds of
 * rows pay for it with pauses of tens of milliseconds. A query with a callback, or with a `submit` of its
 * own, is left as it is.
 */
export function queryByCallback(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const promised: Query = (config, values, callback) => {
    const isOwn = typeof (config as { submit?: unknown } | null)?.submit === 'function';
    if (isOwn || typeof values === 'function' || callback !== undefined) return query(config, values, callback);
    return new Promise((resolve, reject) => {
      query(config, values, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    }).catch((error: Error) => {
      // The stack of the caller, as pg has it, instead of that of the socket.
      Error.captureStackTrace(error);
      throw error;
    });
  };
  client.query = promised as typeof client.query;
}
