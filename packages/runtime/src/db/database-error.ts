import { types } from 'node:util';

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A name that cannot be resolved just now, or that is withdrawn while its server is replaced.
  'EAI_AGAIN',
  'ENOTFOUND',
  '08000',
  '08001',
  '08003',
  '08006',
  '25006', // read_only_sql_transaction: the server became a standby, and its connection leads nowhere else
  '25P03', // idle_in_transaction_session_timeout: the connection was ended
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '53300', // too_many_connections
]);

/** The innermost error with a PostgreSQL or socket code: drizzle wraps what pg throws. */
export function databaseError(error: unknown): { code: string; constraint?: string } | null {
  // Not `instanceof`: errors of node:net belong to another realm under a test runner.
  for (let current = error; types.isNativeError(current); current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && !('status' in current)) {
      const constraint =
        'constraint' in current && typeof current.constraint === 'string' ? current.constraint : undefined;
      // The socket of a server on this machine that is stopped.
      const isNoSocket = current.code === 'ENOENT' && 'syscall' in current && current.syscall === 'connect';
      return { code: isNoSocket ? 'ECONNREFUSED' : current.code, constraint };
    }
    if (
      /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
        current.message,
      )
    ) {
      return { code: 'ECONNREFUSED' };
    }
  }
  return null;
}

/**
 * Whether the database, or the one that may be written to, could not be reached, as opposed to having refused
 * the statement. A connection that showed this is of no more use.
 */
export const isDatabaseDown = (error: unknown): boolean => connectionFailures.has(databaseError(error)?.code ?? '');

/** Whether a unique index refused the row; `constraint` narrows it to one index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = databaseError(error);
  return cause?.code === '23505' && (constraint === undefined || cause.constraint === constraint);
}

/**
 * Whether a retry of the whole transaction may succeed: deadlock, serialisation failure, lock or statement
 * timeout.
 */
export const isRetryableConflict = (error: unknown): boolean =>
  ['40P01', '40001', '55P03', '57014'].includes(databaseError(error)?.code ?? '');
