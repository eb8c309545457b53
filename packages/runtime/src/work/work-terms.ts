import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { WorkTable } from './columns.ts';

/** What the mechanism needs of a service. */
export interface WorkPlatform {
  db: Database;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'workRuns'>;
}

/** New values of a row: of the table, or expressions. */
export type WorkChange<T extends WorkTable> = { [Column in keyof T['$inferInsert']]?: T['$inferInsert'][Column] | SQL };

/** Values of the columns that every table of work has, as a change of its rows. */
export const workColumns = <T extends WorkTable>(values: {
  due_at?: Date | null;
  lease_until?: Date | SQL | null;
  lease_fence?: SQL;
  tries?: number | SQL;
}): WorkChange<T> => values as WorkChange<T>;

/** The table of a kind of work, and the terms of its leases. */
export interface WorkTerms<T extends WorkTable> {
  /** For log lines and metrics. */
  name: string;
  table: T;
  /** Primary key of the table. */
  key: PgColumn;
  /** How long a replica that died keeps its rows, in milliseconds. A living one renews its leases. */
  leaseMs: number;
  /** Claims in a row without success, those of processes that died included, after which a row is given up. */
  maxTries: number;
  /** Delays before the next try, in milliseconds; the last one repeats. */
  backoffMs: readonly number[];
  /** Values that a row gets back when it waits again: a state `waiting`. */
  onWait?: WorkChange<T>;
}
