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
           UPDATE analytics.payments AS row SET user_id = erased.pseudonym, channel = ${sharedValue('row', 'channel', 'source')} FROM analytics.erasures AS erased
           WHERE erased.user_id = ANY($1) AND row.application_id = erased.application_id AND row.user_id = erased.user_id
           RETURNING row.application_id, row.succeeded_at
         )
         INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
         SELECT DISTINCT application_id, 'application', date_trunc('hour', succeeded_at, 'UTC'), now() FROM renamed WHERE succeeded_at IS NOT NULL`,
});

/** A registration that came again after it was renamed says nothing new. */
const users = defineStatement({
  name: 'rename_users',
  text: `WITH gone AS (
           DELETE FROM analytics.users AS row USING analytics.erasures AS erased
           WHERE erased.user_id = ANY($1) AND row.user_id = erased.user_id
           RETURNING row.application_id, row.registered_at, ${sharedValue('row', 'channel', 'source')} AS channel,
             ${sharedValue('row', 'utm_source', 'source')} AS utm_source, ${sharedValue('row', 'utm_campaign', 'campaign')} AS utm_campaign,
             ${sharedValue('row', 'utm_content', 'content')} AS utm_content, row.platform, row.country_code, row.event_id, erased.pseudonym
         ), noted AS (
           INSERT INTO analytics.stale_hours (owner_id, owner_kind, hour, noted_at)
           SELECT DISTINCT application_id, 'application', date_trunc('hour', registered_at, 'UTC'), now() FROM gone
         )
         INSERT INTO analytics.users (application_id, user_id, registered_at, channel, utm_source, utm_campaign, utm_content, platform, country_code, event_id)
         SELECT application_id, pseudonym, registered_at, channel, utm_source, utm_campaign, utm_content, platform, country_code, event_id FROM gone
         ON CONFLICT (user_id) DO NOTHING`,
});

const clients = defineStatement({
  name: 'rename_user_clients',
  text: `WITH gone AS (
           DELETE FROM analytics.user_clients AS c USING analytics.erasures AS erased
           WHERE erased.user_id = ANY($1) AND c.application_id = erased.application_id AND c.user_id = erased.user_id
           RETURNING c.*, erased.pseudonym
         )
         INSERT INTO analytics.user_clients (application_id, user_id, platform, app_version, last_event_at)
         SELECT application_id, pseudonym, platform, app_version, last_event_at FROM gone
         ON CONFLICT (application_id, user_id, platform) DO UPDATE
         SET app_version = excluded.app_version, last_event_at = excluded.last_event_at
         WHERE excluded.last_event_at > user_clients.last_event_at`,
});

/** An event that was put aside is still to be counted, except for the pseudonym. */
const deadLetters = defineStatement({
  name: 'rename_users_dead_letters',
  text: `UPDATE analytics.dead_letters AS row SET envelope = jsonb_set(row.envelope, '{data,user_id}', to_jsonb(erased.pseudonym))
         FROM analytics.erasures AS erased
         WHERE erased.user_id = ANY($1) AND row.envelope #>> '{data,user_id}' = erased.user_id::text AND row.envelope ->> 'type' <> 'user.erased'`,
});

/**
 * Puts the pseudonyms of users, who have an erasure recorded, in the place of their ids, in everything but
 * events. May be repeated.
 */
export async function renameUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  // In this order: which sources are shared is seen from the registrations as they were.
  await Promise.all(
    [...plain, payments, users, clients, deadLetters].map((statement) => runStatement(tx, statement, [userIds])),
  );
}
