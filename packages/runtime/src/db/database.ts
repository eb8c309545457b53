import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { currentScope } from '../scope.ts';
import { singleFlight } from '../single-flight.ts';
import type { Log } from '../telemetry/log.ts';
import { limitedToBackground } from './background-pool.ts';
import { queryByCallback } from './callback-queries.ts';
import { type Read, sharedReads } from './read.ts';
import { limitedByScope } from './reports-pool.ts';
import { endSilentConnections } from './server-watchdog.ts';
import { traceStatements } from './statement-spans.ts';
import { transactions } from './transaction.ts';

/** The database of one service, seen as the service's own role. */
export type Database = Omit<NodePgDatabase, 'transaction'> & {
  /**
   * Runs `work` in a transaction (READ COMMITTED) and answers what it answered; commits when it resolves,
   * rolls back when it throws. Statements that `work` sends without waiting for each other share a round
   * trip.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read: Read;
};
/** An open transaction; a function with this parameter must be called inside a transaction. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** Checks connections out and runs statements; a pool of pg is one. */
export type Pool = Pick<pg.Pool, 'connect' | 'query'>;

export interface DatabaseHandle {
  /**
   * Runs reads of administrators on the reports pool and everything else on the main pool, background work on
   * its share of it.
   */
  db: Database;
  /** The same choice of the pool, for statements without drizzle. */
  scoped: Pool;
  /** The main pool in every scope: the users' path, writes, the relay. */
  pool: pg.Pool;
  /** The reports pool; null where nothing reads for administrators. */
  reports: pg.Pool | null;
  /**
   * Whether the database answers: a statement ended within the last second, or one ends now. Callers of many times a
   * second ask the database once.
   */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Connections of the reports pool; without them every statement runs on the main pool. */
  reportsPoolSize?: number;
  /** Wait for a connection, 15 s when absent; 5 s at least for one of the reports pool. A service configures it. */
  connectTimeoutMs?: number;
  service: string;
  log: Log;
  traced?: boolean;
  /** Statement timeout of both pools, 10 s when absent; the reports pool sets its own at each checkout. */
  statementTimeoutMs?: number;
}

/**
 * The main pool and the reports pool of a service, with bounds on every wait: for a connection (see
 * {@link DatabaseOptions}), 10 s for a statement (on the reports pool what the endpoint may take), 5 s for a
 * lock (main pool), 30 s idle inside a transaction, 12 s for a server that says nothing. Timestamps come back
 * as Date, numeric as string.
 */
export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const connectMs = options.connectTimeoutMs ?? 15_000;
  const main = openPool('main', options, {
    max: options.poolSize,
    // A burst after a quiet minute waits for no new connections, which take tens of milliseconds each.
    min: Math.min(leastOpen, options.poolSize),
    connectionTimeoutMillis: connectMs,
  });
  const reports = options.reportsPoolSize
    ? openPool('reports', options, {
        max: options.reportsPoolSize,
        connectionTimeoutMillis: Math.max(5_000, connectMs),
      })
    : null;
  const limited = reports ? limitedByScope(reports.pool) : main.pool;
  const pools: ScopedPools = { main: main.pool, reports: limited, background: limitedToBackground(main.pool) };
  const scoped = pickByScope(pools);
  return {
    db: drizzleOn(scoped, pools),
    scoped,
    pool: main.pool,
    reports: reports?.pool ?? null,
    isUp: main.isUp,
    close: async () => void (await Promise.all([main.close(), reports?.close()])),
  };
}

/** Connections that a main pool holds open. */
const leastOpen = 4;
/** How long an answer of the database says that it is up, in milliseconds. */
const believedMs = 1_000;

function openPool(
  name: 'main' | 'reports',
  options: DatabaseOptions,
  bounds: Pick<pg.PoolConfig, 'max' | 'min' | 'connectionTimeoutMillis'>,
) {
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: options.url,
    ...bounds,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: `platform-${options.service}`,
    keepAlive: true,
    // Node asks ten times, a second apart: an idle connection to a machine that is gone is noticed within 20
    // s.
    keepAliveInitialDelayMillis: 10_000,
    // Statements of one connection need not wait for each other's answers.
    pipeline: true,
  });
  // An idle connection that the server ends must not end the process; the next query opens another.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  // The same applies to a connection that is lost in a transaction: its query rejects, and that is enough.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', queryByCallback);
  if (options.traced) {
    const url = new URL(options.url);
    pool.on('connect', (client) => traceStatements(client, { pool: name, url }));
  }
  const endWatch = endSilentConnections(pool, statementTimeoutMs);
  let answeredAt = Number.NEGATIVE_INFINITY;
  pool.on('release', (error) => {
    answeredAt = error ? Number.NEGATIVE_INFINITY : performance.now();
  });
  const shareAsk = singleFlight();
  const ask = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  const isUp = async () => performance.now() - answeredAt < believedMs || shareAsk('up', ask);
  return { pool, isUp, close: () => pool.end().finally(endWatch) };
}

/** The pools by the scope of the work that uses them. */
interface ScopedPools {
  main: Pool;
  reports: Pool;
  background: Pool;
}

const poolOfScope = (): keyof ScopedPools => {
  const scope = currentScope();
  if (scope?.reports) return 'reports';
  return scope?.isBackground ? 'background' : 'main';
};

const pickByScope = (pools: ScopedPools): Pool => ({
  connect: (() => pools[poolOfScope()].connect()) as Pool['connect'],
  query: ((...args: Parameters<Pool['query']>) => pools[poolOfScope()].query(...args)) as Pool['query'],
});

const drizzleOn = (scoped: Pool, { main, reports, background }: ScopedPools): Database => {
  const reads = { main: sharedReads(main), reports: sharedReads(reports), background: sharedReads(background) };
  return Object.assign(drizzle({ client: scoped as pg.Pool }), {
    transaction: transactions(scoped),
    read: ((...asked) => reads[poolOfScope()](...asked)) as Read,
  });
};
