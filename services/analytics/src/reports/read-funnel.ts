import { runStatement, type Statement, type Tx } from '@platform/runtime';
import type { DayRange } from '../calendar/range.ts';
import { chooseSource } from './funnel-source.ts';
import { furthestStep } from './furthest-step.ts';

export type Breakdown = 'platform' | 'app_version' | 'country_code' | 'channel';

export interface FunnelAsked {
  steps: readonly string[];
  windowMs: number;
  breakdown: Breakdown | undefined;
}

/**
 * By value of the first step (null alone without a breakdown) how many users came as far as each step, and no
 * further.
 */
export type Furthest = Map<string | null, number[]>;

/** `$6` is the name of the first step. */
const isFirst = 'event = $6 AND occurred_at < $4';

const numbersTo = (count: number, write: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at + 1)).join(', ');
const moments = (names: number): string => numbersTo(names, (n) => `moments_${n}`);
const noMoments = (names: number): string => numbersTo(names, (n) => `NULL::bytea AS moments_${n}`);

/**
 * For each name the moments of a user in 8 bytes each, as PostgreSQL sends a time, because that is cheaper
 * than any sum.
 */
const packMoments = (names: number): string =>
  numbersTo(
    names,
    (n) =>
      `string_agg(timestamptz_send(occurred_at), ''::bytea) FILTER (WHERE event = ($2::text[])[${n}]) AS moments_${n}`,
  );

/**
 * All events of the steps by user, in one pass over the index by name. The moments are sent only of users who
 * did the second step, `$7`, after the first; the others came to the first, and the database counts them.
 */
const doneBy = (names: number, events: string) => `
  SELECT user_id, max(occurred_at) FILTER (WHERE event = $7) >= min(occurred_at) FILTER (WHERE ${isFirst}) AS went_on, ${packMoments(names)}
  ${events} GROUP BY user_id HAVING bool_or(${isFirst})`;

/**
 * Without a breakdown: one row counts the users that stopped after the first step, each other user has a row.
 */
const readPlain = (names: number, events: string): Statement => ({
  name: `read_funnel_${names}`,
  text: `WITH users AS MATERIALIZED (${doneBy(names, events)})
         SELECT NULL::text AS value, count(*)::int AS users, ${noMoments(names)} FROM users WHERE went_on IS NOT TRUE
         UNION ALL
         SELECT NULL, 1, ${moments(names)} FROM users WHERE went_on`,
});

/** By the channel of the user, which is no value of an event. */
const readByChannel = (names: number, events: string): Statement => ({
  name: `read_funnel_${names}_by_channel`,
  text: `WITH done AS MATERIALIZED (${doneBy(names, events)}), users AS (
           SELECT done.*, coalesce(channel, 'direct') AS value FROM done LEFT JOIN analytics.users AS u ON u.user_id = done.user_id
         )
         SELECT value, count(*)::int AS users, ${noMoments(names)} FROM users WHERE went_on IS NOT TRUE GROUP BY 1
         UNION ALL
         SELECT value, 1, ${moments(names)} FROM users WHERE went_on`,
});

/**
 * By a value of the first step. Every user is a row, with the values in the order of `moments_1`: to pick one
 * of them in the database takes longer than to send them all. `=` stands before a value, `~` for none, and a
 * NUL, which no value has, between them.
 */
const readByValue =
  (column: 'platform' | 'app_version' | 'country_code') =>
  (names: number, events: string): Statement => ({
    name: `read_funnel_${names}_by_${column}`,
    text: `SELECT string_agg(coalesce('='::bytea || textsend(${column}), '~'::bytea), '\\x00'::bytea) FILTER (WHERE event = ($2::text[])[1]) AS values,
                ${packMoments(names)}
         ${events} GROUP BY user_id HAVING bool_or(${isFirst})`,
  });

type UserRow = { value?: string | null } & { [moments: `moments_${number}`]: Buffer | null };

/** How far the users came, from every event and fact of the steps. */
export async function readFunnel(
  tx: Tx,
  applicationId: string,
  { starts_at, ends_at }: DayRange,
  { steps: asSteps, windowMs, breakdown }: FunnelAsked,
): Promise<Furthest> {
  const { steps, statementOf } = await chooseSource(tx, applicationId, asSteps);
  const names = [...new Set(steps)];
  const indexes = steps.map((step) => names.indexOf(step));
  const end = new Date(ends_at.getTime() + windowMs);
  const parameters = [applicationId, names, starts_at, ends_at, end, steps[0]];
  const until = ends_at.getTime();
  const furthest: Furthest = new Map();

  if (breakdown === undefined || breakdown === 'channel') {
    const statement = statementOf(breakdown === 'channel' ? readByChannel : readPlain, names.length);
    const { rows } = await runStatement<UserRow & { users: number }>(tx, statement, [...parameters, steps[1]]);
    for (const row of rows) {
      const best = row.moments_1
        ? furthestStep(momentsOf(row, names).map(sorted), indexes, windowMs, until)
        : onlyBegan;
      if (best) add(furthest, steps.length, { value: row.value ?? null, reached: best.steps, users: row.users });
    }
    return furthest;
  }

  const { rows } = await runStatement<UserRow & { values: Buffer }>(
    tx,
    statementOf(readByValue(breakdown), names.length),
    parameters,
  );
  for (const row of rows) {
    const moments = momentsOf(row, names);
    const ascending = moments.map(sorted);
    const best = furthestStep(ascending, indexes, windowMs, until);
    if (best) {
      const value = valueAt(row.values, moments[0], ascending[0]?.[best.start]);
      add(furthest, steps.length, { value, reached: best.steps, users: 1 });
    }
  }
  return furthest;
}

/** Moments are not read for users that stopped after the first step. */
const onlyBegan = { steps: 1 };

const sorted = (moments: Float64Array): Float64Array => moments.toSorted();

/** @param length how many steps the funnel has */
function add(
  furthest: Furthest,
  length: number,
  { value, reached, users }: { value: string | null; reached: number; users: number },
): void {
  let counts = furthest.get(value);
  if (!counts) {
    counts = new Array<number>(length).fill(0);
    furthest.set(value, counts);
  }
  counts[reached - 1] = (counts[reached - 1] ?? 0) + users;
}

/** The value of the event at a moment; of several at the same one, the least. */
function valueAt(values: Buffer, moments: Float64Array | undefined, moment: number | undefined): string | null {
  let least: string | undefined;
  for (const [at, value] of values.toString().split('\0').entries())
    if (moments?.[at] === moment && (least === undefined || value < least)) least = value;
  return least?.startsWith('=') ? least.slice(1) : null;
}

/** PostgreSQL counts microseconds since 2000. */
const year2000Ms = Date.UTC(2000, 0, 1);

/** The moments of each name in milliseconds, in no order. */
const momentsOf = (row: UserRow, names: readonly string[]): Float64Array[] =>
  names.map((_, n) => unpack(row[`moments_${n + 1}`] ?? null));

/** Milliseconds, from the 8 bytes of each moment. */
function unpack(bytes: Buffer | null): Float64Array {
  const moments = new Float64Array((bytes?.length ?? 0) / 8);
  for (let at = 0; bytes && at < moments.length; at += 1) {
    const microseconds = bytes.readInt32BE(at * 8) * 2 ** 32 + bytes.readUInt32BE(at * 8 + 4);
    moments[at] = year2000Ms + Math.floor(microseconds / 1000);
  }
  return moments;
}
