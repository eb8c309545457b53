import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Endpoint,
  isAdminRead,
  listStatementSeconds,
  type PlatformContext,
  StreamedBody,
} from '@platform/contracts/kit';
import { databaseError } from '../db/database-error.ts';
import { listConnections } from '../db/reports-pool.ts';
import { AppError } from '../errors.ts';
import { currentScope, runInScope } from '../scope.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { type Caller, Turns } from '../turns.ts';
import type { Reply } from './reply.ts';

/** Runs the reads of administrators: no more at once than the reports pool has connections. */
export interface AdminReads {
  /**
   * Makes the answer of a read when its turn comes, with its statements on the reports pool. The turn includes
   * the serialization, which takes longer than the statement for many reads. A streamed body takes a turn for
   * each part.
   * @throws AppError `rate_limited` when too many reads wait, `query_too_expensive` when a statement takes
   * too long
   */
  run(endpoint: Endpoint, caller: Caller, work: () => Promise<Reply>): Promise<Reply>;
}

/**
 * Lists that may wait: a page of an admin panel asks for a dozen at once. Each holds one of the 64
 * connections that a gateway has to a service, and most of those belong to the users' path.
 */
const waitingLists = 16;
/** Reports of one dashboard. */
const waitingReports = 12;
/** A list waits for the list before it; a report waits longer, because reports take longer. */
const waitMs = { list: 2_000, report: 10_000 };
/** Ten times: with three, the p99 of users grew by up to 2.7 under continuous reads of 30 administrators. */
const restFactor = 10;
const maxRestMs = 1_000;
/** Longer than refused clients wait. */
const congestedMs = 6_000;
/**
 * While more reads wait than one page of an admin panel sends, and some seconds after the queue was full, each
 * read is followed by a pause of {@link restFactor} times its duration. So continuous reads of administrators leave most of a
 * core to users, whose answers are made in the same event loop.
 */
const restBehind = (waiting: number) => ({
  waiting,
  forMs: congestedMs,
  after: (tookMs: number): Promise<void> => sleep(Math.min(restFactor * tookMs, maxRestMs), undefined, { ref: false }),
});

/**
 * Lists have a part of the pool, and one report at a time has the others. A heavy list takes a core of
 * PostgreSQL: with one list at a time, users keep the other core of a small machine.
 * @param connections of the reports pool, at least 3: a report may read beside its transaction
 */
export function createAdminReads(options: { connections: number; service: string; metrics: Metrics }): AdminReads {
  const { connections, service, metrics } = options;
  const lists = new Turns({
    atOnce: listConnections(connections),
    waiting: waitingLists,
    waitMs: waitMs.list,
    retryAfterSeconds: listStatementSeconds,
    message: 'Too many lists are being read; try again in some seconds.',
    rest: restBehind(waitingLists - 4),
  });
  const reports = new Turns({
    atOnce: 1,
    waiting: waitingReports,
    waitMs: waitMs.report,
    retryAfterSeconds: 5,
    message: 'Too many reports are being generated; try again in some seconds.',
    rest: restBehind(waitingReports - 3),
  });

  return {
    async run(endpoint, caller, work) {
      const statementSeconds = endpoint.statementSeconds ?? listStatementSeconds;
      const scope = { request_id: '', ...currentScope(), reports: { statementSeconds } };
      const readInTurn = async <T>(listCaller: Caller, part: () => Promise<T>): Promise<T> => {
        const queue = endpoint.statementSeconds === undefined ? lists : reports;
        try {
          return await queue.run(listCaller, () => runInScope(scope, part));
        } catch (error) {
          throw refusal(error, service, metrics);
        }
      };
      const reply = await readInTurn(caller, work);
      if (!(reply.body instanceof StreamedBody)) return reply;
      const { contentType, filename, chunks } = reply.body;
      return {
        ...reply,
        body: new StreamedBody({ contentType, filename, chunks: inTurns(chunks, caller, readInTurn) }),
      };
    },
  };
}

/** Parts of a file, each made in a turn of its own: a client that reads slowly holds no connection. */
async function* inTurns(
  chunks: AsyncIterable<string | Buffer>,
  caller: Caller,
  readInTurn: (
    caller: Caller,
    part: () => Promise<IteratorResult<string | Buffer>>,
  ) => Promise<IteratorResult<string | Buffer>>,
): AsyncGenerator<string | Buffer> {
  const parts = chunks[Symbol.asyncIterator]();
  try {
    for (let isBegun = false; ; isBegun = true) {
      const next = await readInTurn({ ...caller, isBegun }, () => parts.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return?.();
  }
}

/** `query_canceled`: the statement took longer than it may. */
const tooLong = '57014';

/**
 * A statement that times out is the caller's to change: as `service_unavailable` or `rate_limited` the same
 * heavy read would be repeated at once by every client that honours `Retry-After`.
 */
function refusal(thrown: unknown, service: string, metrics: Metrics): unknown {
  // Drizzle wraps what the checkout of a connection throws.
  const error = thrown instanceof Error && thrown.cause instanceof AppError ? thrown.cause : thrown;
  const isTooLong = databaseError(error)?.code === tooLong;
  const isRefused = error instanceof AppError && error.code === 'rate_limited';
  if (isRefused) metrics.adminReadsRefused.inc({ service, reason: 'queue_full' });
  if (!isTooLong) return error;
  metrics.adminReadsRefused.inc({ service, reason: 'statement_timeout' });
  return new AppError('query_too_expensive', { cause: error });
}

/** The administrator of an admin read; null for any other call. */
export const adminReader = (endpoint: Endpoint, { admin }: PlatformContext): Pick<Caller, 'key'> | null =>
  admin && isAdminRead(endpoint) ? { key: admin.id } : null;
