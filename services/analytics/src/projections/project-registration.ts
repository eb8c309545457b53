import type { identity } from '@platform/contracts';
import { defineStatement, type ReceivedEvent, runStatement, type Tx } from '@platform/runtime';
import { applicationOf } from './application-of.ts';

/**
 * Events of the user that were counted before the registration was known were counted without channel and
 * cohort: then every day since is counted again. Two moments in each 24 hours meet every day of every zone.
 */
const statement = defineStatement({
  name: 'project_registration',
  text: `WITH registered AS (
           INSERT INTO analytics.users (application_id, user_id, registered_at, channel, utm_campaign, platform, country_code, event_id, utm_content, utm_source)
           SELECT $1, $2, $3, nullif($4, ''), nullif($5, ''), $6, $7, $9, nullif($10, ''), nullif($11, '')
           WHERE NOT EXISTS (SELECT FROM analytics.users AS pseudonym WHERE pseudonym.event_id = $9 AND pseudonym.user_id <> $2)
           ON CONFLICT (user_id) DO UPDATE SET registered_at = least(users.registered_at, excluded.registered_at),
             channel = excluded.channel, utm_campaign = excluded.utm_campaign, utm_content = excluded.utm_content, utm_source = excluded.utm_source, platform = excluded.platform, country_code = excluded.country_code
         ), seen AS (
           SELECT max(last_event_at) AS at FROM analytics.user_clients WHERE application_id = $1 AND user_id = $2
         )
         INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT $1, 'application', date_trunc('hour', moment, 'UTC'), $8 FROM (
           SELECT $3::timestamptz AS moment
           UNION SELECT generate_series($3::timestamptz, at, '12 hours') FROM seen
           UNION SELECT at FROM seen WHERE at IS NOT NULL
         ) AS moments`,
});

/**
 * `user.registered`: a user, with what brought the user here. One that comes again after the user was erased
 * says nothing.
 */
export async function projectRegistration(
  tx: Tx,
  event: ReceivedEvent<typeof identity.events.userRegistered>,
  now: Date,
): Promise<void> {
  const { user_id, acquisition_source, utm_source, utm_campaign, utm_content, platform, country_code } = event.data;
  await runStatement(tx, statement, [
    applicationOf(event),
    user_id,
    event.occurred_at,
    acquisition_source,
    utm_campaign,
    platform,
    country_code,
    now,
    event.id,
    utm_content,
    utm_source,
  ]);
}
