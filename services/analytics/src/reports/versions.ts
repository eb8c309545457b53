import { type Database, runStatement, type Statement, type Tx } from '@platform/runtime';
import type { App } from '../app.ts';
import type { HeavyReports } from './heavy-reports.ts';
import type { DayRange } from './range.ts';

export interface VersionsApp extends Pick<App, 'ask' | 'db' | 'clock'> {
  heavy: HeavyReports;
}

/**
 * The latest event of each user on each platform within a range. One that ends today has no later events, so what is kept
 * of each user answers; of an earlier one only the events themselves know. The version is appended to the time, so that the
 * greatest text is the latest event, without sorting them all.
 */
const keptClients = `
  SELECT user_id, platform, app_version, last_event_at FROM analytics.user_clients
  WHERE application_id = $1 AND last_event_at >= $2 AND $3::timestamptz IS NOT NULL`;
const readClients = `
  SELECT user_id, platform, nullif(substr(latest, 17), '') AS app_version, to_timestamp(left(latest, 16)::float8 / 1000000) AS last_event_at
  FROM (
    SELECT user_id, coalesce(platform, '') AS platform,
           max(lpad((date_part('epoch', occurred_at) * 1000000)::bigint::text, 16, '0') || coalesce(app_version, '') COLLATE "C") AS latest
    FROM analytics.events WHERE application_id = $1 AND occurred_at >= $2 AND occurred_at < $3 GROUP BY 1, 2
  ) AS grouped`;

/** A statement over the clients of a range: `$1` application, `$2` and `$3` bounds. */
const over = (name: string, text: (clients: string) => string) => ({
  kept: { name: `${name}_kept`, text: text(keptClients) },
  read: { name: `${name}_read`, text: text(readClients) },
});

const countVersions = over(
  'count_versions',
  (clients) => `SELECT platform, app_version, count(*)::int AS users FROM (${clients}) AS clients
    WHERE $4::text IS NULL OR platform = $4 GROUP BY 1, 2`,
);
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

/** Users by platform and version of their latest event there, in a range of one application. Platform '' was not said. */
export const readVersions = (
  app: VersionsApp,
  applicationId: string,
  range: DayRange,
  platform: string | undefined,
): Promise<VersionCount[]> =>
  readOver<VersionCount & object>(app, countVersions, range, [applicationId, platform ?? null]);

export interface VersionUser {
  user_id: string;
  platform: string;
  app_version: string | null;
  last_event_at: Date;
  /** `last_event_at` in whole microseconds since 1970. */
  micros: string;
}

export interface VersionUsersAsked {
  platform: string | undefined;
  app_version: string | undefined;
  /** Micros, user and platform of the row before; null for the first page. */
  after: readonly string[] | null;
  limit: number;
}

/** Users of these versions, seen last first. */
export const readVersionUsers = (
  app: VersionsApp,
  applicationId: string,
  range: DayRange,
  { platform, app_version, after, limit }: VersionUsersAsked,
): Promise<VersionUser[]> =>
  readOver<VersionUser & object>(app, listUsers, range, [
    ...[applicationId, platform ?? null, app_version ?? null],
    ...[after?.[0] ?? null, after?.[1] ?? null, after === null ? null : (after[2] ?? ''), limit],
  ]);

async function readOver<Row extends object>(
  app: VersionsApp,
  statement: { kept: Statement; read: Statement },
  { starts_at, ends_at }: DayRange,
  [applicationId, ...values]: unknown[],
): Promise<Row[]> {
  const bounds = [applicationId, starts_at, ends_at];
  const run = async (db: Database | Tx, which: Statement) =>
    (await runStatement<Row>(db, which, [...bounds, ...values])).rows;
  if (ends_at > app.clock.now()) return run(app.db, statement.kept);
  return app.heavy.run((tx) => run(tx, statement.read));
}
