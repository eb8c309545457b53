import { runStatement, type Tx } from '@platform/runtime';
import { furthestStep } from './furthest-step.ts';
import type { DayRange } from './range.ts';

export type Breakdown = 'platform' | 'app_version' | 'country_code' | 'channel';

export interface FunnelAsked {
  steps: readonly string[];
  windowMs: number;
  breakdown: Breakdown | undefined;
}

/** By value of the first step (null alone without a breakdown) how many users came as far as each step, and no further. */
export type Furthest = Map<string | null, number[]>;

/**
 * Who never did the second step, or did so before the first and never again, came to the first: they are counted by the database.
 * Of the others it sends the moments, 8 bytes for each event: milliseconds since the range began times 8, plus the number
 * of the event name.
 */
const momentsOf = `int8send((date_part('epoch', occurred_at - $3::timestamptz) * 1000)::bigint * 8 + array_position($2::text[], event) - 1)`;

/** Events of the steps: `$1` application, `$2` names, `$3` and `$4` the range, `$5` the end of the last window. */
const stepEvents = `
  FROM analytics.events AS e
  WHERE application_id = $1 AND event = ANY($2) AND occurred_at >= $3 AND occurred_at < $5`;
const isFirst = 'event = ($2::text[])[1] AND occurred_at < $4';

/** `$6` the name of the second step. */
const readUsers = {
  name: 'read_funnel',
  text: `WITH users AS MATERIALIZED (
           SELECT max(occurred_at) FILTER (WHERE event = $6) >= min(occurred_at) FILTER (WHERE ${isFirst}) AS went_on,
                  string_agg(${momentsOf}, ''::bytea) AS moments
           ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})
         )
         SELECT NULL::text AS value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users FROM users WHERE went_on IS NOT TRUE
         UNION ALL
         SELECT NULL, moments, NULL, 1 FROM users WHERE went_on`,
};

/**
 * The same with the value of each first step behind its moment, in one text that sorts by time: `=` before a value, `~` for
 * none.
 */
const readUsersBy = (column: 'platform' | 'app_version' | 'country_code') => {
  const first = `lpad((date_part('epoch', occurred_at - $3::timestamptz) * 1000)::bigint::text, 12, '0') || coalesce('=' || ${column}, '~') COLLATE "C"`;
  return {
    name: `read_funnel_by_${column}`,
    text: `WITH users AS MATERIALIZED (
             SELECT max(occurred_at) FILTER (WHERE event = $6) >= min(occurred_at) FILTER (WHERE ${isFirst}) AS went_on,
                    string_agg(${momentsOf}, ''::bytea) AS moments,
                    min(${first}) FILTER (WHERE ${isFirst}) AS first, array_agg(${first}) FILTER (WHERE ${isFirst}) AS firsts
             ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})
           )
           SELECT substr(first, 13) AS value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users FROM users WHERE went_on IS NOT TRUE GROUP BY 1
           UNION ALL
           SELECT NULL, moments, firsts, 1 FROM users WHERE went_on`,
  };
};

/** By the channel of the user, which is no value of an event. */
const readUsersByChannel = {
  name: 'read_funnel_by_channel',
  text: `WITH done AS MATERIALIZED (
           SELECT user_id, max(occurred_at) FILTER (WHERE event = $6) >= min(occurred_at) FILTER (WHERE ${isFirst}) AS went_on,
                  string_agg(${momentsOf}, ''::bytea) AS moments
           ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})
         ), users AS (
           SELECT went_on, moments, '=' || coalesce(channel, 'direct') AS value FROM done LEFT JOIN analytics.users AS u ON u.user_id = done.user_id
         )
         SELECT value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users FROM users WHERE went_on IS NOT TRUE GROUP BY 1
         UNION ALL
         SELECT value, moments, NULL, 1 FROM users WHERE went_on`,
};

interface UserRow {
  value: string | null;
  moments: Buffer | null;
  values: string[] | null;
  users: number;
}

/** How far the users came, from every event of the steps. */
export async function readFunnel(
  tx: Tx,
  applicationId: string,
  { starts_at, ends_at }: DayRange,
  { steps, windowMs, breakdown }: FunnelAsked,
): Promise<Furthest> {
  const names = [...new Set(steps)];
  const indexes = steps.map((step) => names.indexOf(step));
  const statement =
    breakdown === undefined ? readUsers : breakdown === 'channel' ? readUsersByChannel : readUsersBy(breakdown);
  const lastWindow = new Date(ends_at.getTime() + windowMs);
  const { rows } = await runStatement<UserRow & object>(tx, statement, [
    ...[applicationId, names, starts_at, ends_at, lastWindow, steps[1]],
  ]);
  const furthest: Furthest = new Map();
  const until = ends_at.getTime() - starts_at.getTime();
  for (const { value, moments, values, users } of rows) {
    if (moments === null) {
      add(furthest, decode(value), 1, steps.length, users);
      continue;
    }
    const best = furthestStep(unpack(moments, names.length), indexes, windowMs, until);
    if (!best) continue;
    const first = values ? (values.sort()[best.start]?.slice(12) ?? null) : value;
    add(furthest, decode(first), best.steps, steps.length, users);
  }
  return furthest;
}

function add(furthest: Furthest, value: string | null, steps: number, length: number, users: number): void {
  let counts = furthest.get(value);
  if (!counts) {
    counts = new Array<number>(length).fill(0);
    furthest.set(value, counts);
  }
  counts[steps - 1] = (counts[steps - 1] ?? 0) + users;
}

/** What stands behind `=`; `~` and nothing at all are null. */
const decode = (text: string | null): string | null => (text?.startsWith('=') ? text.slice(1) : null);

/** The moments of each name, ascending, from 8 bytes for each event. */
function unpack(bytes: Buffer, names: number): number[][] {
  const packed = new Float64Array(bytes.length / 8);
  for (let at = 0; at < packed.length; at += 1)
    packed[at] = bytes.readUInt32BE(at * 8) * 2 ** 32 + bytes.readUInt32BE(at * 8 + 4);
  packed.sort();
  const moments: number[][] = Array.from({ length: names }, () => []);
  for (const number of packed) moments[number % 8]?.push(Math.floor(number / 8));
  return moments;
}
