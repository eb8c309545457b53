import { type Database, defineStatement, runStatement, type Statement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { DayRange } from '../calendar/range.ts';
import { seeOneMoment } from './see-one-moment.ts';

export type VersionsApp = Pick<App, 'ask' | 'db' | 'clock'>;

/**
 * The latest event of each user on each platform within a range. One that ends today has no later events, so
 * the stored state of each user answers; an earlier one is answered by the events only. The version is
 * appended to the time, so that the greatest text is the latest event, without sorting them all.
 */
const storedClients = `
  SELECT user_id, platform, app_version, last_event_at FROM analytics.user_clients
  WHERE application_id = $1 AND last_event_at >= $2 AND $3::timestamptz IS NOT NULL`;
const readClients = `
  SELECT user_id, platform, nullif(substr(latest, 17), '') AS app_version, to_timestamp(left(latest, 16)::float8 / 1000000) AS last_event_at
  FROM (
    SELECT user_id, coalesce(platform, '') AS platform,
           max(lpad((date_part('epoch', occurred_at) * 1000000)::bigint::text, 16, '0') || coalesce(app_version, '') COLLATE "C") AS latest
    FROM analytics.events
    WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 AND from_back_end IS NOT TRUE GROUP BY 1, 2
  ) AS grouped`;

/** A statement over the clients of a range: `$1` application, `$2` and `$3` bounds. */
const over = (name: string, text: (clients: string) => string) => ({
  fromStored: defineStatement({ name: `${name}_kept`, text: text(storedClients) }),
  fromEvents: defineStatement({ name: `${name}_read`, text: text(readClients) }),
});

/**
 * The same counts as of {@link storedClients}: the counted days (UTC) after the one in which the range begins,
 * and the clients of that day.
 */
const countedClients = `
  SELECT platform, app_version, users FROM analytics.client_days
  WHERE application_id = $1 AND day > ($2::timestamptz AT TIME ZONE 'UTC')::date AND $3::timestamptz IS NOT NULL
  UNION ALL
  SELECT platform, app_version, 1 FROM analytics.user_clients
  WHERE application_id = $1 AND last_event_at >= $2
  AND last_event_at < (($2::timestamptz AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC'`;

const countVersions = {
  fromStored: defineStatement({
    name: 'count_versions_kept',
    text: `SELECT platform, app_version, sum(users)::int AS users FROM (${countedClients}) AS counted
      WHERE $4::text IS NULL OR platform = $4 GROUP BY 1, 2 HAVING sum(users) > 0`,
  }),
  fromEvents: defineStatement({
    name: 'count_versions_read',
    text: `SELECT platform, app_version, count(*)::int AS users FROM (${readClients}) AS clients
      WHERE $4::text IS NULL OR platform = $4 GROUP BY 1, 2`,
  }),
};
const listUsers = over(
  'list_version_users',
  (
    clients,
  ) => `SELECT user_id, platform, app_version, last_event_at, (extract(epoch FROM last_event_at) * 1000000)::bigint::text AS micros
    FROM (${clients}) AS clients
    WHERE ($4::text IS NULL OR platform = $4) AND ($5::text IS NULL OR app_version = $5)
    AND ($6::bigint IS NULL OR (last_event_at, user_id, platform) < (to_timestamp(0) + $6 * interval '1 microsecond', $7::uuid, $8::text))
    ORDER BY last_event_at DESC, user_id DESC, platform DESC LIMIT $9`,
);

export interface VersionCount {
  platform: string;
  app_version: string | null;
  users: number;
}

/**
 * Users by platform and version of their latest event there, of several applications. Platform '' was not
 * said.
 */
export async function readVersions(
  app: VersionsApp,
  applications: readonly { id: string; range: DayRange }[],
  platform: string | undefined,
): Promise<VersionCount[]> {
  const now = app.clock.now();
  const runCount = (db: Database | Tx, statement: Statement, { id, range }: (typeof applications)[number]) =>
    runStatement<VersionCount & object>(db, statement, [id, range.starts_at, range.ends_at, platform ?? null]);
  const current = applications.filter(({ range }) => range.ends_at > now);
  const past = applications.filter(({ range }) => range.ends_at <= now);
  const counts = (await Promise.all(current.map((one) => runCount(app.db, countVersions.fromStored, one)))).map(
    ({ rows }) => rows,
  );
  if (past.length === 0) return counts.flat();
  return seeOneMoment(app.db, async (tx) => {
    for (const application of past) counts.push((await runCount(tx, countVersions.fromEvents, application)).rows);
    return counts.flat();
  });
}

export interface VersionUser {
  user_id: string;
  platform: string;
  app_version: string | null;
  last_event_at: Date;
  /** `last_event_at` in whole microseconds since 1970. */
  micros: string;
}

/** Micros, user and platform. */
export type UserPosition = readonly [micros: string, user_id: string, platform: string];

export interface VersionUsersAsked {
  platform: string | undefined;
  app_version: string | undefined;
  /** The row before; null for the first page. */
  after: UserPosition | null;
  limit: number;
}

/** Users of these versions, seen last first. */
export async function readVersionUsers(
  app: VersionsApp,
  applicationId: string,
  { starts_at, ends_at }: DayRange,
  { platform, app_version, after, limit }: VersionUsersAsked,
): Promise<VersionUser[]> {
  const values = [
    applicationId,
    starts_at,
    ends_at,
    platform ?? null,
    app_version ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    after?.[2] ?? null,
    limit,
  ];
  const run = async (db: Database | Tx, statement: Statement) =>
    (await runStatement<VersionUser & object>(db, statement, values)).rows;
  return ends_at > app.clock.now()
    ? run(app.db, listUsers.fromStored)
    : seeOneMoment(app.db, (tx) => run(tx, listUsers.fromEvents));
}
