import { databaseError, fail, isAppError, Turns } from '@platform/runtime';
import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import type { SearchTurns } from './search-bulkhead.ts';

/** Connections that searches have at most, and their largest part of the pool. */
const maxConnections = 2;
const partOfPool = 1 / 4;
/** A search takes milliseconds, so a longer queue only delays the refusal. */
const waiting = 16;
const waitMs = 2_000;
const retryAfterSeconds = 2;
/** Limit of a statement. PostgreSQL sets it for this transaction alone. */
const statementMs = 500;
/** `query_canceled`: the statement took longer than it may. */
const tooLong = '57014';

/** Makes the bulkhead of a process. `connections` is the size of the pool that the searches run on. */
export function createSearchTurns({
  db,
  metrics,
  connections,
}: Pick<App, 'db' | 'metrics' | 'connections'>): SearchTurns {
  const atOnce = Math.max(1, Math.min(maxConnections, Math.floor(connections * partOfPool)));
  const message = 'Too many searches run: try again in a moment.';
  const turns = new Turns({ atOnce, ofOneKey: 1, waiting, waitMs, retryAfterSeconds, message });
  const refuse = (reason: 'queue_full' | 'statement_timeout', text: string, cause: unknown): never => {
    metrics.searchesRefused.inc({ reason });
    return fail('service_unavailable', { message: text, retryAfterSeconds, cause });
  };

  return {
    async run(siteId, work) {
      try {
        return await turns.run({ key: siteId }, () =>
          db.transaction(async (tx) => {
            // The planner does not count the cost of reading long tsvectors, which every plan without the
            // index needs.
            await tx.execute(sql`
              SELECT set_config('enable_seqscan', 'off', true), set_config('statement_timeout', ${String(statementMs)}, true)`);
            return work(tx);
          }),
        );
      } catch (error) {
        if (isAppError(error, 'rate_limited')) return refuse('queue_full', message, error);
        if (databaseError(error)?.code !== tooLong) throw error;
        return refuse('statement_timeout', 'The search takes too long: use rarer words.', error);
      }
    },
  };
}
