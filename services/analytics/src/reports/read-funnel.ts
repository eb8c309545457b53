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
 * The moments of a user: 8 bytes for each event, milliseconds since 1970 times 8, plus the number of the event name. They are
 * sent only of users who did the second step after the first; the others came to the first, and the database counts them.
 */
const momentsOf = `string_agg(int8send((date_part('epoch', occurred_at) * 1000)::bigint * 8 + array_position($2::text[], event) - 1), ''::bytea)`;

/** Events of an application: `$1`, `$3` and `$4` the range, `$5` the end of the last window. */
const inRange = 'application_id = $1 AND occurred_at >= $3 AND occurred_at < $4';
const inWindows = 'application_id = $1 AND occurred_at >= $3 AND occurred_at < $5';

/**
 * For steps of different names, `$2`, and a window `$6`. Of the first step only the events count that the second one follows in
 * time: they are few, and so are their users.
 */
const begunOf = `
  begun AS MATERIALIZED (
    SELECT user_id, ${momentsOf} AS moments FROM analytics.events AS e WHERE ${inRange} AND event = ($2::text[])[1]
    AND EXISTS (
      SELECT FROM analytics.events AS next WHERE ${inWindows.replaceAll(/(\w+) (=|>=|<) \$/g, 'next.$1 $2 $')} AND next.event = ($2::text[])[2]
      AND next.user_id = e.user_id AND next.occurred_at >= e.occurred_at AND next.occurred_at <= e.occurred_at + $6::interval
    ) GROUP BY user_id
  ), rest AS (
    SELECT user_id, ${momentsOf} AS moments FROM analytics.events JOIN begun USING (user_id)
    WHERE ${inWindows} AND event = ANY(($2::text[])[2:]) GROUP BY user_id
  ), starters AS (
    SELECT DISTINCT user_id FROM analytics.events WHERE ${inRange} AND event = ($2::text[])[1]
  )`;
const readDifferent = {
  name: 'read_funnel',
  text: `WITH ${begunOf}
         SELECT NULL::text AS value, NULL::bytea AS moments, NULL::text[] AS values, ((SELECT count(*) FROM starters) - (SELECT count(*) FROM begun))::int AS users
         UNION ALL
         SELECT NULL, begun.moments || rest.moments, NULL, 1 FROM begun JOIN rest USING (user_id)`,
};
/** By the channel of the user, which is no value of an event. */
const readDifferentByChannel = {
  name: 'read_funnel_by_channel',
  text: `WITH ${begunOf}
         SELECT '=' || coalesce(channel, 'direct') AS value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users
         FROM starters LEFT JOIN analytics.users AS u ON u.user_id = starters.user_id
         WHERE NOT EXISTS (SELECT FROM begun WHERE begun.user_id = starters.user_id) GROUP BY 1
         UNION ALL
         SELECT '=' || coalesce(channel, 'direct'), begun.moments || rest.moments, NULL, 1
         FROM begun JOIN rest USING (user_id) LEFT JOIN analytics.users AS u ON u.user_id = begun.user_id`,
};

/**
 * For steps of any names, one of them several times perhaps: all events of the steps by user. `$6` is the name of the second step,
 * `$7` that of the first.
 */
const isFirst = 'event = $7 AND occurred_at < $4';
const wentOn = `max(occurred_at) FILTER (WHERE event = $6) >= min(occurred_at) FILTER (WHERE ${isFirst}) AS went_on`;
const stepEvents = `FROM analytics.events WHERE ${inWindows} AND event = ANY($2)`;

const readAny = {
  name: 'read_any_funnel',
  text: `WITH users AS MATERIALIZED (
           SELECT ${wentOn}, ${momentsOf} AS moments ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})
         )
         SELECT NULL::text AS value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users FROM users WHERE went_on IS NOT TRUE
         UNION ALL
         SELECT NULL, moments, NULL, 1 FROM users WHERE went_on`,
};
const readAnyByChannel = {
  name: 'read_any_funnel_by_channel',
  text: `WITH done AS MATERIALIZED (
           SELECT user_id, ${wentOn}, ${momentsOf} AS moments ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})
         ), users AS (
           SELECT went_on, moments, '=' || coalesce(channel, 'direct') AS value FROM done LEFT JOIN analytics.users AS u ON u.user_id = done.user_id
         )
         SELECT value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users FROM users WHERE went_on IS NOT TRUE GROUP BY 1
         UNION ALL
         SELECT value, moments, NULL, 1 FROM users WHERE went_on`,
};

/**
 * The same with the value of each first step behind its moment, in one text that sorts by time: `=` before a value, `~` for
 * none.
 */
const readAnyBy = (column: 'platform' | 'app_version' | 'country_code') => {
  const first = `(date_part('epoch', occurred_at) * 1000)::bigint::text || coalesce('=' || ${column}, '~') COLLATE "C"`;
  return {
    name: `read_funnel_by_${column}`,
    text: `WITH users AS MATERIALIZED (
             SELECT ${wentOn}, ${momentsOf} AS moments,
                    min(${first}) FILTER (WHERE ${isFirst}) AS first, array_agg(${first}) FILTER (WHERE ${isFirst}) AS firsts
             ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})
           )
           SELECT substr(first, 14) AS value, NULL::bytea AS moments, NULL::text[] AS values, count(*)::int AS users FROM users WHERE went_on IS NOT TRUE GROUP BY 1
           UNION ALL
           SELECT NULL, moments, firsts, 1 FROM users WHERE went_on`,
  };
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
  const bounds = [applicationId, names, starts_at, ends_at, new Date(ends_at.getTime() + windowMs)];
  const isByUser = breakdown === undefined || breakdown === 'channel';
  const { rows } =
    isByUser && names.length === steps.length
      ? await runStatement<UserRow & object>(tx, breakdown ? readDifferentByChannel : readDifferent, [
          ...[...bounds, `${windowMs} milliseconds`],
        ])
      : await runStatement<UserRow & object>(tx, anyStatement(breakdown), [...bounds, steps[1], steps[0]]);
  const furthest: Furthest = new Map();
  for (const { value, moments, values, users } of rows) {
    if (moments === null) {
      add(furthest, decode(value), 1, steps.length, users);
      continue;
    }
    const best = furthestStep(unpack(moments, names.length), indexes, windowMs, ends_at.getTime());
    if (!best) continue;
    const first = values ? (values.sort()[best.start]?.slice(13) ?? null) : value;
    add(furthest, decode(first), best.steps, steps.length, users);
  }
  return furthest;
}

const anyStatement = (breakdown: Breakdown | undefined) =>
  breakdown === undefined ? readAny : breakdown === 'channel' ? readAnyByChannel : readAnyBy(breakdown);

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
