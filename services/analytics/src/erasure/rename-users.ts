import { defineStatement, runStatement, type Tx } from '@platform/runtime';

/** Rows that have a user besides their key, whatever came of them meanwhile. */
const plain = ['device_changes', 'refunds', 'grants', 'stale_paid_hours'].map((table) =>
  defineStatement({
    name: `rename_users_${table}`,
    text: `UPDATE analytics.${table} AS row SET user_id = erased.pseudonym FROM analytics.erasures AS erased
         WHERE erased.user_id = ANY($1) AND row.application_id = erased.application_id AND row.user_id = erased.user_id`,
  }),
);

/**
 * A value of a link that the platform made, or that others share, says nothing of a person and stays, as
 * numbers do: the sums by campaign are the same after an erasure. One that only this user has may be
 * anything, a name in the address of a letter for example, and goes.
 */
const sharedValue = (row: string, column: string, field: 'source' | 'campaign' | 'content'): string => `(
  SELECT ${row}.${column} WHERE EXISTS (
    SELECT FROM analytics.platform_utm_values AS own WHERE own.field = '${field}' AND own.value = ${row}.${column}
  ) OR EXISTS (
    SELECT FROM analytics.users AS other WHERE other.application_id = ${row}.application_id AND other.${column} = ${row}.${column}
    AND other.user_id NOT IN (SELECT unnest(ARRAY[erased.user_id, erased.pseudonym]))
  )
)`;

/** A day's count includes its paying users: days with another id for the same user must not be united. */
const payments = defineStatement({
  name: 'rename_payers',
  text: `WITH renamed AS (
           UPDATE analytics.payments AS row SET user_id = erased.pseudonym, channel = CASE WHEN erased.is_merge THEN row.channel ELSE ${sharedValue('row', 'channel', 'source')} END
           FROM analytics.erasures AS erased WHERE erased.user_id = ANY($1) AND row.application_id = erased.application_id AND row.user_id = erased.user_id
           RETURNING row.application_id, row.succeeded_at
         )
         INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT application_id, 'application', date_trunc('hour', succeeded_at, 'UTC'), now() FROM renamed WHERE succeeded_at IS NOT NULL`,
});

/** The value of a registration in the place of which another id comes: a merge takes no value away. */
const passedOn = (column: string, field: 'source' | 'campaign' | 'content'): string =>
  `CASE WHEN erased.is_merge THEN row.${column} ELSE ${sharedValue('row', column, field)} END AS ${column}`;

/**
 * A registration that came again after it was renamed says nothing new. A user into which another one is merged has
 * the first registration of both.
 */
const users = defineStatement({
  name: 'rename_users',
  text: `WITH gone AS (
           DELETE FROM analytics.users AS row USING analytics.erasures AS erased
           WHERE erased.user_id = ANY($1) AND row.user_id = erased.user_id
           RETURNING row.application_id, row.registered_at, ${passedOn('channel', 'source')}, ${passedOn('utm_source', 'source')},
             ${passedOn('utm_campaign', 'campaign')}, ${passedOn('utm_content', 'content')}, row.platform, row.country_code, row.event_id, erased.pseudonym
         ), noted AS (
           INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
           SELECT DISTINCT application_id, 'application', date_trunc('hour', registered_at, 'UTC'), now() FROM (
             SELECT application_id, registered_at FROM gone
             UNION ALL SELECT kept.application_id, kept.registered_at FROM gone JOIN analytics.users AS kept ON kept.user_id = gone.pseudonym
           ) AS changed
         )
         INSERT INTO analytics.users AS known (application_id, user_id, registered_at, channel, utm_source, utm_campaign, utm_content, platform, country_code, event_id)
         SELECT DISTINCT ON (pseudonym) application_id, pseudonym, registered_at, channel, utm_source, utm_campaign, utm_content, platform, country_code, event_id
         FROM gone ORDER BY pseudonym, registered_at
         ON CONFLICT (user_id) DO UPDATE SET registered_at = excluded.registered_at, channel = excluded.channel, utm_source = excluded.utm_source,
           utm_campaign = excluded.utm_campaign, utm_content = excluded.utm_content, platform = excluded.platform,
           country_code = excluded.country_code, event_id = excluded.event_id
         WHERE excluded.registered_at < known.registered_at`,
});

const clients = defineStatement({
  name: 'rename_user_clients',
  text: `WITH gone AS (
           DELETE FROM analytics.user_clients AS c USING analytics.erasures AS erased
           WHERE erased.user_id = ANY($1) AND c.application_id = erased.application_id AND c.user_id = erased.user_id
           RETURNING c.*, erased.pseudonym
         )
         INSERT INTO analytics.user_clients (application_id, user_id, platform, app_version, last_event_at)
         SELECT DISTINCT ON (pseudonym, platform) application_id, pseudonym, platform, app_version, last_event_at
         FROM gone ORDER BY pseudonym, platform, last_event_at DESC
         ON CONFLICT (application_id, user_id, platform) DO UPDATE
         SET app_version = excluded.app_version, last_event_at = excluded.last_event_at
         WHERE excluded.last_event_at > user_clients.last_event_at`,
});

/** An event that was put aside is still to be counted, except for the pseudonym. */
const deadLetters = defineStatement({
  name: 'rename_users_dead_letters',
  text: `UPDATE analytics.dead_letters AS row SET envelope = jsonb_set(row.envelope, '{data,user_id}', to_jsonb(erased.pseudonym))
         FROM analytics.erasures AS erased
         WHERE erased.user_id = ANY($1) AND row.envelope #>> '{data,user_id}' = erased.user_id::text AND row.envelope ->> 'type' NOT IN ('user.erased', 'user.merged')`,
});

/**
 * Puts the new ids of users that have an erasure or a merge recorded in the place of their ids, in everything but
 * events. May be repeated.
 */
export async function renameUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  // In this order: which sources are shared is seen from the registrations as they were.
  await Promise.all(
    [...plain, payments, users, clients, deadLetters].map((statement) => runStatement(tx, statement, [userIds])),
  );
}
