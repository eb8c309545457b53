import type pg from 'pg';

/** A year of an application, the same in every run: its volume and distribution. */
export interface Year {
  applicationId: string;
  /** First day, `YYYY-MM-DD`. */
  from: string;
  days: number;
  /** About so many events in all. */
  events: number;
  users: number;
}

/**
 * People as numbers: the first registered is 1. Activity is skewed: of 64 people one makes two fifths of all
 * events and comes every day, eight make nearly all, and of the others a third comes in a month; the young
 * of an application are more active than the old. Days have a week's rhythm and the application grows.
 */
const makePeople = (count: number): string => `
CREATE SCHEMA IF NOT EXISTS bench;
CREATE TABLE IF NOT EXISTS bench.people AS
SELECT n, ('0193' || lpad(to_hex(n), 8, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid AS user_id,
       (ARRAY['ios','ios','ios','ios','android','android','android','android','web','web'])[1 + n * 104729 % 10] AS platform,
       (ARRAY['RU','RU','RU','RU','RU','RU','BY','KZ','KZ','DE','US','TR'])[1 + n * 1299709 % 12] AS country_code,
       (ARRAY[NULL,NULL,NULL,'search','search','ads','ads','friends','blog','partner'])[1 + n * 7919 % 10] AS channel
FROM generate_series(1, ${count}::bigint) AS n`;

const insertUsers = `
INSERT INTO analytics.users (application_id, user_id, registered_at, channel, platform, country_code)
SELECT $1, user_id, $2::timestamptz + (n::float8 / $3) ^ 0.8 * $4 * interval '1 day', channel, platform, country_code
FROM bench.people`;

/** The events of one day. The curve above gives the people registered by then. */
const insertDay = `
WITH anybody AS MATERIALIZED (
  SELECT floor(greatest(100, $5::float8 * (($3::float8 + 1) / $4) ^ 1.25) * (1 - random() ^ 2.2))::bigint + 1 AS n,
         $2::timestamptz + $3 * interval '1 day' + (1 + 22 * sqrt(random())) * interval '1 hour' AS at,
         random() AS name, random() AS version, random() AS loyalty
  FROM generate_series(1, $6::int)
), drawn AS (
  SELECT greatest(1, CASE WHEN loyalty < 0.4 THEN n / 64 * 64 WHEN loyalty < 0.95 THEN n / 8 * 8 ELSE n END) AS n, at, name, version
  FROM anybody
)
INSERT INTO analytics.events (application_id, event_id, event, user_id, occurred_at, received_at, installation_id, platform, app_version, country_code, properties)
SELECT $1, gen_random_uuid(),
       CASE WHEN name < 0.38 THEN 'app_opened' WHEN name < 0.68 THEN 'screen_viewed' WHEN name < 0.78 THEN 'note_created'
            WHEN name < 0.82 THEN 'note_shared' WHEN name < 0.90 THEN 'paywall_viewed' WHEN name < 0.945 THEN 'search_done'
            WHEN name < 0.965 THEN 'checkout_started' WHEN name < 0.995 THEN 'settings_opened' ELSE 'payment_succeeded' END,
       user_id, at, at + interval '2 seconds', user_id, platform,
       '3.' || ($3::int / 14 + 2 - CASE WHEN version < 0.7 THEN 0 WHEN version < 0.9 THEN 1 ELSE 2 END) || '.0',
       country_code, '{"screen": "main", "source": "menu", "position": 7}'
FROM drawn JOIN bench.people USING (n) ORDER BY at`;

const insertPayments = `
INSERT INTO analytics.payments (payment_id, application_id, user_id, plan_code, amount, currency, channel, created_at, succeeded_at, canceled_at, starts_at, expires_at)
SELECT gen_random_uuid(), $1, user_id, 'month', 299, 'RUB', channel, at,
       CASE WHEN paid THEN at + interval '3 minutes' END, CASE WHEN NOT paid THEN at + interval '1 hour' END,
       CASE WHEN paid THEN at + interval '3 minutes' END, CASE WHEN paid THEN at + interval '30 days' END
FROM (
  SELECT u.user_id, u.channel, random() < 0.7 AS paid,
         u.registered_at + random() * ($2::timestamptz + $3 * interval '1 day' - u.registered_at) AS at
  FROM analytics.users AS u, generate_series(1, 2) WHERE u.application_id = $1 AND random() < 0.2
) AS drawn`;

const insertRefunds = `
INSERT INTO analytics.refunds (event_id, application_id, payment_id, user_id, amount, currency, refunded_at, is_full)
SELECT gen_random_uuid(), application_id, payment_id, user_id, amount, currency, succeeded_at + interval '1 day', true
FROM analytics.payments WHERE application_id = $1 AND succeeded_at IS NOT NULL AND random() < 0.03`;

const insertDevices = `
INSERT INTO analytics.device_changes (event_id, application_id, device_id, user_id, platform, changed_at, is_active)
SELECT gen_random_uuid(), application_id, user_id, user_id, coalesce(platform, 'web'), registered_at + interval '1 minute', true
FROM analytics.users WHERE application_id = $1`;

/**
 * Fills the tables of analytics with a year, as the ingest and the events of other services would have, and
 * marks every hour as not counted yet.
 * @param client the database as its superuser
 */
export async function generateYear(client: pg.Client, year: Year, print: (text: string) => void): Promise<void> {
  await client.query(makePeople(year.users));
  await client.query('SELECT setseed(0.42)');
  const isFirst = await client.query('SELECT FROM analytics.users WHERE application_id = $1 LIMIT 1', [
    year.applicationId,
  ]);
  await client.query('SELECT analytics.ensure_partitions($1::date - 1, $1::date + $2::int + 1)', [
    year.from,
    year.days,
  ]);
  if (isFirst.rowCount === 0) await client.query(insertUsers, [year.applicationId, year.from, year.users, year.days]);
  for (const [day, events] of eventsOfDays(year).entries()) {
    await client.query(insertDay, [year.applicationId, year.from, day, year.days, year.users, events]);
    if (day % 60 === 59) print(`day ${day + 1} of ${year.days}`);
  }
  await client.query(insertPayments, [year.applicationId, year.from, year.days]);
  await client.query(insertRefunds, [year.applicationId]);
  if (isFirst.rowCount === 0) await client.query(insertDevices, [year.applicationId]);
  await client.query(
    `INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
     SELECT $1, 'application', hour, now() FROM generate_series($2::timestamptz - interval '1 day', $2::timestamptz + $3 * interval '1 day', '1 hour') AS hour`,
    [year.applicationId, year.from, year.days],
  );
  // As autovacuum does in time; a bench does not wait for it.
  for (const table of ['events', 'payments', 'refunds', 'users', 'device_changes'])
    await client.query(`VACUUM (ANALYZE) analytics.${table}`);
}

/** How many events each day has: it grows over the year, and weekends are quieter. */
function eventsOfDays({ events, days }: Year): number[] {
  const weights = Array.from({ length: days }, (_, day) => (0.7 + (0.6 * day) / days) * (day % 7 >= 5 ? 0.75 : 1.1));
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => Math.ceil((weight / sum) * events));
}
