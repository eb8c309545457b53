import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, type Column, getTableName, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Resealer } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { SealedColumn } from './sealed-columns.ts';

export interface ResealOutcome {
  /** Values that are sealed with the first key now and were not before. */
  resealed: number;
  /** Values that no key opens, or that were altered. */
  unopened: number;
  /** Values that other transactions held or changed in every pass. */
  left: number;
}

export interface ResealOptions {
  db: Database;
  columns: readonly SealedColumn[];
  resealer: Resealer;
  log: Log;
  /** Rows that one statement reads; 500 when absent. */
  batchRows?: number;
  /** Passes over a column before the rest is left to another run; 20 when absent. */
  passes?: number;
  /** Pause between two passes; 1 s when absent. */
  pauseMs?: number;
}

/**
 * Seals the stored values of a service with its first key, while the service runs. The walk follows the
 * primary key in batches, one short statement each, and skips values of the first key by their prefix: a run
 * after a kill goes over what is done and continues. A value is replaced only while it is the one that was
 * read, so that a concurrent change wins; a row that a transaction holds is skipped until the next pass. No
 * other column changes.
 * @returns sums over all columns
 */
export async function resealColumns({ columns, ...options }: ResealOptions): Promise<ResealOutcome> {
  const sum: ResealOutcome = { resealed: 0, unopened: 0, left: 0 };
  for (const column of columns) {
    const outcome = await resealColumn(column, options);
    for (const name of ['resealed', 'unopened', 'left'] as const) sum[name] += outcome[name];
  }
  return sum;
}

async function resealColumn(
  column: SealedColumn,
  { log, passes = 20, pauseMs = 1_000, ...options }: Omit<ResealOptions, 'columns'>,
): Promise<ResealOutcome> {
  const columnNames = columnNamesOf(column);
  let resealed = 0;
  for (let pass = 1; ; pass += 1) {
    const { moved, missed, unopened, unopened_ids } = await walk(column, options, (sums) =>
      log.info({ ...columnNames, pass, ...sums }, 'stored secrets are being resealed'),
    );
    resealed += moved;
    // The pass after a change is the proof: a transaction may have put an old value back meanwhile.
    const isDone = moved === 0 && missed === 0;
    if (!isDone && pass < passes) {
      await sleep(missed === 0 ? 0 : pauseMs);
      continue;
    }
    if (unopened > 0)
      log.error({ ...columnNames, unopened, ids: unopened_ids }, 'stored secrets cannot be opened with any key');
    log.info({ ...columnNames, resealed, unopened, left: missed }, 'stored secrets were resealed');
    return { resealed, unopened, left: missed };
  }
}

interface Pass {
  moved: number;
  /** Rows that changed or were held while the batch was written. */
  missed: number;
  unopened: number;
  /** The first ones. */
  unopened_ids: string[];
}

const shownIds = 10;
const reportedBatches = 100;

/** One pass over the table. */
async function walk(
  column: SealedColumn,
  { db, resealer, batchRows = 500 }: Pick<ResealOptions, 'db' | 'resealer' | 'batchRows'>,
  report: (pass: Pass) => void,
): Promise<Pass> {
  const pass: Pass = { moved: 0, missed: 0, unopened: 0, unopened_ids: [] };
  let after: readonly string[] | null = null;
  for (let batch = 1; ; batch += 1) {
    const rows = await readBatch(db, column, { currentPrefix: resealer.currentPrefix, after, batchRows });
    const last = rows.at(-1);
    if (last === undefined) return pass;
    const due = rows.flatMap((row): Replacement[] => {
      if (row.sealed === null) return [];
      try {
        return [{ key: row.key, old: row.sealed, new: resealer.reseal(row.sealed, column.contextOf(row.parts)) }];
      } catch {
        pass.unopened += 1;
        if (pass.unopened_ids.length < shownIds) pass.unopened_ids.push(...idOf(column, row.key));
        return [];
      }
    });
    const written = due.length === 0 ? 0 : await replaceValues(db, column, due);
    pass.moved += written;
    pass.missed += due.length - written;
    if (batch % reportedBatches === 0) report({ ...pass });
    if (rows.length < batchRows) return pass;
    after = last.key;
  }
}

