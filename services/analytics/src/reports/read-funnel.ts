import { runStatement, type Statement, type Tx } from '@platform/runtime';
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

/** Events of an application: `$1`, `$3` and `$4` the range, `$5` the end of the last window, `$2` the names of the steps. */
const stepEvents =
  'FROM analytics.events WHERE application_id = $1 AND occurred_at >= $3 AND occurred_at < $5 AND event = ANY($2)';
/** `$6` is the name of the second step, `$7` that of the first. */
const isFirst = 'event = $7 AND occurred_at < $4';

/**
 * All events of the steps by user, in one pass over the index by name: for each name its moments in 8 bytes each, as PostgreSQL
 * sends a time, because that is cheaper than any sum. They are sent only of users who did the second step after the first; the
 * others came to the first, and the database counts them.
 */
const doneBy = (names: number, more = '') => `
  SELECT user_id, max(occurred_at) FILTER (WHERE event = $6) >= min(occurred_at) FILTER (WHERE ${isFirst}) AS went_on${more},
         ${numbersTo(names, (n) => `string_agg(timestamptz_send(occurred_at), ''::bytea) FILTER (WHERE event = ($2::text[])[${n}]) AS moments_${n}`)}
  ${stepEvents} GROUP BY user_id HAVING bool_or(${isFirst})`;

const numbersTo = (count: number, write: (n: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at + 1)).join(', ');
const moments = (names: number): string => numbersTo(names, (n) => `moments_${n}`);
const noMoments = (names: number): string => numbersTo(names, (n) => `NULL::bytea AS moments_${n}`);

/** Without a breakdown: one row counts those who stopped after the first step, each of the others is one. */
const readPlain = (names: number): Statement => ({
  name: `read_funnel_${names}`,
  text: `WITH users AS MATERIALIZED (${doneBy(names)})
         SELECT NULL::text AS value, NULL::bytea[] AS values, count(*)::int AS users, ${noMoments(names)} FROM users WHERE went_on IS NOT TRUE
         UNION ALL
         SELECT NULL, NULL, 1, ${moments(names)} FROM users WHERE went_on`,
});

/** By the channel of the user, which is no value of an event. */
const readByChannel = (names: number): Statement => ({
  name: `read_funnel_${names}_by_channel`,
  text: `WITH done AS MATERIALIZED (${doneBy(names)}), users AS (
           SELECT done.*, '=' || coalesce(channel, 'direct') AS value FROM done LEFT JOIN analytics.users AS u ON u.user_id = done.user_id
         )
         SELECT value, NULL::bytea[] AS values, count(*)::int AS users, ${noMoments(names)} FROM users WHERE went_on IS NOT TRUE GROUP BY 1
         UNION ALL
         SELECT value, NULL, 1, ${moments(names)} FROM users WHERE went_on`,
});

/** The same with the value of each first step behind its moment, in bytes that sort by time: `=` before a value, `~` for none. */
const readBy = (column: 'platform' | 'app_version' | 'country_code', names: number): Statement => {
  const first = `timestamptz_send(occurred_at) || coalesce('='::bytea || textsend(${column}), '~'::bytea)`;
  const firsts = `, min(${first}) FILTER (WHERE ${isFirst}) AS first, array_agg(${first}) FILTER (WHERE ${isFirst}) AS firsts`;
  return {
    name: `read_funnel_${names}_by_${column}`,
    text: `WITH users AS MATERIALIZED (${doneBy(names, firsts)})
           SELECT convert_from(substr(first, 9), 'UTF8') AS value, NULL::bytea[] AS values, count(*)::int AS users, ${noMoments(names)} FROM users WHERE went_on IS NOT TRUE GROUP BY substr(first, 9)
           UNION ALL
           SELECT NULL, firsts, 1, ${moments(names)} FROM users WHERE went_on`,
  };
};

const statementFor = (breakdown: Breakdown | undefined, names: number): Statement =>
  breakdown === undefined
    ? readPlain(names)
    : breakdown === 'channel'
      ? readByChannel(names)
      : readBy(breakdown, names);

type UserRow = {
  value: string | null;
  values: Buffer[] | null;
  users: number;
} & { [moments: `moments_${number}`]: Buffer | null };

/** How far the users came, from every event of the steps. */
export async function readFunnel(
  tx: Tx,
  applicationId: string,
  { starts_at, ends_at }: DayRange,
  { steps, windowMs, breakdown }: FunnelAsked,
): Promise<Furthest> {
  const names = [...new Set(steps)];
  const indexes = steps.map((step) => names.indexOf(step));
  const end = new Date(ends_at.getTime() + windowMs);
  const { rows } = await runStatement<UserRow>(tx, statementFor(breakdown, names.length), [
    ...[applicationId, names, starts_at, ends_at, end, steps[1], steps[0]],
  ]);
  const furthest: Furthest = new Map();
  for (const row of rows) {
    if (row.moments_1 === null) {
      add(furthest, decode(row.value), 1, steps.length, row.users);
      continue;
    }
    const ofNames = names.map((_, n) => unpack(row[`moments_${n + 1}`] ?? null));
    const best = furthestStep(ofNames, indexes, windowMs, ends_at.getTime());
    if (!best) continue;
    const first = row.values ? valueBehind(row.values.sort(Buffer.compare)[best.start]) : row.value;
    add(furthest, decode(first), best.steps, steps.length, 1);
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

/** What stands behind the 8 bytes of the moment. */
const valueBehind = (first: Buffer | undefined): string | null => first?.toString('utf8', 8) ?? null;

/** What stands behind `=`; `~` and nothing at all are null. */
const decode = (text: string | null): string | null => (text?.startsWith('=') ? text.slice(1) : null);

/** PostgreSQL counts microseconds since 2000. */
const year2000Ms = Date.UTC(2000, 0, 1);

/** Moments in milliseconds, ascending, from the 8 bytes of each. */
function unpack(bytes: Buffer | null): Float64Array {
  const moments = new Float64Array((bytes?.length ?? 0) / 8);
  for (let at = 0; bytes && at < moments.length; at += 1) {
    const microseconds = bytes.readInt32BE(at * 8) * 2 ** 32 + bytes.readUInt32BE(at * 8 + 4);
    moments[at] = year2000Ms + Math.floor(microseconds / 1000);
  }
  return moments.sort();
}