interface Batch {
  key: readonly string[];
  parts: Record<string, string>;
  /** The value where it needs another key; null where it does not. */
  sealed: string | null;
}

/** The next rows by primary key. Values that need nothing stay in the database. */
async function readBatch(
  db: Database,
  { table, column, key, parts, person }: SealedColumn,
  { currentPrefix, after, batchRows }: { currentPrefix: string; after: readonly string[] | null; batchRows: number },
): Promise<Batch[]> {
  const isDue = and(not(sql`starts_with(${column}, ${currentPrefix})`), person === null ? undefined : isNull(person));
  const fields: Record<string, SQL<string | null>> = {
    sealed: sql`CASE WHEN ${isDue} THEN ${column} END`,
    ...Object.fromEntries(key.map((each, at) => [`key_${at}`, sql<string>`${each}::text`])),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [`part_${name}`, sql<string>`${part}::text`])),
  };
  const position = after?.map((value, at) => sql`${value}::${sql.raw(typeOf(key[at]))}`);
  const rows = await db
    .select(fields)
    .from(table)
    .where(position && sql`(${sql.join([...key], sql`, `)}) > (${sql.join(position, sql`, `)})`)
    .orderBy(...key.map((each) => asc(each)))
    .limit(batchRows);
  return rows.map((row) => ({
    key: key.map((_, at) => row[`key_${at}`] ?? ''),
    parts: Object.fromEntries(Object.keys(parts).map((name) => [name, row[`part_${name}`] ?? ''])),
    sealed: row.sealed ?? null,
  }));
}

interface Replacement {
  key: readonly string[];
  old: string;
  new: string;
}

/**
 * Replaces values that are still those that were read. It waits for no row lock, so that it is part of no
 * deadlock.
 * @returns how many it replaced
 */
async function replaceValues(
  db: Database,
  { table, column, key }: SealedColumn,
  due: readonly Replacement[],
): Promise<number> {
  const cells = (pick: (row: Replacement) => string | undefined, type: string) =>
    sql`${sql.param(due.map(pick))}::${sql.raw(type)}[]`;
  const parameters = [
    ...key.map((each, at) => cells((row) => row.key[at], typeOf(each))),
    cells((row) => row.old, 'text'),
    cells((row) => row.new, 'text'),
  ];
  const names = [...key.map((_, at) => nameOf(`key_${at}`)), nameOf('old_value'), nameOf('new_value')];
  const isSameRow = and(...key.map(({ name }, at) => sql`target.${nameOf(name)} = source.${nameOf(`key_${at}`)}`));
  const value = nameOf(column.name);
  const { rowCount } = await db.execute(sql`
    WITH made AS (SELECT * FROM unnest(${sql.join(parameters, sql`, `)}) AS given (${sql.join(names, sql`, `)})),
    held AS (
      SELECT source.* FROM ${table} AS target JOIN made AS source ON ${isSameRow}
      WHERE target.${value} = source.old_value FOR NO KEY UPDATE OF target SKIP LOCKED
    )
    UPDATE ${table} AS target SET ${value} = source.new_value
    FROM held AS source WHERE ${isSameRow} AND target.${value} = source.old_value`);
  return rowCount ?? 0;
}

const nameOf = (name: string) => sql.identifier(name);

const typeOf = (column: Column | undefined): string => column?.getSQLType() ?? 'text';

const columnNamesOf = ({ column }: SealedColumn) => ({ table: getTableName(column.table), column: column.name });

/** The id of a row for the log; none of a table with another key, which may hold data of callers. */
const idOf = ({ key }: SealedColumn, values: readonly string[]): readonly string[] =>
  key.length === 1 && typeOf(key[0]) === 'uuid' ? values : [];
